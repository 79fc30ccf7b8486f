--- What the commands share: options that say what game it is, files, and how the output looks.
-- @module carcassonne.cli.options

local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local sys = require "carcassonne.sys"
local terminal = require "carcassonne.text.terminal"

local common = {}

--- Raises an error that the program prints without a traceback.
---@param format string
---@param ... any
function common.refuse(format, ...) error(string.format(format, ...), 0) end

--- Reads a whole number; for argparse.
---@param low integer
---@return fun(text:string):integer?, string?
---@usage assert(require("carcassonne.cli.options").integer(1)("12") == 12)
function common.integer(low)
  return function(text)
    local number = compat.math.tointeger(tonumber(text))
    if number and number >= low then return number end
    return nil, ("'%s' is no whole number from %d"):format(text, low)
  end
end

--- Adds the options that say what game it is.
---@param command table of argparse
function common.game_options(command)
  local sheets = {}
  for i, name in ipairs(carcassonne.editions) do sheets[i] = ("%s (%s)"):format(name, carcassonne.sheets[name]) end
  command:option("--edition", "The rule values to begin with: " .. table.concat(sheets, ", ") .. "; " ..
    carcassonne.default_edition .. " unless said."):
    argname("NAME")
  command:option("--players", "How many play, 1 to 6."):convert(common.integer(1)):argname("N")
  command:option("--sets", "Tile sets, with commas: base,traders."):argname("NAMES")
  command:option("--without", "Leave parts of Traders & Builders out: builder, goods, pig, tiles, with + between them.")
    :argname("PARTS")
  command:option("--rule", "A rule value other than the edition's: small_city=2. May be repeated."):count("*")
    :argname("RULE=VALUE")
  local shipped, expansions = carcassonne.shipped_variants(), carcassonne.expansions()
  command:option("--variant", "A house rule or an expansion: the name of a shipped one (" ..
    table.concat(shipped, ", ") .. ", " .. table.concat(expansions, ", ") .. "), PACK/SCRIPT of a pack, or the path of a script. " ..
    "Values for its options follow after a colon: percentage-goods:consolation=true; siege:without=escape leaves a part out. " ..
    "May be repeated."):count("*"):argname("NAME[:KEY=VALUE,...]")
end

--- Adds --color and --ascii. The program takes --color before the command, too.
---@param command table of argparse
function common.style_options(command)
  command:option("--color", "Use colours: always, never, or auto (in a terminal, unless NO_COLOR is set)."):
    choices { "always", "never", "auto" }:argname("WHEN")
  command:flag("--ascii", "Draw with plain ASCII characters.")
end

--- The style that the options ask for.
---@param args table
---@return Style
function common.style(args) return terminal.style(args.color, args.ascii) end

--- Refuses an edition that is not there.
---@param name string
function common.check_edition(name)
  options.check_name("--edition", name, carcassonne.editions, "edition")
end

--- Adds --seer: to whom something is shown.
---@param command table of argparse
function common.seer_option(command)
  command:option("--seer", "To whom it is shown, where something is hidden: the number of a player, onlooker, who has no part in the "
    .. "game, or all, who sees everything; onlooker unless said."):argname("WHO")
end

--- Who is shown a game, by the options.
---@param args table
---@param state State
---@return integer|"onlooker"|nil seer as State:events takes it
function common.seer(args, state)
  local who, players = args.seer or "onlooker", state:game():players()
  if who == "onlooker" then return who end
  if who == "all" then return nil end
  local player = compat.math.tointeger(tonumber(who))
  if not player or player < 1 or player > players then
    common.refuse("--seer: '%s' is nobody; there are the players 1 to %d, onlooker and all", who, players)
  end
  return player
end

--- A word as the shell takes it.
---@param word string
---@return string
function common.quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

--- A word as the shell takes it, in quotes only where it needs them.
---@param word string
---@return string
---@usage local shell_word = require("carcassonne.cli.options").shell_word
--- assert(shell_word "game.carc" == "game.carc" and shell_word "my game.carc" == "'my game.carc'")
function common.shell_word(word) return word:find "^[%w_./:=,+-]+$" and word or common.quoted(word) end

--- The words of a list with commas.
---@param text string
---@return string[]
function common.words(text)
  local words = {}
  for word in text:gmatch("[^,]+") do words[#words + 1] = word:match("^%s*(.-)%s*$") end
  return words
end

-- A word as a value of the type that `like` has; as it is where it stands for none.
local function value_of(word, like)
  if type(like) == "boolean" then
    if word == "true" or word == "yes" then return true end
    if word == "false" or word == "no" then return false end
  elseif type(like) == "number" then
    return compat.math.tointeger(tonumber(word)) or c_locale.tonumber(word) or word
  end
  return word
end

--- Reads a variant from `NAME` or `NAME:KEY=VALUE,KEY=VALUE`, where NAME may be the path of a script.
---@param text string
---@return Variant variant
---@return string from its name or path
---@return table<string, any>? options those that were chosen
---@usage local variant = require("carcassonne.cli.options").variant("percentage-goods:consolation=yes")
--- assert(variant.options.consolation == true)
function common.variant(text)
  local from, words = text:match("^(.-):([%a_][%w_]*=.*)$")
  if not from then return carcassonne.variant(text), text end
  local plain, chosen = carcassonne.variant(from), {}
  for _, word in ipairs(common.words(words)) do
    local key, value = word:match("^([%a_][%w_]*)=(.*)$")
    if not key then common.refuse("variant '%s': '%s' is not KEY=VALUE", from, word) end
    chosen[key] = value_of(value, plain.options[key])
  end
  return carcassonne.variant(from, chosen), from, chosen
end

--- Reads the variants that the options name.
---@param texts string[]
---@return Variant[]
function common.variants(texts)
  local list = {}
  for i, text in ipairs(texts or {}) do list[i] = common.variant(text) end
  return list
end

--- Refuses bots that are not there, and options that they do not take.
---@param texts string[] as bots.parse reads them
function common.check_bots(texts)
  for _, text in ipairs(texts) do
    local fine, problem = pcall(bots.parse, text)
    if not fine then common.refuse("--bot: %s", problem) end
  end
end

-- RULE=VALUE as carcassonne.game takes it.
local function rules_of(texts)
  local rules = {}
  for _, text in ipairs(texts or {}) do
    local name, value = text:match "^([%a_]+)=(.+)$"
    if not name then common.refuse("--rule: '%s' is not RULE=VALUE", text) end
    rules[name] = compat.math.tointeger(tonumber(value)) or value
  end
  return next(rules) and rules or nil
end

--- What carcassonne.game takes, from the options.
---@param args table
---@param variants? Variant[] instead of those that the options name
---@return GameOptions
function common.settings(args, variants)
  return {
    players = args.players, edition = args.edition, sets = args.sets and common.words(args.sets) or nil,
    variants = variants or common.variants(args.variant), without = args.without, rules = rules_of(args.rule),
  }
end

--- A place where Ctrl-C may end the command. Where it does, this does not return, and nothing of the command runs again, so that
--- no script can take the interruption for an error of its own.
---@param progress? Progress whose word of what is finished is told then
function common.pause(progress)
  if compat.coroutine.isyieldable() then coroutine.yield(progress) end
end

-- Files that are begun and not finished.
local unfinished = {}

local endings = {}

--- What is to be done once the command has ended, however it does.
---@param action fun()
function common.at_end(action) endings[#endings + 1] = action end

--- Does what is to be done, the last first, and removes unfinished files.
function common.finish()
  while #endings > 0 do table.remove(endings)() end
  for file in pairs(unfinished) do file:discard() end
  unfinished = {}
end

--- What a file is called in messages.
---@param path string
---@return string
function common.file_name(path) return path == "-" and "standard input" or path end

local files_read = {} -- their real paths

--- A whole file, or standard input by the name -.
---@param path string
---@return string
function common.read(path)
  local file, message = io.stdin, nil
  if path ~= "-" then file, message = io.open(path, "rb") end
  if not file then common.refuse("cannot read %s", message) end
  local text, problem = file:read("*a")
  common.pause()
  if path ~= "-" then file:close() end
  if not text then common.refuse("cannot read %s: %s", common.file_name(path), problem) end
  local real = path ~= "-" and sys.real_path(path)
  if real then files_read[real] = true end
  return text
end

--- Begins a file. It appears at its path only once it is whole (common.commit); until then the file that was there stays. What is not
--- finished when the command ends is removed.
---@param path string
---@param stays? boolean unfinished it is PATH.part, and stays there
---@return OutputFile? file
---@return string? message names the path
function common.open_output(path, stays)
  local file, message = sys.output_file(path, stays)
  if file then unfinished[file] = true end
  return file, message
end

--- Finishes a file: it is on the disk, and at its path.
---@param file OutputFile
---@param exclusive? boolean fail if there is a file with something in it already
---@return true? done
---@return string? message
function common.commit(file, exclusive)
  unfinished[file] = nil
  return file:commit(exclusive)
end

--- Writes a whole file. If that fails, the file that was there is unchanged.
---@param path string
---@param text string
---@return true? done
---@return string? message names the path
function common.write(path, text)
  local file, message = common.open_output(path)
  if not file then return nil, message end
  local done, problem = file:write(text)
  if done then return common.commit(file) end
  unfinished[file] = nil
  return nil, problem
end

--- Writes a whole file, or raises what is wrong.
---@param path string
---@param text string
function common.write_file(path, text)
  local real = sys.real_path(path)
  if real and files_read[real] then
    common.refuse("cannot write %s: this command reads that file; choose another one for the output", path)
  end
  local done, problem = common.write(path, text)
  if not done then common.refuse("cannot write %s", problem) end
end

--- Makes a temporary file, which is removed when the command ends.
---@param text? string what is in it
---@return string path
function common.temporary(text)
  local path = os.tmpname()
  common.at_end(function() os.remove(path) end)
  local file, problem = io.open(path, "wb")
  local fine = file
  if file then
    fine, problem = file:write(text or "")
    local closed, late = file:close()
    if fine and not closed then fine, problem = closed, late end
  end
  if not fine then common.refuse("cannot write a temporary file, %s: %s", path, (problem:gsub("^" .. path .. ": ", ""))) end
  return path
end

--- Loads a saved game; raises what is wrong, with the file's name.
---@param path string
---@param variants? string[] scripts that are not shipped
---@return State
---@return string text of the file
function common.load(path, variants)
  local text = common.read(path)
  local state, message = carcassonne.load(text, { variants = common.variants(variants) })
  if not state then common.refuse("%s: %s", common.file_name(path), message) end
  return state, text
end

-- ---- Output ----------------------------------------------------------------------------------------------------------

--- Raised when nobody reads the output any more.
common.closed = setmetatable({}, { __tostring = function() return "nobody reads the output any more" end })

local EPIPE = 32

local function check_written(fine, problem, code)
  if fine then return end
  common.pause() -- Ctrl-C may be why
  if code == EPIPE then error(common.closed, 0) end
  common.refuse("cannot write to standard output: %s", problem)
end

--- Writes to standard output; what cannot be written is an error.
---@param ... string
function common.put(...) check_written(io.stdout:write(...)) end

--- Writes out what waits to be written.
function common.flush() check_written(io.stdout:flush()) end

--- Writes a text to the file that -o names, or to standard output.
---@param path? string
---@param text string
function common.deliver(path, text)
  if not path then return common.put(text) end
  common.write_file(path, text)
end

--- Prints one line.
---@param line? any
function common.print(line) common.put(line == nil and "" or tostring(line), "\n") end

--- Prints lines.
---@param lines string[]
function common.print_lines(lines)
  for _, line in ipairs(lines) do common.print(line) end
end

return common
