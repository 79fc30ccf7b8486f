--- The choices of the current decision and the marked choice: cells for the tile in hand, then
--- lines of text. Some lines belong to a place on the table. Mouse and keys both use this list.
-- @module app.game.choosing

local screen = require "carcassonne.ui"

local Choosing = {}
Choosing.__index = Choosing

---@class ChoosableCell
---@field x integer
---@field y integer
---@field rotations ScreenChoice[] one choice for each rotation

---@class Spot a place on the table, and the lines that belong to it
---@field x integer
---@field y integer
---@field segment? integer
---@field lines integer[]

local function by_place(a, b)
  if a.y ~= b.y then return a.y < b.y end
  if a.x ~= b.x then return a.x < b.x end
  return (a.segment or 0) < (b.segment or 0)
end

local function sorted(by_key)
  local list = {}
  for _, one in pairs(by_key) do list[#list + 1] = one end
  table.sort(list, by_place)
  return list
end

-- Returns the deployments sorted by place, then all other choices.
local function lines_of(found)
  local lines = {}
  for _, segment in ipairs(sorted(found.segments)) do
    for _, choice in ipairs(segment.pieces) do lines[#lines + 1] = choice end
  end
  for _, choice in ipairs(found.others) do lines[#lines + 1] = choice end
  return lines
end

-- Returns the places of lines. Each place is returned once.
local function spots_of(lines)
  local spots, by_key = {}, {}
  for i, choice in ipairs(lines) do
    if choice.x then
      local key = ("%d,%d,%s"):format(choice.x, choice.y, choice.segment or "")
      if not by_key[key] then
        by_key[key] = { x = choice.x, y = choice.y, segment = choice.segment, lines = {} }
        spots[#spots + 1] = by_key[key]
      end
      table.insert(by_key[key].lines, i)
    end
  end
  return spots
end

--- Collects the choices of a state.
---@param state State
---@param names string[] names of the players
---@return table
function Choosing.new(state, names)
  local found = screen.choices(state, { names = names, seen = true })
  local lines = lines_of(found)
  local self = { all_cells = sorted(found.cells), cells = {}, tiles = found.tiles, lines = lines,
    spots = spots_of(lines), at = 0,
    rotation = 0 }
  setmetatable(self, Choosing)
  if self.tiles[1] then self:hold(self.tiles[1]) end
  return self
end

--- Returns the part of the table that contains all choices, or nil if none is on the table.
---@return { left:integer, top:integer, right:integer, bottom:integer }? box in cells
function Choosing:box()
  local box
  for _, list in ipairs { self.cells, self.spots } do
    for _, one in ipairs(list) do
      box = box or { left = one.x, top = one.y, right = one.x + 1, bottom = one.y + 1 }
      box.left, box.right = math.min(box.left, one.x), math.max(box.right, one.x + 1)
      box.top, box.bottom = math.min(box.top, one.y), math.max(box.bottom, one.y + 1)
    end
  end
  return box
end

-- ---- The tile -----------------------------------------------------------------------------------

--- Returns whether the decision is to place a tile.
function Choosing:is_placing() return #self.cells > 0 end

--- Takes one of the placeable tiles into the hand.
---@param id string
function Choosing:hold(id)
  self.id, self.cells, self.at = id, {}, 0
  for _, cell in ipairs(self.all_cells) do
    for rotation = 0, 3 do
      if self.cells[#self.cells] ~= cell and #self:placements(cell, rotation) > 0 then
        table.insert(self.cells, cell)
      end
    end
  end
  if not self:fits_anywhere(self.rotation) then self:turn(1) end
end

--- Takes the next placeable tile into the hand.
function Choosing:hold_next()
  for i, id in ipairs(self.tiles) do
    if id == self.id then return self:hold(self.tiles[i % #self.tiles + 1]) end
  end
end

--- Returns the placements of the tile in a cell in one rotation. If there are several, they differ
--- in their span.
---@param cell ChoosableCell
---@param rotation? integer
---@return ScreenChoice[]
function Choosing:placements(cell, rotation)
  local list = {}
  for _, choice in ipairs(cell.rotations) do
    if choice.id == self.id and choice.rotation == (rotation or self.rotation) then
      list[#list + 1] = choice
    end
  end
  return list
end

function Choosing:fits_anywhere(rotation)
  for _, cell in ipairs(self.cells) do
    if #self:placements(cell, rotation) > 0 then return true end
  end
  return false
end

--- Returns the cell at a place if the tile may be placed there.
---@param x integer
---@param y integer
---@return ChoosableCell?
function Choosing:cell(x, y)
  for _, cell in ipairs(self.cells) do
    if cell.x == x and cell.y == y then return cell end
  end
end

--- Returns the rotation of the tile in a cell: the current one, or the next rotation that fits.
---@param cell ChoosableCell
---@return integer
function Choosing:rotation_in(cell)
  for by = 0, 3 do
    local rotation = (self.rotation + by) % 4
    if #self:placements(cell, rotation) > 0 then return rotation end
  end
  return self.rotation
end

--- Turns the tile to the next rotation that fits in `cell`; if no cell is given, to the next one
--- that fits anywhere.
---@param by integer 1 clockwise, -1 back
---@param cell? ChoosableCell
function Choosing:turn(by, cell)
  local rotation = cell and self:rotation_in(cell) or self.rotation
  for i = 1, 4 do
    local next_one = (rotation + i * by) % 4
    local fits = cell and #self:placements(cell, next_one) > 0 or not cell and self:fits_anywhere(next_one)
    if fits then
      self.rotation = next_one
      return
    end
  end
end

-- ---- The marked choice --------------------------------------------------------------------------

--- Returns the marked cell.
---@return ChoosableCell?
function Choosing:marked_cell() return self.cells[self.at] end

--- Returns the number of the marked line.
---@return integer?
function Choosing:marked_line() return self.at > #self.cells and self.at - #self.cells or nil end

--- Marks the next cell or line; after the last one it continues at the first.
---@param by integer
function Choosing:step(by)
  local count = #self.cells + #self.lines
  if count > 0 then self.at = self.at == 0 and (by > 0 and 1 or count) or (self.at + by - 1) % count + 1 end
end

--- Marks the nearest cell in a direction, or the next line if there are no cells.
---@param dx integer
---@param dy integer
function Choosing:go(dx, dy)
  local from = self:marked_cell()
  if not from then return self:step(dx + dy > 0 and 1 or -1) end
  local best, best_cost
  for i, cell in ipairs(self.cells) do
    local ahead = (cell.x - from.x) * dx + (cell.y - from.y) * dy
    local aside = math.abs((cell.x - from.x) * dy) + math.abs((cell.y - from.y) * dx)
    local cost = ahead + aside * 2
    if ahead > 0 and (not best or cost < best_cost) then best, best_cost = i, cost end
  end
  if best then self.at = best end
end

--- Returns the number of the line that passes.
---@return integer?
function Choosing:pass_line()
  for i, choice in ipairs(self.lines) do
    if choice.action.kind == "pass" or choice.action.kind == "extra" and not choice.action.take then
      return i
    end
  end
end

--- Returns the place on the table that a line belongs to.
---@param line integer
---@return Spot?
function Choosing:spot_of(line)
  for _, spot in ipairs(self.spots) do
    for _, one in ipairs(spot.lines) do
      if one == line then return spot end
    end
  end
end

return Choosing
