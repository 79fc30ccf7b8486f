--- Files of saved games of JCloisterZone.
-- @module carcassonne.interop.jcz_file

local file_io = require "carcassonne.program.file_io"
local jcz = require "carcassonne.interop.jcz"
local process = require "carcassonne.program.process"

local jcz_file = {}

--- Reads a file; raises an error if the file is not valid.
---@param path string
---@return SavedJcz
function jcz_file.read(path)
  local saved, problem = jcz.read(file_io.read(path))
  if not saved then process.refuse("%s: %s", file_io.file_name(path), problem) end
  return saved
end

return jcz_file
