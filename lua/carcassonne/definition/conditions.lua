--- Writes the lines of a definition for the hooks of a variant: their rows and conditions.
-- @module carcassonne.definition.conditions

local grammar = require "carcassonne.definition.grammar"
local vocabulary = require "carcassonne.definition.vocabulary"

local conditions = {}

--- A writer for each hook.
---@type table<string, LineWriter>
conditions.write = {}

-- The function of a hook has a number. The number counts the functions of all variants, including
-- those without a filter.
local function write_condition(hook, where, lines, value)
  lines.rows = lines.rows or {}
  local row = lines.rows[hook.name] or 0
  lines.rows[hook.name] = row + 1
  if type(value) == "table" and value.when then
    grammar.write(("%s %s"):format(where, hook.name), lines, "condition", value,
      { hook = hook.name, row = row })
  end
end

local function write_rows(hook, where, lines, value)
  for i, row in ipairs(type(value) == "table" and value or {}) do
    local at = ("%s %s[%d]"):format(where, hook.name, i)
    grammar.write(at, lines, hook.statement, row)
  end
end

for _, hook in ipairs(vocabulary.hooks) do
  conditions.write[hook.name] = function(where, lines, value)
    if hook.statement then write_rows(hook, where, lines, value) end
    if type(value) == "function" or value.run then write_condition(hook, where, lines, value) end
  end
end

return conditions
