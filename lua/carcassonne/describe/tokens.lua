--- Tokens as an observer sees them: on the table, in players' hands, and in the supply.
-- @module carcassonne.describe.tokens

local c_locale = require "carcassonne.base.c_locale"

local tokens = {}

---@class TokenGroup
---@field token string kind of token
---@field sign string sign of the kind
---@field count integer number of equal tokens
---@field number? integer number on them; nil if hidden
---@field hidden? boolean whether the observer cannot see their numbers
---@field owner? integer player who owns them
---@field player? integer player who has them in hand
---@field tile? integer index of their tile; nil on an empty cell
---@field x? integer
---@field y? integer
---@field segment? integer
---@field text? string the segment in notation

local ALIKE = { "token", "number", "owner", "player", "x", "y", "segment" }
local PLACE_ORDER = { "token", "owner", "player", "y", "x", "segment" } -- sort keys, in order

local function key_of(token)
  local parts = {}
  for i, field in ipairs(ALIKE) do parts[i] = tostring(token[field]) end
  return table.concat(parts, " ")
end

-- Compares two places for sorting.
local function comes_first(one, other)
  for _, field in ipairs(PLACE_ORDER) do
    local a, b = one[field] or 0, other[field] or 0
    if a ~= b then return a < b end
  end
  return false
end

-- Removes the numbers that the observer cannot see. Tokens without a visible number come last,
-- sorted by place, since their own order would reveal the numbers.
local function as_seen(state, list, observer)
  local open, hidden = {}, {}
  for _, one in ipairs(list) do
    if not one.number or observer == nil or state:sees(observer, one) then
      open[#open + 1] = one
    else
      one.number, one.hidden = nil, true
      hidden[#hidden + 1] = one
    end
  end
  c_locale.sort(hidden, comes_first)
  for _, one in ipairs(hidden) do open[#open + 1] = one end
  return open
end

-- Groups equal tokens, in the order of the first of each group.
local function grouped(state, in_hand, observer)
  local list, at, signs = {}, {}, {}
  for _, kind in ipairs(state:game():tokens()) do signs[kind.name] = kind.symbol end
  for _, one in ipairs(as_seen(state, state:tokens { in_hand = in_hand }, observer)) do
    local key = key_of(one)
    if at[key] then
      at[key].count = at[key].count + 1
    else
      at[key] = { token = one.token, sign = signs[one.token], count = 1, number = one.number,
        hidden = one.hidden, owner = one.owner,
        player = in_hand and one.player or nil, tile = one.tile, x = one.x, y = one.y, segment = one.segment,
          text = one.text }
      list[#list + 1] = at[key]
    end
  end
  return list
end

--- Returns the tokens on the table.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return TokenGroup[]
function tokens.lying(state, observer) return grouped(state, false, observer) end

--- Returns the tokens in players' hands.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return TokenGroup[]
function tokens.in_hands(state, observer) return grouped(state, true, observer) end

--- Counts the tokens whose numbers the observer cannot see, by number, including those in the
--- supply.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return {token:string, numbers:integer[]}[]
function tokens.unseen(state, observer)
  local list = {}
  for _, kind in ipairs(state:game():tokens()) do
    if kind.visible_to ~= "all" then
      list[#list + 1] = { token = kind.name, numbers = state:tokens_unseen(kind.name, observer) }
    end
  end
  return list
end

--- Returns the number of tokens of each kind in the supply. Kinds with no tokens left, and kinds
--- that belong to players, are omitted.
---@param state State
---@return {token:string, count:integer}[]
function tokens.left(state)
  local list = {}
  for _, kind in ipairs(state:game():tokens()) do
    local count = state:num_tokens(kind.name)
    if count > 0 then list[#list + 1] = { token = kind.name, count = count } end
  end
  return list
end

return tokens
