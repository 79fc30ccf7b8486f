--- Modules that a host may lack.
-- @module carcassonne.base.optional_module

local error_message = require "carcassonne.base.error_message"

local optional_module = {}

--- Loads a module that may be missing; Ctrl-C is passed on.
---@param name string
---@return table? module nil if it cannot be loaded
function optional_module.find(name)
  local found, module = pcall(require, name)
  if not found and error_message.is_interruption(module) then error(module, 0) end
  return found and module or nil
end

return optional_module
