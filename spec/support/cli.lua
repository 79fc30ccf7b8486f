--- Runs the command line program as a user would. For the specs.

local assert = require "luassert"
local compat = require "carcassonne.base.compat"
local program_output = require "carcassonne.program.output"
local files = require "spec.support.files"
local lua = require "spec.support.lua"

local cli = {}

local function quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

cli.file, cli.read = files.write, files.read

--- Calls a command's own function, and returns what it prints.
---@param f function
---@param ... any
---@return string output
---@return any the results of the function
function cli.printed(f, ...)
  local parts, before = {}, program_output.put
  program_output.put = function(...) parts[#parts + 1] = table.concat { ... } end
  local results = compat.table.pack(pcall(f, ...))
  program_output.put = before
  if not results[1] then error(results[2], 0) end
  return table.concat(parts), compat.table.unpack(results, 2, results.n)
end

-- Commands of spec/interop_tools.lua; all others belong to the program.
local TOOLS = { verify = true, scenario = true }

--- Returns the path of the program that has a command.
---@param words string[] the command's name and its arguments
---@return string path
function cli.program(words) return TOOLS[words[1]] and "spec/interop_tools.lua" or "lua/bin/carcassonne" end

--- Returns the line for the shell that runs the program with these words and its environment.
---@param words string[] the arguments of the program
---@param environment? string NAME=VALUE, put before the command
---@return string
function cli.command(words, environment)
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = quote(word) end
  return ("env -u COLUMNS -u NO_COLOR LC_ALL=C.UTF-8 %s %s %s %s"):format(environment or "",
    lua.name, cli.program(words), table.concat(quoted, " "))
end

-- Runs the command line that `compose` returns for the paths of the input, the output and the
-- errors.
local function run(input, compose)
  local from, out, err = cli.file(input), os.tmpname(), os.tmpname()
  local _, _, status = compat.os.execute(compose(from, out, err))
  local output, errors = cli.read(out), cli.read(err)
  os.remove(from)
  os.remove(out)
  os.remove(err)
  return status, output, errors
end

--- Runs `carcassonne ...` in a Unicode locale, without a terminal.
---@param words string[] the arguments of the program
---@param input? string the standard input
---@param environment? string NAME=VALUE, put before the command
---@return integer status
---@return string output
---@return string errors
function cli.run(words, input, environment)
  return run(input or "", function(from, out, err)
    return ("%s <%s >%s 2>%s"):format(cli.command(words, environment), from, out, err)
  end)
end

--- Checks that the program refuses these words: it prints nothing, and says why.
---@param words string[]
---@param sentence string part of the message
function cli.assert_refused(words, sentence)
  local status, output, errors = cli.run(words)
  assert.same({ 2, "" }, { status, output })
  assert.is_truthy(errors:find(sentence, 1, true), errors)
end

-- Sends some lines of input, waits until the prompt has been printed a number of times, runs the
-- command of the shell, and sends the other lines.
local MEANWHILE = [[
{ head -n %d %s; n=0
  until [ "$(grep -c '%s' %s)" -ge %d ] || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.05; done
  %s; tail -n +%d %s; } | %s >%s 2>%s]]

--- Runs the program; the shell runs a command while the program waits for its answer to a question.
---@param words string[]
---@param answers string[]
---@param question integer the number of the question
---@param prompt string a text that is printed once in each question
---@param work string the command of the shell
---@return integer status
---@return string output
---@return string errors
function cli.run_while(words, answers, question, prompt, work)
  return run(table.concat(answers, "\n") .. "\n", function(from, out, err)
    return MEANWHILE:format(question - 1, from, prompt, out, question, work, question, from,
      cli.command(words), out, err)
  end)
end

-- Starts the program, and runs the shell command after the program has reported that it watches.
-- Stops the program when it has reported this twice, or after a minute.
local WATCHED = [[
timeout 90 %s >%s 2>&1 & watcher=$!
watches () { n=0; until [ "$(grep -c '^watching' %s)" -ge "$1" ] || [ $n -ge 600 ]; do n=$((n+1)); sleep 0.1; done; }
watches 1; %s; watches 2; kill $watcher; wait $watcher 2>/dev/null]]

--- Returns what the program prints with --watch before and after the shell runs a command.
---@param words string[]
---@param work string the command of the shell
---@return string output
function cli.watched(words, work)
  local out, list = os.tmpname(), compat.table.move(words, 1, #words, 1, {})
  list[#list + 1] = "--watch"
  os.execute(WATCHED:format(cli.command(list), out, out, work))
  local output = cli.read(out)
  os.remove(out)
  return output
end

return cli
