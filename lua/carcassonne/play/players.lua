--- Who plays a game in the terminal: the names of people, and the bots. The options say so, and a
--- saved game remembers it.
-- @module carcassonne.play.players

local bots = require "carcassonne.bots"
local compat = require "carcassonne.base.compat"
local game_specs = require "carcassonne.program.game_specs"
local options = require "carcassonne.base.options"
local process = require "carcassonne.program.process"
local spec_parser = require "carcassonne.bots.spec_parser"

local players = {}

local USUAL_BOT, PERSON = "greedy", "person"
local LONGEST_NAME = 30 -- bytes

-- The notes of a saved game.
local SEED = "bots.seed"
local function bot_note(player) return ("player.%d.bot"):format(player) end
local function name_note(player) return ("player.%d.name"):format(player) end

--- Adds --bot and --names.
---@param command table of argparse
function players.options(command)
  command:option("--bot",
    "The players who are bots, with commas: 2,3; and which: 2,3=NAME, as carcassonne run has them. A saved "
    .. "game "
    .. "has the bots that it had; this changes them, and 2=person has a person play."):count(
      "*"):argname "PLAYERS"
  command:option("--names", "What the players are called, with commas: Anna,Ben."):argname "NAMES"
end

-- `2,3` or `2,3=NAME` as the players and the bot.
local function players_of(text, count)
  local list, name = text:match "^([%d%s,]+)=(.+)$"
  local found = {}
  for _, word in ipairs(game_specs.words(list or text)) do
    local player = compat.math.tointeger(tonumber(word))
    if not player or player < 1 or player > count then
      process.refuse("--bot: '%s' is not a player; there are 1 to %d", word, count)
    end
    found[#found + 1] = player
  end
  return found, name or USUAL_BOT
end

-- What --bot asks for: by player the text that names a bot, or "person".
local function asked_bots(texts, count)
  local found = {}
  for _, text in ipairs(texts) do
    local list, name = players_of(text, count)
    if name ~= PERSON then game_specs.check_bots { name } end
    for _, player in ipairs(list) do found[player] = name end
  end
  return found
end

-- Whether a text names a bot of the program. A saved game may come from anybody, so no file that it
-- names is run.
local function is_own(text)
  for _, name in ipairs(bots.names()) do
    if spec_parser.split(text) == name then return pcall(bots.parse, text) end
  end
  return false
end

-- What to say of the bot of a saved game that does not play now.
local function missing(player, text)
  if not spec_parser.split(text):find "%.lua$" then
    return ("Player %d was a bot that is not known: %s. Now a person plays."):format(player,
      options.line(text))
  end
  return ("Player %d was the bot %s, and no file that a saved game names is run. Now a person plays, unless "
    .. "you say --bot %s.")
    :format(player, options.line(text), options.line(process.shell_word(player .. "=" .. text)))
end

-- By player the text that names the bot: as asked for, or as a saved game has it; and what is to be
-- said of that.
local function bot_texts(texts, count, notes)
  local asked, found, said = asked_bots(texts, count), {}, {}
  for player = 1, count do
    local text = asked[player] or notes[bot_note(player)]
    if text and text ~= PERSON then
      if asked[player] or is_own(text) then
        found[player] = text
      else
        said[#said + 1] = missing(player, text)
      end
      if not asked[player] and found[player] then
        said[#said + 1] = ("Player %d is the bot %s, as in the saved game."):format(player,
          options.line(text))
      end
    end
  end
  return found, said
end

-- A name that may stand on the screen.
local function fits(name) return name ~= "" and #name <= LONGEST_NAME and options.line(name) == name end

-- By player the name of each who has one.
local function given_names(text, count, notes)
  local list, found = text and game_specs.words(text) or {}, {}
  if #list > count then process.refuse("--names: there are %d names for %d players", #list, count) end
  for player = 1, count do
    local name, noted = list[player], notes[name_note(player)]
    if name and not fits(name) then
      process.refuse("--names: '%s' is not a valid name", options.line(name))
    end
    found[player] = name or noted and fits(noted) and noted or nil
  end
  return found
end

-- The seed of the bots: as asked for, or as a saved game has it.
local function seed_of(asked, notes)
  return asked or options.whole(tonumber(notes[SEED] or ""), 0) or 0
end

--- Who plays.
---@class Players
---@field seed integer of the bots
---@field bots table<integer, Bot> by player
---@field bot_texts table<integer, string> what names each of them
---@field given_names table<integer, string> the names that players were given
---@field names table<integer, string> what players are called

--- Makes the bots of players.
---@param self Players
---@param seed integer
function players.seat_bots(self, seed)
  self.seed, self.bots = seed, {}
  for player, text in pairs(self.bot_texts) do self.bots[player] = bots.named(text, seed + player) end
end

--- Who plays, by the options, and by the notes of a saved game.
---@param args table
---@param count integer how many players there are
---@param seed? integer of the bots, unless the saved game has one
---@param notes table<string, string> of the saved game
---@return Players
---@return string[] said what is to be said of it
function players.of(args, count, seed, notes)
  local texts, said = bot_texts(args.bot, count, notes)
  local self = { bot_texts = texts, given_names = given_names(args.names, count, notes), names = {} }
  for player = 1, count do
    local name = self.given_names[player] or "player " .. player
    self.names[player] = name .. (texts[player] and " (bot)" or "")
  end
  players.seat_bots(self, seed_of(seed, notes))
  return self, said
end

--- The notes for a saved game that say who plays.
---@param self Players
---@return table<string, string>
function players.notes(self)
  local all = {}
  for player, text in pairs(self.bot_texts) do all[bot_note(player)] = text end
  for player, name in pairs(self.given_names) do all[name_note(player)] = name end
  if next(self.bot_texts) then all[SEED] = ("%d"):format(self.seed) end
  return all
end

--- The words of a command line that a saved game cannot give back: bots that are files.
---@param self Players
---@return string[]
function players.words(self)
  local list = {}
  for player = 1, #self.names do
    local text = self.bot_texts[player]
    if text and not is_own(text) then
      list[#list + 1] = "--bot"
      list[#list + 1] = player .. "=" .. text
    end
  end
  return list
end

return players
