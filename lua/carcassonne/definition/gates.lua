--- The statements that select: when a hook is called, the rows that it may have, what cannot lie or be deployed.
-- @module carcassonne.definition.gates

local core = require "carcassonne.core"
local options = require "carcassonne.options"
local old_words = require "carcassonne.definition.old_words"
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

-- ---- Selectors ---------------------------------------------------------------------------------------------------

-- The word for a selector or a filter; `beside` says which other keys its table may have.
local function word_of(where, value, is_filter, beside)
  options.check_type(where, value, "table")
  local fine, word = pcall(core.selector_text, value, is_filter, beside)
  if not fine then options.refuse(where, word) end
  return word
end

--- The word for a selector: { "pieces", follower = true }.
---@param where string
---@param value table
---@param beside? "offer"|"row" which other keys its table may have
---@return string
function gates.selector(where, value, beside) return word_of(where, value, false, beside) end

--- The word for a filter: { kind = "city" }.
---@param where string
---@param value table
---@param beside? "offer"|"row"
---@return string
function gates.filter(where, value, beside) return word_of(where, value, true, beside) end

-- ---- Gates and rows ----------------------------------------------------------------------------------------------

-- The rows of a hook count over all variants, those without a filter too.
local function write_gate(hook, where, lines, value)
  lines.rows = lines.rows or {}
  local row = lines.rows[hook.name] or 0
  lines.rows[hook.name] = row + 1
  if type(value) == "table" and value.when then
    local at = ("%s %s.when"):format(where, hook.name)
    lines.place = at
    add(lines, at, { "gate", hook.name, row, gates.filter(at, value.when) })
    lines.place = nil
  end
end

-- KEY=VALUE for a key of a row, the key alone where it is true.
local function row_word(where, key, value)
  if type(value) == "table" then return ("%s=%s"):format(key, gates.selector(where, value)) end
  if type(value) == "boolean" then return value and key or nil end
  return ("%s=%s"):format(key, value)
end

--- Adds the words of a row behind its filter or selector.
---@param where string
---@param words string[]
---@param row table
---@param keys string[] that it may have
function gates.add_row_words(where, words, row, keys)
  local types = { per = "string|table", add = "integer", halve = "string", zero = "boolean", once = "boolean" }
  for _, key in ipairs { "per", "add", "halve", "zero", "once" } do
    local at, known = ("%s.%s"):format(where, key), false
    for _, one in ipairs(keys) do known = known or one == key end
    if row[key] ~= nil and not known then options.refuse(at, "such a row has it not; it may have " .. table.concat(keys, ", ")) end
    if row[key] ~= nil then
      options.check_type(at, row[key], types[key])
      if key == "per" and old_words.per[row.per] then options.refuse(at, old_words.per[row.per]) end
      words[#words + 1] = row_word(at, key, row[key])
    end
  end
end

-- The rows of a hook; the variant gives its name to them.
local function write_rows(hook, where, lines, value)
  for i, row in ipairs(type(value) == "table" and value or {}) do
    local at = ("%s %s[%d]"):format(where, hook.name, i)
    options.check_type(at, row, "table")
    if counted_around[row.around] then old_words.check_value(at .. ".around", "around", row.around) end
    local words = { hook.statement, lines.label or "variant", gates.filter(at, row, "row") }
    gates.add_row_words(at, words, row, hook.row_keys)
    lines.place = at
    add(lines, at, words)
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

write_each("never", gates.selector)
write_each("blocked", gates.filter)

return gates
