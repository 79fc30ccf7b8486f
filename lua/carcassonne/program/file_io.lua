--- Reads and writes the files of a command. A new file appears at its path only when it is
--- complete.
-- @module carcassonne.program.file_io

local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"

local file_io = {}

-- Files that have not been committed yet.
local unfinished = {}

--- Removes the files that have not been committed, at the end of a command.
function file_io.discard_unfinished()
  for file in pairs(unfinished) do file:discard() end
  unfinished = {}
end

--- Returns the name of a file for messages.
---@param path string
---@return string
function file_io.file_name(path) return path == "-" and "standard input" or path end

local files_read = {} -- the real paths of files that were read

--- Reads a whole file, or standard input for the path -.
---@param path string
---@return string
function file_io.read(path)
  local file, message = io.stdin, nil
  if path ~= "-" then file, message = io.open(path, "rb") end
  if not file then process.refuse("cannot read %s", message) end
  local text, problem = file:read("*a")
  process.pause()
  if path ~= "-" then file:close() end
  if not text then process.refuse("cannot read %s: %s", file_io.file_name(path), problem) end
  local real = path ~= "-" and sys.real_path(path)
  if real then files_read[real] = true end
  return text
end

--- Opens a file for writing. The file replaces the old file at its path only in file_io.commit. A
--- file that is not committed when the command ends is removed.
---@param path string
---@param stays? boolean whether an uncommitted file is kept, as PATH.part
---@return OutputFile? file
---@return string? message message with the path
function file_io.open_output(path, stays)
  local file, message = sys.output_file(path, stays)
  if file then unfinished[file] = true end
  return file, message
end

--- Commits a file: flushes it to the disk and moves it to its path.
---@param file OutputFile
---@param exclusive? boolean fail if a file that is not empty exists already
---@return true? done
---@return string? message
function file_io.commit(file, exclusive)
  unfinished[file] = nil
  return file:commit(exclusive)
end

--- Writes a whole file. If that fails, the old file is unchanged.
---@param path string
---@param text string
---@return true? done
---@return string? message message with the path
function file_io.write(path, text)
  local file, message = file_io.open_output(path)
  if not file then return nil, message end
  local done, problem = file:write(text)
  if done then return file_io.commit(file) end
  unfinished[file] = nil
  return nil, problem
end

--- Writes a whole file, or raises an error.
---@param path string
---@param text string
function file_io.write_file(path, text)
  local real = sys.real_path(path)
  if real and files_read[real] then
    process.refuse("cannot write %s, because this command reads that file; choose another output file", path)
  end
  local done, problem = file_io.write(path, text)
  if not done then process.refuse("cannot write %s", problem) end
end

--- Makes a temporary file, which is removed when the command ends.
---@param text? string its content
---@return string path
function file_io.temporary(text)
  local path = os.tmpname()
  process.at_end(function() os.remove(path) end)
  local file, problem = io.open(path, "wb")
  local fine = file
  if file then
    fine, problem = file:write(text or "")
    local closed, late = file:close()
    if fine and not closed then fine, problem = closed, late end
  end
  if not fine then
    process.refuse("cannot write the temporary file %s: %s", path, (problem:gsub("^" .. path .. ": ", "")))
  end
  return path
end

return file_io
