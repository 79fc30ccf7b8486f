--- What is printed on tiles beside ground: pennants, goods, villages, bridges, and a plate with letters for whatever scripts call
-- their attributes.
-- @module carcassonne.svg.marks

local elements = require "carcassonne.svg.elements"
local palette = require "carcassonne.ui.palette"

local marks = {}

local n, rgb = elements.number, elements.rgb
local INK, LINE, PAPER = rgb(palette.ink), rgb(palette.line), rgb(palette.paper)

--- Letters on a plate with straight corners: what is printed, or what a feature has become.
---@param text string
---@param x number its middle
---@param y number
---@param size? number of the letters, 12 by default
---@param more? string attributes of the plate
---@return string
function marks.plate(text, x, y, size, more)
  size = size or 12
  local width = #text * size * elements.letter + size * 0.4
  return ('<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="%s"%s/>'):format(n(x - width / 2), n(y - size * 0.6),
    n(width), n(size * 1.2), PAPER, LINE, more and " " .. more or "") .. elements.text(text, x, y + size * 0.36, size,
    ('fill="%s" text-anchor="middle" font-style="italic"'):format(INK))
end

local function pennant(x, y)
  return ('<path d="M%s %sh12v8l-6 6 -6 -6z" fill="%s" stroke="#fff"/>'):format(n(x - 6), n(y - 7), rgb(palette.pennant))
end

local function good(name, x, y)
  return ('<circle cx="%s" cy="%s" r="8" fill="%s" stroke="%s"/>'):format(n(x), n(y), PAPER, rgb(palette.goods[name]))
    .. ('<circle cx="%s" cy="%s" r="6" fill="%s"/>'):format(n(x), n(y), rgb(palette.goods[name]))
    .. elements.text(name:sub(1, 1), x, y + 3.6, 11, ('text-anchor="middle" font-weight="bold" fill="#fff" stroke="%s" '
      .. 'stroke-width="2.4" paint-order="stroke"'):format(INK))
end

local function village(x, y)
  local parts = {}
  for i, shift in ipairs { { -7, -1 }, { 1, -6 }, { 0, 4 } } do
    parts[i] = ('<path d="M%s %sl4 -4 4 4v5h-8z" fill="%s" stroke="%s" stroke-width=".6"/>'):format(n(x + shift[1]),
      n(y + shift[2]), rgb(palette.kinds.city), LINE)
  end
  return table.concat(parts)
end

local function bridge(x, y, turn)
  return ('<path d="M-8.5 -16v32M8.5 -16v32" transform="translate(%s %s)rotate(%d)" stroke="%s" stroke-width="2.4"/>'):format(
    n(x), n(y), (turn or 0) * 90, LINE)
end

local function church(x, y)
  return ('<path transform="translate(%s %s)" d="M-9 9V0L-3 -5L3 0V9zM3 9V-6L6 -11L9 -6V9zM6 -11V-15M4 -13.5H8" fill="%s" stroke="%s" '
    .. 'stroke-width="1.2"/>'):format(n(x), n(y), PAPER, INK)
end

local DRAWN = {
  monastery = function(_, x, y) return church(x, y) end,
  pennant = function(_, x, y) return pennant(x, y) end,
  village = function(_, x, y) return village(x, y) end,
  bridge = function(sign, x, y) return bridge(x, y, sign.turn) end,
  ["end"] = function() return "" end,
}
for name in pairs(palette.goods) do DRAWN[name] = function(_, x, y) return good(name, x, y) end end

--- Whether a sign is drawn by itself, and needs no letters.
---@param name string
---@return boolean
function marks.is_drawn(name) return DRAWN[name] ~= nil end

--- A sign of a tile or a segment.
---@param sign Sign
---@param x number its middle
---@param y number
---@param label fun(name:string):string?, number? the letters of one that is not drawn by itself, and their size; nil where the tile
--- shows it anyway
---@return string
function marks.sign(sign, x, y, label)
  local draw = DRAWN[sign.name]
  if draw then return draw(sign, x, y) end
  local text, size = label(sign.name)
  return text and marks.plate(text, x, y, size) or ""
end

return marks
