--- Plays the messages of a JCloisterZone game: each message answers a decision of this engine.
--
-- The decisions of a file differ from this engine's: the file has confirmations (COMMIT) and passes
-- without a choice, and it has no message for some questions. Therefore the replay follows this
-- engine's decisions. A message that does not fit the current decision is kept for the next one.
-- @module carcassonne.interop.jcz_replay

local compat = require "carcassonne.base.compat"
local expansions = require "carcassonne.interop.expansions"
local jcz_undo = require "carcassonne.interop.jcz_undo"
local message_of = require("carcassonne.base.error_message").plain
local options = require "carcassonne.base.options"
local places = require "carcassonne.interop.notation.jcz_places"
local setup = require "carcassonne.interop.jcz_setup"

local replay = {}

local PIECES = expansions.gathered("pieces")
local ROTATIONS = { R0 = 0, R90 = 1, R180 = 2, R270 = 3 }
-- The name of the choice that takes back a piece, by the source of the piece.
local TAKEN_BACK = expansions.gathered("taken_back")
local DEPLOYED = expansions.gathered("deployed")
local LANDINGS = expansions.gathered("landings")
local FIGURES = expansions.gathered("figures")
local TOKENS = expansions.gathered("tokens")
-- Questions that come after the action of the part before them is confirmed.
local AFTER_COMMIT = expansions.gathered("after_commit")

-- Messages besides COMMIT that only confirm. They contain a random number.
local CONFIRMATIONS = expansions.gathered("confirmations")

-- Maximum number of questions of scripts between two messages; no turn has as many.
local MOST_UNANSWERED = 200

-- The message types that this module and the expansions understand; others belong to unsupported
-- features.
local UNDERSTOOD = expansions.gathered("messages")

local Replay = {}
Replay.__index = Replay

-- The class of errors that stop a game.
local Stop = {}
Stop.__index = Stop

-- Returns the number of the current message in the file.
function Replay:place() return self.places[self:next()] or self.refused or #self.file end

-- Stops because the engine's game differs from the file.
function Replay:differ(...)
  error(setmetatable({ text = ("replay[%d]: %s"):format(self:place(), string.format(...)) }, Stop), 0)
end

-- Stops because the file needs something that is not supported.
function Replay:lack(...)
  error(setmetatable({ missing = ("%s (replay[%d])"):format(string.format(...), self:place()) }, Stop), 0)
end

-- ---- Messages -----------------------------------------------------------------------------------

function Replay:next() return self.messages[self.at] end

-- Returns the next message if it is of this type.
function Replay:next_if(kind)
  local message = self:next()
  return message and message.type == kind and message or nil
end

-- The first COMMIT after the tile of a part confirms the action of this part.
function Replay:advance()
  local kind = self:next().type
  if kind == "COMMIT" then self.committed = true end
  if kind == "PLACE_TILE" then self.committed = false end
  self.unanswered = 0
  local payload = self:next().payload
  self.random = type(payload) == "table" and payload.random or self.random
  self.at = self.at + 1
end

local function is_idle(message)
  return message.type == "PASS" or message.type == "COMMIT" or CONFIRMATIONS[message.type] ~= nil
end

-- Skips messages that only confirm, and each pass at a point where this engine asks no question.
function Replay:skip_idle()
  while self:next() and is_idle(self:next()) do self:advance() end
end

-- Returns the next placement of a tile that is not an abbey.
function Replay:next_drawn()
  for i = self.at, #self.messages do
    local message = self.messages[i]
    local id = message.type == "PLACE_TILE" and setup.tile(message.payload.tileId, self.forms)
    if message.type == "PLACE_TILE" and id ~= setup.abbey then return message end
  end
end

-- ---- Choosing -----------------------------------------------------------------------------------

local function legal_text(state)
  local texts = {}
  for _, action in ipairs(state:legal_actions()) do
    if #texts == 8 then
      texts[9] = "..."
      break
    end
    texts[#texts + 1] = tostring(action)
  end
  return #texts > 0 and table.concat(texts, ", ") or "nothing"
end

-- Returns the first legal action that passes a test.
function Replay:find(test)
  for _, action in ipairs(self.state:legal_actions()) do
    if test(action) then return action end
  end
end

-- Applies an action. An error in a script is a difference, too.
function Replay:apply(action)
  local fine, done, problem = pcall(self.state.apply_action, self.state, action)
  if not fine then self:differ("%s", message_of(done)) end
  if not done then self:differ("%s", problem) end
end

-- Checks that the same player decides as in the file.
function Replay:check_player(message)
  local player = compat.math.tointeger(message.player)
  if player and player + 1 ~= self.state:current_player() then
    self:differ("by the rules, %s decides next, but the file has a decision of "
      .. "%s", self:name(self.state:current_player()),
      self:name(player + 1))
  end
end

function Replay:name(player) return self.names[player] or tostring(player) end

-- Carries out the action that passes the test, and continues with the next message.
function Replay:choose(what, test)
  local action = self:find(test)
  if not action then self:differ("%s is not legal at this point; legal: "
    .. "%s", what, legal_text(self.state)) end
  self:check_player(self:next())
  self:apply(action)
  self:advance()
  return true
end

function Replay:can_pass()
  return self:find(function(action) return action.kind == "pass" end) ~= nil
end

-- Passes although the file has no message for it.
function Replay:pass(what)
  if not self:can_pass() then
    self:differ("the file has no answer to %s; legal: %s", what, legal_text(self.state))
  end
  self:apply "pass"
  return true
end

-- Returns the owner and the kind of a piece: "0.small.1" is a follower of player 1.
function Replay:piece(id)
  local owner, kind = id:match "^(%d+)%.([%w-]+)%.%d+$"
  if not owner then self:differ("'%s' is not a piece; expected a text such as 0.small.1", id) end
  if not PIECES[kind] then self:lack("piece '%s'", kind) end
  return tonumber(owner) + 1, PIECES[kind]
end

-- Returns a function that tests whether an action is the choice with this name for this piece at
-- this place.
function Replay:is_piece_choice(name, pointer)
  local player, piece = self:piece(pointer.meepleId)
  local place = pointer.featurePointer
  return function(action)
    return action.kind == "choice" and action.name == name and action.player == player
      and action.piece == piece
      and places.is_at(self.state, action, place)
  end
end

-- ---- What the messages stand for ----------------------------------------------------------------

function UNDERSTOOD.PLACE_TILE(self, payload)
  local id, at = setup.tile(payload.tileId, self.forms), payload.position
  local x, y = compat.math.tointeger(at[1]), compat.math.tointeger(at[2])
  local rotation = ROTATIONS[payload.rotation]
  if not rotation then
    self:differ("'%s' is not a rotation; expected R0, R90, R180 or R270", tostring(payload.rotation))
  end
  local what = ("%s at %d,%d r%d"):format(payload.tileId, x, y, rotation)
  if id == setup.abbey then
    return what, function(action)
      return action.kind == "choice" and action.name:match "^abbey" and action.x == x and action.y == y
    end
  end
  return what, function(action)
    return action.kind == "place" and action.x == x and action.y == y and action.rotation == rotation
      and (not action.span or not self.plain_fits)
  end
end

-- Returns whether an action deploys this barn. A barn stands on a corner of the tile just placed;
-- the file names the field at any of the four tiles around it.
local function is_barn(self, place)
  return function(action)
    return action.kind == "choice" and action.name == "barn" and places.touches(self.state, action, place)
  end
end

function UNDERSTOOD.DEPLOY_MEEPLE(self, payload)
  local player, piece = self:piece(payload.meepleId)
  local place = payload.pointer
  local what = ("%s on %s %s at %s"):format(piece, place.feature, place.location, places.cell(place))
  if piece == "barn" then return what, is_barn(self, place) end
  local named = DEPLOYED[place.feature]
  return what, function(action)
    if named then return action.kind == "choice" and action.name == named and action.piece == piece end
    if action.kind == "choice" then
      -- the wagon that moves on, or a follower that lands after a flight
      return (action.name == piece or LANDINGS[action.name] and action.piece == piece)
        and places.is_at(self.state, action, place)
    end
    return action.kind == "deploy" and action.piece == piece and player == self.state:current_player()
      and places.is_at(self.state, action, place)
  end
end

function UNDERSTOOD.PLACE_TOKEN(self, payload)
  local place = places.pointer(payload.pointer)
  local token = TOKENS[payload.token]
  if not token then self:lack("token '%s'", payload.token) end
  local name, number = token[1], token[2] and token[2](place)
  return ("%s at %s"):format(payload.token, places.cell(place)), function(action)
    if action.kind ~= "choice" or action.name ~= name or number and action.number ~= number then
      return false
    end
    if token.token and action.token ~= token.token then return false end
    if action.segment then return places.is_at(self.state, action, place) end
    -- an action without a place is about the tile just placed
    return not action.x or places.in_cell(action, place)
  end
end

function UNDERSTOOD.MOVE_NEUTRAL_FIGURE(self, payload)
  local figure = FIGURES[payload.figureId:match "^%a+"]
  if not figure then self:lack("figure '%s'", payload.figureId) end
  local name, number = figure, nil
  if type(figure) == "table" then name, number = figure[1], figure[2] end
  if type(payload.to) == "table" and payload.to.meepleId then
    return name .. " to " .. payload.to.meepleId, self:is_piece_choice(name, payload.to)
  end
  local place = places.pointer(payload.to)
  return ("%s to %s"):format(name, places.cell(place)), function(action)
    if action.kind ~= "choice" or action.name ~= name or number and action.number ~= number then
      return false
    end
    if place.location and action.segment then return places.is_at(self.state, action, place) end
    return places.in_cell(action, place)
  end
end

function UNDERSTOOD.RETURN_MEEPLE(self, payload)
  local name = TAKEN_BACK[payload.source]
  if not name then self:lack("removal of a piece by '%s'", tostring(payload.source)) end
  return name, self:is_piece_choice(name, payload.pointer)
end

function UNDERSTOOD.CAPTURE_FOLLOWER(self, payload)
  self.captors[payload.pointer.meepleId] = self.state:current_player()
  return "capture", self:is_piece_choice("capture", payload.pointer)
end

function UNDERSTOOD.EXCHANGE_FOLLOWER(self, payload)
  local _, piece = self:piece(payload.meepleId)
  return "exchange", function(action)
    return action.kind == "choice" and action.name == "exchange" and action.piece == piece
  end
end

function UNDERSTOOD.PAY_RANSOM(self, payload)
  local _, piece = self:piece(payload.meepleId)
  local captor = self.captors[payload.meepleId]
  return "ransom", function(action)
    return action.kind == "choice" and action.name == "ransom" and action.piece == piece
      and (not captor or action.player == captor)
  end
end

-- Returns the meaning of the next message as text, and a test for the action.
function Replay:read(message)
  local understood = UNDERSTOOD[message.type]
  if not understood then self:lack("message '%s'", message.type) end
  return understood(self, message.payload)
end

function Replay:obey() return self:choose(self:read(self:next())) end

-- Returns whether the next message answers the current question: it stands for a legal action, or
-- passing is not allowed.
function Replay:is_answered()
  local message = self:next()
  if not message or is_idle(message) then return false end
  local _, test = self:read(message)
  return self:find(test) ~= nil or not self:can_pass()
end

-- ---- Our decisions ------------------------------------------------------------------------------

local ANSWER = {}

-- Returns a tile in the bag that no later message places. The file does not name the tiles that are
-- dealt to reserves.
function Replay:unplaced_tile()
  local left = self.state:tiles_left()
  for i = self.at, #self.messages do
    local message = self.messages[i]
    local id = message.type == "PLACE_TILE" and setup.tile(message.payload.tileId, self.forms)
    if id and left[id] then left[id] = left[id] - 1 end
  end
  for _, id in ipairs(options.keys(left)) do
    if left[id] > 0 then return id end
  end
  self:differ("the rules deal a tile to '%s' at this point, but the file places every remaining tile, so "
    .. "none is left to deal", self.state:dealing())
end

-- Draws a tile. The file has its id only in the message that places it.
function ANSWER.draw(self)
  if self.state:dealing() then
    self:apply("draw " .. self:unplaced_tile())
    return true
  end
  self:skip_idle()
  local message = self:next_drawn()
  if not self:next() then return false end
  if self:next().type == "PLACE_TILE" and message ~= self:next() then
    self:differ "the abbey cannot be placed at this point"
  end
  if not message then self:lack("message '%s'", self:next().type) end
  local id = setup.tile(message.payload.tileId, self.forms)
  self:apply("draw " .. id)
  if self.state:decision() == "draw" and not self:find(function(action) return action.id == id end) then
    self:differ("%s does not fit anywhere on the board at this point", message.payload.tileId)
  end
  return true
end

-- Returns whether the tile fits at the file's place without a bridge. If it does, a bridge is a
-- move of its own.
function Replay:fits_plainly(payload)
  return self:find(function(action)
    return action.kind == "place" and not action.span and places.in_cell(action, payload)
      and action.rotation == ROTATIONS[payload.rotation]
  end) ~= nil
end

function ANSWER.place(self)
  self:skip_idle()
  if not self:next() then return false end
  self.plain_fits = self:next().type == "PLACE_TILE" and self:fits_plainly(self:next().payload)
  return self:obey()
end

-- Answers the decision which piece to deploy: by a message that stands for an action, or by a pass.
function ANSWER.deploy(self)
  local message = self:next()
  if not message then
    if self.ends then return self:pass "the question which piece to deploy" end
    return false
  elseif message.type == "PLACE_TILE" or message.type == "COMMIT" then
    return self:pass "the question which piece to deploy"
  elseif message.type == "PASS" then
    self:pass "the question which piece to deploy"
    self:advance()
    return true
  end
  return self:obey()
end

-- Moves a wagon's message forward: this engine may ask about the wagons of one scoring in another
-- order than the file.
function Replay:bring_forward()
  for i = self.at, #self.messages do
    if self.messages[i].type ~= "DEPLOY_MEEPLE" then return end
    local _, test = self:read(self.messages[i])
    if self:find(test) then
      table.insert(self.messages, self.at, table.remove(self.messages, i))
      return
    end
  end
end

-- Skips messages that belong to the action. A PASS after its COMMIT is an answer.
function Replay:skip_confirmation()
  while self:next_if "COMMIT" or self:next_if "PASS" and not self.committed do self:advance() end
end

-- Decides a random outcome: the caller's choice, or the outcome that the file's last random number
-- selects.
function Replay:decide_chance()
  if self:next() and CONFIRMATIONS[self:next().type] then self:advance() end
  local actions, number = self.state:legal_actions(), #self.chances + 1
  self.chances[number] = #actions
  self:apply(tostring(actions[self.forced[number] or math.floor(self.random * #actions) + 1]))
  return true
end

-- Answers a question of a script. Passes if the file passes or has no message for it. In
-- JCloisterZone the round of abbeys after the last tile continues as long as a player can place
-- one. A file that ends in this round stays in it.
function ANSWER.choice(self)
  local phase = self.state:phase()
  if self.state:is_chance_node() then return self:decide_chance() end
  if AFTER_COMMIT[phase] or not self:can_pass() then self:skip_confirmation() end
  if phase == "wagon" then self:bring_forward() end
  if not self:next() and (phase == "abbey-end" or not self.ends) then return false end
  if self:is_answered() then return self:obey() end
  self.unanswered = self.unanswered + 1
  if self.unanswered > MOST_UNANSWERED and self:next() then
    self:differ("%s does not answer any question at this point; the last question is "
      .. "'%s'", self:next().type, phase)
  end
  self:pass(("the question '%s'"):format(phase))
  if self:next_if "PASS" then self:advance() end
  return true
end

function ANSWER.extra(self)
  self:skip_idle()
  local message = self:next_drawn()
  local same = message and (not message.player or message.player + 1 == self.state:turn_player())
  self:apply(same and "extra take" or "extra decline")
  return true
end

-- Answers decisions until the messages, or the game, are over.
function Replay:run()
  if self.refused then self:differ("UNDO cannot undo a message: %s", self.why) end
  while true do
    local decision = self.state:decision()
    if not decision then break end
    local more
    if self:next_if "PAY_RANSOM" and decision ~= "draw" then more = self:obey()
    else more = ANSWER[decision](self) end
    if not more then break end
  end
  self:skip_idle()
  if self:next() then self:differ("by the rules, the game is over, but in the file %s "
    .. "follows", self:next().type) end
  if self.ends and not self.state:is_terminal() and self.state:phase() ~= "abbey-end" then
    self:differ("in the file, the game is over, but by the rules it continues with the decision "
      .. "%s", tostring(self.state:decision()))
  end
end

--- Returns a reader for the messages of a saved game, before any message is played.
--- `reader:read(message)` returns a message as text, and a test for the legal action that it means.
---@param state State
---@param saved SavedJcz
---@param names string[] names of the players
---@return table
function replay.reader(state, saved, names)
  local messages, places_in_file, refused, why_refused = jcz_undo.without(saved.replay)
  return setmetatable({
    state = state, file = saved.replay, messages = messages, places = places_in_file,
      at = refused and #messages + 1 or 1,
    refused = refused, why = why_refused, names = names, captors = {},
    forms = setup.forms(saved),
    ends = (saved.gameAnnotations or {}).endTurn ~= nil, committed = false, unanswered = 0, random = 0,
    forced = {}, chances = {},
  }, Replay)
end

--- Plays the messages of a saved game.
---@param state State a state of a new game with draws by the host
---@param saved SavedJcz
---@param names string[] names of the players
---@param forced? integer[] the first outcomes of scripts' random decisions, as indices of legal actions
---@return true? done nil if the game could not be followed to its end; the state is then the last position
---@return string? problem the difference
---@return string? missing what is not supported
---@return integer[] chances the number of outcomes of each random decision
function replay.run(state, saved, names, forced)
  local self = replay.reader(state, saved, names)
  self.forced = forced or {}
  local fine, why = pcall(self.run, self)
  if fine then return true, nil, nil, self.chances end
  if getmetatable(why) ~= Stop then error(why, 0) end
  return nil, why.text, why.missing, self.chances
end

return replay
