--- The order in which the phases of several variants come.
-- @module carcassonne.definition.phases

local grammar = require "carcassonne.definition.grammar"

local phases = {}

--- A writer for each key.
---@type table<string, LineWriter>
phases.write = {}

-- At one point of the game phases of a lower order come first, whatever the order of their
-- variants.
local USUAL = 50

--- The first and the last order that a phase may have.
---@type integer, integer
phases.first, phases.last = 1, 99

--- The order of a phase, 1 to 99.
---@param phase VariantPhase
---@return integer
function phases.order_of(phase) return phase.order or USUAL end

--- The orders that the phases of several variants have, the lowest first.
---@param sources VariantSource[]
---@return integer[]
function phases.orders(sources)
  local has, list = {}, {}
  for _, source in ipairs(sources) do
    for _, phase in ipairs(source.phases or {}) do has[phases.order_of(phase)] = true end
  end
  for order = phases.first, phases.last do list[#list + 1] = has[order] and order or nil end
  return list
end

--- The phases of several variants in the order in which they are declared.
---@param sources VariantSource[]
---@param visit fun(index:integer, phase:VariantPhase) told the place of the variant, and one phase
function phases.each_phase(sources, visit)
  for _, order in ipairs(phases.orders(sources)) do
    for i, source in ipairs(sources) do
      for _, phase in ipairs(source.phases or {}) do
        if phases.order_of(phase) == order then visit(i, phase) end
      end
    end
  end
end

-- Those of the order that is being written.
function phases.write.phases(where, lines, value)
  for i, phase in ipairs(value) do
    if phases.order_of(phase) == (lines.phase_order or phases.order_of(phase)) then
      grammar.write(("%s phases[%d]"):format(where, i), lines, "phase", phase)
    end
  end
end

return phases
