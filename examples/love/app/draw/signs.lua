--- Draws the signs printed on tiles: pennants, goods, inns, cathedrals, and attributes of scripts.
-- @module app.draw.signs

local palette = require "app.draw.palette"
local picture = require "app.draw.picture"
local shapes = require("carcassonne.shapes.signs").shapes

local signs = {}

local g = love.graphics

local function set(c, alpha) g.setColor(c[1], c[2], c[3], (c[4] or 1) * alpha) end

local BLUE, GOLD, PURPLE, RED, GREEN = palette.blue, palette.gold, palette.purple, palette.red, palette.green
local GREY, DARK, GRAIN, CLOTH = palette.grey, palette.dark, palette.grain, palette.cloth

-- Draws a polygon with a light outline.
local function area(points, colour, alpha, edge)
  set(colour, alpha)
  g.polygon("fill", points)
  set(edge or palette.white, alpha)
  g.setLineWidth(0.045)
  g.polygon("line", points)
end

local function disc(x, y, r, colour, alpha, edge)
  set(colour, alpha)
  g.circle("fill", x, y, r, 24)
  if not edge then return end
  set(edge, alpha)
  g.setLineWidth(0.05)
  g.circle("line", x, y, r, 24)
end

-- Draws a round plate for signs that are hard to see on the ground.
local function plate(alpha, edge) disc(0, 0, 0.46, palette.white, alpha, edge or GREY) end

-- Draws a sign from the shared shapes in these colours. `edge` is the colour of outlines, or nil.
local function draw_parts(name, colours, alpha)
  for _, part in ipairs(shapes[name]) do
    if colours.edge and not part.thin then
      area(part.points, colours[part.part], alpha, colours.edge)
    else
      set(colours[part.part], alpha)
      g.polygon("fill", part.points)
    end
  end
end

local function church(alpha, wall, roof)
  draw_parts("monastery", { wall = wall, roof = roof, door = DARK, edge = DARK }, alpha)
end

local function arch(alpha, stone, inside)
  disc(0, -0.02, 0.42, stone, alpha)
  set(stone, alpha)
  g.rectangle("fill", -0.42, -0.02, 0.84, 0.46)
  disc(0, 0.02, 0.25, inside, alpha)
  set(inside, alpha)
  g.rectangle("fill", -0.25, 0.02, 0.50, 0.42)
end

local function crown(alpha, colour, y)
  area({ -0.32, y + 0.22, -0.38, y - 0.22, -0.16, y - 0.02, 0, y - 0.30 }, colour, alpha, colour)
  area({ 0.32, y + 0.22, 0.38, y - 0.22, 0.16, y - 0.02, 0, y - 0.30, -0.32, y + 0.22 }, colour,
    alpha, colour)
end

-- Each function draws a sign around 0, 0, about one unit high. `size` is the unit in tiles.
local SHAPES = {
  pennant = { size = shapes.pennant.size, function(alpha)
    draw_parts("pennant", { shield = BLUE, charge = GOLD, edge = palette.white }, alpha)
  end },
  wine = { size = 0.17, function(alpha)
    plate(alpha, PURPLE)
    for _, p in ipairs { { -0.16, -0.06 }, { 0.02, -0.08 }, { 0.19, -0.04 }, { -0.07, 0.09 }, { 0.11, 0.10 },
        { 0.02, 0.24 } } do
      disc(p[1], p[2], 0.10, PURPLE, alpha)
    end
    set(palette.leaf, alpha)
    g.ellipse("fill", 0.10, -0.24, 0.15, 0.08)
  end },
  grain = { size = 0.17, function(alpha)
    plate(alpha, GRAIN)
    set(GRAIN, alpha)
    g.setLineWidth(0.06)
    g.line(0, 0.36, 0, -0.22)
    for i = 0, 3 do
      local y = -0.22 + i * 0.13
      g.ellipse("fill", -0.11, y, 0.10, 0.065)
      g.ellipse("fill", 0.11, y, 0.10, 0.065)
    end
    g.ellipse("fill", 0, -0.33, 0.06, 0.10)
  end },
  cloth = { size = 0.17, function(alpha)
    plate(alpha, CLOTH)
    set(CLOTH, alpha)
    g.rectangle("fill", -0.22, -0.26, 0.34, 0.48, 0.05)
    g.ellipse("fill", 0.14, -0.02, 0.13, 0.24)
    set(palette.white, alpha)
    g.setLineWidth(0.045)
    g.ellipse("line", 0.14, -0.02, 0.07, 0.14)
    g.line(-0.22, -0.08, 0.02, -0.08)
    g.line(-0.22, 0.06, 0.02, 0.06)
  end },
  monastery = { size = shapes.monastery.size, function(alpha) church(alpha, palette.plaster, RED) end },
  cathedral = { size = 0.32, function(alpha) church(alpha, palette.stone, palette.slate) end },
  inn = { size = 0.20, function(alpha)
    set(palette.water, alpha)
    g.ellipse("fill", 0, 0.26, 0.58, 0.24)
    area({ -0.30, 0.26, -0.30, -0.10, 0.30, -0.10, 0.30, 0.26 }, palette.house, alpha, DARK)
    area({ -0.40, -0.08, 0, -0.48, 0.40, -0.08 }, RED, alpha, DARK)
  end },
  princess = { size = 0.19, function(alpha)
    plate(alpha, GOLD)
    crown(alpha, GOLD, 0.02)
  end },
  portal = { size = 0.24, function(alpha) arch(alpha, palette.portal, palette.portal_light) end },
  tunnel = { size = 0.17, function(alpha) arch(alpha, GREY, DARK) end },
  volcano = { size = 0.36, function(alpha)
    area({ -0.56, 0.40, -0.16, -0.26, 0.16, -0.26, 0.56, 0.40 }, palette.rock, alpha, DARK)
    area({ -0.16, -0.26, 0.16, -0.26, 0.24, -0.06, 0.08, 0.12, 0.0, -0.04, -0.12, 0.06, -0.23, -0.12 },
      palette.lava, alpha, palette.lava)
    disc(-0.10, -0.46, 0.10, GREY, alpha * 0.6)
    disc(0.08, -0.62, 0.13, GREY, alpha * 0.4)
  end },
  dragon = { size = 0.25, function(alpha)
    plate(alpha, GREEN)
    area({ -0.34, 0.10, -0.10, -0.14, -0.06, -0.34, 0.08, -0.18, 0.34, -0.06, 0.36, 0.08, 0.08, 0.12, 0.02,
      0.30, -0.16, 0.30 },
      GREEN, alpha, GREEN)
    disc(0.06, -0.06, 0.045, palette.white, alpha)
  end },
  tower = { size = 0.22, built = true, function(alpha)
    area({ -0.40, -0.40, 0.40, -0.40, 0.40, 0.40, -0.40, 0.40 }, GREY, alpha, DARK)
    area({ -0.22, -0.22, 0.22, -0.22, 0.22, 0.22, -0.22, 0.22 }, palette.masonry, alpha, DARK)
  end },
  abbey = { size = 0.5, function(alpha) church(alpha, palette.limestone, palette.copper) end },
  festival = { size = 0.30, function(alpha)
    area({ -0.48, 0.30, -0.34, -0.04, 0.34, -0.04, 0.48, 0.30 }, palette.white, alpha, RED)
    area({ -0.48, 0.0, 0, -0.42, 0.48, 0.0 }, RED, alpha, RED)
    area({ 0, -0.42, 0, -0.66, 0.24, -0.56 }, GOLD, alpha, GOLD)
  end },
  besieged = { size = 0.19, function(alpha)
    plate(alpha, RED)
    set(RED, alpha)
    g.setLineWidth(0.09)
    g.line(-0.24, 0.26, 0.24, -0.26)
    g.line(0.24, 0.26, -0.24, -0.26)
    g.setLineWidth(0.06)
    g.line(-0.28, 0.06, -0.06, 0.28)
    g.line(0.28, 0.06, 0.06, 0.28)
  end },
  village = { size = shapes.village.size, function(alpha)
    draw_parts("village", { wall = palette.house, roof = palette.roof, edge = DARK }, alpha)
  end },
  ["end"] = { size = 0.09,
    function(alpha) disc(0, 0, 0.5, palette.kinds.road, alpha, palette.road_edge) end },
  bridge = { size = shapes.bridge.size, function(alpha, sign)
    g.rotate((sign.turn or 0) * math.pi / 2)
    draw_parts("bridge", { plank = palette.wood, road = palette.kinds.road, rail = palette.wood_dark }, alpha)
  end },
}
SHAPES["river-spring"] = { size = 0, function() end }
SHAPES["river-lake"], SHAPES.river = SHAPES["river-spring"], SHAPES["river-spring"]
SHAPES.besieger = SHAPES["river-spring"] -- the city of the tile shows it

local fonts = {}

-- Draws a plate with a label, for signs without a shape.
local function letters(text, size, alpha)
  disc(0, 0, 0.5, palette.white, alpha, DARK)
  local pixels = math.max(8, math.floor(size * 0.5 / 2) * 2)
  fonts[pixels] = fonts[pixels] or g.newFont(pixels)
  set(DARK, alpha)
  g.setFont(fonts[pixels])
  g.scale(1 / size)
  g.print(text, -fonts[pixels]:getWidth(text) / 2, -fonts[pixels]:getHeight() / 2)
end

--- Draws a sign around a point.
---@param name string
---@param x number pixels
---@param y number
---@param tile number pixels of a tile's side
---@param alpha? number
---@param sign? Sign
---@param label? string letters for a sign without a shape; the first letter of its name by default
function signs.draw(name, x, y, tile, alpha, sign, label)
  local shape = SHAPES[name] or { size = 0.18 }
  local size = tile * shape.size
  if size == 0 then return end
  g.push()
  g.translate(x, y)
  g.scale(size)
  if shape[1] then
    shape[1](alpha or 1, sign or {})
  else
    letters(label or name:sub(1, 2), size, alpha or 1)
  end
  g.pop()
end

--- Returns whether a sign is a building on the spot of its tile.
---@param name string
---@return boolean
function signs.is_built(name) return SHAPES[name] ~= nil and SHAPES[name].built == true end

--- Returns whether a sign needs no drawing because the tile shows it anyway.
---@param name string
---@return boolean
function signs.is_unseen(name) return SHAPES[name] ~= nil and SHAPES[name].size == 0 end

--- Draws a sign in a box, for lists.
---@param name string
---@param x number middle, in pixels
---@param y number
---@param size number pixels
function signs.icon(name, x, y, size)
  local shape = SHAPES[name]
  if not shape then return signs.draw(name, x, y, size / 0.18) end
  picture.draw("sign " .. name, x, y, size, 1, function() shape[1](1, {}) end)
end

return signs
