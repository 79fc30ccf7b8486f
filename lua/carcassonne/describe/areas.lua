--- The areas of a game: named places of one or more segments, some of which are on the table.
-- @module carcassonne.describe.areas

local areas = {}

--- A place of an area.
---@class AreaPlace
---@field x integer
---@field y integer
---@field segment integer
---@field text string the segment in notation

--- An area.
---@class AreaSeen
---@field name string
---@field places AreaPlace[]

--- Returns the areas that have segments on the table.
---@param state State
---@return AreaSeen[]
---@usage assert(#require("carcassonne.describe.areas").of(carcassonne.game():new_initial_state()) == 0)
function areas.of(state)
  local list = {}
  for _, name in ipairs(state:game():areas()) do
    local places = {}
    for i, at in ipairs(state:segments { at = name }) do
      places[i] = { x = at.x, y = at.y, segment = at.segment, text = at.text }
    end
    if #places > 0 then list[#list + 1] = { name = name, places = places } end
  end
  return list
end

return areas
