--- Writes lua/carcassonne/meta/grammar.lua, the annotations for the Lua language server, from the
--- contents of lua/doc/carcassonne-api.json.

local default_phrase = require "default_phrase"

local stubs = {}

local WIDTH = 128

local function capital(name) return (name:gsub("^%l", string.upper)) end

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

local function field(key)
  local name = type(key.name) == "number" and ("[%d]"):format(key.name) or key.name
  local of = key.of and ("; for %s"):format(table.concat(key.of, ", ")) or ""
  local default = default_phrase(key)
  return annotation(("---@field %s%s %s %s%s%s"):format(name, key.required and "" or "?", key.lua, key.says,
    of, default and "; " .. default or ""))
end

local function class(one)
  local lines = {
    one.key and ("--- %s: %s."):format(one.key, one.says) or ("--- %s."):format(capital(one.says)),
    ("---@class %s%s"):format(one.class, one.lua and ": " .. one.lua or "") }
  for _, key in ipairs(one.keys) do lines[#lines + 1] = field(key) end
  return #lines > 2 and table.concat(lines, "\n") or nil
end

-- Returns whether a key of selectors is for filters, too.
local function is_of_filters(key)
  for _, one in ipairs(key.of or {}) do
    if one == "filters" then return true end
  end
  return false
end

-- Keys that only selectors have are in the class Selector, whose first key is the kind of item.
local function selector_classes(selector)
  local filter = { "--- Conditions on an item, all of which must hold. `this` is the subject of the hook, "
    .. "phase or row.",
    "--- A name followed by `?` may be missing in the game; then it matches nothing. The manual of scripts "
      .. "describes each key.",
    "---@class Filter" }
  local lines = { "--- Items to find: their kind, and conditions on each.",
    "---@class Selector: Filter" }
  for _, key in ipairs(selector.keys) do
    if type(key.name) == "number" then
      lines[#lines + 1] = ("---@field [%d] Things %s"):format(key.name, key.says)
    else
      table.insert(is_of_filters(key) and filter or lines, field(key))
    end
  end
  return table.concat(filter, "\n") .. "\n\n" .. table.concat(lines, "\n")
end

local function hook_class(hooks)
  local lines = { "--- The functions of a variant that the game calls. The first argument of each is the "
    .. "state, and the last argument is the variant's options.",
    "---@class VariantHooks" }
  for _, hook in ipairs(hooks) do
    lines[#lines + 1] = annotation(("---@field %s? %s %s"):format(hook.name, hook.lua, hook.says))
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

-- Forms of tables whose classes are written here. Tables of other forms contain functions and are
-- annotated by hand.
local FORMS = { table = true, tables = true, named = true }

--- Returns the text of the annotations.
---@param api table the contents of the file
---@return string
function stubs.text(api)
  local selector
  local parts = { [[
---@meta
--- The tables under the keys of variants: written by `make grammar` from
-- csrc/engine/parser/grammar.def and the list of hooks in csrc/include/carcassonne_script.h.
-- Not loaded; for editors and the reference.
-- @module carcassonne.grammar]] }
  for _, one in ipairs(api.tables) do
    if one.name == "selector" then
      selector = one
    elseif FORMS[one.form] or one.lua then
      parts[#parts + 1] = class(one)
    end
  end
  for _, list in ipairs(api.lists) do parts[#parts + 1] = alias(list) end
  parts[#parts + 1] = hook_class(api.hooks)
  parts[#parts + 1] = "---@alias VariableTest integer|string|{ min?: integer|string, max?: integer|string }"
  parts[#parts + 1] = selector_classes(selector)
  return table.concat(parts, "\n\n") .. "\n"
end

return stubs
