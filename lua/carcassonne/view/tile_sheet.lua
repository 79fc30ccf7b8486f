--- A sheet of tiles as a picture, in SVG, with the number of each segment where pieces stand on it and what scripts call it.
-- @module carcassonne.view.tile_sheet

local screen = require "carcassonne.screen"

local tile_sheet = {}

local SIZE, GAP, HEADING, LINE = 120, 18, 16, 11 -- of a tile, around tiles, and of text above and below
local LONG = 36 -- what the longest name takes beyond its tile
local palette = screen.palette

local function rgb(colour)
  return ("rgb(%d%%,%d%%,%d%%)"):format(math.floor(colour[1] * 100), math.floor(colour[2] * 100), math.floor(colour[3] * 100))
end

-- Lines of SVG, to which shapes add themselves.
local Sheet = {}
Sheet.__index = Sheet

function Sheet:put(...) self[#self + 1] = string.format(...) end

function Sheet:text(text, x, y, size, more)
  local safe = text:gsub("[&<>]", { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;" })
  self:put('<text x="%.1f" y="%.1f" font-size="%d" fill="%s"%s>%s</text>', x, y, size, rgb(palette.ink), more or "", safe)
end

-- Closed lines as a path; what lies inside of two of them is a hole.
local function path(rings, x, y)
  local words = {}
  for _, ring in ipairs(rings) do
    for i = 1, #ring, 2 do
      words[#words + 1] = ("%s%.2f %.2f"):format(i == 1 and "M" or "L", x + ring[i] * SIZE, y + ring[i + 1] * SIZE)
    end
    words[#words + 1] = "Z"
  end
  return table.concat(words, " ")
end

local function draw_sign(sheet, sign, x, y)
  x, y = x + sign.x * SIZE, y + sign.y * SIZE
  if sign.name == "pennant" then
    sheet:put('<path d="M%.1f %.1f h10 v7 l-5 5 l-5 -5 Z" fill="%s" stroke="white"/>', x - 5, y - 6, rgb(palette.pennant))
  elseif palette.goods[sign.name] then
    sheet:put('<circle cx="%.1f" cy="%.1f" r="6" fill="%s" stroke="white"/>', x, y, rgb(palette.goods[sign.name]))
  else
    sheet:text(screen.words.name(sign.name), x, y + 3, 9, ' text-anchor="middle" font-style="italic"')
  end
end

local function draw_village(sheet, u, v)
  for _, shift in ipairs { { -7, -1 }, { 1, -6 }, { 0, 4 } } do
    sheet:put('<path d="M%.1f %.1f l4 -4 l4 4 v5 h-8 Z" fill="%s" stroke="%s" stroke-width="0.6"/>', u + shift[1], v + shift[2],
      rgb(palette.kinds.city), rgb(palette.line))
  end
end

local function draw_bridge(sheet, u, v, turn)
  for _, side in ipairs { -8.5, 8.5 } do
    sheet:put('<path d="M%.1f -16 v32" transform="translate(%.1f %.1f) rotate(%d)" stroke="%s" stroke-width="2"/>', side, u, v,
      turn * 90, rgb(palette.line))
  end
end

local function draw_mark(sheet, mark, x, y)
  local u, v = x + mark.x * SIZE, y + mark.y * SIZE
  if mark.name == "village" then draw_village(sheet, u, v)
  elseif mark.name == "bridge" then draw_bridge(sheet, u, v, mark.turn)
  elseif mark.name ~= "end" then draw_sign(sheet, mark, x, y) end
end

local function draw_number(sheet, shape, x, y)
  local u, v = x + shape.anchor.x * SIZE, y + shape.anchor.y * SIZE
  sheet:put('<circle cx="%.1f" cy="%.1f" r="6.5" fill="%s" stroke="%s"/>', u, v, rgb(palette.paper), rgb(palette.line))
  sheet:text(tostring(shape.segment), u, v + 3.2, 9, ' text-anchor="middle" font-weight="bold"')
end

local function draw_tile(sheet, game, one, x, y)
  local shapes, marks = screen.outline(game, one.id, one.rotation)
  for _, shape in ipairs(shapes) do
    sheet:put('<path d="%s %s" fill="%s" stroke="%s" stroke-width="0.8" stroke-linejoin="round" fill-rule="evenodd"/>',
      path(shape.outlines, x, y), path(shape.holes, x, y), rgb(palette.kinds[shape.kind]), rgb(palette.line))
  end
  for _, mark in ipairs(marks) do draw_mark(sheet, mark, x, y) end
  for _, shape in ipairs(shapes) do
    for _, sign in ipairs(shape.signs) do draw_sign(sheet, sign, x, y) end
    draw_number(sheet, shape, x, y)
  end
end

local function draw_names(sheet, game, one, x, y)
  for i, segment in ipairs(game:tile(one.id, one.rotation).segments) do
    sheet:text(("%d %s"):format(i, segment.text), x, y + i * LINE, 9)
  end
end

-- How many lines of names the tiles need at most.
local function most_segments(game, tiles)
  local most = 0
  for _, one in ipairs(tiles) do most = math.max(most, #game:tile(one.id, one.rotation).segments) end
  return most
end

--- Draws tiles.
---@param game Game
---@param tiles {id:string, rotation:integer, title:string}[]
---@param columns integer how many side by side
---@return string svg
---@usage local svg = require("carcassonne.view.tile_sheet").svg(game, { { id = "BA-D", rotation = 1, title = "BA-D/1" } }, 4)
--- assert(svg:find "road:N.S")
function tile_sheet.svg(game, tiles, columns)
  local sheet = setmetatable({}, Sheet)
  local width, height = SIZE + LONG, SIZE + HEADING + GAP + most_segments(game, tiles) * LINE
  sheet:put('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif">', columns * width + GAP,
    math.ceil(#tiles / columns) * height + GAP)
  sheet:put('<rect width="100%%" height="100%%" fill="%s"/>', rgb(palette.paper))
  for i, one in ipairs(tiles) do
    local x, y = (i - 1) % columns * width + GAP, math.floor((i - 1) / columns) * height + HEADING + GAP / 2
    sheet:text(one.title, x, y - 4, 11)
    draw_tile(sheet, game, one, x, y)
    draw_names(sheet, game, one, x, y + SIZE)
  end
  sheet:put "</svg>"
  return table.concat(sheet, "\n") .. "\n"
end

return tile_sheet
