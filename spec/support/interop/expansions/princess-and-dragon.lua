-- Maps The Princess & the Dragon to the names in logs of the other engine.

local cells = require "spec.support.interop.cells"
local schema = require "spec.support.interop.schema"

local function fairy(state, words)
  local at, owner = state:token "fairy", state:variable "fairy_owner"
  if not at then return nil end
  if owner == 0 then return ("@%d,%d"):format(at.x, at.y) end
  local kind = state:game():piece(state:variable "fairy_kind").name
  local piece = state:pieces { at = at, player = owner, piece = kind }[1]
  return piece and words.standing(state, piece) or "a piece that is not there"
end

return {
  sets = { "princess" },
  phases = { DragonMovePhase = "dragon" },
  choices = {
    fairy = function(state, action, words) return "fairy next-to " .. words.standing(state, action) end,
    princess = "piece", dragon = "cell",
  },
  held = { dragon = "volcano" },
  snapshot = { { "dragon", schema.cell, "x, y", true },
    { "fairy", schema.text, "a piece, or a cell", true } },
  compare = function(compare, state, after, words)
    compare:running_values("dragon", cells.of_token(state, "dragon"), cells.logged(after.dragon))
    compare:running_values("fairy", fairy(state, words), after.fairy)
  end,
  scored = { fairy = "fairy.completed" },
  final = { fairy = "fairy" },
}
