--- Paths on the disk, by carcassonne.sys. A host may lack that module; it is required when it is
--- first used.
-- @module carcassonne.variant.paths

local error_message = require "carcassonne.base.error_message"

local paths = {}

-- The module, or false where it is missing.
local sys
local function find_sys()
  if sys == nil then
    sys = error_message.optional "carcassonne.sys" or false
  end
  return sys
end

--- Whether this host has the module.
---@return boolean
function paths.has_sys() return find_sys() ~= false end

--- The whole path of what is there, without links in it. Without the module, the path itself if a
--- file of that path can be read.
---@param path string
---@return string? real nil where there is nothing
---@return "file"|"folder"|"other"|nil kind
function paths.real_path(path)
  if find_sys() then return sys.real_path(path) end
  local file = io.open(path, "rb")
  local is_file = file and file:read(0) ~= nil -- reading a folder fails
  if file then file:close() end
  if is_file then return path, "file" end
end

--- The names in a folder, without those that begin with a dot, in no order. Without the module,
--- none.
---@param path string
---@return string[]
function paths.in_folder(path) return find_sys() and sys.in_folder(path) or {} end

return paths
