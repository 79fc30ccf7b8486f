--- Files of a test's own, and variants that are read from them. For the specs.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local lua = require "spec.support.lua"

local files = {}

--- A new file with this text; the caller removes it.
---@param text string
---@return string path
function files.write(text)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
  return path
end

--- A whole file.
---@param path string
---@return string
function files.read(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

--- Calls a function with the path of a file of this text, which is there as long as the function
--- runs; gives what that returns.
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

--- Calls a function with the path of a folder, which is there with these files as long as the
--- function runs; gives what that returns.
---@param texts table<string, string> by the paths in the folder
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

--- Gives a file another text.
---@param path string
---@param text string
function files.rewrite(path, text)
  local file = assert(io.open(path, "wb"))
  file:write(text)
  file:close()
end

--- The variant that a file of this text holds.
---@param text string
---@param chosen? table options
---@return Variant
function files.variant(text, chosen)
  return files.with(text, function(path) return carcassonne.variant(path, chosen) end)
end

--- Runs a script as a program of its own, as lua.run does.
---@param script string
---@param seconds? integer
---@return string output
---@return integer status
function files.run(script, seconds)
  return files.with(script, function(path) return lua.run(path, seconds) end)
end

return files
