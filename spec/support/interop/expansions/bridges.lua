-- Maps the bridges to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

local AXIS = { "N.S", "E.W" }

local function lying(state)
  local list = {}
  for _, one in ipairs(state:tiles()) do
    if one.span then list[#list + 1] = ("%s @%d,%d"):format(one.span, one.x, one.y) end
  end
  return list
end

return {
  sets = { "bridge", "castles" },
  choices = {
    bridge = function(_, action)
      return ("bridge %s @%d,%d"):format(AXIS[action.number], action.x, action.y)
    end,
  },
  uncounted = { bridge = true },
  tokens = { { "bridge", schema.by_player, "how many each player has left",
    left = function(state, player) return state:pieces_in_hand(player).bridge end } },
  snapshot = { { "bridges", schema.texts, "a list of bridges" } },
  compare = function(compare, state, after) compare:running_lists("bridges", lying(state), after.bridges) end,
}
