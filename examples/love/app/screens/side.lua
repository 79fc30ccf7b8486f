--- The side panel: players with points, goods and pieces, the current decision, and the log.
-- @module app.screens.side

local look = require "app.ui.look"
local things = require "carcassonne.describe.board_extras"
local palette = require "app.draw.palette"
local pieces = require "app.draw.pieces"
local scenes = require "app.scenes"
local signs = require "app.draw.signs"
local tiles = require "app.draw.tiles"
local victory = require "carcassonne.describe.victory"
local words = require "carcassonne.describe.words"

local side = {}

--- Width of the panel in units.
side.WIDTH = 364

local GOODS = { "wine", "grain", "cloth" }
local PAD = 14

-- ---- Buttons at the top -------------------------------------------------------------------------

local function draw_head(owner, x, y, w)
  local ui, u = owner.ui, look.unit
  local left = owner.session.state:num_tiles_left()
  look.write(("%d left"):format(left), x, y + 7 * u, "text", "faint")
  local at = x + w
  for _, one in ipairs {
    { "menu", "Menu", 56, function() scenes.push(require("app.screens.pause").new(owner)) end },
    { "legend", "Signs", 54, function() scenes.push(require("app.screens.legend").new(owner.session)) end },
    { "help", "Keys", 50, function() scenes.push(require("app.screens.help").new()) end },
    { "scores", "Scores", 62, function() scenes.push(require("app.screens.scores").new(owner.session)) end },
    { "undo", "Undo", 54, function() owner:undo() end },
  } do
    at = at - one[3] * u
    ui:button { id = one[1], x = at, y = y, w = (one[3] - 6) * u, h = 32 * u, text = one[2],
      size = "small", pad = 2,
      on = one[4] }
  end
  return y + 42 * u
end

-- Writes the rule of victory, unless the most points win. Returns the lower end.
local function draw_victory(owner, x, y, w)
  local text = victory.text(owner.session.state:game())
  if not text then return y end
  return y + look.paragraph(text, x, y, w, "small") + 6 * look.unit
end

-- ---- Players ------------------------------------------------------------------------------------

-- Draws pieces as a row of small pictures with numbers.
local function draw_pieces(owner, player, x, y)
  local state, u = owner.session.state, look.unit
  for _, piece in ipairs(state:game():pieces()) do
    local count = state:in_hand(player, piece.name)
    if count > 0 then
      pieces.draw(piece.name, player, x + 9 * u, y + 9 * u, 17 * u)
      x = x + 19 * u + look.write(tostring(count), x + 20 * u, y, "small", "ink") + 9 * u
    end
  end
end

-- Draws goods to the left of a point; returns their left end. They are in the row of the name,
-- since the other row may have eight kinds of pieces.
local function draw_goods(owner, player, x, y)
  local goods, u = owner.session.state:goods(player), look.unit
  for i = #GOODS, 1, -1 do
    local count = goods[GOODS[i]]
    if count > 0 then
      x = x - 36 * u
      signs.icon(GOODS[i], x + 9 * u, y + 9 * u, 18 * u)
      look.write(tostring(count), x + 20 * u, y, "small", "ink")
    end
  end
  return x
end

-- Returns other properties of a player: variables of scripts, captured pieces. They are cached for
-- each decision.
local function extras(owner, player)
  local state, kept = owner.session.state, owner.extras
  if not kept or kept.log ~= owner.log then
    kept = things.of_players(state, owner.session:observer())
    kept.log = owner.log
    for one, list in ipairs(kept) do
      local captured = 0
      for _, count in pairs(state:captured(one)) do captured = captured + count end
      if captured > 0 then list[#list + 1] = "captured by others: " .. captured end
    end
    owner.extras = kept
  end
  return table.concat(kept[player], ", ")
end

local function is_on_turn(state, player)
  return state:current_player() == player or state:is_terminal() and state:turn_player() == player
end

local function extras_height(owner, player, w)
  local more, u = extras(owner, player), look.unit
  return more ~= "" and look.height(more, w - 28 * u, "small") + 3 * u or 0
end

local PLAYER, ROOM, LOG = 57, 250, 120 -- heights in units of a player, a question and the log

-- Returns whether a height is too low to show a line of other properties for each player, so that
-- only the current player has one.
local function is_crowded(owner, w, h)
  local u, all = look.unit, 0
  for player in ipairs(owner.session.seats) do
    all = all + (PLAYER + 5) * u + extras_height(owner, player, w)
  end
  return h - all - LOG * u < ROOM * u
end

local function draw_player(owner, player, x, y, w, crowded)
  local session, state, u = owner.session, owner.session.state, look.unit
  local is_on = is_on_turn(state, player)
  local more = (is_on or not crowded) and extras(owner, player) or ""
  local h = PLAYER * u + (more ~= "" and extras_height(owner, player, w) or 0)
  local hot = owner.ui:add { id = "player " .. player, x = x, y = y, w = w, h = h,
    on = function() scenes.push(require("app.screens.scores").new(session, player)) end }
  local c = palette.players[player]
  look.box(x, y, w, h, (is_on or hot) and "card" or "paper", is_on and "ink" or "line")
  look.set(c)
  love.graphics.rectangle("fill", x + u, y + 8 * u, (is_on and 8 or 4) * u, h - 16 * u, 2 * u, 2 * u)
  local name = session:name(player) .. (session.seats[player].bot and " (bot)" or "")
  if state:is_out(player) then name = name .. (state:has_resigned(player) and ", gave up" or ", out") end
  local team = words.teams(state)[player]
  if team then name = ("%s, team %d: %d"):format(name, team, state:score(player)) end
  pieces.draw("follower", player, x + 28 * u, y + 18 * u, 25 * u)
  local points = tostring(state:own_score(player) - owner.motion:pending(player))
  local right = x + w - 12 * u - look.font("number"):getWidth(points)
  look.write(points, right, y + 4 * u, "number")
  right = draw_goods(owner, player, right - 8 * u, y + 8 * u)
  look.write(look.cut(name, right - x - 56 * u, "button"), x + 50 * u, y + 7 * u, "button")
  draw_pieces(owner, player, x + 16 * u, y + 33 * u)
  if more ~= "" then look.paragraph(more, x + 16 * u, y + 53 * u, w - 28 * u, "small", "faint") end
  owner.homes[player] = { x = x + 28 * u, y = y + 18 * u }
  return y + h + 5 * u
end

--- Returns the place to which points and pieces of a player move.
---@param owner table the table's screen
---@param player integer
---@return number x
---@return number y
function side.home(owner, player)
  local home = owner.homes and owner.homes[player]
  if home then return home.x, home.y end
  return owner.camera.view.w, 100
end

-- ---- The decision -------------------------------------------------------------------------------

-- Returns the height of a choice's text. Heights are cached for each width, since there may be
-- hundreds of choices.
local function line_height(owner, choice, w)
  local kept = owner.line_heights
  if not kept or kept.choosing ~= owner.choosing or kept.unit ~= look.unit then
    kept = { choosing = owner.choosing, unit = look.unit }
    owner.line_heights = kept
  end
  kept[choice] = kept[choice] or look.height(choice.text, w, "small")
  return kept[choice]
end

local TILE = 60 -- size of the picture of a tile in a choice, in units

-- Draws a choice as a line with its number, its piece, its text, and a picture of its tile if it
-- has one.
local function draw_line(owner, i, choice, x, y, w)
  local u, choosing, area = look.unit, owner.choosing, owner.ui.areas.choices
  local text_x = x + (choice.piece and 62 or 34) * u
  local text_w = w - (text_x - x) - (choice.tile and TILE + 18 or 10) * u
  local text_h = line_height(owner, choice, text_w)
  local h = math.max((choice.tile and TILE + 10 or 32) * u, text_h + 13 * u)
  owner.line_tops[i] = { y = y, h = h }
  local is_marked = choosing:marked_line() == i
  local hot = owner.ui:add { id = "line " .. i, x = x, y = y, w = w, h = h,
    on = function() owner:choose(choice) end }
  if owner.ui.inside and (y + h < area.y or y > area.y + area.h) then return y + h + 5 * u end
  if hot then owner.hover_spot = choosing:spot_of(i) end
  local of_spot = false
  for _, line in ipairs(owner.hover_spot and owner.hover_spot.lines or {}) do
    of_spot = of_spot or line == i
  end
  look.box(x, y, w, h, (hot or is_marked or of_spot) and "accent_soft" or "card",
    is_marked and "accent" or "line")
  local number = i <= 9 and tostring(i) or "·"
  look.write(number, x + 12 * u, y + (h - look.font("text"):getHeight()) / 2, "text", "faint")
  if choice.piece then
    local whose = choice.action.player or owner.session.state:current_player()
    pieces.draw(choice.piece, type(whose) == "number" and whose > 0 and whose or nil, x + 42 * u,
      y + h / 2, 20 * u)
  end
  look.paragraph(choice.text, text_x, y + (h - text_h) / 2, text_w, "small")
  if choice.tile then
    tiles.draw(owner.session.state:game(), choice.tile, 0, x + w - (TILE + 5) * u,
      y + (h - TILE * u) / 2, TILE * u)
  end
  return y + h + 5 * u
end

-- Draws the other placeable tiles. A click takes a tile into the hand.
local function draw_others(owner, x, y)
  local u, choosing = look.unit, owner.choosing
  local size, at = 56 * u, x
  for i, id in ipairs(choosing.tiles) do
    if id ~= choosing.id then
      owner.ui:add { id = "tile " .. i, x = at, y = y, w = size, h = size,
        on = function() choosing:hold(id) end }
      tiles.draw(owner.session.state:game(), id, choosing.rotation, at, y, size, 0.8)
      at = at + size + 8 * u
    end
  end
  return y + size + 10 * u
end

-- Draws the tile in hand, which can be dragged onto the table.
local function draw_hand(owner, x, y, w)
  local u, state, choosing = look.unit, owner.session.state, owner.choosing
  local size = 96 * u
  owner.ui:add { id = "hand", x = x, y = y, w = size, h = size, on = function() owner:turn(1) end }
  look.box(x - 3 * u, y - 3 * u, size + 6 * u, size + 6 * u, { 0, 0, 0, 0.10 }, nil, 4)
  tiles.draw(state:game(), choosing.id, choosing.rotation, x, y, size)
  local turns = "Drag the tile, or click a cell.\nThe wheel or R turns the tile."
  look.paragraph(turns, x + size + 16 * u, y + 4 * u, w - size - 16 * u, "small", "faint")
  owner.ui:button { id = "turn", x = x + size + 16 * u, y = y + size - 34 * u, w = 84 * u, h = 32 * u,
    text = "Turn",
    size = "small", on = function() owner:turn(1) end }
  y = y + size + 12 * u
  return #choosing.tiles > 1 and draw_others(owner, x, y) or y
end

-- Draws the choices by type of decision. Returns the player whose turn it is and the question;
-- after the last animation of a game, the result.
local function question(owner)
  local state = owner.session.state
  if state:is_terminal() and owner.motion:is_busy() then return "The final scoring" end
  return words.question(state, { names = owner.session:names(), seen = true })
end

local function draw_question(owner, x, y, w, most)
  local u, state = look.unit, owner.session.state
  y = y + look.paragraph(question(owner), x, y, w, "button") + 8 * u
  local area_top, pass = y, owner.choosing and owner.choosing:pass_line()
  local pass_h = pass and owner.pass_h or 0
  local h = math.max(40 * u, math.min(owner.question_h or most, most) - pass_h)
  local top = owner.ui:open("choices", x - 4 * u, y, w + 8 * u, h)
  owner.line_tops = {}
  y = top + 4 * u
  if owner.choosing then
    if owner.choosing:is_placing() then y = draw_hand(owner, x + 3 * u, y, w - 6 * u) end
    for i, choice in ipairs(owner.choosing.lines) do
      if i ~= pass then y = draw_line(owner, i, choice, x, y, w) end
    end
  elseif not state:is_terminal() then
    y = y + look.paragraph("A bot decides.", x, y, w, "small", "faint") + 8 * u
  end
  owner.ui:close(y)
  -- the choice to pass is always visible
  local below = area_top + math.min(h, y - top) + 4 * u
  owner.pass_h = pass and draw_line(owner, pass, owner.choosing.lines[pass], x, below, w) - below + 4 * u
  return area_top, y - top + (owner.pass_h or 0)
end

--- Scrolls a line into view.
---@param owner table
---@param line? integer
function side.show_line(owner, line)
  local at, area = owner.line_tops and owner.line_tops[line], owner.ui.areas.choices
  if not at or not area or line == owner.choosing:pass_line() then return end
  if at.y < area.y then area.scroll = area.scroll - (area.y - at.y) end
  if at.y + at.h > area.y + area.h then area.scroll = area.scroll + at.y + at.h - area.y - area.h end
end

-- ---- The log ------------------------------------------------------------------------------------

-- Returns the height of each sentence. Heights are cached for each log and width.
local function heights_of(owner, w)
  local kept = owner.log_heights
  if kept and kept.log == owner.log and kept.w == w and kept.unit == look.unit then return kept end
  kept = { log = owner.log, w = w, unit = look.unit }
  for i, sentence in ipairs(owner.log) do kept[i] = look.height(sentence.text, w, "small") end
  owner.log_heights = kept
  return kept
end

local function draw_log(owner, x, y, w, h)
  local u = look.unit
  local heights = heights_of(owner, w - 22 * u)
  look.set "line"
  love.graphics.rectangle("fill", x, y, w, math.max(1, u))
  owner.ui:stick_to_end "log"
  local top = owner.ui:open("log", x - 4 * u, y + 4 * u, w + 8 * u, h - 4 * u)
  y = top + 4 * u
  for i, sentence in ipairs(owner.log) do
    local text_h = heights[i]
    local event = sentence.event
    local area = owner.ui.areas.log
    -- omits lines that are only partly visible
    if y >= area.y - 1 and y + text_h <= area.y + area.h + 1 then
      local hot = owner.ui:add { id = "log " .. i, x = x, y = y, w = w, h = text_h + 5 * u,
        on = function() owner:look_at(event.x, event.y) end }
      if event.player and palette.looks[event.player] then
        pieces.shape(event.player, x + 7 * u, y + 9 * u, 6 * u)
      end
      local ink = hot and "accent" or sentence.pays and "ink" or "faint"
      look.paragraph(sentence.text, x + 18 * u, y, w - 22 * u, "small", ink)
    end
    y = y + text_h + 5 * u
  end
  owner.ui:close(y)
end

--- Draws the panel.
---@param owner table the table's screen
---@param x number
---@param y number
---@param w number
---@param h number
function side.draw(owner, x, y, w, h)
  local u = look.unit
  owner.homes = owner.homes or {}
  look.set "paper"
  love.graphics.rectangle("fill", x, y, w, h)
  look.set "line"
  love.graphics.rectangle("fill", x, y, math.max(1, u), h)
  local left, width = x + PAD * u, w - 2 * PAD * u
  local top = draw_victory(owner, left, draw_head(owner, left, y + 10 * u, width), width)
  local crowded = is_crowded(owner, width, h - (top - y))
  for player in ipairs(owner.session.seats) do top = draw_player(owner, player, left, top, width, crowded) end
  top = top + 8 * u
  local room = h - top - LOG * u
  local most = math.max(90 * u, math.min(owner.question_h or room, room))
  local area_top, wanted = draw_question(owner, left, top, width, most)
  owner.question_h = wanted
  local log_top = area_top + math.max(60 * u, math.min(wanted, most)) + 10 * u
  draw_log(owner, left, log_top, width, h - log_top - 8 * u)
end

return side
