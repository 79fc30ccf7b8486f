--- Lists the data that the functions of a script keep outside of its variables: their upvalues, and
--- the data in these. Two lists, from before and after games, show which data have changed.
-- @module carcassonne.sandbox.kept_data

local kept_data = {}

local getinfo, getupvalue = debug.getinfo, debug.getupvalue -- removed before a script is run
local ipairs, next, tostring, type = ipairs, next, tostring, type

local MOST, DEEPEST, LONGEST = 2000, 6, 40 -- entries, nesting, characters of a text

local add

local function add_table(data, path, value, depth)
  data.seen[value] = true
  for key, item in next, value do
    if data.n == MOST then return end
    local kind = type(key)
    local step = (kind == "string" or kind == "number" or kind == "boolean") and tostring(key) or kind
    add(data, ("%s.%s"):format(path, step:sub(1, LONGEST)), item, depth + 1)
  end
end

local function add_function(data, path, run, depth)
  data.seen[run] = true
  if getinfo(run, "S").what == "C" then return end
  for i = 1, 255 do
    local name, value = getupvalue(run, i)
    if not name then return end
    add(data, path == "" and name or path .. "." .. name, value, depth + 1)
  end
end

function add(data, path, value, depth)
  if data.n == MOST or depth > DEEPEST or data.seen[value] then return end
  local kind = type(value)
  data.n = data.n + 1
  if kind == "table" then return add_table(data, path, value, depth) end
  if kind == "function" then return add_function(data, path, value, depth) end
  while data.list[path] do path = path .. "'" end -- another local variable of this name
  data.list[path] = kind == "userdata" and kind or tostring(value):sub(1, LONGEST)
end

--- Returns the data that functions reach through their upvalues, and the globals that a script has
--- added, as texts by path: `n`, `cache.city`.
---@param functions function[]
---@param globals table of the script
---@param own table<string, boolean> the names of globals that are not the script's
---@return table<string, string>
function kept_data.of(functions, globals, own)
  local data = { list = {}, seen = { [globals] = true }, n = 0 }
  for key, value in next, globals do
    if type(key) == "string" and not own[key] then add(data, key, value, 1) end
  end
  for _, run in ipairs(functions) do add_function(data, "", run, 0) end
  return data.list
end

return kept_data
