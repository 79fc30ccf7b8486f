--- A state beside the snapshot of a log: what everybody has, and what lies and stands on the table.
-- @module carcassonne.interop.snapshot

local words = require "carcassonne.interop.words"

local snapshot = {}

local GOODS = { "wine", "grain", "cloth" }
local LETTERS = { "A", "B", "C" }

local function by_player(state, count)
  local list = {}
  for player = 1, state:game():players() do list[player] = count(player) end
  return list
end

local function holder(state, token)
  local held = state:token(token)
  return held and held.player - 1
end

-- ---- What players have ----------------------------------------------------------------------------

-- A log has each kind of piece that is in play, and no other; bridges are among its tokens.
local function compare_supply(compare, state, theirs)
  local kinds = {}
  for _, piece in ipairs(state:game():pieces()) do
    if piece.count > 0 and piece.name ~= "bridge" then
      local kind = words.piece(piece.name)
      kinds[#kinds + 1] = kind
      local ours = by_player(state, function(player) return state:supply(player)[piece.name] end)
      if theirs[kind] then compare:running_numbers(("'%s' in hand, by player"):format(kind), ours, theirs[kind]) end
    end
  end
  local logged = {}
  for kind in pairs(theirs) do logged[#logged + 1] = kind end
  table.sort(logged)
  compare:lists("kinds of pieces in hand", kinds, logged)
end

--- Compares the goods of all players. A log without them, where they are in play, tells less than it should.
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

-- Tokens left, by the names of a log.
local LEFT = {
  abbey = function(state, player) return state:slot("abbeys", player) end,
  bridge = function(state, player) return state:supply(player).bridge end,
  tower = function(state, player) return state:num_tokens("tower", player) end,
}

local function numbers_of(game, token)
  for _, kind in ipairs(game:tokens()) do
    if kind.name == token then return kind.numbers end
  end
end

-- Letters that are not in play count as none left.
local function compare_tunnel_tokens(compare, state, theirs)
  local in_play = numbers_of(state:game(), "tunnel")
  for player, logged in ipairs(theirs) do
    local ours = {}
    for letter = 1, #LETTERS do
      ours[letter] = letter <= in_play and state:num_tokens("tunnel", player, letter) or 0
    end
    compare:running_numbers(("tunnel tokens of player %d"):format(player), ours, logged)
  end
end

local function compare_tokens(compare, state, theirs, has)
  for _, set in ipairs { "abbey", "bridge", "tower" } do
    if has[set] then
      compare:running_numbers(("tokens left, '%s'"):format(set), by_player(state, function(player)
        return LEFT[set](state, player)
      end), theirs[set])
    end
  end
  if has.tunnel then compare_tunnel_tokens(compare, state, theirs.tunnel) end
  if has.king then
    compare:running_values("king", holder(state, "king"), theirs.king)
    compare:running_values("robber", holder(state, "robber"), theirs.robber)
  end
end

-- "1 meeple" for each prisoner of a captor.
local function prisoners(state, captor)
  local list = {}
  for owner = 1, state:game():players() do
    for index, piece in ipairs(state:game():pieces()) do
      local count = state:slot("prisoners", captor, (owner - 1) * 8 + index)
      for _ = 1, count do list[#list + 1] = ("%d %s"):format(owner - 1, words.piece(piece.name)) end
    end
  end
  return list
end

local function compare_prisoners(compare, state, theirs)
  for captor, logged in ipairs(theirs) do
    compare:running_lists(("prisoners of player %d"):format(captor), prisoners(state, captor), logged)
  end
end

-- ---- What lies and stands on the table --------------------------------------------------------------

local function pieces(state)
  local list = {}
  for _, piece in ipairs(state:pieces()) do list[#list + 1] = words.standing(state, piece) end
  return list
end

local function towers(state)
  local list = {}
  for i, one in ipairs(state:tiles { token = "tower" }) do
    list[i] = ("%d,%d: %d"):format(one.x, one.y, state:num_tokens("tower", one))
  end
  return list
end

local function logged_towers(theirs)
  local list = {}
  for cell, height in pairs(theirs) do list[#list + 1] = ("%s: %d"):format(cell, height) end
  table.sort(list)
  return list
end

local function bridges(state)
  local list = {}
  for _, one in ipairs(state:tiles()) do
    if one.span then list[#list + 1] = ("%s @%d,%d"):format(one.span, one.x, one.y) end
  end
  return list
end

-- "A.0 road:S @-1,-2" for each tunnel token that lies.
local function tunnels(state)
  local list = {}
  for i, token in ipairs(state:tokens { token = "tunnel", in_hand = false }) do
    list[i] = ("%s.%d %s"):format(LETTERS[token.number or 1], token.owner - 1, words.place(state, token))
  end
  return list
end

local function logged_tunnels(theirs)
  local list = {}
  for token, places in pairs(theirs) do
    for _, place in ipairs(places) do list[#list + 1] = token .. " " .. place end
  end
  table.sort(list)
  return list
end

local function dragon(state)
  local at = state:token "dragon"
  return at and ("%d,%d"):format(at.x, at.y)
end

local function fairy(state)
  local at, owner = state:token "fairy", state:slot "fairy_owner"
  if not at then return nil end
  if owner == 0 then return ("@%d,%d"):format(at.x, at.y) end
  local piece = state:pieces { at = at, player = owner, follower = true }[1]
  return piece and words.standing(state, piece) or "a piece that is not there"
end

local function logged_cell(cell) return cell and ("%d,%d"):format(cell[1], cell[2]) end

-- What the sets in play add, by set.
local OF_SET = {
  tower = function(compare, state, theirs)
    compare_prisoners(compare, state, theirs.prisoners)
    compare:running_lists("towers", towers(state), logged_towers(theirs.towers))
  end,
  bridge = function(compare, state, theirs) compare:running_lists("bridges", bridges(state), theirs.bridges) end,
  tunnel = function(compare, state, theirs)
    compare:running_lists("tunnels", tunnels(state), logged_tunnels(theirs.tunnels))
  end,
  princess = function(compare, state, theirs)
    compare:running_values("dragon", dragon(state), logged_cell(theirs.dragon))
    compare:running_values("fairy", fairy(state), theirs.fairy)
  end,
}
local SETS = { "tower", "bridge", "tunnel", "princess" }

--- The sets of a logged game by name.
---@param sets string[]
---@return table<string, boolean>
function snapshot.sets_in_play(sets)
  local has = {}
  for _, set in ipairs(sets) do has[set] = true end
  return has
end

--- Compares everything of a snapshot but the points.
---@param compare Comparison
---@param state State
---@param theirs LoggedSnapshot
---@param has table<string, boolean> the sets in play
function snapshot.compare(compare, state, theirs, has)
  snapshot.compare_goods(compare, state, theirs.goods, has)
  compare_supply(compare, state, theirs.supply)
  compare_tokens(compare, state, theirs.tokens or {}, has)
  compare:running_lists("pieces", pieces(state), theirs.pieces)
  for _, set in ipairs(SETS) do
    if has[set] then OF_SET[set](compare, state, theirs) end
  end
end

return snapshot
