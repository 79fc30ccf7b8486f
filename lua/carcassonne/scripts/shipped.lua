--- The variants that come with this program, house rules and expansions: modules that `require` would find, by name.
-- @module carcassonne.scripts.shipped

local shipped = {}

-- By the folder that they lie in; no folder is ever listed.
local NAMES = {
  variants = { "chained-builders", "percentage-goods" },
  expansions = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "bridges", "princess-and-dragon", "tower",
    "festival", "tunnel", "siege", "river" },
}

local modules = {}
for folder, names in pairs(NAMES) do
  for _, name in ipairs(names) do modules[name] = ("carcassonne.%s.%s"):format(folder, name) end
end

local function listed(folder)
  local list = {}
  for i, name in ipairs(NAMES[folder]) do list[i] = name end
  return list
end

--- The names of the shipped house rules.
---@return string[]
function shipped.house_rules() return listed "variants" end

--- The names of the shipped expansions.
---@return string[]
function shipped.expansions() return listed "expansions" end

--- The module that a shipped variant is; nil where there is none of this name.
---@param name string
---@return string? module
function shipped.module(name) return modules[name] end

--- What `require` would call for a module: the function that the first searcher gives which knows it, be it a file, a part of
--- an archive, or in package.preload.
---@param module string
---@return function? loader
---@return string? problem what each searcher says
function shipped.loader(module)
  local said = {}
  for _, search in ipairs(rawget(package, "searchers") or rawget(package, "loaders")) do
    local found = search(module)
    if type(found) == "function" then return found end
    said[#said + 1] = type(found) == "string" and found:gsub("^\n?\t", "") or nil
  end
  return nil, table.concat(said, "\n\t")
end

return shipped
