--- The Abbot: a follower for monasteries and gardens that may return early, and ten tiles with a
--- garden.
--
-- An abbot can only be deployed on an unoccupied monastery or garden (through a magic portal only
-- if it is incomplete). No other piece can be deployed on a garden. A garden is complete when eight
-- tiles are around it, and scores like a monastery, also at the end. Rules about monasteries do not
-- apply to gardens. Instead of deploying, a player may call their abbot home from anywhere: the
-- player scores 1 point for the abbot's tile and 1 for each tile around it, no matter which other
-- pieces are there, without the extra points of a complete place. In majorities the abbot is a
-- follower like others, but rules about ordinary followers exclude it.
--
-- Eight tiles of the base game and two of Traders & Builders have a garden in the second edition.
-- They replace the same tiles without a garden. Other expansions have more gardens with their
-- option `edition`. A follower on the abbot's place of a special monastery (the expansion
-- `monasteries`) stays to the end. With the option `from_place` it can be called home, as in
-- another engine.
--
-- Source: the sheet of the second edition of the base game.

-- Returns the name of the abbot's place: garden, shrine or monastery.
local function name_of(place)
  local shows = (place.attributes[1] or ""):match "[^.]*$"
  return (shows == "garden" or shows == "shrine") and shows or "monastery"
end

local function call_home(state, action)
  local place = state:feature(action.x, action.y, action.segment)
  state:award(action.player, state:count { "tiles", around = place }, "abbot-" .. name_of(place))
  state:return_piece(action, "scored")
end

return {
  name = "abbot",
  description = "An abbot goes to monasteries and gardens, and its player may call it home early to score "
    .. "the tiles there.",
  options = {
    from_place = { false, true,
      description =
      "whether a player may also call home an abbot from the abbot's place on a tile of the expansion "
      .. "`monasteries`; this abbot scores what the monastery there would score" },
  },
  modules = {
    tiles = "ten tiles with a garden, which replace the same tiles without a garden",
    abbot = "an abbot for each player",
  },
  attributes = { { name = "garden", shared = true, scores_as_monastery = true } },
  tiles = { { module = "tiles", [[
    BA-Eg x1 city:N field:EL.ER.SL.SR.WL.WR~N spot+garden instead:BA-E?
    BA-Hg x1 city:N city:S field:EL.ER.WL.WR~N.S spot+garden instead:BA-H?
    BA-Ig x1 city:N city:W field:EL.ER.SL.SR~N.W spot+garden instead:BA-I?
    BA-Mg x1 city:N.W+pennant field:EL.ER.SL.SR~N spot+garden instead:BA-M?
    BA-Ng x1 city:N.W field:EL.ER.SL.SR~N spot+garden instead:BA-N?
    BA-Rg x1 city:N.E.W field:SL.SR~N spot+garden instead:BA-R?
    BA-Ug x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL spot+garden instead:BA-U?
    BA-Vg x1 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL spot+garden instead:BA-V?
    TB-Kg x1 city:N.W+cloth road:E field:EL~N field:ER.SL.SR~N spot+garden instead:TB-K?
    TB-Ug x1 city:N.W+wine road:S road:E field:SR~N field:ER.SL~N field:EL~N spot+garden instead:TB-U?
  ]] } },
  pieces = {
    abbot = { module = "abbot", count = 1, role = "follower", hosts_builder = false,
      on = { any = { { kind = "monastery" }, { kind = "spot", attribute = "garden" } } } },
  },
  phases = {
    {
      name = "recall",
      module = "abbot",
      timing = "deployment",
      label = "call the {piece} home",
      offer = {
        { "pieces", piece = "abbot", player = "turn_player", complete = false,
          any = { { kind = "monastery" }, { attribute = "garden" } } },
        { "pieces", piece = "abbot", player = "turn_player", kind = "spot",
          if_options = { from_place = true },
          at = { "tiles", attribute = "monasteries.special-monastery?",
            has = { "segments", kind = "monastery", complete = false } } },
      },
      on_chosen = call_home,
    },
    {
      name = "portal",
      module = "abbot",
      timing = "deployment",
      when = { attribute = "princess-and-dragon.portal?" },
      offer = { "segments", kind = "spot", attribute = "garden", complete = false, can_deploy = "abbot",
        deploy = true,
        except = { { at = "last_placed" }, { at = "princess-and-dragon.dragon?" } } },
    },
  },
}
