--- Writes the statements of a definition according to core.grammar: order, types, defaults, ranges.
-- @module carcassonne.definition.grammar

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local selectors = require "carcassonne.definition.selectors"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local grammar = {}

--- The statements by name.
---@type table<string, GrammarStatement>
grammar.statement = vocabulary.statement

-- The statements whose table itself is a filter or a selector.
local selecting = {}

for _, statement in pairs(vocabulary.statement) do
  for _, row in ipairs(statement.rows) do
    if row.type == "NAME" then
      row.names = (statement.name:match "^[aeiou]" and "an " or "a ") .. statement.name
    end
    if row.itself then selecting[statement.name] = statement end
  end
end

-- ---- Shapes -------------------------------------------------------------------------------------

-- Types of values in core.grammar, as types of options.check.
local PLAIN = { SEGMENTS = "string|table", PER = "string|table", FILTER = "table", HOOK_FILTER = "table",
  PHASE_FILTER = "table", SELECTOR_OR_FILTER = "table" }

-- Returns the type of a row's value in a table, for options.check.
local function lua_type(row)
  if row.list then return "string|list" end
  local kind = PLAIN[row.type] or row.lua
  if row.type == "INTEGER" and row.words then kind = kind .. "|string" end
  return row.by_players and kind .. "|list" or kind
end

--- Returns the names of a statement's keys.
---@param name string of the statement
---@return string[]
function grammar.keys(name)
  local keys = {}
  for _, row in ipairs(grammar.statement[name].rows) do
    if not row.placed then keys[#keys + 1] = row.name end
  end
  return keys
end

--- Returns the keys of a statement's table with their types.
---@param name string of the statement
---@return table<string, string>
function grammar.shape(name)
  local shape = {}
  for _, row in ipairs(grammar.statement[name].rows) do
    if not (row.item or row.itself or row.given) then shape[row.name] = lua_type(row) end
  end
  return shape
end

-- Shapes and keys of all statements, computed once.
local shapes, keys_of = {}, {}
for name in pairs(grammar.statement) do
  shapes[name], keys_of[name] = grammar.shape(name), grammar.keys(name)
end

-- ---- Words --------------------------------------------------------------------------------------

-- Returns the number of items in a table of a statement.
local function items_of(statement)
  local n = 0
  for _, row in ipairs(statement.rows) do n = n + (row.item and 1 or 0) end
  return n
end

-- The noun for names of each type, in messages.
local name_of = { ATTRIBUTE = "an attribute", TILE_ATTRIBUTE = "an attribute", POWER = "an attribute",
  PIECE = "a kind of piece", STEP = "a step of the final scoring", LONG_NAME = "a step of the final scoring" }

-- The writers of selectors and filters, by type.
local select = { FILTER = selectors.filter, HOOK_FILTER = selectors.filter, PHASE_FILTER = selectors.filter,
  SELECTOR = selectors.selector, PER = selectors.selector, SELECTOR_OR_FILTER = selectors.selector_or_filter }

local function number_word(where, row, value)
  if row.low and (value < row.low or value > row.high) then
    options.refuse(where, ("expected %d to %d, got %d"):format(row.low, row.high, value))
  end
  return tostring(value)
end

-- Accepts all visible characters. The engine refuses the characters that are not valid in symbols.
local function symbol_word(where, row, value)
  if value:match "^[^%s%c#]+$" then return value end
  options.refuse(where, ("expected %s, got %s"):format(row.expects, options.show(value)))
end

-- Encodes a text for people as one word.
local function label_word(where, value)
  local fault = core.phrase_fault(value)
  if fault then options.refuse(where, fault) end
  return options.encode(value)
end

-- Returns the word for a single value.
local function word_of(where, row, value)
  if row.type == "YES_NO" then return row.words[value and 2 or 1] end
  if select[row.type] and type(value) == "table" then return select[row.type](where, value) end
  if compat.math.type(value) == "integer" then return number_word(where, row, value) end
  if row.type == "INTEGER" then
    for _, word in ipairs(row.words or {}) do
      if word == value then return word end
    end
    local words = row.words and (' or "%s"'):format(table.concat(row.words, '" or "')) or ""
    options.refuse(where, ("expected an integer%s, got %s"):format(words, options.show(value)))
  end
  if row.words then
    options.check_name(where, value, row.words, "word")
    return value
  end
  if row.type == "SYMBOL" then return symbol_word(where, row, value) end
  if row.type == "LABEL" then return label_word(where, value) end
  statements.check_word(where, value, row.names or name_of[row.type] or row.name)
  return value
end

-- Returns the word for a value, or for several, separated by commas. For an empty list,
-- returns `row.none`, which may be nil.
local function list_word(where, row, list)
  local words = {}
  if type(list) ~= "table" then return word_of(where, row, list) end
  for i, value in ipairs(list) do words[i] = word_of(("%s[%d]"):format(where, i), row, value) end
  if #words == 0 then return row.none end
  return table.concat(words, ",")
end

-- Returns the word for a kind of segment, or a list of kinds. A table with keys is a filter.
local function segments_word(where, value)
  if type(value) == "table" and #options.keys(value) > #value then return selectors.filter(where, value) end
  local words = {}
  for i, word in ipairs(statements.list_of(value)) do
    local at = type(value) == "table" and ("%s[%d]"):format(where, i) or where
    statements.check_word(at, word, "a kind of segment")
    words[i] = word
  end
  return table.concat(words, ",")
end

local function value_word(where, lines, row, value)
  if row.list then return list_word(where, row, value) end
  if row.type == "SEGMENTS" then return segments_word(where, value) end
  if row.by_players then value = statements.for_players(where, lines, value) end
  return word_of(where, row, value)
end

-- Adds the word of a row, or two words for its key and value.
local function add_word(words, row, word)
  if row.placed then
    words[#words + 1] = word
  elseif row.two_words then
    words[#words + 1], words[#words + 2] = row.name, word
  else
    words[#words + 1] = ("%s=%s"):format(row.name, word)
  end
end

local function add_value(where, lines, words, row, value)
  if value == nil then value = row.placed and row.default or nil end
  if value == nil then
    if row.needed then options.refuse(where, row.says .. " is missing") end
  elseif row.type == "FLAG" then
    words[#words + 1] = value and row.name or nil
  else
    local word = value_word(where, lines, row, value)
    if word then add_word(words, row, word) end
  end
end

-- The keys that at least one statement allows in addition to the keys of a selector.
local beside = {}
for name in pairs(selecting) do
  for _, key in ipairs(keys_of[name]) do beside[key] = true end
end

-- Checks the keys of a table that are not keys of a selector. The keys of a selector are checked
-- when it is converted.
local function check_beside(where, statement, t)
  local shape, keys = shapes[statement.name], keys_of[statement.name]
  for key, value in core.bounded.basic.pairs(t) do
    local at = ("%s.%s"):format(where, key)
    if shape[key] then options.check_type(at, value, shape[key]) end
    if beside[key] and not shape[key] and #keys > 0 then
      options.refuse(at, "this row cannot have this key; expected " .. table.concat(keys, ", "))
    end
  end
end

-- Checks the items and keys of a table. Functions in tables have been checked before.
local function check(where, statement, t)
  local n = items_of(statement)
  options.check_type(where, t, "table")
  if selecting[statement.name] then
    check_beside(where, statement, t)
  elseif statement.form ~= "acting" and statement.form ~= "of_hook" then
    options.check(where, n > 0 and options.beside(t, n) or t, shapes[statement.name])
  end
end

-- Checks a table and returns the words of its statement.
local function words_of(where, lines, statement, t, given)
  local words, item = { statement.name }, 0
  check(where, statement, t)
  for _, row in ipairs(statement.rows) do
    item = item + (row.item and 1 or 0)
    if row.given then
      words[#words + 1] = given[row.name]
    elseif row.itself then
      words[#words + 1] = select[row.type](where, t, statement.name)
    elseif row.item then
      add_value(("%s[%d]"):format(where, item), lines, words, row, t[item])
    else
      add_value(("%s.%s"):format(where, row.name), lines, words, row, t[row.name])
    end
  end
  return words
end

-- Writes the statements inside a table: its items, or one or more tables under a key.
local function write_inner(where, lines, inner, t, name)
  local value = inner.key and t[inner.key] or not inner.key and t
  if inner.key and value then
    where = ("%s.%s"):format(where, inner.key)
    if type(value[1]) == "string" then return grammar.write(where, lines, inner.name, value) end
    if #value == 0 then
      options.refuse(where,
        'expected a selector, as in { "tiles", attribute = "inn" }, or a list of selectors')
    end
  end
  for i, one in ipairs(value or {}) do
    grammar.write(("%s[%d]"):format(where, i), lines, inner.name, one, { [name] = t.name })
  end
end

--- Writes the statement of a table and those inside it. The engine's messages name the table's
--- place.
---@param where string
---@param lines Lines
---@param name string of the statement
---@param t table
---@param given? table<string, string|integer> words that follow from the place of the table
function grammar.write(where, lines, name, t, given)
  given = given or {}
  given.owner = lines.label or "variant"
  local words = words_of(where, lines, grammar.statement[name], t, given)
  lines.place = where
  statements.add(lines, where, words)
  for _, inner in ipairs(vocabulary.inner[name] or {}) do write_inner(where, lines, inner, t, name) end
  lines.place = nil
end

--- Writes a statement of one value.
---@param where string
---@param lines Lines
---@param name string of the statement
---@param value any
function grammar.write_value(where, lines, name, value)
  lines.place = where
  statements.add(lines, where, { name, value_word(where, lines, grammar.statement[name].rows[1], value) })
end

-- ---- A key of a game or a variant ---------------------------------------------------------------

-- Returns a table for a name: the name is short for a table that contains only the name.
local function as_table(where, value)
  options.check_type(where, value, "string|table")
  return type(value) == "string" and { name = value } or value
end

--- A writer for each form that a key may have.
---@type table<string, fun(name:string, key:string):LineWriter>
grammar.writers = {}

function grammar.writers.one(name, key)
  return function(where, lines, value)
    grammar.write_value(("%s %s"):format(where, key), lines, name, value)
  end
end

-- Ignores repeated names.
function grammar.writers.names(name, key)
  return function(where, lines, value)
    local named = {}
    for i, one in ipairs(value) do
      local at = ("%s %s[%d]"):format(where, key, i)
      statements.check_word(at, one, "an attribute")
      if not named[one] then grammar.write_value(at, lines, name, one) end
      named[one] = true
    end
  end
end

function grammar.writers.table(name, key)
  return function(where, lines, value) grammar.write(("%s %s"):format(where, key), lines, name, value) end
end

function grammar.writers.tables(name, key)
  local named = grammar.shape(name).name ~= nil
  return function(where, lines, value)
    for i, one in ipairs(value) do
      local at = ("%s %s[%d]"):format(where, key, i)
      grammar.write(at, lines, name, named and as_table(at, one) or one)
    end
  end
end
grammar.writers.acting = grammar.writers.tables

-- Adds the name, which is the key of the table. A number is short for the row after the name.
local function with_name(at, name, key, value)
  local first = grammar.statement[name].rows[2].name
  if compat.math.type(value) == "integer" then return { name = key, [first] = value } end
  options.check_type(at, value, "integer|table")
  local t = { name = key }
  for inner, one in pairs(value) do t[inner] = one end
  return t
end

function grammar.writers.named(name, key)
  return function(where, lines, value)
    statements.check_named(("%s %s"):format(where, key), value, ("{ %s = { ... } }"):format(name))
    for _, inner in ipairs(options.keys(value)) do
      local at = ("%s %s.%s"):format(where, key, inner)
      statements.check_word(at, inner, "a " .. name)
      grammar.write(at, lines, name, with_name(at, name, inner, value[inner]))
    end
  end
end

--- Returns the writer of a statement's key.
---@param statement GrammarStatement
---@return LineWriter
function grammar.writer(statement) return grammar.writers[statement.form](statement.name, statement.key) end

-- The forms whose tables have the keys of the statement.
local WITH_KEYS = { table = true, tables = true, named = true, acting = true }

--- Returns the keys, with their types, of the tables under a statement's key; nil if it has none.
---@param statement GrammarStatement
---@return table<string, string>?
function grammar.inner_shape(statement)
  if not WITH_KEYS[statement.form] then return nil end
  local shape = grammar.shape(statement.name)
  if statement.form == "named" then shape.name = nil end -- the name is the key
  return shape
end

return grammar
