--- A canvas of character cells, each with the name of its style. The board is drawn on a canvas.
-- @module carcassonne.text.canvas

local compat = require "carcassonne.base.compat"

local canvas = {}

---@class Canvas
---@field width integer
---@field height integer
local Canvas = {}
Canvas.__index = Canvas

--- Makes an empty canvas.
---@param width integer
---@param height integer
---@return Canvas
function canvas.new(width, height)
  local self = setmetatable({ width = width, height = height, char = {}, name = {} }, Canvas)
  for row = 1, height do self.char[row], self.name[row] = {}, {} end
  return self
end

--- Sets a cell; ignores a cell outside of the canvas.
---@param column integer from 1
---@param row integer from 1
---@param char? string one character; by default the cell keeps its character
---@param name? string name in the style; by default the cell keeps its style
function Canvas:set(column, row, char, name)
  if column < 1 or column > self.width or row < 1 or row > self.height then return end
  if char then self.char[row][column] = char end
  if name then self.name[row][column] = name end
end

--- Writes a text from left to right.
---@param column integer
---@param row integer
---@param text string
---@param name? string
function Canvas:write(column, row, text, name)
  for _, code in compat.utf8.codes(text) do
    self:set(column, row, compat.utf8.char(code), name)
    column = column + 1
  end
end

local function line(self, row, style)
  local parts, run, kind = {}, {}, nil
  local function flush()
    if #run > 0 then parts[#parts + 1] = style:paint(table.concat(run), kind) end
    run = {}
  end
  for column = 1, self.width do
    local name = self.name[row][column]
    if name ~= kind then
      flush()
      kind = name
    end
    run[#run + 1] = self.char[row][column] or " "
  end
  flush()
  return (table.concat(parts):gsub("%s+$", ""))
end

--- Returns the canvas as lines of text.
---@param style Style
---@return string[]
function Canvas:lines(style)
  local lines = {}
  for row = 1, self.height do lines[row] = line(self, row, style) end
  return lines
end

return canvas
