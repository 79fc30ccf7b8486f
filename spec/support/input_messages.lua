--- Checks messages about invalid input. For the specs and the fuzz targets (tests/fuzz).

local input_messages = {}

-- Words that occur in errors of Lua itself. Such an error does not name a place in the input.
local TRACES = { "attempt to", "bad argument", "stack overflow", "%.lua:%d", "invalid value",
  "number has no", "steps$" }

--- Raises an error unless this is a message about the input. A message may quote words of the
--- input.
---@param message any
---@param input string
function input_messages.check(message, input)
  if type(message) ~= "string" or message == "" then
    error("expected a message, got " .. tostring(message), 0)
  end
  for _, trace in ipairs(TRACES) do
    if message:find(trace) and not input:find(trace) then error("an error of Lua itself: " .. message, 0) end
  end
end

--- Raises an error unless this is a message that begins with one of these words.
---@param message any
---@param first string[] patterns
function input_messages.check_place(message, first)
  for _, pattern in ipairs(first) do
    if type(message) == "string" and message:find("^" .. pattern) then return end
  end
  error("expected a message that names its place, got " .. tostring(message), 0)
end

return input_messages
