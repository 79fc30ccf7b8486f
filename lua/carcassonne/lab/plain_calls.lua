--- Functions of the lab for requests: their arguments and results are plain data.
-- @module carcassonne.lab.plain_calls

local bots = require "carcassonne.bots"
local options = require "carcassonne.base.options"
local report = require "carcassonne.lab.report"
local text_game = require "carcassonne.program.text_game"

local plain_calls = {}

local SHAPE = { arms = "list", games = "integer", seed = "integer", bot = "string" }
local OF_ARM = { label = "string", variants = "string", options = "string", bot = "string" }
local MOST_GAMES = 1000000

local function check_bot(where, name)
  if name ~= nil then options.check_name(where, name, bots.by_strength(), "bot") end
end

local function arm_of(number, given)
  local where = ("measure: arms[%d]"):format(number)
  options.check(where, given, OF_ARM)
  check_bot(where .. ".bot", given.bot)
  local game, message = text_game.game(given.variants or "", given.options or "")
  if not game then options.refuse(where, message) end
  return { label = given.label or tostring(number), game = game, bot = given.bot }
end

--- A set of rules; texts as for carcassonne.program.text_game.
---@class MeasureArm
---@field label? string its number by default
---@field variants? string
---@field options? string
---@field bot? string instead of the bot of all

---@class MeasureOptions
---@field arms MeasureArm[]
---@field games? integer
---@field seed? integer
---@field bot? string

--- Plays games under one or several sets of rules, and reports them as carcassonne.lab.report does.
--- With one set, the report has means; with several, it also compares each with the first.
---@param given MeasureOptions
---@return Report
---@usage local measure = require("carcassonne.lab.plain_calls").measure
--- local made = measure { arms = { {}, { variants = "tower" } }, games = 4, bot = "random" }
--- assert(made.changes[1].of.tiles.difference > 15)
function plain_calls.measure(given)
  given = options.alike(given or {})
  options.check("measure", given, SHAPE)
  check_bot("measure: bot", given.bot)
  if given.games and not options.whole(given.games, 1, MOST_GAMES) then
    options.refuse("measure: games",
      ("expected 1 to %d, got %s"):format(MOST_GAMES, options.show(given.games)))
  end
  local arms = {}
  for i, arm in ipairs(given.arms or {}) do arms[i] = arm_of(i, arm) end
  return report.measure { arms = arms, games = given.games, seed = given.seed, bot = given.bot }
end

return plain_calls
