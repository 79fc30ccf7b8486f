--- What the program needs to run: a compiled part that goes with these files. `carcassonne` requires this first.
-- @module carcassonne.needs

local needs = {}

-- That of the compiled part's interface, which these files were written for.
local ABI_VERSION = 6

--- Whether the compiled part is another than these files want.
---@param core {abi_version:integer}
---@return string? problem nil if it is right
function needs.mismatch(core)
  if core.abi_version == ABI_VERSION then return nil end
  return ("carcassonne.core is of another version: its interface has the number %s, these files want %d; build it again"):format(
    tostring(core.abi_version), ABI_VERSION)
end

local problem = needs.mismatch(require "carcassonne.core")
if problem then error(problem, 0) end

return needs
