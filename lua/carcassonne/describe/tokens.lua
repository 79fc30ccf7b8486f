--- Tokens, for those who look from outside: which lie where, who has which in hand, and how many
--- are left.
-- @module carcassonne.describe.tokens

local c_locale = require "carcassonne.base.c_locale"

local tokens = {}

---@class TokenGroup
---@field token string its kind
---@field sign string what is drawn for it
---@field count integer how many alike there are
---@field number? integer that they bear; none where it is hidden
---@field hidden? boolean they bear numbers that who looks on does not see
---@field owner? integer whose they are
---@field player? integer who has them in hand
---@field tile? integer the index of the tile that they lie on; none on an empty cell
---@field x? integer
---@field y? integer
---@field segment? integer
---@field text? string the segment as the notation has it

local ALIKE = { "token", "number", "owner", "player", "x", "y", "segment" }

local function key_of(token)
  local parts = {}
  for i, field in ipairs(ALIKE) do parts[i] = tostring(token[field]) end
  return table.concat(parts, " ")
end

-- Whether the first lies before the second, as places go.
local function comes_first(one, other)
  for _, field in ipairs { "token", "owner", "player", "y", "x", "segment" } do
    local a, b = one[field] or 0, other[field] or 0
    if a ~= b then return a < b end
  end
  return false
end

-- Those whose number the observer does not see have none, and come last, by where they are: their
-- own order would tell it.
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

-- Those alike together, in the order of the first of each.
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

--- The tokens on the table.
---@param state State
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return TokenGroup[]
function tokens.lying(state, observer) return grouped(state, false, observer) end

--- The tokens in players' hands.
---@param state State
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return TokenGroup[]
function tokens.in_hands(state, observer) return grouped(state, true, observer) end

--- Which of the hidden ones there are: of each number those that the observer does not see, in the
--- supply too.
---@param state State
---@param observer? integer|"spectator" nobody, who knows all, by default
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

--- How many of each kind are left in the supply; kinds of which none is, and those of players, are
--- absent.
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
