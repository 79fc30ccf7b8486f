-- bundle.lua FILE: writes one Lua file with all modules of the library and the shipped scripts.
-- After `require "carcassonne"` has loaded this file, all other modules come from it, except
-- carcassonne.core.

local HEAD = [[
-- carcassonne in one file: the module carcassonne and all other Lua modules of the library.
-- Requires the compiled carcassonne.core.
local texts, paths = {}, {}
]]

local TAIL = [[
local load_text = rawget(_G, "loadstring") or load

-- A loader for a module, as a searcher returns it.
local function search(name)
  if not texts[name] then return ("\n\tno module '%s' in the file of carcassonne"):format(name) end
  return assert(load_text(texts[name], "@" .. paths[name])), paths[name]
end

table.insert(rawget(package, "searchers") or rawget(package, "loaders"), 2, search) -- after package.preload
return search "carcassonne" (...)
]]

-- Returns a text as a long string of Lua. Lua 5.1 does not allow [[ between [[ and ]].
local function quoted(text)
  local level = "="
  while text:find("]" .. level .. "]", 1, true) or text:find("]" .. level .. "$") do level = level .. "=" end
  return ("[%s[\n%s]%s]"):format(level, text, level)
end

local bundle = assert(io.open(arg[1], "wb"))
bundle:write(HEAD)
for line in assert(io.popen "sh csrc/make/modules.sh library"):lines() do
  local name, path = line:match "^(%S+) (%S+)$"
  local file = assert(io.open(path, "rb"))
  bundle:write(("paths[%q] = %q\ntexts[%q] = %s\n"):format(name, path:gsub("^lua/", ""), name,
    quoted(file:read "*a")))
  file:close()
end
bundle:write(TAIL)
assert(bundle:close())
