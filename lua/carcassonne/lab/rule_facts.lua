--- Collects the facts about a set of rules that a report names without counting them in its games.
-- @module carcassonne.lab.rule_facts

local bot_knowledge = require "carcassonne.lab.bot_knowledge"
local option_ranges = require "carcassonne.lab.option_ranges"
local part_effects = require "carcassonne.lab.part_effects"

local rule_facts = {}

local function if_any(list) return #list > 0 and list or nil end

--- Adds the facts about a set of rules to its description. Fields without facts stay nil.
---@param to ReportRules
---@param arm Arm
---@return ReportRules
function rule_facts.add(to, arm)
  to.worths = if_any(bot_knowledge.worths(arm.game))
  to.foresight = if_any(bot_knowledge.foresight(arm.game))
  to.ranges = if_any(option_ranges.of(arm.parts or {}, arm.by_part or {}))
  to.idle_parts = if_any(arm.settings and part_effects.idle(arm.settings) or {})
  return to
end

return rule_facts
