--- What the other engine calls the things of the corn circles.
-- @module carcassonne.interop.expansions.corn-circles

local WHAT = { "deploy", "remove" } -- by the number of an option

return {
  code = "CC",
  options = { deploy = "may" },
  saved = {
    elements = { ["corn-circle"] = { implied = true } },
    messages = {
      CIRCLE_REMOVE_OR_DEPLOY = function(_, payload)
        local number = payload.value == "DEPLOY" and 1 or 2
        return "corn " .. WHAT[number], function(action) return action.name == "corn" and action.number == number end
      end,
    },
    after_commit = { corn = true, ["corn-deploy"] = true, ["corn-remove"] = true },
  },
}
