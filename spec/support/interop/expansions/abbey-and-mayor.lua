-- Maps Abbey & Mayor to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

local CORNER = { [0] = "NE", "SE", "SW", "NW" }

local function corner(number, place) return ("corner:%s @%d,%d"):format(CORNER[number], place.x, place.y) end

return {
  sets = { "abbey" },
  phases = { WagonPhase = "wagon" },
  standing = {
    barn = function(state, piece) return corner(state:variable("barn_corner", piece.player), piece) end },
  choices = {
    barn = function(_, action) return "deploy barn " .. corner(action.number, action) end,
    wagon = "place", abbey = "cell", ["abbey-end"] = "cell",
  },
  begins = { abbey = true, ["abbey-end"] = true },
  held = { abbey = false },
  tokens = { { "abbey", schema.by_player, "how many each player has left",
    left = function(state, player) return state:variable("abbeys", player) end } },
  scored = { ["barn-placed"] = "field.barn-placed", ["barn-connected"] = "field.barn-connected" },
  final = { barn = "field" },
}
