--- Draws the signs printed on tiles: pennants, goods, villages, bridges, and plates with letters
--- for attributes of scripts.
-- @module carcassonne.svg.marks

local elements = require "carcassonne.svg.elements"
local palette = require "carcassonne.ui.palette"
local shapes = require("carcassonne.shapes.signs").shapes

local marks = {}

local n, rgb = elements.number, elements.rgb
local INK, LINE, PAPER = rgb(palette.ink), rgb(palette.line), rgb(palette.paper)

--- Draws letters on a plate with square corners, for printed and added attributes.
---@param text string
---@param x number middle
---@param y number
---@param size? number size of the letters, 12 by default
---@param more? string SVG attributes of the plate
---@return string
function marks.plate(text, x, y, size, more)
  size = size or 12
  local width = #text * size * elements.letter + size * 0.4
  return ('<rect x="%s" y="%s" width="%s" height="%s" fill="%s" stroke="%s"%s/>'):format(n(x - width / 2),
    n(y - size * 0.6),
    n(width), n(size * 1.2), PAPER, LINE, more and " " .. more or "") .. elements.text(text, x,
      y + size * 0.36, size,
    ('fill="%s" text-anchor="middle" font-style="italic"'):format(INK))
end

local function good(name, x, y)
  return ('<circle cx="%s" cy="%s" r="8" fill="%s" stroke="%s"/>'):format(n(x), n(y), PAPER, LINE)
    .. ('<circle cx="%s" cy="%s" r="6" fill="%s" stroke="%s" stroke-width=".8"/>'):format(n(x), n(y),
      rgb(palette.goods[name]), LINE)
    .. elements.text(name:sub(1, 1), x, y + 3.6, 11,
      ('text-anchor="middle" font-weight="bold" fill="#fff" stroke="%s" '
      .. 'stroke-width="2.4" paint-order="stroke"'):format(INK))
end

-- Fill and outline of the parts of each sign.
local PARTS = {
  monastery = { wall = PAPER, roof = rgb(palette.kinds.city), door = INK, line = INK },
  pennant = { shield = rgb(palette.pennant), charge = "#fff", line = "#fff" },
  village = { wall = PAPER, roof = rgb(palette.kinds.city), line = LINE },
  bridge = { plank = rgb(palette.kinds.city), road = rgb(palette.kinds.road), rail = LINE, line = "none" },
}

local function shape(sign, x, y)
  local body, fill, parts = shapes[sign.name], PARTS[sign.name], {}
  for i, area in ipairs(body) do
    parts[i] = ('<path d="%s" fill="%s"%s/>'):format(elements.path({ area.points },
      body.size * elements.tile),
      fill[area.part], area.thin and ' stroke="none"' or "")
  end
  local turn = sign.turn and sign.turn > 0 and ("rotate(%d)"):format(sign.turn * 90) or ""
  return ('<g transform="translate(%s %s)%s" stroke="%s" stroke-width=".8">%s</g>'):format(n(x), n(y),
    turn, fill.line,
    table.concat(parts))
end

local DRAWN = { ["end"] = function() return "" end }
for name in pairs(PARTS) do DRAWN[name] = shape end
for name in pairs(palette.goods) do DRAWN[name] = function(_, x, y) return good(name, x, y) end end

--- Returns whether a sign has its own drawing; other signs are letters.
---@param name string
---@return boolean
function marks.is_drawn(name) return DRAWN[name] ~= nil end

--- Draws a sign of a tile or segment.
---@param sign Sign
---@param x number middle
---@param y number
---@param label fun(name:string):string?, number? letters of a sign without a drawing, and their size; nil if the tile shows the sign
--- anyway
---@return string
function marks.sign(sign, x, y, label)
  local draw = DRAWN[sign.name]
  if draw then return draw(sign, x, y) end
  local text, size = label(sign.name)
  return text and marks.plate(text, x, y, size) or ""
end

return marks
