--- Temporary files for a test, and variants that are read from them. For the specs.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local lua = require "spec.support.lua"

local files = {}

--- Writes this text into a new file, which the caller removes, and returns the path.
---@param text string
---@return string path
function files.write(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

--- Returns the text of a file.
---@param path string
---@return string
function files.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- Calls a function with the path of a temporary file with this text, and returns its results.
---@param text string
---@param use fun(path:string):...
---@return any ...
function files.with(text, use)
  local path = files.write(text)
  local result = compat.table.pack(pcall(use, path))
  os.remove(path)
  if not result[1] then error(result[2], 0) end
  return compat.table.unpack(result, 2, result.n)
end

--- Calls a function with the path of a temporary folder with these files, and returns its results.
---@param texts table<string, string> by their paths in the folder
---@param use fun(folder:string):...
---@return any ...
function files.with_folder(texts, use)
  local folder = os.tmpname()
  os.remove(folder)
  compat.os.execute(("mkdir '%s'"):format(folder))
  for path, text in pairs(texts) do
    compat.os.execute(("mkdir -p '%s'"):format((folder .. "/" .. path):match "^(.*)/"))
    files.rewrite(folder .. "/" .. path, text)
  end
  local result = compat.table.pack(pcall(use, folder))
  compat.os.execute(("rm -r '%s'"):format(folder))
  if not result[1] then error(result[2], 0) end
  return compat.table.unpack(result, 2, result.n)
end

--- Replaces the text of a file.
---@param path string
---@param text string
function files.rewrite(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- Returns the variant in a file with this text.
---@param text string
---@param chosen? table options
---@return Variant
function files.variant(text, chosen)
  return files.with(text, function(path) return carcassonne.variant(path, chosen) end)
end

--- Runs a script in a process of its own, as lua.run does.
---@param script string
---@param seconds? integer
---@return string output
---@return integer status
function files.run(script, seconds)
  return files.with(script, function(path) return lua.run(path, seconds) end)
end

return files
