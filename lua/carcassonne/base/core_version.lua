--- Checks that the compiled part of the library matches its Lua files. `carcassonne` requires this
-- module first.
-- @module carcassonne.base.core_version

local core_version = {}

-- The version of the compiled part's interface that these files require.
local ABI_VERSION = 17

--- Checks that the compiled part has the version that these files require.
---@param core {abi_version:integer}
---@return string? problem nil if it matches
function core_version.mismatch(core)
  if core.abi_version == ABI_VERSION then return nil end
  return ("carcassonne.core has interface version %s, but the Lua files require version %d; build it "
    .. "again"):format(tostring(core.abi_version), ABI_VERSION)
end

--- Returns the message for a compiled part that was built for another Lua version.
---@param message string the message of `require`
---@return string
function core_version.wrong_lua(message)
  local lua = rawget(_G, "jit") and "luajit" or _VERSION:lower():gsub(" ", "")
  return ("this program runs in %s, but carcassonne.core was built for another Lua; build it again with "
      .. "`make LUA=%s module` (%s)"):format(
    lua, lua, (message:match "[^\n]*$":gsub("^%s+", "")))
end

local found, core = pcall(require, "carcassonne.core")
if not found then
  local is_there = tostring(core):find "error loading module" or tostring(core):find "version"
  error(is_there and core_version.wrong_lua(tostring(core)) or core, 0)
end
local problem = core_version.mismatch(core)
if problem then error(problem, 0) end

return core_version
