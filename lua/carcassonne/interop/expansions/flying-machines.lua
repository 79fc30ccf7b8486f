--- What the other engine calls the things of the Flying Machines.
-- @module carcassonne.interop.expansions.flying-machines

return {
  code = "FL",
  tilesets = { ["flier:2"] = { edition = 2 } },
  log = {
    sets = { "flier" },
    choices = {
      fly = function(state, action, words)
        return ("deploy %s flying-machine @%d,%d"):format(words.piece(action.piece), state:last_placed())
      end,
      landing = function(state, action, words) return ("land %s %s"):format(words.piece(action.piece), words.place(state, action)) end,
    },
    chance = { die = function(_, word) return "die #" .. word end },
  },
  saved = { elements = { flier = { implied = true } }, deployed = { FlyingMachine = "fly" } },
}
