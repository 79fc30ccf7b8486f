-- rooms.lua OBJECTS: checks the layers of the engine. A file includes and calls only files of its own layer and of those before it,
-- and neither files nor layers need each other in a circle. A .c and its .h count as one file; what a file includes and what its object
-- calls, as the linker sees it, count together. Prints each violation with the names that tie the files; nothing, and status 0, if there
-- is none.

local LAYERS = { "util", "model", "parser", "board", "query", "effect", "score", "turn", "game", "search" }
local ENGINE, PUBLIC = "csrc/engine", "csrc/include"
local objects = arg[1] or "build/obj/lint-gcc"

local height = {}
for i, layer in ipairs(LAYERS) do height[layer] = i end

local wrong = 0
local function complain(...)
  wrong = wrong + 1
  print((...):format(select(2, ...)))
end

local function lines_of(command)
  local pipe = assert(io.popen(command))
  local out = {}
  for line in pipe:lines() do out[#out + 1] = line end
  assert(pipe:close(), command .. " failed")
  return out
end

local function exists(path)
  local handle = io.open(path)
  return handle ~= nil and handle:close()
end

-- Names relative to the engine's folder: the layer of a file, and the file without the ending of C.
local function layer_of(file) return file:match "^([%w_]+)/" end
local function unit_of(file) return (file:gsub("%.[ch]$", "")) end

-- Links are { from = { to = { name, ... } } }.
local function add_link(links, from, to, name)
  if from == to then return end
  links[from] = links[from] or {}
  links[from][to] = links[from][to] or {}
  table.insert(links[from][to], name)
end

local function add_includes(links)
  for _, path in ipairs(lines_of("find " .. ENGINE .. " -name '*.[ch]' -o -name '*.def' | LC_ALL=C sort")) do
    local file = path:sub(#ENGINE + 2)
    if not height[layer_of(file)] then complain("%s is in none of the layers", file) end
    for line in io.lines(path) do
      local included = line:match '^%s*#%s*include%s+"([^"]+)"'
      if included and exists(ENGINE .. "/" .. included) then
        add_link(links, unit_of(file), unit_of(included), "#include in " .. file)
      elseif included and not exists(PUBLIC .. "/" .. included) then
        complain("%s includes %s, which is neither in %s nor in %s", file, included, ENGINE, PUBLIC)
      end
    end
  end
end

local function add_calls(links)
  local defined, wanted = {}, {}
  for _, object in ipairs(lines_of(("find %s/%s -name '*.o' | LC_ALL=C sort"):format(objects, ENGINE))) do
    local unit = object:sub(#objects + #ENGINE + 3, -3)
    local is_stale = not exists(("%s/%s.c"):format(ENGINE, unit)) -- an object may be left of a file that is gone
    for _, line in ipairs(is_stale and {} or lines_of("nm " .. object)) do
      local kind, name = line:match "(%a) ([%w_]+)$"
      if kind == "U" then
        table.insert(wanted, { unit, name })
      elseif kind and kind:match "%u" then
        defined[name] = unit
      end
    end
  end
  assert(next(defined), "there are no objects in " .. objects)
  for _, want in ipairs(wanted) do
    if defined[want[2]] then add_link(links, want[1], defined[want[2]], want[2]) end
  end
end

local function sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function check_height(links)
  for _, from in ipairs(sorted(links)) do
    for _, to in ipairs(sorted(links[from])) do
      if (height[layer_of(to)] or 0) > (height[layer_of(from)] or 0) then
        complain("%s reaches up to %s: %s", from, to, table.concat(links[from][to], ", "))
      end
    end
  end
end

local function complain_circle(links, circle, what)
  table.sort(circle)
  complain("these %s need each other: %s", what, table.concat(circle, ", "))
  local inside = {}
  for _, member in ipairs(circle) do inside[member] = true end
  for _, member in ipairs(circle) do
    for _, to in ipairs(sorted(links[member])) do
      if inside[to] then print(("  %s -> %s: %s"):format(member, to, table.concat(links[member][to], ", "))) end
    end
  end
end

-- Circles are strongly connected components, found by Tarjan's algorithm.
local function check_circles(links, what)
  local index, low, on_stack, stack, count = {}, {}, {}, {}, 0
  local function visit(node)
    count = count + 1
    index[node], low[node] = count, count
    stack[#stack + 1], on_stack[node] = node, true
    for _, to in ipairs(sorted(links[node] or {})) do
      if not index[to] then
        visit(to)
        low[node] = math.min(low[node], low[to])
      elseif on_stack[to] then
        low[node] = math.min(low[node], index[to])
      end
    end
    if low[node] ~= index[node] then return end
    local circle = {}
    repeat
      local last = table.remove(stack)
      on_stack[last] = nil
      circle[#circle + 1] = last
    until last == node
    if #circle > 1 then complain_circle(links, circle, what) end
  end
  for _, node in ipairs(sorted(links)) do
    if not index[node] then visit(node) end
  end
end

-- The links between layers, named by the files that make them.
local function between_layers(links)
  local out = {}
  for _, from in ipairs(sorted(links)) do
    for _, to in ipairs(sorted(links[from])) do add_link(out, layer_of(from), layer_of(to), from .. " -> " .. to) end
  end
  return out
end

local links = {}
add_includes(links)
add_calls(links)
check_height(links)
check_circles(links, "files")
check_circles(between_layers(links), "layers")
os.exit(wrong == 0)
