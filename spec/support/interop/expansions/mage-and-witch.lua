-- Maps Mage & Witch to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

local FIGURES = { "mage", "witch" } -- by the number of the engine's options

local function place_of(state, figure, words)
  local at = state:token(figure)
  return at and words.place(state, at)
end

return {
  sets = { "mage" },
  kinds = { mage = "mage" },
  choices = {
    mage = function(state, action, words)
      return action.token and "remove " .. action.token or ("%s %s"):format(FIGURES[action.number],
        words.place(state, action))
    end,
  },
  snapshot = { { "mage", schema.text, "a place", true }, { "witch", schema.text, "a place", true } },
  compare = function(compare, state, after, words)
    for _, figure in ipairs(FIGURES) do
      compare:running_values(figure, place_of(state, figure, words), after[figure])
    end
  end,
}
