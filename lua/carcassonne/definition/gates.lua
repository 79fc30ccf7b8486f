--- What stands in the place of hooks: their rows, and when they are called.
-- @module carcassonne.definition.gates

local grammar = require "carcassonne.definition.grammar"
local old_words = require "carcassonne.definition.old_words"
local vocabulary = require "carcassonne.definition.vocabulary"

local gates = {}

--- A writer for each hook.
---@type table<string, LineWriter>
gates.write = {}

-- What `around` of a row counted once: a row is about what lies around places.
local counted_around = { tile = true, piece = true, pennant = true }
for _, kind in ipairs(vocabulary.kinds) do counted_around[kind] = true end

-- The functions of a hook count over all variants, those without a filter too.
local function write_gate(hook, where, lines, value)
  lines.rows = lines.rows or {}
  local row = lines.rows[hook.name] or 0
  lines.rows[hook.name] = row + 1
  if type(value) == "table" and value.when then
    grammar.write(("%s %s"):format(where, hook.name), lines, "gate", value, { hook = hook.name, row = row })
  end
end

local function write_rows(hook, where, lines, value)
  for i, row in ipairs(type(value) == "table" and value or {}) do
    local at = ("%s %s[%d]"):format(where, hook.name, i)
    if type(row) == "table" and counted_around[row.around] then old_words.check_value(at .. ".around", "around", row.around) end
    grammar.write(at, lines, hook.statement, row)
  end
end

for _, hook in ipairs(vocabulary.hooks) do
  gates.write[hook.name] = function(where, lines, value)
    if hook.statement then write_rows(hook, where, lines, value) end
    if type(value) == "function" or value.run then write_gate(hook, where, lines, value) end
  end
end

return gates
