-- rooms.lua OBJECTS: holds the engine's files against its rooms. A file includes and calls only what is in its own room
-- or in one before it, and no two files need each other, by what they include or by what they call (as the linker sees it).
-- Prints what is wrong, with the names that tie the files; nothing, and status 0, where all is well.

local ROOMS = { "util", "model", "parser", "board", "query", "effect", "score", "turn", "game", "search" }
local ENGINE = "csrc/engine"
local objects = arg[1] or "build/obj/lint-gcc"

local floor = {}
for i, room in ipairs(ROOMS) do floor[room] = i end

local function lines_of(command)
  local pipe = assert(io.popen(command))
  local out = {}
  for line in pipe:lines() do out[#out + 1] = line end
  assert(pipe:close(), command .. " failed")
  return out
end

local function room_of(file) return floor[file:match "^(%a+)/"] or 0 end -- the public headers lie below all rooms

-- Links are { from = { to = { name, ... } } }, files named from csrc/engine on.
local function add_link(links, from, to, name)
  if from == to then return end
  links[from] = links[from] or {}
  links[from][to] = links[from][to] or {}
  table.insert(links[from][to], name)
end

local function includes()
  local links = {}
  for _, path in ipairs(lines_of("find " .. ENGINE .. " -name '*.[ch]' | LC_ALL=C sort")) do
    local file = path:sub(#ENGINE + 2)
    for line in io.lines(path) do
      local included = line:match '^#include "([^"]+)"'
      if included then add_link(links, file, included, "#include") end
    end
  end
  return links
end

-- An object may be left of a file that is gone.
local function is_there(file)
  local handle = io.open(ENGINE .. "/" .. file)
  return handle and handle:close()
end

local function calls()
  local defined, wanted, links = {}, {}, {}
  for _, object in ipairs(lines_of(("find %s/%s -name '*.o' | LC_ALL=C sort"):format(objects, ENGINE))) do
    local file = object:sub(#objects + #ENGINE + 3, -3) .. ".c"
    for _, line in ipairs(is_there(file) and lines_of("nm " .. object) or {}) do
      local kind, name = line:match "(%a) ([%w_]+)$"
      if kind == "U" then
        table.insert(wanted, { file, name })
      elseif kind and kind:match "%u" then
        defined[name] = file
      end
    end
  end
  assert(next(defined), "there are no objects in " .. objects)
  for _, want in ipairs(wanted) do
    if defined[want[2]] then add_link(links, want[1], defined[want[2]], want[2]) end
  end
  return links
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local wrong = 0
local function complain(...)
  wrong = wrong + 1
  print((...):format(select(2, ...)))
end

local function check_rooms(links)
  for _, from in ipairs(sorted(links)) do
    for _, to in ipairs(sorted(links[from])) do
      if room_of(to) > room_of(from) then complain("%s reaches up to %s: %s", from, to, table.concat(links[from][to], ", ")) end
    end
  end
end

-- Files that need each other, as Tarjan finds them.
local function check_cycles(links, how)
  local index, low, on_stack, stack, count = {}, {}, {}, {}, 0
  local function visit(file)
    count = count + 1
    index[file], low[file] = count, count
    stack[#stack + 1], on_stack[file] = file, true
    for _, to in ipairs(sorted(links[file] or {})) do
      if not index[to] then
        visit(to)
        low[file] = math.min(low[file], low[to])
      elseif on_stack[to] then
        low[file] = math.min(low[file], index[to])
      end
    end
    if low[file] ~= index[file] then return end
    local circle = {}
    repeat
      local last = table.remove(stack)
      on_stack[last] = nil
      circle[#circle + 1] = last
    until last == file
    if #circle < 2 then return end
    table.sort(circle)
    complain("these need each other by what they %s: %s", how, table.concat(circle, ", "))
    local inside = {}
    for _, member in ipairs(circle) do inside[member] = true end
    for _, member in ipairs(circle) do
      for _, to in ipairs(sorted(links[member])) do
        if inside[to] then print(("  %s -> %s: %s"):format(member, to, table.concat(links[member][to], ", "))) end
      end
    end
  end
  for _, file in ipairs(sorted(links)) do
    if not index[file] then visit(file) end
  end
end

for how, links in pairs { include = includes(), call = calls() } do
  check_rooms(links)
  check_cycles(links, how)
end
os.exit(wrong == 0)
