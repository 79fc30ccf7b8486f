--- Mouse and key handling of the table's screen, as methods of that screen.
-- @module app.screens.hands

local keys = require "app.keys"
local look = require "app.ui.look"
local popup = require "app.screens.popup"
local scenes = require "app.scenes"
local screen = require "carcassonne.ui"
local side = require "app.screens.side"

local hands = {}

local CLICK = 6 -- maximum mouse movement of a click, in units

-- ---- Position of the mouse ----------------------------------------------------------------------

local NEAR = 0.13 -- maximum distance between the mouse and a ring, in tiles

-- Returns the choice at a point of the table: the point is on its ring or its segment.
function hands:spot_at(tx, ty)
  local best, best_distance = nil, NEAR
  for _, spot in ipairs(self.choosing.spots) do
    local x, y = self.board:stand(spot.x, spot.y, spot.segment)
    local distance = math.sqrt((x - tx) ^ 2 + (y - ty) ^ 2)
    if distance < best_distance then best, best_distance = spot, distance end
  end
  if best then return best end
  local x, y = math.floor(tx), math.floor(ty)
  local tile = self.board:tile_at(x, y)
  local segment = tile and screen.hit(self.session.state:game(), tile, tile.rotation, tx - x, ty - y)
  for _, spot in ipairs(self.choosing.spots) do
    if spot.x == x and spot.y == y and (not spot.segment or spot.segment == segment) then return spot end
  end
end

-- Updates the position of the mouse.
function hands:point_at(x, y)
  self.hover_cell, self.hover_spot = nil, nil
  if not self.choosing or not self.camera:shows(x, y) then return end
  local tx, ty = self.camera:to_table(x, y)
  self.hover_cell = self.choosing:cell(math.floor(tx), math.floor(ty))
  self.hover_spot = not self.hover_cell and self:spot_at(tx, ty) or nil
end

-- Returns the cell selected by keys or mouse.
function hands:meant_cell()
  local choosing = self.choosing
  return choosing and (choosing:marked_cell() or self.hover_cell)
end

function hands:meant_spot()
  local choosing = self.choosing
  local line = choosing and choosing:marked_line()
  return choosing and (line and choosing:spot_of(line) or self.hover_spot)
end

-- ---- Mouse --------------------------------------------------------------------------------------

function hands:mousepressed(x, y, button)
  if self.ui:mousepressed(x, y, button) then
    self.carrying = self.ui.held == "hand"
    return
  end
  if self.menu then
    self.menu = nil
    return
  end
  if not self.camera:shows(x, y) then return end
  if button == 2 then return self:turn(1) end
  self.press = { x = x, y = y, button = button, moved = false }
end

function hands:mousemoved(x, y, dx, dy)
  local press = self.press
  if press then
    local far = math.abs(x - press.x) + math.abs(y - press.y) > CLICK * look.unit
    press.moved = press.moved or far
    if press.moved then self.camera:drag(dx, dy) end
  end
  if self.choosing and math.abs(dx) + math.abs(dy) > 0 then self.choosing.at = 0 end
  if not self.menu then self:point_at(x, y) end
end

-- Handles a click on the table.
function hands:click(x, y)
  self:point_at(x, y)
  if self.motion:is_busy() then self.motion:skip() end
  if self.hover_cell then return self:place_in(self.hover_cell) end
  if self.hover_spot then return self:choose_spot(self.hover_spot) end
end

function hands:mousereleased(x, y, button)
  local carried = self.carrying
  self.carrying = false
  if carried and self.camera:shows(x, y) then
    self.ui.held = nil
    return self:click(x, y)
  end
  if self.ui:mousereleased(x, y, button) then return end
  local press = self.press
  self.press = nil
  if press and not press.moved and press.button == 1 and button == 1 then self:click(x, y) end
end

function hands:wheelmoved(_, steps)
  local x, y = love.mouse.getPosition()
  if not self.camera:shows(x, y) then return self.ui:wheelmoved(steps) end
  local zooms = keys.is_held "ctrl" or not (self.choosing and self.choosing:is_placing())
  if zooms then return self.camera:zoom(1.15 ^ steps, x, y) end
  self:turn(steps < 0 and 1 or -1)
end

-- ---- Keys ---------------------------------------------------------------------------------------

--- Turns the tile in hand.
---@param by integer
function hands:turn(by)
  if self.choosing and self.choosing:is_placing() then self.choosing:turn(by, self:meant_cell()) end
end

-- Marks a choice by keys, and brings it into view.
function hands:mark(method, ...)
  if not self.choosing then return end
  self.choosing[method](self.choosing, ...)
  local line = self.choosing:marked_line()
  local place = self.choosing:marked_cell() or line and self.choosing:spot_of(line)
  if place then self.camera:keep_cell_in_sight(place.x, place.y) end
  side.show_line(self, line)
end

-- Takes the marked choice.
function hands:take()
  local choosing = self.choosing
  if not choosing then return end
  local cell, line = choosing:marked_cell(), choosing:marked_line()
  if cell then return self:place_in(cell) end
  if line then return self:choose_line(line) end
  self:mark("step", 1)
end

--- Shows the whole table.
function hands:show_all() self.camera:fit(self.board:box(self.choosing and self.choosing.cells)) end

--- Centers the view on a cell.
---@param x? integer
---@param y? integer
function hands:look_at(x, y)
  if x then self.camera:look_at(x + 0.5, y + 0.5) end
end

local DONE = {
  turn = function(self) self:turn(1) end,
  turn_back = function(self) self:turn(-1) end,
  hold_next = function(self) self:mark "hold_next" end,
  place = hands.take,
  left = function(self) self:mark("go", -1, 0) end,
  right = function(self) self:mark("go", 1, 0) end,
  up = function(self) self:mark("go", 0, -1) end,
  down = function(self) self:mark("go", 0, 1) end,
  next = function(self) self:mark("step", 1) end,
  previous = function(self) self:mark("step", -1) end,
  number = function(self, key) self:choose_line(tonumber(key)) end,
  pass = function(self) self:choose_line(self.choosing and self.choosing:pass_line()) end,
  undo = function(self) self:undo() end,
  closer = function(self) self.camera:zoom(1.2) end,
  farther = function(self) self.camera:zoom(1 / 1.2) end,
  whole = hands.show_all,
  last = function(self) self:look_at(self.session.state:last_placed()) end,
  scores = function(self) scenes.push(require("app.screens.scores").new(self.session)) end,
  save = function(self) scenes.push(require("app.screens.saved").new(self.session)) end,
  load = function(self) scenes.push(require("app.screens.saved").new(self.session)) end,
  reload = function(self) self:reload() end,
  swift = function(self) self:set_swift() end,
  legend = function(self) scenes.push(require("app.screens.legend").new(self.session)) end,
  help = function() scenes.push(require("app.screens.help").new()) end,
  page_up = function(self) self.ui:page("page_up", "log") end,
  page_down = function(self) self.ui:page("page_down", "log") end,
  full_screen = function() love.window.setFullscreen(not love.window.getFullscreen()) end,
  back = function(self) scenes.push(require("app.screens.pause").new(self)) end,
}

function hands:keypressed(key)
  local name = keys.name(key)
  if self.menu and popup.key(self, name, key) then return end
  self.motion:skip()
  if DONE[name] then DONE[name](self, key) end
end

local PANS = { pan_west = { -1, 0 }, pan_east = { 1, 0 }, pan_north = { 0, -1 }, pan_south = { 0, 1 } }

-- Moves the table while a key is held.
function hands:pan_by_keys(dt)
  if keys.is_held "ctrl" then return end -- the camera moves, so a frame has to be drawn
  for _, room in ipairs(keys.rooms) do
    for _, binding in ipairs(room) do
      local pan = PANS[binding.name]
      if pan and love.keyboard.isDown(binding.keys) then
        self.camera:pan(pan[1] * dt * 0.8, pan[2] * dt * 0.8)
      end
    end
  end
end

return hands
