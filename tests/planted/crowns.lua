-- The rule: instead of deploying, a player may put one of 5 crowns on an unfinished city; when complete,
-- it scores double, and the crown returns. Sensible players crown cities of their own that are nearly
-- complete. A test sees how many crowns are used, whose cities have them, and the points that they add.

return {
  name = "crowns",
  description = "Each player has 5 crowns. A complete city with a crown scores double.",
  tokens = { { name = "crown", on = "feature", owner = "player", count = 5, symbol = "C" } },
  points = { when = { kind = "city", complete = true, token = "crown" },
    run = function(_, _, points) return 2 * points end },
  phases = { { name = "crown", timing = "deployment", when = { player = { token = "crown" } },
    ask = function(state)
      state:offer { "features", kind = "city", complete = false, token = { crown = 0 } }
    end,
    on_chosen = function(state, action) state:put_token("crown", action) end } },
  on_feature_scored = { when = { kind = "city", complete = true, token = "crown" },
    run = function(state, scoring)
      for crown in state:each { "tokens", token = "crown", feature = scoring.feature } do
        state:move_token(crown, nil)
      end
    end },
}
