--- The statements about what scripts ask and do by themselves: phases with their offers, and steps of the final scoring.
-- @module carcassonne.definition.phases

local options = require "carcassonne.options"
local gates = require "carcassonne.definition.gates"
local statements = require "carcassonne.definition.statements"

local phases = {}

--- A writer for each key.
---@type table<string, LineWriter>
phases.write = {}

local write, add, for_players, check_word = phases.write, statements.add, statements.for_players, statements.check_word

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

local offer_shape = { deploy = "boolean", number = "integer|string|table", when = "table" }

-- One offer: a selector, and what it does besides.
local function write_offer(where, lines, offer)
  local words = { "offer", gates.selector(where, offer, "offer") }
  for key, kind in pairs(offer_shape) do
    if offer[key] ~= nil then options.check_type(("%s.%s"):format(where, key), offer[key], kind) end
  end
  if offer.deploy then words[#words + 1] = "deploy" end
  if offer.number ~= nil then words[#words + 1] = "number=" .. for_players(where .. ".number", lines, offer.number) end
  if offer.when then words[#words + 1] = "when=" .. gates.filter(where .. ".when", offer.when) end
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
  local words = { "phase", phase.name, phase.at }
  if phase.when then words[#words + 1] = "when=" .. gates.filter(at .. ".when", phase.when) end
  if phase.compulsory then words[#words + 1] = "compulsory" end
  if phase.may_pass then words[#words + 1] = "may_pass" end
  if phase.shared then words[#words + 1] = "shared" end
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
      local place = ("%s[%d]"):format(at, k)
      local row_of = { "final_row", step.name, lines.label or "variant", gates.selector(place, row, "row") }
      gates.add_row_words(place, row_of, row, { "per", "add", "once" })
      lines.place = place
      add(lines, place, row_of)
      lines.place = nil
    end
  end
end

--- The keys of offers beside those of selectors, with their types.
---@type table<string, table<string, string>>
phases.shapes = { offer = offer_shape }

return phases
