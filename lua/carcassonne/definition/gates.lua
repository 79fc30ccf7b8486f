--- The statements that select: when a hook is called, the rows that it may have, what cannot lie or be deployed.
-- @module carcassonne.definition.gates

local options = require "carcassonne.options"
local grammar = require "carcassonne.definition.grammar"
local old_words = require "carcassonne.definition.old_words"
local selectors = require "carcassonne.definition.selectors"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local gates = {}

--- A writer for each key.
---@type table<string, LineWriter>
gates.write = {}

local add = statements.add

-- What `around` of a row counted once: a row is about what lies around places.
local counted_around = { tile = true, piece = true, pennant = true }
for _, kind in ipairs(vocabulary.kinds) do counted_around[kind] = true end

-- ---- Gates and rows ----------------------------------------------------------------------------------------------

-- The rows of a hook count over all variants, those without a filter too.
local function write_gate(hook, where, lines, value)
  lines.rows = lines.rows or {}
  local row = lines.rows[hook.name] or 0
  lines.rows[hook.name] = row + 1
  if type(value) == "table" and value.when then
    local at = ("%s %s.when"):format(where, hook.name)
    lines.place = at
    add(lines, at, { "gate", hook.name, row, selectors.filter(at, value.when) })
    lines.place = nil
  end
end

-- The keys of rows of all sorts.
local row_keys = {}
for _, name in ipairs { "point_row", "bonus_row", "final_row" } do
  for _, key in ipairs(grammar.keys(name)) do row_keys[key] = true end
end

local function check_row(where, keys, row)
  local own = {}
  for _, key in ipairs(keys) do own[key] = true end
  for key in pairs(row_keys) do
    if row[key] ~= nil and not own[key] then
      options.refuse(("%s.%s"):format(where, key), "such a row has it not; it may have " .. table.concat(keys, ", "))
    end
  end
  if old_words.per[row.per] then options.refuse(where .. ".per", old_words.per[row.per]) end
end

--- Writes a row: what stands in front, whose it is, its filter or selector, and its keys.
---@param where string
---@param lines Lines
---@param front string[] the statement, and what it is of
---@param select fun(where:string, row:table, beside:string):string the word for the filter or selector that it is
---@param row table
function gates.write_row(where, lines, front, select, row)
  local statement = front[1]
  options.check_type(where, row, "table")
  check_row(where, grammar.keys(statement), row)
  front[#front + 1], front[#front + 2] = lines.label or "variant", select(where, row, statement)
  lines.place = where
  add(lines, where, grammar.add_keys(where, lines, statement, row, front))
  lines.place = nil
end

local function write_rows(hook, where, lines, value)
  for i, row in ipairs(type(value) == "table" and value or {}) do
    local at = ("%s %s[%d]"):format(where, hook.name, i)
    if type(row) == "table" and counted_around[row.around] then old_words.check_value(at .. ".around", "around", row.around) end
    gates.write_row(at, lines, { hook.statement }, selectors.filter, row)
  end
end

for _, hook in ipairs(vocabulary.hooks) do
  gates.write[hook.name] = function(where, lines, value)
    if hook.statement then write_rows(hook, where, lines, value) end
    if type(value) == "function" or value.run then write_gate(hook, where, lines, value) end
  end
end

-- ---- What cannot be ----------------------------------------------------------------------------------------------

-- A selector or filter, or a list of them, each a statement of its own.
local function write_each(key, word)
  gates.write[key] = function(where, lines, value)
    for i, one in ipairs(value) do
      local at = ("%s %s[%d]"):format(where, key, i)
      lines.place = at
      old_words.check_value(at, key, one)
      add(lines, at, { key, word(at, one) })
    end
  end
end

write_each("never", selectors.selector)
write_each("blocked", selectors.filter)

return gates
