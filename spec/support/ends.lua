--- A second computation of where roads and rivers end, slow but simple, to compare with the
--- engine's: it goes round each tile of the board that spec.support.reference_board has surveyed.
-- For the specs.
--
-- In this module a tile is a clock with twelve ports. Two ports meet if no field separates them. A
-- field separates two ports if it has a port on both arcs of the clock between the two ports.

local ends = {}

local PORTS = { "NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR" }
local SIDES = { "N", "E", "S", "W" }
local OPPOSITE = { N = "S", E = "W", S = "N", W = "E" }
local LINES = { road = true, river = true }

local function at_clock(port)
  for i, name in ipairs(PORTS) do
    if name == port then return i end
  end
end

-- Returns the fields at the ports clockwise between two ports, as a set.
local function fields_on_the_way(print, from, to)
  local fields, i = {}, at_clock(from) % 12 + 1
  while PORTS[i] ~= to do
    local segment = print.owner[PORTS[i]]
    if segment and print.segments[segment].kind == "field" then fields[segment] = true end
    i = i % 12 + 1
  end
  return fields
end

local function share(a, b)
  for one in pairs(a) do
    if b[one] then return true end
  end
  return false
end

local function set_of(list)
  local set = {}
  for _, one in ipairs(list) do set[one] = true end
  return set
end

local function sorted(set)
  local list = {}
  for one in pairs(set) do list[#list + 1] = one end
  table.sort(list)
  return list
end

-- Returns the segments that meet the road or river at a side, clockwise from this side.
local function met_from(print, side)
  local list, i = {}, at_clock(side)
  for step = 3, 9, 3 do
    local port = PORTS[(i + step - 1) % 12 + 1]
    local segment = print.owner[port]
    if segment and not share(fields_on_the_way(print, side, port), fields_on_the_way(print, port, side)) then
      list[#list + 1] = segment
    end
  end
  return list
end

local function of_kinds(print, ...)
  local kinds, list = set_of { ... }, {}
  for i, segment in ipairs(print.segments) do
    if kinds[segment.kind] then list[#list + 1] = i end
  end
  return list
end

local function bordered_by_both(print, one, other)
  local theirs, list = set_of(print.segments[other].borders), {}
  for _, city in ipairs(print.segments[one].borders) do
    if theirs[city] then list[#list + 1] = city end
  end
  return list
end

--- Returns the segments into which a road or river of one side runs inside its tile, for a tile
--- whose line in the set does not name them.
---@param print table the printed tile: `segments`, and `owner`, the segment at each port
---@param segment integer
---@return integer[] segments sorted
function ends.inside(print, segment)
  local side = print.segments[segment].ports[1]
  local left, right = print.owner[side .. "L"], print.owner[side .. "R"]
  local houses = of_kinds(print, "monastery", "spot")
  if left == right then return #houses > 0 and houses or { left } end
  local cities = bordered_by_both(print, left, right)
  if #cities > 0 then return sorted(set_of(cities)) end
  local met = met_from(print, side)
  local crossing = true
  for _, one in ipairs(met) do
    crossing = crossing and print.segments[one].kind == print.segments[segment].kind
  end
  if crossing and #houses > 0 then return houses end
  if crossing and #met > 0 then return sorted(set_of(met)) end
  return sorted(set_of(#met > 0 and { met[1], met[#met] } or { left, right }))
end

local function gives_ends(segment)
  for _, name in ipairs(segment.attributes) do
    if name == "tunnel" then return true end
  end
  return false
end

-- Returns how many ends of a tunnel are joined already.
local function joined(slow, tile, segment) return #(slow._joins[tile.index * 32 + segment] or {}) end

local function add_inside(list, slow, tile, number)
  local segment = tile.printed.segments[number]
  if gives_ends(segment) then
    if joined(slow, tile, number) == 0 then
      list[#list + 1] = { tile = tile.index, segment = number, open = true, into = {} }
    end
  elseif #segment.ports == 1 then
    local into = tile.printed.segments[number].ends_at or ends.inside(tile.printed, number)
    list[#list + 1] = { tile = tile.index, segment = number, open = false, into_tile = tile.index,
      into = into }
  end
end

-- Adds the end at a side if the road or river ends there: if the neighbouring cell is empty, or if
-- the tile in this cell has nothing printed on the side that touches.
local function add_on_side(list, slow, tile, number, at)
  local side = SIDES[at]
  local other = tile.printed.owner[side] == number and slow:_beside(tile, side)
  if other == nil then
    list[#list + 1] = { tile = tile.index, segment = number, side = at, open = true, into = {} }
  end
  if not other or other.printed.owner[OPPOSITE[side]] then return end
  local into = {}
  for i in ipairs(other.printed.segments) do into[i] = i end
  list[#list + 1] = { tile = tile.index, segment = number, side = at, open = false, into_tile = other.index,
    into = into }
end

local function add_ends(list, slow, tile, number)
  if not LINES[tile.printed.segments[number].kind] then return end
  add_inside(list, slow, tile, number)
  for at = 1, 4 do add_on_side(list, slow, tile, number, at) end
end

--- Returns all ends on a board.
---@param slow ReferenceBoard
---@return {tile:integer, segment:integer, side:integer?, open:boolean, into_tile:integer?, into:integer[]}[]
function ends.of(slow)
  local list = {}
  for _, tile in ipairs(slow.tiles) do
    for number in ipairs(tile.printed.segments) do add_ends(list, slow, tile, number) end
  end
  return list
end

--- Returns how many ends of a feature run into a feature of this kind.
---@param slow ReferenceBoard
---@param feature SurveyFeature
---@param kind Kind
---@return integer
function ends.count_into(slow, feature, kind)
  local list, count = {}, 0
  for _, place in ipairs(feature.places) do add_ends(list, slow, slow.tiles[place.tile], place.segment) end
  for _, one in ipairs(list) do
    local is_such = false
    for _, segment in ipairs(one.into) do
      is_such = is_such or slow.tiles[one.into_tile].printed.segments[segment].kind == kind
    end
    count = count + (is_such and 1 or 0)
  end
  return count
end

return ends
