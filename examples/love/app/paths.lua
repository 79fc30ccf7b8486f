--- Finds the Lua files and the compiled module: beside the .love, in a checkout, or where the
--- host's Lua looks.
-- @module app.paths

local paths = {}

local LIBRARIES = { "so", "dll", "dylib" }
local ENDINGS = { Windows = "dll" } -- elsewhere Lua's modules end in so

local function add(patterns, more) return more .. (patterns == "" and "" or ";" .. patterns) end

-- Adds a folder in which the module may lie as carcassonne/core.so.
local function add_module_folder(folder)
  for _, ending in ipairs(LIBRARIES) do
    package.cpath = add(package.cpath, ("%s/?.%s"):format(folder, ending))
  end
end

-- What `love examples/love` needs in a checkout, after `make LUA=luajit module`.
local function add_checkout(folder)
  package.path = add(package.path, ("%s/lua/?.lua;%s/lua/?/init.lua"):format(folder, folder))
  add_module_folder(folder .. "/build/luajit/lua")
end

local looked -- the folder in which the module is to lie

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

local BESIDE = "The folder that `sh csrc/make/love.sh dist` makes has both: carcassonne.love, and beside it "
  .. "carcassonne/core.so. "
  .. "Keep them together, or build the module for this Lua with `make LUA=luajit module`."

-- What a message of `require` is about, and what to do; the first that matches.
local REASONS = {
  { "of another version", "The compiled part is of another version" },
  { "undefined symbol", "The compiled part was built for another Lua; LÖVE runs LuaJIT" },
  { "wrong ELF class", "The compiled part was built for another machine" },
  { "invalid ELF", "The compiled part is damaged" },
  { "file too short", "The compiled part is damaged" },
  { "module 'carcassonne.core' not found", "The compiled part is missing: carcassonne/core.so" },
  { "module 'carcassonne' not found", "The Lua files of carcassonne are missing" },
}

---@class Trouble
---@field title string
---@field place string the file that is wanted, and its folder
---@field text string what else can be done
---@field detail string the message as it came

local function explained(message)
  local title = "The game cannot be loaded"
  for _, reason in ipairs(REASONS) do
    if message:find(reason[1], 1, true) then
      title = reason[2]
      break
    end
  end
  local file = "core." .. (ENDINGS[love.system.getOS()] or "so")
  return { title = title, place = ("The file %s has to lie in this folder:\n%s"):format(file, looked),
    text = BESIDE, detail = message }
end

--- Loads the engine; where that fails, why, so that it can be tried again.
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
