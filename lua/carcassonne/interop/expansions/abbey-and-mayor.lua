--- What the other engine calls the things of Abbey & Mayor.
-- @module carcassonne.interop.expansions.abbey-and-mayor

local schema = require "carcassonne.interop.notation.schema"

local CORNER = { [0] = "NE", "SE", "SW", "NW" }

local function corner(number, place) return ("corner:%s @%d,%d"):format(CORNER[number], place.x, place.y) end

return {
  code = "AM",
  tilesets = { ["abbey-and-mayor:2"] = { edition = 2 } },
  departures = {
    { "end_round", "again", "after the last tile the round of abbeys begins anew when the player of the last turn was asked" },
  },
  rules = {
    ["wagon-move"] = { usual = "C2", C1 = { wagon_move = "C1" }, C2 = { wagon_move = "C2" } },
    ["barn-placement"] = { usual = "not-occupied", ["not-occupied"] = { barn_field = "no-barn" }, occupied = { barn_field = "any" } },
  },
  log = {
    sets = { "abbey" },
    standing = { barn = function(state, piece) return corner(state:variable("barn_corner", piece.player), piece) end },
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
  },
  saved = {
    elements = {
      mayor = { piece = "mayor" }, wagon = { piece = "wagon" }, barn = { piece = "barn" },
      abbey = { option = "abbeys", tile = "AM-AB" },
    },
    pieces = { mayor = "mayor", wagon = "wagon", barn = "barn" },
    after_commit = { wagon = true, abbey = true, ["abbey-end"] = true },
  },
}
