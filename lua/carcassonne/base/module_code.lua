--- The code of modules, wherever `require` finds them: files, an archive, package.preload.
-- @module carcassonne.base.module_code

local module_code = {}

--- What `require` would call for a module: the function that the first searcher gives which knows
--- it, be it a file, a part of an archive, or in package.preload.
---@param module string
---@return function? loader
---@return string? problem what each searcher says
function module_code.loader(module)
  local said = {}
  for _, search in ipairs(rawget(package, "searchers") or rawget(package, "loaders")) do
    local found = search(module)
    if type(found) == "function" then return found end
    said[#said + 1] = type(found) == "string" and found:gsub("^\n?\t", "") or nil
  end
  return nil, table.concat(said, "\n\t")
end

local codes = {} -- by module: kept, since all scripts are given the same ones

--- The code of a module, for a Lua or a world of its own.
---@param module string
---@return string? code nil where there is no such module
function module_code.code(module)
  local loader = not codes[module] and module_code.loader(module)
  if loader then codes[module] = string.dump(loader) end
  return codes[module]
end

return module_code
