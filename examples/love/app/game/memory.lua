--- What scripts remember, as things that lie on the table, and as what players have.
-- @module app.game.memory

local slots = require "carcassonne.screen.slots"
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
---@field name string of the slot
---@field x integer
---@field y integer
---@field segment? integer
---@field number? integer without one it is a thing that lies in one place

--- What lies on the table.
---@param state State
---@return Thing[]
function memory.things(state)
  local things = {}
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

--- What players have, in words: "tower pieces 10".
---@param state State
---@return table<integer, string[]> by player
function memory.of_players(state)
  local list = {}
  for player = 1, state:game():players() do list[player] = {} end
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
