--- Checks the steps of the final scoring in a variant.
-- @module carcassonne.variant.final_steps

local grammar = require "carcassonne.definition.grammar"
local options = require "carcassonne.base.options"

local final_steps = {}

local final_shape = grammar.shape "final"
final_shape.run = "function"

--- Checks the steps of a variant; raises an error for the first fault.
---@param where string prefix of messages
---@param source VariantSource
function final_steps.check(where, source)
  for i, step in ipairs(source.final_scoring or {}) do
    local at = ("%s: final_scoring[%d]"):format(where, i)
    options.check_type(at, step, "table")
    options.check(at, options.beside(step, #step), final_shape)
    if not step.name then options.refuse(at, "a step needs a name") end
    if not step.run and #step == 0 then
      options.refuse(at,
        'a step needs a function `run` or rows, as in { "players", highest = "coins", add = 10 }')
    end
  end
end

return final_steps
