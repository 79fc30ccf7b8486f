--- `carcassonne env`: prints shell variables for the command, the Lua modules and the C library.
-- @module carcassonne.cli.env

local output = require "carcassonne.program.output"

local command = {
  summary = "Print the shell variables with which Lua and C programs find carcassonne.",
  description = [[
Prints one line for each variable that a shell needs to find this copy of carcassonne: PATH for the command,
LUA_PATH and LUA_CPATH for `require "carcassonne"`, PKG_CONFIG_PATH for `pkg-config --libs carcassonne`, and
LD_LIBRARY_PATH for programs that load the shared library. The paths are absolute and quoted for sh, bash
and zsh. Earlier values of the variables are kept as parts of the new values. The values of LUA_PATH and
LUA_CPATH are for the version of Lua that runs this command.]],
  epilog = [[
Examples:
  eval "$(carcassonne env)"         then: lua5.4 my-program.lua
  eval "$(lua/bin/carcassonne env)" in a checkout, before the command is in PATH]],
}

function command.options() end

local function quote(text) return "'" .. text:gsub("'", "'\\''") .. "'" end

local function is_there(path)
  local file = io.open(path)
  return file ~= nil and file:close()
end

-- Returns the absolute path of a folder.
local function absolute(folder)
  local pipe = assert(io.popen("cd " .. quote(folder) .. " && pwd"))
  local path = pipe:read "*l"
  pipe:close()
  return path or folder
end

-- Returns the folder in which package.path or package.cpath finds the file `name`.
local function folder_of(name, path)
  for template in path:gmatch "[^;]+" do
    local folder = template:match "^(.*)/%?%.%w+$"
    if folder and is_there(folder .. "/" .. name) then return absolute(folder) end
  end
  error(("env: no file %s in %s; expected the modules of carcassonne there"):format(name, path), 0)
end

-- Returns the environment variable that this version of Lua reads: LUA_PATH_5_4 if it is set, else
-- LUA_PATH.
local function lua_variable(name)
  local versioned = name .. _VERSION:gsub("Lua (%d)%.(%d)", "_%1_%2")
  return os.getenv(versioned) and versioned or name
end

-- Prepends a value to the variable. If the variable is not set, prepends it to Lua's default, for
-- which `;;` stands.
local function print_lua(name, value)
  name = lua_variable(name)
  output.print_data(('export %s=%s"${%s:-;}"'):format(name, quote(value .. ";"), name))
end

local function print_folder(name, folder)
  output.print_data(('export %s=%s"${%s:+:$%s}"'):format(name, quote(folder), name, name))
end

-- Finds the C library near the compiled Lua module, in a build or an installation.
local function print_library(modules)
  for _, candidate in ipairs { modules .. "/../lib", modules .. "/../../lib", modules .. "/../.." } do
    if is_there(candidate .. "/pkgconfig/carcassonne.pc") then
      local folder = absolute(candidate)
      print_folder("PKG_CONFIG_PATH", folder .. "/pkgconfig")
      return print_folder("LD_LIBRARY_PATH", folder)
    end
  end
end

function command.run()
  local files, modules = folder_of("carcassonne/init.lua", package.path),
    folder_of("carcassonne/core.so", package.cpath)
  print_folder("PATH", absolute(arg[0]:match "^(.*)/[^/]*$" or "."))
  print_lua("LUA_PATH", ("%s/?.lua;%s/?/init.lua"):format(files, files))
  print_lua("LUA_CPATH", modules .. "/?.so")
  print_library(modules)
  return 0
end

return command
