--- The parts of a position besides its tiles: pieces, points, goods, variables of scripts, and the
--- bag.
-- @module carcassonne.testkit.position

local board_drawing = require "carcassonne.testkit.drawing"
local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local position = require "carcassonne.definition.position"
local variable_values = require "carcassonne.describe.variable_values"

local test_position = {}

--- The keys of a position besides the tiles; all are optional.
---@class Laid
---@field pieces? string[] pieces on the table: "1 follower west city:E", player, piece, cell, segment
---@field joins? string[] joins of scripts: "west road:E, east road:W"
---@field goods? table<string, integer>[] goods of each player
---@field points? integer[] points of each player
---@field variables? table<string, integer|table> variables of scripts: a number for the game, a list for players, a table by "CELL" for
--- tiles, a table by "CELL SEGMENT" for features and segments
---@field turn? integer player whose turn it is
---@field hand? string the drawn tile
---@field bag? string tiles in the bag, separated by blanks; by default all tiles that are not on the board
---@field position? string more lines of a position, in the format of State:observation_string

--- The keys with their types. They are those of a position table, except that tiles are drawn and
--- pieces are in words.
---@type table<string, string>
test_position.shape = { variables = "table", bag = "string", position = "string" }
for key, kind in pairs(position.shapes.position) do test_position.shape[key] = kind end
test_position.shape.tiles, test_position.shape.lines = nil, nil

--- Returns how many copies of each tile are on the table, in hand and in `bag`; if there is no bag,
--- how many the game has.
---@param game Game a game with an empty table
---@param drawn DrawnBoard
---@param given Laid
---@return table<string, integer>
function test_position.counts(game, drawn, given)
  local counts, ids = {}, {}
  for i, tile in ipairs(game:tiles()) do
    ids[i] = tile.id
    counts[tile.id] = given.bag and 0 or tile.count
  end
  local function add(where, id)
    options.check_name(where, id, ids, "tile")
    counts[id] = counts[id] + 1
  end
  for _, tile in ipairs(drawn.tiles) do add("board", tile.id) end
  for id in (given.bag or ""):gmatch "%S+" do add("bag", id) end
  if given.bag and given.hand then add("hand", given.hand) end
  return counts
end

-- Returns the number of a segment of a tile by its text.
local function segment_number(where, game, tile, text)
  local names = {}
  for i, segment in ipairs(game:tile(tile.id, tile.rotation).segments) do
    if segment.text == text then return i end
    names[i] = segment.text
  end
  options.check_name(where, text, names, ("segment of %s r%d"):format(tile.id, tile.rotation))
end

-- Returns a segment of a tile on the board by the name of its cell and its text.
local function read_segment(where, name, text, game, drawn)
  local cell = board_drawing.cell(where, drawn.cells, name)
  for _, tile in ipairs(drawn.tiles) do
    if tile.x == cell.x and tile.y == cell.y then segment_number(where, game, tile, text) end
  end
  return { x = cell.x, y = cell.y, text = text }
end

-- Reads a piece on the table: "1 follower west city:E".
local function read_piece(where, line, game, drawn)
  local player, piece, name, text = line:match "^(%d) (%S+) (%S+) (%S+)$"
  if not player then
    options.refuse(where,
      ("invalid piece '%s'; expected a text such as '1 follower west city:E'"):format(line))
  end
  local read = read_segment(where, name, text, game, drawn)
  read.player, read.piece = tonumber(player), piece
  return read
end

-- Reads a join: "west road:E, east road:W".
local function read_join(where, line, game, drawn)
  options.check_type(where, line, "string")
  local name, text, other, other_text = line:match "^(%S+) (%S+), (%S+) (%S+)$"
  if not name then
    options.refuse(where,
      ("invalid join '%s'; expected a text such as 'west road:E, east road:W'"):format(line))
  end
  return { read_segment(where, name, text, game, drawn), read_segment(where, other, other_text, game, drawn) }
end

local function variable_called(game, name)
  local names, found = {}, nil
  for i, variable in ipairs(variable_values.of(game)) do
    names[i] = variable.name
    if variable.key == name or not found and variable.name == name then found = variable end
  end
  if not found then options.check_name("variables", name, names, "variable") end
  if found.size > 1 or found.type then
    options.refuse("variables." .. name,
      "a position cannot set a variable that has a size or holds places")
  end
  return found
end

-- Reads the place of a segment, `CELL SEGMENT`, or of a tile, `CELL`.
local function place_on(game, drawn, where, name)
  local cell_name, text = tostring(name):match "^(%S+) ?(%S*)$"
  local cell, before = board_drawing.cell(where, drawn.cells, cell_name or name), 0
  for i, tile in ipairs(drawn.tiles) do
    if tile.x == cell.x and tile.y == cell.y then
      return text == "" and i or before + segment_number(where, game, tile, text)
    end
    before = before + #game:tile(tile.id, tile.rotation).segments
  end
  options.refuse(where, ("there is no tile at '%s'"):format(cell_name))
end

-- Adds the values of variables as lines of a position.
local function variable_lines(lines, game, drawn, given)
  for _, name in ipairs(options.keys(given or {})) do
    local variable, value = variable_called(game, name), given[name]
    local where = "variables." .. name
    options.check_type(where, value, variable.scope == "game" and "integer" or "table")
    for key, number in core.bounded.basic.pairs(variable.scope == "game" and { value } or value) do
      local listed = variable.scope == "game" or variable.scope == "player"
      options.check_type(where, number, "integer")
      lines[#lines + 1] = ("remember %s %d %d"):format(variable.key,
        listed and key or place_on(game, drawn, where, key), number)
    end
  end
  c_locale.sort(lines)
end

--- Returns the initial position of a game; raises an error if it is invalid.
---@param game Game a game with an empty table
---@param drawn DrawnBoard
---@param given Laid
---@return table position table for carcassonne.game
function test_position.position(game, drawn, given)
  local lines, pieces, joins, tiles, whole = {}, {}, {}, {}, {}
  for key in pairs(position.shapes.position) do whole[key] = given[key] end
  for i, line in ipairs(given.pieces or {}) do
    pieces[i] = read_piece(("pieces[%d]"):format(i), line, game, drawn)
  end
  for i, line in ipairs(given.joins or {}) do
    joins[i] = read_join(("joins[%d]"):format(i), line, game, drawn)
  end
  for i, tile in ipairs(drawn.tiles) do
    tiles[i] = { id = tile.id, x = tile.x, y = tile.y, rotation = tile.rotation }
  end
  variable_lines(lines, game, drawn, given.variables)
  lines[#lines + 1] = given.position
  whole.tiles, whole.pieces, whole.joins = #tiles > 0 and tiles or nil, pieces, joins
  whole.lines = #lines > 0 and table.concat(lines, "\n") or nil
  return whole
end

return test_position
