--- Roads and rivers on the cells of a tile's picture: lines to the middle, and what becomes of them there. Those that are
-- one segment go on; those that are several end in a village, pass each other, or stop where their fields say so.
-- @module carcassonne.text.tile_roads

local tile_sides = require "carcassonne.describe.tile_sides"

local tile_roads = {}

local TURN, OPPOSITE, sides_of = tile_sides.step, tile_sides.opposite, tile_sides.of
local SIDES = { "N", "E", "S", "W" }
-- The side that each half of a side lies next to.
local BESIDE = { N = { L = "W", R = "E" }, E = { L = "N", R = "S" }, S = { L = "E", R = "W" }, W = { L = "S", R = "N" } }

local function is_line(segment) return segment.kind == "road" or segment.kind == "river" end

local function key_of(column, row) return row * 100 + column end

-- The cells from a side to the middle, the middle first.
local function path(grid, side)
  local cells = {}
  local column, row = grid.middle, grid.centre
  while column >= 1 and column <= grid.width and row >= 1 and row <= grid.height do
    cells[#cells + 1] = { column, row }
    column, row = column + TURN[side][1], row + TURN[side][2]
  end
  return cells
end

-- A line stops at a city, unless it comes out on the other side of it. Each cell of one notes the directions in which it
-- leaves the cell.
local function paint(grid, segment)
  local sides = sides_of(segment)
  for side in pairs(sides) do
    for i, cell in ipairs(path(grid, side)) do
      local column, row = cell[1], cell[2]
      local key = key_of(column, row)
      if not grid[row][column] or sides[OPPOSITE[side]] or i == 1 and grid.roads[key] then
        grid[row][column] = grid[row][column] or segment.index
        local arms = grid.roads[key] or {}
        grid.roads[key] = arms
        arms[side] = segment.index
        if i > 1 then arms[OPPOSITE[side]] = segment.index end
      end
    end
  end
end

-- ---- The middle -------------------------------------------------------------------------------------------------

-- By port the field, and by side the city.
local function ports_of(segments, kind)
  local found = {}
  for _, segment in ipairs(segments) do
    if segment.kind == kind then
      for _, port in ipairs(segment.ports) do found[port] = segment end
    end
  end
  return found
end

-- The side of the city at which a road from a side ends: its field between the two lies nowhere else.
local function city_beside(side, fields, cities)
  for _, half in ipairs { "L", "R" } do
    local field, beside = fields[side .. half], BESIDE[side][half]
    if field and #field.ports == 1 and cities[beside] then return beside end
  end
end

-- Takes a road that ends before the middle out of the middle: it turns into the city if that is next to it.
local function end_before(grid, side, towards)
  local column, row = grid.middle + TURN[side][1], grid.centre + TURN[side][2]
  local city = towards and grid[row + TURN[towards][2]] and grid[row + TURN[towards][2]][column + TURN[towards][1]]
  local arms = grid.roads[key_of(column, row)]
  grid.roads[key_of(grid.middle, grid.centre)][side] = nil
  if not arms then return end
  local index = arms[side]
  if city and city == grid.city_at[towards] then
    grid.roads[key_of(column, row)] = { [side] = index, [towards] = index }
  else
    grid.roads[key_of(column, row)] = { [side] = index }
    grid.glyphs[key_of(column, row)] = "end"
  end
end

-- Two roads through the middle: one over the other, or one in each of two corners.
local function pass(grid, key, arms)
  if arms.N == arms.S then grid.glyphs[key] = "bridge"
  else grid.glyphs[key] = arms.N == arms.W and "rising" or "falling" end
end

-- Gives the middle to a city at which all of these roads end.
local function end_at_one_city(grid, ends, count)
  local city
  for _, side in pairs(ends) do
    local one = grid.city_at[side]
    if city and city ~= one then return false end
    city, count = one, count - 1
  end
  if not city or count > 0 or not grid.is_wide[city] then return false end
  grid.roads[key_of(grid.middle, grid.centre)] = nil
  grid[grid.centre][grid.middle] = city
  return true
end

-- Roads that end, each coming from one side: in a village, but those that the fields keep from it.
local function meet(grid, key, arms, fields, cities)
  local ends, count, turned = {}, 0, 0
  for _, side in ipairs(SIDES) do
    if arms[side] and fields[side .. "L"] and fields[side .. "L"] == fields[side .. "R"] then end_before(grid, side) end
    if arms[side] then
      count, ends[side] = count + 1, city_beside(side, fields, cities)
      if ends[side] then turned = turned + 1 end
    end
  end
  if count < 2 or end_at_one_city(grid, ends, count) then return end
  if turned == 1 then end_before(grid, next(ends), ends[next(ends)]) end
  grid.glyphs[key] = "village"
end

local function settle_middle(grid, segments)
  local key = key_of(grid.middle, grid.centre)
  local arms, counts, count, through = grid.roads[key], {}, 0, 0
  for _, side in ipairs(arms and SIDES or {}) do
    local index = arms[side]
    if index and not counts[index] then count = count + 1 end
    if index then counts[index] = (counts[index] or 0) + 1 end
    if index and counts[index] == 2 then through = through + 1 end
  end
  if count < 2 then return end
  local fields, cities = ports_of(segments, "field"), ports_of(segments, "city")
  if through == 2 then return pass(grid, key, arms) end
  if through == 0 then return meet(grid, key, arms, fields, cities) end
  local passing
  for index, sides in pairs(counts) do
    if sides > 1 then passing = segments[index].kind end
  end
  for _, side in ipairs(SIDES) do
    local index = arms[side]
    if index and counts[index] == 1 then
      if segments[index].kind == passing then end_before(grid, side, city_beside(side, fields, cities))
      else arms[side] = nil end -- a road goes up to a river, and the other way round
    end
  end
end

--- Paints the roads and rivers into a grid that has its cities.
---@param grid table see carcassonne.text.tile_cells; gets `roads[row * 100 + column]`, the number of the segment by the
--- directions in which it leaves a cell, and `glyphs`, where a cell shows more than its lines: `village`, `bridge`, `end`,
--- `rising` and `falling` (two curves on both sides of a field that rises or falls from west to east)
---@param segments Segment[]
function tile_roads.paint(grid, segments)
  grid.roads, grid.glyphs, grid.city_at, grid.is_wide = {}, {}, {}, {}
  for side, city in pairs(ports_of(segments, "city")) do
    grid.city_at[side] = city.index
    grid.is_wide[city.index] = #city.ports > 1
  end
  for _, segment in ipairs(segments) do
    if is_line(segment) then paint(grid, segment) end
  end
  settle_middle(grid, segments)
end

return tile_roads
