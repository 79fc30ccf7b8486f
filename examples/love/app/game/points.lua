--- Explains the points of a game by its events: a table by player and reason, and the sentences
--- about each player.
-- @module app.game.points

local words = require "carcassonne.describe.words"

local points = {}

-- Returns the reason for the points of an event.
local function reason(event)
  if event.kind == "awarded" then return event.label or "scripts" end
  if event.feature == "goods" then return "goods" end
  return event.feature or "other"
end

local FIRST = { city = 1, road = 2, monastery = 3, field = 4, goods = 5 }

---@class PointTable
---@field reasons string[] kinds of features such as city and road, then reasons of scripts
---@field of table<integer, table<string, integer>> by player and reason

--- Adds up the points of events.
---@param events Event[]
---@param players integer
---@return PointTable
function points.table(events, players)
  local of, seen, reasons = {}, {}, {}
  for player = 1, players do of[player] = {} end
  for _, event in ipairs(events) do
    if words.pays[event.kind] and event.points and of[event.player] then
      local why = reason(event)
      of[event.player][why] = (of[event.player][why] or 0) + event.points
      if not seen[why] then
        seen[why] = true
        reasons[#reasons + 1] = why
      end
    end
  end
  table.sort(reasons, function(a, b)
    local first, second = FIRST[a] or 9, FIRST[b] or 9
    if first ~= second then return first < second end
    return a < b
  end)
  return { reasons = reasons, of = of }
end

--- Returns the sentences in which a player gets or loses points.
---@param sentences Sentence[]
---@param name? string name of the player; all players by default
---@return Sentence[]
function points.about(sentences, name)
  local list = {}
  for _, sentence in ipairs(sentences) do
    if sentence.pays and (not name or words.is_named(sentence.text, name)) then list[#list + 1] = sentence end
  end
  return list
end

return points
