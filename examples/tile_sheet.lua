-- tile_sheet.lua FILE [SCRIPT...]: writes a picture of all tiles, as SVG: of the base game and the Traders, and of the scripts
-- that are named, by name or path; of all expansions if none is. What carcassonne.screen tells is all that it draws from.

local carcassonne = require "carcassonne"
local screen = require "carcassonne.screen"

local SIZE, GAP, COLUMNS = 120, 18, 14

local scripts = {}
for i = 2, #arg do scripts[i - 1] = arg[i] end
local game = carcassonne.game { variants = #scripts > 0 and scripts or carcassonne.expansions() }
local palette, lines = screen.palette, {}

local function put(...) lines[#lines + 1] = string.format(...) end

local function rgb(colour)
  return ("rgb(%d%%,%d%%,%d%%)"):format(math.floor(colour[1] * 100), math.floor(colour[2] * 100), math.floor(colour[3] * 100))
end

-- Closed lines as a path; what lies inside of two of them is a hole.
local function path(rings, x, y, size)
  local words = {}
  for _, ring in ipairs(rings) do
    for i = 1, #ring, 2 do
      words[#words + 1] = ("%s%.2f %.2f"):format(i == 1 and "M" or "L", x + ring[i] * size, y + ring[i + 1] * size)
    end
    words[#words + 1] = "Z"
  end
  return table.concat(words, " ")
end

local function draw_sign(sign, x, y)
  x, y = x + sign.x * SIZE, y + sign.y * SIZE
  if sign.name == "pennant" then
    put('<path d="M%.1f %.1f h10 v7 l-5 5 l-5 -5 Z" fill="%s" stroke="white"/>', x - 5, y - 6, rgb(palette.pennant))
  elseif palette.goods[sign.name] then
    put('<circle cx="%.1f" cy="%.1f" r="6" fill="%s" stroke="white"/>', x, y, rgb(palette.goods[sign.name]))
  else
    put('<text x="%.1f" y="%.1f" text-anchor="middle" font-size="9" font-style="italic" fill="%s">%s</text>', x, y + 3,
      rgb(palette.sign), screen.words.name(sign.name))
  end
end

local function draw_mark(mark, x, y)
  local u, v = x + mark.x * SIZE, y + mark.y * SIZE
  if mark.name == "village" then
    for _, shift in ipairs { { -7, -1 }, { 1, -6 }, { 0, 4 } } do
      put('<path d="M%.1f %.1f l4 -4 l4 4 v5 h-8 Z" fill="%s" stroke="%s" stroke-width="0.6"/>', u + shift[1], v + shift[2],
        rgb(palette.kinds.city), rgb(palette.line))
    end
  elseif mark.name == "bridge" then
    for _, side in ipairs { -8.5, 8.5 } do
      put('<path d="M%.1f -16 v32" transform="translate(%.1f %.1f) rotate(%d)" stroke="%s" stroke-width="2"/>', side, u, v,
        mark.turn * 90, rgb(palette.line))
    end
  elseif mark.name ~= "end" then
    draw_sign(mark, x, y)
  end
end

local function draw_tile(tile, x, y)
  local shapes, marks = screen.outline(game, tile)
  put('<text x="%d" y="%d" font-size="11" fill="%s">%s</text>', x, y - 4, rgb(palette.ink), tile.id)
  for _, shape in ipairs(shapes) do
    put('<path d="%s %s" fill="%s" stroke="%s" stroke-width="0.8" stroke-linejoin="round" fill-rule="evenodd"/>',
      path(shape.outlines, x, y, SIZE), path(shape.holes, x, y, SIZE), rgb(palette.kinds[shape.kind]), rgb(palette.line))
  end
  for _, mark in ipairs(marks) do draw_mark(mark, x, y) end
  for _, shape in ipairs(shapes) do
    for _, sign in ipairs(shape.signs) do draw_sign(sign, x, y) end
    local look = palette.players[(shape.segment - 1) % #palette.players + 1]
    put('<path d="%s" fill="%s" stroke="%s" stroke-width="0.8"/>', path({ look.outline }, x + shape.anchor.x * SIZE,
      y + shape.anchor.y * SIZE, 6), rgb(look.fill), rgb(look.edge))
  end
end

local tiles = game:tiles()
local rows, pitch = math.ceil(#tiles / COLUMNS), SIZE + GAP
put('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" font-family="sans-serif">', COLUMNS * pitch + GAP, rows * pitch + GAP)
put('<rect width="100%%" height="100%%" fill="%s"/>', rgb(palette.paper))
for i, tile in ipairs(tiles) do draw_tile(tile, (i - 1) % COLUMNS * pitch + GAP, math.floor((i - 1) / COLUMNS) * pitch + GAP) end
put "</svg>"

local file = assert(io.open(arg[1], "w"))
file:write(table.concat(lines, "\n"), "\n")
file:close()
print(("%d tiles in %s"):format(#tiles, arg[1]))
