--- Finds the words of the script language in Lua source: keys of variants and games, of the tables
--- under them and of selectors; rule values, timings, offers and verbs. Requires the built module.
--
-- A word is named GROUP.NAME, as in `variant.points`, `attribute.merge`, `selector.kind`,
-- `rules.small_city`, `timings.turn_end`, `offers.pieces` or `verbs.award`.

local annotations = require "annotations"
local constructors = require "constructors"
local core = require "carcassonne.core"

local script_words = {}

-- ---- Shapes -------------------------------------------------------------------------------------

local statements, hooks, lists = core.grammar()

local rows = {} -- by statement and name
local by_key = {} -- statements by the key of a variant
for _, statement in ipairs(statements) do
  rows[statement.name] = {}
  for i, row in ipairs(statement.rows) do
    rows[statement.name][row.name] = row
    rows[statement.name][i] = row
  end
  if statement.key and not statement.within then by_key[statement.key] = statement end
end

local row_statement = {} -- of hooks that have rows
for _, hook in ipairs(hooks) do row_statement[hook.name] = hook.statement or "condition" end

local ITEMS = {} -- the kinds of items that selectors find
for _, list in ipairs(lists) do
  for _, word in ipairs(list.name == "Things" and list.words or {}) do ITEMS[word] = true end
end

-- Types whose values contain filters or selectors.
local NESTED = { FILTER = true, PHASE_FILTER = true, HOOK_FILTER = true, SELECTOR = true, SELECTORS = true,
  SELECTOR_OR_FILTER = true, FILTERS = true, RELATION = true, WHOSE = true, AS_FAR_AS = true, PER = true,
  SEGMENTS = true }

-- The methods of states that accept a filter or selector.
local FILTERED = {}
for _, item in ipairs(annotations.read("lua/carcassonne/meta/state.lua").items) do
  for _, param in ipairs(item.params or {}) do
    if param.type:find "Filter" or param.type:find "Selector" then FILTERED[item.name] = true end
  end
end

-- ---- The walk -----------------------------------------------------------------------------------

local function note(walk, group, name, field)
  local text = field and walk.text:sub(field.from, field.to):gsub("%s*\n%s*", " ")
  table.insert(walk.words, { name = group .. "." .. name, text = text })
end

-- Notes an item of a table that is a key without a name, such as the kind of a selector.
local function note_item(walk, statement, index, field)
  local row = rows[statement][index]
  if field.string and row and row.item then note(walk, statement, index, field) end
end

local function first_string(made) return made.fields[1] and made.fields[1].string end

-- Visits a filter or selector; with a statement, a table that also has the keys of the statement.
local function visit_selector(walk, made, statement)
  walk.seen[made] = true
  for i, field in ipairs(made.fields) do
    note_item(walk, statement or "selector", i, field)
    local own = statement and rows[statement][field.name]
    local row = own or rows.selector[field.name]
    if field.name and row then note(walk, own and statement or "selector", field.name, field) end
    for _, inner in ipairs((not field.name or row and NESTED[row.type]) and field.tables or {}) do
      visit_selector(walk, inner)
    end
  end
end

local function visit_offer(walk, made)
  if first_string(made) then
    note(walk, "offers", first_string(made))
    visit_selector(walk, made, "offer")
    return
  end
  for _, field in ipairs(made.fields) do
    for _, inner in ipairs(field.tables) do visit_offer(walk, inner) end
  end
end

-- Visits a phase or a step of the final scoring, which may contain functions.
local function visit_acting(walk, made, statement)
  walk.seen[made] = true
  for _, field in ipairs(made.fields) do
    if field.name then note(walk, statement, field.name, field) end
    if field.name == "timing" and field.string then note(walk, "timings", field.string) end
    for _, inner in ipairs(field.tables) do
      if field.name == "offer" then
        visit_offer(walk, inner)
      elseif not field.name then
        visit_selector(walk, inner, "final_row")
      elseif rows[statement][field.name] and NESTED[rows[statement][field.name].type] then
        visit_selector(walk, inner)
      end
    end
  end
end

local function visit_table(walk, made, statement)
  if statement == "phase" or statement == "final" then
    visit_acting(walk, made, statement)
  else
    visit_selector(walk, made, statement)
  end
end

-- Visits the tables under a key of a variant.
local function visit_key(walk, made, name)
  walk.seen[made] = true
  local statement = by_key[name] and by_key[name].name or row_statement[name]
  local form = by_key[name] and by_key[name].form
  if form == "table" then return visit_table(walk, made, statement) end
  for _, field in ipairs(made.fields) do
    if name == "rules" and field.name then note(walk, "rules", field.name, field) end
    if row_statement[name] and field.name == "when" then note(walk, "condition", "when", field) end
    for _, inner in ipairs(statement and field.tables or {}) do
      if row_statement[name] and field.name then
        visit_selector(walk, inner)
      elseif form == "named" or not field.name then
        visit_table(walk, inner, statement)
      end
    end
  end
end

-- Visits the table of a variant, or the options of a game.
local function visit_root(walk, made, group)
  walk.seen[made] = true
  for _, field in ipairs(made.fields) do
    if field.name then note(walk, group, field.name, field) end
    for _, inner in ipairs(field.name and field.tables or {}) do
      if field.name ~= "variants" then visit_key(walk, inner, field.name) end
    end
  end
end

-- Returns the kind of a table that is not under a key, such as a phase in a local variable: the
-- name of a statement, "variant", "game", or nil.
local function kind_of(made)
  local has, has_key = {}, false
  for _, field in ipairs(made.fields) do
    has[field.name or 1] = true
    has_key = has_key or by_key[field.name] ~= nil or row_statement[field.name] ~= nil
  end
  if made.callee == "game" then return "game" end
  return has.name and (has.timing and "phase" or has_key and "variant") or nil
end

local function visit_unseen(walk, made)
  local kind, item = kind_of(made), ITEMS[first_string(made) or ""]
  if kind == "phase" then
    visit_acting(walk, made, kind)
  elseif kind then
    visit_root(walk, made, kind)
  elseif item and made.callee == "offer" then
    visit_offer(walk, made)
  elseif item or FILTERED[made.callee] then
    visit_selector(walk, made)
  end
end

--- Returns the words in Lua source in their order, each with the text of its field.
---@param text string
---@return {name:string, text?:string}[]
function script_words.read(text)
  local list, methods = constructors.read(text)
  local walk = { text = text, words = {}, seen = {} }
  for _, made in ipairs(list) do
    if not walk.seen[made] then visit_unseen(walk, made) end
  end
  for _, name in ipairs(methods) do note(walk, "verbs", name) end
  return walk.words
end

-- Returns the number of lines with code. A new comment does not change the order of scripts.
local function code_lines(text)
  local count = 0
  for line in text:gmatch "[^\n]+" do
    if line:find "^%s*[^%s-]" then count = count + 1 end
  end
  return count
end

--- Returns the shipped scripts, the shortest first, each with the set of its words.
---@return {name:string, lines:integer, text:string, has:table<string, boolean>}[]
function script_words.shipped()
  local carcassonne, list = require "carcassonne", {}
  local function add(name)
    local text, has = annotations.text_of(("lua/carcassonne/expansions/%s.lua"):format(name)), {}
    for _, word in ipairs(script_words.read(text)) do has[word.name] = true end
    -- a script may compute its timings
    for _, phase in ipairs(carcassonne.variant(name).source.phases or {}) do
      has["timings." .. phase.timing] = true
    end
    list[#list + 1] = { name = name, lines = code_lines(text), text = text, has = has }
  end
  for _, name in ipairs(carcassonne.expansions()) do add(name) end
  for _, name in ipairs(carcassonne.shipped_variants()) do add(name) end
  table.sort(list, function(a, b) return a.lines < b.lines or a.lines == b.lines and a.name < b.name end)
  return list
end

return script_words
