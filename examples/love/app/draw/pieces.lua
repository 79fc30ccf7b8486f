--- Draws pieces as flat shapes, one for each name. Pieces of scripts share a shape that shows the
--- first letter of their name.
-- @module app.draw.pieces

local Strokes = require "app.draw.strokes"
local bodies = require "carcassonne.shapes.pieces"
local palette = require "app.draw.palette"
local picture = require "app.draw.picture"

local pieces = {}

-- Line widths, relative to the piece: for pieces on the table, and for small pieces beside it.
local LINES = {
  large = { { 0.130, palette.ink }, { 0.075, palette.white } },
  small = { { 0.100, palette.ink } },
}

local function outline(strokes, shape, width, colour)
  for _, area in ipairs(shape) do
    local closed = {}
    for i, value in ipairs(area) do closed[i] = value end
    closed[#closed + 1], closed[#closed + 2] = area[1], area[2]
    strokes:path(closed, width, colour)
  end
end

local EMBLEM = 0.125 -- radius

-- Draws the player's shape, which does not depend on colour.
local function emblem(strokes, player, x, y)
  local look = palette.looks[player]
  for _, t in ipairs(look.triangles) do
    local moved = {}
    for i = 1, 6, 2 do moved[i], moved[i + 1] = t[i] * EMBLEM + x, t[i + 1] * EMBLEM + y end
    strokes:triangle(moved, look.edge)
  end
end

-- Returns a piece as one mesh.
local function mesh_of(name, player, lines, shape)
  local strokes = Strokes.new()
  for _, line in ipairs(LINES[lines]) do outline(strokes, shape, line[1], line[2]) end
  for _, area in ipairs(shape) do
    for _, triangle in ipairs(love.math.triangulate(area)) do
      strokes:triangle(triangle, player and palette.players[player] or palette.grey)
    end
  end
  if player and bodies.is_own(name) then emblem(strokes, player, shape.x, shape.y) end
  return strokes:mesh()
end

local numbers = {}

local function number_font(pixels)
  -- rounded to few sizes, since letters are cached for each size
  pixels = math.max(7, math.floor(pixels / 2) * 2)
  numbers[pixels] = numbers[pixels] or love.graphics.newFont(pixels)
  return numbers[pixels]
end

local function write_on(text, x, y, pixels, colour, alpha)
  local font = number_font(pixels)
  love.graphics.setFont(font)
  love.graphics.setColor(colour[1], colour[2], colour[3], alpha)
  love.graphics.print(text, x - font:getWidth(text) / 2, y - font:getHeight() / 2)
end

--- Draws a piece around a point.
---@param name string name of the piece
---@param player? integer the owner; a piece without one is grey
---@param x number
---@param y number
---@param size number pixels of a follower
---@param alpha? number
---@param role? string role of the piece there
function pieces.draw(name, player, x, y, size, alpha, role)
  alpha = alpha or 1
  local shape, shown = bodies.of(name, role)
  local side = size * shape.size
  local lines = side >= 26 and "large" or "small"
  local key = ("piece %s %s %s %s"):format(bodies.is_own(name) and name or "", shown or "",
    player or "", lines)
  picture.draw(key, x, y, side, alpha, function() love.graphics.draw(mesh_of(name, player, lines, shape)) end)
  if not bodies.is_own(name) and side >= 16 then
    local ink = player and palette.on_player(player) or palette.white
    write_on(name:sub(1, 1):upper(), x + shape.x * side, y + shape.y * side, side * 0.34, ink, alpha)
  end
end

--- Draws a player's shape, for lists.
---@param player integer
---@param x number
---@param y number
---@param size number pixels from its middle to its edge
function pieces.shape(player, x, y, size)
  local look = palette.looks[player]
  picture.draw("shape " .. player, x, y, size * 2, 1, function()
    love.graphics.scale(0.5)
    love.graphics.setColor(look.fill)
    for _, triangle in ipairs(look.triangles) do love.graphics.polygon("fill", triangle) end
    love.graphics.setColor(palette.ink)
    love.graphics.setLineWidth(0.2)
    love.graphics.polygon("line", look.outline)
  end)
end

--- Draws tokens as a disc with their sign and number, in the player's colour if they have an owner.
---@param thing Thing
---@param x number
---@param y number
---@param size number pixels
function pieces.token(thing, x, y, size)
  love.graphics.setColor(0.15, 0.13, 0.1, 0.35)
  love.graphics.circle("fill", x + size * 0.06, y + size * 0.09, size * 0.62, 32)
  love.graphics.setColor(palette.ink)
  love.graphics.circle("fill", x, y, size * 0.62, 32)
  love.graphics.setColor(thing.player and palette.looks[thing.player].fill or palette.white)
  love.graphics.circle("fill", x, y, size * 0.54, 32)
  write_on(thing.sign, x, y, size * 0.62, thing.player and palette.on_player(thing.player) or palette.ink, 1)
  if thing.count > 1 then pieces.tag(tostring(thing.count), x + size * 0.5, y - size * 0.5, size * 0.5) end
end

--- Draws a tag: a number or letter for a variable of a script.
---@param text string
---@param x number
---@param y number
---@param size number pixels
function pieces.tag(text, x, y, size)
  love.graphics.setColor(palette.ink)
  love.graphics.circle("fill", x, y, size * 0.62, 24)
  love.graphics.setColor(palette.white)
  love.graphics.circle("fill", x, y, size * 0.52, 24)
  write_on(text, x, y, size * 0.75, palette.ink, 1)
end

--- Draws letters on a plate.
---@param text string
---@param x number
---@param y number
---@param pixels number height of the letters
---@param struck? boolean whether to strike through
function pieces.plate(text, x, y, pixels, struck)
  local font = number_font(pixels)
  local w, h = font:getWidth(text) + 6, font:getHeight() + 2
  love.graphics.setColor(palette.white)
  love.graphics.rectangle("fill", x - w / 2, y - h / 2, w, h)
  love.graphics.setColor(palette.ink)
  love.graphics.setLineWidth(1)
  love.graphics.rectangle("line", x - w / 2, y - h / 2, w, h)
  if struck then love.graphics.line(x - w / 2, y + h / 2, x + w / 2, y - h / 2) end
  write_on(text, x, y, pixels, palette.ink, 1)
end

return pieces
