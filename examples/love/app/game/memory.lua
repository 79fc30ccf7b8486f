--- What scripts remember, as things that a screen can draw: what lies at a place, numbers on tiles, and numbers of players.
-- @module app.game.memory

local memory = {}

---@class Slot
---@field name string
---@field scope "game"|"player"|"cell"|"segment"
---@field holds? "tile"|"segment"
---@field size integer

-- The slots of a game that last, from its definition.
local function read_slots(game)
  local slots = {}
  for line in game:text():gmatch "[^\n]+" do
    local name, scope, lifetime, rest = line:match "^slot (%S+) (%S+) (%S+)(.*)$"
    if lifetime == "game" then
      slots[#slots + 1] = { name = name, scope = scope, holds = rest:match "holds=(%a+)", size = tonumber(rest:match "size=(%d+)") or 1 }
    end
  end
  return slots
end

local kept = setmetatable({}, { __mode = "k" })

local function slots_of(game)
  kept[game] = kept[game] or read_slots(game)
  return kept[game]
end

---@class Thing
---@field name string of the slot
---@field x integer
---@field y integer
---@field segment? integer
---@field number? integer

local FOUND = {
  game = function(state, slot, add)
    if not slot.holds or slot.size > 1 then return end
    local at = state:slot(slot.name)
    if at then add { name = slot.name, x = at.x, y = at.y, segment = at.segment } end
  end,
  cell = function(state, slot, add)
    if slot.size > 1 then return end
    for _, tile in ipairs(state:tiles()) do
      local value = state:slot(slot.name, tile.index)
      if value ~= 0 then add { name = slot.name, x = tile.x, y = tile.y, number = value } end
    end
  end,
  segment = function(state, slot, add)
    for _, found in ipairs(state:segments { slot = slot.name }) do
      add { name = slot.name, x = found.x, y = found.y, segment = found.segment, number = state:slot(slot.name, found.x, found.y, found.segment) }
    end
  end,
}

--- What lies on the table.
---@param state State
---@return Thing[]
function memory.things(state)
  local things = {}
  for _, slot in ipairs(slots_of(state:game())) do
    if FOUND[slot.scope] then FOUND[slot.scope](state, slot, function(thing) things[#things + 1] = thing end) end
  end
  return things
end

--- What a player has, in words: "10 tower pieces".
---@param state State
---@param player integer
---@return string[]
function memory.of_player(state, player)
  local list = {}
  for _, slot in ipairs(slots_of(state:game())) do
    if slot.scope == "player" and slot.size == 1 and not slot.holds then
      local value = state:slot(slot.name, player)
      if value ~= 0 then list[#list + 1] = ("%d %s"):format(value, (slot.name:gsub("_", " "))) end
    end
  end
  return list
end

return memory
