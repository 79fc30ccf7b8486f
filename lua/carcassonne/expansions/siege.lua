--- Siege: The Besiegers and The Cathars, ten tiles each of which besieges its city.
--
-- Each tile and pennant of a besieged city is worth 1 point less than usual: 1 point if the city is
-- complete (2 with a cathedral), and 0 if it is incomplete at the end. Fields count the city twice.
-- If a monastery is beside a besieging tile, or at its corner, the player may take one of their
-- knights out of that city at the end of a turn. It does not matter who owns the monastery, or
-- whether it is complete. All followers in a city are knights; a builder is a knight only by the
-- rule `count_as_followers`.
--
-- Source: the publisher's sheets of the two sets, and its answer on double turns; there is only one
-- edition. The option value "any-tile" follows another publisher's Siege.

-- Returns the phase of an escape, for each part or for the whole turn.
local function escape(at, often, order)
  local near = { "segments", kind = "monastery" }
  return {
    name = "escape",
    timing = at,
    module = "escape",
    if_options = { escape_often = often },
    order = order,
    offer = {
      { "pieces", player = "turn_player", follower = true, if_options = { monastery = "besieging-tile" },
        feature = { "segments", attribute = "besieged", at = { attribute = "besieger", around = near } } },
      { "pieces", player = "turn_player", follower = true, if_options = { monastery = "any-tile" },
        feature = { attribute = "besieged", has = { "tiles", around = near } } },
    },
    question = "Does a knight of {player} leave the city?", may_pass = true,
    on_chosen = function(state, action)
      if action then state:return_piece(action) end
    end,
  }
end

return {
  name = "siege",
  description = "Ten tiles besiege cities: a besieged city scores less, counts twice for the fields beside "
    .. "it, and its knights may escape to monasteries.",
  options = {
    escape_often = { "part", "turn",
      description = "how often a knight may leave; part: once in each part of a turn; turn: once a turn, "
        .. "after its last part" },
    monastery = { "besieging-tile", "any-tile",
      description = "besieging-tile: a knight may leave if a monastery lies beside a besieging tile; "
        .. "any-tile: if it lies beside any tile of the city" },
    pig = { 2, 1, description = "how many times a besieged city counts for a pig; for the field itself, it "
      .. "counts twice" },
  },
  modules = {
    tiles = "its ten tiles; the besiegers on them have an effect only with the other modules",
    siege = { description = "a besieged city scores less, and counts twice for the fields beside it",
      needs = { "tiles" } },
    escape = { description = "a knight may leave a besieged city for a monastery", needs = { "tiles" } },
  },
  attributes = {
    { name = "besieged", tile_points = -1, incomplete_tile_points = -1, field_factor = 2,
      pig_factor = { option = "pig" },
      module = "siege" },
    { name = "besieged", if_options = { siege = false } },
    { name = "besieger", on = "tile" },
  },
  tiles = { { module = "tiles", [[
    SI-A x1 city:N.E.W+besieged field:SL.SR~N @besieger
    SI-B x1 city:N.W+besieged road:E field:EL~W field:ER.SL.SR~W @besieger
    SI-C x1 city:N+besieged road:S field:SR.WL.WR~N field:EL.ER.SL~N @besieger
    SI-D x1 city:N+besieged road:E.S field:EL.SR.WL.WR~N field:ER.SL @besieger
    SI-E x1 city:N.W+besieged road:S field:SR~W field:EL.ER.SL~W @besieger
    SI-F x1 city:N+besieged road:S.W field:EL.ER.SL.WR~N field:SR.WL @besieger
    SI-G x1 city:N+besieged field:EL.ER.SL.SR.WL.WR~N @besieger
    SI-H x1 city:N+besieged road:E.W field:EL.WR~N field:ER.SL.SR.WL @besieger
    SI-I x1 city:N.W+besieged field:EL.ER.SL.SR~N @besieger
    SI-J x1 city:N.W+besieged road:E.S field:EL.SR~N field:ER.SL @besieger
  ]] } },
  phases = {
    escape("after_scoring", "part", 90),
    escape("turn_end", "turn", 40),
  },
}
