--- Explains the points: a table by player, and one sentence for each score. At the end of a game
--- the title names the winner.
-- @module app.screens.scores

local look = require "app.ui.look"
local overlay = require "app.screens.overlay"
local palette = require "app.draw.palette"
local pieces = require "app.draw.pieces"
local points = require "app.game.points"
local saves = require "app.game.saves"
local scenes = require "app.scenes"
local words = require "carcassonne.describe.words"

local Scores = overlay.class { title = "Points", width = 1060, height = 700, closing = "scores" }

--- Creates the screen.
---@param session table
---@param player? integer player whose scores are listed; all players by default
---@return table screen
function Scores.new(session, player)
  local players = session.state:game():players()
  local self = overlay.new(Scores, { session = session, player = player, log = session:log(),
    points = points.table(session.state:events(), players) })
  if session.state:is_terminal() then
    self.title = words.decision(session.state, { names = session:names() })
  end
  self:select(player)
  return self
end

-- Selects the sentences about a player; by default all sentences that award points.
function Scores:select(player)
  self.player = player
  self.sentences = points.about(self.log, player and self.session:name(player))
end

function Scores:paint_row(player, x, y, w, name_w, column_w)
  local u, state = look.unit, self.session.state
  local hot = self.ui:add { id = "about " .. player, x = x, y = y, w = w, h = 36 * u,
    on = function() self:select(self.player ~= player and player or nil) end }
  if hot or self.player == player then look.box(x, y, w, 36 * u, "accent_soft") end
  pieces.draw("follower", player, x + 20 * u, y + 18 * u, 25 * u)
  look.write(look.cut(self.session:name(player), name_w - 46 * u, "text"), x + 42 * u, y + 9 * u, "text")
  for i, reason in ipairs(self.points.reasons) do
    local text = tostring(self.points.of[player][reason] or "–")
    local at = x + name_w + i * column_w - look.font("text"):getWidth(text) - 8 * u
    look.write(text, at, y + 9 * u, "text", self.points.of[player][reason] and "ink" or "faint")
  end
  local sum = tostring(state:own_score(player))
  look.write(sum, x + w - look.font("number"):getWidth(sum) - 10 * u, y + 5 * u, "number")
  return y + 38 * u
end

function Scores:paint_table(x, y, w)
  local u = look.unit
  local name_w, sum_w = 190 * u, 76 * u
  local column_w = math.min(110 * u, (w - name_w - sum_w) / math.max(1, #self.points.reasons))
  for i, reason in ipairs(self.points.reasons) do
    local text = look.cut(words.name(reason), column_w - 6 * u, "small")
    look.write(text, x + name_w + i * column_w - look.font("small"):getWidth(text) - 8 * u, y,
      "small", "faint")
  end
  y = y + 24 * u
  for player in ipairs(self.session.seats) do y = self:paint_row(player, x, y, w, name_w, column_w) end
  return y + 12 * u
end

function Scores:paint_sentences(x, y, w, h)
  local u = look.unit
  local top = self.ui:open("sentences", x - 6 * u, y, w + 12 * u, h)
  y = top
  for _, sentence in ipairs(self.sentences) do
    if palette.looks[sentence.event.player] then
      pieces.shape(sentence.event.player, x + 7 * u, y + 9 * u, 6 * u)
    end
    y = y + look.paragraph(sentence.text, x + 20 * u, y, w - 36 * u, "small") + 7 * u
  end
  if #self.sentences == 0 then look.write("No points yet.", x, y, "small", "faint") end
  self.ui:close(y)
end

function Scores:paint(x, y, w, h)
  local u, bottom = look.unit, y + h
  y = self:paint_table(x, y, w)
  local foot = self.session.state:is_terminal() and 56 * u or 0
  local who = self.player and self.session:name(self.player) or "it"
  look.write(("How %s scored"):format(who), x, y, "heading", "accent")
  y = y + 32 * u
  self:paint_sentences(x, y, w, bottom - y - foot)
  if foot == 0 then return end
  self.ui:button { id = "new", x = x, y = bottom - 44 * u, w = 170 * u, h = 44 * u, text = "A new game",
    kind = "primary",
    on = function()
      saves.leave(self.session)
      scenes.swap(require("app.screens.start").new())
    end }
  self.ui:button { id = "table", x = x + 186 * u, y = bottom - 44 * u, w = 190 * u, h = 44 * u,
    text = "Show the table",
    on = function() self:close() end }
end

return Scores
