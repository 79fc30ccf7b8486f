--- Checks the bots of a plug-in and their choices.
-- @module carcassonne.plugin.check.game_bots

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local game_bots = {}

local NO_BOTS = { "", "no such bot", 1, true, {} }
local NO_TIMES = { 0, -5, "soon", true, {}, 0 / 0, math.huge }
local MILLISECONDS = 5

-- Returns the problem of a list of bots.
local function bots_problem(bots)
  if not plain.is_list(bots) or #bots == 0 then return "expected a list of bots" end
  local names = {}
  for level, bot in ipairs(bots) do
    if type(bot) ~= "table" or not trial.is_line(bot.name) or not trial.is_line(bot.text) then
      return ("bots[%d]: expected `name` and `text` as lines of text"):format(level)
    end
    if names[bot.name] then return ("two bots have the name '%s'"):format(bot.name) end
    names[bot.name] = true
    if compat.math.type(bot.level) ~= "integer" or bot.level ~= level then
      return ("bots[%d].level: expected %d, got %s"):format(level, level, options.show(bot.level))
    end
    if type(bot.timed) ~= "boolean" then return ("bots[%d].timed: expected a boolean"):format(level) end
  end
end

local function is_in(list, value)
  for _, one in ipairs(list) do
    if one == value then return true end
  end
  return false
end

-- Checks the choice of a bot in a state in which a player decides.
local function check_choice(t, state, legal, bot)
  local action, message = t:ask("choose", state, bot.name, MILLISECONDS)
  if not is_in(legal, action) then
    return t:fail("choose", "%s chose %s, which is not legal%s", bot.name, options.show(action),
      type(message) == "string" and ": " .. message or "")
  end
  if bot.timed then return end
  for _, copy in ipairs(t:copies(state)) do
    local again = t:ask("choose", copy.state, bot.name)
    if again ~= action then
      t:fail("choose-equal", "%s chose '%s' in a state, and %s in an equal one", bot.name, action,
        options.show(again))
    end
  end
end

-- Checks that a bot chooses equally if only hidden information differs.
local function check_secrets(t, state, player, bot)
  if bot.timed or not t.plugin.resample then return end
  local other = t:ask("resample", state, player, t:choose(1000000))
  if other == nil then return end
  local here, there = t:ask("choose", state, bot.name), t:ask("choose", other, bot.name)
  if here ~= there then
    t:fail("choose-equal", "%s chose %s, and %s where only information hidden from it differs", bot.name,
      options.show(here), options.show(there))
  end
end

--- Checks the bots in a state.
---@param t Trial
---@param state any
---@param legal string[] its legal actions
function game_bots.check(t, state, legal)
  if not t.plugin.bots then return end
  local bots = t:ask "bots"
  local problem = bots_problem(bots)
  if problem then return t:fail("bots", "%s", problem) end
  local player, bot = t:ask("current", state), bots[t:choose(#bots)]
  if type(player) ~= "number" then
    return t:refused("choose", "a state in which no player decides", "choose", state, bot.name)
  end
  check_choice(t, state, legal, bot)
  check_secrets(t, state, player, bot)
  for _, name in ipairs(NO_BOTS) do
    t:refused("choose", "the bot " .. options.show(name), "choose", state, name)
  end
  for _, time in ipairs(NO_TIMES) do
    t:refused("choose", "the time " .. options.show(time), "choose", state, bot.name, time)
  end
end

return game_bots
