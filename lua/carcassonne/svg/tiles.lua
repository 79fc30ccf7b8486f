--- Draws tiles: each ground is defined once and rotated, and signs are upright.
-- @module carcassonne.svg.tiles

local elements = require "carcassonne.svg.elements"
local marks = require "carcassonne.svg.marks"
local palette = require "carcassonne.ui.palette"

local tiles_svg = {}

local SIZE = elements.tile
local LINE = elements.rgb(palette.line)

-- Patterns that distinguish cities and rivers without colours: stones and waves.
local PATTERNS = {
  city = '<pattern id="city" width="10" height="8" patternUnits="userSpaceOnUse"><rect width="10" '
    .. 'height="8" fill="%s"/>'
    .. '<path d="M0 .5h10M0 4.5h10M2.5 .5v4M7.5 4.5v3.5" stroke="%s" stroke-width=".7" opacity=".45" '
      .. 'fill="none"/></pattern>',
  river = '<pattern id="river" width="12" height="7" patternUnits="userSpaceOnUse"><rect width="12" '
    .. 'height="7" fill="%s"/>'
    .. '<path d="M0 3.5q3 -3 6 0t6 0" stroke="%s" stroke-width="1" opacity=".7" fill="none"/></pattern>',
}
local PATTERN_LINE = { city = palette.line, river = palette.paper }
local PATTERNED = { "city", "river" } -- kinds, in the order of their definitions

--- Returns the definitions that grounds refer to.
---@return string
function tiles_svg.patterns()
  local parts = {}
  for _, kind in ipairs(PATTERNED) do
    parts[#parts + 1] = PATTERNS[kind]:format(elements.rgb(palette.kinds[kind]),
      elements.rgb(PATTERN_LINE[kind]))
  end
  return table.concat(parts)
end

--- Returns the fill of a kind of ground.
---@param kind Kind
---@return string
function tiles_svg.fill(kind)
  return PATTERNS[kind] and ("url(#%s)"):format(kind) or elements.rgb(palette.kinds[kind])
end

--- Draws the shapes of a tile.
---@param shapes Shape[]
---@param x? number north-west corner
---@param y? number
---@return string
function tiles_svg.shapes(shapes, x, y)
  local parts = {}
  for i, shape in ipairs(shapes) do
    local path = elements.path(shape.outlines, SIZE, x, y) .. elements.path(shape.holes, SIZE, x, y)
    parts[i] = ('<path d="%s" fill="%s"/>'):format(path, tiles_svg.fill(shape.kind))
  end
  return ('<g stroke="%s" stroke-width=".8" stroke-linejoin="round" fill-rule="evenodd">%s</g>'):format(LINE,
    table.concat(parts))
end

--- Draws the signs of a tile.
---@param shapes Shape[]
---@param signs Sign[] signs without a segment
---@param x number north-west corner
---@param y number
---@param label fun(name:string):string?, number? as in marks.sign
---@return string
function tiles_svg.printed(shapes, signs, x, y, label)
  local parts = {}
  for _, sign in ipairs(signs) do
    parts[#parts + 1] = marks.sign(sign, x + sign.x * SIZE, y + sign.y * SIZE, label)
  end
  for _, shape in ipairs(shapes) do
    for _, sign in ipairs(shape.signs) do
      parts[#parts + 1] = marks.sign(sign, x + sign.x * SIZE, y + sign.y * SIZE, label)
    end
  end
  return table.concat(parts)
end

return tiles_svg
