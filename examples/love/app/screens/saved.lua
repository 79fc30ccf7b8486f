--- The list of saved games: save, load, delete.
-- @module app.screens.saved

local Session = require "app.game.session"
local catalogue = require "app.game.catalogue"
local look = require "app.ui.look"
local overlay = require "app.screens.overlay"
local saves = require "app.game.saves"
local scenes = require "app.scenes"

local Saved = overlay.class { title = "Saved games", width = 720, height = 620 }

--- Creates the screen.
---@param session? table a game that can be saved
---@return table screen
function Saved.new(session)
  local self = overlay.new(Saved, { session = session, name = "", list = saves.list() })
  if session then
    self.name = ("%s, %d tiles left"):format(os.date "%d %B", session.state:num_tiles_left())
    self.ui.focus = "name"
  end
  return self
end

function Saved:save()
  local name = saves.clean(self.name)
  if name == "" then
    self.problem = "A saved game needs a name of letters, digits and spaces."
    return
  end
  local done, problem = saves.write(name, self.session)
  self.problem = not done and ("Not saved: %s"):format(problem) or nil
  self.notice = done and ("Saved: %s."):format(name) or nil
  self.list = saves.list()
end

function Saved:load(name)
  local game, seats = saves.read(name)
  local session, problem = nil, seats
  if game then session, problem = Session.load(game, seats, catalogue.own()) end
  if not session then
    self.problem = ("%s: %s"):format(name, problem)
    return
  end
  if self.session then saves.leave(self.session) end
  scenes.swap(require("app.screens.table").new(session))
end

-- Deletes a saved game at the second click.
function Saved:remove(name)
  if self.doomed ~= name then
    self.doomed = name
    return
  end
  saves.remove(name)
  self.doomed, self.list = nil, saves.list()
end

function Saved:paint_save(x, y, w)
  local ui, u = self.ui, look.unit
  ui:entry { id = "name", x = x, y = y, w = w - 130 * u, h = 38 * u, text = self.name,
    hint = "a name", most = 48,
    change = function(text) self.name = text end }
  ui:button { id = "save", x = x + w - 120 * u, y = y, w = 120 * u, h = 38 * u, text = "Save",
    kind = "primary",
    on = function() self:save() end }
  return y + 54 * u
end

function Saved:paint_one(i, one, x, y, w)
  local ui, u = self.ui, look.unit
  look.box(x, y, w, 46 * u, "card", "line")
  look.write(look.cut(one.name, w - 350 * u, "text"), x + 14 * u, y + 13 * u, "text")
  look.write(os.date("%d.%m.%Y %H:%M", one.time), x + w - 330 * u, y + 14 * u, "small", "faint")
  ui:button { id = "load " .. i, x = x + w - 200 * u, y = y + 6 * u, w = 88 * u, h = 34 * u, text = "Load",
    on = function() self:load(one.name) end }
  ui:button { id = "remove " .. i, x = x + w - 104 * u, y = y + 6 * u, w = 96 * u, h = 34 * u, size = "small",
    text = self.doomed == one.name and "Really?" or "Delete", on = function() self:remove(one.name) end }
  return y + 53 * u
end

function Saved:paint(x, y, w, h)
  local ui, u, bottom = self.ui, look.unit, y + h
  if self.session then y = self:paint_save(x, y, w) end
  local line = self.problem or self.notice
  if line then
    y = y + look.paragraph(line, x, y, w, "small", self.problem and "alarm" or "accent") + 12 * u
  end
  local top = ui:open("saved", x - 6 * u, y, w + 12 * u, bottom - y)
  y = top + 4 * u
  for i, one in ipairs(self.list) do y = self:paint_one(i, one, x, y, w - 8 * u) end
  if #self.list == 0 then look.write("No saved games yet.", x, y, "text", "faint") end
  ui:close(y)
end

function Saved:keypressed(key)
  local typing = self.ui.focus == "name"
  overlay.keypressed(self, key)
  if typing and (key == "return" or key == "kpenter") then self:save() end
end

return Saved
