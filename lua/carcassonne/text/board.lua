--- Draws the board as text, with coordinates at the edges. The corners of the last tile are marked.
-- @module carcassonne.text.board

local board_view = require "carcassonne.text.board_view"
local c_locale = require "carcassonne.base.c_locale"
local canvas = require "carcassonne.text.canvas"
local plain = require("carcassonne.text.style").new { unicode = true }
local signs_of = require("carcassonne.describe.attribute_letters").of
local tile_text = require "carcassonne.text.tile"
local tokens = require "carcassonne.describe.tokens"
local words = require "carcassonne.describe.words"

local board = {}

local LEGEND = 78 -- width of the legend in columns
local MARGIN = 5 -- columns for the coordinates on each side
local AUTOMATIC_SIZES = { "medium", "small" } -- sizes to try; the first size that fits is used

--- Returns the letters of the kinds of pieces: the first letter of the name that no earlier kind
--- has.
---@param game Game
---@return table<string, string> letters by name
---@return string[] names in the game's order
function board.letters(game)
  local letters, names, used = {}, {}, {}
  for _, piece in ipairs(game:pieces()) do
    local letter
    for char in (piece.name .. "xyz"):gmatch("%a") do
      if not letter and not used[c_locale.upper(char)] then letter = c_locale.upper(char) end
    end
    letter = letter or "?"
    used[letter] = true
    letters[piece.name] = letter
    names[#names + 1] = piece.name
  end
  return letters, names
end

-- Returns the bounding box of the cells of these lists.
local function extent(lists)
  local box
  for _, cells in ipairs(lists) do box = board_view.around(cells, box) end
  return box or { west = 0, east = 0, north = 0, south = 0 }
end

local function columns_of(box, pitch) return (box.east - box.west + 1) * pitch + 2 * MARGIN end

-- Returns the number of columns from one tile to the next. If there are no colours, a space
-- separates tiles.
local function pitch_of(size, style) return size.width + (style.colour and 0 or 1) end

-- Returns the chosen size, or the largest size that fits the width; if none fits, the smallest, for
-- a part of the board.
local function choose_size(box, style, options)
  if options.size then return tile_text.sizes[options.size] end
  for _, name in ipairs(AUTOMATIC_SIZES) do
    local size = tile_text.sizes[name]
    if not options.width or columns_of(box, pitch_of(size, style)) <= options.width then return size end
  end
  return tile_text.sizes.small
end

-- Returns how many columns and rows of cells fit.
local function room_for(size, pitch, options)
  local function cells(available, beside, each)
    return available and math.max(math.floor((available - beside) / each), 1) or math.huge
  end
  return { columns = cells(options.width, 2 * MARGIN, pitch), rows = cells(options.height, 2, size.height) }
end

-- Returns the note about the visible part of a board.
local function note_of(box, whole)
  local corners = { { x = whole.west, y = whole.north }, { x = whole.east, y = whole.south } }
  if #board_view.outside(box, corners) == 0 then return nil end
  return ("shown: columns %d to %d (of %d to %d), rows %d to %d (of %d to %d)"):format(box.west,
    box.east, whole.west,
    whole.east, box.north, box.south, whole.north, whole.south)
end

-- Returns the sign of a kind of token; if ASCII is required and the sign is not ASCII, the first
-- letter of its name.
local function sign_of(name, sign, style)
  if style.unicode or not sign:find "[^\32-\126]" then return sign end
  return c_locale.upper(name:match "[^.]+$":sub(1, 1))
end

-- Returns the text of tokens: "Dr"; "To3" for three tokens; "Fl(2)" for a token with a number.
local function token_text(group, style)
  local text = sign_of(group.token, group.sign, style)
    .. (group.number and ("(%d)"):format(group.number) or group.hidden and "(?)" or "")
  return group.count > 1 and text .. group.count or text
end

local function token_paint(group) return group.owner and "piece" .. group.owner or "token" end

local function labels_of(state, letters, style, observer)
  local labels = {}
  local function add(tile, segment, label)
    labels[tile] = labels[tile] or {}
    labels[tile][segment] = labels[tile][segment] or {}
    table.insert(labels[tile][segment], label)
  end
  for _, piece in ipairs(state:pieces()) do
    add(piece.tile, piece.segment, { text = letters[piece.piece] .. piece.player, player = piece.player })
  end
  for _, group in ipairs(tokens.lying(state, observer)) do
    if group.tile then
      add(group.tile, group.segment or "tile", { text = token_text(group, style), name = token_paint(group) })
    end
  end
  return labels
end

-- Returns the tokens on empty cells.
local function cells_of(state, observer)
  local list, at = {}, {}
  for _, group in ipairs(tokens.lying(state, observer)) do
    if not group.tile then
      local key = group.x .. "," .. group.y
      at[key] = at[key] or { x = group.x, y = group.y, groups = {} }
      if #at[key].groups == 0 then list[#list + 1] = at[key] end
      table.insert(at[key].groups, group)
    end
  end
  return list
end

local function has_kind(game, kind)
  for _, tile in ipairs(game:tiles()) do
    for _, segment in ipairs(tile.segments) do
      if segment.kind == kind then return true end
    end
  end
  return false
end

local function draw_axes(sheet, box, size, pitch)
  for x = box.west, box.east do
    local text = tostring(x)
    local column = MARGIN + (x - box.west) * pitch + math.floor((size.width - #text) / 2) + 1
    sheet:write(column, 1, text, "axis")
    sheet:write(column, sheet.height, text, "axis")
  end
  for y = box.north, box.south do
    local text = tostring(y)
    local row = 1 + (y - box.north) * size.height + math.floor((size.height + 1) / 2)
    sheet:write(MARGIN - 1 - #text, row, text, "axis")
    sheet:write(sheet.width - MARGIN + 2, row, text, "axis")
  end
end

-- Draws a mark in the corner of a tile, or on a whole empty cell.
local function draw_mark(sheet, mark, column, row, size, style, on_tile)
  local text = tostring(mark.label)
  if not style.colour then text = "[" .. text .. "]" end
  if on_tile then return sheet:write(column, row, text, "choice") end
  for r = row, row + size.height - 1 do
    for c = column, column + size.width - 1 do sheet:set(c, r, " ", "choice_dim") end
  end
  sheet:write(column + math.floor((size.width - #text) / 2), row + math.floor(size.height / 2),
    text, "choice")
end

-- Draws tokens one below the other, except in the middle row, which is reserved for the mark.
local function draw_on_cell(sheet, cell, column, row, size, style)
  local middle = math.floor(size.height / 2)
  for i, group in ipairs(cell.groups) do
    local text, below = token_text(group, style), i - 1 < middle and i - 1 or i
    if below < size.height then
      sheet:write(column + math.floor((size.width - #text) / 2), row + below, text, token_paint(group))
    end
  end
end

---@class BoardOptions
---@field style? Style plain text by default
---@field size? "large"|"medium"|"small" size of the tiles; by default the largest that fits the width
---@field width? integer available columns; unlimited by default
---@field height? integer available lines; unlimited by default
---@field marks? {x:integer, y:integer, label:string|integer}[] cells to mark, empty or not
---@field focus? {x:integer, y:integer} cell in the middle of the view; the last tile by default
---@field keep? {x:integer, y:integer}[] cells to keep in view, by priority
---@field observer? integer|"spectator" omniscient by default

--- Returns the board as lines.
---@param state State
---@param options? BoardOptions
---@return string[] lines
---@return string? note note about the visible part, if the whole board does not fit
---@return BoardBox box the visible cells
function board.lines(state, options)
  options = options or {}
  local style, marks, tiles, game = options.style or plain, options.marks or {}, state:tiles(), state:game()
  local on_cells = cells_of(state, options.observer)
  local whole = extent { tiles, marks, on_cells, options.keep or {} }
  local size = choose_size(whole, style, options)
  local pitch = pitch_of(size, style)
  local last = tiles[#tiles]
  local box = board_view.of(whole, room_for(size, pitch, options), options.focus or last or { x = 0, y = 0 },
    options.keep)
  local sheet = canvas.new(columns_of(box, pitch), (box.south - box.north + 1) * size.height + 2)
  local function corner(x, y)
    return MARGIN + (x - box.west) * pitch + 1, (y - box.north) * size.height + 2
  end
  draw_axes(sheet, box, size, pitch)
  local labels, letters = labels_of(state, (board.letters(game)), style, options.observer), signs_of(game)
  local function draw_each(list, draw)
    for _, one in ipairs(list) do
      if board_view.has(box, one) then draw(one, corner(one.x, one.y)) end
    end
  end
  draw_each(tiles, function(tile, column, row)
    tile_text.draw(sheet, game, tile, {
      size = size, style = style, column = column, row = row, labels = labels[tile.index], signs = letters,
      shade = (tile.x + tile.y) % 2 + 1, last = tile == last,
    })
  end)
  draw_each(marks, function(mark, column, row)
    draw_mark(sheet, mark, column, row, size, style, state:tile_at(mark.x, mark.y) ~= nil)
  end)
  draw_each(on_cells, function(cell, column, row) draw_on_cell(sheet, cell, column, row, size, style) end)
  return sheet:lines(style), note_of(box, whole), box
end

-- Returns letters with their meanings, wrapped to lines.
local function legend_of(title, list, style, paint)
  local lines, width = {}, nil
  for _, one in ipairs(list) do
    if not width or width + #one.name + #one.text + 3 > LEGEND then
      lines[#lines + 1], width = title, #title
    end
    lines[#lines] = ("%s %s %s "):format(lines[#lines], style:paint(one.text, paint), one.name)
    width = width + #one.name + #one.text + 3
  end
  return lines
end

local function legend_of_signs(game, style)
  local letters, names = signs_of(game)
  local list = {}
  for i, name in ipairs(names) do list[i] = { text = letters[name], name = words.name(name) } end
  return legend_of("signs:", list, style, "sign")
end

-- Returns the legend of tokens on the table.
local function legend_of_tokens(game, style)
  local list = {}
  for _, kind in ipairs(game:tokens()) do
    if table.concat(kind.on, " ") ~= "player" then
      list[#list + 1] = { text = sign_of(kind.name, kind.symbol, style), name = words.name(kind.name) }
    end
  end
  return legend_of("tokens:", list, style, "token")
end

-- Returns whether a city of the game can end in the middle of a side.
local function has_halves(game)
  for _, tile in ipairs(game:tiles()) do
    for _, segment in ipairs(tile.segments) do
      for _, port in ipairs(segment.kind == "city" and segment.ports or {}) do
        if #port > 1 then return true end
      end
    end
  end
  return false
end

--- Returns the legend of the signs on the board.
---@param game Game
---@param style? Style
---@return string[] lines
function board.legend(game, style)
  style = style or plain
  local letters, names = board.letters(game)
  local pieces, first = {}, letters[names[1]] .. "1"
  for _, name in ipairs(names) do pieces[#pieces + 1] = letters[name] .. " " .. name end
  local function sample(text, name) return style:paint(text, name) end
  local city = style.colour and "  " or style:pick("▒▒", "##")
  local field = style.colour and "  " or style:pick("··", "..")
  local spot = has_kind(game, "spot")
    and ("  %s place for a piece"):format(sample(style:pick("□", "^"), "spot1")) or ""
  local river = has_kind(game, "river") and ("  %s river"):format(sample(style:pick("≈≈", "~~"), "river1"))
    or ""
  local lines = {
    ("%s city  %s field  %s road  %s monastery  %s pennant  %s wine  %s grain  %s cloth%s%s"):format(
      sample(city, "city1"), sample(field, "field1"), sample(style:pick("━━", "--"), "road1"),
      sample("[M]", "monastery1"), sample(style:pick("◆", "*"), "pennant"), sample("w", "wine"),
      sample("g", "grain"), sample("c", "cloth"), river, spot),
    ("pieces: %s; the number is that of the player: %s is a follower of player 1, %s is a farmer of player "
      .. "1"):format(
      table.concat(pieces, ", "), sample(first, "piece1"), sample(c_locale.lower(first), "piece1")),
    ("on one tile, %s and %s are two fields, and %s and %s are two cities; roads end at %s"):format(
      sample(field:sub(1, math.floor(#field / 2)), "field1"), sample(":", "field1"),
        sample(city:sub(1, math.floor(#city / 2)), "city1"),
      sample(style:pick("░", "%"), "city1"), sample(style:pick("●", "o"), "road1")),
  }
  if has_halves(game) then
    lines[#lines + 1] = "a city can end in the middle of a side; the other half of the side is a field"
  end
  for _, line in ipairs(legend_of_signs(game, style)) do lines[#lines + 1] = line end
  for _, line in ipairs(legend_of_tokens(game, style)) do lines[#lines + 1] = line end
  return lines
end

--- Tile to draw outside of the board.
---@class ShownTile
---@field id string
---@field rotation integer
---@field title? string text above the tile
---@field signs? table<integer, string> texts on segments, by number
---@field span? Axis axis of the span on the tile

--- Columns from one tile of a row to the next tile.
---@type integer
board.pitch = tile_text.sizes.large.width + 3

local function labels_for(signs, style)
  local labels = {}
  for segment, text in pairs(signs or {}) do
    labels[segment] = { { text = style.colour and text or "(" .. text .. ")", name = "choice" } }
  end
  return labels
end

--- Returns tiles side by side, as lines.
---@param game Game
---@param tiles ShownTile[]
---@param style? Style
---@return string[] lines
function board.row(game, tiles, style)
  style = style or plain
  local size, titled = tile_text.sizes.large, false
  for _, one in ipairs(tiles) do titled = titled or one.title ~= nil end
  local sheet = canvas.new(#tiles * board.pitch, size.height + (titled and 1 or 0))
  for i, one in ipairs(tiles) do
    local column = (i - 1) * board.pitch + 2
    if one.title then sheet:write(column, 1, one.title, "heading") end
    tile_text.draw(sheet, game, one, { size = size, style = style, column = column, row = titled and 2 or 1,
      labels = labels_for(one.signs, style), signs = signs_of(game) })
  end
  return sheet:lines(style)
end

--- Returns tiles in as many rows as necessary.
---@param game Game
---@param tiles ShownTile[]
---@param style? Style
---@param width? integer available columns; one row by default
---@return string[][] rows the lines of each row
function board.rows(game, tiles, style, width)
  local rows, most = {}, width and math.max(math.floor(width / board.pitch), 1) or #tiles
  for from = 1, #tiles, math.max(most, 1) do
    local row = {}
    for i = from, math.min(from + most - 1, #tiles) do row[#row + 1] = tiles[i] end
    rows[#rows + 1] = board.row(game, row, style)
  end
  return rows
end

return board
