--- A game that is played: its state, who sits where, undo, saving, and scripts that change under
--- it. It knows no screen.
-- @module app.game.session

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local events = require "carcassonne.describe.events"
local message = require "carcassonne.base.error_message"

local Session = {}
Session.__index = Session

--- Sits down at a state.
---@param state State
---@param seats Seat[]
---@return table
function Session.new(state, seats)
  local self = setmetatable({ state = state, seats = seats, bots = {}, told = 0 }, Session)
  for player, seat in ipairs(seats) do
    if seat.bot then self.bots[player] = bots.new(seat.bot, player) end
  end
  return self
end

--- What a player is called.
---@param player integer
---@return string
function Session:name(player)
  local seat = self.seats[player]
  return seat and seat.name ~= "" and seat.name or "player " .. player
end

--- What all are called, by player.
---@return string[]
function Session:names()
  local names = {}
  for player in ipairs(self.seats) do names[player] = self:name(player) end
  return names
end

--- The bot that is to decide now; nil for a person, and at the end.
---@return Bot?
function Session:bot() return self.bots[self.state:current_player()] end

--- Carries out an action. A script that fails leaves the game as it was.
---@param index integer of the legal action
---@return boolean done
---@return string? problem
function Session:apply(index)
  local fine, problem = pcall(self.state.apply_index, self.state, index)
  return fine, not fine and message.plain(problem) or nil
end

--- Has the bot decide whose turn it is.
---@return boolean done
---@return string? problem
function Session:let_bot_decide()
  local fine, index = pcall(self:bot().choose, self:bot(), self.state, self.state:num_actions())
  if not fine then return false, message.plain(index) end
  return self:apply(index)
end

--- Back to the last decision of a person; where there is none, nothing changes.
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
  self.told = #self.state:events()
  return true
end

-- To whom the screen tells what happened.
function Session:observer() return bots.observer(self.bots, self.state:game():players()) end

--- What happened since this was asked last.
---@return Event[]
function Session:news()
  local news = self.state:events(self.told, self:observer())
  if #news > 0 then self.told = news[#news].number end
  return news
end

local UNTOLD = { turn = true, drew = true } -- plain to see

--- The game so far, in sentences that say what points were made of.
---@return Sentence[]
function Session:log()
  local list = {}
  local name = function(player) return self:name(player) end
  for _, sentence in ipairs(events.sentences(self.state:events(0, self:observer()),
      { state = self.state, name = name, seen = true })) do
    if not UNTOLD[sentence.kind] then list[#list + 1] = sentence end
  end
  return list
end

-- The names of the variants that are others now.
local function changed(old, new)
  local names, before = {}, old:variants()
  for i, variant in ipairs(new:variants()) do
    if variant.digest ~= before[i].digest then names[#names + 1] = variant.name end
  end
  return names
end

-- What is wrong with a script, its file and line first: "generous-monks.lua, line 8: ...".
local function pointed(text)
  text = text:gsub("[^%s']*[/\\]([^/\\%s']+%.lua)", "%1")
  return (text:gsub("^variant '[^']*': ([^:%s]+%.lua):(%d+): ", "%1, line %2: "))
end

--- Reads the scripts of the game again, and goes on with them. Where one cannot be used, the game
--- stays what it was.
---@return string[]? changed the names of the scripts that are others now
---@return string? problem
function Session:reload()
  local fine, state, problem = pcall(carcassonne.reload, self.state)
  if not fine then return nil, pointed(message.plain(state)) end
  if not state then return nil, pointed(problem) end
  local names = changed(self.state:game(), state:game())
  self.state, self.told = state, #state:events()
  return names
end

--- The person whose turn it is; nil while a bot's is, and at the end.
---@return integer?
function Session:person()
  local player = not self.state:is_terminal() and self.state:current_player()
  return type(player) == "number" and not self.bots[player] and player or nil
end

--- Gives up for a player.
---@param player integer
---@return boolean done
---@return string? problem
function Session:resign(player)
  local fine, done, problem = pcall(self.state.resign, self.state, player)
  if not fine then return false, message.plain(done) end
  return done == true, problem
end

-- ---- Saved games --------------------------------------------------------------------------------

--- The game as text, for carcassonne.load and the command `carcassonne play --load`; and who sits
--- where, a line for each.
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

--- Sits down at a saved game.
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
  self.told = #state:events()
  return self
end

return Session
