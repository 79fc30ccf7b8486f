--- Draws a tile as characters: city, roads, fields, monastery, pennants, goods and pieces.
-- @module carcassonne.text.tile

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local tile_cells = require "carcassonne.text.tile_cells"

local tile_text = {}

--- Sizes of pictures: columns and rows of one tile.
---@type table<string, {width:integer, height:integer}>
tile_text.sizes = {
  large = { width = 11, height = 5 },
  medium = { width = 7, height = 3 },
  small = { width = 5, height = 3 },
}

-- Signs of roads, by the directions in which they leave a cell: N, E, S, W.
local LINES = {
  N = "┃", S = "┃", NS = "┃", E = "━", W = "━", EW = "━",
  NE = "┗", ES = "┏", SW = "┓", NW = "┛",
  NES = "┣", ESW = "┳", NSW = "┫", NEW = "┻", NESW = "╋",
}
local PLAIN_LINES = { N = "|", S = "|", NS = "|", E = "-", W = "-", EW = "-" }
local GOODS = { wine = "w", grain = "g", cloth = "c" }

-- Signs at the ends and crossings of roads.
local GLYPHS = {
  village = { "●", "o" }, bridge = { "╂", "H" },
}
local ENDS = { N = { "╹", "'" }, E = { "╺", "." }, S = { "╻", "," }, W = { "╸", "." } }
local SIDES = { "N", "E", "S", "W" }

local function road_char(arms, glyph, style)
  local arm = next(arms)
  if glyph == "end" and next(arms, arm) == nil then return style:pick(compat.table.unpack(ENDS[arm])) end
  if GLYPHS[glyph] then return style:pick(compat.table.unpack(GLYPHS[glyph])) end
  local key = ""
  for _, side in ipairs(SIDES) do
    if arms[side] then key = key .. side end
  end
  return style:pick(LINES[key], PLAIN_LINES[key] or "+")
end

local function is_river(job, arms)
  for _, index in pairs(arms) do
    if job.segments[index].kind ~= "river" then return false end
  end
  return true
end

-- Returns the sign of a road or a river, or of a bridge if both cross.
local function line_char(job, arms, glyph)
  return is_river(job, arms) and job.style:pick("≈", "~") or road_char(arms, glyph, job.style)
end

local function ground(segment)
  return segment and segment.kind or "field"
end

-- Textures of city and field. Segments of the same kind have different textures if their shapes
-- alone are ambiguous.
local TEXTURES = {
  city = { rich = { "▒", "░", "▓", "█" }, plain = { "#", "%", "@", "&" } },
  field = { rich = { "·", ":", "'", ",", "\"" }, plain = { ".", ":", "'", ",", "\"" } },
}

-- If there are colours, the first texture is blank.
local function texture(job, segment)
  local kinds = TEXTURES[ground(segment)] or TEXTURES.field
  local number = segment and job.grid.textures[segment.index] or 1
  if job.style.colour and number == 1 then return " " end
  local textures = job.style.unicode and kinds.rich or kinds.plain
  return textures[(number - 1) % #textures + 1]
end

local function paint_ground(job)
  local grid = job.grid
  for row = 1, grid.height do
    for column = 1, grid.width do
      local segment, key = job.segments[grid[row][column]], row * 100 + column
      local char = grid.roads[key] and line_char(job, grid.roads[key], grid.glyphs[key])
        or texture(job, segment)
      local over = grid.roads[key] and ground(segment) == "city" and " over" or ""
      job.sheet:set(job.column + column - 1, job.row + row - 1, char, ground(segment) .. job.shade .. over)
    end
  end
end

-- Returns whether a sign can be drawn in a cell. Signs of houses and of the tile can be drawn on
-- any ground without a line.
local function is_own(job, segment, column, row)
  local index, arms = job.grid[row][column], job.grid.roads[row * 100 + column]
  if segment.kind == "spot" and index == segment.index then return true end
  for _, line in pairs(arms or {}) do
    if line == segment.index then return true end
  end
  if arms then return false end
  return index == segment.index or segment.kind == nil or segment.kind == "monastery"
    or segment.kind == "spot"
end

-- Returns whether `length` cells from this one are free, and how many of them belong to the
-- segment.
local function room(job, segment, column, row, length)
  local own = 0
  for c = column, column + length - 1 do
    if c < 1 or c > job.grid.width or job.taken[row * 100 + c] then return nil end
    if is_own(job, segment, c, row) then own = own + 1 end
  end
  return own
end

-- Returns the position of a segment: its house, or the middle of its cells. For a sign of the tile,
-- returns the sign's position.
local function point_of(job, segment)
  local house, east, south, count = job.grid.houses[segment.index], 0, 0, 0
  if segment.column then
    return segment.column * (job.grid.width - 1) + 1, segment.row * (job.grid.height - 1) + 1
  end
  if house then return house.column, house.row end
  for row = 1, job.grid.height do
    for column = 1, job.grid.width do
      if job.grid[row][column] == segment.index then
        east, south, count = east + column, south + row, count + 1
      end
    end
  end
  if count == 0 then return (job.grid.width + 1) / 2, (job.grid.height + 1) / 2 end
  return east / count, south / count
end

-- Returns the best position for a text. Cells on the segment count first, and then the distance to
-- its middle. Positions beside a house are preferred to those over it.
local function find_room(job, segment, length)
  local grid, rise = job.grid, segment.kind == "monastery" and 3 or 2
  local at_column, at_row = point_of(job, segment)
  local best, best_column, best_row
  for row = 1, grid.height do
    for column = 1, grid.width - length + 1 do
      local own = room(job, segment, column, row, length)
      if own then
        local east, south = column + (length - 1) / 2 - at_column, (row - at_row) * rise
        local cost = (length - own) * 1000 + east * east + south * south
        if not best or cost < best then best, best_column, best_row = cost, column, row end
      end
    end
  end
  return best_column, best_row
end

local function put(job, segment, text, name)
  local length = compat.utf8.len(text)
  local column, row = find_room(job, segment, length)
  if not column then return end
  job.sheet:write(job.column + column - 1, job.row + row - 1, text, name)
  for c = column, column + length - 1 do job.taken[row * 100 + c] = true end
end

-- Returns the letter in the middle of a monastery, for example the letter of a shrine.
local function monastery_sign(job, segment)
  for _, name in ipairs(segment.attributes) do
    if job.signs[name] then return job.signs[name] end
  end
end

-- Draws a monastery. It has brackets unless a line passes beside it.
local function paint_monastery(job, segment)
  local house, text = job.grid.houses[segment.index], monastery_sign(job, segment) or "M"
  local from, has_brackets = house.column - 1, true
  for column = from, from + 2 do
    local arms = job.grid.roads[house.row * 100 + column]
    if column < 1 or column > job.grid.width or arms and (arms.N or arms.S) then has_brackets = false end
  end
  if has_brackets then text = "[" .. text .. "]" else from = house.column end
  job.sheet:write(job.column + from - 1, job.row + house.row - 1, text, "monastery" .. job.shade)
  for column = from, from + #text - 1 do job.taken[house.row * 100 + column] = true end
end

-- Draws a spot for pieces of scripts, unless a piece is on it.
local function paint_spot(job, segment)
  if not job.labels[segment.index] then put(job, segment, job.style:pick("□", "^"), "spot" .. job.shade) end
end

-- Draws a piece. Letters of farmers are in lower case.
local function paint_pieces(job)
  for _, segment in ipairs(job.segments) do
    for _, label in ipairs(job.labels[segment.index] or {}) do
      local text = label.player and segment.kind == "field" and c_locale.lower(label.text) or label.text
      put(job, segment, text, label.name or "piece" .. label.player)
    end
  end
end

-- Position for the signs and tokens of the whole tile, if there is room.
local CORNER, MIDDLE = { column = 0.9, row = 0.9 }, { column = 0.5, row = 0.5 }

local function paint_tokens(job)
  for _, label in ipairs(job.labels.tile or {}) do put(job, MIDDLE, label.text, label.name) end
end

local function paint_marks(job)
  for _, segment in ipairs(job.segments) do
    if segment.kind == "spot" then paint_spot(job, segment) end
    if segment.pennants > 0 then
      put(job, segment, job.style:pick("◆", "*"):rep(segment.pennants), "pennant")
    end
    if segment.good then put(job, segment, GOODS[segment.good] or "?", segment.good) end
    local in_house = segment.kind == "monastery" and monastery_sign(job, segment)
    for _, name in ipairs(segment.attributes) do
      if job.signs[name] and job.signs[name] ~= in_house then put(job, segment, job.signs[name], "sign") end
    end
  end
  for _, name in ipairs(job.grid.attributes) do
    if job.signs[name] then put(job, CORNER, job.signs[name], "sign") end
  end
end

local function paint_corners(job)
  local last_column, last_row = job.column + job.grid.width - 1, job.row + job.grid.height - 1
  local style = job.style
  for _, corner in ipairs {
    { job.column, job.row, "┌", "/" }, { last_column, job.row, "┐", "\\" },
    { job.column, last_row, "└", "\\" }, { last_column, last_row, "┘", "/" },
  } do
    local column, row = corner[1], corner[2]
    local name = job.sheet.name[row] and job.sheet.name[row][column]
    job.sheet:set(column, row, style:pick(corner[3], corner[4]), (name or "") .. " last")
  end
end

---@class PictureOptions
---@field size {width:integer, height:integer}
---@field style Style
---@field column? integer column of the west side on the canvas; 1 by default
---@field row? integer row of the north side on the canvas; 1 by default
---@field labels? table<integer|"tile", {text:string, player?:integer, name?:string}[]> pieces, tokens and signs, by
--- segment or for the whole tile; `name` is the name of the style, unless a player is given
---@field shade? 1|2 shade of the ground
---@field last? boolean whether to mark the corners
---@field signs? table<string, string> letters by attribute (carcassonne.describe.attribute_letters)

--- Draws a tile on a canvas.
---@param sheet Canvas
---@param game Game
---@param tile {id:string, rotation:integer, span?:Axis}
---@param options PictureOptions
function tile_text.draw(sheet, game, tile, options)
  local grid = tile_cells.of(game, tile, options.size.width, options.size.height)
  local job = {
    sheet = sheet, segments = grid.segments, style = options.style, labels = options.labels or {}, taken = {},
    column = options.column or 1, row = options.row or 1, shade = options.shade or 1,
      signs = options.signs or {},
    grid = grid,
  }
  paint_ground(job)
  if options.last then paint_corners(job) end
  for _, segment in ipairs(grid.segments) do
    if segment.kind == "monastery" then paint_monastery(job, segment) end
  end
  paint_pieces(job)
  paint_tokens(job)
  paint_marks(job)
end

return tile_text
