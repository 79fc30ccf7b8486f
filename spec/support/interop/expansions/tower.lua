-- Maps The Tower to the names in logs of the other engine.

local cells = require "spec.support.interop.cells"
local schema = require "spec.support.interop.schema"

local KINDS = 16 -- number of kinds of pieces in the variables of prisoners

-- Returns "1 meeple" for each prisoner of a captor.
local function prisoners(state, captor, words)
  local list = {}
  for owner = 1, state:game():players() do
    for index, piece in ipairs(state:game():pieces()) do
      local count = state:variable("prisoners", captor, (owner - 1) * KINDS + index)
      for _ = 1, count do list[#list + 1] = ("%d %s"):format(owner - 1, words.piece(piece.name)) end
    end
  end
  return list
end

-- The kinds of decision at which logs list a ransom: those of the expansions that appeared first.
local WITH_RANSOM = {}
for _, kind in ipairs { "place", "action", "capture", "exchange", "tunnel", "dragon", "wagon", "abbey",
    "abbey-end", "escape" } do
  WITH_RANSOM[kind] = true
end

return {
  sets = { "tower" },
  phases = { TowerCapturePhase = "capture" },
  place = function(state, place)
    return place.text == "spot" and state:any { "tiles", at = place, attribute = "tower?" } and "tower" or nil
  end,
  choices = {
    tower = function(_, action) return ("tower @%d,%d"):format(action.x, action.y) end,
    exchange = function(_, action, words) return "exchange " .. words.piece(action.piece) end,
    ransom = function(state, action, words)
      return ("ransom %d from %d %s"):format(state:current_player() - 1, action.player - 1,
        words.piece(action.piece))
    end,
    capture = "piece",
  },
  listed = { ransom = { beside = WITH_RANSOM,
    reason = "beside decisions of further expansions logs do not list it" } },
  tokens = { { "tower", schema.by_player, "how many each player has left",
    left = function(state, player) return state:num_tokens("tower", player) end } },
  snapshot = {
    { "prisoners", schema.texts_by_player, "prisoners by captor" },
    { "towers", schema.integers_by_name, "heights by cell" },
  },
  compare = function(compare, state, after, words)
    for captor, logged in ipairs(after.prisoners) do
      compare:running_lists(("prisoners of player %d"):format(captor), prisoners(state, captor, words),
        logged)
    end
    compare:running_lists("towers", cells.counts(state, "tower"), cells.logged_list(after.towers))
  end,
}
