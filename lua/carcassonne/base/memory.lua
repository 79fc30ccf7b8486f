--- Calls for which a host may have too little memory.
-- @module carcassonne.base.memory

local memory = {}

-- The end of the message, Lua's and the engine's. A script that has used up its own memory gets a
-- longer one.
local REFUSED = "not enough memory$"

--- The code of a failure: "memory" if the host had none left, else the other.
---@param message any
---@param other string
---@return string code
function memory.code(message, other) return tostring(message):find(REFUSED) and "memory" or other end

local function outcome(fine, first, message, code)
  if fine then return first, message, code end
  if memory.code(first, "") ~= "memory" then error(first, 0) end
  return nil, first, "memory"
end

--- Calls a function that raises, or returns nil, a message and a code. Where memory is refused,
--- collects garbage and calls it again.
---@param call fun(a:any, b:any):any, string?, string?
---@param a any
---@param b any
---@return any first what it returned; nil if memory was refused twice
---@return string? message
---@return string? code
function memory.try(call, a, b)
  local first, message, code = outcome(pcall(call, a, b))
  if code ~= "memory" then return first, message, code end
  collectgarbage()
  return outcome(pcall(call, a, b))
end

return memory
