--- Bots that evaluate decisions and games.
-- @module carcassonne.program.evaluator

local bots = require "carcassonne.bots"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local review = require "carcassonne.bots.review"
local words = require "carcassonne.describe.words"

local evaluator = {}

--- Name of the default bot.
evaluator.usual = "greedy"

--- Makes a bot that can rate actions. Errors name the option of the command line.
---@param option string
---@param name string
---@param seed? integer
---@return Bot
function evaluator.bot(option, name, seed)
  local fine, bot = pcall(bots.named, name, seed)
  if not fine then process.refuse("%s: %s", option, bot) end
  if type(bot.rate) ~= "function" then
    process.refuse("%s: the bot '%s' cannot rate actions; %s can", option, name, words.list(bots.raters()))
  end
  return bot
end

--- Checks the bot of --bot, and returns its name.
---@param args table
---@return string
function evaluator.check(args)
  local name = args.bot or evaluator.usual
  evaluator.bot("--bot", name)
  return name
end

--- Evaluates a game with a bot, with a progress bar.
---@param state State
---@param bot string
---@param seed integer
---@param player? integer include only decisions of this player
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
