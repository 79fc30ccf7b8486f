-- Maps the castles to the names in logs of the other engine.

local c_locale = require "carcassonne.base.c_locale"
local schema = require "spec.support.interop.schema"

local function castle(place) return place.text:gsub("^city", "castle") end

-- Returns both halves of each castle.
local function castles(state, words)
  local list = {}
  for i, one in ipairs(state:features { kind = "city", token = "castle" }) do
    local halves = {}
    for j, half in ipairs(one:segments()) do halves[j] = words.place(state, half) end
    c_locale.sort(halves)
    list[i] = table.concat(halves, " ")
  end
  c_locale.sort(list)
  return list
end

return {
  sets = { "castles" },
  place = function(state, place)
    local is_castle = place.text:find "^city"
      and state:matches(state:feature(place.x, place.y, place.segment),
      { token = "castles.castle?" })
    return is_castle and castle(place) or nil
  end,
  choices = { castle = "place" },
  tokens = { { "castle", schema.by_player, "how many each player has left",
    left = function(state, player) return state:num_tokens("castle", player) end } },
  snapshot = { { "castles", schema.texts, "a list of castles" } },
  compare = function(compare, state, after, words)
    compare:running_lists("castles", castles(state, words), after.castles)
  end,
  scored = { castle = "castle" },
}
