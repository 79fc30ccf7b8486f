--- Formats SVG numbers, colours, text and lines in the shortest form.
-- @module carcassonne.svg.elements

local elements = {}

--- The side of a tile.
---@type integer
elements.tile = 100

--- The maximum width of a letter, relative to its height.
---@type number
elements.letter = 0.62

-- Formats a number of tenths as a decimal, with a decimal point in every locale.
local function decimal(tenths)
  local size = math.abs(tenths)
  local text = ("%d"):format(math.floor(size / 10))
  if size % 10 ~= 0 then text = ("%s.%d"):format(text, size % 10) end
  return tenths < 0 and "-" .. text or text
end

--- Formats a length, rounded to a tenth.
---@param value number
---@return string
---@usage local n = require("carcassonne.svg.elements").number
--- assert(n(3) == "3" and n(-0.04) == "0" and n(2.46) == "2.5")
function elements.number(value) return decimal(math.floor(value * 10 + 0.5)) end

--- Formats a colour of the palette.
---@param colour Colour
---@return string
---@usage assert(require("carcassonne.svg.elements").rgb { 1, 0, 0.2 } == "#ff0033")
function elements.rgb(colour)
  local bytes = {}
  for i = 1, 3 do bytes[i] = math.floor(colour[i] * 255 + 0.5) end
  return ("#%02x%02x%02x"):format(bytes[1], bytes[2], bytes[3])
end

--- Escapes text for SVG and HTML.
---@param text string
---@return string
function elements.safe(text)
  return (text:gsub('[&<>"]', { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }))
end

--- Formats a line of text.
---@param text string
---@param x number
---@param y number baseline
---@param size number
---@param more? string attributes
---@return string
function elements.text(text, x, y, size, more)
  return ('<text x="%s" y="%s" font-size="%s"%s>%s</text>'):format(elements.number(x), elements.number(y),
    elements.number(size),
    more and " " .. more or "", elements.safe(text))
end

-- Returns the points of a closed line in tenths. Repeated points, and points on a straight line
-- between their neighbours, are omitted.
local function corners_of(ring, scale, x, y)
  local points, kept = {}, {}
  for i = 1, #ring, 2 do
    local point, last = { math.floor((x + ring[i] * scale) * 10 + 0.5),
      math.floor((y + ring[i + 1] * scale) * 10 + 0.5) }, points[#points]
    if not last or last[1] ~= point[1] or last[2] ~= point[2] then points[#points + 1] = point end
  end
  local first, last = points[1], points[#points]
  if #points > 1 and first[1] == last[1] and first[2] == last[2] then points[#points] = nil end
  for i, point in ipairs(points) do
    local before, after = points[(i - 2) % #points + 1], points[i % #points + 1]
    local bend = (point[1] - before[1]) * (after[2] - point[2]) - (point[2] - before[2]) * (
      after[1] - point[1])
    if bend ~= 0 then kept[#kept + 1] = point end
  end
  return #kept > 2 and kept or points
end

-- Formats tenths without the zero before the decimal point.
local function tenths(value) return (decimal(value):gsub("^(%-?)0%.", "%1.")) end

--- Formats closed lines as the attribute `d` of a path. With the fill rule evenodd, lines inside
--- other lines make holes.
---@param rings number[][] {x1, y1, ...} each
---@param scale number
---@param x? number origin
---@param y? number
---@return string
---@usage local path = require("carcassonne.svg.elements").path
--- assert(path({ { 0, 0, 1, 0, 1, 1, 0.5, 1, 0, 1 } }, 10) == "M0 0l10 0 0 10 -10 0z")
function elements.path(rings, scale, x, y)
  local parts = {}
  for _, ring in ipairs(rings) do
    local points, steps = corners_of(ring, scale, x or 0, y or 0), {}
    for i = 2, #points do
      steps[#steps + 1] = tenths(points[i][1] - points[i - 1][1]) .. " "
        .. tenths(points[i][2] - points[i - 1][2])
    end
    parts[#parts + 1] = ("M%s %sl%sz"):format(tenths(points[1][1]), tenths(points[1][2]),
      table.concat(steps, " "))
  end
  return table.concat(parts)
end

return elements
