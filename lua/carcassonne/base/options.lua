--- Checks tables that people write: unknown keys and wrong types. Messages name the nearest valid
--- name.
-- @module carcassonne.base.options

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local options = {}

local next, pairs = compat.basic.next, compat.basic.pairs

local hexadecimal = c_locale.of(compat.hexadecimal)

-- Returns the first bytes of a text, up to the end of a UTF-8 character.
local function first_of(text, most)
  while most > 0 and text:find("^[\128-\191]", most + 1) do most = most - 1 end
  return text:sub(1, most)
end

-- Returns a text of limited length without control characters.
local function cut(text, most)
  if #text > most then text = first_of(text, most) .. "..." end
  return core.printable(text)
end

local LONGEST = { place = 200, text = 1000 } -- maximum characters in a message

--- Returns an untrusted text as one line for people: shortened, in UTF-8, without control
--- characters.
---@param text string
---@return string
---@usage assert(require("carcassonne.base.options").line "a\nb\255" == "a\\nb\\255")
function options.line(text) return cut(text, LONGEST.text) end

--- Raises an error "WHERE: TEXT" without a line of this program.
---@param where string the place of the fault, such as `variant 'inns': rules`
---@param text string
function options.refuse(where, text)
  error(cut(where, LONGEST.place) .. ": " .. cut(text, LONGEST.text), 0)
end

local SHOWN = 40 -- maximum characters of a value in a message

-- Returns a text in quotes.
local function quoted(text) return ('"%s"'):format(cut(text:gsub('[\\"]', "\\%0"), SHOWN)) end

local show_in_table

-- Returns the first few entries of a table, in Lua's syntax.
local function table_text(t)
  local parts = {}
  local n = compat.basic.rawlen(t)
  for i = 1, math.min(n, 3) do parts[i] = show_in_table(rawget(t, i)) end
  for key, value in next, t do
    if #parts > 3 then break end
    local item = compat.math.type(key) == "integer" and key >= 1 and key <= n
    if not item then
      local name = type(key) == "string" and key:match "^[%a_][%w_]*$" or ("[%s]"):format(show_in_table(key))
      parts[#parts + 1] = ("%s = %s"):format(name, show_in_table(value))
    end
  end
  if #parts > 3 or n > 3 then parts[4], parts[5] = "...", nil end
  return #parts == 0 and "{}" or ("{ %s }"):format(table.concat(parts, ", "))
end

function show_in_table(value)
  if type(value) == "string" then return quoted(value) end
  if type(value) == "number" or type(value) == "boolean" then return c_locale.tostring(value) end
  return type(value) == "table" and "{...}" or type(value)
end

--- Returns the type and the shortened value for messages: `string "two"`, `table { 1, 2, a = "b"
--- }`.
---@param value any
---@return string
function options.show(value)
  local kind = type(value)
  if kind == "table" then return "table " .. table_text(value) end
  if kind == "string" or kind == "number" or kind == "boolean" then
    return ("%s %s"):format(kind, show_in_table(value))
  end
  return kind
end

--- Returns the integer of a value, independently of its Lua type: 2 for 2.0.
---@param value any
---@param least? integer
---@param most? integer
---@return integer? whole nil if the value is not an integer, or out of range
function options.whole(value, least, most)
  local whole = type(value) == "number" and compat.math.tointeger(value)
  local inside = whole and whole >= (least or whole) and whole <= (most or whole)
  return inside and whole or nil
end

local FARTHEST = 2 ^ 53

--- Converts floats with integer values to integers (2.0 and 2e6 to 2 and 2000000), so that all Lua
--- versions agree. Copies plain tables recursively; returns other values, and tables with a
--- metatable, unchanged.
---@generic T
---@param value T
---@param done? table<table, table> the copies made so far
---@return T
---@usage local options = require "carcassonne.base.options"
--- assert(tostring(options.alike { players = 2.0 }.players) == "2")
function options.alike(value, done)
  if type(value) == "number" then return options.whole(value, -FARTHEST, FARTHEST) or value end
  if type(value) ~= "table" or getmetatable(value) ~= nil then return value end
  done = done or {}
  if done[value] then return done[value] end
  local copy = {}
  done[value] = copy
  for key, one in pairs(value) do copy[key] = options.alike(one, done) end
  return copy
end

--- Returns the sorted keys of a table.
---@param t table
---@return string[]
function options.keys(t)
  local keys = {}
  for key in pairs(t) do
    keys[#keys + 1] = c_locale.tostring(key)
  end
  c_locale.sort(keys)
  return keys
end

--- Returns " (did you mean x?)", or "" if no name is near.
---@param word any
---@param names string[]
---@return string
function options.did_you_mean(word, names)
  local near = core.nearest(c_locale.tostring(word), names)
  return near and (" (did you mean %s?)"):format(near) or ""
end

-- Checks a list: names as keys are not allowed, but { option = NAME } can replace a list.
local function check_list(where, value)
  if type(value.option) == "string" then return end
  for _, key in ipairs(options.keys(value)) do
    if value[key] ~= nil then
      options.refuse(where,
        ("expected a list, found the key '%s'; write a list of one item as { { ... } } or { \"...\" "
          .. "}"):format(key))
    end
  end
end

--- Checks the type of a value: "string", "number", "integer", "boolean", "function", "table",
--- "list", or several of these separated by "|".
---@param where string
---@param value any
---@param wanted string
function options.check_type(where, value, wanted)
  if type(value) == wanted then return end
  for one in wanted:gmatch "[^|]+" do
    if one == "integer" and compat.math.type(value) == "integer" then return end
    if one == "list" and type(value) == "table" then return check_list(where, value) end
    if type(value) == one then return end
  end
  options.refuse(where, ("expected %s, got %s"):format(wanted:gsub("|", " or "), options.show(value)))
end

-- Returns the path of a key: "game: rules", "variant 'x': variables[1].scope".
local function inside(where, key)
  return where .. (where:match ":" and "." or ": ") .. key
end

--- Returns a copy of a table without its first list items. All other keys stay.
---@param t table
---@param items integer number of items to omit
---@return table
function options.beside(t, items)
  local rest = {}
  for key, value in pairs(t) do
    local item = compat.math.type(key) == "integer" and key >= 1 and key <= items
    if not item then rest[key] = value end
  end
  return rest
end

--- Checks the keys and types of a table.
---@param where string
---@param t any
---@param shape table<string, string> the types of the valid keys
function options.check(where, t, shape)
  options.check_type(where, t, "table")
  for _, key in ipairs(options.keys(t)) do
    if not shape[key] then
      options.refuse(inside(where, key), "unknown key" .. options.did_you_mean(key, options.keys(shape)))
    end
    options.check_type(inside(where, key), t[key], shape[key])
  end
end

--- Checks that a word is one of the names; the error message contains the nearest name and lists
--- all.
---@param where string
---@param word any
---@param names string[]
---@param what string
function options.check_name(where, word, names, what)
  for _, name in ipairs(names) do
    if name == word then return end
  end
  options.refuse(where, ("unknown %s '%s'%s; expected %s"):format(what, c_locale.tostring(word),
    options.did_you_mean(word, names),
    names[1] and table.concat(names, ", ") or "none"))
end

--- Encodes a value of an option as one word: a string, a boolean or a finite number.
---@param value string|boolean|number
---@return string
function options.encode(value)
  if type(value) == "string" then
    return (c_locale.gsub(value, "[^%w_.-]", function(c) return ("%%%02x"):format(c:byte()) end))
  end
  return compat.math.type(value) == "float" and hexadecimal(value) or compat.basic.tostring(value)
end

--- Decodes a word of options.encode to a value of the type of `like`.
---@param word string
---@param like string|boolean|number
---@return string|boolean|number|nil
function options.decode(word, like)
  if type(like) == "string" then
    return (word:gsub("%%(%x%x)", function(hex) return string.char(tonumber(hex, 16)) end))
  elseif type(like) == "boolean" then
    return word == "true"
  end
  return c_locale.tonumber(word)
end

--- Converts a word of a command line to a type; returns the word itself if that fails.
---@param word string
---@param kind? string "boolean", "integer" or "number"; for others the word is returned
---@return any
---@usage assert(require("carcassonne.base.options").value_of("yes", "boolean") == true)
function options.value_of(word, kind)
  if kind == "boolean" then
    local yes, no = word == "true" or word == "yes", word == "false" or word == "no"
    if yes or no then return yes end
  elseif kind == "integer" or kind == "number" then
    local number = c_locale.tonumber(word)
    return compat.math.tointeger(number) or number or word
  end
  return word
end

return options
