--- Modules: parts of a script that can be omitted. A module is an option that is false if `without`
--- lists it, and true by default.
-- Games and saves therefore store modules like other options.
-- @module carcassonne.variant.modules

local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"

local modules = {}

---@class Module
---@field name string
---@field description string a line for people
---@field needs string[] the module is omitted if one of these modules is

local function check_name(where, name, declared)
  if type(name) ~= "string" or not name:match "^[%a_][%w_]*$" then
    options.refuse(where, "expected a letter, then letters, digits and _ as the name of a module")
  end
  if name == "without" or (declared or {})[name] ~= nil then
    options.refuse(where, "an option already has this name; choose another name, because each module is an "
      .. "option")
  end
end

local function check_needs(where, needs, declared)
  options.check_type(where, needs, "list")
  for _, other in ipairs(needs) do options.check_name(where, other, options.keys(declared), "module") end
end

local KEYS = { description = "string", needs = "list" }

--- Returns the modules of a script's table.
---@param where string prefix of messages
---@param source VariantSource
---@return Module[] sorted sorted by name
function modules.of(where, source)
  local list = {}
  if #(source.modules or {}) > 0 then
    options.refuse(where .. ": modules",
      'expected names as keys, as in { tolls = "roads cost a point" }, got a list')
  end
  for _, name in ipairs(options.keys(source.modules or {})) do
    local at, one = ("%s: modules.%s"):format(where, c_locale.tostring(name)), source.modules[name]
    if type(one) == "string" then one = { description = one } end
    options.check_type(at, one, "table")
    options.check(at, one, KEYS)
    check_needs(at .. ".needs", one.needs or {}, source.modules)
    list[#list + 1] = { name = name, description = one.description or "", needs = one.needs or {} }
  end
  return list
end

--- Returns the options of a script that are not modules.
---@param source VariantSource
---@return table<string, any>
function modules.own_options(source)
  local own = {}
  for name, value in pairs(source.options or {}) do
    if not (source.modules and source.modules[name] ~= nil) then own[name] = value end
  end
  return own
end

--- Returns the options of a script, modules included.
---@param where string
---@param source VariantSource
---@return table<string, any>
function modules.declared(where, source)
  local declared = {}
  for key, value in pairs(source.options or {}) do declared[key] = value end
  for _, module in ipairs(modules.of(where, source)) do
    check_name(("%s: modules.%s"):format(where, module.name), module.name, source.options)
    declared[module.name] = { default = true, description = module.description }
  end
  return declared
end

--- Returns the names in `without`: a list, or words separated by + or commas.
---@param without string|string[]
---@return string[]
function modules.names(without)
  if type(without) ~= "string" then return without end
  local names = {}
  for name in without:gmatch "[^+,%s]+" do names[#names + 1] = name end
  return names
end

--- Replaces `without` in chosen options by the options of these modules. Raises an error for faults
--- in `without`.
---@param where string
---@param list string[] the existing modules
---@param picked? table<string, any>
---@return table<string, any>? picked
function modules.picked(where, list, picked)
  if type(picked) ~= "table" or picked.without == nil then return picked end
  where = where .. ": without"
  options.check_type(where, picked.without, "string|list")
  if #list == 0 then options.refuse(where, "the variant has no modules that can be omitted") end
  local result = {}
  for key, value in pairs(picked) do result[key] = value end
  result.without = nil
  for _, name in ipairs(modules.names(picked.without)) do
    options.check_name(where, name, list, "module")
    if result[name] == false then options.refuse(where, ("'%s' is listed twice"):format(name)) end
    result[name] = false
  end
  return result
end

local function lacks_one(needs, values)
  for _, other in ipairs(needs) do
    if not values[other] then return true end
  end
  return false
end

-- Returns the names of the modules whose option has the value `value`.
local function with_value(list, values, value)
  local names = {}
  for _, module in ipairs(list) do names[#names + 1] = values[module.name] == value and module.name or nil end
  return names
end

--- Omits every module that needs a missing module. Raises an error if no module is left.
---@param where string
---@param list Module[]
---@param values table<string, any> values of the options; changed
function modules.settle(where, list, values)
  local without, again = table.concat(with_value(list, values, false), ", "), #list > 0
  while again do
    again = false
    for _, module in ipairs(list) do
      if values[module.name] and lacks_one(module.needs, values) then
        values[module.name], again = false, true
      end
    end
  end
  if #list > 0 and #with_value(list, values, true) == 0 then
    options.refuse(where .. ": without",
      ("without %s, no module of the variant is left; omit the variant instead"):format(without))
  end
end

--- Returns the names of modules.
---@param list Module[]
---@return string[]
function modules.names_of(list)
  local names = {}
  for i, module in ipairs(list) do names[i] = module.name end
  return names
end

return modules
