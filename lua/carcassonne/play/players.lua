--- Players of a game in the terminal: the names of people, and the bots, from the options or a
--- saved game.
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

-- Keys of the notes in a saved game.
local SEED = "bots.seed"
local function bot_note(player) return ("player.%d.bot"):format(player) end
local function name_note(player) return ("player.%d.name"):format(player) end

--- Adds --bot and --names.
---@param command table of argparse
function players.options(command)
  command:option("--bot",
    "The players who are bots, separated by commas, as in 2,3. 2,3=NAME also chooses the bot, as --bot of "
    .. "carcassonne run does. A saved game keeps its bots unless this option changes them; 2=person makes "
    .. "player 2 a person."):count(
      "*"):argname "PLAYERS"
  command:option("--names", "Names of the players, separated by commas: Anna,Ben."):argname "NAMES"
end

-- Parses `2,3` or `2,3=NAME` into players and bot.
local function players_of(text, count)
  local list, name = text:match "^([%d%s,]+)=(.+)$"
  local found = {}
  for _, word in ipairs(game_specs.words(list or text)) do
    local player = compat.math.tointeger(tonumber(word))
    if not player or player < 1 or player > count then
      process.refuse("--bot: '%s' is not a player; expected 1 to %d", word, count)
    end
    found[#found + 1] = player
  end
  return found, name or USUAL_BOT
end

-- Returns the values of --bot: for each player the text of a bot, or "person".
local function asked_bots(texts, count)
  local found = {}
  for _, text in ipairs(texts) do
    local list, name = players_of(text, count)
    if name ~= PERSON then game_specs.check_bots { name } end
    for _, player in ipairs(list) do found[player] = name end
  end
  return found
end

-- Returns whether a text names a bot of the program. Saved games are not trusted, so bots that are
-- files are not loaded from them.
local function is_own(text)
  for _, name in ipairs(bots.names()) do
    if spec_parser.split(text) == name then return pcall(bots.parse, text) end
  end
  return false
end

-- Returns the message that a bot named in a saved game is not used.
local function missing(player, text)
  if not spec_parser.split(text):find "%.lua$" then
    return ("Player %d was an unknown bot: %s. This player is a person now."):format(player,
      options.line(text))
  end
  return ("Player %d was the bot %s, which is a file. Such a bot is run only if the command line names "
    .. "it, so this player is a person now. To use the bot: --bot %s.")
    :format(player, options.line(text), options.line(process.shell_word(player .. "=" .. text)))
end

-- Returns the bot texts by player, from the options or the saved game, and messages for the player.
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

-- Returns whether a name can be shown.
local function fits(name) return name ~= "" and #name <= LONGEST_NAME and options.line(name) == name end

-- Returns the given names by player.
local function given_names(text, count, notes)
  local list, found = text and game_specs.words(text) or {}, {}
  if #list > count then
    process.refuse("--names: got %d names; expected at most %d, one for each player", #list, count)
  end
  for player = 1, count do
    local name, noted = list[player], notes[name_note(player)]
    if name and not fits(name) then
      process.refuse("--names: '%s' is not a valid name; expected printable text of at most %d bytes",
        options.line(name), LONGEST_NAME)
    end
    found[player] = name or noted and fits(noted) and noted or nil
  end
  return found
end

-- Returns the seed of the bots, from the options or the saved game.
local function seed_of(asked, notes)
  return asked or options.whole(tonumber(notes[SEED] or ""), 0) or 0
end

--- The players of a game.
---@class Players
---@field seed integer of the bots
---@field bots table<integer, Bot> by player
---@field bot_texts table<integer, string> the text that names each bot
---@field given_names table<integer, string> names from the options or a saved game
---@field names table<integer, string> names to show

--- Makes the bots of players.
---@param self Players
---@param seed integer
function players.seat_bots(self, seed)
  self.seed, self.bots = seed, {}
  for player, text in pairs(self.bot_texts) do self.bots[player] = bots.named(text, seed + player) end
end

--- Sets up the players from the options and the notes of a saved game.
---@param args table
---@param count integer number of players
---@param seed? integer seed of the bots, if the saved game has none
---@param notes table<string, string> notes of the saved game
---@return Players
---@return string[] said messages
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

--- Returns the notes of a saved game about the players.
---@param self Players
---@return table<string, string>
function players.notes(self)
  local all = {}
  for player, text in pairs(self.bot_texts) do all[bot_note(player)] = text end
  for player, name in pairs(self.given_names) do all[name_note(player)] = name end
  if next(self.bot_texts) then all[SEED] = ("%d"):format(self.seed) end
  return all
end

--- Returns the command line options for bots that are files. A saved game cannot restore these
--- bots.
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
