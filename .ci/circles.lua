-- circles.lua: finds the circles in a graph, by Tarjan's algorithm for strongly connected components.

local circles = {}

-- The keys of a table, sorted.
function circles.sorted(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- The circles of `links`, { from = { to = anything } }: each is a sorted list of the nodes that reach one another, of two at least.
function circles.of(links)
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
    for _, to in ipairs(circles.sorted(links[node] or {})) do
      if not index[to] then
        visit(to)
        low[node] = math.min(low[node], low[to])
      elseif on_stack[to] then
        low[node] = math.min(low[node], index[to])
      end
    end
    if low[node] == index[node] then pop_circle(node) end
  end

  for _, node in ipairs(circles.sorted(links)) do
    if not index[node] then visit(node) end
  end
  return found
end

return circles
