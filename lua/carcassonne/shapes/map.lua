--- Converts a grid of points with their segments to areas with closed borders. Neighbours share
--- their borders, so areas neither overlap nor leave gaps.
--
-- The border between two different grid neighbours is found by bisection. The border between two
-- junctions is simplified only once, for both sides.
-- @module carcassonne.shapes.map

local c_locale = require "carcassonne.base.c_locale"

local atan2 = rawget(math, "atan2") or math.atan

local map = {}

local FINE = 8192 -- a power of two, so that rotations of points are exact
local HALVINGS = 11
local STRAY = 0.0008 -- maximum distance of an omitted point from its line
-- area in tiles; smaller separate parts of a segment cannot be seen
local SPECK = 0.001
local OUTSIDE = 0

local function rounded(value) return math.floor(value * FINE + 0.5) / FINE end

-- ---- Nodes and the lines between them -----------------------------------------------------------

local function node_at(job, x, y)
  local key = x * FINE * (FINE + 1) + y * FINE
  local node = job.by_key[key]
  if not node then
    node = { x = x, y = y, index = #job.nodes + 1, lines = {} }
    job.by_key[key], job.nodes[node.index] = node, node
  end
  return node
end

-- Merges two lines around an area that has no width, so that the areas on both sides become
-- neighbours.
local function merge(line, from, left, right)
  if line.from ~= from then left, right = right, left end
  if line.left == right then line.left = left
  elseif line.right == left then line.right = right end
end

local function add_line(job, from, to, left, right)
  if from == to then return end
  local low, high = math.min(from.index, to.index), math.max(from.index, to.index)
  local key = low .. "," .. high
  local line = job.lines[key]
  if line then return merge(line, from, left, right) end
  line = { from = from, to = to, left = left, right = right }
  job.lines[key] = line
  job.order[#job.order + 1] = line
end

-- ---- Borders within the cells of the grid -------------------------------------------------------

local function place(job, point)
  local column = (point - 1) % job.width
  return column / job.cells, (point - 1 - column) / job.width / job.cells
end

-- Returns the border point between two grid neighbours.
local function crossing(job, one, other)
  local key = one * 2 + (other == one + 1 and 0 or 1)
  if job.crossings[key] then return job.crossings[key] end
  local label, x, y = job.at[one], place(job, one)
  local u, v = place(job, other)
  for _ = 1, HALVINGS do
    local p, q = (x + u) / 2, (y + v) / 2
    if job.label(p, q) == label then x, y = p, q else u, v = p, q end
  end
  local node = node_at(job, rounded((x + u) / 2), rounded((y + v) / 2))
  job.crossings[key] = node
  return node
end

local function count_different(a, b, c, d)
  local count = 1
  if b ~= a then count = count + 1 end
  if c ~= a and c ~= b then count = count + 1 end
  if d ~= a and d ~= b and d ~= c then count = count + 1 end
  return count
end

-- Finds the junction of three areas in a cell by bisection: repeatedly chooses the quarter whose
-- corners are in all three areas.
local function meeting_place(job, x, y, labels)
  local half = 0.5 / job.cells
  local a, b, c, d = labels[1], labels[2], labels[3], labels[4]
  local most = count_different(a, b, c, d)
  for _ = 1, 5 do
    local n, e, s, w = job.label(x, y - half), job.label(x + half, y), job.label(x, y + half),
      job.label(x - half, y)
    local m = job.label(x, y)
    half = half / 2
    if count_different(a, n, m, w) == most then x, y, b, c, d = x - half, y - half, n, m, w
    elseif count_different(n, b, e, m) == most then x, y, a, c, d = x + half, y - half, n, e, m
    elseif count_different(m, e, c, s) == most then x, y, a, b, d = x + half, y + half, m, e, s
    elseif count_different(w, m, s, d) == most then x, y, a, b, c = x - half, y + half, w, m, s
    else break end
  end
  return node_at(job, rounded(x), rounded(y))
end

-- Adds the borders in a grid cell.
local function trace_cell(job, point)
  local corners = { point, point + 1, point + 1 + job.width, point + job.width }
  local at = job.at
  local a, b, c, d = at[corners[1]], at[corners[2]], at[corners[3]], at[corners[4]]
  if a == b and b == c and c == d then return end
  local labels = { a, b, c, d }
  local sides, count = {}, 0
  for i = 1, 4 do
    local after = i % 4 + 1
    if labels[i] ~= labels[after] then
      count = count + 1
      sides[i] = crossing(job, math.min(corners[i], corners[after]), math.max(corners[i], corners[after]))
    end
  end
  -- on the line from the middle to side i, labels[i] is on the left and the next label on the right
  local function join(from, to) add_line(job, sides[from], sides[to], labels[to], labels[to % 4 + 1]) end
  if count == 2 then
    local first, second
    for i = 1, 4 do
      if sides[i] then
        if first then second = i else first = i end
      end
    end
    return join(first, second)
  end
  local x, y = place(job, point)
  x, y = x + 0.5 / job.cells, y + 0.5 / job.cells
  if count == 4 and a == c and job.label(x, y) == a then
    join(1, 2)
    return join(3, 4)
  elseif count == 4 and b == d and (a == c or job.label(x, y) == b) then
    join(4, 1)
    return join(2, 3)
  end
  local middle = meeting_place(job, x, y, labels)
  for i = 1, 4 do
    if sides[i] then add_line(job, middle, sides[i], labels[i], labels[i % 4 + 1]) end
  end
end

-- Adds the sides of the tile, clockwise, with the tile on the right.
local function trace_edges(job)
  local n, width = job.cells, job.width
  local from = node_at(job, 0, 0)
  local function walk(first, step, x, y)
    for i = 0, n - 1 do
      local one, other = first + i * step, first + (i + 1) * step
      if job.at[one] ~= job.at[other] then
        local to = crossing(job, math.min(one, other), math.max(one, other))
        add_line(job, from, to, OUTSIDE, job.at[one])
        from = to
      end
    end
    local to = node_at(job, x, y)
    add_line(job, from, to, OUTSIDE, job.at[first + n * step])
    from = to
  end
  walk(1, 1, 1, 0)
  walk(width, width, 1, 1)
  walk(width * width, -1, 0, 1)
  walk(width * width - n, -width, 0, 0)
end

-- ---- From junction to junction ------------------------------------------------------------------

local function hang(job)
  for _, line in ipairs(job.order) do
    if line.left ~= line.right then
      table.insert(line.from.lines, line)
      table.insert(line.to.lines, line)
    end
  end
end

local function is_corner(node)
  return (node.x == 0 or node.x == 1) and (node.y == 0 or node.y == 1)
end

local function is_end(node) return #node.lines ~= 2 or is_corner(node) end

local function far_from(points, first, last, i)
  local a, b, p = points[first], points[last], points[i]
  local east, south = b.x - a.x, b.y - a.y
  local length = math.sqrt(east * east + south * south)
  if length == 0 then return math.sqrt((p.x - a.x) * (p.x - a.x) + (p.y - a.y) * (p.y - a.y)) end
  return math.abs((p.x - a.x) * south - (p.y - a.y) * east) / length
end

local function keep_between(points, first, last, kept)
  local best, most = nil, STRAY
  for i = first + 1, last - 1 do
    local far = far_from(points, first, last, i)
    if far > most then best, most = i, far end
  end
  if not best then return end
  kept[best] = true
  keep_between(points, first, best, kept)
  keep_between(points, best, last, kept)
end

local function simplified(points)
  local kept, short = { [1] = true, [#points] = true }, {}
  keep_between(points, 1, #points, kept)
  for i, point in ipairs(points) do
    if kept[i] then short[#short + 1] = point end
  end
  return short
end

-- Follows lines from a node to the next junction.
local function follow(start, line)
  local points, node = { start }, start
  local left, right = line.left, line.right
  if line.from ~= start then left, right = right, left end
  repeat
    line.used = true
    node = line.from == node and line.to or line.from
    points[#points + 1] = node
    line = node.lines[1].used and node.lines[2] or node.lines[1]
  until node == start or is_end(node)
  return { points = simplified(points), left = left, right = right }
end

local function arcs_of(job)
  local arcs = {}
  local function take(node)
    for _, line in ipairs(node.lines) do
      if not line.used then arcs[#arcs + 1] = follow(node, line) end
    end
  end
  for _, node in ipairs(job.nodes) do
    if is_end(node) then take(node) end
  end
  for _, node in ipairs(job.nodes) do take(node) end
  return arcs
end

-- ---- Closed lines -------------------------------------------------------------------------------

local function heading(from, to) return atan2(to.y - from.y, to.x - from.x) end

-- Returns each arc in both directions, each time with the area on its right.
local function walks_of(arcs)
  local walks = {}
  for _, arc in ipairs(arcs) do
    local points, back = arc.points, {}
    for i = #points, 1, -1 do back[#back + 1] = points[i] end
    local one = { points = points, label = arc.right, angle = heading(points[1], points[2]) }
    local other = { points = back, label = arc.left, angle = heading(back[1], back[2]) }
    one.back, other.back = other, one
    walks[#walks + 1], walks[#walks + 2] = one, other
  end
  return walks
end

-- Links each walk to the next walk to the right at its end.
local function link(walks)
  local leaving = {}
  for _, walk in ipairs(walks) do
    local node = walk.points[1]
    leaving[node] = leaving[node] or {}
    table.insert(leaving[node], walk)
  end
  for _, list in pairs(leaving) do
    c_locale.sort(list, function(a, b) return a.angle < b.angle end)
    for i, walk in ipairs(list) do walk.back.after = list[(i - 2) % #list + 1] end
  end
end

local function area_of(ring)
  local sum = 0
  for i = 1, #ring, 2 do
    local x, y = ring[i + 2] or ring[1], ring[i + 3] or ring[2]
    sum = sum + ring[i] * y - x * ring[i + 1]
  end
  return sum / 2
end

-- Returns the closed line that contains a walk: its points and all its walks.
local function ring_from(start)
  local points, walks, walk = {}, {}, start
  repeat
    walks[#walks + 1], walk.ring = walk, points
    for i = 1, #walk.points - 1 do
      points[#points + 1] = walk.points[i].x
      points[#points + 1] = walk.points[i].y
    end
    walk = walk.after
  until walk == start
  return { label = start.label, points = points, walks = walks, area = area_of(points) }
end

local function rings_of(walks)
  local rings = {}
  for _, walk in ipairs(walks) do walk.ring = nil end
  link(walks)
  for _, walk in ipairs(walks) do
    if not walk.ring then
      local ring = ring_from(walk)
      if ring.label ~= OUTSIDE and #ring.points >= 6 and ring.area ~= 0 then rings[#rings + 1] = ring end
    end
  end
  return rings
end

-- Gives specks, the smallest separate parts of a segment, to a neighbour; returns the other walks.
local function without_specks(walks, rings)
  local most, left = {}, {}
  for _, ring in ipairs(rings) do most[ring.label] = math.max(most[ring.label] or 0, ring.area) end
  for _, ring in ipairs(rings) do
    local beside = ring.walks[1].back.label
    if ring.area > 0 and ring.area < SPECK and ring.area < most[ring.label] and beside ~= OUTSIDE then
      for _, walk in ipairs(ring.walks) do walk.label = beside end
    end
  end
  for _, walk in ipairs(walks) do
    if walk.label ~= walk.back.label then left[#left + 1] = walk end
  end
  return left
end

---@class Rings
---@field outlines number[][] clockwise
---@field holes number[][] anticlockwise

--- Returns the areas of a grid by segment.
---@param at integer[] number of the segment at each point, from the north-west, row by row
---@param cells integer number of cells in a row
---@param label fun(x:number, y:number):integer returns the segment of any point
---@return table<integer, Rings>
function map.of(at, cells, label)
  local job = { at = at, cells = cells, width = cells + 1, label = label, nodes = {}, by_key = {},
    lines = {}, order = {},
    crossings = {} }
  trace_edges(job)
  for row = 0, cells - 1 do
    for column = 0, cells - 1 do trace_cell(job, row * job.width + column + 1) end
  end
  hang(job)
  local walks, found = walks_of(arcs_of(job)), {}
  local rings = rings_of(walks)
  local left = without_specks(walks, rings)
  if #left < #walks then rings = rings_of(left) end
  for _, ring in ipairs(rings) do
    found[ring.label] = found[ring.label] or { outlines = {}, holes = {} }
    table.insert(ring.area > 0 and found[ring.label].outlines or found[ring.label].holes, ring.points)
  end
  return found
end

return map
