-- Maps the Goldmines to the names in logs of the other engine.

local cells = require "spec.support.interop.cells"
local schema = require "spec.support.interop.schema"

return {
  sets = { "goldmines" },
  kinds = { gold = "gold" },
  choices = { gold = "cell" },
  tokens = { { "gold", schema.by_player, "how many ingots each player has",
    left = function(state, player) return state:num_tokens("ingot", player) end } },
  snapshot = { { "gold", schema.integers_by_name, "ingots by cell" } },
  compare = function(compare, state, after)
    compare:running_lists("ingots", cells.counts(state, "ingot"), cells.logged_list(after.gold))
  end,
  final = { gold = "gold" },
}
