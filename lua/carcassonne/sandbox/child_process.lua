--- Child processes for untrusted scripts: their environment, their files, and why they ended.
-- @module carcassonne.sandbox.child_process

local c_locale = require "carcassonne.base.c_locale"
local optional_module = require "carcassonne.base.optional_module"

local child_process = {}

-- Variables of the environment that a child may read: those of the terminal, the locale, the
-- dynamic loader and this program.
local VARIABLES = { "PATH", "LANG", "LC_ALL", "LC_COLLATE", "LC_CTYPE", "LC_MESSAGES", "LC_MONETARY",
  "LC_NUMERIC", "LC_TIME", "TZ", "TERM", "NO_COLOR", "COLUMNS", "LINES", "CARC_DEBUG", "CARC_HOOK_BUDGET",
  "LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "ASAN_OPTIONS", "LSAN_OPTIONS", "UBSAN_OPTIONS",
  "TSAN_OPTIONS" }

-- Files that Lua, the C library and the dynamic loader read.
local SYSTEM_FILES = { "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache",
  "/etc/localtime", "/usr/share/zoneinfo", "/usr/share/locale", "/usr/share/lua", "/usr/local/share/lua",
  "/dev/null", "/dev/urandom", "/dev/tty" }

local MOST_FILES, DEEPEST = 1000, 8 -- maximum number and depth of Lua files in a script's folder

--- Megabytes of memory of a child. Commands need up to 30 MB, and up to 16 MB for each script.
child_process.MEGABYTES = 512

local is_compiling = rawget(_G, "jit") ~= nil

--- Returns the interpreter that runs this program.
---@return string
function child_process.interpreter()
  local words, first = rawget(_G, "arg") or {}, 0
  while words[first - 1] do first = first - 1 end
  if first < 0 then return words[first] end
  return is_compiling and "luajit" or (c_locale.gsub(c_locale.lower(_VERSION), " ", ""))
end

--- Returns the environment of a child, as "NAME=VALUE". Lua finds its modules where the host does.
---@param added table<string, string> further variables
---@param names? string[] further variables of the host that the child may read
---@return string[]
function child_process.environment(added, names)
  local list = { "LUA_PATH=" .. package.path, "LUA_CPATH=" .. package.cpath }
  local function add(name, value)
    if value then list[#list + 1] = name .. "=" .. value end
  end
  for _, all in ipairs { VARIABLES, names or {} } do
    for _, name in ipairs(all) do
      if not added[name] then add(name, os.getenv(name)) end
    end
  end
  for name, value in pairs(added) do add(name, value) end
  return list
end

--- Appends the files that every child may read: the folders of Lua modules and of the system.
--- In the working directory, only the folder carcassonne has modules.
---@param list string[]
function child_process.add_modules(list)
  for template in (package.path .. ";" .. package.cpath):gmatch "[^;]+" do
    local folder = template:match "^(.-)[^/\\]*%?"
    if folder then
      list[#list + 1] = (folder == "" or folder:find "^%./?$") and "./carcassonne" or folder
    end
  end
  for _, path in ipairs(SYSTEM_FILES) do list[#list + 1] = path end
end

-- Appends the Lua files of a folder and of the folders in it.
local function add_lua_files(list, sys, folder, depth)
  for _, name in ipairs(sys.in_folder(folder)) do
    if #list >= MOST_FILES then return end
    local path = folder .. "/" .. name
    if name:find "%.lua$" then
      list[#list + 1] = path
    elseif depth < DEEPEST and not name:find "%." and select(2, sys.real_path(path)) == "folder" then
      add_lua_files(list, sys, path, depth + 1)
    end
  end
end

--- Appends a file; for a script also the Lua files of its folder, which it may require.
---@param list string[]
---@param path string
function child_process.add_file(list, path)
  list[#list + 1] = path
  local sys = optional_module.find "carcassonne.sys"
  if sys and path:find "%.lua$" then
    add_lua_files(list, sys, (path:match "^(.*)/[^/]*$" or "."), 1)
  end
end

--- Restricts this process, a child, permanently.
---@param limits {seconds:integer, megabytes:integer, reads:string[], writes:string[]}
---@return string? missing what this system cannot limit, in words; nil if nothing is missing
function child_process.restrict(limits)
  local sys = assert(optional_module.find "carcassonne.sys")
  child_process.add_modules(limits.reads)
  limits.compiles = is_compiling
  local limited, filtered, confined = sys.isolate(limits)
  if not limited then return filtered end
  if filtered and confined then return nil end
  local missing = {}
  if not filtered then missing[#missing + 1] = "filter system calls" end
  if not confined then missing[#missing + 1] = "limit which files a process reads and writes" end
  return "this system cannot " .. table.concat(missing, " or ")
end

local function seconds(n) return n == 1 and "1 second" or ("%d seconds"):format(n) end

--- Returns the reason why a child has ended; nil if it exited.
---@param how string first result of carcassonne.sys.run
---@param code integer its second result
---@param limits {seconds:number, wall_seconds?:number, output?:integer}
---@return string? problem
---@return "time"|"output"|"crash"|nil kind
function child_process.problem(how, code, limits)
  if how == "time" then
    local wall_seconds = limits.wall_seconds or limits.seconds
    return ("it took longer than its limit of %s"):format(seconds(wall_seconds)), "time"
  elseif how == "cpu" then
    return ("it used all of its %s of processor time"):format(seconds(limits.seconds)), "time"
  elseif how == "output" then
    return ("its result has more than %d bytes"):format(limits.output), "output"
  elseif how == "signal" then
    return ("signal %d ended it"):format(code), "crash"
  elseif how == "lost" then
    return "its exit status is unknown, because the host ignores SIGCHLD", "crash"
  end
end

return child_process
