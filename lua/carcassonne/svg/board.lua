--- Draws the table of a game as SVG elements in layers. Elements are independent, so pictures of
--- consecutive positions share most elements.
-- @module carcassonne.svg.board

local elements = require "carcassonne.svg.elements"
local labels = require "carcassonne.describe.labels"
local outline = require "carcassonne.shapes.outline"
local palette = require "carcassonne.ui.palette"
local pieces_svg = require "carcassonne.svg.pieces"
local tiles_svg = require "carcassonne.svg.tiles"

local board = {}

local SIZE, n, rgb = elements.tile, elements.number, elements.rgb
local INK = rgb(palette.ink)
local MARGIN = 34 -- margin around the tiles, for the numbers of cells

--- The layers, from bottom to top.
---@type string[]
board.layers = { "ground", "last", "areas", "joins", "figures" }

---@class BoardElement
---@field layer string
---@field text string SVG text

-- Returns an id for a ground, made from its layout and the axis of its span on the unrotated tile.
local function ground_id(game, tile)
  local span = tile.span and (tile.rotation % 2 == 0) == (tile.span == "N.S") and "-ns" or tile.span
    and "-ew" or ""
  return "tile-" .. elements.safe(outline.like(game, tile.id)) .. span
end

local function span_as_printed(tile)
  return tile.span and (tile.rotation % 2 == 0 and tile.span or tile.span == "N.S" and "E.W" or "N.S") or nil
end

--- Returns the definition of a tile's ground.
---@param game Game
---@param tile SceneTile
---@return string id
---@return fun():string definition
function board.ground(game, tile)
  local id = ground_id(game, tile)
  return id, function()
    return (
      '<g id="%s">%s<path d="M0 0h100v100h-100z" fill="none" stroke="%s" stroke-width="1.4"/></g>'):format(id,
      tiles_svg.shapes((outline.of(game, { id = tile.id, rotation = 0, span = span_as_printed(tile) }))),
        rgb(palette.line))
  end
end

local function tile_text(game, tile)
  local x, y = tile.x * SIZE, tile.y * SIZE
  local turned = tile.rotation > 0 and ("rotate(%d 50 50)"):format(tile.rotation * 90) or ""
  local printed = tiles_svg.printed(tile.shapes, tile.marks, x, y,
    function(name) return labels.printed(game, name) end)
  return ('<g><use href="#%s" transform="translate(%d %d)%s"/>%s</g>'):format(ground_id(game, tile), x, y,
    turned, printed)
end

local function cell_text(cell)
  return ('<rect x="%d" y="%d" width="88" height="88" fill="none" stroke="%s" stroke-dasharray="6 5" '
      .. 'opacity=".6"/>'):format(
    cell.x * SIZE + 6, cell.y * SIZE + 6, INK)
end

-- Draws a dark and a light line around the last tile, so that one of them is visible on any ground.
local function last_text(last)
  local x, y = last.x * SIZE, last.y * SIZE
  return (
    '<g class="last" fill="none"><rect x="%d" y="%d" width="100" height="100" stroke="%s" stroke-width="8"/>'
    .. '<rect x="%d" y="%d" width="100" height="100" stroke="#fff" stroke-width="4" stroke-dasharray="10 '
      .. '4"/></g>'):format(x, y, INK, x, y)
end

-- Draws a line around each segment of an area.
local function area_text(area, scene)
  local parts = {}
  for i, place in ipairs(area.places) do
    local shape = scene.at[place.x .. "," .. place.y].shapes[place.segment]
    parts[i] = elements.path(shape.outlines, SIZE, place.x * SIZE, place.y * SIZE)
  end
  return (
      '<path class="area" d="%s" fill="none" stroke="%s" stroke-width="2.4" stroke-dasharray="2 3"/>'):format(
    table.concat(parts), INK)
end

local function join_text(join)
  local line = ("M%s %sL%s %s"):format(n(join.x1 * SIZE), n(join.y1 * SIZE), n(join.x2 * SIZE),
    n(join.y2 * SIZE))
  return ('<g class="join" fill="none" stroke-linecap="round"><path d="%s" stroke="%s" '
    .. 'stroke-width="7"/><path d="%s" stroke="#fff" '
    .. 'stroke-width="4" stroke-dasharray="1 7"/></g>'):format(line, INK, line)
end

local FIGURES = {
  piece = function(_, one, x, y) return pieces_svg.piece(one.name, one.player, x, y, one.role) end,
  token = function(_, one, x, y) return pieces_svg.token(one.sign, x, y, one.count, one.player) end,
  number = function(game, one, x, y)
    return pieces_svg.number(labels.numbered(game, one.name, one.number), x, y)
  end,
  place = function(game, one, x, y) return pieces_svg.place(labels.of(game, one.name), x, y) end,
  attribute = function(game, one, x, y)
    return pieces_svg.attribute(labels.of(game, one.name), one.gone, x, y)
  end,
}

local function figure_text(game, one)
  return '<g class="' .. one.kind .. '">' .. FIGURES[one.kind](game, one, one.x * SIZE, one.y * SIZE)
    .. "</g>"
end

-- Returns a key that is equal for equal figures.
local function key_of_figure(one)
  return table.concat({ one.kind, one.name, one.x, one.y, one.player or "", one.sign or "", one.count or "",
    one.number or "",
    one.gone and "gone" or "", one.role or "" }, " ")
end

--- Returns the elements of a scene.
---@param game Game
---@param scene Scene
---@param known? table<SceneTile|string, string> cache of drawn elements, for pictures of many positions
---@return BoardElement[]
function board.elements(game, scene, known)
  known = known or {}
  local list = {}
  local function add(layer, text) list[#list + 1] = { layer = layer, text = text } end
  for _, tile in ipairs(scene.tiles) do
    known[tile] = known[tile] or tile_text(game, tile)
    add("ground", known[tile])
  end
  for _, cell in ipairs(scene.cells) do add("ground", cell_text(cell)) end
  if scene.last then add("last", last_text(scene.last)) end
  for _, area in ipairs(scene.areas) do add("areas", area_text(area, scene)) end
  for _, join in ipairs(scene.joins) do add("joins", join_text(join)) end
  for _, one in ipairs(scene.figures) do
    local key = key_of_figure(one)
    known[key] = known[key] or figure_text(game, one)
    add("figures", known[key])
  end
  return list
end

--- Returns the definitions that the elements refer to.
---@param game Game
---@param tiles SceneTile[]
---@return string
function board.definitions(game, tiles)
  local parts, known = { tiles_svg.patterns(), pieces_svg.definitions(game) }, {}
  for _, tile in ipairs(tiles) do
    local id, define = board.ground(game, tile)
    if not known[id] then parts[#parts + 1] = define() end
    known[id] = true
  end
  return table.concat(parts, "\n")
end

--- Draws the numbers of cells around a box.
---@param box {west:integer, north:integer, east:integer, south:integer}
---@return string
function board.axes(box)
  local parts = { ('<g class="axes" font-size="15" text-anchor="middle" fill="%s">'):format(INK) }
  for x = box.west, box.east do
    parts[#parts + 1] = ('<text x="%d" y="%d">%d</text><text x="%d" y="%d">%d</text>'):format(x * SIZE + 50,
      box.north * SIZE - 10, x,
      x * SIZE + 50, (box.south + 1) * SIZE + 20, x)
  end
  for y = box.north, box.south do
    parts[#parts + 1] = ('<text x="%d" y="%d">%d</text><text x="%d" y="%d">%d</text>'):format(box.west * SIZE
      - 17, y * SIZE + 55, y,
      (box.east + 1) * SIZE + 17, y * SIZE + 55, y)
  end
  parts[#parts + 1] = "</g>"
  return table.concat(parts)
end

--- Returns the part of the plane that shows a box of cells and their numbers.
---@param box {west:integer, north:integer, east:integer, south:integer}
---@return {x:integer, y:integer, width:integer, height:integer}
function board.frame(box)
  return { x = box.west * SIZE - MARGIN, y = box.north * SIZE - MARGIN,
    width = (box.east - box.west + 1) * SIZE + 2 * MARGIN,
    height = (box.south - box.north + 1) * SIZE + 2 * MARGIN }
end

return board
