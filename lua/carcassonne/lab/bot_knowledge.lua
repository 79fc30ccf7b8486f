--- Says what the bots know about the scripts of a game: the worth of what the scripts give, and
--- what the bots foresee.
-- @module carcassonne.lab.bot_knowledge

local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local process = require "carcassonne.program.process"
local variant_game = require "carcassonne.variant.game"
local worths = require "carcassonne.bots.worths"

local bot_knowledge = {}

-- Parts of scripts whose effects bots foresee, and those whose effects in later turns they do not.
local FORESEEN = { "bonus", "final_scoring", "on_feature_scored", "points", "victory" }
local LATER = { "on_piece_removed", "on_points_given", "on_tile_placed", "phases" }

-- The kinds of assets with learned worths, in words.
local KINDS = { variable = "the variable", named = "the variable", turn = "the variable", token = "the token",
  reserve = "the reserve" }

-- ---- Worths -------------------------------------------------------------------------------------

-- Returns a script with its options, as a word of a shell.
local function word_of(variant)
  local words = {}
  for i, key in ipairs(options.keys(variant.picked or {})) do
    words[i] = ("%s=%s"):format(key, tostring(variant.picked[key]))
  end
  return process.shell_word(variant.file .. (#words > 0 and ":" .. table.concat(words, ",") or ""))
end

--- Returns sentences about the worths that the bots use, and about those that they do not know.
---@param game Game
---@return string[]
function bot_knowledge.worths(game)
  local list = {}
  for i, note in ipairs(worths.of(game).notes) do
    list[i] = ("%s%s."):format(c_locale.upper(note:sub(1, 1)), note:sub(2))
  end
  for _, unknown in ipairs(worths.unknown(game)) do
    list[#list + 1] = ("Worth unknown to the bots: %s. `carcassonne learn %s` measures it."):format(
      table.concat(unknown.names, ", "), word_of(unknown.variant))
  end
  return list
end

-- ---- Foresight ----------------------------------------------------------------------------------

-- Returns the parts of scripts in files that are in a list of keys.
local function parts_in(game, keys)
  local names = {}
  for _, variant in ipairs(variant_game.variants_of(game)) do
    for _, key in ipairs(variant.file and keys or {}) do
      if variant.source[key] then names[#names + 1] = ("`%s` of %s"):format(key, variant.name) end
    end
  end
  return names
end

-- Adds the assets with learned worths, each once.
local function add_assets(names, game)
  local seen, learned = {}, worths.of(game).learned
  for _, asset in ipairs(core.assets(game)) do
    local name = KINDS[asset.kind] and ("%s %s"):format(KINDS[asset.kind], asset.name)
    if name and learned[asset.kind .. " " .. asset.name] and not seen[name] then
      names[#names + 1], seen[name] = name, true
    end
  end
  return names
end

--- Returns sentences about what the bots foresee of the scripts, and what they do not.
---@param game Game
---@return string[]
function bot_knowledge.foresight(game)
  local list, foreseen, later = {}, add_assets(parts_in(game, FORESEEN), game), parts_in(game, LATER)
  if #foreseen > 0 then
    list[1] = ("Foreseen by the bots: %s."):format(table.concat(foreseen, ", "))
  end
  if #later > 0 then
    list[#list + 1] = ("Foreseen by the bots only within the current turn: %s."):format(
      table.concat(later, ", "))
  end
  return list
end

return bot_knowledge
