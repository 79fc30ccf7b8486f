--- Removes from a JCloisterZone game the messages that are taken back. An UNDO takes back the last
--- message that is still valid, but no message before the last COMMIT.
-- @module carcassonne.interop.jcz_undo

local jcz_undo = {}

--- Removes each UNDO and the message that it takes back.
---@param file table[] the messages of the file
---@return table[] messages
---@return table<table, integer> places for each message, its number in the file
---@return integer? refused number of the first UNDO without a message to take back; the result ends before it
---@return string? why
function jcz_undo.without(file)
  local messages, places = {}, {}
  for i, message in ipairs(file) do
    local last = messages[#messages]
    if message.type ~= "UNDO" then
      messages[#messages + 1] = message
      places[message] = i
    elseif last and last.type ~= "COMMIT" then
      messages[#messages] = nil
    else
      return messages, places, i, last and "the previous message has been "
        .. "confirmed" or "no message precedes it"
    end
  end
  return messages, places
end

return jcz_undo
