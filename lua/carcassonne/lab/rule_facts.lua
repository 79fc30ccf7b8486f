--- Collects the facts about a set of rules that a report names without counting them in its games.
-- @module carcassonne.lab.rule_facts

local bot_knowledge = require "carcassonne.lab.bot_knowledge"
local options = require "carcassonne.base.options"
local option_ranges = require "carcassonne.lab.option_ranges"
local part_effects = require "carcassonne.lab.part_effects"
local variant_game = require "carcassonne.variant.game"

local rule_facts = {}

--- Facts about a set of rules. A field without facts is nil.
---@class RuleFacts
---@field contains? string[] keys of the scripts
---@field worths? string[] what bots know about the worth of what scripts give
---@field foresight? string[] what bots foresee of scripts, and what they do not
---@field ranges? string[] rules with a range of an option, as `carcassonne sweep` reads them
---@field idle_parts? string[] parts of scripts that change nothing (carcassonne.lab.part_effects)

local function if_any(list) return #list > 0 and list or nil end

-- Returns the keys of the scripts of a game, sorted.
local function keys_of(game)
  local keys = {}
  for _, variant in ipairs(variant_game.variants_of(game)) do
    for key in pairs(variant.source) do keys[key] = true end
  end
  return options.keys(keys)
end

--- Adds the facts about a set of rules to its description.
---@param to ReportRules
---@param arm Arm
---@return ReportRules
function rule_facts.add(to, arm)
  to.contains = if_any(keys_of(arm.game))
  to.worths = if_any(bot_knowledge.worths(arm.game))
  to.foresight = if_any(bot_knowledge.foresight(arm.game))
  to.ranges = if_any(option_ranges.of(arm.parts or {}, arm.by_part or {}))
  to.idle_parts = if_any(arm.settings and part_effects.idle(arm.settings) or {})
  return to
end

return rule_facts
