--- Writes lua/doc/carcassonne-api.json: every word of scripts, from the engine's table of words,
--- the annotations, the reference entries of the manual, the shipped scripts and the change log.
--- Requires the built module.

local annotations = require "annotations"
local api_tables = require "api_tables"
local carcassonne = require "carcassonne"
local entries = require "entries"
local markdown = require "carcassonne.cli.markdown"
local script_words = require "script_words"
local since = require "since"

local api = {}

--- Version of the file format; raise it if the format changes (lua/doc/README.md).
local FORMAT = 2

local MANUAL = "lua/doc/SCRIPTING.md"

-- Pages to search for examples, in this order.
local PAGES = { MANUAL, "lua/doc/COOKBOOK.md", "lua/doc/HOSTS.md", "lua/doc/LAB.md" }

-- The order of the keys in an object, so that the file is the same each time.
local ORDER = { "format", "version", "name", "key", "class", "form", "notation", "places", "type", "lua",
  "expects", "words", "low", "high", "default", "none", "required", "list", "by_players", "subject", "of",
  "where", "example", "arguments", "answers", "editions", "says", "since", "used_by", "game", "variant",
  "hooks", "timings", "offers", "verbs", "rules", "tables", "statements", "lists", "bots", "options", "usual",
  "min", "max", "keys" }
for _, edition in ipairs(carcassonne.editions) do ORDER[#ORDER + 1] = edition end

-- ---- Examples -----------------------------------------------------------------------------------

local shipped = script_words.shipped()

-- Returns the blocks of code of a page, followed by the games in its prose.
local function code_of(path)
  local list, text = {}, annotations.text_of(path)
  for i, block in ipairs(markdown.blocks(text, "lua")) do list[i] = block.code end
  for code in text:gmatch "`(carcassonne%.game %b{})`" do list[#list + 1] = code end
  return list
end

-- Returns whether a field is a better example than another one: shorter, and not the value of an
-- option.
local function is_better(text, other)
  local function cost(one) return #one + (one:find("option = ", 1, true) and 1000 or 0) end
  return not other or cost(text) < cost(other)
end

-- Returns two tables by word: the shortest field in the first page or shipped script that has the
-- word, and the first block of code that has it.
local function read_examples()
  local fields, blocks = {}, {}
  local function read(text, block)
    local found = {}
    for _, word in ipairs(script_words.read(text)) do
      if word.text and is_better(word.text, found[word.name]) then found[word.name] = word.text end
      blocks[word.name] = blocks[word.name] or block
    end
    return found
  end
  local function keep(found)
    for name, text in pairs(found) do fields[name] = fields[name] or text end
  end
  for _, path in ipairs(PAGES) do
    local shortest = {}
    for _, code in ipairs(code_of(path)) do
      for name, text in pairs(read(code, code)) do
        if is_better(text, shortest[name]) then shortest[name] = text end
      end
    end
    keep(shortest)
  end
  for _, script in ipairs(shipped) do keep(read(script.text)) end
  return fields, blocks
end

local field_of, block_of = read_examples()

local entry_of = {} -- by GROUP.NAME
for _, entry in ipairs(entries.read(annotations.text_of(MANUAL))) do
  entry_of[entry.group .. "." .. entry.name] = entry
end

-- ---- Words --------------------------------------------------------------------------------------

-- Returns the names of the shipped scripts that use a word, the shortest script first.
local function used_by(word)
  local names = {}
  for _, script in ipairs(shipped) do
    if script.has[word] then names[#names + 1] = script.name end
  end
  return names
end

-- Returns an example made from the type of a word: a flag, or the last of several values; else nil.
local function example_by_type(word)
  local last = word.lua:match '|("[^"|]+")$'
  local value = word.lua == "boolean" and "true" or last
  return value and ("%s = %s"):format(word.name, value)
end

-- Adds to a word the facts from the manual, the shipped scripts and the change log. `of` has the
-- names of its group in these three if they differ: `manual`, `scripts`, `changes`; and `like`, a
-- group whose examples may be used.
local function complete(group, word, of)
  local name = "." .. word.name
  local entry = entry_of[(of.manual or group) .. name] or {}
  local facts = entry.facts or {}
  word.form = word.form or facts.form
  if not word.required then word.default = word.default or facts.default end
  word.where = word.where or facts.where
  local used = (of.scripts or group) .. name
  word.example = word.example or entry.code or field_of[group .. name] or field_of[used] or block_of[used]
    or of.like and field_of[of.like .. name] or example_by_type(word)
  word.since = since.format(of.changes or group, word.name)
  word.used_by = used_by(used)
  return word
end

local function complete_all(group, list, of)
  for _, word in ipairs(list) do complete(group, word, of or {}) end
  return list
end

local function in_place(list, ...)
  for _, word in ipairs(list) do word.places = { ... } end
  return list
end

local function variant()
  local list = api_tables.annotated_keys("lua/carcassonne/meta/variants.lua", "VariantSource")
  complete_all("variant", list)
  for _, word in ipairs(list) do
    local entry = entry_of["hooks." .. word.name] -- phases and final_scoring
    if entry then
      word.form, word.default, word.where, word.example = entry.facts.form, entry.facts.default,
        entry.facts.where, entry.code
    end
    if word.default == "none; required" then word.default = nil end
  end
  return in_place(list, "variant")
end

-- Options of games that are described as the key of a variant, except those with another meaning.
local AS_VARIANT = { manual = "variant", scripts = "variant", changes = "variant" }
local OWN_MEANING = { players = true }

local function game()
  local list = api_tables.annotated_keys("lua/carcassonne/init.lua", "GameOptions")
  for _, word in ipairs(list) do complete("game", word, OWN_MEANING[word.name] and {} or AS_VARIANT) end
  return in_place(list, "game")
end

local function hooks()
  return in_place(complete_all("hooks", api_tables.hooks(), { scripts = "variant" }), "variant")
end

local function timings()
  local list = {}
  for i, name in ipairs(api_tables.words "Timing") do
    local entry = assert(entry_of["timings." .. name], "no entry for the timing " .. name)
    list[i] = complete("timings", { name = name, lua = "Timing", says = entry.facts.when }, {})
  end
  return in_place(list, "phases[].timing", "reserves[].refill")
end

-- Returns the kinds of items that can be offered.
local function offers()
  local list = {}
  for i, name in ipairs(api_tables.words "Things") do
    local entry = assert(entry_of["offers." .. name], "no entry for the offer " .. name)
    list[i] = complete("offers", { name = name, lua = "Things",
      says = "one option for each item found; the option has " .. entry.facts["the option has"] }, {})
  end
  return in_place(list, "phases[].offer[][1]")
end

-- Returns the methods that only hooks that act, or `ask`, may call.
local function verbs()
  local list = {}
  for _, item in ipairs(annotations.read("lua/carcassonne/meta/hook_state.lua").items) do
    local params = {}
    for i, param in ipairs(item.params or {}) do
      params[i] = ("%s%s:%s"):format(param.name, param.optional and "?" or "", param.type)
    end
    if item.kind == "function" then
      list[#list + 1] = complete("verbs", { name = item.name, places = { item.class.name },
        lua = ("fun(%s)"):format(table.concat(params, ", ")),
        says = item.doc:match "^(.-%.)%f[%s%z]":gsub("%s+", " ") }, {})
    end
  end
  return list
end

-- ---- Rule values --------------------------------------------------------------------------------

-- Returns the descriptions of rule values in the manual, by name.
local function rule_sentences()
  local list = {}
  for line in annotations.text_of(MANUAL):match "\n## Rule values\n(.-)\n## ":gmatch "[^\n]+" do
    local name, says = line:match "^| ([%l_]+) | ([^|]*) |"
    if name then list[name] = says end
  end
  return list
end

-- Returns a value other than the default, as Lua source.
local function other_value(rule, default)
  for word in rule.words:gmatch "[^|]+" do
    local is_yes_no = rule.words == "no|yes"
    if word ~= default then return is_yes_no and tostring(word == "yes") or ("%q"):format(word) end
  end
  return tostring(tostring(rule.low) ~= default and rule.low or rule.high)
end

local function rules()
  local list, says, usual = {}, rule_sentences(), carcassonne.game():rules()
  for i, rule in ipairs(carcassonne.rules) do
    local words, usual_word = {}, tostring(usual[rule.name])
    for word in rule.words:gmatch "[^|]+" do words[#words + 1] = word end
    local is_number = #words <= 1
    local kinds = #words > 0 and '"' .. table.concat(words, '"|"') .. '"' or nil
    if rule.words == "no|yes" then kinds = "boolean" end
    local default = kinds == "boolean" and tostring(usual_word == "yes") or usual_word
    list[i] = complete("rules", { name = rule.name, words = #words > 0 and words or nil,
      low = is_number and rule.low or nil, high = is_number and rule.high or nil, default = default,
      lua = is_number and "integer" .. (kinds and "|" .. kinds or "") or kinds,
      says = says[rule.name], editions = rule.editions,
      example = ("rules = { %s = %s }"):format(rule.name, other_value(rule, usual_word)) }, {})
  end
  return in_place(list, "rules")
end

-- ---- The file -----------------------------------------------------------------------------------

-- Tables whose keys may have the examples of another table.
local LIKE = { power = "point_row" }

local function tables()
  local list = api_tables.tables()
  for _, one in ipairs(list) do
    for _, key in ipairs(one.keys) do
      complete(one.name, key, { manual = one.name == "offer" and "offers" or nil, like = LIKE[one.name] })
    end
  end
  return list
end

local function bots()
  local all, list = require "carcassonne.bots", {}
  for i, name in ipairs(all.names()) do
    local options = {}
    for k, option in ipairs(all.describe(name).options or {}) do
      options[k] = { name = option.name, usual = option.usual, min = option.min, max = option.max,
        says = option.says }
    end
    list[i] = { name = name, options = options }
  end
  return list
end

--- Returns the text of the file.
---@return string
function api.text()
  return require("dkjson").encode({ format = FORMAT, version = carcassonne.version, game = game(),
    variant = variant(), hooks = hooks(), timings = timings(), offers = offers(), verbs = verbs(),
    rules = rules(), tables = tables(), statements = api_tables.statements(), lists = api_tables.lists(),
    bots = bots() }, { indent = true, keyorder = ORDER }) .. "\n"
end

return api
