--- Paths on the disk, by carcassonne.sys. That module is optional; it is loaded at its first use.
-- @module carcassonne.variant.paths

local optional_module = require "carcassonne.base.optional_module"

local paths = {}

-- The module, or false if it is missing.
local sys
local function find_sys()
  if sys == nil then
    sys = optional_module.find "carcassonne.sys" or false
  end
  return sys
end

--- Whether this host has carcassonne.sys.
---@return boolean
function paths.has_sys() return find_sys() ~= false end

--- Returns the absolute path of a file or folder, with links resolved. Without carcassonne.sys:
--- returns `path` itself if a file with that path can be read.
---@param path string
---@return string? real nil if the path does not exist
---@return "file"|"folder"|"other"|nil kind
function paths.real_path(path)
  if find_sys() then return sys.real_path(path) end
  local file = io.open(path, "rb")
  local is_file = file and file:read(0) ~= nil -- reading a folder fails
  if file then file:close() end
  if is_file then return path, "file" end
end

--- Returns the names in a folder, unsorted, without those that begin with a dot. Without
--- carcassonne.sys: an empty list.
---@param path string
---@return string[]
function paths.in_folder(path) return find_sys() and sys.in_folder(path) or {} end

return paths
