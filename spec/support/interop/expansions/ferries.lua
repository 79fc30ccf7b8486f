-- Maps the ferries to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

-- The two connected sides of a lake, by the number of an option.
local PAIRS = { "N.E", "N.S", "N.W", "E.S", "E.W", "S.W" }

local function ferry(number, place) return ("%s @%d,%d"):format(PAIRS[number], place.x, place.y) end
local function option(_, action) return "ferry " .. ferry(action.number, action) end

return {
  sets = { "ferries" },
  choices = { ferry = option, ["ferry-move"] = option },
  snapshot = { { "ferries", schema.texts, "a list of ferries" } },
  compare = function(compare, state, after)
    local list = {}
    for i, lake in ipairs(state:tiles { variable = "pair" }) do
      list[i] = ferry(state:variable("pair", lake.index), lake)
    end
    compare:running_lists("ferries", list, after.ferries)
  end,
}
