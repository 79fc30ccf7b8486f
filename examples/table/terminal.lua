-- What a host needs of a terminal: lines in and out, plain values as text, and the words of its command. It knows no game.
local terminal = {}

--- Ends the program; a text says why.
function terminal.leave(status, text, ...)
  if text then io.stderr:write("host: ", text:format(...), "\n") end
  io.stdout:flush()
  os.exit(status)
end

function terminal.say(text, ...) print(select("#", ...) > 0 and text:format(...) or text) end

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
  for i, key in ipairs(keys) do words[i] = (type(key) == "string" and key .. "=" or "") .. terminal.text(value[key]) end
  return "{" .. table.concat(words, " ") .. "}"
end

--- A line for each name of a table.
function terminal.show(values)
  local names = {}
  for name in pairs(values) do names[#names + 1] = name end
  table.sort(names)
  for _, name in ipairs(names) do
    local line = ("%s: %s"):format(name, terminal.text(values[name]))
    terminal.say("  %s", #line > 110 and line:sub(1, 107) .. "..." or line)
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

--- The options of a game from words NAME = WORD; what is none of them is left for the game to refuse.
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
    terminal.say("%s=%s  %s  %s", option.name, tostring(option.default), option.text, #takes > 0 and terminal.text(takes) or "")
  end
  return 0
end

--- The comment at the head of a program, which says how it is used.
function terminal.usage(program)
  for line in io.lines(program) do
    local text = line:match "^%-%- ?(.*)$"
    if not text then return end
    terminal.say(text)
  end
end

--- The words of a command: { flags }, { words }, { NAME = VALUE }. A flag has a word behind it; `--help` tells of all.
function terminal.words(argv)
  if argv[1] == "--help" then
    terminal.usage(argv[0])
    terminal.leave(0)
  end
  local flags, words, values, i = {}, {}, {}, 1
  while argv[i] do
    local flag, name, value = argv[i]:match "^%-%-(%a+)$", argv[i]:match "^([%w_.:-]+)=(.*)$"
    if flag then
      i = i + 1
      flags[flag] = argv[i] or terminal.leave(2, "--%s wants a word behind it", flag)
    elseif name then values[name] = value
    else words[#words + 1] = argv[i] end
    i = i + 1
  end
  return flags, words, values
end

return terminal
