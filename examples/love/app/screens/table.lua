--- The screen of a running game: the table, and beside it the players, choices and log.
-- @module app.screens.table

local Board = require "app.draw.board"
local Camera = require "app.draw.camera"
local Choosing = require "app.game.choosing"
local Motion = require "app.draw.motion"
local Ui = require "app.ui"
local catalogue = require "app.game.catalogue"
local hands = require "app.screens.hands"
local look = require "app.ui.look"
local palette = require "app.draw.palette"
local popup = require "app.screens.popup"
local saves = require "app.game.saves"
local scenes = require "app.scenes"
local side = require "app.screens.side"

local Table = {}
Table.__index = Table
for name, method in pairs(hands) do Table[name] = method end

local FEW = 6 -- choices are brought into view if they are at this number of places at most
local PAUSE = 0.25 -- seconds before a bot decides
local swift = true -- whether moves of pieces are animated; the value is kept for the next game

--- Creates the screen.
---@param session table
---@return table screen
function Table.new(session)
  local camera, motion = Camera.new(), Motion.new()
  motion.on = swift
  local self = { session = session, camera = camera, motion = motion, board = Board.new(camera, motion),
    ui = Ui.new(),
    waited = 0, is_new = true }
  setmetatable(self, Table)
  self:see()
  return self
end

-- ---- The game -----------------------------------------------------------------------------------

-- Reads the state again.
function Table:see()
  local state = self.session.state
  self.board:see(state, self.session:observer())
  self.log = self.session:log()
  self.menu, self.hover_cell, self.hover_spot = nil, nil, nil
  self.choosing = nil
  if not state:is_terminal() and not self.session:bot() then
    self.choosing = Choosing.new(state, self.session:names())
  end
  self.ui:to_end "log"
  self.ui:to_top "choices"
  scenes.touch()
end

--- Shows a notice for some time.
---@param text string
---@param is_bad? boolean
function Table:say(text, is_bad)
  self.notice = { text = text, is_bad = is_bad, left = is_bad and 20 or 4 }
  scenes.touch()
end

-- Shows the results of a decision.
function Table:decided(done, problem)
  scenes.touch()
  if not done then return self:say(problem, true) end
  self.notice = nil
  self.motion:play(self.session:news())
  self:see()
  self:keep_in_sight()
end

-- Brings the last tile into view, and the choices, too, if they are at only a few places.
function Table:keep_in_sight()
  local x, y = self.session.state:last_placed()
  if x then self.camera:keep_cell_in_sight(x, y) end
  local spots = self.choosing and self.choosing.spots or {}
  if #spots > FEW then return end
  for _, spot in ipairs(spots) do self.camera:keep_cell_in_sight(spot.x, spot.y) end
end

--- Applies a choice.
---@param choice ScreenChoice
function Table:choose(choice)
  self.motion:skip()
  self:decided(self.session:apply(choice.index))
end

-- Opens a menu for several choices, or applies a single one.
function Table:choose_among(list, x, y)
  if #list == 1 then return self:choose(list[1]) end
  if #list > 1 then self.menu = { choices = list, x = x, y = y, at = 1 } end
end

-- Places the tile in a cell, in its current rotation or the next rotation that fits.
function Table:place_in(cell)
  local choosing = self.choosing
  choosing.rotation = choosing:rotation_in(cell)
  self:choose_among(choosing:placements(cell), self.camera:to_window(cell.x + 1, cell.y + 0.5))
end

function Table:choose_spot(spot)
  local list = {}
  for i, line in ipairs(spot.lines) do list[i] = self.choosing.lines[line] end
  -- the menu is beside the tile
  self:choose_among(list, self.camera:to_window(spot.x + 1, spot.y + 0.5))
end

--- Makes the choice that is on this line of the menu.
---@param line? integer
function Table:choose_line(line)
  local choice = self.choosing and line and self.choosing.lines[line]
  if choice then self:choose(choice) end
end

function Table:undo()
  self.motion:skip()
  if self.session:undo() then
    self.stopped, self.is_over = nil, nil
    self:see()
    self:say "Taken back."
  else
    self:say "There is no decision to undo."
  end
end

-- Reloads the scripts of the game. If one of them is invalid, nothing changes.
function Table:reload()
  self.motion:skip()
  local changed, problem = self.session:reload()
  if not changed then
    return self:say(problem .. "\nThe game continues with the previous scripts.", true)
  end
  self.stopped = nil
  self:see()
  self:say(#changed == 0 and "No script has changed." or "Reloaded: " .. table.concat(changed, ", ") .. ".")
end

-- ---- Drawing ------------------------------------------------------------------------------------

local function write_points(text, player, x, y, alpha)
  local font = look.font "number"
  local w, h = font:getWidth(text) + 16 * look.unit, font:getHeight() + 4 * look.unit
  local c = palette.players[player]
  look.box(x - w / 2, y - h / 2, w, h, { c[1], c[2], c[3], alpha }, { 1, 1, 1, alpha }, 12)
  local on = palette.on_player(player)
  look.write(text, x - font:getWidth(text) / 2, y - font:getHeight() / 2, "number",
    { on[1], on[2], on[3], alpha })
end

-- Draws the tile in hand under the mouse if it cannot be placed there.
function Table:draw_carried()
  local x, y = love.mouse.getPosition()
  local is_free = self.carrying or self.camera:shows(x, y)
  local held = self.choosing and self.choosing:is_placing() and self.choosing.id
  if not held or self:meant_cell() or not is_free or self.menu then return end
  local size = math.min(self.camera.scale, 130 * look.unit) * 0.8
  require("app.draw.tiles").draw(self.session.state:game(), held, self.choosing.rotation, x - size / 2,
    y - size / 2, size, 0.6)
end

-- Draws the notice: a problem above the table, other notices at the bottom.
function Table:draw_notice()
  if not self.notice then return end
  local u, view = look.unit, self.camera.view
  local text, is_bad = self.notice.text, self.notice.is_bad
  local w = is_bad and view.w or math.min(view.w - 40 * u, look.font("text"):getWidth(text) + 30 * u)
  local h = look.height(text, w - 28 * u, "text") + 22 * u
  local x, y = view.x + (view.w - w) / 2, is_bad and 0 or view.y + view.h - h - 14 * u
  look.box(x, y, w, h, is_bad and "alarm_soft" or "card", is_bad and "alarm" or "line")
  look.paragraph(text, x + 14 * u, y + 11 * u, w - 28 * u, "text", is_bad and "alarm" or "ink")
end

-- Returns the height of a problem at the top of the window.
function Table:notice_height(width)
  if not self.notice or not self.notice.is_bad then return 0 end
  return math.ceil(look.height(self.notice.text, width - 28 * look.unit, "text") + 22 * look.unit)
end

function Table:draw_table(active)
  local colour = palette.choice
  self.board:draw {
    choosing = active and self.choosing or nil, colour = colour, meant = self:meant_spot(),
      write = write_points,
    home = function(one) return side.home(self, one) end,
  }
  local cell = active and self:meant_cell()
  if not cell or self.menu then return end
  self.board:draw_ghost(cell, self.choosing.id, self.choosing:rotation_in(cell), colour)
end

--- Draws the screen.
---@param active boolean
function Table:draw(active)
  look.fit()
  local width, height = love.graphics.getDimensions()
  local side_w = math.floor(side.WIDTH * look.unit)
  local top = self:notice_height(width - side_w)
  self.camera:set_view(0, top, width - side_w, height - top)
  if self.is_new then
    self.camera:fit(self.board:box(self.choosing and self.choosing.cells))
    self.camera:settle()
    self.is_new = false
  end
  love.graphics.clear(palette.linen)
  love.graphics.setScissor(0, top, width - side_w, height - top)
  self:draw_table(active)
  love.graphics.setScissor()
  self.ui:begin(active)
  side.draw(self, width - side_w, 0, side_w, height)
  if active then self:draw_carried() end
  if self.menu then popup.draw(self) end
  self:draw_notice()
  self.ui:finish()
end

--- Advances the time for movements and bots.
---@param dt number
function Table:update(dt)
  local box = self.choosing and not self.camera.is_held and self.choosing:box()
  if box then self.camera:keep_in_sight(box) end
  self.camera:update(dt)
  self.motion:update(dt)
  self.board:update(dt)
  if self.notice then
    self.notice.left = self.notice.left - dt
    if self.notice.left < 0 then
      self.notice = nil
      scenes.touch()
    end
  end
  if self.camera:is_moving() or self.motion:is_busy() or self.board:is_moving() then scenes.touch() end
  self:pan_by_keys(dt)
  if self.motion:is_blocking() then return end
  self.waited = self.waited + dt
  if self.session:bot() and not self.stopped and self.waited > (self.motion.on and PAUSE or 0) then
    self.waited = 0
    local done, problem = self.session:let_bot_decide()
    self.stopped = not done
    self:decided(done, problem)
  elseif self.session.state:is_terminal() and not self.is_over and not self.motion:is_busy() then
    self.is_over = true
    scenes.push(require("app.screens.scores").new(self.session))
  end
end

--- Turns moving pieces on or off.
function Table:set_swift()
  swift = not swift
  self.motion.on = swift
  self.motion:skip()
  self:say(swift and "Animations on." or "Animations off.")
end

--- Copies a dropped script for the next game.
---@param file table
function Table:filedropped(file)
  local name, problem = catalogue.take(file)
  self:say(problem or ("%s is saved and can be chosen for the next game."):format(name), problem ~= nil)
end

--- Saves the game.
function Table:quit() saves.leave(self.session) end

return Table
