-- Maps Under the Big Top to the names in logs of the other engine.

local cells = require "spec.support.interop.cells"
local schema = require "spec.support.interop.schema"

return {
  sets = { "bigtop" },
  place = function(state, place)
    return place.text == "spot" and state:any { "segments", at = place, attribute = "acrobats?" }
      and "acrobats" or nil
  end,
  choices = {
    pyramid = function(_, action) return ("score acrobats @%d,%d"):format(action.x, action.y) end,
  },
  chance = { animal = function(_, word) return "animal #" .. word end },
  snapshot = { { "bigtop", schema.cell, "x, y", true } },
  compare = function(compare, state, after)
    compare:running_values("tent", cells.of_token(state, "tent"), cells.logged(after.bigtop))
  end,
  scored = { acrobats = "acrobats", ["big-top"] = "bigtop", ["under-the-big-top"] = "ringmaster" },
  final = { acrobats = "acrobats", ["big-top"] = "bigtop", ["under-the-big-top"] = "ringmaster" },
}
