--- Replays a logged game and names every difference: legal placements, legal deployments, points, goods, pieces in
-- hand, who moves, what is set aside, and the final scoring by kind.
-- @module carcassonne.interop.replay

local carcassonne = require "carcassonne"
local message = require "carcassonne.view.message"

local replay = {}

-- The pieces in the order of a log's `supply`, and what a log calls them where that differs.
local SUPPLY = { "follower", "large", "builder", "pig" }
local GOODS = { "wine", "grain", "cloth" }
local LOG_NAME = { follower = "meeple" }
local FINAL_KINDS = { "road", "city", "monastery", "field", "goods" }
local SHOWN = 6 -- of a list that differs

local Replay = {}
Replay.__index = Replay

-- Raised to give a game up: what follows would only repeat the difference.
local ABANDON = {}

function Replay:differ(...)
  local where = self.turn and "turn " .. self.turn or self.state and "at the end" or "at the start"
  self.report { game = self.log.id, turn = self.turn, where = where, text = string.format(...) }
  self.differences = self.differences + 1
end

function Replay:abandon(...)
  self:differ(...)
  error(ABANDON, 0)
end

local function cut(words)
  if #words <= SHOWN then return table.concat(words, ", ") end
  return ("%s and %d more"):format(table.concat(words, ", ", 1, SHOWN), #words - SHOWN)
end

-- What is in one list only, as sorted words.
local function only_in(one, other)
  local left = {}
  for _, word in ipairs(other) do left[word] = (left[word] or 0) + 1 end
  local found = {}
  for _, word in ipairs(one) do
    if (left[word] or 0) > 0 then left[word] = left[word] - 1 else found[#found + 1] = word end
  end
  return found
end

function Replay:compare_lists(what, ours, theirs)
  local more, less = only_in(ours, theirs), only_in(theirs, ours)
  if #more > 0 then self:differ("%s only here: %s", what, cut(more)) end
  if #less > 0 then self:differ("%s only in the log: %s", what, cut(less)) end
end

function Replay:compare_numbers(what, ours, theirs)
  for i = 1, math.max(#ours, #theirs) do
    if ours[i] ~= theirs[i] then
      self:differ("%s: here %s, in the log %s", what, table.concat(ours, " "), table.concat(theirs, " "))
      return
    end
  end
end

-- The same of numbers that go on from turn to turn: what stays off by as much is not told again.
function Replay:compare_running(what, ours, theirs)
  local off = {}
  for i = 1, #ours do off[i] = ours[i] - (theirs[i] or 0) end
  local now = table.concat(off, " ")
  if now ~= (self.off[what] or ("0 "):rep(#ours):sub(1, -2)) then self:compare_numbers(what, ours, theirs) end
  self.off[what] = now
end

-- ---- Draws --------------------------------------------------------------------------------------

function Replay:draw(id)
  local state = self.state
  if state:decision() ~= "draw" then
    self:abandon("the log draws %s here, but %s", id, state:is_terminal() and "the game is over" or
      "the decision is: " .. state:decision())
  end
  local done, problem = state:apply_action("draw " .. id)
  if not done then self:abandon("the draw of the log cannot be made: %s", problem) end
end

function Replay:set_aside(ids)
  for _, id in ipairs(ids or {}) do
    self:draw(id)
    local actions = self.state:legal_actions()
    if self.state:decision() == "place" then
      self:abandon("%s is set aside in the log, but fits here: %s", id, tostring(actions[1]))
    end
  end
end

-- ---- One tile -----------------------------------------------------------------------------------

local function placement(x, y, rotation) return ("%d,%d r%d"):format(x, y, rotation) end

function Replay:place()
  local state, entry = self.state, self.entry
  if state:decision() ~= "place" then
    self:abandon("%s fits nowhere here; the log has %d placements", entry.tile, #entry.legal)
  end
  if state:current_player() ~= entry.player + 1 then
    self:abandon("player %d moves here, player %d in the log", state:current_player(), entry.player + 1)
  end
  local ours, theirs = {}, {}
  for i, action in ipairs(state:legal_actions()) do ours[i] = placement(action.x, action.y, action.rotation) end
  for i, legal in ipairs(entry.legal) do theirs[i] = placement(table.unpack(legal)) end
  self:compare_lists("placements of " .. entry.tile, ours, theirs)
  self.decisions = self.decisions + 1
  local text = ("place %s %s"):format(entry.tile, placement(table.unpack(entry.place)))
  local done, problem = state:apply_action(text)
  if not done then self:abandon("the placement of the log cannot be made: %s", problem) end
end

-- Ports of a segment in a definite order, so that both sides write the same.
local function normal(piece, segment)
  local kind, ports = segment:match("^(%w+):(.*)$")
  if not kind then return piece .. "@" .. segment end
  local list = {}
  for port in ports:gmatch("%w+") do list[#list + 1] = port end
  table.sort(list)
  return ("%s@%s:%s"):format(piece, kind, table.concat(list, "."))
end

local function normal_text(text)
  local piece, segment = text:match("^([^@]*)@(.*)$")
  return piece and normal(piece, segment) or text
end

-- The legal deployments as a log writes them, and the action of each.
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
  local state, entry = self.state, self.entry
  local ours, actions = deployments(state)
  local theirs = {}
  for i, text in ipairs(entry.pieces or {}) do theirs[i] = normal_text(text) end
  self:compare_lists("deployments", ours, theirs)
  if #ours > 0 or #theirs > 0 then self.decisions = self.decisions + 1 end
  if entry.deploy then
    local action = actions[normal_text(entry.deploy)]
    if not action then self:abandon("%s is deployed in the log, and cannot be here", entry.deploy) end
    state:apply_action(action)
  elseif state:decision() == "deploy" then
    state:apply_action("pass")
  end
end

-- ---- What is counted -----------------------------------------------------------------------------

-- Points by kind and player of the final scoring, and their sums.
local function final_points(state)
  local kinds, sums = {}, {}
  for player = 1, #state:returns() do sums[player] = 0 end
  for _, event in ipairs(state:events()) do
    if event.final and event.points and event.points ~= 0 and event.kind ~= "completed" then
      local kind = event.kind == "scored" and event.feature or "script"
      kinds[kind] = kinds[kind] or {}
      kinds[kind][event.player] = (kinds[kind][event.player] or 0) + event.points
      sums[event.player] = sums[event.player] + event.points
    end
  end
  return kinds, sums
end

local function scores(state)
  local points = state:returns()
  if not state:is_terminal() then return points end
  local _, sums = final_points(state)
  for player = 1, #points do points[player] = points[player] - sums[player] end
  return points
end

function Replay:compare_counts()
  local state, entry = self.state, self.entry
  self:compare_running("scores", scores(state), entry.scores)
  for player = 1, state:game():players() do
    local supply, ours = state:supply(player), {}
    for i, piece in ipairs(SUPPLY) do ours[i] = supply[piece] or 0 end
    self:compare_running(("pieces in hand of player %d"):format(player), ours, entry.supply[player])
    if entry.goods then
      local tokens, goods = state:goods(player), {}
      for i, good in ipairs(GOODS) do goods[i] = tokens[good] end
      self:compare_running(("goods of player %d"):format(player), goods, entry.goods[player])
    end
  end
end

-- Where an edition asks whether to go on, the log's next turn knows.
function Replay:answer_extra(next_entry)
  if self.state:decision() ~= "extra" then return end
  local take = next_entry and next_entry.player == self.entry.player
  self.state:apply_action(take and "extra take" or "extra decline")
end

-- The kinds of points that either side has, the common ones first.
local function kinds_of(ours, theirs)
  local kinds, known, others = {}, {}, {}
  for i, kind in ipairs(FINAL_KINDS) do kinds[i], known[kind] = kind, true end
  for _, side in ipairs { ours, theirs } do
    for kind in pairs(side) do
      if not known[kind] then others[#others + 1], known[kind] = kind, true end
    end
  end
  table.sort(others)
  return table.move(others, 1, #others, #kinds + 1, kinds)
end

function Replay:compare_end()
  self.turn, self.entry = nil, nil
  local aside = self.log.discarded_at_end or {}
  -- A game may end as soon as nothing left fits; then what is left is what the log set aside.
  if self.state:is_terminal() then
    local left = {}
    for id, count in pairs(self.state:tiles_left()) do
      for _ = 1, count do left[#left + 1] = id end
    end
    table.sort(left)
    self:compare_lists("tiles left", left, aside)
  else
    self:set_aside(aside)
  end
  if not self.state:is_terminal() then
    self:abandon("the game goes on here; tiles to be drawn: %d", self.state:num_tiles_left())
  end
  local kinds = final_points(self.state)
  local players = self.state:game():players()
  for _, kind in ipairs(kinds_of(kinds, self.log.final_scoring)) do
    local ours, theirs = {}, self.log.final_scoring[kind] or {}
    local logged = {}
    for player = 1, players do
      ours[player] = (kinds[kind] or {})[player] or 0
      logged[player] = theirs[player] or 0
    end
    self:compare_numbers("final scoring, " .. kind, ours, logged)
  end
  self:compare_numbers("final scores", self.state:returns(), self.log.final)
end

local function play(self)
  for number, entry in ipairs(self.log.turns) do
    self.turn, self.entry = number, entry
    self:set_aside(entry.discarded)
    self:draw(entry.tile)
    self:place()
    self:deploy()
    self:compare_counts()
    self:answer_extra(self.log.turns[number + 1])
  end
  self:compare_end()
end

-- ---- The face -------------------------------------------------------------------------------------

---@class Difference
---@field game string id of the game
---@field turn? integer from 1; none at the end
---@field where string the same in words
---@field text string

--- Whether all tile sets of a logged game are there, and if not, which one is missing.
---@param logged LoggedGame
---@return boolean
---@return string? missing
function replay.supported(logged)
  local have = {}
  for _, name in ipairs(carcassonne.tilesets) do have[name] = true end
  for _, name in ipairs(logged.sets) do
    if not have[name] then return false, name end
  end
  return true
end

local games = setmetatable({}, { __mode = "v" })

local function game_for(logged, edition)
  local key = ("%s/%d/%s"):format(edition, logged.players, table.concat(logged.sets, ","))
  local game = games[key]
  if not game then
    game = carcassonne.game {
      players = math.tointeger(logged.players), edition = edition, sets = logged.sets, draws = "manual",
    }
    games[key] = game
  end
  return game
end

--- Replays one game and reports each difference. When it cannot be followed any further, the rest is left out.
---@param logged LoggedGame whose shape has been checked by carcassonne.interop.log
---@param options {edition:string, report:fun(difference:Difference)}
---@return integer differences how many there were
---@return integer decisions placements and deployments that were compared
function replay.compare(logged, options)
  local self = setmetatable({ log = logged, report = options.report, differences = 0, decisions = 0, off = {} }, Replay)
  local fine, game = pcall(game_for, logged, options.edition)
  if not fine then
    self:differ("the game cannot be begun: %s", message.plain(game))
    return self.differences, self.decisions
  end
  self.state = game:new_initial_state()
  local followed, why = pcall(play, self)
  if not followed and why ~= ABANDON then error(why, 0) end
  return self.differences, self.decisions
end

return replay
