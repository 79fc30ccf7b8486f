--- Measures that are counted in each game, as integers. Means over the turns of a game are counted
--- in thousandths, so that sums over games are exact in any order.
-- @module carcassonne.lab.measures

local games = require "carcassonne.lab.games"
local uses = require "carcassonne.lab.uses"

local measures = {}

--- Sources of points: kinds of complete features, incomplete features, fields, goods, scripts.
---@type string[]
measures.kinds = { "road", "city", "monastery", "incomplete", "field", "goods", "script" }

local KINDS = {
  road = "roads", city = "cities", monastery = "monasteries", incomplete = "incomplete features",
    field = "fields",
  goods = "goods", script = "house rules",
}

local ORDINALS = { "first", "second", "third", "fourth", "fifth", "sixth" }

local THOUSANDTHS, HUNDREDTHS = 1000, 0.01

--- A measure of a game.
---@class Counted
---@field key string name in options and files
---@field label string
---@field scale number divisor of a count for the value to show: 0.01 for shares; the number of players for sums over players
---@field digits integer number of digits after the decimal point
---@field unit string what is counted: "points", "games in 100"
---@field index? integer place of its sums in a block; nil for points that scripts label
---@field use? string key of its counts in lab.uses, for points that scripts label
---@field share? boolean whether it is a share of games, shown in per cent
---@field cooperative? boolean whether only cooperative games have it
---@field more string a sentence for a difference above 0, with %s for the amount
---@field less string the sentence for a difference below 0

-- Makes a measure. In `sentence`, %s stands for the amount, and + for "more" (for a difference
-- above 0) or `less`, "fewer" by default (for a difference below 0).
local function counted(key, label, scale, sentence, given)
  given = given or {}
  return { key = key, label = label, scale = scale, digits = 2, unit = given.unit or "points",
    more = (sentence:gsub("+", "more")), less = (sentence:gsub("+", given.less or "fewer")) }
end

-- Makes a measure that is a share of the games.
local function share(key, label, sentence)
  local one = counted(key, label, HUNDREDTHS, sentence, { unit = "games in 100" })
  one.digits, one.share = 1, true
  return one
end

-- Marks a measure that is 0 in all games that are not cooperative.
local function of_cooperative(one)
  one.cooperative = true
  return one
end

-- Returns the name of a side, and its verb.
local function names_of(side)
  if #side > 1 then
    return ("players %s and %d"):format(table.concat(side, ", ", 1, #side - 1), side[#side]), "win"
  end
  return "player " .. side[1], "wins"
end

local function add_points(list, sides)
  local n, team = #sides, sides[1] and #sides[1] > 1
  local who = team and "A team" or "A player"
  list[1] = counted("points", team and "points of a team" or "points of a player", n,
    who .. " gets %s + points")
  for _, kind in ipairs(measures.kinds) do
    list[#list + 1] = counted("from." .. kind, "  from " .. KINDS[kind], n, who .. " gets %s + points from "
      .. KINDS[kind])
  end
  for i, side in ipairs(n > 1 and sides or {}) do
    local name = names_of(side)
    local one = team and "The team of " .. name or ("The %s player"):format(ORDINALS[side[1]])
    list[#list + 1] = counted("points." .. i, "  of " .. name, 1, one .. " gets %s + points")
  end
end

--- Returns the measure of points to which a script gives a label.
---@param name string the label
---@param use string its key in lab.uses
---@param sides Sides
---@return Counted
function measures.of_label(name, use, sides)
  local who = sides[1] and #sides[1] > 1 and "A team" or "A player"
  local one, quoted = counted("label." .. name, "  for " .. name, #sides, who .. " gets %s + points for "),
    "`" .. name:gsub("%%", "%%%%") .. "`"
  one.more, one.less = one.more .. quoted, one.less .. quoted
  one.use = use
  return one
end

local function add_wins(list, sides)
  for i, side in ipairs(#sides > 1 and sides or {}) do
    local name, wins = names_of(side)
    local who = #side > 1 and ("The team of %s wins"):format(name)
      or ("The %s player wins"):format(ORDINALS[side[1]])
    list[#list + 1] = share("wins." .. i, ("%s %s"):format(name, wins), who .. " %s + games in 100")
  end
  if #sides < 2 then
    list[#list + 1] = of_cooperative(share("won", "games won", "The players win %s + games in 100"))
    list[#list + 1] = of_cooperative(share("lost", "games lost", "The players lose %s + games in 100"))
    return
  end
  list[#list + 1] = share("draws", "draws", "%s + games in 100 are drawn")
  list[#list + 1] = share("seat", "first seat minus last seat",
    "Compared with the last seat, the first seat wins %s + games in 100")
  list[#list + 1] = counted("lead", "the winner's lead", 1, "The winner is ahead by %s + points")
  list[#list + 1] = counted("lead_changes", "changes of the lead", 1, "The lead changes %s + times",
    { unit = "changes" })
  list[#list + 1] = share("overturned", "end overturns the lead",
    "The last turn and the final scoring overturn the lead in %s + games in 100")
end

-- Each row: key, label, the noun in the sentence, and the unit if it is not this noun.
local OF_GAME = {
  { "length", "turns", "turns" },
  { "tiles", "tiles on the table", "tiles" },
  { "decisions", "decisions", "decisions" },
  { "double_turns", "double turns per game", "double turns" },
  { "extra_parts", "further parts per game", "parts of turns after the first part", "parts" },
  { "chains", "chains of three or more parts", "chains of three or more parts of turns by one player",
    "chains" },
  { "longest", "parts in the longest chain", "parts in its longest chain", "parts" },
}

local function add_course(list, sides)
  for _, one in ipairs(OF_GAME) do
    list[#list + 1] = counted(one[1], one[2], 1, "A game has %s + " .. one[3], { unit = one[4] or one[3] })
  end
  list[#list + 1] = counted("goods", "goods of a player", #sides, "A player takes %s + goods",
    { unit = "goods" })
  list[#list + 1] = counted("idle", "idle pieces at a turn's end", THOUSANDTHS,
    "At the end of a turn, %s + pieces are idle", { unit = "pieces" })
  list[#list + 1] = counted("stakes", "cost of the second best action", THOUSANDTHS,
    "The second best action costs %s + points")
end

--- Returns the measures of games with these sides, in the order of tables.
---@param sides Sides
---@return Counted[]
---@usage local measures, games = require "carcassonne.lab.measures", require "carcassonne.lab.games"
--- assert(measures.list(games.sides(require("carcassonne").game()))[1].key == "points")
function measures.list(sides)
  local list = {}
  add_points(list, sides)
  add_wins(list, sides)
  add_course(list, sides)
  for i, measure in ipairs(list) do measure.index = i end
  return list
end

--- Returns the name of a measure for use outside of tables. In tables, some labels are indented
--- below "points".
---@param measure Counted
---@return string
function measures.name(measure) return (measure.label:gsub("^  ", "points ")) end

-- ---- Counting in a game -------------------------------------------------------------------------

--- Counter of the measures of a game.
---@class Watch
local Watch = {}
Watch.__index = Watch

---@class WatchOptions
---@field kinds? boolean count points by source, which takes longer
---@field turns? boolean count measures of turns: leads, idle pieces
---@field uses? boolean count how players use what scripts offer
---@field stakes? boolean count by how much the second best action is worse than the best, if the bot rates actions
---@field on_decision? fun(state:State, count:integer, index:integer) called before each decision

--- Returns a counter, which can be used for several games in turn.
---@param game Game
---@param sides Sides
---@param given? WatchOptions
---@return Watch
function measures.watch(game, sides, given)
  local names = {}
  for i, piece in ipairs(game:pieces()) do names[i] = piece.name end
  given = given or {}
  return setmetatable({ players = game:players(), sides = sides, pieces = names, given = given,
    cooperative = game:victory()[1] == "cooperative",
    uses = given.uses and uses.new(game) or nil }, Watch)
end

--- Starts a game.
---@param state State
function Watch:begin(state)
  self.part, self.turn, self.player = state:part(), state:turn_number(), state:turn_player()
  self.doubles, self.extras, self.row, self.chains, self.longest = 0, 0, 1, 0, 1
  self.leader, self.changes, self.turns, self.idle = nil, 0, 0, 0
  self.lost, self.looked = 0, 0
  if self.uses then self.uses:begin() end
end

local EACH = 8 -- one decision in EACH is rated, because rating takes as long as choosing

-- Returns the best and the second best rating.
local function two_best(ratings, count)
  local best, second
  for index = 1, count do
    local value = ratings[index]
    if value and (not best or value > best) then
      best, second = value, best
    elseif value and (not second or value > second) then
      second = value
    end
  end
  return best, second
end

--- Counts a decision before it is carried out.
---@param state State
---@param count integer
---@param index integer index of the chosen action
---@param bot Bot the bot that chose it
function Watch:before(state, count, index, bot)
  if self.given.on_decision then self.given.on_decision(state, count, index) end
  if self.uses then self.uses:decision(state, count, index) end
  if not self.given.stakes or not bot.rate or count < 2 or state:decisions() % EACH ~= 0 then return end
  local best, second = two_best(bot:rate(state, count) or {}, count)
  if second then self.lost, self.looked = self.lost + best - second, self.looked + 1 end
end

-- Returns the leader if there is only one; nil for a tie.
function Watch:_leader(state)
  local won, count = games.winners(self.sides, games.points(self.sides, state:returns()), state:winners())
  for side in ipairs(self.sides) do
    if won[side] and count == 1 then return side end
  end
end

-- Counts the end of a player's turn.
function Watch:_turn_ended(state, player)
  self.turns = self.turns + 1
  for _, piece in ipairs(self.pieces) do self.idle = self.idle + state:in_hand(player, piece) end
  local leader = self:_leader(state)
  if leader and self.leader and leader ~= self.leader then self.changes = self.changes + 1 end
  self.leader = leader or self.leader
end

-- Counts a further part of a turn.
function Watch:_next_part(state, new_turn)
  local player = state:turn_player()
  self.row = player == self.player and not (new_turn and self.players == 1) and self.row + 1 or 1
  if self.row == 3 then self.chains = self.chains + 1 end
  self.longest = math.max(self.longest, self.row)
  self.player = player
end

--- Counts a decision after it was carried out.
---@param state State
function Watch:after(state)
  local part, turn = state:part(), state:turn_number()
  if part > self.part then
    self.extras = self.extras + 1
    if part == 2 then self.doubles = self.doubles + 1 end
  end
  if self.given.turns and turn ~= self.turn then self:_turn_ended(state, self.player) end
  if part > self.part or turn ~= self.turn then self:_next_part(state, turn ~= self.turn) end
  self.part, self.turn = part, turn
end

-- ---- The end of a game --------------------------------------------------------------------------

-- Returns the source of an event's points, and the number of these points that come from a script.
-- A spot scores only through a script.
local function kind_of(event)
  if event.kind == "awarded" or event.feature == "spot" then return "script", 0 end
  local script = 0
  for _, item in ipairs(event.items or {}) do
    if item.kind == "script" then script = script + item.count * item.each end
  end
  local apart = event.complete or event.feature == "field" or event.feature == "goods"
  return apart and event.feature or "incomplete", script
end

local function count_kinds(values, events)
  for _, kind in ipairs(measures.kinds) do values["from." .. kind] = 0 end
  for _, event in ipairs(events) do
    if event.kind == "scored" or event.kind == "awarded" then
      local kind, script = kind_of(event)
      values["from." .. kind] = values["from." .. kind] + event.points - script
      values["from.script"] = values["from.script"] + script
    end
  end
end

function Watch:_count_winners(values, state, points)
  local won, n = games.winners(self.sides, points, state:winners())
  for side in ipairs(self.sides) do values["wins." .. side] = n == 1 and won[side] and 1 or 0 end
  values.won = self.cooperative and n > 0 and 1 or 0
  values.lost = self.cooperative and n == 0 and 1 or 0
  values.draws = n > 1 and 1 or 0
  values.seat = values["wins.1"] - values["wins." .. #self.sides]
  values.overturned = self.leader and not won[self.leader] and 1 or 0
  local leader = n == 1 and self:_leader(state)
  values.lead_changes = self.changes + (leader and self.leader and leader ~= self.leader and 1 or 0)
end

local function count_goods(state, players)
  local sum = 0
  for player = 1, players do
    for _, n in pairs(state:goods(player)) do sum = sum + n end
  end
  return sum
end

local function thousandths(sum, n) return n > 0 and math.floor(THOUSANDTHS * sum / n + 0.5) or 0 end

--- Ends a game; returns its counts by the keys of the measures, and the counts of uses.
---@param state State
---@return table<string, integer>
---@return table<string, UseCounts>? nil if they are not counted, or the game has no scripts
function Watch:finish(state)
  local points = games.points(self.sides, state:returns())
  local values = { points = 0, lead = games.lead(points) }
  for side, value in ipairs(points) do
    values.points, values["points." .. side] = values.points + value, value
  end
  self:_count_winners(values, state, points)
  values.length, values.tiles, values.decisions = state:turn_number(), state:num_tiles(), state:decisions()
  values.double_turns, values.extra_parts, values.chains, values.longest = self.doubles, self.extras,
    self.chains, self.longest
  values.goods = count_goods(state, self.players)
  values.idle, values.stakes = thousandths(self.idle, self.turns), thousandths(self.lost, self.looked)
  local events = (self.given.kinds or self.uses) and state:events()
  if self.given.kinds then count_kinds(values, events) end
  return values, self.uses and self.uses:finish(state, events)
end

return measures
