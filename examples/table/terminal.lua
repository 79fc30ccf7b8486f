-- What a host needs of a terminal: lines in and out, plain values as text, and the words of its
-- command. It knows no game.
local terminal = {}

--- Ends the program; a text says why.
function terminal.leave(status, text, ...)
  if text then io.stderr:write("host: ", select("#", ...) > 0 and text:format(...) or text, "\n") end
  io.stdout:flush()
  os.exit(status)
end

function terminal.say(text, ...) print(select("#", ...) > 0 and text:format(...) or text) end
local say = terminal.say

--- A table with the same fields.
function terminal.copy(fields)
  local copy = {}
  for name, value in pairs(fields) do copy[name] = value end
  return copy
end

--- Asks for a line. Where the input is over the program ends, with 3.
function terminal.ask(prompt)
  io.write(prompt, " ")
  io.stdout:flush()
  local line = io.read "*l"
  if not line then
    print()
    terminal.leave(3, "the input is over; the game is left as it stands")
  end
  return line
end

--- Any plain value as text, names and items in order.
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

--- A line for each name of a table.
function terminal.show(values)
  local names = {}
  for name in pairs(values) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local line = ("%s: %s"):format(name, terminal.text(values[name]))
    say("  %s", #line > 110 and line:sub(1, 107) .. "..." or line)
  end
end

--- A number, or the word that is none.
function terminal.number(word) return tonumber(word) or word end

-- A word as the value that an option takes.
local function value_of(option, word)
  for _, value in ipairs(option.values or { true, false }) do
    if tostring(value) == word then return value end
  end
  return terminal.number(word)
end

--- The options of a game from words NAME = WORD; what is none of them is left for the game to
--- refuse.
function terminal.settings(options, words)
  local settings = {}
  for name, word in pairs(words) do settings[name] = terminal.number(word) end
  for _, option in ipairs(options) do
    if words[option.name] then settings[option.name] = value_of(option, words[option.name]) end
  end
  return settings
end

--- Prints options, each with its default, what it is for and what else it takes.
function terminal.list(options)
  for _, option in ipairs(options) do
    local takes = option.values or { option.low, option.high, option.words and terminal.text(option.words) }
    say("%s=%s  %s  %s", option.name, tostring(option.default), option.text,
      #takes > 0 and terminal.text(takes) or "")
  end
  return 0
end

--- The game of a module or a file.
function terminal.load(name)
  local fine, game = pcall(name:match "%.lua$" and dofile or require, name)
  return fine and type(game) == "table" and game or terminal.leave(2, "%s is no game: %s", name,
    tostring(game):match "[^\n]*")
end

local function pair(word)
  local name, value = word:match "^([%w_.:-]+)=(.*)$"
  return name and { name, value }, word .. ": expected NAME=VALUE"
end

--- What the command of the host says: the game, its options, the seed, and whether a player plays
--- at random.
function terminal.command()
  local parser = require "argparse"("host", "Plays any game that keeps the contract of lua/doc/PLUGIN.md.",
    "Ends with 0 when the game is over, 2 for what it does not understand, 3 when it was left.")
  parser:argument("game", "a module or a file", "carcassonne.plugin")
  parser:argument("option", "NAME=VALUE, of the game; --list tells them"):args("*"):convert(pair)
  parser:option("--random", "who plays at random: all, or players as in 1,3", "")
  parser:option("--seed", "of chance and of random players",
    tostring(os.time() % 1000000)):convert(terminal.number)
  parser:flag("--list", "list the options of the game")
  local fine, words = parser:pparse(arg)
  if not fine then terminal.leave(2, "%s", words) end
  local game, values = terminal.load(words.game), {}
  if words.list then terminal.leave(terminal.list(game.options)) end
  for _, one in ipairs(words.option) do values[one[1]] = one[2] end
  say("%s, seed %s", game.text, tostring(words.seed))
  return game, terminal.settings(game.options, values), words.seed, function(player)
    return words.random == "all" or ("," .. words.random .. ","):find("," .. player .. ",", 1, true) ~= nil
  end
end

return terminal
