--- The River and River II: tiles of a river, from its spring to its lakes, that are drawn before
--- all others.
--
-- A river tile must join the end of the river, and may not turn it back: two successive bends turn
-- in different directions. A river divides fields as a road does. No piece can be on it, and it
-- does not score.
--
-- The first river has one branch of twelve tiles. The second has two: its fork is drawn first. One
-- branch ends at a city, which is drawn among the others; the other branch ends with the last tile,
-- a lake with a volcano. The player who places it does not deploy and takes another turn at once.
-- If both rivers are in the game, they are played as one, with one spring, and without the plain
-- lake. Two tiles of Games Quarterly 11 can be added to each: another river tile, and a spring with
-- a road, which replaces the plain spring by default. The inn and the volcano have an effect if the
-- sets with inns and with volcanoes are in the game. A herd of pigs adds 1 point for each city to
-- the farmers of its field, as a pig does (both together add 2); a second herd in the field adds
-- nothing.
--
-- Source: the rules of the second edition, which has these tiles, and the publisher's answer on
-- both rivers. They do not mention a bend after straight tiles, a bend after the fork (the fork
-- does not count as a bend here), or a river that is blocked (tiles that fit nowhere are set aside,
-- as usual). The option values "room" and "stays" follow another engine.

-- The direction of each side of a cell, as cells to the east and south.
local next_to = { N = { 0, -1 }, E = { 1, 0 }, S = { 0, 1 }, W = { -1, 0 } }

-- Returns whether the river can flow out of a side of a tile: the cell there has a tile, or it is
-- empty and so are the five cells beside it and beyond it.
local function flows_freely(state, x, y, side)
  local east, south = next_to[side][1], next_to[side][2]
  if state:tile_index(x + east, y + south) then return true end
  for far = 1, 2 do
    for across = -1, 1 do
      if state:tile_index(x + far * east - across * south, y + far * south + across * east) then
        return false
      end
    end
  end
  return true
end

local function has_room(state, action)
  for _, segment in ipairs(state:game():tile(action.id, action.rotation).segments) do
    for _, side in ipairs(segment.kind == "river" and segment.ports or {}) do
      if not flows_freely(state, action.x, action.y, side) then return false end
    end
  end
  return true
end

local PLAIN_SPRING = "RI-A x1 river:E field:NL.NR.EL.ER.SL.SR.WL.WR @river-spring"

return {
  name = "river",
  description = "The tiles of a river, from the spring to the lake, are placed before all other tiles.",
  options = {
    turns = { "no-u-turn", "alternate", "room",
      description = "no-u-turn: two bends on adjacent tiles may not turn the same way; alternate: the same "
        .. "is true of two bends with only straight tiles between them, so that the river never comes back "
        .. "to itself; room: the river may turn any way, but only into a cell with two free cells beside it "
        .. "and three free cells beyond it" },
    rivers = { "first", "second", "both",
      description = "first: the river with a spring and a lake; second: the river that forks; both: the "
        .. "two rivers as one" },
    volcano = { "goes-on", "stays",
      description = "goes-on: a player who places the lake with the volcano does not deploy and takes "
        .. "another turn; stays: that lake is an ordinary tile" },
    herd = { true, false, description = "whether a herd of pigs makes its field worth more" },
    edition = { 1, 2, description = "in edition 2, a tile of each river has a garden" },
    gq11 = { false, true, description = "whether the two river tiles of Games Quarterly 11 are in the "
      .. "game; one of them is another spring" },
    spring = { "road", "plain",
      description = "which spring is used with gq11; road: the spring of Games Quarterly 11, which has a "
        .. "road; plain: the river's own spring" },
  },
  attributes = {
    { name = "river-spring", on = "tile" }, { name = "river-fork", on = "tile" },
      { name = "river", on = "tile" },
    { name = "river-lake", on = "tile" }, { name = "pig-herd", if_options = { herd = true } },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = {
    { if_options = { gq11 = false }, PLAIN_SPRING },
    { if_options = { gq11 = true, spring = "plain" }, PLAIN_SPRING },
    { if_options = { gq11 = true, spring = "road" },
      "GQ-A x1 river:E road:W field:NL.NR.EL.WR field:ER.SL.SR.WL @river-spring" },
    { if_options = { gq11 = true }, "GQ-B x1 river:E.W city:N city:S field:EL.WR~N field:ER.WL~S @river" },
    { if_options = { rivers = "first" }, "RI-B x1 river:W field:NL.NR.EL.ER.SL.SR.WL.WR @river-lake" },
    { if_options = { rivers = { "first", "both" } }, [[
      RI-C x1 river:E.W city:N city:S field:EL.WR~N field:ER.WL~S @river
      RI-D x1 river:E.W city:N road:S~N field:EL~N field:WR~N field:ER.SL field:SR.WL @river
      RI-E x1 river:E.W monastery road:S~monastery field:NL.NR.EL.WR field:ER.SL field:SR.WL @river
      RI-F x1 river:N.S road:E.W field:NL.WR field:NR.EL field:ER.SL field:SR.WL @river
      RI-G x2 river:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @river
      RI-H x1 river:E.S city:N.W field:EL.SR~N field:ER.SL @river
      RI-I x1 river:S.W road:N.E field:NL.ER.SL.WR field:NR.EL field:SR.WL @river
    ]] },
    { if_options = { rivers = { "first", "both" }, edition = 1 },
      "RI-J x2 river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river" },
    { if_options = { rivers = { "first", "both" }, edition = 2 }, [[
      RI-J x1 river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river
      RI-K x1 spot+garden river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river
    ]] },
    { if_options = { rivers = { "second", "both" } }, [[
      RI-L x1 river:W city:E field:NL.NR.WR~E field:SL.SR.WL~E @river
      RI-M x1 river:W field:NL.NR.EL.ER.SL.SR.WL.WR @river-lake @princess-and-dragon.volcano?
      RI-N x1 river:N.E.W field:NL.WR field:NR.EL field:ER.SL.SR.WL @river-fork
      RI-O x1 river:N.S city:E.W field:NR.SL~W field:NL.SR~W @river
      RI-P x1 river:E.W monastery field:NL.NR.EL.WR field:ER.SL.SR.WL @river
      RI-Q x1 river:N.S road:E.W+inns-and-cathedrals.inn? field:NL.WR field:NR.EL field:ER.SL field:SR.WL @river
      RI-R x1 river:E.W city:N road:S~N field:EL~N field:WR~N field:ER.SL field:SR.WL @river
      RI-U x1 river:E.S city:N.W+pennant field:EL.SR~N field:ER.SL @river
      RI-V x1 river:N.W field:NR.EL.ER.SL.SR.WL+pig-herd? field:NL.WR @river
      RI-W x1 river:S.W road:N.E field:NL.ER.SL.WR field:NR.EL field:SR.WL @river
    ]] },
    { if_options = { rivers = { "second", "both" }, edition = 1 },
      "RI-S x1 river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river" },
    { if_options = { rivers = { "second", "both" }, edition = 2 },
      "RI-T x1 spot+garden river:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @river" },
  },
  start = {
    { id = "RI-A", if_options = { gq11 = false } },
    { id = "RI-A", if_options = { gq11 = true, spring = "plain" } },
    { id = "GQ-A", if_options = { gq11 = true, spring = "road" } },
  },
  draw_order = { "river-spring", { if_options = { rivers = { "second", "both" } }, "river-fork" }, "river",
    "river-lake" },
  edges = {
    { "river", must_join = true, bends = { option = "turns" },
      if_options = { turns = { "no-u-turn", "alternate" } } },
    { "river", must_join = true, if_options = { turns = "room" } },
  },
  allow_placement = { if_options = { turns = "room" }, when = { kind = "river" }, run = has_room },
  on_tile_placed = { if_options = { rivers = { "second", "both" }, volcano = "goes-on" },
      when = { id = "RI-M" }, run = function(state)
    state:forbid_deployment()
    state:grant_further_turn()
  end },
  points = { { kind = "field", attribute = "pig-herd?", per = "cities",
    has_no = { "pieces", piece = "barn?" }, add = 1 } },
}
