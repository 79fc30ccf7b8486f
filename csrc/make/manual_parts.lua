--- Writes the generated parts of manuals from the contents of lua/doc/carcassonne-api.json: lists
--- of keys, options of bots, the index of shipped scripts, and `since` of reference entries.

local api_words = require "api_words"
local default_phrase = require "default_phrase"
local entries = require "entries"

local manual_parts = {}

local WIDTH = 128
local MAX_NAMES = 3 -- scripts that a line names

-- ---- Sentences ----------------------------------------------------------------------------------

local function quoted(words, mark)
  local list = {}
  for i, word in ipairs(words) do list[i] = mark:format(word) end
  local last = table.remove(list)
  return #list == 0 and last or table.concat(list, ", ") .. " or " .. last
end

-- Returns the allowed values; "" if the description lists them.
local function values(key, mark)
  local number = key.low and ("%d to %d"):format(key.low, key.high)
  local is_boolean = key.lua and key.type == "YES_NO"
  if is_boolean or not (number or key.words) then return "" end
  local words = key.words and quoted(key.words, mark)
  local one = number and words and number .. " or " .. words or number or words
  return key.list and "a list of " .. one or one
end

-- Returns the default as a phrase, with values in the format `mark`; nil if it needs no phrase.
local function default_text(key, mark)
  local phrase = default_phrase(key)
  for _, word in ipairs(phrase and key.words or {}) do
    if word == key.default then return mark:format(word) .. " by default" end
  end
  return phrase
end

-- Returns the other key that decides whether a key is allowed; nil if there is none.
local function decider(key, keys)
  for _, one in ipairs(keys) do
    local has = {}
    for _, word in ipairs(one ~= key and one.words or {}) do has[word] = true end
    local all = next(has) ~= nil
    for _, word in ipairs(key.of) do all = all and has[word] end
    if all and one.name ~= 1 then return one end
  end
end

-- Returns the words of a key that are not in a list.
local function others(key, list)
  local listed, left = {}, {}
  for _, word in ipairs(list) do listed[word] = true end
  for _, word in ipairs(key and key.words or {}) do
    if not listed[word] then left[#left + 1] = word end
  end
  return left
end

-- Returns the condition under which a key is allowed. In statements, the word that decides may have
-- no name; if only a few of its values exclude the key, the condition names these.
local function condition(key, mark, keys)
  local by = decider(key, keys)
  local named = by and (not by.notation or by.notation:find("=", 1, true))
  if named then return ("only if `%s` is %s"):format(by.name, quoted(key.of, mark)) end
  local left = others(by, key.of)
  if by and #left == 0 then return "" end
  if by and #left < #key.of then return "not for " .. quoted(left, mark) end
  return "only for " .. quoted(key.of, mark)
end

-- Returns the facts in parentheses that follow a key; `keys` are all keys of its table.
local function facts(key, mark, keys)
  local list = {}
  local function add(text) list[#list + 1] = text ~= "" and text or nil end
  add(values(key, mark))
  if key.by_players and key.lua then add "or a list by number of players" end
  if key.of then add(condition(key, mark, keys)) end
  add(default_text(key, mark))
  return #list > 0 and (" (%s)"):format(table.concat(list, "; ")) or ""
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

-- ---- Lists of keys ------------------------------------------------------------------------------

local function by_name(list, name)
  for _, one in ipairs(list) do
    if one.name == name then return one end
  end
  error("carcassonne-api.json has no entry " .. name)
end

-- Returns the list items for the keys of a Lua table.
local function key_items(one)
  local items = {}
  for _, key in ipairs(one.keys) do
    if type(key.name) == "string" then
      items[#items + 1] = item(("`%s`%s: %s"):format(key.name, facts(key, '`"%s"`', one.keys), key.says))
    end
  end
  return table.concat(items, "\n")
end

-- Returns the list items for the words of a statement.
local function word_items(statement)
  local items = {}
  for _, word in ipairs(statement.words) do
    local known = word.subject and "" or facts(word, "%s", statement.words)
    items[#items + 1] = item(("`%s`%s: %s"):format(word.notation, known, word.says))
  end
  return table.concat(items, "\n")
end

-- Returns the kinds of items for a key of selectors: "all but players and cells", "segments,
-- features".
local function items_with(key, all)
  local has, listed, left_out = {}, {}, {}
  for _, one in ipairs(key.of) do has[one] = true end
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
local function key_table(selector, all)
  local rows = {}
  for _, key in ipairs(selector.keys) do
    if type(key.name) == "string" then
      rows[#rows + 1] = ("| [`%s`](#%s-key) | %s | %s | %s | `%s` |"):format(key.name, key.name,
        items_with(key, all), EXPLAINED[key.type] or key.expects, key.says, key.example)
    end
  end
  -- By key: `has` comes before `has_no`.
  table.sort(rows, function(a, b) return a:match "[%w_]+" < b:match "[%w_]+" end)
  table.insert(rows, 1, "| key | kinds of items | value | meaning | example |\n|---|---|---|---|---|")
  return table.concat(rows, "\n")
end

-- Replaces the text after each mark `<!-- WHAT of NAME -->`.
local function between_marks(text, what, make)
  return (text:gsub("(<!%-%- " .. what .. " of (%l+) %-%->\n).-(\n<!%-%- end %-%->)", function(from, name, to)
    return from .. "\n" .. make(name) .. "\n" .. to
  end))
end

-- ---- Reference entries --------------------------------------------------------------------------

local function used_text(names)
  if #names == 0 then return "not used by a shipped script" end
  local list, rest = {}, #names - MAX_NAMES
  local shown = rest == 1 and #names or math.min(#names, MAX_NAMES)
  for i = 1, shown do list[i] = ("`%s`"):format(names[i]) end
  if rest > 1 then return ("used by: %s and %d others"):format(table.concat(list, ", "), rest) end
  local last = table.remove(list)
  return "used by: " .. (#list > 0 and table.concat(list, ", ") .. " and " or "") .. last
end

-- The group of a word if the group of its entry does not have it.
local OTHER_GROUP = { hooks = "variant", offers = "offer" }

local function with_since(text, api)
  local words = api_words(api)
  return entries.with_fact(text, "since", function(entry)
    local word = words[entry.group .. "." .. entry.name]
      or words[(OTHER_GROUP[entry.group] or "") .. "." .. entry.name]
    assert(word, "carcassonne-api.json has no word for the entry " .. entry.title)
    return ("format %d; %s"):format(word.since, used_text(word.used_by))
  end)
end

-- ---- Manuals ------------------------------------------------------------------------------------

--- Returns the manual of scripts with its generated parts.
---@param api table the contents of the file
---@param text string
---@return string
function manual_parts.scripting(api, text)
  text = between_marks(text, "words", function(name) return key_items(by_name(api.tables, name)) end)
  text = between_marks(text, "keys", function(name)
    return key_table(by_name(api.tables, name), by_name(api.lists, "Things").words)
  end)
  return with_since(text, api)
end

--- Returns the page of definitions with its generated parts.
---@param api table
---@param text string
---@return string
function manual_parts.definition(api, text)
  return between_marks(text, "words", function(name) return word_items(by_name(api.statements, name)) end)
end

-- Returns the default of an option, and its range if it is a number.
local function range_of(option)
  if type(option.usual) == "boolean" then return tostring(option.usual) end
  if not option.usual then return ("(at least %g)"):format(option.min) end
  return ("%g (%g to %g)"):format(option.usual, option.min, option.max)
end

--- Returns the page of bots with its generated parts.
---@param api table
---@param text string
---@return string
function manual_parts.bots(api, text)
  return between_marks(text, "options", function(name)
    local rows = { "| option | default (range) | meaning |", "|---|---|---|" }
    for _, option in ipairs(by_name(api.bots, name).options) do
      rows[#rows + 1] = ("| `%s` | %s | %s |"):format(option.name, range_of(option), option.says)
    end
    return table.concat(rows, "\n")
  end)
end

-- The groups of the index, and the name of their words in it.
local INDEXED = { { "variant", "key" }, { "hooks", "hook" }, { "timings", "phases at" }, { "verbs", "verb" } }

-- Keys that are not about rules.
local NOT_INDEXED = { name = true, description = true, options = true }

--- Returns the page of expansions with its index: a row for each key, hook, timing and verb, with
--- the scripts that use it.
---@param api table
---@param text string
---@return string
function manual_parts.expansions(api, text)
  local rows = { "| key, hook, timing or verb | scripts that use it, the shortest first |", "|---|---|" }
  for _, group in ipairs(INDEXED) do
    local of_group = {}
    for _, word in ipairs(api[group[1]]) do
      if #word.used_by > 0 and not NOT_INDEXED[word.name] then
        of_group[#of_group + 1] = ("| %s `%s` | `%s` |"):format(group[2], word.name,
          table.concat(word.used_by, "`, `"))
      end
    end
    table.sort(of_group)
    for _, row in ipairs(of_group) do rows[#rows + 1] = row end
  end
  return (text:gsub("(<!%-%- index of means %-%->\n).-(\n<!%-%- end %-%->)", function(from, to)
    return from .. "\n" .. table.concat(rows, "\n") .. "\n" .. to
  end))
end

return manual_parts
