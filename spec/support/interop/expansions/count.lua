-- Maps the Count of Carcassonne to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

local function quarter_of(state, place) return place and state:areas(place)[1]:match "^%a+" end

local function place_of(state, place)
  return state:tile_at(place.x, place.y).id == "CO-G" and place.text:find "^spot" and "quarter:"
    .. quarter_of(state, place) or nil
end

local FROM = { city = "castle", road = "blacksmith", monastery = "cathedral", field = "market" }

local function move(state, action, words)
  return ("move %s from %s to %s"):format(words.piece(action.piece), FROM[action.text:match "^%a+"],
    words.place(state, action))
end

return {
  sets = { "count" },
  place = place_of,
  choices = {
    ["to-quarter"] = function(state, action, words)
      return ("deploy %s %s"):format(words.piece(action.piece), words.place(state, action))
    end,
    count = function(state, action) return "count " .. quarter_of(state, action) end,
    ["move-in"] = move, ["move-in-end"] = move,
  },
  snapshot = { { "count", schema.text, "his quarter" } },
  compare = function(compare, state, after)
    compare:running_values("count", quarter_of(state, state:token "count"), after.count)
  end,
}
