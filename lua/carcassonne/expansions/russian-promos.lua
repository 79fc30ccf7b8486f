--- Russian Promos: two tiles of 2013, a witch's hut and a crossroads, and two of 2016, a robber's
--- tree and a water spirit, which are traps.
--
-- Hut: any follower except a mayor or an abbot may be deployed in it from its own tile, or through
-- a magic portal. It is complete when tiles surround it. It is worth 1 point, and 1 more for each
-- of the eight cells around it that is empty: only 1 when it is complete, more at the end.
--
-- Tree (Razboynik): all followers on the road that passes it are moved to the tree, at once and
-- whenever more followers come onto that road. Pond (Vodyanoy): all followers on the eight tiles
-- around it are moved into the pond, at once and whenever more followers come there. No piece can
-- be deployed on its tile. The field of that tile has a herd of pigs, which makes each city worth 1
-- point more to the farmers; a second herd adds nothing. The tree acts before the pond.
--
-- A builder or pig that is left alone stays or returns by the rules `orphan_builder` and
-- `orphan_pig`. Builders and pigs are not followers here, unless `count_as_followers` includes
-- them. Trapped followers occupy nothing. Instead of deploying, a player may take back one of their
-- followers from a trap, but not from a trap just placed. At the end each piece in the pond costs
-- its player 2 points.
--
-- Source: the publisher's sheets. The author later wrote that the tree traps only the nearest
-- followers, and also builders.

local IN_POND = -2 -- points at the end

local TRAPS = { "razboynik", "vodyanoy" }

-- The pieces that each trap takes. A token marks the place of the trap.
local victims = {
  razboynik = { "pieces", follower = true, kind = "road", feature = "razboynik" },
  vodyanoy = { "pieces", follower = true, around = "vodyanoy",
    except = { kind = "spot", attribute = TRAPS } },
}

-- Moves the victims of each trap to its spot.
local function close_traps(state)
  for _, trap in ipairs(TRAPS) do
    local lies = state:token(trap)
    local spot = lies and state:segments { kind = "spot", at = lies }[1]
    if spot then
      for victim in state:each(victims[trap]) do state:move_piece(victim, spot.x, spot.y, spot.segment) end
    end
  end
end

local function set_trap(state, tile)
  for _, trap in ipairs(TRAPS) do
    if state:matches(tile, { attribute = trap }) then state:put_token(trap, tile) end
  end
  close_traps(state)
end

-- Traps close without a decision, whenever a piece may have come near.
local someone = { any = { { victims.razboynik }, { victims.vodyanoy } } }
local by_wagon = { { "pieces", piece = "abbey-and-mayor.wagon?" }, any = someone.any }

local function traps(list, at, order, when)
  list[#list + 1] = { name = "trap", module = "traps", timing = at, order = order, when = when,
    run = close_traps }
end

-- Completes an offer: any follower may be deployed in the hut. `offer` has the other keys.
local function into_hut(offer)
  offer[1], offer.kind, offer.attribute = "segments", "spot", "yaga-hut"
  offer.can_deploy, offer.deploy = "followers", true
  return offer
end

local phases = {
  { name = "hut", module = "hut", timing = "deployment",
    offer = {
      into_hut { at = "last_placed" },
      into_hut { when = { attribute = "princess-and-dragon.portal?" },
        except = { { at = "last_placed" }, { at = "princess-and-dragon.dragon?" } } },
    } },
  { name = "free", module = "traps", timing = "deployment",
    when = { { "pieces", kind = "spot", attribute = TRAPS } },
    offer = { "pieces", player = "turn_player", kind = "spot", attribute = TRAPS,
      except = { at = "last_placed" } },
    on_chosen = function(state, action) state:return_piece(action) end },
}
traps(phases, "before_scoring", 20, someone) -- after the action
traps(phases, "before_scoring", 38, someone) -- after a tunnel's token
traps(phases, "before_scoring", 85, someone) -- after ferries, and a move out of the city
traps(phases, "after_scoring", 15, by_wagon)

return {
  name = "russian-promos",
  description = "A witch's hut, which scores more points the fewer tiles are around it, and two traps for "
    .. "followers.",
  modules = {
    hut = "the two tiles of 2013; one of them has the witch's hut",
    traps = "the two tiles of 2016, which have two traps and a herd of pigs",
  },
  attributes = {
    { name = "yaga-hut", scores_as_monastery = true, module = "hut" },
    { name = "razboynik", on = "tile", module = "traps" },
      { name = "vodyanoy", on = "tile", module = "traps" },
    { module = "traps", name = "pig-herd" },
  },
  tiles = { { module = "hut", [[
    RP-A x1 spot+yaga-hut field:NL.NR.EL.ER.SL.SR.WL.WR
    RP-B x1 road:N road:E.S.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  ]] }, { module = "traps", [[
    RP-C x1 spot road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @razboynik
    RP-D x1 spot field:NL.NR.EL.ER.SL.SR.WL.WR+pig-herd @vodyanoy
  ]] } },
  tokens = {
    { name = "razboynik", module = "traps", starts_on = "razboynik", symbol = "R" },
    { name = "vodyanoy", module = "traps", starts_on = "vodyanoy", symbol = "V" },
  },
  forbidden_deployments = {
    { module = "traps", attribute = "vodyanoy" },
    -- An abbot can only be in monasteries and gardens, a mayor only in cities.
    { module = "hut", piece = { "abbot?", "mayor?" }, attribute = "yaga-hut" },
  },
  on_tile_placed = {
    module = "traps",
    when = { any = { { attribute = TRAPS },
      { kind = "road", has = { "segments", kind = "road", feature = "razboynik" }, all = { someone } } } },
    run = set_trap,
  },
  points = {
    { module = "traps", kind = "field", attribute = "pig-herd", per = "cities", add = 1,
      has_no = { "pieces", piece = "barn?" },
        except = { { attribute = "river.pig-herd?" }, { attribute = "gq11.pig-herd?" } } },
    module = "hut",
    when = { kind = "spot", attribute = "yaga-hut" },
    run = function(_, scoring) return 10 - scoring.feature.tiles end,
  },
  phases = phases,
  final_scoring = {
    { name = "vodyanoy", module = "traps", before = "incomplete",
      { "pieces", kind = "spot", attribute = "vodyanoy", add = IN_POND } },
  },
}
