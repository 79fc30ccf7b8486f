-- log.lua: fuzz target. The input is a game of another engine (JCloisterZone) as JSON, or a saved
-- game of this one, which begins with `carcassonne`. The game is read and replayed.

local carcassonne = require "carcassonne"
local jcz = require "carcassonne.interop.jcz"
local input_messages = require "spec.support.input_messages"

local function replay(text)
  local state, message = carcassonne.load(text)
  if not state then return input_messages.check(message, text) end
  assert(state:serialize())
end

return function(input)
  if input:find "^carcassonne" then return replay(input) end
  local saved, message = jcz.read(input)
  if not saved then return input_messages.check(message, input) end
  local outcome = jcz.play(saved)
  for _, missing in ipairs(outcome.missing) do input_messages.check(missing, input) end
  if outcome.problem then input_messages.check(outcome.problem, input) end
end
