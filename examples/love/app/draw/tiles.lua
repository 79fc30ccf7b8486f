--- Draws tiles flat from the shapes of their segments. Each rotation is one mesh in tile units,
--- which is sharp at any size. Signs on segments are upright in every rotation.
-- @module app.draw.tiles

local Strokes = require "app.draw.strokes"
local labels = require "carcassonne.describe.labels"
local palette = require "app.draw.palette"
local screen = require "carcassonne.ui"
local signs = require "app.draw.signs"

local tiles = {}

local FAR = 44 -- size in pixels below which tiles are drawn without houses and trees
local EVERYWHERE = { x = 0.5, y = 0.5, r = 2 } -- a place that covers the whole tile
local WALL, EDGE, BANK = 0.052, 0.018, 0.020

-- ---- Lines around segments, except on the sides of the tile -------------------------------------

local function on_side(a, b) return a == b and (math.abs(a) < 1e-6 or math.abs(a - 1) < 1e-6) end

local function same(a, b) return math.abs(a - b) < 1e-6 end

-- Returns the parts of a closed line that are inside the tile.
local function inner_runs(line)
  local runs, run = {}, nil
  local n = #line
  for i = 1, n, 2 do
    local x1, y1, x2, y2 = line[i], line[i + 1], line[(i + 1) % n + 1], line[(i + 2) % n + 1]
    if same(x1, x2) and on_side(x1, x1) or same(y1, y2) and on_side(y1, y1) then
      run = nil
    else
      if not run then
        run = { x1, y1 }
        runs[#runs + 1] = run
      end
      run[#run + 1], run[#run + 2] = x2, y2
    end
  end
  return runs
end

local function each_run(shape, visit)
  for _, lines in ipairs { shape.outlines, shape.holes or {} } do
    for _, line in ipairs(lines) do
      for _, run in ipairs(inner_runs(line)) do visit(run) end
    end
  end
end

-- ---- Trees and houses ---------------------------------------------------------------------------

-- Returns a generator of numbers from 0 to 1, which always gives the same numbers for a tile.
local function chance(seed)
  local value = 7
  for i = 1, #seed do value = (value * 31 + seed:byte(i)) % 2147483647 end
  return function()
    value = value * 16807 % 2147483647
    return value / 2147483647
  end
end

local function distance(px, py, x1, y1, x2, y2)
  local dx, dy = x2 - x1, y2 - y1
  local length = dx * dx + dy * dy
  local t = length == 0 and 0 or math.max(0, math.min(1, ((px - x1) * dx + (py - y1) * dy) / length))
  return math.sqrt((px - x1 - t * dx) ^ 2 + (py - y1 - t * dy) ^ 2)
end

-- Returns the distance of a point from the outline of a segment.
local function clearance(shape, x, y)
  local least = math.huge
  for _, lines in ipairs { shape.outlines, shape.holes or {} } do
    for _, line in ipairs(lines) do
      local n = #line
      for i = 1, n, 2 do
        least = math.min(least,
          distance(x, y, line[i], line[i + 1], line[(i + 1) % n + 1], line[(i + 2) % n + 1]))
      end
    end
  end
  return least
end

-- Returns the places to leave free, for pieces and signs.
local function taken_places(shapes, marks)
  local places = {}
  for _, shape in ipairs(shapes) do
    if shape.kind ~= "field" then
      places[#places + 1] = { x = shape.anchor.x, y = shape.anchor.y, r = 0.12 }
    end
    for _, sign in ipairs(shape.signs or {}) do places[#places + 1] = { x = sign.x, y = sign.y, r = 0.14 } end
  end
  for _, mark in ipairs(marks or {}) do places[#places + 1] = { x = mark.x, y = mark.y, r = 0.16 } end
  return places
end

local function is_free(places, x, y, r)
  for _, place in ipairs(places) do
    if (place.x - x) ^ 2 + (place.y - y) ^ 2 < (place.r + r) ^ 2 then return false end
  end
  return true
end

-- Returns random points in a segment with a distance from each other and from its edge.
local function scattered(shape, random, tries, room, apart, places)
  local points = {}
  for _ = 1, tries do
    local t = shape.triangles[math.floor(random() * #shape.triangles) + 1]
    local a, b = random(), random()
    if a + b > 1 then a, b = 1 - a, 1 - b end
    local x = t[1] + a * (t[3] - t[1]) + b * (t[5] - t[1])
    local y = t[2] + a * (t[4] - t[2]) + b * (t[6] - t[2])
    if clearance(shape, x, y) > room and is_free(places, x, y, room) then
      points[#points + 1] = { x = x, y = y }
      places[#places + 1] = { x = x, y = y, r = apart - room }
    end
  end
  table.sort(points, function(p, q) return p.y < q.y end)
  return points
end

local function house(s, x, y, size)
  s:area({ x - size, y, x + size, y, x + size, y + size * 1.1, x - size, y + size * 1.1 }, palette.house)
  s:area({ x - size * 1.3, y + size * 0.1, x, y - size * 1.1, x + size * 0.1, y + size * 0.1 }, palette.roof)
  s:area({ x, y - size * 1.1, x + size * 1.3, y + size * 0.1, x - size * 0.1, y + size * 0.1 },
    palette.roof_dark)
end

local function tree(s, x, y, size)
  s:disc(x + size * 0.25, y + size * 0.35, size, palette.field_dark, 0.55)
  s:disc(x, y, size, palette.tree)
  s:disc(x - size * 0.25, y - size * 0.3, size * 0.5, palette.tree_light, 0.8)
end

-- ---- A tile -------------------------------------------------------------------------------------

local function fill(s, shape, colour)
  for _, triangle in ipairs(shape.triangles) do s:triangle(triangle, colour) end
end

-- Layers by kind of segment, from the bottom to the top.
local LAYERS = {
  { kind = "field", draw = function(s, shape, random, places)
    fill(s, shape, palette.kinds.field)
    for _, p in ipairs(scattered(shape, random, 9, 0.06, 0.12, places)) do
      tree(s, p.x, p.y, 0.020 + random() * 0.012)
    end
  end },
  { kind = "river", draw = function(s, shape)
    fill(s, shape, palette.kinds.river)
    each_run(shape, function(run) s:path(run, BANK, palette.river_edge) end)
  end },
  { kind = "road", draw = function(s, shape)
    fill(s, shape, palette.kinds.road)
    each_run(shape, function(run) s:path(run, EDGE, palette.road_edge) end)
  end },
  { kind = "monastery", draw = function(s, shape) fill(s, shape, palette.kinds.monastery) end },
  { kind = "spot", draw = function(s, shape) fill(s, shape, palette.kinds.spot) end },
  { kind = "city", draw = function(s, shape, random, places)
    fill(s, shape, palette.kinds.city)
    for _, p in ipairs(scattered(shape, random, 90, 0.07, 0.125, places)) do house(s, p.x, p.y, 0.040) end
    each_run(shape, function(run) s:path(run, WALL, palette.wall) end)
    each_run(shape, function(run) s:path(run, WALL * 0.42, palette.wall_light) end)
  end },
}

local function mesh_of(shapes, random, places)
  local s = Strokes.new()
  for _, layer in ipairs(LAYERS) do
    for _, shape in ipairs(shapes) do
      if shape.kind == layer.kind then layer.draw(s, shape, random, places) end
    end
  end
  return s:mesh()
end

-- Returns whether the sign for a road's end is hidden, because it is on a river.
local function is_hidden(mark, shapes, under)
  return mark.name == "end" and under and shapes[under].kind == "river"
end

local function build(game, tile, rotation)
  local shapes, marks = screen.outline(game, tile, rotation)
  local id = type(tile) == "table" and tile.id or tile
  local near = mesh_of(shapes, chance(id .. rotation), taken_places(shapes, marks))
  local far = mesh_of(shapes, chance(id), { EVERYWHERE })
  local seen = {}
  for _, mark in ipairs(marks) do
    if not is_hidden(mark, shapes, screen.hit(game, tile, rotation, mark.x, mark.y)) then
      seen[#seen + 1] = mark
    end
  end
  local spot
  for _, shape in ipairs(shapes) do
    if shape.kind == "spot" then spot = shape.segment end
  end
  return { near = near, far = far, shapes = shapes, marks = seen, spot = spot }
end

-- Cached looks by game, then by tile and rotation. The keys are weak.
local kept = setmetatable({}, { __mode = "k" })

--- Returns the meshes, shapes and signs of a tile in a rotation.
---@param game Game
---@param tile string|Tile
---@param rotation? integer
---@return { near:table, far:table, shapes:Shape[], marks:Sign[] }
function tiles.look(game, tile, rotation)
  local id, span = tile, ""
  if type(tile) == "table" then id, span, rotation = tile.id, tile.span or "", rotation or tile.rotation end
  local key = ("%s %d %s"):format(id, rotation or 0, span)
  kept[game] = kept[game] or {}
  kept[game][key] = kept[game][key] or build(game, tile, rotation or 0)
  return kept[game][key]
end

--- Draws a tile.
---@param game Game
---@param tile string|Tile
---@param rotation? integer
---@param x number north-west corner, in pixels
---@param y number
---@param size number side in pixels
---@param alpha? number
function tiles.draw(game, tile, rotation, x, y, size, alpha)
  local look = tiles.look(game, tile, rotation)
  love.graphics.setColor(1, 1, 1, alpha or 1)
  love.graphics.draw(size < FAR and look.far or look.near, x, y, 0, size, size)
  for _, shape in ipairs(look.shapes) do
    for _, sign in ipairs(shape.signs or {}) do
      signs.draw(sign.name, x + sign.x * size, y + sign.y * size, size, alpha, sign,
        labels.of(game, sign.name))
    end
  end
  for _, mark in ipairs(look.marks) do
    local at = look.spot and signs.is_built(mark.name) and look.shapes[look.spot].anchor or mark
    signs.draw(mark.name, x + at.x * size, y + at.y * size, size, alpha, mark, labels.of(game, mark.name))
  end
  love.graphics.setColor(palette.seam[1], palette.seam[2], palette.seam[3], palette.seam[4] * (alpha or 1))
  love.graphics.setLineWidth(math.max(1, size * 0.008))
  love.graphics.rectangle("line", x, y, size, size)
end

--- Returns the spot of a tile: a segment that is only a place for pieces, such as a tower
--- foundation.
---@param game Game
---@param tile Tile
---@return integer?
function tiles.spot(game, tile) return tiles.look(game, tile).spot end

--- Highlights a segment.
---@param game Game
---@param tile Tile
---@param segment integer
---@param x number
---@param y number
---@param size number
---@param colour number[]
---@param alpha number
function tiles.light(game, tile, segment, x, y, size, colour, alpha)
  local shape = tiles.look(game, tile).shapes[segment]
  if not shape then return end
  love.graphics.setColor(colour[1], colour[2], colour[3], alpha)
  love.graphics.push()
  love.graphics.translate(x, y)
  love.graphics.scale(size)
  for _, triangle in ipairs(shape.triangles) do love.graphics.polygon("fill", triangle) end
  love.graphics.pop()
end

--- Returns the place of a piece on a segment, in tiles.
---@param game Game
---@param tile Tile
---@param segment integer
---@param place? integer index of the piece on the segment, from 1
---@return number x
---@return number y
function tiles.stand(game, tile, segment, place)
  local shape = tiles.look(game, tile).shapes[segment]
  if not shape then return 0.5, 0.5 end
  local slots = shape.slots or { shape.anchor }
  local at = slots[place or 1] or shape.anchor
  return at.x, at.y
end

return tiles
