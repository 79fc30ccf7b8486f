--- The steps of the final scoring that a variant has, checked.
-- @module carcassonne.scripts.final

local options = require "carcassonne.options"
local old_words = require "carcassonne.definition.old_words"

local final = {}

local final_shape = { name = "string", after = "string", before = "string", run = "function", shared = "boolean" }

--- Raises what is wrong with the steps of a variant.
---@param where string what messages begin with
---@param source VariantSource
function final.check(where, source)
  for i, step in ipairs(source.final or {}) do
    local at = ("%s: final[%d]"):format(where, i)
    options.check_type(at, step, "table")
    options.check(at, options.beside(step, #step), final_shape, old_words.step)
    if not step.name then options.refuse(at, "a step needs a name") end
    if not step.run and #step == 0 then
      options.refuse(at, 'a step has a function `run` or rows, as in { "players", top = "coins", add = 10 }')
    end
    if step.shared and not (step.after or step.before) then
      options.refuse(at .. ".shared", "goes with a new step, which is after another or before one")
    end
    if step.after and step.before then options.refuse(at, "a step is after another or before one, not both") end
  end
end

return final
