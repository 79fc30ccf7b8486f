--- Formats tables with aligned columns.
-- @module carcassonne.text.table

local c_locale = require "carcassonne.base.c_locale"
local style = require "carcassonne.text.style"

local tables = {}

local function pad(text, width, right)
  local blanks = (" "):rep(width - style.width(text))
  return right and blanks .. text or text .. blanks
end

local function is_number(text)
  text = style.strip(text):gsub(" ± [%d.]+$", ""):gsub(" %+%- [%d.]+$", "")
  return text == "" or text == "-" or text:match("^[+-]?[%d.,]+ ?[%%x]?$") ~= nil
end

-- Returns the widths of the columns, and which columns contain only numbers.
local function columns_of(rows, from)
  local widths, right = {}, {}
  for i, row in ipairs(rows) do
    for column, text in ipairs(row) do
      widths[column] = math.max(widths[column] or 0, style.width(text))
      if i >= from and not is_number(text) then right[column] = false end
      if right[column] == nil then right[column] = true end
    end
  end
  return widths, right
end

--- Aligns rows in columns. Columns of numbers are aligned to the right.
---@param rows (string|number)[][] rows; the first one has the headings if `heading` is set
---@param options? {heading?:boolean, style?:Style, gap?:integer, indent?:integer}
---@return string[] lines
---@usage local lines = require("carcassonne.text.table").lines({ { "road", 12 }, { "city", 7 } })
--- assert(lines[2] == "city   7")
function tables.lines(rows, options)
  options = options or {}
  local texts = {}
  for i, row in ipairs(rows) do
    texts[i] = {}
    for j = 1, #row do texts[i][j] = c_locale.tostring(row[j]) end
  end
  local widths, right = columns_of(texts, options.heading and 2 or 1)
  local gap, lines = (" "):rep(options.gap or 2), {}
  for i, row in ipairs(texts) do
    local cells = {}
    for column, text in ipairs(row) do cells[column] = pad(text, widths[column], right[column]) end
    local line = (" "):rep(options.indent or 0) .. table.concat(cells, gap):gsub("%s+$", "")
    if options.heading and i == 1 and options.style then line = options.style:paint(line, "heading") end
    lines[i] = line
  end
  return lines
end

return tables
