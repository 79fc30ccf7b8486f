--- Reads boards drawn in words: tiles, their rotations, and names of cells.
--
--     west=BA-E r1  here  BA-E r3
--     .             *BA-E .
--
-- Each word is a cell. `BA-E` is a tile, and `r1` after it rotates the tile a quarter clockwise
-- (`r0` is optional). `.` is an empty cell; a word in lower case is an empty cell with a name;
-- `west=BA-E` is a tile whose cell has a name. `*` marks the tile at 0,0 (the first tile by
-- default).
-- @module carcassonne.testkit.drawing

local options = require "carcassonne.base.options"

local board_drawing = {}

--- A cell of a drawn board.
---@class DrawnCell
---@field x integer
---@field y integer
---@field id? string id of its tile
---@field rotation? integer

---@class DrawnBoard
---@field tiles DrawnCell[] tiles in an order that starts at 0,0; each tile is next to an earlier one
---@field cells table<string, DrawnCell> cells by name

--- Reads the id of a tile.
---@param word string
---@return string? id nil if the word is not a tile
function board_drawing.tile(word) return word:match "^%u[%w_-]*$" end

--- Reads a rotation: `r1`.
---@param word? string
---@return integer? rotation nil if the word is not a rotation
function board_drawing.rotation(word) return tonumber((word or ""):match "^r([0-3])$") end

--- Returns a message that shows how a word in an old form, such as `BA-E/1`, is written now; nil
--- for other words.
---@param word string
---@param example string
---@return string?
function board_drawing.former(word, example)
  local id, rotation = word:match "(%u[%w_-]*)/([0-3])$"
  return id and ("'%s': write the rotation as in %s"):format(word, example:format(id, rotation)) or nil
end

local function refuse(row, word, format, ...)
  error(("board, row %d: '%s' %s"):format(row, word, format:format(...)), 0)
end

-- Reads one word of the drawing.
local function read_word(drawn, word, column, row)
  local star, rest = word:match "^(%*?)(.+)$"
  local name, tile_word = rest:match "^(%l[%l%d_]*)=(.+)$"
  local cell = { x = column, y = row }
  if board_drawing.rotation(name) then
    refuse(row, word, "has an invalid name, because %s is a rotation", name)
  end
  name = name or rest:match "^%l[%l%d_]*$"
  if name and drawn.cells[name] then refuse(row, word, "uses the name %s of another cell", name) end
  if name then drawn.cells[name] = cell end
  if rest == "." or name == rest then return end
  cell.id, cell.rotation = board_drawing.tile(tile_word or rest), 0
  local former = board_drawing.former(rest, "%s r%s")
  if former then error(("board, row %d: %s"):format(row, former), 0) end
  if not cell.id then
    refuse(row, word,
      "is not a cell; expected a tile, as in BA-D, BA-D r3 or name=BA-D, or an empty cell: a dot or a name "
      .. "in small letters")
  end
  table.insert(drawn.tiles, cell)
  if star == "*" or not drawn.origin then drawn.origin = { x = column, y = row } end
  return cell
end

local function read_words(text)
  local drawn, row = { tiles = {}, cells = {} }, 1
  for line in text:gmatch "[^\n]+" do
    local column, tile = 1, nil -- the tile of the previous word, or nil
    for word in line:gmatch "%S+" do
      local rotation = board_drawing.rotation(word)
      if rotation and not tile then
        refuse(row, word, "is a rotation and must follow a tile, as in BA-D %s", word)
      end
      if rotation then tile.rotation, tile = rotation, nil
      else
        tile = read_word(drawn, word, column, row)
        column = column + 1
      end
    end
    if column > 1 then row = row + 1 end
  end
  if not drawn.origin then error("board: expected at least one tile", 0) end
  return drawn
end

-- Moves the marked tile to 0,0.
local function move_to_origin(drawn)
  local moved = {}
  local function move(cell)
    if moved[cell] then return end
    cell.x, cell.y, moved[cell] = cell.x - drawn.origin.x, cell.y - drawn.origin.y, true
  end
  for _, cell in pairs(drawn.cells) do move(cell) end
  for _, cell in ipairs(drawn.tiles) do move(cell) end
end

local function touches(tile, order)
  if #order == 0 then return tile.x == 0 and tile.y == 0 end
  for _, other in ipairs(order) do
    if math.abs(tile.x - other.x) + math.abs(tile.y - other.y) == 1 then return true end
  end
  return false
end

local function connected(tiles)
  local order, done = {}, {}
  repeat
    local before = #order
    for _, tile in ipairs(tiles) do
      if not done[tile] and touches(tile, order) then
        done[tile] = true
        order[#order + 1] = tile
      end
    end
  until #order == before
  for _, tile in ipairs(tiles) do
    if not done[tile] then
      error(("board: the tile %s at %d,%d is not connected with the first tile"):format(tile.id, tile.x,
        tile.y), 0)
    end
  end
  return order
end

--- Reads a drawn board; raises an error if it is invalid.
---@param text string
---@return DrawnBoard
---@usage local drawn = require("carcassonne.testkit.drawing").read "west=BA-U *BA-D here"
--- assert(drawn.cells.west.x == -1 and drawn.cells.here.x == 1)
function board_drawing.read(text)
  local drawn = read_words(text)
  move_to_origin(drawn)
  drawn.tiles = connected(drawn.tiles)
  return drawn
end

--- Returns a cell by its name, or by its coordinates as "X,Y". Raises an error for an unknown name.
---@param where string place of the name, for messages
---@param cells table<string, DrawnCell>
---@param name string
---@return DrawnCell
function board_drawing.cell(where, cells, name)
  local x, y = name:match "^(%-?%d+),(%-?%d+)$"
  if cells[name] or x then return cells[name] or { x = tonumber(x), y = tonumber(y) } end
  local names = options.keys(cells)
  options.refuse(where, ("unknown cell '%s'%s; expected X,Y as in -1,0, or a name on the board: "
    .. "%s"):format(name,
    options.did_you_mean(name, names), #names > 0 and table.concat(names, ", ") or "none"))
end

return board_drawing
