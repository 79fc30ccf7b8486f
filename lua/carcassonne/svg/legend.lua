--- Explains the signs of a picture.
-- @module carcassonne.svg.legend

local c_locale = require "carcassonne.base.c_locale"
local elements = require "carcassonne.svg.elements"
local labels = require "carcassonne.describe.labels"
local marks = require "carcassonne.svg.marks"
local palette = require "carcassonne.ui.palette"
local piece_shapes = require "carcassonne.shapes.pieces"
local pieces_svg = require "carcassonne.svg.pieces"
local tiles_svg = require "carcassonne.svg.tiles"
local words = require "carcassonne.describe.words"

local legend = {}

---@class LegendItem
---@field key string equal for equal signs
---@field sample string the sign in SVG, around 0,0
---@field text string meaning

local INK = elements.rgb(palette.ink)

local SAID = { spot = "place for a piece", village = "roads end", bridge = "one road goes over another" }
local ORDER = { kind = "01", drawn = "02", plate = "03", piece = "04", token = "05", place = "06",
  number = "07", attribute = "08",
  join = "09", cell = "10", last = "11" }

local function swatch(kind)
  return ('<rect x="-11" y="-8" width="22" height="16" fill="%s" stroke="%s"/>'):format(tiles_svg.fill(kind),
    INK)
    .. (kind == "monastery" and marks.sign({ name = "monastery" }, 0, 0) or "")
end

-- Adds the kinds and signs of tiles.
local function add_tiles(add, game, tiles)
  local function add_sign(name)
    if marks.is_drawn(name) then
      if name == "end" or name == "monastery" then return end
      add("drawn", name,
        function() return marks.sign({ name = name }, 0, 0), SAID[name] or words.name(name) end)
    elseif labels.printed(game, name) then
      add("plate", name, function() return marks.plate(labels.of(game, name), 0, 0), words.name(name) end)
    end
  end
  for _, tile in ipairs(tiles) do
    for _, sign in ipairs(tile.marks) do add_sign(sign.name) end
    for _, shape in ipairs(tile.shapes) do
      add("kind", shape.kind, function() return swatch(shape.kind), SAID[shape.kind] or shape.kind end)
      for _, sign in ipairs(shape.signs) do add_sign(sign.name) end
    end
  end
end

-- Returns the role of a piece if its shape shows the role.
local function role_shown(one)
  local _, role = piece_shapes.of(one.name, one.role)
  return role
end

local FIGURES = {
  piece = function(_, one)
    local role = role_shown(one)
    local name = words.piece(one.name) .. " of player 1"
    return pieces_svg.piece(one.name, 1, 0, 0, role), role and name .. ", a " .. role or name
  end,
  token = function(_, one)
    return pieces_svg.token(one.sign, 0, 0), words.name(one.name) .. (one.bears and " " .. one.bears or "")
  end,
  place = function(game, one)
    return pieces_svg.place(labels.of(game, one.name), 0, 0), words.name(one.name)
  end,
  number = function(game, one)
    return pieces_svg.number(labels.of(game, one.name), 0, 0), words.name(one.name)
  end,
  attribute = function(game, one)
    return pieces_svg.attribute(labels.of(game, one.name), one.gone, 0, 0),
      (one.gone and "no longer: %s" or "is now: %s"):format(words.name(one.name))
  end,
}

local JOIN = ('<path d="M-12 0h24" stroke="%s" stroke-width="7" stroke-linecap="round"/><path d="M-12 0h24" '
  .. 'stroke="#fff" '
  .. 'stroke-width="4" stroke-dasharray="1 7" stroke-linecap="round"/>'):format(INK)
local CELL =
  ('<rect x="-9" y="-9" width="18" height="18" fill="none" stroke="%s" stroke-dasharray="4 3"/>'):format(INK)
local LAST =
  ('<rect x="-9" y="-9" width="18" height="18" fill="none" stroke="%s" stroke-width="6"/><rect x="-9" y="-9" '
  .. 'width="18" height="18" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="6 3"/>'):format(INK)

--- Collects the signs of a scene.
---@param game Game
---@param scene Scene
---@param known? table<string, LegendItem> items of earlier scenes, to which this function adds
---@return table<string, LegendItem> items by key
function legend.add(game, scene, known)
  known = known or {}
  local function add(group, name, draw)
    local key = ORDER[group] .. " " .. name
    if known[key] then return end
    local sample, text = draw()
    known[key] = { key = key, sample = sample, text = text }
  end
  add_tiles(add, game, scene.tiles)
  for _, one in ipairs(scene.figures) do
    local name = one.name .. (one.gone and " gone" or "") .. (one.sign or role_shown(one) or "")
    add(one.kind, name, function() return FIGURES[one.kind](game, one) end)
  end
  if #scene.joins > 0 then add("join", "join", function() return JOIN, "joined segments" end) end
  if #scene.cells > 0 then add("cell", "cell", function() return CELL, "empty cell" end) end
  if scene.last then add("last", "last", function() return LAST, "placed last" end) end
  return known
end

--- Returns the items in display order.
---@param known table<string, LegendItem>
---@return LegendItem[]
function legend.items(known)
  local list = {}
  for _, item in pairs(known) do list[#list + 1] = item end
  c_locale.sort(list, function(a, b) return a.key < b.key end)
  return list
end

return legend
