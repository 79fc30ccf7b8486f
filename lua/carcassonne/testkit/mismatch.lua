--- Finds neighbouring tiles of a board whose sides do not match.
-- @module carcassonne.testkit.mismatch

local side_words = require("carcassonne.describe.words").sides
local tile_sides = require "carcassonne.describe.tile_sides"

local mismatch = {}

local SIDES = { "N", "E", "S", "W" }

-- Returns the kinds of the four sides of a tile; a side that matches any other side is omitted.
local function edges_of(game, tile)
  local edges, printed = {}, game:tile(tile.id, tile.rotation)
  for _, segment in ipairs(printed and printed.segments or {}) do
    for _, port in ipairs(segment.ports) do edges[port:sub(1, 1)] = edges[port:sub(1, 1)] or "field" end
    for side in pairs((tile_sides.of(segment))) do edges[side] = segment.kind end
  end
  return edges
end

local function beside(tiles, tile, side)
  local step = tile_sides.step[side]
  for _, other in ipairs(tiles) do
    if other.x == tile.x + step[1] and other.y == tile.y + step[2] then return other end
  end
end

local function name_of(tile) return ("%s r%d at %d,%d"):format(tile.id, tile.rotation, tile.x, tile.y) end

--- Describes the first two tiles whose sides differ. Returns nil if all sides match.
---@param game Game
---@param tiles DrawnCell[]
---@return string?
function mismatch.clash(game, tiles)
  for _, tile in ipairs(tiles) do
    local own = edges_of(game, tile)
    for _, side in ipairs(SIDES) do
      local other = beside(tiles, tile, side)
      local theirs = other and edges_of(game, other)[tile_sides.opposite[side]]
      if theirs and own[side] and theirs ~= own[side] then
        return ("%s does not fit beside %s: the %s side of the first is %s, the touching side of the "
          .. "second is %s"):format(name_of(tile),
          name_of(other),
          side_words(":" .. side), own[side], theirs)
      end
    end
  end
end

return mismatch
