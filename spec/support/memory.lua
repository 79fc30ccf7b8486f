--- Hosts that have the Lua modules in memory: in an archive, or in package.preload. For programs of
--- the specs. This file requires no module itself.

local memory = {}

local load_text = rawget(_G, "loadstring") or load

--- Returns the text of every module in lua/carcassonne, by its name.
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

-- Loads a text as `require` would, with the name that errors show.
local function chunk_of(name, text) return assert(load_text(text, "@archive/" .. name)) end

-- Returns a searcher such as LÖVE has for the files of a .love.
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
  -- bytecode without names and lines
  compiled = function(texts)
    preload(texts, function(chunk) return assert(load_text(string.dump(chunk, true), "=?")) end)
  end,
}

--- Gives this process the modules in one of these ways, and no Lua module from files.
---@param way "archive"|"preload"|"compiled"
---@param texts? table<string, string> the texts; memory.texts() by default
function memory.serve(way, texts)
  ways[way](texts or memory.texts())
  package.path = ""
end

return memory
