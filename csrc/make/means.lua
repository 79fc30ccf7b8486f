--- Index of the shipped scripts for lua/doc/EXPANSIONS.md: the keys, hooks, timings of phases and
-- verbs that each uses. The index is made from the scripts. Requires the built module.

local carcassonne = require "carcassonne"
local text_of = require("annotations").text_of
local vocabulary = require "carcassonne.definition.vocabulary"

local sorted = require("carcassonne.base.options").keys

local means = {}

-- Keys that every script has, and keys that are not about rules.
local PASSED_OVER = { name = true, description = true, options = true }

-- The methods that change the state or add options.
local VERBS = {}
for line in io.lines "lua/carcassonne/meta/hook_state.lua" do
  VERBS[line:match "^function %a+:([%w_]+)" or false] = true
end

-- Returns the number of lines, and the keys, hooks, timings of phases and verbs of a script, each
-- list sorted.
local function read(name)
  local text, source = text_of(("lua/carcassonne/expansions/%s.lua"):format(name)),
    carcassonne.variant(name).source
  local keys, hooks, timings, verbs = {}, {}, {}, {}
  for key, value in pairs(source) do
    local is_hook = vocabulary.hook[key] ~= nil
      and (type(value) == "function" or type(value) == "table" and value.run ~= nil)
    if is_hook then hooks[key] = true elseif not PASSED_OVER[key] then keys[key] = true end
  end
  for _, phase in ipairs(source.phases or {}) do timings[phase.timing] = true end
  for verb in text:gmatch ":([%w_]+) ?[%(%\"{]" do
    if VERBS[verb] then verbs[verb] = true end
  end
  return { name = name, lines = select(2, text:gsub("\n", "")), keys = sorted(keys), hooks = sorted(hooks),
    timings = sorted(timings), verbs = sorted(verbs) }
end

--- Returns the entries of all scripts in their order.
---@return {name:string, lines:integer, keys:string[], hooks:string[], timings:string[], verbs:string[]}[]
function means.all()
  local list = {}
  for _, name in ipairs(carcassonne.expansions()) do list[#list + 1] = read(name) end
  for _, name in ipairs(carcassonne.shipped_variants()) do list[#list + 1] = read(name) end
  return list
end

-- Returns the scripts that use each item. The shortest scripts come first, since they are the
-- fastest to read.
local function users(all, field)
  local by = {}
  for _, one in ipairs(all) do
    for _, word in ipairs(one[field]) do
      by[word] = by[word] or {}
      table.insert(by[word], one)
    end
  end
  return by
end

local function names_text(list)
  local names = {}
  table.sort(list, function(a, b) return a.lines < b.lines or a.lines == b.lines and a.name < b.name end)
  for i, one in ipairs(list) do names[i] = ("`%s`"):format(one.name) end
  return table.concat(names, ", ")
end

local KINDS = { { "keys", "key" }, { "hooks", "hook" }, { "timings", "phases at" }, { "verbs", "verb" } }

--- Returns the index: a row for each key, hook, timing and verb, with the scripts that use it.
---@return string
function means.index()
  local all, rows = means.all(), { "| means | used by, the shortest first |", "|---|---|" }
  for _, kind in ipairs(KINDS) do
    local by = users(all, kind[1])
    for _, word in ipairs(sorted(by)) do
      rows[#rows + 1] = ("| %s `%s` | %s |"):format(kind[2], word, names_text(by[word]))
    end
  end
  return table.concat(rows, "\n")
end

return means
