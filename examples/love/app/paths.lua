--- Finds the Lua files and the compiled module: beside the .love file, in a checkout, or in the
--- search path of Lua.
-- @module app.paths

local paths = {}

local LIBRARIES = { "so", "dll", "dylib" }
local ENDINGS = { Windows = "dll" } -- "so" on all other systems

local function add(patterns, more) return more .. (patterns == "" and "" or ";" .. patterns) end

-- Adds a folder that may contain carcassonne/core.so to the search path.
local function add_module_folder(folder)
  for _, ending in ipairs(LIBRARIES) do
    package.cpath = add(package.cpath, ("%s/?.%s"):format(folder, ending))
  end
end

-- Adds the folders of a checkout, for `love examples/love` after `make LUA=luajit module`.
local function add_checkout(folder)
  package.path = add(package.path, ("%s/lua/?.lua;%s/lua/?/init.lua"):format(folder, folder))
  add_module_folder(folder .. "/build/luajit/lua")
end

local looked -- the folder in which the module was expected

local function look_around()
  if looked then return end
  local source = love.filesystem.getSource()
  local base = love.filesystem.getSourceBaseDirectory()
  looked = base .. "/carcassonne"
  if source:match "examples/love/?$" then
    local checkout = source:gsub("/*examples/love/?$", "")
    looked = checkout .. "/build/luajit/lua/carcassonne"
    add_checkout(checkout)
  end
  add_module_folder(base)
end

local BESIDE = "`sh csrc/make/love.sh dist` creates a folder with carcassonne.love and "
  .. "carcassonne/core.so; keep both files in one folder. In a checkout, build the module for this Lua "
  .. "with `make LUA=luajit module`."

-- Titles for messages of `require`; the first match is used.
local REASONS = {
  { "has interface version", "The compiled module has another version than the Lua files" },
  { "undefined symbol", "The compiled module was built for another Lua; LÖVE runs LuaJIT" },
  { "wrong ELF class", "The compiled module was built for another machine" },
  { "invalid ELF", "The compiled module is damaged" },
  { "file too short", "The compiled module is damaged" },
  { "module 'carcassonne.core' not found", "The compiled module is missing: carcassonne/core.so" },
  { "module 'carcassonne' not found", "The Lua files of carcassonne are missing" },
}

---@class Trouble
---@field title string
---@field place string the missing file and its folder
---@field text string other solutions
---@field detail string the original message

local function explained(message)
  local title = "The game cannot be loaded"
  for _, reason in ipairs(REASONS) do
    if message:find(reason[1], 1, true) then
      title = reason[2]
      break
    end
  end
  local file = "core." .. (ENDINGS[love.system.getOS()] or "so")
  return { title = title, place = ("The file %s must be in this folder:\n%s"):format(file, looked),
    text = BESIDE, detail = message }
end

--- Loads the engine. Returns the reason if loading fails. The call can be repeated.
---@return Trouble?
function paths.problem()
  look_around()
  for _, name in ipairs { "carcassonne", "carcassonne.core", "carcassonne.base.core_version" } do
    package.loaded[name] = nil
  end
  local fine, message = pcall(require, "carcassonne")
  if fine then return nil end
  return explained(tostring(message))
end

return paths
