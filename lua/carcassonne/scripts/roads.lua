--- Where roads go on, for scripts that follow them.
-- @module carcassonne.scripts.roads

local roads = {}

-- By sides, where the next tile lies, and its side there.
local NEXT = { { "N", 0, -1, "S" }, { "E", 1, 0, "W" }, { "S", 0, 1, "N" }, { "W", -1, 0, "E" } }

--- A number for a segment on the table, the same for what has the same `x`, `y` and `segment`.
---@param place {x:integer, y:integer, segment:integer}
---@return integer
---@usage assert(require("carcassonne.scripts.roads").key { x = 0, y = 0, segment = 2 } == 2)
function roads.key(place) return place.x * 65536 + place.y * 16 + place.segment end

--- The segments with which a road goes on from one of them: on the tiles beside its own, and where scripts have joined it.
---@param state State
---@param place {x:integer, y:integer, segment:integer}
---@return {x:integer, y:integer, segment:integer}[]
function roads.beyond(state, place)
  local list = {}
  for _, way in ipairs(NEXT) do
    local x, y = place.x + way[2], place.y + way[3]
    local leaves = state:port(place.x, place.y, way[1]) == place.segment and state:tile_index(x, y)
    local segment = leaves and state:port(x, y, way[4]) -- an abbey's sides have none
    if segment then list[#list + 1] = { x = x, y = y, segment = segment } end
  end
  for _, join in ipairs(state:joins()) do
    for i, one in ipairs(join) do
      if roads.key(one) == roads.key(place) then list[#list + 1] = join[3 - i] end
    end
  end
  return list
end

return roads
