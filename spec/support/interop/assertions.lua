--- Checks the assertions of a scenario about the position after its moves.

local expansions = require "spec.support.interop.expansions"
local offered = require "spec.support.interop.offered"
local jcz_undo = require "carcassonne.interop.jcz_undo"
local words = require "carcassonne.describe.words"

local assertions = {}

-- ---- Points and tokens --------------------------------------------------------------------------

-- Returns what the points of an event were given for: the kind of feature, or the name that the
-- expansion has for these points.
local function subject(state, event)
  if event.kind == "scored" then return expansions.feature_name(state, event) end
  if event.kind ~= "awarded" or not event.label then return nil end
  return event.label:match "^barn" and "field" or event.label:match "^%a+"
end

-- Returns the points that a player got for one kind of subject (such as "city"): the points of each
-- scoring, and the sum of the points of each decision.
local function scorings(state, player, kind)
  local list, sums, last = {}, {}, nil
  for _, event in ipairs(state:events()) do
    if event.player == player and subject(state, event) == kind then
      list[#list + 1] = event.points
      if event.decision ~= last then sums[#sums + 1] = 0 end
      sums[#sums], last = sums[#sums] + event.points, event.decision
    end
  end
  return list, sums
end

local function has(list, wanted)
  for _, one in ipairs(list) do
    if one == wanted then return true end
  end
  return false
end

local function check_scoring(state, player, kind, points)
  local list, sums = scorings(state, player, kind)
  points = tonumber(points)
  if has(list, points) or has(sums, points) then return nil end
  -- in some cases the engine reports no event for a scoring of 0 points
  if points == 0 and sums[1] == nil then return nil end
  return #list > 0 and "for " .. table.concat(list, ", ") or "no such scoring"
end

-- Returns the points that a player got at the start of the next turn. The engine has begun this
-- turn, but in the file the last turn still has to be confirmed.
local function points_of_next_turn(state, player, saved)
  local messages, sum = jcz_undo.without(saved.replay), 0
  if #messages == 0 or messages[#messages].type == "COMMIT" then return 0 end
  local events = state:events()
  for i = #events, 1, -1 do
    if events[i].kind == "turn" then return sum end
    if events[i].kind == "placed" then break end
    if events[i].player == player then sum = sum + (events[i].points or 0) end
  end
  return 0
end

local function check_points(state, player, points, _, saved)
  local score = state:score(player) - points_of_next_turn(state, player, saved)
  return score ~= tonumber(points) and words.count(score, "point") or nil
end

-- By JCloisterZone's name of a token: a function that returns how many of them a player has left.
local COUNTED = expansions.gathered("counted_tokens")

local function check_tokens(state, player, name, count)
  local counted = COUNTED[name]
  if not counted then return nil, true end
  local left = counted(state, player)
  return left ~= tonumber(count) and tostring(left) or nil
end

-- Assertions about a player: a pattern, and a check. The check returns the actual value, or nil if
-- the assertion holds. If the assertion names something unknown, the second result is true.
local OF_PLAYER = {
  { "^(.+) scored ([%w.-]+) for (%d+) points?$", check_scoring },
  { "^(.+) has (%-?%d+) points?$", check_points },
  { "^(.+) has ([%u_]+) token with count (%d+)$", check_tokens },
}

local function player_of(names, name)
  for player, one in ipairs(names) do
    if one == name then return player end
  end
end

local function check_player(outcome, saved, text)
  for _, row in ipairs(OF_PLAYER) do
    local name, one, other = text:match(row[1])
    if name then
      local player = player_of(outcome.names, name)
      if not player then return "no player of this name" end
      return row[2](outcome.state, player, one, other, saved)
    end
  end
  return nil, true
end

-- ---- The decision -------------------------------------------------------------------------------

-- The decisions and phases of the engine, by the name of a phase in JCloisterZone. The engine has
-- no decision for the confirmation of an action.
local PHASES = expansions.gathered("phases")
local DECISIONS = {
  TilePhase = { draw = true, place = true }, ActionPhase = { deploy = true }, GameOverPhase = { over = true },
  CommitActionPhase = { draw = true, over = true, choice = true },
}

local function check_phase(outcome, name)
  local decision = outcome.state:decision() or "over"
  local phase = decision == "choice" and outcome.state:phase()
  if PHASES[name] then return phase ~= PHASES[name] and (phase or decision) or nil end
  if not DECISIONS[name] then return nil, true end
  return not DECISIONS[name][decision] and (phase or decision) or nil
end

local function can_pass(state)
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "pass" then return true end
  end
  return false
end

-- Returns whether the last message of the file may be undone: if it is not confirmed, and if the
-- player who sent it is the player who decides now.
local function can_undo(outcome, saved)
  local messages = jcz_undo.without(saved.replay)
  local last, placed = messages[#messages], nil
  if not last or last.type == "COMMIT" then return false end
  for _, message in ipairs(messages) do
    if message.type == "PLACE_TILE" then placed = message end
  end
  local decision = outcome.state:decision()
  local decides = decision and decision ~= "draw" and outcome.state:current_player() or placed
    and placed.player + 1
  return not last.player or last.player + 1 == decides
end

local function differs(wanted, came, text) return wanted ~= came and text or nil end

-- Assertions about the position: a pattern, and a check as above.
local OF_POSITION = {
  { "^[Pp]hase is (%w+)$", check_phase },
  { "^Player can pass$",
    function(outcome) return differs(true, can_pass(outcome.state), "that passing is not legal") end },
  { "^Player can't pass$",
    function(outcome) return differs(false, can_pass(outcome.state), "that passing is legal") end },
  { "^Undo is allowed$",
    function(outcome, _, saved) return differs(true, can_undo(outcome, saved), "nothing to take back") end },
  { "^Undo is not allowed$",
    function(outcome, _, saved) return differs(false, can_undo(outcome, saved), "a move to take back") end },
  { "^Available action (.+)$", offered.check },
  { "^(.-) options: (.+)$", offered.check_options },
  { "^Bazaar noAuction: (%l+)$", function(_, value, saved)
    return differs(value, tostring((saved.setup.rules or {})["bazaar-no-auction"] or false), "the other")
  end },
}

local function check_position(outcome, saved, text)
  for _, row in ipairs(OF_POSITION) do
    local found, more = text:match(row[1])
    if found then return row[2](outcome, found, saved, more) end
  end
  return nil, true
end

--- Checks the assertions of a file.
---@param outcome JczOutcome the state, and the names of the players
---@param saved SavedJcz the file, with its assertions, such as "Alice has 8 points", "Bob scored city for 15 points"
---@return string[] failed expected and actual values
---@return string[] unknown assertions that this module does not support
---@usage local check = require("spec.support.interop.assertions").check
--- local failed = check({ state = state, names = { "Alice" } }, { replay = {}, test = { assertions
--- = { "Alice has 3 points" } } }) assert(failed[1] == "expected 'Alice has 3 points', got 0
--- points")
function assertions.check(outcome, saved)
  local failed, unknown = {}, {}
  for _, whole in ipairs(saved.test and saved.test.assertions or {}) do
    local text = whole:gsub("%.$", "")
    local came, is_unknown = check_position(outcome, saved, text)
    if is_unknown then came, is_unknown = check_player(outcome, saved, text) end
    if is_unknown then
      unknown[#unknown + 1] = ("assertion '%s'"):format(whole)
    elseif came then
      failed[#failed + 1] = ("expected '%s', got %s"):format(whole, came)
    end
  end
  return failed, unknown
end

return assertions
