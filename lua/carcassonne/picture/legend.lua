--- What the signs of a picture mean: of those that are on it, and of no others.
-- @module carcassonne.picture.legend

local drawing = require "carcassonne.picture.drawing"
local figures = require "carcassonne.picture.figures"
local ground = require "carcassonne.picture.ground"
local labels = require "carcassonne.screen.labels"
local marks = require "carcassonne.picture.marks"
local palette = require "carcassonne.screen.palette"
local words = require "carcassonne.screen.words"

local legend = {}

---@class LegendItem
---@field key string which is the same for the same sign
---@field sample string the sign in SVG, around 0,0
---@field text string what it means

local INK = drawing.rgb(palette.ink)

local SAID = { spot = "place for a piece", village = "roads end", bridge = "one road goes over another" }
local ORDER = { kind = 1, drawn = 2, plate = 3, piece = 4, token = 5, place = 6, number = 7, attribute = 8, join = 9, cell = 10,
  last = 11 }

local function swatch(kind)
  return ('<rect x="-11" y="-8" width="22" height="16" fill="%s" stroke="%s"/>'):format(ground.fill(kind), INK)
    .. (kind == "monastery" and marks.church(0, 0) or "")
end

-- What the tiles show.
local function add_tiles(add, game, tiles)
  local function add_sign(sign)
    if marks.is_drawn(sign.name) then
      if sign.name ~= "end" then
        add("drawn", sign.name, marks.sign({ name = sign.name }, 0, 0), SAID[sign.name] or words.name(sign.name))
      end
    elseif labels.printed(game, sign.name) then
      add("plate", sign.name, marks.plate(labels.of(game, sign.name), 0, 0), words.name(sign.name))
    end
  end
  for _, tile in ipairs(tiles) do
    for _, sign in ipairs(tile.marks) do add_sign(sign) end
    for _, shape in ipairs(tile.shapes) do
      add("kind", shape.kind, swatch(shape.kind), SAID[shape.kind] or shape.kind)
      for _, sign in ipairs(shape.signs) do add_sign(sign) end
    end
  end
end

local FIGURES = {
  piece = function(_, one) return figures.piece(one.name, 1, 0, 0), words.piece(one.name) .. " of player 1" end,
  token = function(_, one) return figures.token(one.sign, 0, 0), words.name(one.name) .. (one.bears and " " .. one.bears or "") end,
  place = function(game, one) return figures.place(labels.of(game, one.name), 0, 0), words.name(one.name) end,
  number = function(game, one) return figures.number(labels.of(game, one.name), 0, 0), words.name(one.name) end,
  attribute = function(game, one)
    return figures.attribute(labels.of(game, one.name), one.gone, 0, 0),
      (one.gone and "no %s any more" or "is now: %s"):format(words.name(one.name))
  end,
}

--- The signs of a scene.
---@param game Game
---@param scene Scene
---@param known? table<string, LegendItem> those of scenes before, to which they are added
---@return table<string, LegendItem> items by key
function legend.add(game, scene, known)
  known = known or {}
  local function add(group, name, sample, text)
    local key = ("%02d %s"):format(ORDER[group], name)
    known[key] = known[key] or { key = key, sample = sample, text = text }
  end
  add_tiles(add, game, scene.tiles)
  for _, one in ipairs(scene.figures) do
    local name = one.name .. (one.gone and " gone" or "") .. (one.sign or "")
    add(one.kind, name, FIGURES[one.kind](game, one))
  end
  if #scene.joins > 0 then
    add("join", "join", ('<path d="M-12 0h24" stroke="%s" stroke-width="7" stroke-linecap="round"/><path d="M-12 0h24" stroke="#fff" '
      .. 'stroke-width="4" stroke-dasharray="1 7" stroke-linecap="round"/>'):format(INK), "joined by a script")
  end
  if #scene.cells > 0 then
    add("cell", "cell", ('<rect x="-9" y="-9" width="18" height="18" fill="none" stroke="%s" stroke-dasharray="4 3"/>'):format(INK),
      "no tile yet")
  end
  if scene.last then
    add("last", "last", ('<rect x="-9" y="-9" width="18" height="18" fill="none" stroke="%s" stroke-width="6"/><rect x="-9" y="-9" '
      .. 'width="18" height="18" fill="none" stroke="#fff" stroke-width="3" stroke-dasharray="6 3"/>'):format(INK), "placed last")
  end
  return known
end

--- The items in their order.
---@param known table<string, LegendItem>
---@return LegendItem[]
function legend.items(known)
  local list = {}
  for _, item in pairs(known) do list[#list + 1] = item end
  table.sort(list, function(a, b) return a.key < b.key end)
  return list
end

return legend
