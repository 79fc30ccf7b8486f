--- The steps of the final scoring that a variant has: checked, and those that are data made into functions.
-- @module carcassonne.scripts.final

local options = require "carcassonne.options"

local final = {}

local final_shape = { name = "string", after = "string", before = "string", run = "function", most = "string", each = "string",
  points = "integer" }
local final_ways = { "run", "most", "each" } -- what a step does: one of these

-- The slots of players that a variant declares, by name.
local function player_slots(source)
  local slots = {}
  for _, slot in ipairs(source.slots or {}) do
    if type(slot) == "table" and slot.scope == "player" and type(slot.name) == "string" then slots[slot.name] = slot end
  end
  return slots
end

local function check_way(at, step, slots)
  local ways = {}
  for _, key in ipairs(final_ways) do
    if step[key] then ways[#ways + 1] = key end
  end
  if #ways ~= 1 then
    options.refuse(at, ("a step has a function `run`, or `most` or `each` with the name of a slot; here is %s"):format(
      #ways == 0 and "nothing of it" or table.concat(ways, " and ")))
  end
  local slot = step.most or step.each
  if (slot ~= nil) ~= (step.points ~= nil) then
    options.refuse(at .. ".points", slot and "missing: how many" or "only with `most` and `each`")
  end
  if slot and not slots[slot] then
    options.refuse(("%s.%s"):format(at, ways[1]), ("the variant declares no slot '%s' for players%s"):format(slot,
      options.did_you_mean(slot, options.keys(slots))))
  end
end

--- Raises what is wrong with the steps of a variant.
---@param where string what messages begin with
---@param source VariantSource
function final.check(where, source)
  local slots = player_slots(source)
  for i, step in ipairs(source.final or {}) do
    local at = ("%s: final[%d]"):format(where, i)
    options.check(at, step, final_shape)
    if not step.name then options.refuse(at, "a step needs a name") end
    check_way(at, step, slots)
    if step.after and step.before then options.refuse(at, "a step is after another or before one, not both") end
  end
end

-- What each player has in a slot, all its numbers together.
local function amounts(state, slot)
  local list = {}
  for player = 1, state:game():players() do
    list[player] = 0
    for i = 1, slot.size or 1 do
      list[player] = list[player] + (slot.size and state:slot(slot.name, player, i) or state:slot(slot.name, player))
    end
  end
  return list
end

--- The function of a step, also of one that is data.
---@param step VariantStep
---@param source VariantSource
---@return fun(state:State, options:table)
function final.run_of(step, source)
  if step.run then return step.run end
  local slot = player_slots(source)[step.most or step.each]
  return function(state)
    local list, most = amounts(state, slot), 1
    for _, amount in ipairs(list) do most = math.max(most, amount) end
    for player, amount in ipairs(list) do
      if step.each and amount ~= 0 then state:award(player, amount * step.points, step.name) end
      if step.most and amount == most then state:award(player, step.points, step.name) end
    end
  end
end

return final
