--- Changes a single value in a table that was read from a file. For the specs.

local compat = require "carcassonne.base.compat"
local mutations = {}

-- Returns the likeness of a key: all list indices are alike, and so are all cells.
local function likeness(key)
  if type(key) == "number" then return "#" end
  return key:match "^%-?%d+,%-?%d+$" and "cell" or key
end

--- Returns every path in a table in a fixed order, by likeness: `decisions.#.after.scores`.
---@param root table
---@param into? fun(path:any[]):boolean? whether to enter the table at a path; always by default
---@return table<string, any[][]> paths by likeness, each a list of keys
---@return string[] likenesses sorted
function mutations.places(root, into)
  local places, names = {}, {}
  local function walk(value, path, name)
    local keys = {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys, function(a, b)
      if type(a) ~= type(b) then return type(a) == "number" end
      return a < b
    end)
    for _, key in ipairs(keys) do
      local here = compat.table.move(path, 1, #path, 1, {})
      here[#here + 1] = key
      local like = name and name .. "." .. likeness(key) or likeness(key)
      if not places[like] then places[like], names[#names + 1] = {}, like end
      table.insert(places[like], here)
      if type(value[key]) == "table" and (not into or into(here)) then walk(value[key], here, like) end
    end
  end
  walk(root, {})
  return places, names
end

--- Returns a copy of a table of tables.
---@generic T
---@param value T
---@return T
function mutations.copy(value)
  if type(value) ~= "table" then return value end
  local made = {}
  for key, item in pairs(value) do made[key] = mutations.copy(item) end
  return setmetatable(made, getmetatable(value))
end

--- Returns a copy with a change at a path.
---@param root table
---@param path any[]
---@param change fun(holder:table, key:any):boolean? returns false if there is nothing to change
---@return table? changed nil if there is nothing to change
function mutations.at(root, path, change)
  local made = mutations.copy(root)
  local holder = made
  for i = 1, #path - 1 do holder = holder[path[i]] end
  if change(holder, path[#path]) == false then return nil end
  return made
end

--- Removes the value.
function mutations.remove(holder, key)
  if type(key) == "number" then table.remove(holder, key) else holder[key] = nil end
end

local OTHER = {
  number = function(value) return value + 1 end,
  boolean = function(value) return not value end,
  string = function(value) return value .. "x" end,
  table = function(value) return next(value) == nil and { "x" } or {} end,
}

--- Replaces the value with another one.
function mutations.change(holder, key) holder[key] = OTHER[type(holder[key])](holder[key]) end

--- Adds the value to its list a second time.
function mutations.double(holder, key)
  if type(key) ~= "number" then return false end
  table.insert(holder, key, mutations.copy(holder[key]))
end

return mutations
