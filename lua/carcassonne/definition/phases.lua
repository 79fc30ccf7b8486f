--- The statements about what scripts ask and do by themselves: phases with their offers, and steps of the final scoring.
-- @module carcassonne.definition.phases

local options = require "carcassonne.options"
local gates = require "carcassonne.definition.gates"
local grammar = require "carcassonne.definition.grammar"
local selectors = require "carcassonne.definition.selectors"
local statements = require "carcassonne.definition.statements"

local phases = {}

--- A writer for each key.
---@type table<string, LineWriter>
phases.write = {}

local write, add, check_word = phases.write, statements.add, statements.check_word

-- ---- Their order -------------------------------------------------------------------------------------------------

-- At one point of the game phases of a lower order come first, whatever the order of their variants.
local FIRST, USUAL, LAST = 1, 2, 3

--- The orders that a phase may have.
---@type integer[]
phases.orders = { FIRST, USUAL, LAST }

--- The order of a phase, 1 to 3.
---@param phase VariantPhase
---@return integer
function phases.order_of(phase) return phase.order or USUAL end

--- The phases of several variants in the order in which they are declared.
---@param sources VariantSource[]
---@param visit fun(index:integer, phase:VariantPhase) told the place of the variant, and one phase
function phases.each_phase(sources, visit)
  for order = FIRST, LAST do
    for i, source in ipairs(sources) do
      for _, phase in ipairs(source.phases or {}) do
        if phases.order_of(phase) == order then visit(i, phase) end
      end
    end
  end
end

-- ---- Offers ------------------------------------------------------------------------------------------------------

-- One offer: a selector, and what it does besides.
local function write_offer(where, lines, offer)
  local words = grammar.add_keys(where, lines, "offer", offer, { "offer", selectors.selector(where, offer, "offer") })
  lines.place = where
  add(lines, where, words)
end

-- What a phase offers: one offer, or a list of them.
local function write_offers(where, lines, offer)
  if type(offer[1]) == "string" then return write_offer(where, lines, offer) end
  if #offer == 0 then options.refuse(where, 'expected a selector, as in { "tiles", attribute = "inn" }, or a list of them') end
  for i, one in ipairs(offer) do
    local at = ("%s[%d]"):format(where, i)
    options.check_type(at, one, "table")
    write_offer(at, lines, one)
  end
end

-- ---- Phases ------------------------------------------------------------------------------------------------------

local function write_phase(at, lines, phase)
  local words = grammar.add_keys(at, lines, "phase", phase, { "phase", phase.name, phase.at })
  lines.place = at
  add(lines, at, words)
  if phase.offer then write_offers(at .. ".offer", lines, phase.offer) end
  lines.place = nil
end

-- Those of the order that is being written.
function write.phases(where, lines, value)
  for i, phase in ipairs(value) do
    if phases.order_of(phase) == (lines.phase_order or phases.order_of(phase)) then
      local at = ("%s phases[%d]"):format(where, i)
      write_phase(at, lines, phase)
    end
  end
end

function write.final(where, lines, value)
  for i, step in ipairs(value) do
    local at = ("%s final[%d]"):format(where, i)
    local way = step.after and "after" or step.before and "before" or nil
    check_word(at, step.name, "a step")
    add(lines, way and at .. "." .. way or at, { "final", step.name, way, way and step[way], step.shared and "shared" or nil })
    for k, row in ipairs(step) do
      gates.write_row(("%s[%d]"):format(at, k), lines, { "final_row", step.name }, selectors.selector, row)
    end
  end
end

--- The keys of offers beside those of selectors, with their types.
---@type table<string, table<string, string>>
phases.shapes = { offer = grammar.shape "offer" }

return phases
