--- What the other engine calls the things of The Princess & the Dragon.
-- @module carcassonne.interop.expansions.princess-and-dragon

local cells = require "carcassonne.interop.notation.cells"
local schema = require "carcassonne.interop.notation.schema"

local function fairy(state, words)
  local at, owner = state:token "fairy", state:variable "fairy_owner"
  if not at then return nil end
  if owner == 0 then return ("@%d,%d"):format(at.x, at.y) end
  local piece = state:pieces { at = at, player = owner, follower = true }[1]
  return piece and words.standing(state, piece) or "a piece that is not there"
end

return {
  code = "PD",
  tilesets = { ["princess-and-dragon:2"] = { edition = 2 } },
  departures = {
    { "fairy_pays", "moved", "whoever moves away from the fairy, out of the Count's city, brings her points for what scores then" },
  },
  options = { dragon_eats = "towers", fairy_stays = true, fairy_bonus = "always" },
  rules = {
    ["princess-action"] = { usual = "may", may = { princess = "may" }, must = { princess = "must" } },
    ["fairy-placement"] = { usual = "next-follower", ["next-follower"] = { fairy_on = "follower" }, ["on-tile"] = { fairy_on = "tile" } },
    ["dragon-move"] = { usual = "before-scoring", ["before-scoring"] = { dragon_moves = "before-scoring" },
      ["after-scoring"] = { dragon_moves = "after-scoring" } },
  },
  log = {
    sets = { "princess" },
    choices = {
      fairy = function(state, action, words) return "fairy next-to " .. words.standing(state, action) end,
      princess = "piece", dragon = "cell",
    },
    held = { dragon = "volcano" },
    snapshot = { { "dragon", schema.cell, "x, y", true }, { "fairy", schema.text, "a piece, or a cell", true } },
    compare = function(compare, state, after, words)
      compare:running_values("dragon", cells.of_token(state, "dragon"), cells.logged(after.dragon))
      compare:running_values("fairy", fairy(state, words), after.fairy)
    end,
    scored = { fairy = "fairy.completed" },
    final = { fairy = "fairy" },
  },
  saved = {
    elements = {
      fairy = { option = "fairy" }, dragon = { option = "dragon", tiles = true },
      princess = { option = "princesses", tiles = true }, portal = { option = "portals", tiles = true },
    },
    figures = { fairy = "fairy", dragon = "dragon" },
    taken_back = { PRINCESS = "princess" },
  },
}
