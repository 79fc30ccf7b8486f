--- Paths on the disk; uses carcassonne.sys. That module is optional, and loaded when it is first
--- used.
-- @module carcassonne.variant.paths

local optional_module = require "carcassonne.base.optional_module"

local paths = {}

-- The module carcassonne.sys; false if it is missing.
local sys
local function find_sys()
  if sys == nil then
    sys = optional_module.find "carcassonne.sys" or false
  end
  return sys
end

--- Returns whether this host has carcassonne.sys.
---@return boolean
function paths.has_sys() return find_sys() ~= false end

--- Returns the absolute path of a file or folder, with links resolved. If carcassonne.sys is
--- missing, returns `path` itself if a file with this path can be read.
---@param path string
---@return string? real nil if the path does not exist
---@return "file"|"folder"|"other"|nil kind
function paths.real_path(path)
  if find_sys() then return sys.real_path(path) end
  local file = io.open(path, "rb")
  local is_file = file and file:read(0) ~= nil -- reading from a folder fails
  if file then file:close() end
  if is_file then return path, "file" end
end

--- Returns the names in a folder, unsorted. Names that begin with a dot are omitted. If
--- carcassonne.sys is missing, returns an empty list.
---@param path string
---@return string[]
function paths.in_folder(path) return find_sys() and sys.in_folder(path) or {} end

return paths
