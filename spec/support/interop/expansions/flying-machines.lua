-- Maps the Flying Machines to the names in logs of the other engine.

return {
  sets = { "flier" },
  choices = {
    fly = function(state, action, words)
      return ("deploy %s flying-machine @%d,%d"):format(words.piece(action.piece), state:last_placed())
    end,
    landing = function(state, action, words)
      return ("land %s %s"):format(words.piece(action.piece), words.place(state, action))
    end,
  },
  chance = { die = function(_, word) return "die #" .. word end },
}
