--- Colours that people with any kind of colour blindness can distinguish, and for each player a
--- shape, so that colour is not necessary.
--
-- A colour is {red, green, blue}, each from 0 to 1, as in LÖVE. The tests check how far apart the
-- colours are for simulated colour-blind people, and their contrast to paper and light grounds.
-- @module carcassonne.ui.palette

local triangles = require "carcassonne.shapes.triangles"

---@alias Colour number[] {red, green, blue}

--- The colours and the shape of a player.
---@class PlayerLook
---@field name string name of the colour
---@field fill Colour
---@field edge Colour colour of outlines, and of letters on the player's colour
---@field shape string circle, square, triangle, diamond, star, cross
---@field outline number[] the shape, {x1, y1, ...} clockwise around 0,0, within radius 1
---@field triangles number[][] triangles that fill the shape

---@class Palette
---@field players PlayerLook[] the looks of six players
---@field kinds table<Kind, Colour> grounds
---@field goods table<string, Colour> wine, grain, cloth
---@field line Colour colour of lines between segments and around tiles
---@field paper Colour for the background
---@field ink Colour for text on paper
---@field pennant Colour
---@field sign Colour for other signs
---@field legal Colour colour of lines around choices
---@field last Colour colour of lines around the last action
local palette = {
  kinds = {
    field = { 0.62, 0.75, 0.50 }, city = { 0.73, 0.44, 0.23 }, road = { 0.94, 0.94, 0.74 },
      river = { 0.39, 0.54, 0.88 },
    monastery = { 0.41, 0.13, 0.11 }, spot = { 0.34, 0.28, 0.50 },
  },
  goods = { wine = { 0.68, 0.10, 0.20 }, grain = { 1, 0.83, 0.05 }, cloth = { 0, 0.24, 0.61 } },
  line = { 0.20, 0.17, 0.14 },
  paper = { 0.95, 0.93, 0.88 },
  ink = { 0.13, 0.11, 0.10 },
  pennant = { 0, 0.24, 0.61 },
  sign = { 0.15, 0.07, 0.16 },
  legal = { 0, 0.20, 0.50 },
  last = { 0.46, 0.03, 0.05 },
}

local DARK, LIGHT = { 0.08, 0.06, 0.06 }, { 1, 1, 1 }

-- Returns a closed line through points at these distances from the middle and equal angles,
-- starting at the top.
local function wheel(distances, first)
  local points = {}
  for i, far in ipairs(distances) do
    local angle = 2 * math.pi * (i - 1) / #distances + (first or 0)
    points[#points + 1] = far * math.sin(angle)
    points[#points + 1] = -far * math.cos(angle)
  end
  return points
end

local function same(count)
  local list = {}
  for i = 1, count do list[i] = 1 end
  return list
end

local SHAPES = {
  circle = wheel(same(24)),
  square = wheel(same(4), math.pi / 4),
  triangle = wheel(same(3)),
  diamond = wheel { 1, 0.7, 1, 0.7 },
  star = wheel { 1, 0.42, 1, 0.42, 1, 0.42, 1, 0.42, 1, 0.42 },
  cross = { -0.33, -0.95, 0.33, -0.95, 0.33, -0.33, 0.95, -0.33, 0.95, 0.33, 0.33, 0.33, 0.33, 0.95, -0.33,
    0.95, -0.33, 0.33,
    -0.95, 0.33, -0.95, -0.33, -0.33, -0.33 },
}

local function look(name, fill, edge, shape)
  return { name = name, fill = fill, edge = edge, shape = shape, outline = SHAPES[shape],
    triangles = triangles.of(SHAPES[shape], {}) }
end

palette.players = {
  look("red", { 0.68, 0.10, 0.20 }, LIGHT, "circle"),
  look("blue", { 0, 0.24, 0.61 }, LIGHT, "square"),
  look("yellow", { 1, 0.83, 0.05 }, DARK, "triangle"),
  look("black", { 0.15, 0.07, 0.16 }, LIGHT, "diamond"),
  look("white", { 0.81, 1, 1 }, DARK, "star"),
  look("purple", { 0.64, 0.46, 0.90 }, DARK, "cross"),
}

return palette
