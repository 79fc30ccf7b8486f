--- Explains the signs that are on the table now.
-- @module app.screens.legend

local bodies = require "carcassonne.shapes.pieces"
local labels = require "carcassonne.describe.labels"
local look = require "app.ui.look"
local overlay = require "app.screens.overlay"
local palette = require "app.draw.palette"
local pieces = require "app.draw.pieces"
local scene = require "carcassonne.ui.scene"
local signs = require "app.draw.signs"
local words = require "carcassonne.describe.words"

local Legend = overlay.class { title = "What the signs mean", width = 1000, height = 700, closing = "legend" }

local SAID = { village = "roads end here", bridge = "one road goes over another", ["end"] = false }
local KINDS = { city = "city", road = "road", field = "field", river = "river", spot = "a place for pieces" }
local SIZE = 120 -- size of a tile whose signs are shown, in units

-- Draws a sample of a kind of segment in its colour. A spot is round.
local function draw_ground(kind, x, y, u)
  local round = (kind == "spot" and 12 or 2) * u
  local w = kind == "spot" and 24 * u or 30 * u
  look.box(x - w / 2, y - 12 * u, w, 24 * u, palette.kinds[kind], "ink", round / u)
end

-- For each kind of figure: a description, and a function that draws it around a point.
local FIGURES = {
  piece = function(_, one)
    local _, role = bodies.of(one.name, one.role)
    return words.piece(one.name) .. (role and ", a " .. role or ""),
      function(x, y, u) pieces.draw(one.name, one.player, x, y, 30 * u, 1, role) end
  end,
  token = function(_, one)
    return words.name(one.name) .. (one.bears and " " .. one.bears or ""), function(x, y, u)
      pieces.token({ sign = one.sign, count = 1 }, x, y, 26 * u)
    end
  end,
  number = function(game, one)
    return words.name(one.name), function(x, y, u) pieces.plate(labels.of(game, one.name), x, y, 13 * u) end
  end,
  place = function(game, one)
    return words.name(one.name), function(x, y, u) pieces.plate(labels.of(game, one.name), x, y, 13 * u) end
  end,
  attribute = function(game, one)
    return (one.gone and "no longer: %s" or "is now: %s"):format(words.name(one.name)), function(x, y, u)
      pieces.plate(labels.of(game, one.name), x, y, 13 * u, one.gone)
    end
  end,
}

-- Lists everything visible once: kinds of segments, signs of tiles, and pieces and tokens.
local function items_of(game, seen)
  local list, known = {}, {}
  local function add(kind, text, draw)
    if not known[kind .. text] then list[#list + 1] = { text = text, draw = draw } end
    known[kind .. text] = true
  end
  local function add_sign(sign)
    local text = SAID[sign.name]
    if text == nil then text = words.name(sign.name) end
    if text and not signs.is_unseen(sign.name) then
      add("sign", text,
        function(x, y, u) signs.draw(sign.name, x, y, SIZE * u, 1, nil, labels.of(game, sign.name)) end)
    end
  end
  for _, tile in ipairs(seen.tiles) do
    for _, shape in ipairs(tile.shapes) do
      if KINDS[shape.kind] then
        add("kind", KINDS[shape.kind], function(x, y, u) draw_ground(shape.kind, x, y, u) end)
      end
    end
  end
  for _, tile in ipairs(seen.tiles) do
    for _, sign in ipairs(tile.marks) do add_sign(sign) end
    for _, shape in ipairs(tile.shapes) do
      for _, sign in ipairs(shape.signs) do add_sign(sign) end
    end
  end
  for _, one in ipairs(seen.figures) do add(one.kind, FIGURES[one.kind](game, one)) end
  if #seen.joins > 0 then
    add("join", "joined segments", function(x, y, u)
      look.set "ink"
      love.graphics.setLineWidth(4 * u)
      love.graphics.line(x - 14 * u, y, x + 14 * u, y)
    end)
  end
  return list
end

--- Creates the screen.
---@param session table
---@return table screen
function Legend.new(session)
  local state = session.state
  return overlay.new(Legend, { items = items_of(state:game(), scene.of(state, session:observer())) })
end

local COLUMNS, ROW = 3, 44

function Legend:paint(x, y, w, h)
  local u = look.unit
  local top, column = self.ui:open("signs", x - 6 * u, y, w + 12 * u, h), w / COLUMNS
  local rows = math.ceil(#self.items / COLUMNS)
  for i, item in ipairs(self.items) do
    local left, middle = x + math.floor((i - 1) / rows) * column, top + ((i - 1) % rows + 0.5) * ROW * u
    item.draw(left + 28 * u, middle, u)
    look.write(look.cut(item.text, column - 66 * u, "text"), left + 60 * u, middle - 10 * u, "text")
  end
  self.ui:close(top + rows * ROW * u)
end

return Legend
