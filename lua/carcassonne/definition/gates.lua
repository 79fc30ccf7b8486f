--- The statements about when hooks and phases are called, and the rows that hooks may have.
-- @module carcassonne.definition.gates

local options = require "carcassonne.options"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local gates = {}

--- A writer for each hook that may have a gate.
---@type table<string, LineWriter>
gates.write = {}

local add, list_of, check_word = statements.add, statements.list_of, statements.check_word

-- ---- Gates -------------------------------------------------------------------------------------------------------

-- The hooks that may look at the kind of a feature, for messages: "a, b and c".
local function feature_hooks()
  local names = {}
  for _, hook in ipairs(vocabulary.hooks) do
    if hook.gate == "feature" then names[#names + 1] = hook.name end
  end
  local last = table.remove(names)
  return table.concat(names, ", ") .. " and " .. last
end

-- Refuses what is a key of other gates only.
local function check_gate_keys(where, gate)
  if gate.kind ~= nil then options.refuse(where .. ".kind", ("only %s look at it"):format(feature_hooks())) end
  for _, key in ipairs(vocabulary.phase_gate) do
    if gate[key] ~= nil then options.refuse(("%s.%s"):format(where, key), "only phases look at it") end
  end
end

-- `attribute=inn`, from { attribute = "inn" }.
local function gate_word(where, gate)
  check_gate_keys(where, gate)
  options.check(where, gate, vocabulary.gate)
  local key, name = next(gate)
  if not key or next(gate, key) then
    options.refuse(where, ("a gate has one key of %s"):format(table.concat(options.keys(vocabulary.gate), ", ")))
  end
  check_word(("%s.%s"):format(where, key), name, "what a gate looks at")
  return key .. "=" .. name
end

--- Adds the words for the gate of a phase: that of other hooks, and what the phase needs besides.
---@param where string
---@param words string[]
---@param when VariantPhaseGate
function gates.add_phase_gate(where, words, when)
  local gate = {}
  for key, name in pairs(when) do gate[key] = name end
  for _, key in ipairs(vocabulary.phase_gate) do
    for _, name in ipairs(list_of(gate[key])) do
      check_word(("%s.%s"):format(where, key), name, "what a gate looks at")
      words[#words + 1] = key .. "=" .. name
    end
    gate[key] = nil
  end
  if next(gate) or not next(when) then words[#words + 1] = gate_word(where, gate) end
end

-- `kind=city,road`, from a kind or a list of them.
local function kind_word(where, value)
  options.check_type(where, value, "string|table")
  local list = list_of(value)
  for _, kind in ipairs(list) do options.check_name(where, kind, vocabulary.kinds, "kind of feature") end
  if #list == 0 then options.refuse(where, "expected a kind of feature, or a list of them") end
  return "kind=" .. table.concat(list, ",")
end

-- Adds the words for the gate of a hook; of those about features, the kind may stand alone or beside another key.
local function add_hook_gate(where, words, when, about_features)
  local gate = {}
  for key, name in pairs(when) do gate[key] = name end
  if about_features and when.kind ~= nil then
    words[#words + 1] = kind_word(where .. ".kind", when.kind)
    gate.kind = nil
  end
  if next(gate) or not next(when) then words[#words + 1] = gate_word(where, gate) end
end

-- The rows of a hook count over all variants, those without a gate too.
local function write_gate(hook)
  return function(where, lines, value)
    lines.rows = lines.rows or {}
    local row = lines.rows[hook.name] or 0
    lines.rows[hook.name] = row + 1
    if type(value) == "table" and value.when then
      local at, words = ("%s %s.when"):format(where, hook.name), { "gate", hook.name, row }
      add_hook_gate(at, words, value.when, hook.gate == "feature")
      add(lines, at, words)
    end
  end
end

-- ---- Rows of points --------------------------------------------------------------------------------------------

-- The value of a key as a word: yes or no, a list with commas.
local function row_word(where, value)
  if type(value) == "boolean" then return value and "yes" or "no" end
  for i, one in ipairs(list_of(value)) do
    if math.type(one) ~= "integer" then check_word(type(value) == "table" and ("%s[%d]"):format(where, i) or where, one, "anything") end
  end
  return table.concat(list_of(value), ",")
end

-- The words of a row: KEY=VALUE, then those that stand alone.
local function row_words(where, words, row)
  for _, name in ipairs(vocabulary.row_keys) do
    if row[name] ~= nil then
      words[#words + 1] = ("%s=%s"):format(name, row_word(("%s.%s"):format(where, name), row[name]))
    end
  end
  for _, flag in ipairs(vocabulary.row_flags) do
    if row[flag] then words[#words + 1] = flag end
  end
  return words
end

-- The rows of a hook; the variant gives its name to them.
local function write_rows(hook, where, lines, value)
  for i, row in ipairs(type(value) == "table" and value or {}) do
    local at = ("%s %s[%d]"):format(where, hook.name, i)
    options.check(at, row, hook.rows)
    lines.place = at
    add(lines, at, row_words(at, { hook.statement, lines.label or "variant" }, row))
  end
end

-- Rows, and a function behind them that may have a gate.
local function write_rows_and_gate(hook)
  local write_function = write_gate(hook)
  return function(where, lines, value)
    write_rows(hook, where, lines, value)
    if type(value) == "function" or value.run then write_function(where, lines, value) end
  end
end

for _, hook in ipairs(vocabulary.hooks) do
  if hook.gate then gates.write[hook.name] = hook.rows and write_rows_and_gate(hook) or write_gate(hook) end
end

--- The keys of rows and gates, with their types.
---@type table<string, table<string, string>>
gates.shapes = { gate = vocabulary.gate }
for _, hook in ipairs(vocabulary.hooks) do gates.shapes[hook.name] = hook.rows end

return gates
