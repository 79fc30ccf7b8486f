-- The rule: a player may put one of 5 crowns on a city, which scores double if completed.
-- Sensible players crown cities of their own that are likely to be completed.
-- A play test can record how many crowns are used, on whose cities, and the points that they add.

return {
  name = "crowns",
  description = "Each player has 5 crowns. A complete city with a crown scores double.",
  tokens = { { name = "crown", on = "feature", count = 60, symbol = "C" } },
  variables = { { name = "crowns", scope = "player", initial = 5, label = "crowns left" } },
  points = { when = { kind = "city", complete = true, token = "crown" },
    run = function(_, _, points) return 2 * points end },
  phases = { { name = "crown", timing = "deployment", when = { player = { variable = "crowns" } },
    ask = function(state)
      state:offer { "features", kind = "city", complete = false, token = { crown = 0 } }
    end,
    on_chosen = function(state, action)
      local player = state:turn_player()
      state:set_variable("crowns", player, state:variable("crowns", player) - 1)
      state:put_token("crown", action)
    end } },
}
