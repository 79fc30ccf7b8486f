--- The first screen: players, expansions, house rules and their options.
-- @module app.screens.start

local Setup = require "app.game.setup"
local Session = require "app.game.session"
local Ui = require "app.ui"
local carcassonne = require "carcassonne"
local catalogue = require "app.game.catalogue"
local keys = require "app.keys"
local look = require "app.ui.look"
local pieces = require "app.draw.pieces"
local palette = require "app.draw.palette"
local saves = require "app.game.saves"
local scenes = require "app.scenes"
local words = require "carcassonne.describe.words"

local Start = {}
Start.__index = Start

local setup -- choices are kept for the next game, except the seed

--- Creates the screen.
---@return table screen
function Start.new()
  setup = setup or Setup.new()
  local self = setmetatable({ ui = Ui.new() }, Start)
  self:read()
  return self
end

-- Reads the scripts, and tries to create the chosen game.
function Start:read()
  self.entries = catalogue.read()
  self:try()
end

function Start:try()
  self.game, self.problem = setup:game(self.entries)
end

-- Changes a choice, and tries to create the game.
function Start:change(method, ...)
  setup[method](setup, ...)
  self:try()
end

function Start:begin()
  if not self.game then return end
  local seats = {}
  for i, seat in ipairs(setup.seats) do seats[i] = { name = seat.name, bot = seat.bot } end
  local fine, state = pcall(self.game.new_initial_state, self.game, setup:next_seed())
  if not fine then
    self.problem = tostring(state)
    return
  end
  setup:forget_seed()
  scenes.swap(require("app.screens.table").new(Session.new(state, seats)))
end

function Start:load() scenes.push(require("app.screens.saved").new()) end

-- Continues the last unfinished game.
function Start:go_on()
  local game, seats = saves.read(saves.LAST)
  self:sit_down(game or "", seats)
end

-- Starts a saved game.
function Start:sit_down(game, seats)
  local session, problem = Session.load(game, seats, catalogue.own())
  if not session then
    self.problem = problem
    return
  end
  scenes.swap(require("app.screens.table").new(session))
end

-- ---- Drawing ------------------------------------------------------------------------------------

-- Draws a heading; returns its bottom.
local function heading(text, x, y)
  look.write(text, x, y, "heading", "ink")
  return y + 34 * look.unit
end

function Start:draw_seat(i, seat, x, y, w)
  local ui, u, h = self.ui, look.unit, 36 * look.unit
  look.box(x, y, w, h + 12 * u, "card", "line")
  pieces.draw("follower", i, x + 24 * u, y + h / 2 + 6 * u, 30 * u)
  ui:entry { id = "name" .. i, x = x + 46 * u, y = y + 6 * u, w = w - 262 * u, h = h, text = seat.name,
    hint = "player " .. i,
    most = 18,
    change = function(text)
      seat.name = text:gsub("[|\n]", "")
      return seat.name
    end }
  ui:cycle { id = "kind" .. i, x = x + w - 208 * u, y = y + 6 * u, w = 158 * u, h = h,
    text = seat.bot and seat.bot .. " bot" or "person",
    left = function() self:change("turn_seat", i, -1) end,
      right = function() self:change("turn_seat", i, 1) end }
  ui:button { id = "remove" .. i, x = x + w - 42 * u, y = y + 6 * u, w = 34 * u, h = h, text = "×",
    kind = setup:may_remove() and "plain" or "off", on = function() self:change("remove_seat", i) end }
  return y + h + (#setup.seats > 4 and 14 or 20) * u
end

function Start:draw_players(x, y, w)
  local ui, u = self.ui, look.unit
  y = heading("Players", x, y)
  for i, seat in ipairs(setup.seats) do y = self:draw_seat(i, seat, x, y, w) end
  if setup:may_add() then
    ui:button { id = "add", x = x, y = y, w = 150 * u, h = 36 * u, text = "+ add player",
      on = function() self:change("add_seat") end }
    y = y + 44 * u
  end
  return y + 10 * u
end

function Start:draw_rules(x, y, w)
  local ui, u = self.ui, look.unit
  y = heading("The rules", x, y)
  look.write("Edition", x, y + 8 * u, "text", "faint")
  ui:cycle { id = "edition", x = x + 90 * u, y = y, w = 160 * u, h = 36 * u, text = setup.edition,
    left = function() self:change("turn_edition", -1) end,
      right = function() self:change("turn_edition", 1) end }
  look.write("Seed", x + 274 * u, y + 8 * u, "text", "faint")
  ui:entry { id = "seed", x = x + 322 * u, y = y, w = w - 322 * u, h = 36 * u, text = setup.seed,
    hint = "by chance", most = 9,
    change = function(text)
      setup.seed = text:gsub("%D", "")
      return setup.seed
    end }
  y = y + 42 * u
  return y + look.paragraph(words.sentence(carcassonne.sheets[setup.edition]) .. ".", x + 90 * u, y,
    w - 90 * u, "small", "faint") + 12 * u
end

function Start:draw_option(entry, option, x, y, w)
  local ui, u = self.ui, look.unit
  local value = setup:value(entry.name, option)
  local id = ("option %s %s"):format(entry.name, option.name)
  local name_w = math.min(128 * u, w * 0.44)
  look.write(look.cut(words.name(option.name), name_w - 6 * u, "small"), x, y + 6 * u, "small")
  local at = { id = id, x = x + name_w, y = y, w = w - name_w, h = 30 * u, text = words.value(value) }
  if type(value) == "string" and not option.values then
    at.text = value
    at.change = function(text) self:change("set_option", entry.name, option, text) end
    ui:entry(at)
  else
    at.left = function() self:change("turn_option", entry.name, option, -1) end
    at.right = function() self:change("turn_option", entry.name, option, 1) end
    ui:cycle(at)
  end
  y = y + 33 * u
  if option.description then y = y + look.paragraph(option.description, x, y, w, "small", "faint") + 3 * u end
  return y + 6 * u
end

function Start:draw_entry(entry, x, y, w)
  local ui, u = self.ui, look.unit
  local chosen = setup.chosen[entry.name] ~= nil
  ui:tick { id = "script " .. entry.name, x = x, y = y, w = w, h = 28 * u, text = words.name(entry.name),
    checked = chosen,
    ink = entry.problem and "alarm" or "ink", on = function() self:change("toggle", entry.name) end }
  y = y + 29 * u
  local ink = entry.problem and "alarm" or "faint"
  y = y + look.paragraph(entry.problem or entry.description, x + 26 * u, y, w - 34 * u, "small", ink) + 8 * u
  if chosen then
    for _, option in ipairs(entry.options) do
      y = self:draw_option(entry, option, x + 26 * u, y, w - 30 * u)
    end
  end
  return y + 6 * u
end

-- Draws the entries in columns, below the headings of their groups. An entry stays in its column
-- when others grow.
function Start:draw_catalogue(x, y, w, h)
  local ui, u = self.ui, look.unit
  look.box(x, y, w, h, "paper", "line", 12)
  local columns = w > 620 * u and 2 or 1
  local pad, bottom = 20 * u, y
  local column_w = (w - pad * (columns + 1)) / columns
  local top = ui:open("catalogue", x, y + 6 * u, w, h - 12 * u)
  local group, number, tops = nil, 0, {}
  for _, entry in ipairs(self.entries) do
    if entry.group ~= group then
      group, number = entry.group, 0
      local start = bottom == y and top + 12 * u or bottom + 10 * u
      start = heading(group, x + pad, start)
      for i = 1, columns do tops[i] = start end
    end
    local column = number % columns
    number = number + 1
    tops[column + 1] = self:draw_entry(entry, x + pad + column * (column_w + pad), tops[column + 1], column_w)
    for i = 1, columns do bottom = math.max(bottom, tops[i]) end
  end
  ui:close(self:draw_folder(x + pad, bottom + 8 * u, w - 2 * pad))
end

-- Draws the folder of the user's scripts.
function Start:draw_folder(x, y, w)
  local u = look.unit
  y = y
    + look.paragraph("Drop a script (a .lua file) onto the window, or put it into this folder and press F5: "
    .. catalogue.folder(),
    x, y, w, "small", "faint") + 8 * u
  self.ui:button { id = "folder", x = x, y = y, w = 190 * u, h = 34 * u, text = "Open the folder",
    size = "text",
    on = function() love.system.openURL("file://" .. catalogue.folder()) end }
  return y + 46 * u
end

function Start:draw_foot(x, y, w)
  local ui, u = self.ui, look.unit
  if self.problem then
    look.box(x, y, w, 72 * u, "alarm_soft", "alarm")
    love.graphics.setScissor(x, y, w, 72 * u)
    look.paragraph(self.problem, x + 12 * u, y + 8 * u, w - 24 * u, "small", "alarm")
    love.graphics.setScissor()
  elseif self.game then
    look.write(("%d tiles, %d players"):format(self.game:num_tiles(), #setup.seats), x, y + 44 * u,
      "text", "faint")
  end
  y = y + 84 * u
  ui:button { id = "begin", x = x, y = y, w = w, h = 52 * u, text = "Begin", size = "heading",
    kind = self.game and "primary" or "off", on = function() self:begin() end }
  y = y + 64 * u
  local third = (w - 20 * u) / 3
  ui:button { id = "continue", x = x, y = y, w = third, h = 40 * u, text = "Continue",
    kind = saves.has(saves.LAST) and "plain" or "off", on = function() self:go_on() end }
  ui:button { id = "load", x = x + third + 10 * u, y = y, w = third, h = 40 * u, text = "Saved games",
    on = function() self:load() end }
  ui:button { id = "help", x = x + 2 * (third + 10 * u), y = y, w = third, h = 40 * u, text = "Keys",
    on = function() scenes.push(require("app.screens.help").new()) end }
end

--- Draws the screen.
---@param active boolean
function Start:draw(active)
  look.fit()
  local u, width, height = look.unit, love.graphics.getDimensions()
  love.graphics.clear(palette.linen)
  self.ui:begin(active)
  local margin = 36 * u
  local left_w = math.min(480 * u, width * 0.42)
  look.write("Carcassonne", margin, margin - 12 * u, "title", "ink")
  look.write("with Traders & Builders", margin + 2 * u, margin + 36 * u, "heading", "faint")
  local foot = height - margin - 188 * u
  local top = self.ui:open("left", margin - 6 * u, margin + 76 * u, left_w + 12 * u, foot - margin - 84 * u)
  local y = self:draw_players(margin, top + 6 * u, left_w)
  self.ui:close(self:draw_rules(margin, y, left_w) + 8 * u)
  self:draw_foot(margin, foot, left_w)
  local x = margin + left_w + 32 * u
  self:draw_catalogue(x, margin, width - x - margin, height - 2 * margin)
  self.ui:finish()
end

-- ---- Events -------------------------------------------------------------------------------------

Ui.listen(Start)

local DONE = {
  help = function() scenes.push(require("app.screens.help").new()) end,
  load = function(self) self:load() end,
  reload = function(self) self:read() end,
  full_screen = function() love.window.setFullscreen(not love.window.getFullscreen()) end,
  place = function(self) self:begin() end,
  back = function() love.event.quit() end,
}

function Start:keypressed(key)
  local name = keys.name(key)
  if self.ui:key(name, key) then return end
  if DONE[name] then return DONE[name](self) end
  if name == "down" or name == "right" then self.ui:step(1) end
end

--- Copies a dropped script and chooses it if it is valid, or starts a dropped saved game.
---@param file table
function Start:filedropped(file)
  if file:getFilename():match "%.carc$" then return self:sit_down(catalogue.text_of(file) or "") end
  local name, problem = catalogue.take(file)
  self:read()
  if problem then self.problem = problem end
  for _, entry in ipairs(self.entries) do
    local is_it = name and entry.from:sub(-#name - 5) == "/" .. name .. ".lua"
    if is_it and entry.problem then self.problem = entry.problem end
    if is_it and not entry.problem and not setup.chosen[entry.name] then self:change("toggle", entry.name) end
  end
end

return Start
