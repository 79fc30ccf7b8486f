--- Calls that may fail because the host has too little memory.
-- @module carcassonne.base.memory

local memory = {}

-- How Lua's and the engine's messages about too little memory end. The message about a script's
-- memory limit goes on.
local REFUSED = "not enough memory$"

--- Returns the code of a failure: "memory" if the host is out of memory, otherwise `other`.
---@param message any
---@param other string
---@return string code
function memory.code(message, other) return tostring(message):find(REFUSED) and "memory" or other end

local function outcome(fine, first, message, code)
  if fine then return first, message, code end
  if memory.code(first, "") ~= "memory" then error(first, 0) end
  return nil, first, "memory"
end

--- Calls a function that reports a failure by an error, or by the results nil, a message and a
--- code. If the host runs out of memory, collects garbage and calls the function again.
---@param call fun(a:any, b:any):any, string?, string?
---@param a any
---@param b any
---@return any first the first result; nil if memory ran out twice
---@return string? message
---@return string? code
function memory.try(call, a, b)
  local first, message, code = outcome(pcall(call, a, b))
  if code ~= "memory" then return first, message, code end
  collectgarbage()
  return outcome(pcall(call, a, b))
end

return memory
