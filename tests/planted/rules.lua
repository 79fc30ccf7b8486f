--- The planted rules: twelve house rules in the usual form of designers, with what sensible players
--- do about them. tests/planted/measure.lua measures what bots do.
-- @module tests.planted.rules

local FOLDER = "tests/planted/"

--- A planted rule.
---@class PlantedRule
---@field name string
---@field path string of the script
---@field sentence string the rule
---@field sensible string what a sensible player does
---@field players integer[] numbers of players
---@field wins? boolean whether the most points do not decide who wins
---@field cooperative? boolean whether all players win or lose together
---@field labels string[] labels of the points that the rule gives; "cities" for items of complete cities
---@field option fun(state:State, action:Action):string? name of the option of the rule that an action is; nil for other actions
---@field later fun(state:State, player:integer):number points that the rule is likely to bring the player later, minus those of the best
--- other player; the ratings of a blind greedy bot lack them
---@field options string[] the names of all options
---@field holds fun(use:table<string, PlantedUse>):boolean whether players with these counts do what is sensible
---@field random? table<string, any> values of the script's options with which the rule comes up in random games

--- How often players had an option, and what they did.
---@class PlantedUse
---@field offered integer decisions with this option
---@field taken integer
---@field pays integer decisions in which a sensible player takes it
---@field taken_when_it_pays integer

-- ---- Statements about counts --------------------------------------------------------------------

local TAKES, LEAVES = 0.8, 0.2 -- shares of offers

-- An option is taken when it pays, and seldom when it does not.
local function takes_when_it_pays(one)
  local others = one.offered - one.pays
  return one.taken_when_it_pays >= TAKES * one.pays
    and one.taken - one.taken_when_it_pays <= LEAVES * others
end

-- Returns a statement about several options.
local function all_taken_when_they_pay(...)
  local names = { ... }
  return function(use)
    for _, name in ipairs(names) do
      if not takes_when_it_pays(use[name]) then return false end
    end
    return true
  end
end

-- ---- Options ------------------------------------------------------------------------------------

local function option_of_script(_, action)
  if action.kind == "choice" then return action.name end
end

-- Returns a function that names deployments of a follower on incomplete features of a kind.
local function follower_on(kind, name)
  return function(state, action)
    if action.kind ~= "deploy" or not action.text:find("^" .. kind) then return end
    if not state:game():piece(action.piece).follower then return end
    if not state:feature(action.x, action.y, action.segment).complete then return name end
  end
end

local on_road, on_city = follower_on("road", "on a road"), follower_on("city", "in a city")
local on_field = follower_on("field", "on a field")

-- ---- What the rules bring later -----------------------------------------------------------------

-- Returns a rough probability that an incomplete road or city stays incomplete until the end.
local function stays_open(state) return math.max(0.15, 1 - state:num_tiles_left() / 60) end

local function turns_left(state)
  return math.floor(state:num_tiles_left() / #state:players())
end

-- Returns a function that subtracts the highest value of another player from that of the player.
local function lead_in(value)
  return function(state, player)
    local best = -math.huge
    for _, other in ipairs(state:players()) do
      if other ~= player then best = math.max(best, value(state, other)) end
    end
    return value(state, player) - (best > -math.huge and best or 0)
  end
end

-- Returns the number of followers that a player has on incomplete features of a kind.
local function followers_on(kind, state, player)
  return state:count { "pieces", follower = true, kind = kind, complete = false, player = player }
end

-- A follower in hand can still be deployed on a road.
local function roadside(state, player)
  local later = math.min(state:in_hand(player, "follower"), 0.7 * turns_left(state))
  local is_late = math.max(0, 1 - state:num_tiles_left() / 40)
  return 20 * (stays_open(state) * followers_on("road", state, player) + 0.6 * is_late * later)
end

-- A city with many open edges is likely to stay unfinished.
local function ruins(state, player)
  local sum = 0
  for knight in state:each { "pieces", follower = true, kind = "city", complete = false, player = player } do
    local open = state:feature(knight.x, knight.y, knight.segment).open
    sum = sum - 30 * (1 - (1 - 0.5 * stays_open(state)) ^ open)
  end
  return sum
end

local function road_lord(state, player)
  local lead = lead_in(function(_, one) return followers_on("road", state, one) end)(state, player)
  return 20 * math.max(0, 1 - state:num_tiles_left() / 30) * math.max(-3, math.min(3, lead))
end

-- Points that come before the goal decide; points of fields come after it.
local function race(state, player)
  return 0.5 * state:score(player) - 20 * followers_on("field", state, player)
end

local FURTHER_TILE = 4 -- points that a further tile is worth

-- Returns 1 if the player will place a further tile in this turn; the tile has left its reserve.
-- After a choice at the end of the turn, the player has declined it.
local function further_tile(state, player)
  local is_due = state:turn_player() == player and state:part() == 1 and state:decision() ~= "choice"
  return is_due and state:variable "further_tile" or 0
end

local function auction(state, player)
  local is_bidder = state:variable "sale" == 1 and state:variable "bidder" == player
  return FURTHER_TILE * (state:num_in_reserve("won", player) + further_tile(state, player))
    + (is_bidder and FURTHER_TILE - state:variable "bid" or 0)
end

local function market(state, player)
  return FURTHER_TILE * (state:num_in_reserve("bought", player) + further_tile(state, player))
end

local function wishes(state, player)
  local is_wisher = state:variable "wished" == 1 and state:turn_player() == player
  return (is_wisher and 2 or 0) - 12 * state:variable("grudges", player)
end

local function toll(state, player)
  local gate = state:token "gate"
  return gate and gate.player == player and 0.5 * state:num_tiles_left() or 0
end

local CROWN = 3 -- points that a crown in hand is worth

local function crowns(state, player)
  local sum = CROWN * state:variable("crowns", player) * math.min(1, turns_left(state) / 8)
  for city in state:each { "features", kind = "city", complete = false, token = "crown" } do
    local is_completed = (1 - stays_open(state)) * 0.9 ^ (city.open - 1)
    for _, one in ipairs(city.majority) do
      if one == player then sum = sum + (1.4 * city.tiles + 1.4) * is_completed end
    end
  end
  return sum
end

local function ban(state, player)
  return -3 * math.min(turns_left(state), 5) * state:variable("banned", player)
end

-- The ratings of greedy add up the points of all players.
local function together() return 0 end

-- ---- The rules ----------------------------------------------------------------------------------

local rules = {
  {
    name = "roadside",
    sentence = "At the end, each follower on a road brings its player 20 points.",
    sensible = "When few tiles are left, deploys on roads that will stay open.",
    labels = { "roadside" }, options = { "on a road" },
    option = on_road,
    later = lead_in(roadside),
    holds = all_taken_when_they_pay "on a road",
  },
  {
    name = "road-lord",
    sentence = "At the end, the player with the most followers on roads gets 60 points.",
    sensible = "Near the end, deploys on roads until no other player can have as many followers there.",
    labels = { "road lord" }, options = { "on a road" },
    option = on_road,
    later = road_lord,
    holds = all_taken_when_they_pay "on a road",
  },
  {
    name = "coins",
    sentence = "Instead of deploying, a player may take a coin; at the start of a turn a coin buys 3 points.",
    sensible = "Takes a coin instead of deploying nothing, and spends all coins.",
    labels = { "coin" }, options = { "take-coin", "buy" },
    option = option_of_script,
    later = lead_in(function(state, player) return 2 * state:variable("coins", player) end),
    holds = all_taken_when_they_pay("take-coin", "buy"),
  },
  {
    name = "wishes",
    sentence = "A player may wish; the next player grants it, or refuses it and loses 12 points at the end.",
    sensible = "Wishes instead of deploying nothing, and grants each wish.",
    labels = { "wish", "thanks", "grudge" }, options = { "wish", "grant" },
    option = option_of_script,
    later = lead_in(wishes),
    holds = all_taken_when_they_pay("wish", "grant"),
  },
  {
    name = "ruins",
    sentence = "At the end, each follower in an unfinished city costs its player 30 points.",
    sensible = "When few tiles are left, does not deploy in cities that will stay unfinished.",
    labels = { "ruin" }, options = { "in a city" },
    option = on_city,
    later = lead_in(ruins),
    holds = all_taken_when_they_pay "in a city",
  },
  {
    name = "race",
    sentence = "The first player with 50 points wins, and the game ends.",
    sensible = "Does not deploy farmers, whose points come after the game has been won.",
    labels = {}, options = { "on a field" }, random = { goal = 8 }, wins = true,
    option = on_field,
    later = lead_in(race),
    holds = function(use) return use["on a field"].taken <= 0.01 * use["on a field"].offered end,
  },
  {
    name = "auction",
    sentence = "After every second turn a tile is auctioned; its buyer places it in addition.",
    sensible = "Bids while the tile costs less than about 4 points.",
    labels = { "bid" }, options = { "bid" },
    option = option_of_script,
    later = lead_in(auction),
    holds = all_taken_when_they_pay "bid",
  },
  {
    name = "market",
    sentence = "Three tiles lie open; a player may buy one for 1 point and place it in addition.",
    sensible = "Buys a tile in each turn.",
    labels = { "market" }, options = { "buy" },
    option = option_of_script,
    later = lead_in(market),
    holds = all_taken_when_they_pay "buy",
  },
  {
    name = "toll",
    sentence = "The toll gate costs 2 points; every other player who places a road pays its holder 1 point.",
    sensible = "Takes the gate from another player while many tiles are left.",
    labels = { "gate", "toll" }, options = { "take-gate" },
    option = option_of_script,
    later = lead_in(toll),
    holds = all_taken_when_they_pay "take-gate",
  },
  {
    name = "crowns",
    sentence = "A player may put one of 5 crowns on an unfinished city, which then scores double.",
    sensible = "Crowns own cities that are likely to be completed.",
    labels = { "cities" }, options = { "crown" },
    option = option_of_script,
    later = lead_in(crowns),
    holds = all_taken_when_they_pay "crown",
  },
  {
    name = "ban",
    sentence = "A player who scores a city deploys nothing until the player has paid 3 points.",
    sensible = "Pays at once, except in the last turns.",
    labels = { "fine" }, options = { "pay" },
    option = option_of_script,
    later = lead_in(ban),
    holds = all_taken_when_they_pay "pay",
  },
  {
    name = "together",
    sentence = "All players win if they have 180 points each on average; a player may help the next.",
    sensible = "Helps the next player instead of deploying nothing.",
    labels = { "help" }, options = { "help" }, cooperative = true,
    option = option_of_script,
    later = together,
    holds = all_taken_when_they_pay "help",
  },
}

for _, rule in ipairs(rules) do
  rule.path = FOLDER .. rule.name .. ".lua"
  rule.players = rule.players or { 2, 3, 4, 5 }
end

return rules
