--- Finds the segment or cell under a point.
-- @module carcassonne.ui.hit

local contains = require("carcassonne.shapes.triangles").contains
local outline = require "carcassonne.shapes.outline"

local hit = {}

local REACH = 0.03
local THIN = { road = true, river = true }

local function is_in(shape, x, y)
  for _, hole in ipairs(shape.holes) do
    if contains(hole, x, y) then return false end
  end
  for _, ring in ipairs(shape.outlines) do
    if contains(ring, x, y) then return true end
  end
  return false
end

-- Returns the squared distance from a point to a line segment.
local function far_from(x, y, ax, ay, bx, by)
  local east, south = bx - ax, by - ay
  local along = ((x - ax) * east + (y - ay) * south) / (east * east + south * south)
  along = math.max(0, math.min(1, along))
  local dx, dy = ax + along * east - x, ay + along * south - y
  return dx * dx + dy * dy
end

local function distance(shape, x, y)
  local least
  for _, ring in ipairs(shape.outlines) do
    local u, v = ring[#ring - 1], ring[#ring]
    for i = 1, #ring, 2 do
      local far = far_from(x, y, u, v, ring[i], ring[i + 1])
      if not least or far < least then least = far end
      u, v = ring[i], ring[i + 1]
    end
  end
  return least
end

-- Returns the nearest road or river within reach.
local function thin_near(shapes, x, y, reach)
  local best, least = nil, reach * reach
  for i, shape in ipairs(shapes) do
    local far = THIN[shape.kind] and distance(shape, x, y)
    if far and far < least then best, least = i, far end
  end
  return best
end

local function nearest(shapes, x, y)
  local best, least
  for i, shape in ipairs(shapes) do
    local far = distance(shape, x, y)
    if far and (not least or far < least) then best, least = i, far end
  end
  return best
end

--- See carcassonne.ui.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@param rotation? integer
---@param x number
---@param y number
---@param reach? number
---@return integer? segment
function hit.segment(game, tile, rotation, x, y, reach)
  if x < 0 or x > 1 or y < 0 or y > 1 then return nil end
  local shapes = outline.of(game, tile, rotation)
  local under
  for i, shape in ipairs(shapes) do
    if is_in(shape, x, y) then under = i end
  end
  local kind = under and shapes[under].kind
  if kind == "field" or kind == "city" then under = thin_near(shapes, x, y, reach or REACH) or under end
  return under or nearest(shapes, x, y)
end

-- Returns the game of a state or view, and the tile in a cell.
local function lying(state, x, y)
  if type(state) == "userdata" then return state:game(), state:tile_at(x, y) end
  for _, tile in ipairs(state.tiles) do
    if tile.x == x and tile.y == y then return state.game, tile end
  end
end

--- See carcassonne.ui.
---@param state State|View
---@param x number
---@param y number
---@param reach? number
---@return {x:integer, y:integer, tile?:Tile, segment?:integer}
function hit.pick(state, x, y, reach)
  local column, row = math.floor(x), math.floor(y)
  local game, tile = lying(state, column, row)
  return { x = column, y = row, tile = tile,
    segment = tile and hit.segment(game, tile, nil, x - column, y - row, reach) }
end

return hit
