--- Which segment each character cell of a tile's picture belongs to, worked out from the ports alone, so that
-- tiles of a designer's own are drawn too.
--
-- Cities are shapes on their sides, roads and rivers are lines to the middle, and fields grow inwards from their ports until
-- they meet a road or a city. What grows from no port is a field inside the tile.
-- @module carcassonne.text.tile_cells

local compat = require "carcassonne.base.compat"
local tile_roads = require "carcassonne.text.tile_roads"
local tile_sides = require "carcassonne.describe.tile_sides"

local tile_cells = {}

-- How far a city on one side alone reaches, where the middle is 0 and the side is 1.
local DEPTH = 0.35
-- Half the height of a city that joins two opposite sides.
local WAIST = 0.34

local TURN, OPPOSITE, sides_of = tile_sides.step, tile_sides.opposite, tile_sides.of
local AFTER = { N = "E", E = "S", S = "W", W = "N" }

-- Whether a point (from -1 to 1, east and south) lies in the triangle on a side.
local function in_cap(side, u, v)
  local along = u * TURN[side][1] + v * TURN[side][2]
  local across = math.abs(u * TURN[side][2]) + math.abs(v * TURN[side][1])
  return along > math.max(DEPTH, across - 1e-9)
end

local function in_caps(sides, u, v)
  for side in pairs(sides) do
    if in_cap(side, u, v) then return true end
  end
  return false
end

local function in_corner(sides, u, v, back)
  local reach = 0
  for side in pairs(sides) do reach = reach + u * TURN[side][1] + v * TURN[side][2] end
  return reach > back
end

local function missing_side(sides)
  for side in pairs(TURN) do
    if not sides[side] then return side end
  end
end

-- Whether a point lies in a city with these sides; `alone`: no other city is on the tile.
local function in_city(sides, count, u, v, alone)
  if count <= 1 then return in_caps(sides, u, v) end
  if count == 4 then return true end
  if count == 3 then return not in_cap(missing_side(sides), u, v) end
  local side = next(sides)
  if sides[OPPOSITE[side]] then
    return in_caps(sides, u, v) or math.abs((side == "N" or side == "S") and u or v) < WAIST
  end
  return in_caps(sides, u, v) or in_corner(sides, u, v, alone and 0.01 or 0.3)
end

local function paint_cities(grid, segments, at)
  local cities = {}
  for _, segment in ipairs(segments) do
    if segment.kind == "city" then cities[#cities + 1] = segment end
  end
  for _, city in ipairs(cities) do
    local sides, count = sides_of(city)
    for row = 1, grid.height do
      for column = 1, grid.width do
        local u, v = at(column, row)
        if not grid[row][column] and in_city(sides, count, u, v, #cities == 1) then grid[row][column] = city.index end
      end
    end
  end
end

local BEFORE = { N = "W", E = "N", S = "E", W = "S" }

local function has_port(segment, port)
  for _, one in ipairs(segment.ports) do
    if one == port then return true end
  end
  return false
end

-- The city that has the other half of a side of which a field has this one.
local function city_behind(segments, side)
  for _, segment in ipairs(segments) do
    if segment.kind == "city" and has_port(segment, side) then return segment end
  end
end

-- A field takes its half of a side from the city that has the other: all behind it, or, where the city lies there from another
-- side, no more than what is next to the side.
local function give_half(grid, at, city, side, half)
  local beside, across = half == "L" and BEFORE[side] or AFTER[side], OPPOSITE[side]
  local deepest = (has_port(city, beside) or has_port(city, across .. (half == "L" and "R" or "L"))) and DEPTH or -2
  local onward, sign = TURN[AFTER[side]], half == "L" and -1 or 1
  for row = 1, grid.height do
    for column = 1, grid.width do
      local u, v = at(column, row)
      local is_behind = sign * (u * onward[1] + v * onward[2]) > 1e-9 and u * TURN[side][1] + v * TURN[side][2] > deepest
      if is_behind and grid[row][column] == city.index then grid[row][column] = nil end
    end
  end
end

local function give_halves(grid, segments, at)
  for _, segment in ipairs(segments) do
    for _, port in ipairs(segment.kind == "field" and segment.ports or {}) do
      local side, half = port:match "^([NESW])([LR])$"
      local city = side and city_behind(segments, side)
      if city then give_half(grid, at, city, side, half) end
    end
  end
end

-- Where a half side meets the picture.
local function seed(grid, port)
  local side, half = port:match("^([NESW])([LR])$")
  if not side then return nil end
  -- L is the first half when one walks round the tile clockwise.
  local onward = TURN[AFTER[side]]
  local shift = half == "L" and -0.5 or 0.5
  local u, v = TURN[side][1] + onward[1] * shift, TURN[side][2] + onward[2] * shift
  local column = math.floor((u + 1) / 2 * grid.width) + 1
  local row = math.floor((v + 1) / 2 * grid.height) + 1
  return math.min(math.max(column, 1), grid.width), math.min(math.max(row, 1), grid.height)
end

local function grow(grid, queue)
  local head = 1
  while queue[head] do
    local column, row, index = compat.table.unpack(queue[head])
    head = head + 1
    for _, step in ipairs { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } } do
      local c, r = column + step[1], row + step[2]
      if c >= 1 and c <= grid.width and r >= 1 and r <= grid.height and not grid[r][c] then
        grid[r][c] = index
        queue[#queue + 1] = { c, r, index }
      end
    end
  end
end

local function paint_fields(grid, segments)
  local queue = {}
  for _, segment in ipairs(segments) do
    if segment.kind == "field" then
      for _, port in ipairs(segment.ports) do
        local column, row = seed(grid, port)
        if column and not grid[row][column] then
          grid[row][column] = segment.index
          queue[#queue + 1] = { column, row, segment.index }
        end
      end
    end
  end
  grow(grid, queue)
end

local function distance(grid, segment, column, row)
  local u, v = (column - 0.5) / grid.width - segment.x, (row - 0.5) / grid.height - segment.y
  return u * u + v * v
end

-- What no port reached goes to the nearest field inside the tile, or to the nearest field.
local function fill_rest(grid, segments)
  for row = 1, grid.height do
    for column = 1, grid.width do
      if not grid[row][column] then
        local best, least
        for _, segment in ipairs(segments) do
          if segment.kind == "field" then
            local far = distance(grid, segment, column, row) + (#segment.ports > 0 and 10 or 0)
            if not least or far < least then best, least = segment.index, far end
          end
        end
        grid[row][column] = best or 0
      end
    end
  end
end

-- A segment without any cell gets the one at its point.
local function at_least_one(grid, segments)
  local have = {}
  for row = 1, grid.height do
    for column = 1, grid.width do have[grid[row][column]] = true end
  end
  for _, segment in ipairs(segments) do
    if not have[segment.index] and segment.kind ~= "monastery" and segment.kind ~= "spot" then
      local column = math.min(math.floor(segment.x * grid.width) + 1, grid.width)
      local row = math.min(math.floor(segment.y * grid.height) + 1, grid.height)
      if not grid.roads[row * 100 + column] then grid[row][column] = segment.index end
    end
  end
end

-- Whether cells that touch belong to different segments of a kind, or those of one segment do not hang together. Roads
-- keep cells apart.
local function is_blurred(grid, segments, kind)
  local seen, shapes = {}, {}
  local function ground(column, row)
    local segment = grid[row] and not grid.roads[row * 100 + column] and segments[grid[row][column]]
    return segment and segment.kind == kind and segment.index or nil
  end
  local function hangs_together(column, row)
    local queue, head, index = { { column, row } }, 1, ground(column, row)
    seen[row * 100 + column] = true
    while queue[head] do
      for _, turn in pairs(TURN) do
        local c, r = queue[head][1] + turn[1], queue[head][2] + turn[2]
        local other = ground(c, r)
        if other and other ~= index then return false end
        if other and not seen[r * 100 + c] then
          seen[r * 100 + c] = true
          queue[#queue + 1] = { c, r }
        end
      end
      head = head + 1
    end
    shapes[index] = (shapes[index] or 0) + 1
    return shapes[index] == 1
  end
  for row = 1, grid.height do
    for column = 1, grid.width do
      if ground(column, row) and not seen[row * 100 + column] and not hangs_together(column, row) then return true end
    end
  end
  return false
end

--- The cells of a tile's picture.
---@param segments Segment[] of the tile as it lies
---@param width integer columns; odd
---@param height integer rows; odd
---@return table grid `grid[row][column]` is the number of a segment; `roads` and `glyphs`: see carcassonne.text.tile_roads;
--- `blurred`, by kind: whether the shapes alone do not tell its segments apart
function tile_cells.of(segments, width, height)
  local grid = { width = width, height = height }
  grid.middle, grid.centre = math.floor((width + 1) / 2), math.floor((height + 1) / 2)
  for row = 1, height do grid[row] = {} end
  local function at(column, row) return (2 * column - 1) / width - 1, (2 * row - 1) / height - 1 end
  paint_cities(grid, segments, at)
  give_halves(grid, segments, at)
  tile_roads.paint(grid, segments)
  paint_fields(grid, segments)
  fill_rest(grid, segments)
  at_least_one(grid, segments)
  grid.blurred = {}
  for _, kind in ipairs { "city", "field" } do grid.blurred[kind] = is_blurred(grid, segments, kind) end
  return grid
end

return tile_cells
