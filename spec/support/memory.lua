--- Hosts that have the Lua modules in memory: in an archive, in package.preload. For programs of
--- the specs; needs no module itself.

local memory = {}

local load_text = rawget(_G, "loadstring") or load

--- The text of every module in lua/carcassonne, by its name.
---@return table<string, string>
function memory.texts()
  local texts, list = {}, assert(io.popen "find lua/carcassonne -name '*.lua'")
  for path in list:lines() do
    local file = assert(io.open(path, "rb"))
    texts[path:gsub("^lua/", ""):gsub("%.lua$", ""):gsub("/init$", ""):gsub("/", ".")] = file:read "*a"
    file:close()
  end
  list:close()
  return texts
end

-- As `require` would call it, with the name that errors show.
local function chunk_of(name, text) return assert(load_text(text, "@archive/" .. name)) end

-- A searcher of its own, as LÖVE has one for what lies in a .love.
local function search_in(texts)
  table.insert(rawget(package, "searchers") or rawget(package, "loaders"), 2, function(name)
    return texts[name] and chunk_of(name, texts[name])
      or ("\n\tnothing of the name '%s' in the archive"):format(name)
  end)
end

local function preload(texts, change)
  for name, text in pairs(texts) do package.preload[name] = change(chunk_of(name, text)) end
end

local ways = {
  archive = search_in,
  preload = function(texts) preload(texts, function(chunk) return chunk end) end,
  -- without names and lines
  compiled = function(texts)
    preload(texts, function(chunk) return assert(load_text(string.dump(chunk, true), "=?")) end)
  end,
}

--- Gives this process the modules in one of these ways, and nothing in Lua from files.
---@param way "archive"|"preload"|"compiled"
---@param texts? table<string, string> in the place of memory.texts()
function memory.serve(way, texts)
  ways[way](texts or memory.texts())
  package.path = ""
end

return memory
