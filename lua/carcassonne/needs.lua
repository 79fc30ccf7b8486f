--- What the program needs to run: the right Lua, and a compiled part that goes with these files. `carcassonne` requires this
-- first; so this file and that one have to be read by any Lua from 5.1 on.
-- @module carcassonne.needs

local needs = {}

-- That of the compiled part's interface, which these files were written for.
local ABI_VERSION = 5

--- What is wrong with the Lua that runs this.
---@param version string as in _VERSION
---@param jit? string as in jit.version
---@return string? problem nil if it is right
function needs.problem(version, jit)
  local major, minor = version:match "(%d+)%.(%d+)$"
  if major and tonumber(major) * 100 + tonumber(minor) >= 504 then return nil end
  return ("carcassonne needs Lua 5.4; this is %s"):format(jit or version)
end

--- Whether the compiled part is another than these files want.
---@param core {abi_version:integer}
---@return string? problem nil if it is right
function needs.mismatch(core)
  if core.abi_version == ABI_VERSION then return nil end
  return ("carcassonne.core is of another version: its interface has the number %s, these files want %d; build it again"):format(
    tostring(core.abi_version), ABI_VERSION)
end

local jit = rawget(_G, "jit")
local problem = needs.problem(_VERSION, jit and jit.version) or needs.mismatch(require "carcassonne.core")
if problem then error(problem, 0) end

return needs
