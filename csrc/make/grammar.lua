-- grammar.lua [check]: writes the keys of the engine's table of words to
-- lua/carcassonne/meta/grammar.lua, lua/doc/carcassonne-api.json and, between marks, the manuals;
-- and the index of shipped scripts to lua/doc/EXPANSIONS.md. With `check` it only names the files
-- that are out of date. Requires the built module (csrc/make/env.sh build).

package.path = "csrc/make/?.lua;" .. package.path
local core = require "carcassonne.core"

local WIDTH = 128
local in_order, hooks, lists = core.grammar()
local statements = {}
for _, statement in ipairs(in_order) do statements[statement.name] = statement end

-- ---- Sentences ----------------------------------------------------------------------------------

local function quoted(words, mark)
  local list = {}
  for i, word in ipairs(words) do list[i] = mark .. word .. mark end
  local last = table.remove(list)
  return #list == 0 and last or table.concat(list, ", ") .. " or " .. last
end

-- Returns the allowed values for the manual; "" if the description lists them.
local function values(row, mark)
  local number = row.low and ("%d to %d"):format(row.low, row.high)
  local in_lua = mark ~= "" and row.type == "YES_NO"
  if in_lua or not (number or row.words) then return "" end
  local words = row.words and quoted(row.words, mark)
  local one = number and words and number .. " or " .. words or number or words
  return row.list and "a list of " .. one or one
end

local function facts(row, mark, default)
  local list = {}
  local function add(text) list[#list + 1] = text ~= "" and text or nil end
  add(values(row, mark))
  if row.by_players and mark == '`"' then add "or a list by number of players" end
  if row.where then add("of " .. table.concat(row.where, ", ")) end
  if default then add(default .. " by default") end
  return table.concat(list, "; ")
end

-- Returns a list item, wrapped.
local function item(text)
  local lines, line = {}, "-"
  for word in text:gmatch "%S+" do
    if #line + #word + 1 > WIDTH then
      lines[#lines + 1], line = line, " "
    end
    line = line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

-- ---- The manuals --------------------------------------------------------------------------------

local function quote_word(word) return (('`"%s"`'):format(word)) end

-- Returns the list items for the keys of a Lua table.
local function manual_items(statement)
  local items = {}
  for _, row in ipairs(statement.rows) do
    local is_key = statement.form == "named" and row.name == "name"
    if not (row.item or row.itself or row.given or is_key) then
      local default = row.default and (row.type == "CHOICE" and quote_word(row.default) or row.default)
      if row.placed and row.words and row.type == "INTEGER" then default = nil end
      local known = facts(row, '`"', default):gsub('`"([%w_-]+)`"', '`"%1"`')
      items[#items + 1] = item(("`%s`%s: %s"):format(row.name, known ~= "" and " (" .. known .. ")" or "",
        row.says))
    end
  end
  return table.concat(items, "\n")
end

-- Returns the kinds of items for a key of selectors: "all but players and cells", "segments,
-- features".
local function things_with(row)
  local has, left_out, all = {}, {}, {}
  for _, one in ipairs(row.where) do has[one] = true end
  for _, list in ipairs(lists) do all = list.name == "Things" and list.words or all end
  local listed = {}
  for _, one in ipairs(all) do table.insert(has[one] and listed or left_out, one) end
  if #left_out == 0 then return "all" end
  if #left_out > 3 then return table.concat(listed, ", ") end
  local last = table.remove(left_out)
  return "all but " .. (#left_out > 0 and table.concat(left_out, ", ") .. " and " or "") .. last
end

-- Types that the manual explains in another chapter.
local EXPLAINED = { RELATION = "a [reference](#references)", FILTERS = "a [filter](#filters), or several",
  SELECTORS = "a selector, or several", FLAG_OF = "`true` or `false`" }

-- Returns a table of the keys of selectors: items, values, meaning and an example.
local function key_table(statement)
  local rows = {}
  for _, row in ipairs(statement.rows) do
    local takes = EXPLAINED[row.type] or row.expects
    local such = row.such and row.such:gsub("'", '"')
    if such then
      rows[#rows + 1] = ("| [`%s`](#%s-key) | %s | %s | %s | `%s` |"):format(row.name, row.name,
        things_with(row), takes, row.says, such)
    end
  end
  table.sort(rows)
  table.insert(rows, 1, "| key | of | takes | says | for example |\n|---|---|---|---|---|")
  return table.concat(rows, "\n")
end

-- Returns the list items for the words of a statement.
local function text_items(statement)
  local items = {}
  for _, row in ipairs(statement.rows) do
    local known = row.is_subject and row.item and "" or facts(row, "", not row.needed and row.default)
    local name = row.placed and row.name:upper() or row.type == "FLAG" and row.name or row.name .. "="
    items[#items + 1] = item(("`%s`%s: %s"):format(name, known ~= "" and " (" .. known .. ")" or "",
      row.says))
  end
  return table.concat(items, "\n")
end

-- ---- Annotations --------------------------------------------------------------------------------

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

-- Returns an annotation, wrapped.
local function annotation(text)
  local lines, line = {}, ""
  for word in text:gmatch "%S+" do
    if #line + #word + 1 > WIDTH then
      lines[#lines + 1], line = line, "---"
    end
    line = line == "" and word or line .. " " .. word
  end
  lines[#lines + 1] = line
  return table.concat(lines, "\n")
end

local function field(row, index)
  local name = row.item and ("[%d]"):format(index) or row.name
  local needed = row.needed and not row.default
  local default = row.default and not (row.placed and row.type == "INTEGER")
    and ("; %s by default"):format(row.default) or ""
  local where = row.where and ("; of %s"):format(table.concat(row.where, ", ")) or ""
  return annotation(("---@field %s%s %s %s%s%s"):format(name, needed and "" or "?", annotated_type(row),
    row.says, where, default))
end

local function capital(name) return (name:gsub("^%l", string.upper)) end

-- Returns the parent class of a table that is also a filter or selector.
local function selects(statement)
  for _, row in ipairs(statement.rows) do
    if row.itself then return row.type == "SELECTOR" and "Selector" or "Filter" end
  end
end

-- Returns the name of a class. Rows are named after the hook or statement that lists them.
local function class_name(statement)
  for _, hook in ipairs(hooks) do
    if hook.statement == statement.name then return capital(hook.name) .. "Row" end
  end
  return capital(statement.within and not statement.key and statement.within .. "Row" or statement.name)
end

local function class(statement)
  local parent = selects(statement)
  local lines = { statement.key and ("--- %s: %s."):format(statement.key, statement.says)
    or ("--- %s."):format(capital(statement.says)),
    ("---@class Variant%s%s"):format(class_name(statement), parent and ": " .. parent or "") }
  for i, row in ipairs(statement.rows) do
    local is_key = statement.form == "named" and row.name == "name"
    if not (is_key or row.itself or row.given) then lines[#lines + 1] = field(row, i) end
  end
  return #lines > 2 and table.concat(lines, "\n") or nil
end

-- Returns whether a row of selectors is for filters, too.
local function is_of_filters(row)
  for _, one in ipairs(row.where or {}) do
    if one == "filters" then return true end
  end
  return false
end

-- Keys that only selectors have are in the class Selector, whose first key is the kind of item.
local function selector_classes(statement)
  local filter = { "--- Conditions on an item, all of which must hold. `this` is the subject of the hook, "
    .. "phase or row.",
    "--- A name followed by `?` may be missing in the game; then it matches nothing. The manual of scripts "
      .. "describes each key.",
    "---@class Filter" }
  local selector = { "--- Items to find: their kind, and conditions on each.",
    "---@class Selector: Filter" }
  for i, row in ipairs(statement.rows) do
    if row.item then
      selector[#selector + 1] = "---@field [1] Things " .. row.says
    elseif row.name ~= "if" then
      table.insert(is_of_filters(row) and filter or selector, field(row, i))
    end
  end
  return table.concat(filter, "\n") .. "\n\n" .. table.concat(selector, "\n")
end

-- Returns the class of the table that a hook accepts instead of a function.
local function class_beside(hook)
  if hook.statement then return "Variant" .. capital(hook.name) end
  return hook.flag and "VariantPartHook" or "VariantHook"
end

local function hook_class()
  local lines = { "--- The functions of a variant that the game calls, each with the state first and the "
    .. "variant's options last.",
    "---@class VariantHooks" }
  for _, hook in ipairs(hooks) do
    local answers = hook.answers and (":%s?"):format(hook.answers) or ""
    lines[#lines + 1] =
      annotation(("---@field %s? (fun(state:%s, %s, options:table)%s)|%s %s"):format(hook.name,
      hook.answers and "State" or "HookState", hook.arguments, answers, class_beside(hook), hook.says))
  end
  return table.concat(lines, "\n")
end

-- Returns an alias in one line; if the line is too long, in one line for each word.
local function alias(list)
  local line = ('---@alias %s "%s"'):format(list.name, table.concat(list.words, '"|"'))
  if #line > WIDTH then
    line = ('---@alias %s\n---| "%s"'):format(list.name, table.concat(list.words, '"\n---| "'))
  end
  return ("--- %s.\n%s"):format(capital(list.says), line)
end

local function annotations()
  local parts = { [[
---@meta
--- The tables under the keys of variants: written by `make grammar` from
-- csrc/engine/parser/grammar.def and the list of hooks in csrc/include/carcassonne_script.h.
-- Not loaded; for editors and the reference.
-- @module carcassonne.grammar]] }
  for _, statement in ipairs(in_order) do
    if statement.form == "tables" or statement.form == "named" or selects(statement) then
      parts[#parts + 1] = class(statement)
    end
  end
  for _, list in ipairs(lists) do parts[#parts + 1] = alias(list) end
  parts[#parts + 1] = hook_class()
  parts[#parts + 1] = "---@alias VariableTest integer|string|{ min?: integer|string, max?: integer|string }"
  parts[#parts + 1] = selector_classes(statements.selector)
  return table.concat(parts, "\n\n") .. "\n"
end

-- ---- For programs -------------------------------------------------------------------------------

local VARIANTS = "lua/carcassonne/meta/variants.lua"

-- The order of the keys in an object, so that the file is the same each time.
local ORDER = { "format", "version", "name", "places", "type", "lua", "expects", "words", "low", "high",
  "default", "none", "required", "list", "by_players", "of", "example", "arguments", "answers", "says",
  "game", "variant", "tables", "hooks", "lists", "keys" }

-- Returns the places in a variant that have a table of a statement: [] stands for each element of a
-- list, NAME for a name that the script chooses.
local function places_of(statement)
  local list = {}
  for _, hook in ipairs(hooks) do
    if hook.statement == statement.name then list[#list + 1] = hook.name .. "[]"
    elseif statement.name == "condition" and not hook.statement then list[#list + 1] = hook.name end
  end
  if statement.within then
    local parent = places_of(statements[statement.within])[1]
    list[1] = parent .. (statement.key and "." .. statement.key or "") .. "[]"
  elseif statement.key then
    list[1] = statement.key .. (statement.form == "named" and ".NAME" or "[]")
  end
  return list
end

local function key_of_program(row, index)
  return { name = row.item and index or row.name, type = row.type, lua = annotated_type(row),
    expects = row.expects ~= "" and row.expects or nil, words = row.words, low = row.low, high = row.high,
    default = row.default, none = row.none, required = row.needed and not row.default or nil,
    list = row.list, by_players = row.by_players, of = row.where, example = row.such, says = row.says }
end

-- Returns the keys of an annotated class.
local function annotated_keys(path, name)
  local said, list = {}, {}
  for _, statement in ipairs(in_order) do said[statement.key or ""] = statement.says end
  for _, declared in ipairs(require("annotations").read(path).items) do
    for _, one in ipairs(declared.name == name and declared.fields or {}) do
      list[#list + 1] = { name = one.name, lua = one.type, required = not one.optional or nil,
        says = one.text ~= "" and one.text or said[one.name] }
    end
  end
  return list
end

-- The classes of tables that contain functions. They are annotated by hand.
local ACTING = { phase = "VariantPhase", final = "VariantStep" }

local function table_of_program(statement)
  local keys, has = {}, {}
  for i, row in ipairs(statement.rows) do
    local is_key = statement.form == "named" and row.name == "name"
    if not (is_key or row.itself or row.given) then keys[#keys + 1] = key_of_program(row, i) end
    has[row.name] = true
  end
  for _, key in ipairs(annotated_keys(VARIANTS, ACTING[statement.name])) do
    if not has[key.name] and key.name:find "^%a" then keys[#keys + 1] = key end
  end
  return { name = statement.name, places = places_of(statement), lua = selects(statement),
    says = statement.says, keys = keys }
end

local function api()
  local tables, of_hooks = {}, {}
  for _, statement in ipairs(in_order) do
    local forms = { tables = true, named = true, acting = true, of_hook = true }
    if forms[statement.form] or statement.name == "selector" then
      tables[#tables + 1] = table_of_program(statement)
    end
  end
  for i, hook in ipairs(hooks) do
    of_hooks[i] = { name = hook.name, arguments = hook.arguments, answers = hook.answers, says = hook.says }
  end
  return require("dkjson").encode({ format = 1, version = core.version, tables = tables, hooks = of_hooks,
    game = annotated_keys("lua/carcassonne/init.lua", "GameOptions"), lists = lists,
    variant = annotated_keys(VARIANTS, "VariantSource") },
    { indent = true, keyorder = ORDER }) .. "\n"
end

-- ---- Files --------------------------------------------------------------------------------------

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "a" or ""
  if file then file:close() end
  return text
end

-- Replaces the text between marks.
local function between_marks(text, items)
  return (text:gsub("(<!%-%- (%l+) of (%l+) %-%->\n).-(\n<!%-%- end %-%->)", function(from, what, name, to)
    local statement, make = assert(statements[name], "no statement " .. name),
      what == "keys" and key_table or items
    return from .. "\n" .. make(statement) .. "\n" .. to
  end))
end

-- Replaces the index of shipped scripts.
local function with_index(text)
  return (text:gsub("(<!%-%- index of means %-%->\n).-(\n<!%-%- end %-%->)", function(from, to)
    return from .. "\n" .. require("means").index() .. "\n" .. to
  end))
end

-- Returns a table of the options of a bot.
local function option_table(name)
  local rows = { "| option | usually | what it is |", "|---|---|---|" }
  for _, option in ipairs(require("carcassonne.bots").describe(name).options) do
    rows[#rows + 1] = ("| `%s` | %s | %s |"):format(option.name, option.usual and
      ("%g, of %g to %g"):format(option.usual, option.min, option.max) or ("from %g"):format(option.min),
        option.says)
  end
  return table.concat(rows, "\n")
end

local function with_options(text)
  return (text:gsub("(<!%-%- options of (%l+) %-%->\n).-(\n<!%-%- end %-%->)", function(from, name, to)
    return from .. "\n" .. option_table(name) .. "\n" .. to
  end))
end

local files = {
  { "lua/doc/carcassonne-api.json", api },
  { "lua/doc/BOTS.md", with_options },
  { "lua/doc/EXPANSIONS.md", with_index },
  { "lua/carcassonne/meta/grammar.lua", function() return annotations() end },
  { "lua/doc/SCRIPTING.md", function(text) return between_marks(text, manual_items) end },
  { "csrc/engine/DEFINITION.md", function(text) return between_marks(text, text_items) end },
}

local stale = 0
for _, one in ipairs(files) do
  local path, make = one[1], one[2]
  local old = read(path)
  local new = make(old)
  if old ~= new and arg[1] == "check" then
    print(path .. " is out of date; run make grammar")
    stale = stale + 1
  elseif old ~= new then
    local file = assert(io.open(path, "wb"))
    file:write(new)
    file:close()
  end
end
os.exit(stale == 0)
