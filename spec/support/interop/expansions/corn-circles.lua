-- Maps the corn circles to the names in logs of the other engine.

local WHAT = { "deploy", "remove" } -- by the number of an option

return {
  sets = { "corn" },
  choices = {
    corn = function(_, action) return "corn " .. WHAT[action.number] end,
    ["corn-remove"] = function(state, action, words) return "remove " .. words.standing(state, action) end,
  },
}
