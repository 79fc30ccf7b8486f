--- Selects the visible part of a board.
-- @module carcassonne.text.board_view

local board_view = {}

--- A rectangle of cells.
---@class BoardBox
---@field west integer
---@field east integer
---@field north integer
---@field south integer

--- Returns the bounding box of cells; nil if there are no cells.
---@param cells {x:integer, y:integer}[]
---@param box? BoardBox box to include
---@return BoardBox?
function board_view.around(cells, box)
  for _, cell in ipairs(cells) do
    local x, y = cell.x, cell.y
    local old = box or { west = x, east = x, north = y, south = y }
    box = { west = math.min(old.west, x), east = math.max(old.east, x) }
    box.north, box.south = math.min(old.north, y), math.max(old.south, y)
  end
  return box
end

--- Returns whether a cell is in a box.
---@param box BoardBox
---@param cell {x:integer, y:integer}
---@return boolean
function board_view.has(box, cell)
  return cell.x >= box.west and cell.x <= box.east and cell.y >= box.north and cell.y <= box.south
end

--- Returns the cells outside of a box.
---@generic T : {x:integer, y:integer}
---@param box BoardBox
---@param cells T[]
---@return T[]
function board_view.outside(box, cells)
  local list = {}
  for _, cell in ipairs(cells) do
    if not board_view.has(box, cell) then list[#list + 1] = cell end
  end
  return list
end

-- Returns a range of `count` numbers within low..high that includes first..last and is as close to
-- the centre as possible.
local function window(low, high, count, centre, first, last)
  if high - low < count then return low, high end
  local from = math.min(math.max(centre - math.floor(count / 2), low), high - count + 1)
  from = math.max(math.min(from, first), last - count + 1)
  return from, from + count - 1
end

--- Returns the visible part of a board. It contains as many of the cells to keep as fit, by
--- priority.
---@param whole BoardBox
---@param room {columns:number, rows:number} number of cells that fit
---@param focus {x:integer, y:integer} preferred cell in the middle; it may be outside of the board
---@param keep? {x:integer, y:integer}[] cells of the board to keep in view
---@return BoardBox
---@usage local board_view = require "carcassonne.text.board_view"
--- local whole, keep = { west = 0, east = 9, north = 0, south = 4 }, { { x = 9, y = 0 }, { x = 0, y
--- = 0 } } local box = board_view.of(whole, { columns = 4, rows = 3 }, { x = 0, y = 0 }, keep)
--- assert(box.west == 6 and box.east == 9 and box.north == 0 and box.south == 2)
function board_view.of(whole, room, focus, keep)
  local kept
  for _, cell in ipairs(keep or {}) do
    local wider = board_view.around({ cell }, kept)
    local fits = wider.east - wider.west < room.columns and wider.south - wider.north < room.rows
    if fits then kept = wider end
  end
  local x = math.min(math.max(focus.x, whole.west), whole.east)
  local y = math.min(math.max(focus.y, whole.north), whole.south)
  kept = kept or board_view.around { { x = x, y = y } }
  local west, east = window(whole.west, whole.east, room.columns, x, kept.west, kept.east)
  local north, south = window(whole.north, whole.south, room.rows, y, kept.north, kept.south)
  return { west = west, east = east, north = north, south = south }
end

return board_view
