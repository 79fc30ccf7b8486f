--- The menu of a running game.
-- @module app.screens.pause

local look = require "app.ui.look"
local overlay = require "app.screens.overlay"
local saves = require "app.game.saves"
local scenes = require "app.scenes"

local Pause = overlay.class { title = "Game paused", width = 420, height = 530 }

--- Creates the menu.
---@param owner table the table's screen
---@return table screen
function Pause.new(owner) return overlay.new(Pause, { owner = owner }) end

-- Replaces this screen by another one.
local function go_to(name, ...)
  scenes.pop()
  scenes.push(require("app.screens." .. name).new(...))
end

-- Resigns at the second click.
function Pause:resign()
  if not self.sure then
    self.sure = true
    return
  end
  self:close()
  self.owner:decided(self.owner.session:resign(self.owner.session:person()))
end

function Pause:paint(x, y, w)
  local u, session = look.unit, self.owner.session
  for i, one in ipairs {
    { "resume", "Play on", function() self:close() end },
    { "saved", "Save or load", function() go_to("saved", session) end },
    { "scores", "How points were scored", function() go_to("scores", session) end },
    { "help", "Keys and mouse", function() go_to "help" end },
    { "new", "A new game", function()
      saves.leave(session)
      scenes.swap(require("app.screens.start").new())
    end },
    session:person() and { "resign", self.sure and "Click again to give up"
      or session:name(session:person())
      .. " gives up",
      function() self:resign() end } or { "resign", "Give up" },
    { "quit", "Quit", function() love.event.quit() end },
  } do
    self.ui:button { id = one[1], x = x, y = y + (i - 1) * 58 * u, w = w, h = 46 * u, text = one[2],
      kind = i == 1 and "primary" or one[3] and "plain" or "off", on = one[3] }
  end
  look.paragraph("An unfinished game is saved automatically. To continue it, choose Continue on the first "
    .. "screen.", x, y + 406 * u, w,
    "small", "faint")
end

return Pause
