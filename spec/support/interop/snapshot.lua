--- Compares a state with the snapshot of a log: what the players have, and what is on the board.

local action_names = require "spec.support.interop.action_names"
local c_locale = require "carcassonne.base.c_locale"
local expansions = require "spec.support.interop.expansions"

local snapshot = {}

local GOODS = { "wine", "grain", "cloth" }

local function by_player(state, count)
  local list = {}
  for player = 1, state:game():players() do list[player] = count(player) end
  return list
end

-- ---- What players have --------------------------------------------------------------------------

-- Pieces that a log counts as tokens.
local UNCOUNTED = expansions.gathered("uncounted")

-- Compares the pieces in hand with the snapshot. A log must list each kind of piece that is in
-- play, and no other.
local function compare_supply(compare, state, theirs)
  local kinds = {}
  for _, piece in ipairs(state:game():pieces()) do
    if piece.count > 0 and not UNCOUNTED[piece.name] then
      local kind = action_names.piece(piece.name)
      kinds[#kinds + 1] = kind
      local ours = by_player(state, function(player) return state:pieces_in_hand(player)[piece.name] end)
      if theirs[kind] then
        compare:running_numbers(("'%s' in hand, by player"):format(kind), ours, theirs[kind])
      end
    end
  end
  local logged = {}
  for kind in pairs(theirs) do logged[#logged + 1] = kind end
  c_locale.sort(logged)
  compare:lists("kinds of pieces in hand", kinds, logged)
end

--- Compares the goods of all players with the snapshot. If a log lacks them although they are in
--- play, this is a difference.
---@param compare Comparison
---@param state State
---@param theirs? integer[][] wine, grain and cloth by player
---@param has table<string, boolean> the sets in play
function snapshot.compare_goods(compare, state, theirs, has)
  if not theirs and has.traders then compare:differ "goods: the log has none, where traders play" end
  for player, logged in ipairs(theirs or {}) do
    local have, ours = state:goods(player), {}
    for i, good in ipairs(GOODS) do ours[i] = have[good] end
    compare:running_numbers(("goods of player %d"):format(player), ours, logged)
  end
end

-- Compares with the snapshot the number of an expansion's tokens that each player has left.
local function compare_tokens(compare, state, theirs, expansion)
  for _, row in ipairs(expansion.log.tokens or {}) do
    local left = row.left
    if left then
      compare:running_numbers(("tokens left, '%s'"):format(row[1]), by_player(state, function(player)
        return left(state, player)
      end), theirs[row[1]])
    end
  end
end

-- ---- What lies and stands on the table ----------------------------------------------------------

local function pieces(state)
  local list = {}
  for _, piece in ipairs(state:pieces()) do list[#list + 1] = action_names.standing(state, piece) end
  return list
end

--- Returns the sets of a logged game as a set of names.
---@param sets string[]
---@return table<string, boolean>
function snapshot.sets_in_play(sets)
  local has = {}
  for _, set in ipairs(sets) do has[set] = true end
  return has
end

--- Compares a state with everything in a snapshot except the points.
---@param compare Comparison
---@param state State
---@param theirs LoggedSnapshot
---@param sets string[] the log's sets
function snapshot.compare(compare, state, theirs, sets)
  snapshot.compare_goods(compare, state, theirs.goods, snapshot.sets_in_play(sets))
  compare_supply(compare, state, theirs.supply)
  compare:running_lists("pieces", pieces(state), theirs.pieces)
  for _, expansion in ipairs(expansions.of_sets(sets)) do
    compare_tokens(compare, state, theirs.tokens or {}, expansion)
    if expansion.log.compare then expansion.log.compare(compare, state, theirs, action_names) end
  end
end

return snapshot
