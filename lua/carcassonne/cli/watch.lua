--- Doing something again whenever a file has changed, until Ctrl-C.
-- @module carcassonne.cli.watch

local compat = require "carcassonne.base.compat"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"

local watch = {}

local PAUSE = "sleep 0.3" -- between two looks; a program of its own, since Lua has no way to wait

--- Declares the option.
---@param command table of argparse
function watch.option(command)
  command:flag("--watch", "Do it again whenever one of the files changes, until Ctrl-C.")
end

-- What is in the files, as one text; an empty one where a file is not there, as while an editor
-- writes it.
local function contents(paths)
  local parts = {}
  for i, path in ipairs(paths) do
    local file = io.open(path, "rb")
    parts[i] = file and file:read "*a" or ""
    if file then file:close() end
  end
  return table.concat(parts, "\0")
end

-- Waits until there is something else in the files; false if Ctrl-C came first.
local function wait(paths, before)
  repeat
    process.pause()
    if not compat.os.execute(PAUSE) then return false end
  until contents(paths) ~= before
  return true
end

--- Does it once, and with `--watch` again whenever a file has changed. There an error is told, and
--- does not end it.
---@param args {watch?:boolean}
---@param files fun():string[] the paths to watch, asked after each time
---@param work fun():integer does it; the status
---@return integer status of the last time
function watch.run(args, files, work)
  if not args.watch then return work() end
  local status
  files() -- refuses what cannot be watched
  repeat
    local fine, result = pcall(work)
    if not fine and result == output.closed then error(result, 0) end
    status = fine and result or 2
    if not fine then output.print("carcassonne: " .. tostring(result)) end
    local paths = files()
    local before = contents(paths)
    output.print(("watching %s; Ctrl-C ends it"):format(table.concat(paths, ", ")))
    output.flush()
  until not wait(paths, before)
  return status
end

return watch
