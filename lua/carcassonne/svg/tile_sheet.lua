--- Draws a sheet of tiles in SVG, with the number of each segment and the names for scripts.
-- @module carcassonne.svg.tile_sheet

local elements = require "carcassonne.svg.elements"
local tiles_svg = require "carcassonne.svg.tiles"
local ui = require "carcassonne.ui"

local tile_sheet = {}

local SIZE, GAP, HEADING, LINE = 120, 18, 16, 11 -- sizes: tile, gap between tiles, heading above, text line below
local LONG = 36 -- extra width for the longest name
local WORD = 9 -- height of an attribute's name
local palette = ui.palette
local rgb = elements.rgb
local INK = ('fill="%s"'):format(rgb(palette.ink))

-- A list of SVG lines.
local Sheet = {}
Sheet.__index = Sheet

function Sheet:put(...) self[#self + 1] = string.format(...) end

function Sheet:text(text, x, y, size, more)
  self[#self + 1] = elements.text(text, x, y, size, INK .. (more or ""))
end

local function draw_number(sheet, shape)
  local u, v = shape.anchor.x * elements.tile, shape.anchor.y * elements.tile
  sheet:put('<circle cx="%s" cy="%s" r="5.5" fill="%s" stroke="%s"/>', elements.number(u), elements.number(v),
    rgb(palette.paper),
    rgb(palette.line))
  sheet:text(tostring(shape.segment), u, v + 2.8, 8, ' text-anchor="middle" font-weight="bold"')
end

local function draw_tile(sheet, game, one, x, y)
  local shapes, marks = ui.outline(game, one.id, one.rotation)
  sheet:put('<g transform="translate(%d %d)scale(%s)">', x, y, elements.number(SIZE / elements.tile))
  sheet[#sheet + 1] = tiles_svg.shapes(shapes)
  sheet[#sheet + 1] = tiles_svg.printed(shapes, marks, 0, 0,
    function(name) return ui.words.name(name), WORD end)
  for _, shape in ipairs(shapes) do draw_number(sheet, shape) end
  sheet:put "</g>"
end

local function draw_names(sheet, game, one, x, y)
  for i, segment in ipairs(game:tile(one.id, one.rotation).segments) do
    sheet:text(("%d %s"):format(i, segment.text), x, y + i * LINE, 9)
  end
end

-- Returns the largest number of segments of the tiles.
local function most_segments(game, tiles)
  local most = 0
  for _, one in ipairs(tiles) do most = math.max(most, #game:tile(one.id, one.rotation).segments) end
  return most
end

--- Draws tiles.
---@param game Game
---@param tiles {id:string, rotation:integer, title:string}[]
---@param columns integer number of tiles in a row
---@return string svg
---@usage local svg = require("carcassonne.svg.tile_sheet").svg(game, { { id = "BA-D", rotation = 1, title = "BA-D r1" } }, 4)
--- assert(svg:find "road:N.S")
function tile_sheet.svg(game, tiles, columns)
  local sheet = setmetatable({}, Sheet)
  local width, height = SIZE + LONG, SIZE + HEADING + GAP + most_segments(game, tiles) * LINE
  sheet:put('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif">',
    columns * width + GAP,
    math.ceil(#tiles / columns) * height + GAP)
  sheet[#sheet + 1] = "<defs>" .. tiles_svg.patterns() .. "</defs>"
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
