--- The order of the phases of several variants.
-- @module carcassonne.definition.phases

local c_locale = require "carcassonne.base.c_locale"
local grammar = require "carcassonne.definition.grammar"

local phases = {}

--- A writer for each key.
---@type table<string, LineWriter>
phases.write = {}

-- Default order. Within one timing, phases with a lower order come first, independently of the
-- variants' order.
local USUAL = 50

--- The lowest and the highest valid order of a phase.
---@type integer, integer
phases.first, phases.last = 1, 99

--- Returns the order of a phase, 1 to 99.
---@param phase VariantPhase
---@return integer
function phases.order_of(phase) return phase.order or USUAL end

--- Returns the orders that occur in the phases of several variants, the lowest first.
---@param sources VariantSource[]
---@return integer[]
function phases.orders(sources)
  local has, list = {}, {}
  for _, source in ipairs(sources) do
    for _, phase in ipairs(source.phases or {}) do
      local order = phases.order_of(phase)
      if not has[order] then list[#list + 1], has[order] = order, true end
    end
  end
  c_locale.sort(list)
  return list
end

--- Calls `visit` for the phases of several variants, in order, with the index of the variant.
---@param sources VariantSource[]
---@param visit fun(index:integer, phase:VariantPhase)
function phases.each_phase(sources, visit)
  for _, order in ipairs(phases.orders(sources)) do
    for i, source in ipairs(sources) do
      for _, phase in ipairs(source.phases or {}) do
        if phases.order_of(phase) == order then visit(i, phase) end
      end
    end
  end
end

-- Writes the phases with the current order.
function phases.write.phases(where, lines, value)
  for i, phase in ipairs(value) do
    if phases.order_of(phase) == (lines.phase_order or phases.order_of(phase)) then
      grammar.write(("%s phases[%d]"):format(where, i), lines, "phase", phase)
    end
  end
end

return phases
