--- Places in JCloisterZone's messages: finds the segments of this engine for the feature and the
--- location in a message.
--
-- A location names sides (`NS`, `_E`: all but the east) or field halves (`NL.NR.EL`). `I` names a
-- segment inside the tile, and `II` a second field there.
-- @module carcassonne.interop.notation.jcz_places

local compat = require "carcassonne.base.compat"

local places = {}

local KINDS = {
  Road = "road", City = "city", Field = "field", Farm = "field", Monastery = "monastery",
    Cloister = "monastery",
  Tower = "spot", Garden = "spot", YagaHut = "spot",
}

-- Locations without ports, each with its kind of segment, whatever the feature of the message is.
local BESIDE = { AS_ABBOT = "spot" }

local SIDES = { "N", "E", "S", "W" }

-- Returns the ports of some sides; for a field, both halves of each side.
local function ports_of_sides(letters, kind)
  local ports = {}
  for _, side in ipairs(SIDES) do
    if letters:find(side, 1, true) then
      for _, port in ipairs(kind == "field" and { side .. "L", side .. "R" } or { side }) do
        ports[port] = true
      end
    end
  end
  return ports
end

--- Returns the ports that a location names.
---@param location string
---@param kind string field, road, city, monastery or spot
---@return table<string, true>? ports nil if the text is not a location
---@usage local ports = require("carcassonne.interop.notation.jcz_places").ports("_E", "city")
--- assert(ports.N and ports.S and ports.W and not ports.E)
function places.ports(location, kind)
  local excluded = location:match "^_([NESW]+)$"
  if excluded then
    local letters = ("NESW"):gsub("[" .. excluded .. "]", "")
    return ports_of_sides(letters, kind)
  end
  if location:match "^[NESW]+$" then return ports_of_sides(location, kind) end
  local ports = {}
  if location:match "^I+$" then return ports end
  for word in location:gmatch "[^.]+" do
    if not word:match "^[NESW][LR]$" then return nil end
    ports[word] = true
  end
  return ports
end

-- Returns the kind and the ports of a segment in notation: "field:NL.NR", "monastery"; "field:II"
-- has no ports.
local function read_segment(text)
  local kind, list = text:match "^(%a+):?([%w.]*)"
  local ports = {}
  for port in list:gmatch "%w+" do ports[port] = not port:match "^I" or nil end
  return kind, ports
end

local function same(one, other)
  for port in pairs(one) do
    if not other[port] then return false end
  end
  for port in pairs(other) do
    if not one[port] then return false end
  end
  return true
end

local function tile_of(state, x, y)
  local tile = state:tile_at(x, y)
  return tile and state:game():tile(tile.id, tile.rotation)
end

-- Returns the position of a segment among the fields of its tile that touch no edge, from 1.
local function inner_number(state, x, y, segment)
  local number = 0
  for _, one in ipairs(tile_of(state, x, y).segments) do
    if one.kind == "field" and #one.ports == 0 then number = number + 1 end
    if one.index == segment then return number end
  end
end

-- Returns whether a spot is a garden. A tile may have another spot beside a garden.
local function is_garden(state, x, y, segment)
  for _, name in ipairs(tile_of(state, x, y).segments[segment].attributes) do
    if name == "garden" then return true end
  end
  return false
end

-- Returns the cell of an action. A deployment on the tile just placed has no cell of its own.
local function cell_of(state, action)
  if action.x and action.y then return action.x, action.y end
  local tiles = state:tiles()
  local last = tiles[#tiles]
  return last.x, last.y
end

--- Returns a pointer as a table; converts a bare position.
---@param pointer table {position=, feature=, location=} or {x, y}
---@return table
function places.pointer(pointer)
  return pointer.position and pointer or { position = pointer }
end

--- Returns the cell of a pointer, for messages.
---@param pointer table
---@return string
---@usage assert(require("carcassonne.interop.notation.jcz_places").cell { position = { 3, -1 } } == "3,-1")
function places.cell(pointer)
  return ("%d,%d"):format(compat.math.tointeger(pointer.position[1]),
    compat.math.tointeger(pointer.position[2]))
end

--- Returns whether an action is about the cell of a pointer.
---@param action Action
---@param pointer table
---@return boolean
function places.in_cell(action, pointer)
  return action.x == pointer.position[1] and action.y == pointer.position[2]
end

--- Returns whether an action is about the segment that a pointer names.
---@param state State
---@param action Action
---@param pointer {position:integer[], feature?:string, location?:string}
---@return boolean
function places.is_at(state, action, pointer)
  local x, y = cell_of(state, action)
  if x ~= pointer.position[1] or y ~= pointer.position[2] or not action.text or not pointer.location then
    return false
  end
  local kind, ports = read_segment(action.text)
  if BESIDE[pointer.location] then return kind == BESIDE[pointer.location] end
  if kind ~= KINDS[pointer.feature] then return false end
  if kind == "spot" and is_garden(state, x, y, action.segment) ~= (pointer.feature == "Garden") then
    return false
  end
  if kind == "monastery" or kind == "spot" then return pointer.location == "I" end
  local wanted = places.ports(pointer.location, kind)
  if not wanted or not same(ports, wanted) then return false end
  return next(ports) ~= nil or inner_number(state, x, y, action.segment) == #pointer.location
end

--- Returns the number of a bridge's axis: 1 from north to south, 2 from east to west.
---@param pointer {location:string}
---@return integer
function places.axis(pointer)
  return tostring(pointer.location):find "[NS]" and 1 or 2
end

-- The corners of a tile for barns, from 0 (north-east), clockwise: the offset from the tile's
-- north-west corner, and the field halves that meet there.
local CORNERS = {
  [0] = { 1, 0, "NR", "EL" }, { 1, 1, "ER", "SL" }, { 0, 1, "SR", "WL" }, { 0, 0, "WR", "NL" },
}

--- Returns whether an action offers a barn a corner of the field that a pointer names. The pointer
--- may name any tile at this corner.
---@param state State
---@param action Action the option, with the tile just placed and the corner's number
---@param pointer {position:integer[], location:string}
---@return boolean
function places.touches(state, action, pointer)
  local corner = CORNERS[action.number]
  local x, y = cell_of(state, action)
  local wanted = places.ports(pointer.location, "field") or {}
  for _, own in pairs(CORNERS) do
    if pointer.position[1] + own[1] == x + corner[1] and pointer.position[2] + own[2] == y + corner[2] then
      return wanted[own[3]] == true and wanted[own[4]] == true
    end
  end
  return false
end

return places
