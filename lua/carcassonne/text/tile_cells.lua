--- Computes the segment and the lines of each character cell of a tile's picture. It samples the
--- shapes of the tile (carcassonne.shapes) in the middle of the cell.
-- @module carcassonne.text.tile_cells

local figures = require "carcassonne.shapes.figures"
local game_cache = require "carcassonne.describe.game_cache"
local ground = require "carcassonne.shapes.ground"
local outline = require "carcassonne.shapes.outline"
local tile_sides = require "carcassonne.describe.tile_sides"

local tile_cells = {}

local TURN, OPPOSITE = tile_sides.step, tile_sides.opposite
local SIDES = { "N", "E", "S", "W" }
local TEXTURED = { "city", "field" } -- kinds
local IS_LINE, IS_HOUSE = { road = true, river = true }, { monastery = true, spot = true }
local STEP = 1 / 60 -- distance between sampled points on a line
local BESIDE = 0.1 -- distance between the middle of a line and the sampled ground beside it
-- a small segment gets each cell that has at least this fraction of the points in its largest cell
local NEARLY = 0.8

local function key_of(column, row) return row * 100 + column end

local function each_cell(grid, visit)
  for row = 1, grid.height do
    for column = 1, grid.width do visit(column, row) end
  end
end

-- Returns the cell of a point.
local function cell_at(grid, x, y)
  return math.min(math.floor(x * grid.width) + 1, grid.width),
    math.min(math.floor(y * grid.height) + 1, grid.height)
end

-- Returns the point in the middle of a cell.
local function middle_of(grid, column, row) return (column - 0.5) / grid.width, (row - 0.5) / grid.height end

-- Returns the segment at a point of the rotated tile; nil for none.
local function segment_at(job, x, y)
  local u, v = figures.turned(math.max(0, math.min(1, x)), math.max(0, math.min(1, y)),
    (4 - job.rotation) % 4)
  return job.segments[job.ground.label(u, v)]
end

-- ---- Ground -------------------------------------------------------------------------------------

local function sample(job)
  local grid = job.grid
  each_cell(grid, function(column, row)
    local segment = segment_at(job, middle_of(grid, column, row))
    grid[row][column] = segment and segment.index or 0
  end)
end

-- Returns the segment beside a house in the row of the house, in a direction.
local function ground_beside(grid, column, row, step)
  local index = grid[row][column]
  while grid[row][column] == index do column = column + step end
  return grid[row][column] or index
end

-- Reduces a house to one cell. Its other cells show the ground around it.
local function shrink_houses(job)
  local grid = job.grid
  for _, layer in ipairs(job.ground.layers) do
    if layer.x then
      local at, in_row = cell_at(grid, figures.turned(layer.x, layer.y, job.rotation))
      each_cell(grid, function(column, row)
        local towards = column < at and -1 or 1
        if grid[row][column] == layer.segment then
          grid[row][column] = ground_beside(grid, column, row, towards)
        end
      end)
      grid[in_row][at] = layer.segment
      grid.houses[layer.segment] = { column = at, row = in_row }
    end
  end
end

-- Returns the number of points of each segment in each cell.
local function shares_of(job)
  local grid, shares, n = job.grid, {}, ground.cells
  for row = 0, n do
    for column = 0, n do
      local x, y = figures.turned(column / n, row / n, job.rotation)
      local key, index = key_of(cell_at(grid, x, y)), job.ground.at[row * (n + 1) + column + 1]
      shares[index] = shares[index] or {}
      shares[index][key] = (shares[index][key] or 0) + 1
    end
  end
  return shares
end

-- If a segment is not in the middle of any cell, gives it the cells that contain the largest number
-- of its points.
local function at_least_one(job)
  local grid, have, shares = job.grid, {}, nil
  each_cell(grid, function(column, row)
    local index = grid[row][column]
    if not grid.roads[key_of(column, row)] then have[index] = (have[index] or 0) + 1 end
  end)
  for _, segment in ipairs(job.segments) do
    if not have[segment.index] and not IS_LINE[segment.kind] and not IS_HOUSE[segment.kind] then
      shares = shares or shares_of(job)
      local own, most = shares[segment.index] or {}, 0
      each_cell(grid, function(column, row)
        local key = key_of(column, row)
        if not grid.roads[key] then most = math.max(most, own[key] or 0) end
      end)
      each_cell(grid, function(column, row)
        local key, index = key_of(column, row), grid[row][column]
        if most > 0 and not grid.roads[key] and (own[key] or 0) >= NEARLY * most
            and (have[index] or 2) > 1 then
          have[index] = (have[index] or 2) - 1
          grid[row][column] = segment.index
        end
      end)
    end
  end
end

-- ---- Roads and rivers ---------------------------------------------------------------------------

-- Returns the side of the tile at a point.
local function border_at(x, y)
  return y <= 0 and "N" or x >= 1 and "E" or y >= 1 and "S" or x <= 0 and "W" or nil
end

-- Returns whether a line is visible at a point; it also counts as visible under another line or in
-- a house.
local function is_seen(job, index, x, y)
  local segment = segment_at(job, x, y)
  return segment and (segment.index == index or IS_LINE[segment.kind] or IS_HOUSE[segment.kind])
end

-- Returns whether a cell shows a city or a house, which covers the end of a line.
local function is_over(job, column, row)
  local segment = job.grid[row] and job.segments[job.grid[row][column]]
  return segment and (segment.kind == "city" or segment.kind == "monastery")
end

-- Records that a line leaves a cell on a side, unless the cell shows another segment.
local function add_arm(job, column, row, side, index)
  if is_over(job, column, row) then return end
  local roads, key = job.grid.roads, key_of(column, row)
  roads[key] = roads[key] or {}
  roads[key][side] = index
end

-- Returns closely spaced points of a path.
local function points_of(path, rotation)
  local points = {}
  for i = 1, #path - 2, 2 do
    local x1, y1 = figures.turned(path[i], path[i + 1], rotation)
    local x2, y2 = figures.turned(path[i + 2], path[i + 3], rotation)
    local count = math.ceil(math.max(math.abs(x2 - x1), math.abs(y2 - y1)) / STEP)
    for k = i == 1 and 0 or 1, count do
      points[#points + 1] = { x = x1 + (x2 - x1) * k / count, y = y1 + (y2 - y1) * k / count }
    end
  end
  return points
end

-- Connects a cell to the next cell of a line, first along the row.
local function step(job, index, from, to)
  local row = from.row
  if from.column ~= to.column then
    local side = to.column > from.column and "E" or "W"
    add_arm(job, from.column, row, side, index)
    add_arm(job, to.column, row, OPPOSITE[side], index)
  end
  if row ~= to.row then
    local side = to.row > row and "S" or "N"
    add_arm(job, to.column, row, side, index)
    add_arm(job, to.column, to.row, OPPOSITE[side], index)
  end
end

-- Ends a line at the segment that covers it: turns the line towards a neighbouring cell of that
-- segment.
local function stop(job, index, seen, hidden)
  local east, south = hidden.x - seen.x, hidden.y - seen.y
  local is_level = math.abs(east) > math.abs(south)
  local side = is_level and (east > 0 and "E" or "W") or not is_level and (south > 0 and "S" or "N")
  local column, row = seen.column + TURN[side][1], seen.row + TURN[side][2]
  if is_over(job, column, row) then add_arm(job, seen.column, seen.row, side, index) end
end

-- Follows the middle of a line from cell to cell.
local function follow(job, index, path)
  local last
  for _, point in ipairs(points_of(path, job.rotation)) do
    point.column, point.row = cell_at(job.grid, point.x, point.y)
    point.is_seen = is_seen(job, index, point.x, point.y)
    local border = point.is_seen and border_at(point.x, point.y)
    if border then add_arm(job, point.column, point.row, border, index) end
    if last and last.is_seen and point.is_seen then step(job, index, last, point)
    elseif last and last.is_seen then stop(job, index, last, point)
    elseif last and point.is_seen then stop(job, index, point, last) end
    last = point
  end
end

-- Returns the city that a line crosses in a cell; nil if it crosses none.
local function is_over_city(job, arms, column, row)
  local x, y = middle_of(job.grid, column, row)
  local east, south = arms.N and BESIDE or 0, arms.N and 0 or BESIDE
  local one, other = segment_at(job, x - east, y - south), segment_at(job, x + east, y + south)
  return one and one == other and one.kind == "city" and one.index
end

local function river_of(job, arms)
  for _, side in ipairs(SIDES) do
    local index = arms[side]
    if index and job.segments[index].kind == "river" then return index end
  end
end

-- Shows the river where a road and a river meet without a crossing.
local function settle(job, column, row)
  local grid, key = job.grid, key_of(column, row)
  local arms = grid.roads[key]
  if not arms then return end
  local river = river_of(job, arms)
  if arms.N and arms.E and arms.S and arms.W then
    if arms.N == arms.S and arms.E == arms.W and arms.N ~= arms.E then grid.glyphs[key] = "bridge" end
  elseif river then
    for side, index in pairs(arms) do
      if job.segments[index].kind == "road" then arms[side] = nil end
    end
  end
  local segment = job.segments[grid[row][column]]
  if segment and IS_HOUSE[segment.kind] then return end
  grid[row][column] = is_over_city(job, arms, column, row) or river or arms.N or arms.E or arms.S or arms.W
end

-- Continues one of several lines that meet, and ends the others one cell earlier; returns whether a
-- line continues.
local function end_beside(job, column, row)
  local roads, passing = job.grid.roads, nil
  local arms = roads[key_of(column, row)]
  for _, side in ipairs(SIDES) do
    if arms[side] and #job.segments[arms[side]].ports > 1 then passing = arms[side] end
  end
  for _, side in ipairs(passing and SIDES or {}) do
    local beside = key_of(column + TURN[side][1], row + TURN[side][2])
    if arms[side] and arms[side] ~= passing and roads[beside] then
      arms[side], roads[beside][OPPOSITE[side]] = nil, nil
      job.grid.glyphs[beside] = "end"
    end
  end
  return passing ~= nil
end

local function paint_lines(job)
  local grid = job.grid
  for _, layer in ipairs(job.ground.layers) do
    for _, path in ipairs(layer.paths) do follow(job, layer.segment, path) end
  end
  each_cell(grid, function(column, row) settle(job, column, row) end)
  for _, mark in ipairs(job.ground.marks) do
    local column, row = cell_at(grid, figures.turned(mark.x, mark.y, job.rotation))
    local key = key_of(column, row)
    local is_village = mark.name == "village" and grid.roads[key] and not end_beside(job, column, row)
    if is_village or mark.name == "end" and grid.roads[key] then grid.glyphs[key] = mark.name end
  end
end

-- ---- Ambiguous segments -------------------------------------------------------------------------

-- Returns whether cells that touch belong to different segments of the same kind, or whether cells
-- of one segment are not connected. Roads count as separators of cells.
local function is_blurred(grid, segments, kind)
  local seen, shapes = {}, {}
  local function kind_at(column, row)
    local segment = grid[row] and not grid.roads[key_of(column, row)] and segments[grid[row][column]]
    return segment and segment.kind == kind and segment.index or nil
  end
  local function hangs_together(column, row)
    local queue, head, index = { { column, row } }, 1, kind_at(column, row)
    seen[key_of(column, row)] = true
    while queue[head] do
      for _, turn in pairs(TURN) do
        local c, r = queue[head][1] + turn[1], queue[head][2] + turn[2]
        local other = kind_at(c, r)
        if other and other ~= index then return false end
        if other and not seen[key_of(c, r)] then
          seen[key_of(c, r)] = true
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
      if kind_at(column, row) and not seen[key_of(column, row)] and not hangs_together(column, row) then
        return true
      end
    end
  end
  return false
end

-- Returns the rank of each segment by size among the segments of its kind; the largest has 1. If
-- the kind is not ambiguous, all segments have 1.
local function textures_of(grid, segments)
  local numbers, cells = {}, {}
  each_cell(grid, function(column, row) cells[grid[row][column]] = (cells[grid[row][column]] or 0) + 1 end)
  for i, segment in ipairs(segments) do
    numbers[i] = 1
    for k, other in ipairs(grid.blurred[segment.kind] and segments or {}) do
      local wider = (cells[k] or 0) - (cells[i] or 0)
      if other.kind == segment.kind and (wider > 0 or wider == 0 and k < i) then
        numbers[i] = numbers[i] + 1
      end
    end
  end
  return numbers
end

local function make(game, tile, width, height)
  local type = game:tile(tile.id, tile.rotation)
  local segments = type.segments
  if tile.span then segments[#segments + 1] = outline.span(type, tile.span) end
  local grid = { width = width, height = height, segments = segments, attributes = type.attributes,
    roads = {},
    glyphs = {}, houses = {}, blurred = {} }
  for row = 1, height do grid[row] = {} end
  local job = { grid = grid, segments = segments, ground = outline.ground(game, tile),
    rotation = tile.rotation }
  sample(job)
  shrink_houses(job)
  paint_lines(job)
  at_least_one(job)
  for _, kind in ipairs(TEXTURED) do grid.blurred[kind] = is_blurred(grid, segments, kind) end
  grid.textures = textures_of(grid, segments)
  return grid
end

local grids_of = game_cache.new(function() return {} end)

---@class TileCells
---@field width integer columns
---@field height integer rows
---@field [integer] integer[] number of the segment, by row and column
---@field segments Segment[] segments of the rotated tile, with the road of a span
---@field attributes string[] of the tile
---@field roads table<integer, table<string, integer>> cells of roads and rivers, by row * 100 + column: the number of
--- the segment by the directions in which it leaves the cell
---@field glyphs table<integer, string> signs of these cells: `village`, `bridge`, `end`
---@field houses table<integer, {column:integer, row:integer}> position of a monastery or spot, by segment
---@field blurred table<Kind, boolean> whether the shapes of the segments of a kind are ambiguous
---@field textures integer[] number of the texture of its kind, by segment

--- Returns the cells of a tile's picture. The cells are cached and must not be changed.
---@param game Game
---@param tile {id:string, rotation:integer, span?:Axis}
---@param width integer number of columns; odd
---@param height integer number of rows; odd
---@return TileCells
function tile_cells.of(game, tile, width, height)
  local key = ("%s %d %s %d %d"):format(tile.id, tile.rotation, tile.span or "", width, height)
  return game_cache.entry(grids_of(game), key, function() return make(game, tile, width, height) end)
end

return tile_cells
