--- Bots of the program by name, and checked calls of other bots.
--
-- A bot is any table with a method `choose`, which returns the index of one of the `count` legal
-- actions. Its choices depend only on the seed and the states. It can also have a method `rate`,
-- which rates each action.
--
-- A module of bots is a table with `new(seed, options)` and optionally `options`, the list of its
-- options. If such a module is a file, its path is the name of the bot.
-- @module carcassonne.bots

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local bot_module = require "carcassonne.sandbox.bot_module"
local core = require "carcassonne.core"
local limits = require "carcassonne.sandbox.limits"
local no_jit = require "carcassonne.sandbox.no_jit"
local options = require "carcassonne.base.options"
local sandboxed = require "carcassonne.bots.sandboxed"
local spec_parser = require "carcassonne.bots.spec_parser"

local bots = {}

---@class Bot
---@field choose fun(self:Bot, state:State, count:integer):integer
---@field rate? fun(self:Bot, state:State, count:integer):table<integer, number> by the index of each legal action:
--- the deciding player's expected final score minus that of the best opponent; nil for no rating
---@field explain? fun(self:Bot, state:State, index:integer):Reason? explains the rating of an action
---@field name? string name for messages
---@field limit? integer maximum Lua instructions of a decision; 1000000000 by default

--- Option of a bot.
---@class BotOption
---@field name string
---@field type "integer"|"number"|"boolean"|"string"
---@field usual? any its default; nil if it has none
---@field min? number
---@field max? number
---@field says string

---@class BotModule
---@field new fun(seed:integer, options:table<string, any>):Bot
---@field options? BotOption[]
---@field says? string one-line description

local MODULES = { "random", "greedy", "mcts" } -- each is carcassonne.bots.NAME; the weakest is first
local LIMIT = 1000000000 -- instructions of a decision: about ten seconds

local own = setmetatable({}, { __mode = "k" }) -- bots of MODULES, whose results are not checked
local called = setmetatable({}, { __mode = "k" }) -- names of other bots

--- Returns the names of the bots, sorted.
---@return string[]
function bots.names()
  local names = {}
  for i, name in ipairs(MODULES) do names[i] = name end
  c_locale.sort(names)
  return names
end

--- Returns the names of the bots, the weakest first.
---@return string[]
---@usage assert(require("carcassonne.bots").by_strength()[1] == "random")
function bots.by_strength() return { compat.table.unpack(MODULES) } end

--- Returns whether a text names a bot that is a file. If the text itself was read from a file,
--- neither the text nor the bot is trusted.
---@param text string see bots.parse
---@return boolean
---@usage assert(require("carcassonne.bots").is_file "my-bot.lua:depth=2")
function bots.is_file(text) return spec_parser.split(text):find "%.lua$" ~= nil end

-- Returns the module of a name: one of MODULES, or a file. With --untrusted, a file runs in a
-- sandbox.
local function module_of(name)
  for _, one in ipairs(MODULES) do
    if one == name then return require("carcassonne.bots." .. name), true end
  end
  if type(name) == "string" and name:match "%.lua$" then
    return (limits.are_tight() and sandboxed.load or spec_parser.file)(name)
  end
  local text = type(name) == "string" and ("'%s'"):format(options.line(name)) or options.show(name)
  error(("unknown bot %s%s; available: %s, and your own files (my-bot.lua)"):format(text,
    options.did_you_mean(name, bots.names()), table.concat(bots.names(), ", ")), 0)
end

--- Returns the description and the options of a bot.
---@param name string one of bots.names(), or the path of a file
---@return BotModule
---@usage assert(require("carcassonne.bots").describe("random").says:match "any legal action")
function bots.describe(name) return (module_of(name)) end

--- Raises an error unless a value is a bot.
---@param bot any
---@param name? string name for messages
---@return Bot
function bots.check(bot, name)
  return bot_module.check_bot(("bot '%s'"):format(name or "?"), bot)
end

-- Makes a bot of a module.
local function make(name, module, shipped, seed, given)
  local bot = bots.check(module.new(seed or 0, spec_parser.options(name, module, given)), name)
  if shipped then own[bot] = name else called[bot] = name end
  return bot
end

--- Makes a bot.
---@param name string one of bots.names(), or the path of a file
---@param seed? integer 0 by default
---@param given? table<string, any> its options
---@return Bot
---@usage local bot = require("carcassonne.bots").new("random", 42)
--- assert(bot:choose(nil, 1) == 1)
function bots.new(name, seed, given)
  local module, shipped = module_of(name)
  return make(name, module, shipped, seed, given or {})
end

--- Parses `NAME` or `NAME:KEY=VALUE,KEY=VALUE` of a command line.
---@param text string
---@return string name
---@return table<string, any> options checked
---@usage local name, chosen = require("carcassonne.bots").parse "greedy:follower=4"
--- assert(name == "greedy" and chosen.follower == 4)
function bots.parse(text)
  local name, words = spec_parser.split(text)
  local module = module_of(name)
  return name, spec_parser.options(name, module, spec_parser.words(name, module, words))
end

--- Makes a bot from a text with its name and options.
---@param text string see bots.parse
---@param seed? integer
---@return Bot
---@usage assert(require("carcassonne.bots").named("greedy:follower=4", 7).choose)
function bots.named(text, seed)
  local name, words = spec_parser.split(text)
  local module, shipped = module_of(name)
  return make(name, module, shipped, seed, spec_parser.words(name, module, words))
end

--- Returns the name with which a bot was made, or its own name; nil if it has neither.
---@param bot any
---@return string?
---@usage local bots = require "carcassonne.bots"
--- assert(bots.name_of(bots.new "random") == "random")
function bots.name_of(bot)
  if type(bot) ~= "table" then return nil end
  return own[bot] or called[bot] or (type(bot.name) == "string" and bot.name or nil)
end

-- Calls a method of a bot in the host's Lua state, within LIMIT. Returns the result, and whether
-- the bot has changed the state.
local function call_here(where, bot, method, state, count)
  local decisions = state:decisions()
  no_jit.leave(bot[method])
  local fine, result = core.limited(options.whole(bot.limit, 1) or LIMIT, bot[method], bot, state, count)
  if not fine then options.refuse(where, tostring(result)) end
  return result, state:decisions() ~= decisions
end

-- Calls a method of an external bot, within its limits.
local function ask(where, bot, method, state, count)
  local result, changed
  if sandboxed.has(bot) then
    result, changed = bot[method](bot, state, count)
  else
    result, changed = call_here(where, bot, method, state, count)
  end
  if not changed then return result end
  options.refuse(where,
    ("`%s` has changed the state of the game; try actions on state:clone() instead"):format(method))
end

-- Checks the choice of an external bot.
local function check_answer(where, state, count, index)
  local whole = options.whole(index, 1, count)
  if not whole then
    options.refuse(where,
        ("`choose` returned %s; expected the index of a legal action, from 1 to %d (decision %d, %s)"):format(
      options.show(index), count, state:decisions() + 1, state:decision()))
  end
  return whole
end

--- Asks a bot for its choice. Errors name the bot, and show its answer if that is not a legal
--- action. A bot that exceeds LIMIT instructions is stopped.
---@param bot Bot
---@param state State
---@param count? integer number of legal actions
---@param name? string name for messages, if the bot has none
---@return integer index
---@usage local bots, game = require "carcassonne.bots", require("carcassonne").game()
--- local state = game:new_initial_state(1)
--- assert(bots.decide({ choose = function(_, _, count) return count end }, state) ==
--- state:num_actions())
function bots.decide(bot, state, count, name)
  count = count or state:num_actions()
  if own[bot] then return bot:choose(state, count) end
  name = bots.name_of(bot) or name or "your own"
  bots.check(bot, name)
  local where = ("bot '%s'"):format(name)
  return check_answer(where, state, count, ask(where, bot, "choose", state, count))
end

-- Checks the ratings of an external bot.
local function check_ratings(where, ratings, count)
  if type(ratings) ~= "table" then
    options.refuse(where, "`rate` returned " .. options.show(ratings) .. "; expected a table of numbers")
  end
  local any = false
  for index = 1, count do
    local rating = ratings[index]
    if rating ~= nil and (type(rating) ~= "number" or rating ~= rating) then
      options.refuse(where,
        ("`rate` returned %s for action %d; expected a number, or nil"):format(options.show(rating), index))
    end
    any = any or rating ~= nil
  end
  if not any then options.refuse(where, "`rate` returned no rating; expected at least one") end
  return ratings
end

--- Asks a bot to rate each legal action. Raises the errors of bots.decide, and an error for a bot
--- without `rate`.
---@param bot Bot
---@param state State
---@return table<integer, number> ratings by index; nil for an action that the bot did not rate
---@usage local bots, game = require "carcassonne.bots", require("carcassonne").game()
--- local state = game:new_initial_state(1)
--- assert(#bots.rate(bots.new "greedy", state) == state:num_actions())
function bots.rate(bot, state)
  local where, count = ("bot '%s'"):format(bots.name_of(bot) or "your own"), state:num_actions()
  if type(bot) ~= "table" or type(bot.rate) ~= "function" then
    options.refuse(where,
      ("expected a bot that can rate actions (%s); this bot has no method "
        .. "`rate`"):format(table.concat(bots.raters(), ", ")))
  end
  if own[bot] then return bot:rate(state, count) end
  return check_ratings(where, ask(where, bot, "rate", state, count), count)
end

--- Returns the names of the bots that can rate actions.
---@return string[]
---@usage assert(table.concat(require("carcassonne.bots").raters(), " ") == "greedy mcts")
function bots.raters()
  local list = {}
  for _, name in ipairs(bots.names()) do
    if bots.new(name).rate then list[#list + 1] = name end
  end
  return list
end

--- Returns the observer for the screen of a game with bots: the player who is the only person; for
--- several persons or none, a spectator, so that no hidden information is shown.
---@param playing table<integer, Bot> by player
---@param players integer number of players
---@return integer|"spectator" observer for State:events
---@usage local bots = require "carcassonne.bots"
--- assert(bots.observer({ [2] = bots.new "random" }, 2) == 1)
function bots.observer(playing, players)
  local person
  for player = 1, players do
    if not playing[player] then
      if person then return "spectator" end
      person = player
    end
  end
  return person or "spectator"
end

return bots
