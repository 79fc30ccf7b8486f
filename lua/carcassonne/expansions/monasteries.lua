--- Monasteries in Germany, or in the Netherlands and Belgium: six tiles, each with two places for a
--- follower.
--
-- A player who places one may deploy a monk, as on any monastery, or an abbot on the place beside
-- it, where it stays to the end. The abbot then scores 1 point for its own tile and 1 for each tile
-- in its row and its column, in each direction up to the first gap. Only one of the two places may
-- be occupied at a time. The abbot's place can also be occupied when the monastery is complete. A
-- magic portal leads to the abbot's place, too, but not on the dragon's tile. The monasteries of
-- the base game are left out.
--
-- Source: the publisher's sheets, which agree for all of these sets; only the pictures differ. The
-- option value "keep" follows the sheet of a later printing, and another engine.

-- Completes an offer: any follower may be deployed in the abbot's place. `offer` has the other
-- keys.
local function place(offer)
  offer[1], offer.kind, offer.attribute = "segments", "spot", "special-monastery"
  offer.can_deploy, offer.deploy = "followers", true
  return offer
end

return {
  name = "monasteries",
  description = "Six monasteries, each with a place for an abbot, who scores the tiles in his row and "
    .. "column at the end.",
  options = {
    monasteries = { "replace", "keep",
      description = "replace: the monasteries of the base game are left out; keep: they are in the game, "
        .. "too" },
  },
  modules = {
    tiles = "its six tiles; the places for abbots on them can be used only with the module `abbots`",
    abbots = { description = "an abbot stays to the end, and scores the tiles in his row and column",
      needs = { "tiles" } },
  },
  attributes = { { name = "special-monastery", on = "tile" } },
  tiles = { { module = "tiles", [[
    MO-A x1 @special-monastery monastery spot field:NL.NR.EL.ER.SL.SR.WL.WR
    MO-B x1 @special-monastery monastery spot field:NL.NR.EL.ER.SL.SR.WL.WR
    MO-C x1 @special-monastery monastery spot field:NL.NR.EL.ER.SL.SR.WL.WR
    MO-D x1 @special-monastery monastery spot field:NL.NR.EL.ER.SL.SR.WL.WR
    MO-E x1 @special-monastery monastery spot road:S field:NL.NR.EL.ER.SL.SR.WL.WR
    MO-F x1 @special-monastery monastery spot road:S field:NL.NR.EL.ER.SL.SR.WL.WR
  ]] } },
  counts = { module = "tiles", if_options = { monasteries = "replace" }, ["BA-A"] = 0, ["BA-B"] = 0 },
  forbidden_deployments = {
    { module = "abbots", kind = "monastery", follower = true, attribute = "special-monastery",
      at = { has = { "pieces", kind = "spot" } } },
    { module = "abbots", kind = "spot", attribute = "special-monastery",
      at = { has = { "pieces", kind = "monastery" } } },
    -- A mayor can only be in cities.
    { module = "abbots", kind = "spot", attribute = "special-monastery", piece = "mayor?" },
    { if_options = { abbots = false }, kind = "spot", attribute = "special-monastery" },
  },
  phases = {
    {
      name = "abbot",
      module = "abbots",
      timing = "deployment",
      offer = {
        place { at = "last_placed" },
        place { when = { attribute = "princess-and-dragon.portal?" },
          except = { { at = "last_placed" }, { at = "princess-and-dragon.dragon?" } } },
      },
    },
  },
  final_scoring = {
    { name = "special-monastery", module = "abbots", after = "incomplete",
      { "pieces", kind = "spot", attribute = "special-monastery",
        per = { "tiles", in_line_with = "this", within = "gap" },
        add = 1 } },
  },
}
