-- bundle.lua FILE: writes one Lua file that has all modules of the library in itself, the shipped
-- scripts among them. `require` finds it as the module carcassonne, and from then on the others in
-- it, before any file; only carcassonne.core lies elsewhere.

local HEAD = [[
-- carcassonne in one file: `require "carcassonne"` finds this, and all other modules in it. It needs the compiled carcassonne.core.
local texts, paths = {}, {}
]]

local TAIL = [[
local load_text = rawget(_G, "loadstring") or load

-- A new function of a module, as a searcher of files gives it.
local function search(name)
  if not texts[name] then return ("\n\tno module '%s' in the file of carcassonne"):format(name) end
  return assert(load_text(texts[name], "@" .. paths[name])), paths[name]
end

table.insert(rawget(package, "searchers") or rawget(package, "loaders"), 2, search) -- behind package.preload
return search "carcassonne" (...)
]]

-- A text as Lua writes it over several lines. Lua 5.1 takes no [[ between [[ and ]].
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
