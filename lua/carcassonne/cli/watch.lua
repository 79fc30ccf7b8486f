--- Repeats a task whenever a file has changed, until Ctrl-C.
-- @module carcassonne.cli.watch

local compat = require "carcassonne.base.compat"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"

local watch = {}

local MOST_NAMES = 5 -- maximum number of files in the message
local INTERRUPTED = 130 -- status of a task that Ctrl-C has ended

local PAUSE = "sleep 0.3" -- between two checks; Lua cannot wait, so an external program does

--- Declares --watch.
---@param command table of argparse
function watch.option(command)
  command:flag("--watch", "Run the command again whenever one of the files changes, until Ctrl-C.")
end

-- Returns the contents of the files as one text. A missing file counts as empty, because an editor
-- may be replacing it.
local function contents(paths)
  local parts = {}
  for i, path in ipairs(paths) do
    local file = io.open(path, "rb")
    parts[i] = file and file:read "*a" or ""
    if file then file:close() end
  end
  return table.concat(parts, "\0")
end

-- Waits until the files change; returns false after Ctrl-C.
local function wait(paths, before)
  repeat
    process.pause()
    if not compat.os.execute(PAUSE) then return false end
  until contents(paths) ~= before
  return true
end

--- Runs a task once; with `--watch`, runs it again after each change. With `--watch`, prints errors
--- and continues.
---@param args {watch?:boolean}
---@param files fun():string[] the paths to watch; called before each run
---@param work fun():integer the task; returns its status
---@return integer status status of the last run; 130 ends the repetition
function watch.run(args, files, work)
  if not args.watch then return work() end
  local status
  files() -- raises an error if there is nothing to watch
  repeat
    local fine, result = pcall(work)
    if not fine and result == output.closed then error(result, 0) end
    status = fine and result or 2
    if not fine then output.print("carcassonne: " .. tostring(result)) end
    local paths = files()
    local before = contents(paths)
    local names = #paths > MOST_NAMES and ("%d files"):format(#paths) or table.concat(paths, ", ")
    output.print(("watching %s; Ctrl-C quits"):format(names))
    output.flush()
    if status == INTERRUPTED then return status end
  until not wait(paths, before)
  return status
end

return watch
