--- Whose opinion commands ask for, and that of a whole game.
-- @module carcassonne.program.evaluator

local bots = require "carcassonne.bots"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local review = require "carcassonne.bots.review"
local words = require "carcassonne.describe.words"

local evaluator = {}

--- Who advises unless somebody else is asked for.
evaluator.usual = "greedy"

--- Makes a bot that has an opinion; refuses others by the name of the option.
---@param option string
---@param name string
---@param seed? integer
---@return Bot
function evaluator.bot(option, name, seed)
  local fine, bot = pcall(bots.named, name, seed)
  if not fine then process.refuse("%s: %s", option, bot) end
  if type(bot.rate) ~= "function" then
    process.refuse("%s: the bot '%s' has no opinion; %s have one", option, name, words.list(bots.raters()))
  end
  return bot
end

--- The name of the bot that --bot asks for, checked.
---@param args table
---@return string
function evaluator.check(args)
  local name = args.bot or evaluator.usual
  evaluator.bot("--bot", name)
  return name
end

--- A bot's opinion of a game, with its progress on the terminal.
---@param state State
---@param bot string
---@param seed integer
---@param player? integer only this one's decisions
---@return Review
function evaluator.review(state, bot, seed, player)
  local bar = progress.new(state:decisions() + 1, bot)
  local found = review.of(state, { bot = bot, seed = seed, player = player, progress = function(done)
    bar:step(done, bar:left(done))
    process.pause(bar)
  end })
  bar:done()
  return found
end

return evaluator
