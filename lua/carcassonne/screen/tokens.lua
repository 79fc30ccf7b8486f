--- Tokens, for those who look from outside: which lie where, who has which in hand, and how many are left.
-- @module carcassonne.screen.tokens

local tokens = {}

---@class TokenGroup
---@field token string its kind
---@field sign string what is drawn for it
---@field count integer how many alike there are
---@field number? integer that they bear
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

-- Those alike together, in the order of the first of each.
local function grouped(state, in_hand)
  local list, at, signs = {}, {}, {}
  for _, kind in ipairs(state:game():tokens()) do signs[kind.name] = kind.sign end
  for _, one in ipairs(state:tokens { in_hand = in_hand }) do
    local key = key_of(one)
    if at[key] then
      at[key].count = at[key].count + 1
    else
      at[key] = { token = one.token, sign = signs[one.token], count = 1, number = one.number, owner = one.owner,
        player = in_hand and one.player or nil, tile = one.tile, x = one.x, y = one.y, segment = one.segment, text = one.text }
      list[#list + 1] = at[key]
    end
  end
  return list
end

--- The tokens on the table.
---@param state State
---@return TokenGroup[]
function tokens.lying(state) return grouped(state, false) end

--- The tokens in players' hands.
---@param state State
---@return TokenGroup[]
function tokens.in_hands(state) return grouped(state, true) end

--- How many of each kind are left in the supply; kinds of which none is, and those of players, are absent.
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
