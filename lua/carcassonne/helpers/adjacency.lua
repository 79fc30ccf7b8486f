--- Finds the features that meet a feature on the table, for scripts:
--- local adjacency = require "carcassonne.helpers.adjacency".
-- @module carcassonne.helpers.adjacency

local adjacency = {}

-- The segments that meet on a tile, for tiles on which they do not follow from the ends of roads:
-- numbers of segments, by the tile's id.
local PRINTED = {
  ["TB-C"] = { 1, 3 }, -- the other road ends at a cottage
  ["IC-I"] = { 1, 2, 3, 4 }, -- two cities and two roads
  ["FE-E"] = { 1, 2, 3, 4 },
  ["PD-N"] = { 1, 2 }, -- the monastery is in the city
  ["TO-K"] = {}, -- the tower separates road and city
}

-- For each side: the offset of the next tile, and its opposite side.
local NEXT = { { "N", 0, -1, "S" }, { "E", 1, 0, "W" }, { "S", 0, 1, "N" }, { "W", -1, 0, "E" } }

-- Adds the segments at which roads of a feature end, and the roads that end in the feature.
local function add_ends(state, feature, add)
  for _, road in ipairs(state:ends { kind = "road", any = { { feature = feature }, { into = feature } } }) do
    local counts, own = not road.side and not PRINTED[state:tile(road.tile).id],
      state:matches(road, { feature = feature })
    if counts and not own then add(road.tile, road.segment) end
    for _, goal in ipairs(counts and own and road.into or {}) do add(goal.tile, goal.segment) end
  end
end

-- Adds the segments that meet a segment according to PRINTED.
local function add_printed(state, place, add)
  local numbers, own = PRINTED[state:tile(place.tile).id] or {}, false
  for _, number in ipairs(numbers) do own = own or number == place.segment end
  for _, number in ipairs(own and numbers or {}) do add(place.tile, number) end
end

-- Adds the segments across the sides of a segment, if one of the two tiles fits beside any tile.
-- (Such a tile has no segments at its sides.)
local function add_sides(state, place, add)
  for _, way in ipairs(NEXT) do
    local mine, other = state:port(place.x, place.y, way[1]),
      state:tile_at(place.x + way[2], place.y + way[3])
    local theirs = other and state:port(other.x, other.y, way[4])
    if theirs and not mine then add(other.index, theirs) end
    for number = 1, other and not theirs and mine == place.segment and state:num_segments(other.x, other.y)
        or 0 do
      add(other.index, number)
    end
  end
end

--- Returns the segments that meet a feature: a city, a monastery or a crossing at which its roads
--- end inside a tile; roads that end in it; and segments across the sides of a tile that fits
--- beside any tile, such as an abbey.
---@param state State
---@param feature Feature
---@return {tile:integer, x:integer, y:integer, segment:integer}[] places segments of other features, by tile, then number
---@usage assert(#require("carcassonne.helpers.adjacency").of(state, state:feature(0, 0, 1)) == 0)
function adjacency.of(state, feature)
  local met, places = {}, {}
  local function add(tile, segment) met[tile * 64 + segment] = true end
  add_ends(state, feature, add)
  for _, place in ipairs(feature:segments()) do
    add_printed(state, place, add)
    add_sides(state, place, add)
  end
  for number in pairs(met) do
    local tile = state:tile(math.floor(number / 64))
    local place = { tile = tile.index, x = tile.x, y = tile.y, segment = number % 64 }
    if state:feature(place.x, place.y, place.segment) ~= feature then places[#places + 1] = place end
  end
  table.sort(places,
    function(one, other) return one.tile * 64 + one.segment < other.tile * 64 + other.segment end)
  return places
end

return adjacency
