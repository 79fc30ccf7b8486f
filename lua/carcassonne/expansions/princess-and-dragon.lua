--- The Princess & the Dragon: thirty tiles, a dragon, a fairy.
-- Volcano: the dragon comes to its tile, on which nothing may be deployed in this part.
-- Dragon: after the action the dragon flies six steps, to tiles side by side, each step led by the next player from the one
-- whose turn it is. It neither comes back to a tile of this flight nor to where the fairy stands, and ends early where no way
-- is left. What stands where it comes goes home, builders and pigs too; a barn it leaves alone. A builder that it took still
-- gives the second part. Until the first volcano lies, tiles with the dragon stay out of the bag.
-- Princess: whoever adds her to a city may send one of its knights home, instead of deploying.
-- Portal: the follower may go to any incomplete feature of the table that nobody holds, but not onto the dragon's tile.
-- A builder or a pig does not go through.
-- Fairy: who deploys nothing may put her beside an own follower, be it on a tower. She keeps the dragon off her tile, gives 1
-- point to that follower's owner as a turn of that player begins (once in a double turn), and 3 when what the follower stands
-- on scores, in the final scoring too.
-- Where builder and pig count as followers (the rule `count_as_followers`), the princess and the fairy take them for such.
-- `princess`      "may"; or "must": a knight has to go, if there is one, and nothing else can be done
-- `dragon_moves`  "before-scoring" of what the tile completed; or "after-scoring"
-- `dragon_eats`   "towers": it flies up to followers on towers; or "ground": those are safe
-- `fairy_stays`   her follower gone, she stays on the tile, beside nobody; false: she leaves the table
-- `fairy_bonus`   "always": the 3 points need no majority; or "majority"
-- Source: the second edition, as the wiki has it; "must" and "after-scoring" are how other sheets put it.

local STEPS = 6
local BONUS = 3
local SIDES = { { x = 0, y = -1 }, { x = 1, y = 0 }, { x = 0, y = 1 }, { x = -1, y = 0 } }
local TOO_BIG_TO_EAT = { barn = true }

local function contains(list, value)
  for _, one in ipairs(list) do
    if one == value then return true end
  end
  return false
end

-- ---- The fairy --------------------------------------------------------------------------------------------------

-- Whom her follower belongs to; 0 if she stands beside nobody.
local function fairy_owner(state) return state:slot "fairy_owner" end

local function move_fairy(state, action)
  local x, y = action.x, action.y
  state:set_slot("fairy_tile", nil, state:tile_index(x, y))
  state:set_slot("fairy_owner", nil, action.player)
  state:set_slot("fairy_segment", nil, action.segment)
  state:set_slot("fairy_kind", nil, state:game():piece(action.piece).index)
  state:set_slot("fairy_at", 1, x)
  state:set_slot("fairy_at", 2, y)
end

local function stand_alone(state, options)
  state:set_slot("fairy_owner", nil, 0)
  state:set_slot("fairy_segment", nil, 0)
  state:set_slot("fairy_kind", nil, 0)
  if not options.fairy_stays then state:set_slot("fairy_tile", nil, 0) end
end

local function fairy_feature(state)
  return state:feature(state:slot("fairy_at", 1), state:slot("fairy_at", 2), state:slot "fairy_segment")
end

local function begin_turn_with_fairy(state)
  state:award(state:turn(), 1, "fairy-turn")
end

-- Whether she stands beside this piece, and not beside one of another kind on the same spot.
local function is_beside(state, piece)
  return piece.player == fairy_owner(state) and piece.tile == state:slot "fairy_tile"
    and piece.segment == state:slot "fairy_segment" and state:game():piece(piece.piece).index == state:slot "fairy_kind"
end

-- Pays as her follower goes home from what scored, so that it does not matter what scored it: a barn does so, too.
local function leave_fairy(state, piece, why, options)
  if not is_beside(state, piece) then return end
  if why == "scored" then state:award(piece.player, BONUS, "fairy") end
  stand_alone(state, options)
end

-- Where it needs a majority, a follower without one loses her before it goes home.
local function check_majority(state, scoring, options)
  if scoring.final or scoring.feature ~= fairy_feature(state) then return end
  if not contains(scoring.players, fairy_owner(state)) then stand_alone(state, options) end
end

-- A field that scores nothing counts here too, but not a tower: it never scores.
local function end_with_fairy(state, options)
  if fairy_owner(state) == 0 then return end
  local feature, owner = fairy_feature(state), fairy_owner(state)
  local due = options.fairy_bonus == "always" or contains(feature.majority, owner)
  if due and feature.kind ~= "spot" then state:award(owner, BONUS, "fairy") end
end

-- ---- The dragon -------------------------------------------------------------------------------------------------

local function put_dragon(state, x, y)
  state:set_slot("dragon", nil, state:tile_index(x, y))
  state:set_slot("dragon_at", 1, x)
  state:set_slot("dragon_at", 2, y)
end

local function wake_dragon(state, tile)
  if state:slot "dragon" == 0 then state:shuffle_in "dragon" end
  put_dragon(state, tile.x, tile.y)
  state:forbid_deployment()
end

-- A tile that it left in this flight is marked with the number of tiles on the table: each part of a turn has its own.
local function leave_behind(state)
  state:set_slot("dragon_left", state:slot "dragon", state:num_tiles())
end

-- Who leads the next step.
local function next_leader(state, steps)
  local player, players = state:turn(), state:game():players()
  for _ = 1, steps do
    repeat player = player % players + 1 until not state:has_resigned(player)
  end
  return player
end

local function offer_steps(state)
  local steps = state:slot "dragon_steps"
  if steps == STEPS or state:slot "dragon" == 0 then return end
  local x, y, fairy = state:slot("dragon_at", 1), state:slot("dragon_at", 2), state:slot "fairy_tile"
  local behind, stuck = state:num_tiles(), true
  for _, side in ipairs(SIDES) do
    local east, south = x + side.x, y + side.y
    local tile = state:tile_index(east, south)
    if tile and tile ~= fairy and state:slot("dragon_left", tile) ~= behind then
      state:offer { x = east, y = south }
      stuck = false
    end
  end
  if not stuck then return next_leader(state, steps) end
end

local function find_prey(state, x, y, options)
  for _, piece in ipairs(state:pieces(x, y)) do
    local out_of_reach = TOO_BIG_TO_EAT[piece.piece] or options.dragon_eats == "ground" and piece.text == "spot"
    if not out_of_reach then return piece end
  end
end

-- Looks anew after each bite: who goes home may take a builder or a pig along.
local function eat(state, x, y, options)
  local prey = find_prey(state, x, y, options)
  while prey do
    state:send_home(prey)
    prey = find_prey(state, x, y, options)
  end
end

local function fly(state, action, options)
  local steps = state:slot "dragon_steps" + 1
  state:set_slot("dragon_steps", nil, steps)
  leave_behind(state)
  local x, y = action.x, action.y
  put_dragon(state, x, y)
  eat(state, x, y, options)
  return steps < STEPS
end

-- The flight at one point of a turn, as the option says.
local function flight(at, moves)
  return {
    name = "dragon",
    at = at,
    only = { dragon_moves = moves },
    when = { attribute = "dragon" },
    ask = offer_steps,
    chosen = fly,
  }
end

-- ---- The princess, the portal -----------------------------------------------------------------------------------

-- The princess's phase for one value of the option.
local function princess(asks, compulsory)
  return {
    name = "princess",
    at = "window",
    compulsory = compulsory,
    only = { princess = asks },
    when = { attribute = "princess" },
    offer = { "pieces", follower = true, placed = "princess" },
    chosen = function(state, action)
      state:send_home(action)
    end,
  }
end

return {
  name = "princess-and-dragon",
  description = "A dragon eats what stands in its way, a fairy protects, princesses dismiss knights, portals lead anywhere.",
  options = {
    princess = { "may", "must" },
    dragon_moves = { "before-scoring", "after-scoring" },
    dragon_eats = { "towers", "ground" },
    fairy_stays = true,
    fairy_bonus = { "always", "majority" },
  },
  attributes = {
    "princess",
    { name = "volcano", of = "tile" },
    { name = "dragon", of = "tile" },
    { name = "portal", of = "tile" },
  },
  held = { "dragon" },
  tiles = [[
    PD-A x1 field:NL.NR.EL.ER.SL.SR.WL.WR @volcano
    PD-B x1 road:N.W road:E.S field:NL.WR field:ER.SL field:NR.EL.SR.WL @portal
    PD-C x1 road:S field:NL.NR.EL.ER.SL.SR.WL.WR @volcano
    PD-D x1 city:N field:EL.ER.SL.SR.WL.WR~N @dragon
    PD-F x1 city:N field:EL.ER.SL.SR.WL.WR~N @volcano
    PD-G x1 monastery road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL @dragon
    PD-H x1 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL @dragon
    PD-I x1 road:E road:S road:W field:NL.NR.EL.WR field:ER.SL field:SR.WL @portal
    PD-J x1 road:E road:S road:W city:N+princess field:EL.WR~N field:SR.WL field:ER.SL
    PD-K x1 city:N+princess city:E.S+pennant field:WL.WR~N field~N.S
    PD-L x1 city:N.E.W+princess field:SL.SR~N
    PD-M x1 city:N.E.W+pennant field:SL.SR~N @portal
    PD-N x1 monastery city:N.E.W field:SL.SR~N @dragon
    PD-O x2 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @dragon
    PD-P x1 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @volcano
    PD-Q x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @dragon
    PD-R x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @volcano
    PD-S x1 city:N.W+princess field:EL.ER~N field:SL.SR~N
    PD-T x1 city:N.W field:EL.ER.SL.SR~N @dragon
    PD-U x1 city:N.W+princess field:EL.ER.SL.SR~N
    PD-W x1 city:E city:N field:SL.SR.WL.WR~N.E @volcano
    PD-X x1 city:E.W+pennant field:NL.NR~W field:SL.SR~W @dragon
    PD-Y x1 road:E.S city:N.W+princess field:EL.SR~N field:ER.SL
    PD-Z x1 road:E.S city:N.W field:EL.SR~N field:ER.SL @portal
    PD-Z1 x1 city:E.W road:N.S field:NL.NR~W field:SL.SR~W @dragon
    PD-Z2 x1 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @dragon
    PD-Z3 x1 road:S.W city:N field:EL.ER.SL.WR~N field:SR.WL @portal
    PD-Z4 x1 road:E.S city:N field:EL.SR.WL.WR~N field:ER.SL @dragon
    PD-Z5 x1 road:E.S city:N field:EL.SR.WL.WR~N field:ER.SL @portal
  ]],
  slots = {
    { name = "dragon" }, -- the index of its tile, and where that lies; 0: it sleeps
    { name = "dragon_at", size = 2 },
    { name = "dragon_steps", lifetime = "part" }, -- of this flight
    { name = "dragon_left", scope = "cell" },
    { name = "fairy_tile" }, -- 0: she is not on the table yet
    { name = "fairy_at", size = 2 },
    { name = "fairy_owner" }, -- whose follower she stands beside, and on which segment; 0: beside nobody
    { name = "fairy_segment" },
    { name = "fairy_kind" }, -- of follower, by number
  },
  on_placed = { when = { attribute = "volcano" }, run = wake_dragon },
  on_scored = { when = { slot = "fairy_owner" }, only = { fairy_bonus = "majority" }, run = check_majority },
  on_leave = { when = { slot = "fairy_owner" }, run = leave_fairy },
  phases = {
    { name = "fairy-turn", at = "turn_start", when = { holder = "fairy_owner" }, run = begin_turn_with_fairy },
    princess("may", false),
    princess("must", true),
    {
      name = "portal",
      at = "window",
      when = { attribute = "portal" },
      offer = { "deployments", anywhere = true, except_tile = "dragon" },
    },
    {
      name = "fairy",
      at = "window",
      offer = { "pieces", of = "turn", follower = true, except_tile = "fairy_tile", except_segment = "fairy_segment" },
      chosen = move_fairy,
    },
    flight("before_scoring", "before-scoring"),
    flight("after_scoring", "after-scoring"),
  },
  final = { { name = "fairy", before = "incomplete", run = end_with_fairy } },
}
