--- Converts the engine's table of words (core.grammar) to the tables, statements, hooks and lists
--- of lua/doc/carcassonne-api.json. Requires the built module.

local annotations = require "annotations"
local core = require "carcassonne.core"

local api_tables = {}

local statements, hooks, lists = core.grammar()
local by_name = {}
for _, statement in ipairs(statements) do by_name[statement.name] = statement end

local VARIANTS = "lua/carcassonne/meta/variants.lua"

-- The classes of tables that contain functions. They are annotated by hand.
local ACTING = { phase = "VariantPhase", final = "VariantStep" }

local function capital(name) return (name:gsub("^%l", string.upper)) end

-- ---- Keys ---------------------------------------------------------------------------------------

local function annotated_type(row)
  local kind = row.lua
  if row.type == "INTEGER" and row.words then
    kind = 'integer|"' .. table.concat(row.words, '"|"') .. '"'
  elseif row.type == "CHOICE" then
    kind = '"' .. table.concat(row.words, '"|"') .. '"'
  end
  if row.list then return kind:find "|" and ("(%s)[]"):format(kind) or kind .. "[]" end
  return row.by_players and kind .. "|integer[]" or kind
end

-- Returns the default that a description states, as in "1 to 6; 2 by default".
local function default_in(says)
  local before = says:match "^(.-) by default%f[^%w]"
  if not before then return says:match "[Bb]y default ([^;.]*)" or says:match "default is ([^;.]*)" end
  return before:match "{[^{}]*}$" or before:match "^.*[;:,] (.*)$" or before
end

-- Returns the default of a row, "required", or nil.
local function default_of(row)
  if row.default or row.otherwise then return row.default or row.otherwise end
  if row.needed then return "required" end
  return row.type == "FLAG" and "false" or default_in(row.says)
end

local function key_of(row, index)
  local default = default_of(row)
  return { name = row.item and index or row.name, type = row.type, lua = annotated_type(row),
    expects = row.expects ~= "" and row.expects or nil, words = row.words, low = row.low, high = row.high,
    default = default ~= "required" and default or nil, none = row.none,
    required = default == "required" or nil, list = row.list, by_players = row.by_players, of = row.where,
    example = row.such and row.such:gsub("'", '"') or nil, says = row.says }
end

--- Returns the keys of an annotated class.
---@param path string
---@param name string|nil
---@return table[]
function api_tables.annotated_keys(path, name)
  local said, list = {}, {}
  for _, statement in ipairs(statements) do said[statement.key or ""] = statement.says end
  for _, declared in ipairs(annotations.read(path).items) do
    for _, one in ipairs(name and declared.name == name and declared.fields or {}) do
      local says = one.text ~= "" and one.text or said[one.name]
      list[#list + 1] = { name = one.name, lua = one.type, required = not one.optional or nil, says = says,
        default = one.optional and says and default_in(says) or nil }
    end
  end
  return list
end

-- ---- Tables -------------------------------------------------------------------------------------

-- The place of a table under its key, by the form of its statement; [] for other forms.
local AT = { named = ".NAME", table = "" }

-- Returns the places in a variant that have a table of a statement: [] stands for each element of a
-- list, NAME for a name that the script chooses.
local function places_of(statement)
  local list = {}
  for _, hook in ipairs(hooks) do
    if hook.statement == statement.name then list[#list + 1] = hook.name .. "[]"
    elseif statement.name == "condition" and not hook.statement then list[#list + 1] = hook.name end
  end
  if statement.within then
    local parent = places_of(by_name[statement.within])[1]
    list[1] = parent .. (statement.key and "." .. statement.key or "") .. "[]"
  elseif statement.key then
    list[1] = statement.key .. (AT[statement.form] or "[]")
  end
  return list
end

-- Returns the parent class of a table that is also a filter or selector.
local function selects(statement)
  for _, row in ipairs(statement.rows) do
    if row.itself then return row.type:match "^SELECTOR" and "Selector" or "Filter" end
  end
end

-- Returns the name of a class. Rows are named after the hook or statement that lists them.
local function class_name(statement)
  for _, hook in ipairs(hooks) do
    if hook.statement == statement.name then return "Variant" .. capital(hook.name) .. "Row" end
  end
  local is_row = statement.within and not statement.key
  return "Variant" .. capital(is_row and statement.within .. "Row" or statement.name)
end

local function table_of(statement)
  local keys, has = {}, {}
  for i, row in ipairs(statement.rows) do
    local is_key = statement.form == "named" and row.name == "name"
    -- `if` stands in texts only: in Lua the list of a filter has the selectors
    local is_in_lua = not (is_key or row.itself or row.given or row.name == "if")
    if is_in_lua then keys[#keys + 1] = key_of(row, i) end
    has[row.name] = true
  end
  for _, key in ipairs(api_tables.annotated_keys(VARIANTS, ACTING[statement.name])) do
    if not has[key.name] and key.name:find "^%a" then keys[#keys + 1] = key end
  end
  return { name = statement.name, key = statement.key, class = class_name(statement), form = statement.form,
    places = places_of(statement), lua = selects(statement), says = statement.says, keys = keys }
end

-- Types of keys that accept a filter or selector.
local SELECTING = { FILTER = true, PHASE_FILTER = true, HOOK_FILTER = true, SEGMENTS = true, PER = true,
  SELECTOR = true, SELECTOR_OR_FILTER = true }

-- Returns the places of filters and selectors: tables that are filters or selectors, and keys.
local function places_of_selectors(tables)
  local list = {}
  for _, one in ipairs(tables) do
    for _, place in ipairs(one.places) do
      if one.lua then list[#list + 1] = place end
      for _, key in ipairs(one.keys) do
        if SELECTING[key.type] then list[#list + 1] = place .. "." .. key.name end
      end
    end
  end
  return list
end

local FORMS = { table = true, tables = true, named = true, acting = true, of_hook = true }

--- Returns the tables under the keys of a variant, and the table of selectors.
---@return table[]
function api_tables.tables()
  local list = {}
  for _, statement in ipairs(statements) do
    if FORMS[statement.form] or statement.name == "selector" then list[#list + 1] = table_of(statement) end
  end
  for _, one in ipairs(list) do
    if one.name == "selector" then
      one.places = places_of_selectors(list)
      for _, key in ipairs(one.keys) do
        if not (key.default or key.required) then key.default = "no condition" end
      end
    end
  end
  return list
end

-- ---- Statements ---------------------------------------------------------------------------------

-- Returns a word of a statement: a key, with its notation in a definition.
local function word_of(row)
  local word = key_of(row)
  local is_subject = row.is_subject and row.item
  word.notation = row.placed and row.name:upper() or row.type == "FLAG" and row.name or row.name .. "="
  word.lua, word.example, word.none = nil, nil, nil
  if row.needed then word.required, word.default = true, nil end
  word.subject = is_subject or nil
  return word
end

--- Returns the statements of a definition.
---@return table[]
function api_tables.statements()
  local list = {}
  for i, statement in ipairs(statements) do
    local words = {}
    for k, row in ipairs(statement.rows) do words[k] = word_of(row) end
    list[i] = { name = statement.name, says = statement.says, words = words }
  end
  return list
end

-- ---- Hooks and lists ----------------------------------------------------------------------------

-- Returns the class of the table that a hook accepts instead of a function.
local function class_beside(hook)
  if hook.statement then return "Variant" .. capital(hook.name) end
  return hook.flag and "VariantPartHook" or "VariantHook"
end

--- Returns the hooks, in the order of a turn.
---@return table[]
function api_tables.hooks()
  local list = {}
  for i, hook in ipairs(hooks) do
    local answers = hook.answers and (":%s?"):format(hook.answers) or ""
    list[i] = { name = hook.name, arguments = hook.arguments, answers = hook.answers, says = hook.says,
      lua = ("(fun(state:%s, %s, options:table)%s)|%s"):format(hook.answers and "State" or "HookState",
        hook.arguments, answers, class_beside(hook)) }
  end
  return list
end

--- Returns the lists of words that keys of scripts accept as values.
---@return {name:string, says:string, words:string[]}[]
function api_tables.lists() return lists end

--- Returns the words of the list with this name.
---@param name string
---@return string[]
function api_tables.words(name)
  for _, list in ipairs(lists) do
    if list.name == name then return list.words end
  end
  error("no list of words " .. name)
end

return api_tables
