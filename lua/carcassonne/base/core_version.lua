--- What the program needs to run: a compiled part that goes with these files. `carcassonne`
--- requires this first.
-- @module carcassonne.base.core_version

local core_version = {}

-- That of the compiled part's interface, which these files were written for.
local ABI_VERSION = 14

--- Whether the compiled part is another than these files want.
---@param core {abi_version:integer}
---@return string? problem nil if it is right
function core_version.mismatch(core)
  if core.abi_version == ABI_VERSION then return nil end
  return ("carcassonne.core is of another version: its interface has the number %s, these files want %d; "
      .. "build it again"):format(
    tostring(core.abi_version), ABI_VERSION)
end

--- What is said of a compiled part that is there and that this Lua cannot load, since it was built
--- for another one.
---@param message string what `require` says
---@return string
function core_version.wrong_lua(message)
  local lua = rawget(_G, "jit") and "luajit" or _VERSION:lower():gsub(" ", "")
  return ("carcassonne.core was built for another Lua than %s, which runs this; build it again with `make "
      .. "LUA=%s module` (%s)"):format(
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
