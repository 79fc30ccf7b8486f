--- Tokens, and what scripts remember: as things that lie on the table, and as what players have.
-- @module app.game.memory

local slots = require "carcassonne.screen.slots"
local tokens = require "carcassonne.screen.tokens"
local words = require "carcassonne.screen.words"

local memory = {}

-- What lasts longer than a turn, and is one number or place for each thing.
local function lasting(game)
  local list = {}
  for _, slot in ipairs(slots.of(game)) do
    if slot.lifetime == "game" and slot.size == 1 then list[#list + 1] = slot end
  end
  return list
end

---@class Thing
---@field name string of the token, or the slot
---@field x integer
---@field y integer
---@field segment? integer
---@field number? integer without one it is a thing that lies in one place
---@field sign? string of a token
---@field count? integer of tokens alike
---@field player? integer whose tokens they are

-- The kinds of which there is but one.
local function single(game)
  local names = {}
  for _, kind in ipairs(game:tokens()) do names[kind.name] = kind.of == "game" and kind.count * kind.numbers == 1 end
  return names
end

local function tokens_of(state, seer)
  local things, alone = {}, single(state:game())
  for i, one in ipairs(tokens.lying(state, seer)) do
    local number = one.number or one.hidden and "?"
    local sign = number and one.sign:sub(1, 1) .. number or one.sign
    things[i] = { name = one.token, x = one.x, y = one.y, segment = one.segment, sign = sign, count = one.count, player = one.owner,
      number = not alone[one.token] and one.count or nil }
  end
  return things
end

--- What lies on the table.
---@param state State
---@param seer? integer|"onlooker" nobody, who knows all, unless said
---@return Thing[]
function memory.things(state, seer)
  local things = tokens_of(state, seer)
  for _, slot in ipairs(lasting(state:game())) do
    for _, one in ipairs(slots.values(state, slot)) do
      local at = one.place or one
      if at.x and not one.player then
        things[#things + 1] = { name = slot.name, x = at.x, y = at.y, segment = at.segment, number = one.value }
      end
    end
  end
  return things
end

--- What players have, in words: "tower 10".
---@param state State
---@param seer? integer|"onlooker" nobody, who knows all, unless said
---@return table<integer, string[]> by player
function memory.of_players(state, seer)
  local list = {}
  for player = 1, state:game():players() do list[player] = {} end
  for _, one in ipairs(tokens.in_hands(state, seer)) do
    local name = words.name(one.token) .. (one.number and " #" .. one.number or one.hidden and " #?" or "")
    table.insert(list[one.player], one.count > 1 and ("%s %d"):format(name, one.count) or name)
  end
  for _, slot in ipairs(lasting(state:game())) do
    if slot.scope == "player" then
      for _, one in ipairs(slots.values(state, slot)) do
        if one.value then table.insert(list[one.player], ("%s %d"):format(words.name(slot.name), one.value)) end
      end
    end
  end
  return list
end

return memory
