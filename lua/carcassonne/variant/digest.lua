--- Identifies a script by a text that is equal in every Lua version, so that a game saved in one
--- version can be loaded in another.
-- Functions are identified by the lines of their source, because bytecode differs between versions.
-- @module carcassonne.variant.digest

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"

local digest = {}

local pairs = compat.basic.pairs

-- Writes a number independently of its Lua type: 3.0 as 3.
local function number_text(value)
  return compat.math.tointeger(value) and ("%.0f"):format(value) or c_locale.format("%.17g", value)
end

-- Returns the source text of a function; nil if it cannot be read again. `read` caches files by
-- path.
local function source_text(info, read)
  local kind, name = info.source:match "^([@=]?)(.*)$"
  if kind == "" then return info.source end
  if kind == "=" then return nil end
  if read[name] == nil then
    local file = io.open(name, "rb")
    read[name] = file and file:read "*a" or false
    if file then file:close() end
  end
  return read[name] or nil
end

local function lines_of(text, first, last)
  local lines, number = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    number = number + 1
    if number > last then break end
    if number >= first then lines[#lines + 1] = line end
  end
  return table.concat(lines, "\n")
end

-- Returns the source lines of a function, or their place if the source is no longer available.
local function function_text(run, read)
  local info = debug.getinfo(run, "S")
  if info.what == "C" then return "C" end
  local text = source_text(info, read)
  if text then return lines_of(text, info.linedefined, info.lastlinedefined) end
  return ("%s:%d-%d"):format(info.source, info.linedefined, info.lastlinedefined)
end

local describe

local function table_text(value, seen, of_function)
  local parts, keys, texts = {}, {}, {}
  for key in pairs(value) do
    keys[#keys + 1], texts[key] = key, type(key) == "number" and number_text(key) or tostring(key)
  end
  c_locale.sort(keys, function(a, b)
    if texts[a] == texts[b] then return type(a) < type(b) end
    return texts[a] < texts[b]
  end)
  for i, key in ipairs(keys) do parts[i] = texts[key] .. "=" .. describe(value[key], seen, of_function) end
  return "{" .. table.concat(parts, ",") .. "}"
end

function describe(value, seen, of_function)
  local kind = type(value)
  if kind == "function" then return of_function(value) end
  if kind == "number" then return "number:" .. number_text(value) end
  if kind ~= "table" then return kind .. ":" .. tostring(value) end
  if seen[value] then return "again" end
  seen[value] = true
  return table_text(value, seen, of_function)
end

--- Returns the content of a script as text in a deterministic order.
---@param value any plain data, which may contain functions
---@return string
function digest.describe(value)
  local read = {}
  return describe(value, {}, function(run) return "function:" .. function_text(run, read) end)
end

--- Describes a value like digest.describe, but uses `of_function` for the text of functions.
---@param value any
---@param of_function fun(run:function):string
---@return string
function digest.describe_with(value, of_function) return describe(value, {}, of_function) end

--- Describes a value without the content of functions. It is for scripts without source text, for
--- example compiled ones or those from an archive.
---@param value any
---@return string
function digest.describe_data(value)
  return digest.describe_with(value, function() return "function" end)
end

return digest
