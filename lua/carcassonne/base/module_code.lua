--- Finds the code of modules as `require` does: in files, an archive, or package.preload.
-- @module carcassonne.base.module_code

local module_code = {}

--- Returns the function that `require` would call for a module.
---@param module string
---@return function? loader
---@return string? problem the messages of all searchers
function module_code.loader(module)
  local said = {}
  for _, search in ipairs(rawget(package, "searchers") or rawget(package, "loaders")) do
    local found = search(module)
    if type(found) == "function" then return found end
    said[#said + 1] = type(found) == "string" and found:gsub("^\n?\t", "") or nil
  end
  return nil, table.concat(said, "\n\t")
end

local codes = {} -- the codes found so far, by module; all scripts share them

--- Returns the code of a module, to load it in another Lua state or with other globals.
---@param module string
---@return string? code nil if the module does not exist
function module_code.code(module)
  local loader = not codes[module] and module_code.loader(module)
  if loader then codes[module] = string.dump(loader) end
  return codes[module]
end

return module_code
