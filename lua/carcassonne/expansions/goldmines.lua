--- The Goldmines: eight tiles that show gold, and sixteen ingots.
--
-- A player who places such a tile puts an ingot on it and, before deploying, another on one of the
-- tiles around it. Ingots belong to a tile, not to a feature. When a road, a city or a monastery is
-- complete, the ingots on its tiles (or on the nine tiles of a monastery) go to the player with the
-- majority there. When a castle scores, the ingots on its six tiles go to its owner. If the
-- placed tile gives several players a claim, they take one ingot each in turn, beginning with
-- the player whose turn it is. Each chooses one of the tiles to which they have a claim. Fields
-- take no ingots, and neither does any feature in the final scoring. At the end each ingot is worth
-- 1 point, 2 with at least four ingots, 3 with seven, 4 with ten.
--
-- Source: the sheets of all editions, which agree. They do not mention several features that are
-- completed at once. The publisher's answers say that castles collect ingots.

local clockwise = require "carcassonne.helpers.clockwise"

-- ---- Laying ingots ------------------------------------------------------------------------------

local beside = { "tiles", around = "last_placed", except = { at = "last_placed" } }
local several_beside = { "tiles", around = "last_placed", except = { at = "last_placed" }, min = 2 }

-- Puts the first ingot on the tile just placed, and the second if only one tile can take it.
local function lay_first(state, tile)
  local left = state:num_tokens "ingot"
  if left > 0 then state:put_token("ingot", tile) end
  if left > 1 and state:any(several_beside) then return end
  state:set_variable("laid", 1)
  if left > 1 then
    for only in state:each(beside) do state:put_token("ingot", only) end
  end
end

local function lay_second(state, action)
  state:set_variable("laid", 1)
  state:put_token("ingot", action)
  return true -- a piece may be deployed after it
end

-- ---- Claims -------------------------------------------------------------------------------------

local BITS = { 1, 2, 4, 8, 16, 32 } -- by player

local function has(claims, player) return math.floor(claims / BITS[player]) % 2 == 1 end
local function with(claims, player) return has(claims, player) and claims or claims + BITS[player] end

local function count(claims)
  local sum = 0
  for player = 1, #BITS do sum = sum + (has(claims, player) and 1 or 0) end
  return sum
end

-- Gives these players a claim to the ingots on each of these tiles.
local function claim(state, tiles, players)
  for tile in state:each(tiles) do
    local claims = state:variable("claims", tile.index)
    for _, player in ipairs(players) do claims = with(claims, player) end
    state:set_variable("claims", tile.index, claims)
  end
  local all = state:variable "claimed"
  for _, player in ipairs(players) do all = with(all, player) end
  state:set_variable("claimed", all)
end

local function claim_of_feature(state, scoring)
  local is_around = scoring.kind == "monastery" or scoring.kind == "spot"
  local tiles = { "tiles", token = "ingot", [is_around and "around" or "feature"] = scoring.feature }
  claim(state, tiles, scoring.players)
end

-- The six tiles of a castle are the tiles that are around both of its halves.
local function claim_of_castle(state, given)
  if given.label ~= "castle" then return end
  for castle in state:each { "features", kind = "city", variable = "castles.scoring?" } do
    local halves = castle:segments()
    local tiles = { "tiles", token = "ingot", around = halves[1], all = { around = halves[2] } }
    claim(state, tiles, { given.player })
  end
end

-- ---- Giving them out ----------------------------------------------------------------------------

local claimed = { "tiles", variable = "claims", token = "ingot" }

-- Returns the tiles from which a player may take, those with the most claims first.
local function tiles_for(state, player)
  local list = {}
  for tile in state:each(claimed) do
    tile.claims = state:variable("claims", tile.index)
    if has(tile.claims, player) then list[#list + 1] = tile end
  end
  table.sort(list, function(a, b) return count(a.claims) > count(b.claims) end)
  return list
end

-- Returns the next player who takes an ingot, and the possible tiles.
local function next_taker(state)
  local took = state:variable "took"
  local order = clockwise.all_after(state, took > 0 and took or state:turn_player())
  if took == 0 then table.insert(order, 1, state:turn_player()) end
  for _, player in ipairs(order) do
    local tiles = tiles_for(state, player)
    if #tiles > 0 then return player, tiles end
  end
end

local function take(state, player, tile)
  state:move_token(state:tokens { token = "ingot", at = tile }[1], player)
  state:set_variable("took", player)
end

-- Returns whether a player has to choose a tile: the tiles differ in the players who have a claim.
local function has_choice(tiles, options)
  for _, tile in ipairs(options.tiles_taken == "chosen" and tiles or {}) do
    if tile.claims ~= tiles[1].claims then return true end
  end
  return false
end

-- Gives out ingots until a player has a choice.
local function give_out(state, options)
  for player = 1, #BITS do
    if state:variable "claimed" == BITS[player] then -- all belong to one player
      for ingot in state:each { "tokens", token = "ingot", at = claimed } do
        state:move_token(ingot, player)
      end
      return
    end
  end
  local player, tiles = next_taker(state)
  while player and not has_choice(tiles, options) do
    take(state, player, tiles[1])
    player, tiles = next_taker(state)
  end
end

local function ask_taker(state)
  local player, tiles = next_taker(state)
  for _, tile in ipairs(tiles or {}) do state:offer { x = tile.x, y = tile.y } end
  return player
end

local function answer_taker(state, action, options)
  take(state, state:asked(), action)
  give_out(state, options)
  return true
end

return {
  name = "goldmines",
  description = "Eight tiles bring ingots, which go to the player with the majority in a completed "
    .. "feature; the more ingots a player has, the more each one is worth.",
  options = {
    tiles_taken = { "chosen", "given",
      description = "chosen: players who share ingots choose the tile from which they take each ingot; "
        .. "given: each ingot is taken from the tile on which the largest number of "
        .. "players have a claim" },
  },
  modules = {
    tiles = "its eight tiles; the goldmines on them have an effect only with the module `gold`",
    gold = { description = "the goldmines bring ingots, which are worth points at the end",
      needs = { "tiles" } },
  },
  attributes = { { name = "goldmine", on = "tile" } },
  tiles = { { module = "tiles", [[
    GM-A x1 monastery road:E.S field:NL.NR.EL.SR.WL.WR field:ER.SL @goldmine
    GM-B x1 monastery city:N.W field:EL.ER.SL.SR~N @goldmine
    GM-C x1 monastery city:N.W road:E.S field:EL.SR~N field:ER.SL @goldmine
    GM-D x1 monastery road:N.E road:S.W field:NL.ER.SL.WR field:NR.EL field:SR.WL @goldmine
    GM-E x1 road:N.W road:E.S field:NL.WR field:NR.EL.SR.WL field:ER.SL @goldmine
    GM-F x1 city:N.W road:E.S field:EL.SR~N field:ER.SL @goldmine
    GM-G x1 city:E.W road:N.S field:NL~W field:NR~W field:SL~W field:SR~W @goldmine
    GM-H x1 road:N.S road:E.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL @goldmine
  ]] } },
  tokens = { { name = "ingot", module = "gold", on = { "tile", "player" }, count = 16, symbol = "Au" } },
  variables = {
    { name = "laid", module = "gold", lifetime = "part" }, -- 1: the second ingot is laid
    -- the players who may take from the tile, as bits
    { name = "claims", module = "gold", scope = "cell", lifetime = "part" },
    { name = "claimed", module = "gold", lifetime = "part" }, -- union of all claims
    { name = "took", module = "gold", lifetime = "part" }, -- the last player who took one
  },
  on_tile_placed = { module = "gold", when = { attribute = "goldmine" }, run = lay_first },
  on_points_given = { module = "gold", run = claim_of_castle },
  on_feature_scored = { module = "gold", run = claim_of_feature,
    when = { complete = true, has = { "pieces", follower = true },
      any = { { token = "ingot" }, { kind = { "monastery", "spot" }, around = { token = "ingot" } } } } },
  phases = {
    {
      name = "gold",
      module = "gold",
      timing = "deployment",
      order = 10,
      when = { attribute = "goldmine", variable = { laid = 0 } },
      compulsory = true,
      label = "the second ingot lies there",
      offer = beside,
      on_chosen = lay_second,
    },
    {
      name = "ingot",
      module = "gold",
      timing = "after_scoring",
      order = 5,
      when = { variable = "claimed" },
      question = "From which tile does {player} take an ingot?",
      run = give_out,
      ask = ask_taker,
      on_chosen = answer_taker,
    },
  },
  final_scoring = { {
    name = "gold",
    module = "gold",
    after = "goods",
    { "players", per = "ingot", add = 1 },
    { "players", token = { ingot = { min = 4 } }, per = "ingot", add = 1 },
    { "players", token = { ingot = { min = 7 } }, per = "ingot", add = 1 },
    { "players", token = { ingot = { min = 10 } }, per = "ingot", add = 1 },
  } },
}
