--- What the other engine calls the things of King & Robber.
-- @module carcassonne.interop.expansions.king-and-robber

local schema = require "carcassonne.interop.notation.schema"

local function holder(state, token)
  local held = state:token(token)
  return held and held.player - 1
end

return {
  code = "KR",
  tilesets = { ["king-and-robber:2"] = { edition = 2 } },
  rules = {
    ["king-and-robber-scoring"] = { usual = "default", default = { scoring = "default" }, ["10/20"] = { scoring = "10/20" },
      ["15/40"] = { scoring = "15/40" }, continuously = { scoring = "continuous" } },
  },
  log = {
    sets = { "king" },
    tokens = { { "king", schema.player, "a player, from 0", true }, { "robber", schema.player, "a player, from 0", true } },
    compare = function(compare, state, after)
      for _, token in ipairs { "king", "robber" } do
        compare:running_values(token, holder(state, token), after.tokens[token])
      end
    end,
    final = { king = "king", robber = "robber" },
  },
  saved = { elements = { king = { option = "king" }, robber = { option = "robber" } } },
}
