--- Draws a state as one SVG picture: the table, the items of each player, and a legend.
-- @module carcassonne.svg

local board = require "carcassonne.svg.board"
local elements = require "carcassonne.svg.elements"
local legend = require "carcassonne.svg.legend"
local palette = require "carcassonne.ui.palette"
local pieces_svg = require "carcassonne.svg.pieces"
local scene = require "carcassonne.ui.scene"
local scoreboard = require "carcassonne.svg.scoreboard"

local svg = {}

local n = elements.number
local FONT = "DejaVu Sans, Verdana, sans-serif"
local NARROW = 900 -- minimum width
local SIZE, LINE, GAP = 16, 22, 14 -- text size, line height, margin
local SAMPLE = 46 -- width of a sign in the legend
local WIDE, MOST = 1500, 2.4 -- if a picture is wider than WIDE, its panel is scaled by up to MOST
local INK = ('fill="%s"'):format(elements.rgb(palette.ink))

-- Wraps text at blanks into lines of at most `most` letters.
local function wrapped(text, most)
  local lines, line = {}, ""
  for word in text:gmatch "[^ \t\n]+" do
    if line ~= "" and #line + 1 + #word > most then
      lines[#lines + 1], line = line, word
    else
      line = line == "" and word or line .. " " .. word
    end
  end
  lines[#lines + 1] = line
  return lines
end

-- The panel below the table, which is written from top to bottom.
local Panel = {}
Panel.__index = Panel

-- The panel has its own scale and starts at 0,0.
local function new_panel(width)
  local scale = math.min(math.max(width / WIDE, 1), MOST)
  return setmetatable({ parts = {}, x = 0, y = GAP, width = width / scale, scale = scale }, Panel)
end

function Panel:put(text) self.parts[#self.parts + 1] = text end

function Panel:lines(text, indent, more)
  local most = math.floor((self.width - 2 * GAP - indent) / (SIZE * elements.letter))
  for i, line in ipairs(wrapped(text, most)) do
    self:put(elements.text(line, self.x + GAP + indent, self.y + SIZE, SIZE, INK .. (i == 1 and more or "")))
    self.y = self.y + LINE
  end
end

function Panel:players(list)
  for _, one in ipairs(list) do
    self:put(pieces_svg.emblem(one.player, self.x + GAP + 14, self.y + LINE * 0.5))
    self:lines(("%s: %d %s — %s"):format(one.name, one.points, math.abs(one.points) == 1 and "point"
      or "points",
      table.concat(one.has, ", ")), 36)
    self.y = self.y + 6
  end
end

function Panel:legend(items)
  local widest = 0
  for _, item in ipairs(items) do widest = math.max(widest, #item.text * SIZE * elements.letter) end
  local column = SAMPLE + widest + 2 * GAP
  local columns = math.max(math.floor((self.width - 2 * GAP) / column), 1)
  local rows = math.ceil(#items / columns)
  for i, item in ipairs(items) do
    local x, y = self.x + GAP + math.floor((i - 1) / rows) * column,
      self.y + ((i - 1) % rows + 0.5) * LINE * 1.7
    self:put(('<g transform="translate(%s %s)">%s</g>'):format(n(x + SAMPLE / 2), n(y), item.sample))
    self:put(elements.text(item.text, x + SAMPLE, y + SIZE * 0.36, SIZE, INK))
  end
  self.y = self.y + rows * LINE * 1.7
end

---@class PictureOptions
---@field observer? integer|"spectator" omniscient by default
---@field tile? integer size of a tile in pixels, 100 by default

--- Draws a state.
---@param state State
---@param options? PictureOptions
---@return string svg
---@usage local text = require("carcassonne.svg").of(state, { observer = 1 })
--- assert(text:find "^<svg" and text:find "player 1")
function svg.of(state, options)
  options = options or {}
  local seen, game = scene.of(state, options.observer), state:game()
  local frame = board.frame(seen.box)
  local width = math.max(frame.width, NARROW)
  local panel, left = new_panel(width), frame.x - (width - frame.width) / 2
  panel:lines(scoreboard.decision(state, options.observer), 0, ' font-weight="bold"')
  panel.y = panel.y + 6
  panel:players(scoreboard.players(state, options.observer))
  for _, line in ipairs(scoreboard.besides(state, options.observer)) do panel:lines(line, 0) end
  panel.y = panel.y + GAP
  panel:legend(legend.items(legend.add(game, seen)))
  local height = frame.height + (panel.y + GAP) * panel.scale
  local zoom = (options.tile or elements.tile) / elements.tile
  local box = ('x="%s" y="%s" width="%s" height="%s"'):format(n(left), n(frame.y), n(width), n(height))
  local parts = {
    ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="%s" font-family="%s">'):format(
      math.ceil(width * zoom),
      math.ceil(height * zoom), box:gsub('%a+="([^"]+)"', "%1"), FONT),
    "<defs>" .. board.definitions(game, seen.tiles) .. "</defs>",
    ('<rect %s fill="%s"/>'):format(box, elements.rgb(palette.paper)),
    board.axes(seen.box) }
  local drawn = board.elements(game, seen)
  for _, layer in ipairs(board.layers) do
    parts[#parts + 1] = ('<g class="%s-layer">'):format(layer)
    for _, element in ipairs(drawn) do
      if element.layer == layer then parts[#parts + 1] = element.text end
    end
    parts[#parts + 1] = "</g>"
  end
  parts[#parts + 1] = ('<g class="panel" transform="translate(%s %s)scale(%s)">'):format(n(left),
    n(frame.y + frame.height), panel.scale)
  for _, text in ipairs(panel.parts) do parts[#parts + 1] = text end
  parts[#parts + 1] = "</g>"
  parts[#parts + 1] = "</svg>\n"
  return table.concat(parts, "\n")
end

return svg
