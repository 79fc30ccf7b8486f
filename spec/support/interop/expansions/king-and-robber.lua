-- Maps King & Robber to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

local function holder(state, token)
  local held = state:token(token)
  return held and held.player - 1
end

return {
  sets = { "king" },
  tokens = { { "king", schema.player, "a player, from 0", true },
    { "robber", schema.player, "a player, from 0", true } },
  compare = function(compare, state, after)
    for _, token in ipairs { "king", "robber" } do
      compare:running_values(token, holder(state, token), after.tokens[token])
    end
  end,
  final = { king = "king", robber = "robber" },
}
