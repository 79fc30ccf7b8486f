-- coverage.lua: counts the lines that a Lua process runs. LUA_INIT loads it into every lua that a
-- test starts. When a process ends, it writes `file:line` lines to CARC_COVERAGE_DIR.

local dir, root = os.getenv("CARC_COVERAGE_DIR"), os.getenv("CARC_COVERAGE_ROOT") or "."
if not dir then return end

local sethook, open, concat = debug.sethook, io.open, table.concat
local hits = {} -- hits[file][line] = true

-- Returns the table of hits of a file of lua/carcassonne/ or lua/bin/ in this checkout, by its
-- chunk name.
local function lines_of (source)
  local path = source:match("^@(.*)$")
  if path then
    if path:sub(1, #root + 1) == root .. "/" then path = path:sub(#root + 2) end
    path = path:gsub("^%./", ""):gsub("/%./", "/"):gsub("[^/]+/%.%./", "")
    path = path:match("^lua/.*") or path:match("/(lua/carcassonne/.*)") or path:match("/(lua/bin/.*)")
  end
  local lines = path and (hits[path] or {}) or false
  if path then hits[path] = lines end
  return lines
end

local load_hook = package.loadlib(root .. "/build/coverage/linehook.so", "luaopen_linehook")
local linehook = assert(load_hook, "build/coverage/linehook.so is missing")()

local function process_id ()
  local stat = open("/proc/self/stat")
  if not stat then return "0" end
  local id = stat:read("a"):match("^%d+")
  stat:close()
  return id
end

local done = false
local function dump ()
  if done then return end
  done = true
  sethook()
  local name = ("%s/%s-%d-%s.hits"):format(dir, process_id(), os.time(),
    tostring(hits):match("0x(%x+)") or "")
  for source, lines in pairs(linehook.lines()) do
    local all = lines_of(source)
    for line in pairs(all and lines or {}) do all[line] = true end
  end
  local out = {}
  for path, lines in pairs(hits) do
    for line in pairs(lines) do out[#out + 1] = path .. ":" .. line end
  end
  local f = open(name, "w")
  if f then
    f:write(concat(out, "\n"), "\n")
    f:close()
  end
end

local exit = os.exit
function os.exit (...)
  dump()
  return exit(...)
end
-- Runs when the Lua state closes at a normal end.
local sentinel = setmetatable({}, { __gc = dump })
debug.getregistry()[sentinel] = sentinel

linehook.set() -- a coroutine begins with the hook of its creator
