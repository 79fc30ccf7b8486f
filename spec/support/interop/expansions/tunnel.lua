-- Maps the tunnels to the names in logs of the other engine.

local c_locale = require "carcassonne.base.c_locale"
local schema = require "spec.support.interop.schema"

local LETTERS = { "A", "B", "C" }

-- Returns "A.0 road:S @-1,-2" for each token on the board.
local function lying(state, words)
  local list = {}
  for i, token in ipairs(state:tokens { token = "tunnel", in_hand = false }) do
    list[i] = ("%s.%d %s"):format(LETTERS[token.number or 1], token.owner - 1, words.place(state, token))
  end
  return list
end

local function logged_lying(theirs)
  local list = {}
  for token, places in pairs(theirs) do
    for _, place in ipairs(places) do list[#list + 1] = token .. " " .. place end
  end
  c_locale.sort(list)
  return list
end

local function numbers_in_play(game)
  for _, kind in ipairs(game:tokens()) do
    if kind.name == "tunnel" then return kind.numbers end
  end
end

-- For letters that are not in play the number left is 0.
local function left(state, player, letter)
  return letter <= numbers_in_play(state:game()) and state:num_tokens("tunnel", player, letter) or 0
end

local function compare_left(compare, state, theirs)
  for player, logged in ipairs(theirs) do
    local ours = {}
    for letter = 1, #LETTERS do ours[letter] = left(state, player, letter) end
    compare:running_numbers(("tunnel tokens of player %d"):format(player), ours, logged)
  end
end

return {
  sets = { "tunnel" },
  choices = {
    tunnel = function(state, action, words)
      return ("tunnel %s %s"):format(LETTERS[action.number], words.place(state, action))
    end,
  },
  tokens = { { "tunnel", schema.three_by_player, "A, B and C left, by player" } },
  counted_tokens = {
    TUNNEL_A = function(state, player) return left(state, player, 1) end,
    TUNNEL_B = function(state, player) return left(state, player, 2) end,
    TUNNEL_C = function(state, player) return left(state, player, 3) end,
  },
  snapshot = { { "tunnels", schema.texts_by_name, "places by token" } },
  compare = function(compare, state, after, words)
    compare_left(compare, state, after.tokens.tunnel)
    compare:running_lists("tunnels", lying(state, words), logged_lying(after.tunnels))
  end,
}
