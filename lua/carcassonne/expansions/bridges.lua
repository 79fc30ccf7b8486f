--- Bridges: three for each player, two with five or six players.
--
-- A bridge lies across a tile between two opposite field sides, and makes a road there that is like
-- a printed road: it can be extended, occupied if its tile has just been placed, completed and
-- scored. The features below it do not change. A tile can have one bridge, which stays to the end.
-- A player may lay one bridge in each part of a turn: on the tile just placed or on one of the four
-- tiles beside it. The bridge may make the tile fit, if a road would end at a field; then there is
-- only one place for it. A tile that fits only with a bridge may be put aside instead. A bridge
-- that extends the road of the player's builder counts as joining, by the rule
-- `links_extend`.
--
-- Source: the second edition's sheet of Bridges, Castles & Bazaars, without the castles, the
-- bazaars and the tiles. "empty-ends" is how another engine has it.

local axes = { "N.S", "E.W" } -- by the number of an option

local function lay_bridge(state, action)
  state:lay_span("bridge", action.x, action.y, axes[action.number])
  return true -- and a piece may be deployed, on the bridge too
end

return {
  name = "bridges",
  description = "A bridge carries a road across a tile, over whatever is there.",
  options = {
    free = { "near", "empty-ends",
      description = "where a bridge may lie that the tile does not need: on it or beside it; " ..
      "empty-ends: on it "
      .. "only, with empty cells beyond both ends" },
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
