--- Finds variables, attributes, options and modules that a script declares but never uses. It
--- searches for their names in the script's text outside of the declarations.
-- @module carcassonne.lab.unused_names

local compat = require "carcassonne.base.compat"
local lua_compat = require "carcassonne.sandbox.lua_compat"
local modules = require "carcassonne.variant.modules"
local options = require "carcassonne.base.options"
local shipped = require "carcassonne.variant.shipped"

local unused_names = {}

--- A name that occurs only in its declaration.
---@class UnusedName
---@field kind "variable"|"attribute"|"option"|"module"
---@field name string

-- ---- Declarations -------------------------------------------------------------------------------

-- Returns the names in a list of words and tables, except shared names, which other scripts may
-- use.
local function listed(list)
  local names = {}
  for _, row in ipairs(list or {}) do
    if type(row) == "string" then names[#names + 1] = row
    elseif not row.shared then names[#names + 1] = row.name end
  end
  return names
end

local KINDS = {
  { key = "variables", kind = "variable", names = function(one) return listed(one.source.variables) end },
  { key = "attributes", kind = "attribute", names = function(one) return listed(one.source.attributes) end },
  { key = "options", kind = "option",
    names = function(one) return options.keys(modules.own_options(one.written)) end },
  { key = "modules", kind = "module", names = function(one) return modules.names_of(one.modules) end },
}

-- ---- Text of the script -------------------------------------------------------------------------

local function file_text(path)
  local file = path and io.open(path, "rb")
  local text = file and file:read "*a"
  if file then file:close() end
  return text
end

-- Returns the texts of a script and of the files that it requires; an empty list for a script that
-- is a table or embedded in a program.
local function texts_of(variant)
  local list = {}
  for i, file in ipairs(variant.origin.files or {}) do list[i] = file.text end
  if variant.shipped then
    list[1] = file_text(compat.package.searchpath(shipped.module(variant.name), package.path))
  end
  return list
end

-- Splits a text into the declarations of `key` and the rest, both without comments.
local function parted(text, key)
  local code, spoken = lua_compat.split(text)
  local inside, outside, at = {}, {}, 1
  for from, to in code:gmatch("%f[%w_]" .. key .. "%s*=%s*()%b{}()") do
    inside[#inside + 1] = code:sub(from, to - 1) .. spoken:sub(from, to - 1)
    outside[#outside + 1] = code:sub(at, from - 1) .. spoken:sub(at, from - 1)
    at = to
  end
  outside[#outside + 1] = code:sub(at) .. spoken:sub(at)
  return table.concat(inside, "\n"), table.concat(outside, "\n")
end

-- Returns whether a text contains a name as a whole word.
local function has_name(text, name)
  local from = text:find(name, 1, true)
  while from and (text:find("^[%w_]", from + #name) or (from > 1 and text:find("^[%w_]", from - 1))) do
    from = text:find(name, from + 1, true)
  end
  return from ~= nil
end

-- Returns whether a script may build the name, from a prefix, as in "gold_" .. kind, or from a
-- suffix.
local function may_be_made(text, name)
  for word in text:gmatch "[%w_-]*[%w][_-]%f[^%w_-]" do
    if name:sub(1, #word) == word then return true end
  end
  for word in text:gmatch "%f[%w_-][_-][%w][%w_-]*" do
    if name:sub(-#word) == word then return true end
  end
  return false
end

--- Returns the unused names of a variant. A script without a text is not checked, nor is a name
--- whose declaration is not literally in the text.
---@param variant Variant
---@return UnusedName[]
function unused_names.of(variant)
  local list, texts = {}, texts_of(variant)
  for _, row in ipairs(KINDS) do
    local declared, said = {}, {}
    for i, text in ipairs(texts) do declared[i], said[i] = parted(text, row.key) end
    local inside, outside = table.concat(declared, "\n"), table.concat(said, "\n")
    for _, name in ipairs(row.names(variant)) do
      local used = not has_name(inside, name) or has_name(outside, name) or may_be_made(outside, name)
      if not used then list[#list + 1] = { kind = row.kind, name = name } end
    end
  end
  return list
end

return unused_names
