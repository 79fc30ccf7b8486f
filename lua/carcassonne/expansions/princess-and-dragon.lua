--- The Princess & the Dragon: thirty tiles, a dragon, a fairy.
--
-- Volcano: the dragon moves to its tile, on which nothing may be deployed in this part. Until the
-- first volcano is placed, tiles with the dragon stay out of the bag.
--
-- Dragon: after the action the dragon flies six steps, each to an adjacent tile. The players choose
-- the steps in turn, beginning with the player whose turn it is. The dragon neither returns to a
-- tile of this flight nor enters the fairy's tile, and stops early if it cannot move. Pieces on the
-- tiles that it enters return, builders and pigs too; barns stay. A builder that it removed still
-- earns the second part.
--
-- Princess: a player who adds her to a city may send one of its knights home, instead of deploying.
--
-- Portal: the follower may be deployed on any incomplete and unoccupied feature of the table, but
-- not on the dragon's tile. Builders and pigs cannot use a portal.
--
-- Fairy: a player who deploys nothing may put her beside one of their followers, even on a tower.
-- She keeps the dragon off her tile. She gives 1 point to the owner of that follower when a turn of
-- the owner begins (once in a double turn), and 3 when the follower's feature scores, also in the
-- final scoring. Beside an acrobat she is beside the whole pyramid: each player gets 1 point for
-- each of their acrobats there when a turn of that player begins, and nothing when the pyramid
-- scores. She may move from one follower to another in the same place.
--
-- If builder and pig count as followers (the rule `count_as_followers`), the princess and the fairy
-- affect them, too.
--
-- Source: the second edition, according to the wiki; the option values "must" and "after-scoring"
-- follow other sheets.

local clockwise = require "carcassonne.helpers.clockwise"

local STEPS = 6
local BONUS = 3

-- ---- The fairy ----------------------------------------------------------------------------------

local function move_fairy(state, action)
  state:put_token("fairy", action)
  state:set_variable("fairy_owner", action.player)
  state:set_variable("fairy_kind", state:game():piece(action.piece).index)
end

local ACROBATS = "under-the-big-top.acrobats?"
local no_pyramid = { "pieces", at = "fairy", attribute = ACROBATS, max = 0 }
local own_acrobats = { "pieces", player = "turn_player", at = "fairy", attribute = ACROBATS }
local together = { "pieces", at = "fairy", player = "fairy_owner", follower = true, min = 2 }

-- Offers the other followers of her player in the fairy's place, also those of the same kind.
local function offer_others(state)
  local hers = state:game():piece(state:variable "fairy_kind").name
  local alone = state:count { "pieces", player = "turn_player", at = "fairy", piece = hers } == 1
  state:offer { "pieces", player = "turn_player", at = "fairy", follower = true,
    except = alone and { piece = hers } or nil }
end

local function begin_turn_with_fairy(state)
  state:award(state:turn_player(), math.max(1, state:count(own_acrobats)), "fairy-turn")
end

local function stand_alone(state, _, options)
  state:set_variable("fairy_owner", 0)
  if not options.fairy_stays then state:put_token("fairy", nil) end
end

local function pay(state, piece, why)
  if why == "scored" and not state:matches(piece, { attribute = ACROBATS }) then
    state:award(piece.player, BONUS, "fairy")
  end
end

-- Pays when the fairy's follower returns from a scored feature, no matter what scored it (a barn,
-- for example). If builder and pig count as followers, two pieces of a player may be in one place,
-- and the fairy is beside one of them.
local function leave_fairy(state, piece, why, options)
  if options.fairy_on == "tile" then return pay(state, piece, why) end
  if state:game():piece(piece.piece).index ~= state:variable "fairy_kind" then return end
  state:set_variable("fairy_owes", why == "moved" and options.fairy_pays == "moved" and piece.player or 0)
  pay(state, piece, why)
  stand_alone(state, piece, options)
end

local function dismiss(state, action)
  state:return_piece(action)
  state:set_variable("dismissed", 1)
end

-- Moves the fairy to a tile. There, as in the first edition, she is beside all followers, no matter
-- who moved her.
local function move_to_tile(state, action) state:put_token("fairy", action) end

local BESIDE, ON_TILE = { fairy_on = "follower" }, { fairy_on = "tile" }

-- ---- The dragon ---------------------------------------------------------------------------------

local function wake_dragon(state, tile)
  if not state:token "dragon" then state:shuffle_in "dragon" end
  state:put_token("dragon", tile)
  state:forbid_deployment()
end

local STEPS_TO = { "tiles", adjacent_to = "dragon", variable = { dragon_left = 0 },
  except = { { at = "fairy?" }, { attribute = "count.walled?" } } }
local SAFE = { { piece = "barn?" }, { token = "castles.castle?" } }
local PREY = {
  towers = { "pieces", at = "dragon", except = SAFE },
  ground = { "pieces", at = "dragon",
    except = { SAFE[1], SAFE[2], { kind = "spot", except = { attribute = "garden?" } } } },
}

local function offer_steps(state)
  if state:offer(STEPS_TO) > 0 then
    return clockwise.after(state, state:turn_player(), state:variable "dragon_steps")
  end
end

local function fly(state, action, options)
  local steps = state:variable "dragon_steps" + 1
  state:set_variable("dragon_steps", steps)
  if steps == 1 then state:set_variable("dragon_left", state:token("dragon").tile, 1) end
  state:put_token("dragon", action)
  state:set_variable("dragon_left", state:tile_index(action.x, action.y), 1)
  for prey in state:each(PREY[options.dragon_eats]) do state:return_piece(prey) end
  return steps < STEPS
end

-- Returns the phase of the flight at a timing, for a value of the option `dragon_moves`.
local function flight(at, moves, order)
  return { name = "dragon", module = "dragon", timing = at, order = order,
    if_options = { dragon_moves = moves },
    when = { attribute = "dragon" },
    question = "Where does the dragon fly, {player}?", ask = offer_steps, on_chosen = fly }
end

return {
  name = "princess-and-dragon",
  description = "A dragon eats the pieces in its way, a fairy protects a follower, princesses send knights "
    .. "home, and portals lead followers to other tiles.",
  options = {
    edition = { 1, 2, description = "in edition 2, two of the tiles have a garden" },
    princess = { "may", "must",
      description = "may: a player may send a knight home; must: the player has to send one home and can "
        .. "do nothing else" },
    dragon_moves = { "before-scoring", "after-scoring",
      description = "whether the dragon flies before or after the completed features score" },
    dragon_eats = { "towers", "ground",
      description = "towers: the dragon also eats followers on towers; ground: followers on towers are "
        .. "safe" },
    fairy_on = { "follower", "tile",
      description = "follower: the fairy stands beside one follower; tile: the fairy stands on a tile, "
        .. "beside all followers there" },
    fairy_stays = { true, false,
      description = "what happens when the fairy's follower leaves; true: the fairy stays on the tile, "
        .. "beside nobody; false: the fairy leaves the table" },
    fairy_pays = { "beside", "moved",
      description = "beside: a follower that scores brings the fairy's 3 points if it is beside the fairy; "
        .. "moved: also if it has moved away from the fairy in this part of the turn" },
    fairy_bonus = { "always", "majority",
      description = "always: the fairy brings 3 points when its follower scores; majority: only if the "
        .. "follower's player has the majority (not with fairy_on = tile)" },
  },
  modules = {
    tiles = "its thirty tiles; the signs on them have an effect only with the other modules",
    princesses = { description = "a player who adds a princess to a city can send a knight home",
      needs = { "tiles" } },
    portals = { description = "a follower goes through a portal to another tile", needs = { "tiles" } },
    dragon = { description = "the dragon comes to volcanoes, flies, and eats pieces", needs = { "tiles" } },
    fairy = "the fairy keeps the dragon away, and brings points",
  },
  attributes = {
    "princess", { name = "volcano", on = "tile" }, { name = "dragon", on = "tile" },
      { name = "portal", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", [[
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
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    PD-E x1 city:N field:EL.ER.SL.SR.WL.WR~N spot+garden @dragon instead:PD-D
    PD-V x1 city:N.W+princess field:EL.ER.SL.SR~N spot+garden instead:PD-U
  ]] } },
  held_back = { { module = "dragon", "dragon" } }, -- until the first volcano is placed
  tokens = {
    { name = "dragon", module = "dragon" }, -- asleep while in the supply
    { name = "fairy", module = "fairy", on = "segment", if_options = BESIDE },
    { name = "fairy", module = "fairy", if_options = ON_TILE },
  },
  variables = {
    { name = "dragon_steps", module = "dragon", lifetime = "part" }, -- of this flight
    -- 1: a tile of this flight
    { name = "dragon_left", module = "dragon", scope = "cell", lifetime = "part" },
    { name = "fairy_owner", module = "fairy" }, -- owner of her follower; 0: none
    { name = "fairy_kind", module = "fairy" }, -- kind of her follower
    { name = "fairy_owes", module = "fairy", lifetime = "part" }, -- owner of a follower that moved away
    -- 1: a knight was dismissed, instead of deploying
    { name = "dismissed", module = "princesses", shared = true, lifetime = "part" },
  },
  on_tile_placed = { module = "dragon", when = { attribute = "volcano" }, run = wake_dragon },
  -- If the fairy's points need a majority, a follower without it loses her before it returns.
  on_feature_scored = {
    module = "fairy", if_options = { fairy_bonus = "majority" },
    when = { final = false, { "pieces", at = "fairy", player = "fairy_owner", feature = "this",
      except = { player = "majority" } } },
    run = stand_alone,
  },
  on_piece_removed = { module = "fairy", run = leave_fairy, when = { follower = true, any = {
    { at = "fairy", player = "fairy_owner" }, { player = "fairy_owes" },
      { at = "fairy", if_options = ON_TILE } } } },
  phases = {
    { name = "fairy-turn", module = "fairy", timing = "turn_start", run = begin_turn_with_fairy,
      when = { player = "fairy_owner", no_pyramid } },
    { name = "fairy-turn", module = "fairy", timing = "turn_start", run = begin_turn_with_fairy,
      if_options = ON_TILE,
      when = { { "pieces", player = "turn_player", follower = true, at = "fairy" } } },
    { name = "fairy-turn", module = "fairy", timing = "turn_start",
      when = { variable = "fairy_owner", own_acrobats },
      run = begin_turn_with_fairy },
    { name = "princess", module = "princesses", timing = "deployment",
      compulsory = { option = "princess", is = "must" },
      on_chosen = dismiss,
      offer = { "pieces", follower = true,
        feature = { "segments", at = "last_placed", attribute = "princess" } } },
    { name = "portal", module = "portals", timing = "deployment", when = { attribute = "portal" },
      offer = { "segments", complete = false, can_deploy = "followers", deploy = true,
        except = { at = "dragon", module = "dragon" } } },
    { name = "fairy", module = "fairy", timing = "deployment", on_chosen = move_to_tile, if_options = ON_TILE,
      offer = { "tiles", has = { "pieces", player = "turn_player", follower = true },
        except = { at = "fairy" } } },
    { name = "fairy", module = "fairy", timing = "deployment", on_chosen = move_fairy, if_options = BESIDE,
      offer = { "pieces", player = "turn_player", follower = true,
        except = { at = "fairy", player = "fairy_owner" } } },
    { name = "fairy", module = "fairy", timing = "deployment", when = { player = "fairy_owner", together },
      ask = offer_others,
      on_chosen = move_fairy },
    flight("before_scoring", "before-scoring", 60),
    flight("after_scoring", "after-scoring", 50),
  },
  -- A field that scores 0 points counts, too. A follower on a tower never scores.
  final_scoring = {
    {
      name = "fairy", module = "fairy", before = "incomplete",
      { "pieces", at = "fairy", follower = true, except = { any = {
        { kind = "spot", except = { attribute = "garden?" } }, { token = "castles.castle?" } } },
        all = { { player = "fairy_owner", if_options = BESIDE },
          { player = "majority", if_options = { fairy_on = "follower", fairy_bonus = "majority" } } },
            add = BONUS, once = true },
    },
  },
}
