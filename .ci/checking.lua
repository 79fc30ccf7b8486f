-- checking.lua: functions that rooms.lua, lua_rooms.lua and names.lua share: errors, files, and
-- dependency graphs.

local MAX_LINES = 600

local checking = { wrong = 0 }

function checking.complain(...)
  checking.wrong = checking.wrong + 1
  print((...):format(select(2, ...)))
end

function checking.check_length(file, lines)
  if lines > MAX_LINES then checking.complain("%s has %d lines, more than %d", file, lines, MAX_LINES) end
end

function checking.text_of(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

function checking.output_of(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read "a"
  assert(pipe:close(), command .. " failed")
  return text
end

function checking.lines_of(command) return checking.output_of(command):gmatch "[^\n]+" end

function checking.exists(path)
  local handle = io.open(path)
  return handle ~= nil and handle:close()
end

-- Returns the keys of a table, sorted.
function checking.sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- Returns the cycles of `links`, { from = { to = anything } }: each is a sorted list of at least
-- two nodes that can reach each other.
local function circles_of(links)
  local index, low, on_stack, stack, count, found = {}, {}, {}, {}, 0, {}

  local function pop_circle(first)
    local circle = {}
    repeat
      local last = table.remove(stack)
      on_stack[last] = nil
      circle[#circle + 1] = last
    until last == first
    table.sort(circle)
    if #circle > 1 then found[#found + 1] = circle end
  end

  local function visit(node)
    count = count + 1
    index[node], low[node] = count, count
    stack[#stack + 1], on_stack[node] = node, true
    for _, to in ipairs(checking.sorted(links[node] or {})) do
      if not index[to] then
        visit(to)
        low[node] = math.min(low[node], low[to])
      elseif on_stack[to] then
        low[node] = math.min(low[node], index[to])
      end
    end
    if low[node] == index[node] then pop_circle(node) end
  end

  for _, node in ipairs(checking.sorted(links)) do
    if not index[node] then visit(node) end
  end
  return found
end

-- Adds a name to the link from one node to another. Links are { from = { to = { name, ... } } }.
function checking.add_link(links, from, to, name)
  if from == to then return end
  links[from] = links[from] or {}
  links[from][to] = links[from][to] or {}
  table.insert(links[from][to], name)
end

-- Calls a function with each link (from, to, names) in order.
function checking.each_link(links, visit)
  for _, from in ipairs(checking.sorted(links)) do
    for _, to in ipairs(checking.sorted(links[from])) do
      visit(from, to, table.concat(links[from][to], ", "))
    end
  end
end

local function check_circles(links, what)
  for _, circle in ipairs(circles_of(links)) do
    checking.complain("these %s depend on each other in a cycle: %s", what, table.concat(circle, ", "))
    local inside = {}
    for _, member in ipairs(circle) do inside[member] = true end
    checking.each_link(links, function(from, to, names)
      if inside[from] and inside[to] then print(("  %s -> %s: %s"):format(from, to, names)) end
    end)
  end
end

-- Checks that neither files nor their groups (by group_of) depend on each other in a cycle.
function checking.check_circles(links, group_of, groups)
  local between = {}
  checking.each_link(links, function(from, to)
    checking.add_link(between, group_of(from), group_of(to), from .. " -> " .. to)
  end)
  check_circles(links, "files")
  check_circles(between, groups)
end

return checking
