--- A running game, without any screen: its state, seats, undo, saving, and reloading of scripts.
-- @module app.game.session

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local events = require "carcassonne.describe.events"
local message = require "carcassonne.base.error_message"

local Session = {}
Session.__index = Session

--- Creates a session for a state.
---@param state State
---@param seats Seat[]
---@return table
function Session.new(state, seats)
  local self = setmetatable({ state = state, seats = seats, bots = {}, shown = 0 }, Session)
  for player, seat in ipairs(seats) do
    if seat.bot then self.bots[player] = bots.new(seat.bot, player) end
  end
  return self
end

--- Returns the name of a player.
---@param player integer
---@return string
function Session:name(player)
  local seat = self.seats[player]
  return seat and seat.name ~= "" and seat.name or "player " .. player
end

--- Returns the names of all players.
---@return string[]
function Session:names()
  local names = {}
  for player in ipairs(self.seats) do names[player] = self:name(player) end
  return names
end

--- Returns the bot that must decide now; nil if a person must decide, and at the end.
---@return Bot?
function Session:bot() return self.bots[self.state:current_player()] end

--- Applies an action. If a script fails, the game does not change.
---@param index integer index of the legal action
---@return boolean done
---@return string? problem
function Session:apply(index)
  local fine, problem = pcall(self.state.apply_index, self.state, index)
  return fine, not fine and message.plain(problem) or nil
end

--- Lets the bot whose turn it is decide.
---@return boolean done
---@return string? problem
function Session:let_bot_decide()
  local fine, index = pcall(self:bot().choose, self:bot(), self.state, self.state:num_actions())
  if not fine then return false, message.plain(index) end
  return self:apply(index)
end

--- Undoes decisions back to the last decision of a person. If there is none, nothing changes.
---@return boolean done
function Session:undo()
  local before = self.state:clone()
  repeat
    if not self.state:undo_action() then
      self.state:copy_from(before)
      return false
    end
    local player = self.state:current_player()
  until type(player) == "number" and not self.bots[player]
  self.shown = #self.state:events()
  return true
end

-- Returns the observer for whom the screen shows events.
function Session:observer() return bots.observer(self.bots, self.state:game():players()) end

--- Returns the events since the last call.
---@return Event[]
function Session:news()
  local news = self.state:events(self.shown, self:observer())
  if #news > 0 then self.shown = news[#news].number end
  return news
end

local OMITTED = { turn = true, drew = true } -- events that the screen shows anyway

--- Returns the game so far in sentences that explain the points.
---@return Sentence[]
function Session:log()
  local list = {}
  local name = function(player) return self:name(player) end
  for _, sentence in ipairs(events.sentences(self.state:events(0, self:observer()),
      { state = self.state, name = name, seen = true })) do
    if not OMITTED[sentence.kind] then list[#list + 1] = sentence end
  end
  return list
end

-- Returns the names of the changed variants.
local function changed(old, new)
  local names, before = {}, old:variants()
  for i, variant in ipairs(new:variants()) do
    if variant.digest ~= before[i].digest then names[#names + 1] = variant.name end
  end
  return names
end

-- Puts file and line of a script at the start of its message: "generous-monks.lua, line 8: ...".
local function pointed(text)
  text = text:gsub("[^%s']*[/\\]([^/\\%s']+%.lua)", "%1")
  return (text:gsub("^variant '[^']*': ([^:%s]+%.lua):(%d+): ", "%1, line %2: "))
end

--- Reloads the scripts of the game and continues with them. If one of them is invalid, the game
--- does not change.
---@return string[]? changed the names of the changed scripts
---@return string? problem
function Session:reload()
  local fine, state, problem = pcall(carcassonne.reload, self.state)
  if not fine then return nil, pointed(message.plain(state)) end
  if not state then return nil, pointed(problem) end
  local names = changed(self.state:game(), state:game())
  self.state, self.shown = state, #state:events()
  return names
end

--- Returns the person whose turn it is; nil during a bot's turn and at the end.
---@return integer?
function Session:person()
  local player = not self.state:is_terminal() and self.state:current_player()
  return type(player) == "number" and not self.bots[player] and player or nil
end

--- Resigns for a player.
---@param player integer
---@return boolean done
---@return string? problem
function Session:resign(player)
  local fine, done, problem = pcall(self.state.resign, self.state, player)
  if not fine then return false, message.plain(done) end
  return done == true, problem
end

-- ---- Saved games --------------------------------------------------------------------------------

--- Returns two texts: the game, for carcassonne.load and the command `carcassonne play --load`; and
--- the seats, one per line.
---@return string game
---@return string seats
function Session:texts()
  local lines = {}
  for player, seat in ipairs(self.seats) do lines[player] = ("%s|%s"):format(seat.bot or "", seat.name) end
  return self.state:serialize(), table.concat(lines, "\n") .. "\n"
end

local function read_seats(text, players)
  local seats, known = {}, {}
  for _, name in ipairs(bots.names()) do known[name] = true end
  for bot, name in (text or ""):gmatch "([^|\n]*)|([^\n]*)" do
    seats[#seats + 1] = { name = name, bot = known[bot] and bot or nil }
  end
  for player = #seats + 1, players do seats[player] = { name = "player " .. player } end
  return seats
end

--- Creates a session from a saved game.
---@param game string
---@param seats? string
---@param own OwnScript[] scripts that are not shipped
---@return table? session
---@return string? problem
function Session.load(game, seats, own)
  local variants = {}
  for _, one in ipairs(own) do
    local fine, variant = pcall(carcassonne.variant, one.path, nil, one.limits)
    variants[#variants + 1] = fine and variant or nil
  end
  local fine, state, problem = pcall(carcassonne.load, game, { variants = variants })
  if not fine then return nil, message.plain(state) end
  if not state then return nil, problem end
  local self = Session.new(state, read_seats(seats, state:game():players()))
  self.shown = #state:events()
  return self
end

return Session
