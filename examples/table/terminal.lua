-- Terminal functions for a host of any game: input and output of lines, plain values as text, and
-- the command line.
local terminal = {}

--- Exits with `status`, after writing `text` to stderr if there is one.
function terminal.leave(status, text, ...)
  if text then io.stderr:write("host: ", select("#", ...) > 0 and text:format(...) or text, "\n") end
  io.stdout:flush()
  os.exit(status)
end

function terminal.say(text, ...) print(select("#", ...) > 0 and text:format(...) or text) end
local say = terminal.say

--- Applies the changes of a delta to a view.
function terminal.patch(view, changes)
  for _, change in ipairs(changes) do
    local at, last = view, #change.path
    for i = 1, last - 1 do at = at[change.path[i]] end
    at[change.path[last]] = change.value
  end
end

--- Asks for a line. At the end of the input, the program exits with status 3.
function terminal.ask(prompt)
  io.write(prompt, " ")
  io.stdout:flush()
  local line = io.read "*l"
  if not line then
    print()
    terminal.leave(3, "the input ended before the game was over")
  end
  return line
end

--- Returns any plain value as text, with sorted keys.
function terminal.text(value)
  if type(value) ~= "table" then return tostring(value) end
  local keys, words = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys)
  for i, key in ipairs(keys) do
    words[i] = (type(key) == "string" and key .. "=" or "") .. terminal.text(value[key])
  end
  return "{" .. table.concat(words, " ") .. "}"
end

--- Returns a word as a number if possible, otherwise the word.
function terminal.number(word) return tonumber(word) or word end

-- Converts a word to the value of an option.
local function value_of(option, word)
  for _, value in ipairs(option.values or { true, false }) do
    if tostring(value) == word then return value end
  end
  return terminal.number(word)
end

--- Converts the words of options to values. Unknown options are passed on, so the game refuses
--- them.
function terminal.settings(options, words)
  local settings = {}
  for name, word in pairs(words) do settings[name] = terminal.number(word) end
  for _, option in ipairs(options) do
    if words[option.name] then settings[option.name] = value_of(option, words[option.name]) end
  end
  return settings
end

--- Prints options, each with its default, description and allowed values, and then the bots.
function terminal.list(options, bots)
  for _, option in ipairs(options) do
    local takes = option.values or { option.low, option.high, option.words and terminal.text(option.words) }
    say("%s=%s  %s  %s", option.name, tostring(option.default), option.text,
      #takes > 0 and terminal.text(takes) or "")
  end
  for _, bot in ipairs(bots) do say("bot %s  %s", bot.name, bot.text) end
  return 0
end

--- Loads a game from a module or a file.
function terminal.load(name)
  local fine, game = pcall(name:match "%.lua$" and dofile or require, name)
  return fine and type(game) == "table" and game or terminal.leave(2, "cannot load the game %s: %s", name,
    tostring(game):match "[^\n]*")
end

local function pair(word)
  local name, value = word:match "^([%w_.:-]+)=(.*)$"
  return name and { name, value }, word .. ": expected NAME=VALUE"
end

-- Returns the bots by player, or leaves the program if the game lacks one of them.
local function bots_of(game, pairs_given)
  local bots, known = {}, {}
  for _, bot in ipairs(game.bots and game.bots() or {}) do known[bot.name] = true end
  for _, one in ipairs(pairs_given) do
    if not known[one[2]] then terminal.leave(2, "this game has no bot '%s'; see --list", one[2]) end
    bots[terminal.number(one[1])] = one[2]
  end
  return bots
end

--- Parses the command line. Returns the game, its options, the seed, a function that returns
--- whether a player plays at random, and the names of the players' bots.
function terminal.command()
  local parser = require "argparse"("host", "Plays any game that follows the contract of lua/doc/PLUGIN.md.",
    "Exit status: 0 after a complete game, 2 for invalid arguments, 3 if a player quits the game.")
  parser:argument("game", "the game: a module or a file", "carcassonne.plugin")
  parser:argument("option", "option of the game, as NAME=VALUE; see --list"):args("*"):convert(pair)
  parser:option("--random", "players that play at random: all, or numbers such as 1,3", "")
  parser:option("--bot", "bot that plays for a player, such as 2=greedy; see --list"):count("*")
    :argname("PLAYER=BOT"):convert(pair)
  parser:option("--seed", "seed of the draws and of the random players",
    tostring(os.time() % 1000000)):convert(terminal.number)
  parser:flag("--list", "list the options of the game")
  local fine, words = parser:pparse(arg)
  if not fine then terminal.leave(2, "%s", words) end
  local game, values = terminal.load(words.game), {}
  if words.list then terminal.leave(terminal.list(game.options, game.bots and game.bots() or {})) end
  for _, one in ipairs(words.option) do values[one[1]] = one[2] end
  say("%s, seed %s", game.text, tostring(words.seed))
  return game, terminal.settings(game.options, values), words.seed, function(player)
    return words.random == "all" or ("," .. words.random .. ","):find("," .. player .. ",", 1, true) ~= nil
  end, bots_of(game, words.bot)
end

return terminal
