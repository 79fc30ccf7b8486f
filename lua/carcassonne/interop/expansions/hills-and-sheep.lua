--- What the other engine calls the things of Hills & Sheep.
-- @module carcassonne.interop.expansions.hills-and-sheep

return {
  code = "HS",
  tilesets = { ["hills-and-sheep:2"] = { edition = 2 } },
  rules = {
    ["hill-tiebreaker"] = { usual = "at-least-one-follower", ["at-least-one-follower"] = { hill_tie = "any" },
      ["number-of-followers"] = { hill_tie = "most" } },
  },
  saved = {
    elements = {
      shepherd = { piece = "shepherd" },
      hill = { option = "hills", tiles = true }, vineyard = { option = "vineyards", tiles = true },
    },
    pieces = { shepherd = "shepherd" },
    messages = {
      FLOCK_EXPAND_OR_SCORE = function(_, payload)
        local number = payload.value == "EXPAND" and 1 or 2
        return "flock " .. tostring(payload.value), function(action) return action.name == "flock" and action.number == number end
      end,
    },
  },
}
