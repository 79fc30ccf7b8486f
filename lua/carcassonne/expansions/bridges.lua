--- Bridges: three for each player, two with five or six players.
--
-- A bridge crosses a tile between two opposite field sides. It is a road that can be extended,
-- completed and scored like a printed one, and occupied if its tile has just been placed. The
-- features below it do not change. A tile can have one bridge, which stays to the end. A player may
-- lay one bridge in each part of a turn: on the tile just placed or on one of the four tiles beside
-- it.
--
-- The bridge may make the tile fit, if a road would otherwise end at a field; the bridge then has
-- only one possible place. A tile that fits only with a bridge may be put aside instead. A bridge
-- that extends the road of the player's builder counts as a tile that extends it, by the rule
-- `links_extend`.
--
-- Source: the sheet of the second edition of Bridges, Castles & Bazaars, without the castles, the
-- bazaars and the tiles. The option value "empty-ends" follows another engine.

local axes = { "N.S", "E.W" } -- by number of the option

local function lay_bridge(state, action)
  state:lay_span("bridge", action.x, action.y, axes[action.number])
  return true -- a piece may be deployed after it, also on the bridge
end

return {
  name = "bridges",
  description = "A bridge carries a road across a tile, above the features of that tile.",
  options = {
    free = { "near", "empty-ends",
      description = "where a bridge may be laid if the tile fits without a bridge; near: on the tile just "
        .. "placed or a tile beside it; empty-ends: only on the tile just placed, between two empty "
        .. "cells" },
  },
  pieces = {
    bridge = { count = { 3, 3, 3, 3, 2, 2 }, role = "span" },
  },
  phases = {
    {
      name = "bridge",
      timing = "deployment",
      offer = {
        { "axes", at = "last_placed", can_deploy = "bridge", when = { variable = { spans = 0 } } },
        { "axes", adjacent_to = "last_placed", can_deploy = "bridge", when = { variable = { spans = 0 } },
          if_options = { free = "near" } },
      },
      on_chosen = lay_bridge,
    },
  },
}
