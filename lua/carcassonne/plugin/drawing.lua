--- Draws states for the plug-in, and lists what never changes in a game: tiles, pieces, colours and
--- words.
-- @module carcassonne.plugin.drawing

local board = require "carcassonne.text.board"
local elements = require "carcassonne.svg.elements"
local palette = require "carcassonne.ui.palette"
local scoreboard = require "carcassonne.svg.scoreboard"
local svg = require "carcassonne.svg"
local tiles_svg = require "carcassonne.svg.tiles"
local ui = require "carcassonne.ui"
local words = require "carcassonne.describe.words"

local drawing = {}

-- ---- A state ------------------------------------------------------------------------------------

local function append(lines, more)
  for _, line in ipairs(more) do lines[#lines + 1] = line end
end

-- Returns the tile that the current player must place, as lines.
local function tile_in_hand(state)
  local id = state:decision() == "place" and state:hand()
  return id and board.row(state:game(), { { id = id, rotation = 0 } }) or {}
end

local function text_of(state, observer)
  local lines = board.lines(state, { observer = observer })
  for _, one in ipairs(scoreboard.players(state, observer)) do
    lines[#lines + 1] = ("%s: %s; %s"):format(one.name, words.count(one.points, "point"),
      table.concat(one.has, ", "))
  end
  append(lines, scoreboard.besides(state, observer))
  append(lines, tile_in_hand(state))
  lines[#lines + 1] = scoreboard.decision(state, observer)
  return table.concat(lines, "\n") .. "\n"
end

local function svg_of(state, observer) return svg.of(state, { observer = observer }) end

local FORMATS = { text = text_of, svg = svg_of }

--- Draws a state as an observer sees it.
---@param state State
---@param observer integer|"spectator"
---@param format any
---@return string? picture nil for an unknown format
function drawing.of(state, observer, format)
  local draw = FORMATS[format]
  return draw and draw(state, observer)
end

-- ---- What never changes -------------------------------------------------------------------------

local function picture_of(game, id)
  local shapes, marks = ui.outline(game, id, 0)
  local size = elements.number(elements.tile)
  return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %s %s"><defs>%s</defs>%s%s</svg>'):format(
    size, size, tiles_svg.patterns(), tiles_svg.shapes(shapes),
    tiles_svg.printed(shapes, marks, 0, 0, function(name) return words.name(name) end))
end

local function tile_item(game, id)
  return { id = id, kind = "tile", name = "tile " .. id, svg = picture_of(game, id),
    text = table.concat(board.row(game, { { id = id, rotation = 0 } }), "\n") }
end

local function items_of(game)
  local items, listed = {}, {}
  local function add(id, item)
    if not listed[id] then items[#items + 1] = item end
    listed[id] = true
  end
  for _, tile in ipairs(game:tiles()) do add(tile.id, tile_item(game, tile.id)) end
  for _, piece in ipairs(game:pieces()) do
    add(piece.name, { id = piece.name, kind = "piece", name = words.piece(piece.name) })
  end
  for _, token in ipairs(game:tokens()) do
    add(token.name, { id = token.name, kind = "token", name = words.name(token.name), text = token.symbol })
  end
  return items
end

local function words_of(game)
  local list = {}
  for _, tile in ipairs(game:tiles()) do
    for _, segment in ipairs(tile.segments) do list[segment.kind] = words.name(segment.kind) end
  end
  for _, piece in ipairs(game:pieces()) do list[piece.name] = words.piece(piece.name) end
  for _, things in ipairs { game:tokens(), game:phases(), game:reserves(), game:variants() } do
    for _, one in ipairs(things) do list[one.name] = words.name(one.name) end
  end
  return list
end

local function colours_of(game)
  local list = {}
  for player = 1, game:players() do list[player] = elements.rgb(palette.players[player].fill) end
  return list
end

--- Returns what never changes in a game, as plain data.
---@param game Game
---@return table statics
function drawing.statics(game)
  return { items = items_of(game), words = words_of(game), colours = colours_of(game), game = game:view() }
end

return drawing
