--- Everything on the table for drawing: tiles, areas, joins, pieces, tokens, numbers and
--- attributes. Each figure has its own point, so that figures do not overlap.
-- @module carcassonne.ui.scene

local areas = require "carcassonne.describe.areas"
local board_extras = require "carcassonne.describe.board_extras"
local c_locale = require "carcassonne.base.c_locale"
local game_cache = require "carcassonne.describe.game_cache"
local outline = require "carcassonne.shapes.outline"
local words = require "carcassonne.describe.words"

local scene = {}

--- A piece, a token, a variable, an attribute, or the name of an area.
---@class Figure
---@field kind "piece"|"token"|"number"|"attribute"|"place"
---@field name string name of the item
---@field x number point on the board
---@field y number
---@field at {x:integer, y:integer, segment?:integer} cell and segment
---@field player? integer owner
---@field sign? string sign of a token
---@field bears? integer|"?" number on a token
---@field count? integer number of equal tokens
---@field number? integer value of a variable; or the number of equal tokens, nil for a token that exists only once
---@field place? integer index of the piece among those on its segment
---@field role? string role of a follower: knight, thief, monk, farmer
---@field gone? boolean whether the segment has lost the attribute

---@class SceneTile : Tile
---@field shapes Shape[]
---@field marks Sign[]

---@class Scene
---@field box {west:integer, north:integer, east:integer, south:integer} used cells; one cell for an empty table
---@field tiles SceneTile[] tiles in order of placement
---@field at table<string, SceneTile> tiles by "x,y"
---@field cells {x:integer, y:integer}[] empty cells with tokens
---@field areas AreaSeen[] areas, except unions of other areas; their names are figures
---@field joins {x1:number, y1:number, x2:number, y2:number}[] lines from segment to segment
---@field figures Figure[]
---@field marks Thing[] the changed attributes, found by carcassonne.describe.board_extras, that are among the figures
---@field last? {x:integer, y:integer} the tile placed last

-- ---- Points of figures --------------------------------------------------------------------------

local ROOM = 0.30 -- distance between middles of neighbouring figures
local NEAR = { 0.24, 0.30 } -- distances of candidate points from a place of the segment
local STEPS = 12 -- number of directions of candidate points
local EDGE = 0.12 -- free margin of a tile

local function clear_of(list, x, y)
  local least = ROOM
  for i = 1, #list do
    local east, south = x - list[i].x, y - list[i].y
    least = math.min(least, math.sqrt(east * east + south * south) / (list[i].room or 1))
  end
  return least
end

-- Returns the point with the most room; among equal points the earliest.
local function best_of(points, taken)
  local best, most
  for i, point in ipairs(points) do
    local inside = point.x >= EDGE and point.x <= 1 - EDGE and point.y >= EDGE and point.y <= 1 - EDGE
    local fit = clear_of(taken, point.x, point.y) - i * 1e-4 - (inside and 0 or i > 1 and 1 or 0)
    if not most or fit > most then best, most = point, fit end
  end
  return best
end

-- Returns the places of a shape, and points around them.
local function points_of(shape)
  local points = {}
  for i, slot in ipairs(shape.slots) do points[i] = slot end
  for _, slot in ipairs(shape.slots) do
    for _, far in ipairs(NEAR) do
      for step = 1, STEPS do
        local angle = 2 * math.pi * step / STEPS
        points[#points + 1] = { x = slot.x + far * math.cos(angle), y = slot.y + far * math.sin(angle) }
      end
    end
  end
  return points
end

-- Points of a whole tile, beginning with those near the middle.
local MIDDLE = {}
for row = -3, 3 do
  for column = -3, 3 do MIDDLE[#MIDDLE + 1] = { x = 0.5 + column * 0.12, y = 0.5 + row * 0.12 } end
end
c_locale.sort(MIDDLE, function(a, b)
  local fa, fb = math.abs(a.x - 0.5) + math.abs(a.y - 0.5), math.abs(b.x - 0.5) + math.abs(b.y - 0.5)
  if math.abs(fa - fb) > 1e-9 then return fa < fb end
  if math.abs(a.y - b.y) > 1e-9 then return a.y < b.y end
  return a.x < b.x
end)

-- Returns the spot of a tile, such as the foundation of a tower, on which its tokens stand.
local function spot_of(tile)
  for _, shape in ipairs(tile.shapes) do
    if shape.kind == "spot" then return shape end
  end
end

-- Returns the places of printed signs, which need less room than figures.
local function printed_on(tile)
  local taken = {}
  for _, mark in ipairs(tile.marks) do taken[#taken + 1] = { x = mark.x, y = mark.y, room = 0.7 } end
  for _, shape in ipairs(tile.shapes) do
    for _, sign in ipairs(shape.signs) do taken[#taken + 1] = { x = sign.x, y = sign.y, room = 0.7 } end
  end
  return taken
end

local function point_for(figure, tile, taken)
  local shape = tile and figure.at.segment and tile.shapes[figure.at.segment]
  if shape and figure.kind == "piece" and shape.slots[figure.place] then return shape.slots[figure.place] end
  if shape then return best_of(points_of(shape), taken) end
  if tile and spot_of(tile) then return best_of(points_of(spot_of(tile)), taken) end
  return best_of(MIDDLE, taken)
end

-- Returns a point for each figure of a cell.
local function points_for(list, tile)
  local points, taken = {}, tile and printed_on(tile) or {}
  for i, figure in ipairs(list) do
    points[i] = point_for(figure, tile, taken)
    taken[#taken + 1] = { x = points[i].x, y = points[i].y }
  end
  return points
end

-- Returns a cache key with all values that the points of a cell depend on.
local function key_of_cell(list, tile)
  local parts = { tile and ("%s %d %s"):format(tile.id, tile.rotation, tile.span or "") or "" }
  for i, figure in ipairs(list) do
    parts[i + 1] = (figure.kind == "piece" and figure.place or "") .. "/" .. (figure.at.segment or "")
  end
  return table.concat(parts, " ")
end

local function stand(list, tile, known)
  local points = game_cache.entry(known, key_of_cell(list, tile),
    function() return points_for(list, tile) end)
  for i, figure in ipairs(list) do
    figure.x, figure.y = figure.at.x + points[i].x, figure.at.y + points[i].y
  end
end

-- ---- Items on the table -------------------------------------------------------------------------

local function key_of(at) return at.x .. "," .. at.y end

local function with_shapes(game, tile)
  local shapes, marks = outline.of(game, tile)
  return { id = tile.id, x = tile.x, y = tile.y, rotation = tile.rotation, span = tile.span, shapes = shapes,
    marks = marks }
end

-- Returns tiles with their shapes, as a list and by cell. Unchanged tiles of an earlier scene are
-- reused.
local function tiles_of(game, tiles, known)
  local list, at = {}, {}
  for i, tile in ipairs(tiles) do
    local cell = key_of(tile)
    local key = cell .. " " .. tile.id .. " " .. tile.rotation .. " " .. (tile.span or "")
    known[key] = known[key] or with_shapes(game, tile)
    list[i], at[cell] = known[key], known[key]
  end
  return list, at
end

-- Returns whether each segment of an area is also part of another area.
local function is_union(area, all)
  local covered = {}
  for _, other in ipairs(all) do
    for _, place in ipairs(other ~= area and #other.places < #area.places and other.places or {}) do
      covered[key_of(place) .. " " .. place.segment] = true
    end
  end
  for _, place in ipairs(area.places) do
    if not covered[key_of(place) .. " " .. place.segment] then return false end
  end
  return true
end

-- Returns the segment in the middle of an area, which shows its name.
local function middle_of(area, at)
  local x, y = 0, 0
  for _, place in ipairs(area.places) do
    local anchor = at[key_of(place)].shapes[place.segment].anchor
    x, y = x + (place.x + anchor.x) / #area.places, y + (place.y + anchor.y) / #area.places
  end
  local best, least
  for _, place in ipairs(area.places) do
    local anchor = at[key_of(place)].shapes[place.segment].anchor
    local far = math.abs(place.x + anchor.x - x) + math.abs(place.y + anchor.y - y)
    if not least or far < least - 1e-9 then best, least = place, far end
  end
  return best
end

-- Returns the areas, and adds their names as figures.
local function areas_of(state, at, add)
  local list, all = {}, areas.of(state)
  for _, area in ipairs(all) do
    if not is_union(area, all) then
      list[#list + 1] = area
      local place = middle_of(area, at)
      add("place", { name = area.name, x = place.x, y = place.y, segment = place.segment }, {})
    end
  end
  return list
end

local function figures_of(state, lying, marks, at)
  local list = {}
  local function add(kind, one, more)
    more.kind, more.name, more.at = kind, more.name or one.name,
      { x = one.x, y = one.y, segment = one.segment }
    list[#list + 1] = more
  end
  local standing, game = {}, state:game()
  for _, piece in ipairs(state:pieces()) do
    local key = key_of(piece) .. " " .. piece.segment
    standing[key] = (standing[key] or 0) + 1
    local shape = at[key_of(piece)].shapes[piece.segment]
    add("piece", piece, { name = piece.piece, player = piece.player, place = standing[key],
      role = words.role_of(game, piece.piece, shape.kind) })
  end
  for _, thing in ipairs(lying) do
    if thing.sign then
      add("token", thing,
        { sign = thing.sign, bears = thing.bears, count = thing.count, player = thing.player,
        number = thing.number })
    else
      add("number", thing, { number = thing.number })
    end
  end
  for _, mark in ipairs(marks) do add("attribute", mark, { gone = mark.attribute == "gone" }) end
  local places = areas_of(state, at, add)
  return list, places
end

local function joins_of(state, at)
  local list = {}
  for i, join in ipairs(state:joins()) do
    local points = {}
    for k, place in ipairs(join) do
      local anchor = at[key_of(place)].shapes[place.segment].anchor
      points[k] = { x = place.x + anchor.x, y = place.y + anchor.y }
    end
    list[i] = { x1 = points[1].x, y1 = points[1].y, x2 = points[2].x, y2 = points[2].y }
  end
  return list
end

local function extent(lists)
  local box
  for _, list in ipairs(lists) do
    for _, one in ipairs(list) do
      box = box or { west = one.x, east = one.x, north = one.y, south = one.y }
      box.west, box.east = math.min(box.west, one.x), math.max(box.east, one.x)
      box.north, box.south = math.min(box.north, one.y), math.max(box.south, one.y)
    end
  end
  return box or { west = 0, east = 0, north = 0, south = 0 }
end

--- See carcassonne.ui.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@param known? {tiles:table, points:table} cache for pictures of many positions; the tables are empty at first
---@return Scene
function scene.of(state, observer, known)
  local all = state:tiles()
  known = known or { tiles = {}, points = {} }
  local tiles, at = tiles_of(state:game(), all, known.tiles)
  local marks = board_extras.marked(state, all)
  local figures, places = figures_of(state, board_extras.lying(state, observer, all), marks, at)
  local cells, of_cell, occupied = {}, {}, {}
  for _, figure in ipairs(figures) do
    local key = key_of(figure.at)
    if not of_cell[key] then
      of_cell[key], occupied[#occupied + 1] = {}, key
      if not at[key] then cells[#cells + 1] = { x = figure.at.x, y = figure.at.y } end
    end
    table.insert(of_cell[key], figure)
  end
  for _, key in ipairs(occupied) do stand(of_cell[key], at[key], known.points) end
  local x, y = state:last_placed()
  return { box = extent { tiles, cells }, tiles = tiles, at = at, cells = cells, areas = places,
    joins = joins_of(state, at),
    figures = figures, marks = marks, last = x and { x = x, y = y } or nil }
end

return scene
