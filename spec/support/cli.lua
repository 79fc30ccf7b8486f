--- Runs the command line program, as people do. For the specs.

local compat = require "carcassonne.compat"
local common = require "carcassonne.cli.common"
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
  local lines, before = {}, common.print
  common.print = function(line) lines[#lines + 1] = (line or "") .. "\n" end
  local results = compat.table.pack(pcall(f, ...))
  common.print = before
  if not results[1] then error(results[2], 0) end
  return table.concat(lines), compat.table.unpack(results, 2, results.n)
end

--- Runs `carcassonne ...` in a Unicode locale, without a terminal.
---@param words string[] behind the program's name
---@param input? string what it reads
---@param environment? string NAME=VALUE in front of the command
---@return integer status
---@return string output
---@return string errors
function cli.run(words, input, environment)
  local from, out, err = cli.file(input or ""), os.tmpname(), os.tmpname()
  local quoted = {}
  for i, word in ipairs(words) do quoted[i] = quote(word) end
  local command = ("env -u COLUMNS -u NO_COLOR LC_ALL=C.UTF-8 %s %s lua/bin/carcassonne %s <%s >%s 2>%s"):format(environment or "",
    lua.name, table.concat(quoted, " "), from, out, err)
  local _, _, status = compat.os.execute(command)
  local output, errors = cli.read(out), cli.read(err)
  os.remove(from)
  os.remove(out)
  os.remove(err)
  return status, output, errors
end

return cli
