--- Replays a logged game of decisions and reports every difference in the options of a decision, in
--- the player who decides, in the pieces and tokens of the players and on the board after each part
--- of a turn, in the scoring of the part, and in the final scoring by kind.

local action_names = require "spec.support.interop.action_names"
local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"
local forced_draws = require "spec.support.interop.forced_draws"
local part_events = require "spec.support.interop.part_events"
local points = require "spec.support.interop.points"
local snapshot = require "spec.support.interop.snapshot"

local decisions = {}

local PASS = "pass"

-- Fields: `log`, `state`, `compare` (a Comparison), `entry` (the decision that is replayed),
-- `chance` (the log's remaining chance results), `parts` (the replayed parts), `is_part_open`
-- (whether something has happened since the last part), `fairy` (points for the fairy in the log
-- since the last part), `has_refused` (whether a tile was refused that the log has not set aside
-- yet) and `num_aside` (how many tiles both sides have set aside).
local Replay = {}
Replay.__index = Replay

-- ---- Both at the same decision ------------------------------------------------------------------

-- The name in logs of a script's decision, if it differs from the engine's.
local KINDS = expansions.gathered("kinds")

-- Returns the name in logs of the present decision; "draw" before a tile is drawn, nil at the end.
local function kind_of(state)
  local decision, phase = state:decision(), state:phase()
  if decision == "deploy" and not phase then
    -- if a choice comes before the usual action, the legal actions are all of this one kind
    local first = state:legal_actions()[1]
    return first.kind == "choice" and KINDS[first.name] or "action"
  end
  if phase then return KINDS[phase] or phase end
  return decision
end

-- The kinds of decision at which logs list an option, by the name of the option.
local LISTED = expansions.gathered("listed")

-- Returns the engine's options in the form of a log, the action of each option, and whether passing
-- is legal. Notes each option that logs do not list.
local function options(state, compare)
  local list, actions, may_pass, kind = {}, {}, false, kind_of(state)
  for _, action in ipairs(state:legal_actions()) do
    local listed = LISTED[action.name]
    if action.kind == PASS then
      may_pass = true
    elseif listed and not listed.beside[kind] then
      compare:leave_out(action.name, listed.reason)
    else
      local word = action_names.action(state, action)
      list[#list + 1] = word
      actions[word] = action
    end
  end
  return list, actions, may_pass
end

-- Reports a decision that the engine has and the log does not, and passes if possible.
function Replay:skip_own()
  local compare, state = self.compare, self.state
  local list, _, may_pass = options(state, compare)
  local kind = kind_of(state)
  compare:differ("decided only here: %s of player %s: %s", kind, state:current_player(),
    table.concat(list, ", ", 1,
    math.min(#list, 4)))
  if not may_pass then
    compare:abandon("the log has %s instead, and %s cannot be passed", self.entry.kind, kind)
  end
  state:apply_action(PASS)
end

-- Decisions that begin a part in a log. In the round of abbeys each player who is asked has a part.
local BEGINS_PART = expansions.gathered("begins")
-- A part of a turn is over when one of these decisions is next.
local BETWEEN_PARTS = expansions.gathered("begins")
-- a tile may be kept aside for its player
BEGINS_PART.place, BETWEEN_PARTS.draw, BETWEEN_PARTS.place = true, true, true

local function is_part_over(state)
  local kind = kind_of(state)
  return kind == nil or BETWEEN_PARTS[kind] == true
end

-- ---- Chance -------------------------------------------------------------------------------------

-- CHANCE: by the first word of a chance result in a log, how the engine plays it. UNNAMED: the
-- reserves whose tiles a log does not name.
local CHANCE, UNNAMED = expansions.gathered("chance"), expansions.gathered("unnamed")

-- Returns the tiles that are never drawn in the log; a tile with several copies is listed as often.
local function never_drawn(log, game)
  local left, list = {}, {}
  local function take(id) left[id] = (left[id] or 0) - 1 end
  for _, tile in ipairs(game:tiles()) do left[tile.id] = tile.count end
  for _, tile in ipairs(log.start) do take(tile[1]) end
  for _, entry in ipairs(log.decisions) do
    if entry.tile and entry.kind == "place" then take(entry.tile) end
    for _, id in ipairs(entry.discarded or {}) do take(id) end
  end
  for _, id in ipairs(log.discarded_at_end or {}) do take(id) end
  for id, count in pairs(left) do
    for _ = 1, count do list[#list + 1] = id end
  end
  c_locale.sort(list)
  return list
end

-- Returns a tile to take the place of a tile that the log does not name: any that it never draws.
function Replay:unnamed_tile()
  self.unseen = self.unseen or never_drawn(self.log, self.state:game())
  for i, id in ipairs(self.unseen) do
    local is_there = (self.state:tiles_left()[id] or 0) > 0 and not forced_draws.is_held(self.state, id)
    if is_there then return table.remove(self.unseen, i) end
  end
  self.compare:abandon("a tile is dealt to '%s' here, and the log draws all that are left",
    self.state:dealing())
end

function Replay:force(action)
  local done, problem = self.state:apply_action(action)
  if not done then self.compare:abandon("what came by chance in the log cannot come here: %s", problem) end
end

-- Plays the log's chance results, as long as the engine asks for such a result.
function Replay:settle()
  local state = self.state
  while state:is_chance_node() and kind_of(state) ~= "draw" or state:dealing() do
    local reserve, word = state:dealing(), self.chance[1]
    if reserve and UNNAMED[reserve] then
      self:force("draw " .. self:unnamed_tile())
    else
      local name, rest = (word or ""):match "^(%S+) ?(.*)$"
      if not CHANCE[name] then
        self.compare:abandon("chance decides %s here, and the log has %s", reserve or kind_of(state),
          word or "nothing")
      end
      table.remove(self.chance, 1)
      local actions = CHANCE[name](state, rest)
      for _, action in ipairs(type(actions) == "table" and actions or { actions }) do self:force(action) end
    end
  end
end

-- Adds the log's chance results after this decision. The engine must have asked for all earlier
-- results.
function Replay:expect_chance(list)
  if #self.chance > 0 then
    self.compare:differ("by chance only in the log: %s", table.concat(self.chance, ", "))
  end
  self.chance = compat.table.move(list or {}, 1, #(list or {}), 1, {})
end

-- ---- One decision -------------------------------------------------------------------------------

-- Returns the tiles that the engine has set aside, in their order.
local function set_aside(state)
  local list = {}
  for _, event in ipairs(state:events()) do
    if event.kind == "set_aside" then list[#list + 1] = event.id end
  end
  return list
end

local function remove(list, id)
  for i, one in ipairs(list) do
    if one == id then return table.remove(list, i) end
  end
end

-- Returns the tiles that are set aside in the log and that the engine still has to draw. The engine
-- has already set aside each tile that a player refused, and each tile that was kept for a player
-- and fits nowhere.
function Replay:still_to_set_aside(ids)
  local rest = compat.table.move(ids or {}, 1, #(ids or {}), 1, {})
  if not self.has_refused and #rest == 0 then return rest end
  local aside = set_aside(self.state)
  for i = self.num_aside + 1, #aside do
    if not remove(rest, aside[i]) then self.compare:differ("set aside only here: %s", aside[i]) end
  end
  self.has_refused, self.num_aside = false, #aside + #rest
  return rest
end

-- Advances to the decision of the log; returns whether this is possible.
function Replay:reach()
  local state, entry, compare = self.state, self.entry, self.compare
  if BEGINS_PART[entry.kind] then self:expect_snapshot(compare.at - 1) end
  self:settle()
  forced_draws.set_aside(compare, state, self:still_to_set_aside(entry.discarded))
  while kind_of(state) ~= entry.kind do
    local kind = kind_of(state)
    if kind == "draw" and entry.kind == "place" then
      forced_draws.draw(compare, state, entry.tile)
      if kind_of(state) ~= "place" then
        compare:abandon("%s does not fit anywhere on the board at this point; the log has %d "
          .. "options", entry.tile, #entry.options)
      end
    elseif kind == nil or BETWEEN_PARTS[kind] and entry.kind ~= "place" then
      compare:differ("decided only in the log: %s of player %d: %s", entry.kind, entry.player + 1,
        table.concat(entry.options, ", ", 1, math.min(#entry.options, 4)))
      if entry.choice ~= PASS then
        compare:abandon("the choice of the log cannot be made: %s", entry.choice)
      end
      return false
    else
      self:skip_own()
      self:settle()
      if BEGINS_PART[entry.kind] then self:expect_snapshot(compare.at - 1) end
    end
  end
  if entry.kind == "place" and state:hand() ~= entry.tile then
    compare:abandon("%s is in hand here, and %s in the log", state:hand(), entry.tile)
  end
  return true
end

-- Returns whether the last turn is over. Then the engine names no player of the turn, while a log
-- still names the player of the last turn.
local function is_after_turns(state)
  for _, phase in ipairs(state:game():phases()) do
    if phase.name == state:phase() then return phase.timing == "game_end" end
  end
  return false
end

function Replay:compare_players()
  local state, entry, compare = self.state, self.entry, self.compare
  local player, turn = state:current_player(), state:turn_player()
  if player ~= entry.player + 1 then
    compare:differ("%s: asked of player %s here, of player %d in the log", entry.kind, player,
      entry.player + 1)
  end
  local logged_turn = (entry.turn or entry.player) + 1
  -- in a log everybody who is asked in the round of abbeys has a turn; in the engine only the
  -- players who place an abbey do
  if entry.kind == "abbey-end" then turn = player elseif is_after_turns(state) then return end
  if turn ~= logged_turn then
    compare:differ("%s: player %d's turn here, player %d's in the log", entry.kind, turn, logged_turn)
  end
end

-- Notes that a part has begun. A tile belongs to a part; if no tile can be drawn afterwards,
-- passing an abbey is a whole part.
function Replay:note_choice(action)
  local entry = self.entry
  if action ~= PASS then
    self.is_part_open = self.is_part_open or BEGINS_PART[action.name or action.kind] ~= nil
  elseif entry.kind == "place" then
    self.has_refused = true
  elseif BEGINS_PART[entry.kind] then
    self.is_part_open = kind_of(self.state) ~= "draw"
  end
end

-- Choices that a log records as part of another decision, but that are decisions in the engine.
local FOLLOWS = expansions.gathered("follows")

function Replay:follow_up()
  for field, follow in pairs(FOLLOWS) do
    local value = self.entry[field]
    local action = value ~= nil and follow(self.state, value)
    if action then
      local done, problem = self.state:apply_action(action)
      if not done then
        self.compare:abandon("%s %s of the log cannot be carried out: %s", field, value, problem)
      end
    end
  end
end

function Replay:decide()
  local state, entry, compare = self.state, self.entry, self.compare
  self:compare_players()
  local list, actions, may_pass = options(state, compare)
  compare:lists("options of " .. entry.kind, list, entry.options)
  if may_pass ~= (entry.pass == true) then
    compare:differ("%s: passing is %s here", entry.kind, may_pass and "allowed only" or "not allowed")
  end
  compare.decisions = compare.decisions + 1
  local action = entry.choice == PASS and may_pass and PASS or actions[entry.choice]
  if not action then compare:abandon("%s is chosen in the log, and cannot be here", entry.choice) end
  local done, problem = state:apply_action(action)
  if not done then compare:abandon("%s cannot be carried out: %s", entry.choice, problem) end
  self:follow_up()
  self:expect_chance(entry.chance)
  self:settle()
  self:note_choice(action)
end

-- ---- After a part -------------------------------------------------------------------------------

local function next_player(state)
  if state:is_terminal() then return nil end
  local asked = state:phase() == "abbey-end" and state:current_player() or state:turn_player()
  return asked - 1
end

-- Stores the values of a part that are compared later, when the events of the whole game are known.
function Replay:close_part(number, after)
  self.parts[#self.parts + 1] = {
    at = number, decisions = self.state:decisions(), scores = self.state:returns(), after = after,
      fairy = self.fairy,
  }
  self.fairy, self.is_part_open = {}, false
end

-- Reports a missing snapshot: a log that continues with another part, or ends, must have one after
-- this part.
function Replay:expect_snapshot(number)
  if not self.is_part_open or not is_part_over(self.state) then return end
  self.compare:differ_at(number, "a part of a turn ends here, and the log has no snapshot after it")
  self:close_part(number)
end

-- Ends a part: uses the log's next decision, or the end of the game, to check whether the engine
-- must ask for a further part of the turn.
function Replay:end_part(number)
  local state, entry, compare = self.state, self.entry, self.compare
  while not is_part_over(state) do
    self:skip_own()
    self:settle()
  end
  local after, next_entry = entry.after, self.log.decisions[number + 1]
  -- if none of the remaining tiles fits anywhere, the part of the turn has no decision: no
  -- placement follows in the log
  if not self.is_part_open and next_entry and next_entry.kind == "place" then
    compare:differ "the log has a snapshot here, where no part of a turn ends"
  end
  snapshot.compare(compare, state, after, self.log.sets)
  local round = state:phase() == "abbey-end"
  local following = next_player(state)
  local over = not self.log.cut and not next_entry
  -- If the log sets tiles aside at its end, no decision follows: the game ends with these tiles.
  if over and self.log.discarded_at_end then following = nil end
  compare:running_values("whose turn follows", following, after.next)
  local double = not state:is_terminal() and not round and following ~= nil and state:part() > 1
  compare:running_values("a second part follows", double, after.double)
  self:close_part(number, after)
end

function Replay:count_fairy(entry)
  local player = entry.player + 1
  if entry.fairy_points then self.fairy[player] = (self.fairy[player] or 0) + entry.fairy_points end
end

local function compare_start(compare, state, start)
  local ours, theirs = {}, {}
  for i, tile in ipairs(state:tiles()) do
    ours[i] = ("%s %d,%d r%d"):format(tile.id, tile.x, tile.y, tile.rotation)
  end
  for i, tile in ipairs(start) do theirs[i] = ("%s %d,%d r%d"):format(compat.table.unpack(tile)) end
  compare:lists("tiles at the start", ours, theirs)
end

local function play(self)
  local compare = self.compare
  compare_start(compare, self.state, self.log.start)
  for number, entry in ipairs(self.log.decisions) do
    compare.at, self.entry = number, entry
    if self:reach() then self:decide() end
    self:count_fairy(entry)
    if entry.after then self:end_part(number) end
  end
  self:expect_snapshot(#self.log.decisions)
  if self.log.cut then return end
  compare.at = nil
  forced_draws.finish(compare, self.state, self:still_to_set_aside(self.log.discarded_at_end))
end

--- Replays a game from its beginning.
---@param logged LoggedGame
---@param state State
---@param compare Comparison
function decisions.play(logged, state, compare)
  local self = setmetatable({
    log = logged, state = state, compare = compare, parts = {}, chance = {}, is_part_open = false, fairy = {},
    has_refused = false, num_aside = 0,
  }, Replay)
  local fine, problem = pcall(play, self)
  -- Events belong to the replayed parts, even if more happened after them.
  local events = state:events()
  part_events.compare(compare, state, events, self.parts)
  if not fine then error(problem, 0) end
  if not logged.cut then points.compare_final(compare, state, events, logged) end
end

return decisions
