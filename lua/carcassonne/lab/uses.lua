--- Counts how players use what scripts offer: options of phases, tokens, and points; and how often
--- rules that forbid or add actions do so.
--
-- The counts of a game are integers by key, so that those of blocks can be added in any order. What
-- a script declares has a key in every game, even if it never comes up.
-- @module carcassonne.lab.uses

local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local variant_games = require "carcassonne.variant.game"

local uses = {}

--- The counts of one thing that a script offers.
---@class UseCounts
---@field offered integer decisions in which it was among the legal actions; 0 if it is not an option
---@field taken integer decisions in which an option was chosen; for other kinds, how often it happened
---@field games integer games in which it was offered or happened
---@field players integer players who have chosen it or had it, added over the games
---@field points integer points that players were given
---@field squares? integer squares of the points of a game, added over the games; only for points

local MOST_NUMBERS = 12 -- numbers of options without labels that are counted apart, in each phase
local OTHERS = "higher numbers"

---@class Uses
---@field declared string[] keys that each game has
---@field said table<string, table> for each phase: its key, its labels, and the keys of its options by number
---@field mixed boolean whether options of scripts may be among the deployments
---@field restricts boolean whether scripts have rules that forbid or add actions
---@field given table<string, UseCounts> counts of the current game
---@field who table<string, table<integer, boolean>> for each key, the players who are counted
local Uses = {}
Uses.__index = Uses

-- ---- Keys ---------------------------------------------------------------------------------------

local SEPARATOR = "\t"

local function key_of(kind, name, label) return table.concat({ kind, name, label }, SEPARATOR) end

--- Returns the parts of a key.
---@param key string
---@return "option"|"token"|"points"|"rule" kind
---@return string name of the phase, token, points or rule
---@return string? label of an option, or of the actions of a rule
---@usage local kind, name = require("carcassonne.lab.uses").parts "token\tgold"
--- assert(kind == "token" and name == "gold")
function uses.parts(key)
  local kind, name, label = key:match "^([^\t]*)\t([^\t]*)\t?(.*)$"
  return kind, name, label ~= "" and label or nil
end

-- Returns the label of an option: its label in the script, or its number. Options that differ only
-- in their places have none.
local function label_of(said, number, is_placed)
  if said.labels[number] then return said.labels[number] end
  local text = said.label:find("{number}", 1, true) and said.label or not is_placed and "number {number}"
  if not text then return nil end
  return number <= MOST_NUMBERS and text:gsub("{number}", number):gsub("[{}]", "") or OTHERS
end

-- Returns the keys of an option: that of its phase, and that of its label, if it has one.
function Uses:_keys(action)
  local said, number = self.said[action.name], not action.token and action.number
  if not number then return said.key end
  local by_number = action.x and said.placed or said.free
  if by_number[number] == nil then
    local label = label_of(said, number, action.x ~= nil)
    by_number[number] = label and key_of("option", action.name, label) or false
  end
  return said.key, by_number[number]
end

-- ---- Declarations -------------------------------------------------------------------------------

local function name_of(row) return type(row) == "table" and row.name or row end

-- Whether a phase leaves anything to a player.
local function asks(phase) return phase.ask or phase.offer end

-- The keys of a script that forbid or add actions, and those whose functions can forbid deployments
-- by a verb.
local RESTRICTIONS = { "edges", "forbidden_placements", "allow_placement", "forbidden_deployments",
  "allow_deployment" }
local WITH_VERBS = { "on_tile_placed", "phases" }

local function has_any(source, keys)
  for _, key in ipairs(keys) do
    if source[key] then return true end
  end
  return false
end

local function declared_in(source, add)
  for _, phase in ipairs(source.phases or {}) do
    if asks(phase) then add("option", phase.name) end
    for _, label in ipairs(asks(phase) and phase.labels or {}) do add("option", phase.name, label) end
  end
  for _, token in ipairs(source.tokens or {}) do add("token", name_of(token)) end
  for _, name in ipairs(RESTRICTIONS) do
    if source[name] then add("rule", name) end
  end
end

--- Returns a counter for the games of these rules; nil if they have no scripts.
---@param game Game
---@return Uses?
function uses.new(game)
  local self = setmetatable({ declared = {}, said = {}, mixed = false, restricts = false }, Uses)
  local variants = variant_games.variants_of(game)
  if #variants == 0 then return nil end
  local function add(kind, name, label) table.insert(self.declared, key_of(kind, name, label)) end
  for _, variant in ipairs(variants) do
    declared_in(variant.source, add)
    self.restricts = self.restricts or has_any(variant.source, RESTRICTIONS)
      or has_any(variant.source, WITH_VERBS)
    for _, phase in ipairs(variant.source.phases or {}) do
      self.said[phase.name] = self.said[phase.name] or { key = key_of("option", phase.name),
        labels = phase.labels or {}, label = phase.label or "", placed = {}, free = {} }
      self.mixed = self.mixed or phase.timing == "deployment" or phase.timing == "anytime"
    end
  end
  return self
end

-- ---- Counting -----------------------------------------------------------------------------------

local function nothing() return { offered = 0, taken = 0, games = 0, players = 0, points = 0 } end

function Uses:_of(key)
  local counts = self.given[key] or nothing()
  self.given[key] = counts
  return counts
end

-- Records that a player has chosen something, or had it happen.
function Uses:_take(key, player)
  local counts, who = self:_of(key), self.who[key] or {}
  self.who[key], counts.taken, counts.games = who, counts.taken + 1, 1
  if player and not who[player] then
    who[player] = true
    counts.players = counts.players + 1
  end
  return counts
end

--- Starts a game.
function Uses:begin()
  self.given, self.who = {}, {}
  for _, key in ipairs(self.declared) do self:_of(key) end
end

-- Adds a decision to the options that it offers. `offered` has those that are counted already.
function Uses:_offer(offered, key)
  if not key or offered[key] then return end
  offered[key] = true
  local counts = self:_of(key)
  counts.offered, counts.games = counts.offered + 1, 1
end

--- Counts a decision before it is carried out.
---@param state State
---@param count integer number of legal actions
---@param index integer index of the chosen action
function Uses:decision(state, count, index)
  local phase = state:phase()
  if not phase and not self.mixed then return end
  local offered, player, deploys = {}, state:current_player(), phase and state:decision() == "deploy"
  for i = 1, count do
    local action, key, labelled = state:action(i), nil, nil
    if action.kind == "choice" then
      key, labelled = self:_keys(action)
    elseif deploys and action.kind == "deploy" then
      key = self.said[phase].key
    end
    self:_offer(offered, key)
    self:_offer(offered, labelled)
    if i == index and key then self:_take(key, player) end
    if i == index and labelled then self:_take(labelled, player) end
  end
end

--- The name of points to which a script gives no label.
uses.UNLABELLED = "a function of the script"

local function add_points(self, label, event, points)
  local name = label and label ~= "" and label or uses.UNLABELLED
  local counts = self:_take(key_of("points", name), event.player)
  counts.points = counts.points + points
  counts.squares = counts.points * counts.points
end

-- What is counted of each kind of event. Options that chance chooses have no player.
local EVENTS = {
  chose = function(self, event)
    if event.player then return end
    local key, labelled = self:_keys { name = event.label, number = event.chosen, token = event.token }
    self:_take(key)
    if labelled then self:_take(labelled) end
  end,
  token = function(self, event) self:_take(key_of("token", event.label), event.player) end,
  put = function(self, event) self:_take(key_of("token", event.label), event.player) end,
  awarded = function(self, event) add_points(self, event.label, event, event.points) end,
  scored = function(self, event)
    for _, item in ipairs(event.items or {}) do
      if item.kind == "script" or item.kind == "row" then
        add_points(self, item.name, event, item.count * item.each)
      end
    end
  end,
}

-- The labels of the actions that a rule has changed.
local CHANGES = { removed = "actions taken away", added = "actions added" }

-- Counts the decisions in which rules forbade or added actions, and these actions.
local function count_restrictions(self, state)
  for name, counted in pairs(core.restrictions(state)) do
    if counted.decisions > 0 then
      local counts = self:_of(key_of("rule", name))
      counts.taken, counts.games = counted.decisions, 1
      for field, label in pairs(CHANGES) do
        local changed = counted[field] > 0 and self:_of(key_of("rule", name, label))
        if changed then changed.taken, changed.games = counted[field], 1 end
      end
    end
  end
end

--- Ends a game; returns its counts by key.
---@param state State
---@param events Event[] all events of the game
---@return table<string, UseCounts>
function Uses:finish(state, events)
  if self.restricts then count_restrictions(self, state) end
  for _, event in ipairs(events) do
    local count = EVENTS[event.kind]
    if count then count(self, event) end
  end
  return self.given
end

-- ---- Sums ---------------------------------------------------------------------------------------

--- Adds the counts of a game or a block to others.
---@param into table<string, UseCounts>
---@param more table<string, UseCounts>
function uses.add(into, more)
  for key, counts in pairs(more) do
    local sum = into[key] or nothing()
    into[key] = sum
    for field, count in pairs(counts) do sum[field] = (sum[field] or 0) + count end
  end
end

--- The uses of an option, token, rule or source of points, summed over the games of a run.
---@class Use
---@field kind "option"|"token"|"points"|"rule"
---@field name string
---@field label? string
---@field counts UseCounts

--- Returns the uses in these blocks, sorted by kind and name.
---@param found {arm:BlockArm}[] as run_plan.of_arm returns them
---@return Use[]
function uses.of(found)
  local sums, keys, list = {}, {}, {}
  for _, one in ipairs(found) do uses.add(sums, one.arm.uses or {}) end
  for key in pairs(sums) do keys[#keys + 1] = key end
  c_locale.sort(keys)
  for i, key in ipairs(keys) do
    local kind, name, label = uses.parts(key)
    list[i] = { kind = kind, name = name, label = label, counts = sums[key] }
  end
  return list
end

return uses
