--- Runs the command line program, as people do. For the specs.

local assert = require "luassert"
local compat = require "carcassonne.base.compat"
local program_output = require "carcassonne.program.output"
local files = require "spec.support.files"
local lua = require "spec.support.lua"

local cli = {}

local function quote(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

cli.file, cli.read = files.write, files.read

--- Calls a command's own function, and keeps what it prints.
---@param f function
---@param ... any
---@return string output
---@return any ... what the function returned
function cli.printed(f, ...)
  local parts, before = {}, program_output.put
  program_output.put = function(...) parts[#parts + 1] = table.concat { ... } end
  local results = compat.table.pack(pcall(f, ...))
  program_output.put = before
  if not results[1] then error(results[2], 0) end
  return table.concat(parts), compat.table.unpack(results, 2, results.n)
end

-- Commands of spec/interop_tools.lua; the others are the program's.
local TOOLS = { verify = true, scenario = true }

--- The program that has a command.
---@param words string[] that follow its name
---@return string path
function cli.program(words) return TOOLS[words[1]] and "spec/interop_tools.lua" or "lua/bin/carcassonne" end

--- The command for the shell, with what it needs around it.
---@param words string[] that follow the program's name
---@param environment? string NAME=VALUE in front of it
---@return string
function cli.command(words, environment)
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = quote(word) end
  return ("env -u COLUMNS -u NO_COLOR LC_ALL=C.UTF-8 %s %s %s %s"):format(environment or "",
    lua.name, cli.program(words), table.concat(quoted, " "))
end

-- Runs what `compose` makes of the paths of its input, its output and its errors.
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
---@param words string[] that follow the program's name
---@param input? string what it reads
---@param environment? string NAME=VALUE in front of the command
---@return integer status
---@return string output
---@return string errors
function cli.run(words, input, environment)
  return run(input or "", function(from, out, err)
    return ("%s <%s >%s 2>%s"):format(cli.command(words, environment), from, out, err)
  end)
end

--- The program refuses these words: it prints nothing, and says why.
---@param words string[]
---@param sentence string stands in the message
function cli.assert_refused(words, sentence)
  local status, output, errors = cli.run(words)
  assert.same({ 2, "" }, { status, output })
  assert.is_truthy(errors:find(sentence, 1, true), errors)
end

-- Lines of input, then the work of the shell once something stands so often in the output, then the
-- other lines.
local MEANWHILE = [[
{ head -n %d %s; n=0
  until [ "$(grep -c '%s' %s)" -ge %d ] || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.05; done
  %s; tail -n +%d %s; } | %s >%s 2>%s]]

--- The same; the shell does something while the program waits for its answer to a question.
---@param words string[]
---@param answers string[]
---@param question integer the number of the question
---@param prompt string what stands once in each question
---@param work string command of the shell
---@return integer status
---@return string output
---@return string errors
function cli.run_while(words, answers, question, prompt, work)
  return run(table.concat(answers, "\n") .. "\n", function(from, out, err)
    return MEANWHILE:format(question - 1, from, prompt, out, question, work, question, from,
      cli.command(words), out, err)
  end)
end

-- The program, until it has said twice that it watches, or for a minute; in between the work of the
-- shell.
local WATCHED = [[
timeout 90 %s >%s 2>&1 & watcher=$!
watches () { n=0; until [ "$(grep -c '^watching' %s)" -ge "$1" ] || [ $n -ge 600 ]; do n=$((n+1)); sleep 0.1; done; }
watches 1; %s; watches 2; kill $watcher; wait $watcher 2>/dev/null]]

--- What the program prints with --watch before the shell does something, and after.
---@param words string[]
---@param work string command of the shell
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
