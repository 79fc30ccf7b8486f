--- Replays a logged game and reports every difference. This module replays the log of turns: legal
--- placements, legal deployments, points, goods, pieces in hand, the player to move, tiles set
--- aside, and the final scoring by kind.
-- spec.support.interop.decisions replays the log of decisions.

local c_locale = require "carcassonne.base.c_locale"
local comparison = require "spec.support.interop.comparison"
local compat = require "carcassonne.base.compat"
local decisions = require "spec.support.interop.decisions"
local error_message = require "carcassonne.base.error_message"
local forced_draws = require "spec.support.interop.forced_draws"
local game_options = require "spec.support.interop.game_options"
local points = require "spec.support.interop.points"
local snapshot = require "spec.support.interop.snapshot"

local replay = {}

-- The pieces in the order of a log's `supply`, and their names in logs if those differ.
local SUPPLY = { "follower", "large", "builder", "pig" }
local LOG_NAME = { follower = "meeple" }

-- Fields: `log`, `compare` (a Comparison), `state`, `has` (the sets in play) and `entry` (the turn
-- that is replayed).
local Replay = {}
Replay.__index = Replay

-- ---- One tile -----------------------------------------------------------------------------------

local function placement(x, y, rotation) return ("%d,%d r%d"):format(x, y, rotation) end

function Replay:place()
  local state, entry, compare = self.state, self.entry, self.compare
  if state:decision() ~= "place" then
    compare:abandon("%s does not fit anywhere on the board at this point; the log has %d "
      .. "placements", entry.tile, #entry.legal)
  end
  if state:current_player() ~= entry.player + 1 then
    compare:abandon("player %d moves here, player %d in the log", state:current_player(), entry.player + 1)
  end
  local ours, theirs = {}, {}
  for i, action in ipairs(state:legal_actions()) do
    ours[i] = placement(action.x, action.y, action.rotation)
  end
  for i, legal in ipairs(entry.legal) do theirs[i] = placement(compat.table.unpack(legal)) end
  compare:lists("placements of " .. entry.tile, ours, theirs)
  compare.decisions = compare.decisions + 1
  local text = ("place %s %s"):format(entry.tile, placement(compat.table.unpack(entry.place)))
  local done, problem = state:apply_action(text)
  if not done then compare:abandon("the placement of the log cannot be made: %s", problem) end
end

-- Returns the ports of a segment in a fixed order, so that both sides write the same text.
local function normal(piece, segment)
  local kind, ports = segment:match("^(%w+):(.*)$")
  if not kind then return piece .. "@" .. segment end
  local list = {}
  for port in ports:gmatch("%w+") do list[#list + 1] = port end
  c_locale.sort(list)
  return ("%s@%s:%s"):format(piece, kind, table.concat(list, "."))
end

local function normal_text(text)
  local piece, segment = text:match("^([^@]*)@(.*)$")
  return piece and normal(piece, segment) or text
end

-- Returns the legal deployments in the form of a log, and the action of each.
local function deployments(state)
  local names, actions = {}, {}
  if state:decision() ~= "deploy" then return names, actions end
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "deploy" then
      local name = normal(LOG_NAME[action.piece] or action.piece, action.text)
      names[#names + 1] = name
      actions[name] = action
    end
  end
  return names, actions
end

function Replay:deploy()
  local state, entry, compare = self.state, self.entry, self.compare
  local ours, actions = deployments(state)
  local theirs = {}
  for i, text in ipairs(entry.pieces or {}) do theirs[i] = normal_text(text) end
  compare:lists("deployments", ours, theirs)
  if #ours > 0 or #theirs > 0 then compare.decisions = compare.decisions + 1 end
  if entry.deploy then
    local action = actions[normal_text(entry.deploy)]
    if not action then compare:abandon("%s is deployed in the log, and cannot be here", entry.deploy) end
    state:apply_action(action)
  elseif state:decision() == "deploy" then
    state:apply_action("pass")
  end
end

-- ---- What is counted ----------------------------------------------------------------------------

-- Returns the points before the final scoring.
local function scores(state)
  local have = state:returns()
  if not state:is_terminal() then return have end
  local _, sums = points.final(state, state:events())
  for player = 1, #have do have[player] = have[player] - sums[player] end
  return have
end

function Replay:compare_counts()
  local state, entry, compare = self.state, self.entry, self.compare
  compare:running_numbers("scores", scores(state), entry.scores)
  for player = 1, state:game():players() do
    local supply, ours = state:pieces_in_hand(player), {}
    for i, piece in ipairs(SUPPLY) do ours[i] = supply[piece] or 0 end
    compare:running_numbers(("pieces in hand of player %d"):format(player), ours, entry.supply[player])
  end
  snapshot.compare_goods(compare, state, entry.goods, self.has)
end

-- If the edition asks whether the player takes a further part of the turn, answers as the next turn
-- in the log shows.
function Replay:answer_extra(next_entry)
  if self.state:decision() ~= "extra" then return end
  local take = next_entry and next_entry.player == self.entry.player
  self.state:apply_action(take and "extra take" or "extra decline")
end

local function play(self)
  local compare, logged = self.compare, self.log
  for number, entry in ipairs(logged.turns) do
    compare.at, self.entry = number, entry
    forced_draws.set_aside(compare, self.state, entry.discarded)
    forced_draws.draw(compare, self.state, entry.tile)
    self:place()
    self:deploy()
    self:compare_counts()
    self:answer_extra(logged.turns[number + 1])
  end
  if logged.cut then return end
  compare.at = nil
  forced_draws.finish(compare, self.state, logged.discarded_at_end)
  points.compare_final(compare, self.state, self.state:events(), logged)
end

-- ---- The face -----------------------------------------------------------------------------------

--- Returns a tile set or a rule value that a logged game needs and that is not supported.
---@param logged LoggedGame
---@return string? missing nil if everything is supported
function replay.missing(logged) return game_options.missing(logged) end

--- Replays one game and reports each difference. If the game cannot be followed any further, the
--- rest is not compared.
---@param logged LoggedGame a game whose shape spec.support.interop.log has checked
---@param options {edition:string, report:fun(difference:Difference)}
---@return Comparison
function replay.compare(logged, options)
  local compare = comparison.new(logged.id, logged.decisions and "decision" or "turn")
  local fine, game = pcall(game_options.game, logged, options.edition)
  if not fine then
    compare:differ("the game cannot start: %s", error_message.plain(game))
  else
    local state = game:new_initial_state()
    if logged.decisions then
      compare:run(decisions.play, logged, state, compare)
    else
      local has = snapshot.sets_in_play(logged.sets)
      compare:run(play, setmetatable({ log = logged, compare = compare, state = state, has = has }, Replay))
    end
  end
  for _, difference in ipairs(compare:differences()) do options.report(difference) end
  return compare
end

return replay
