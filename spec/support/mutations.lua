--- Changes one thing in a table that was read from a file. For the specs.

local compat = require "carcassonne.base.compat"
local mutations = {}

-- What a key is like: list items are all alike, and so are cells.
local function likeness(key)
  if type(key) == "number" then return "#" end
  return key:match "^%-?%d+,%-?%d+$" and "cell" or key
end

--- Every place in a table, in a definite order, by what the place is like:
--- `decisions.#.after.scores`.
---@param root table
---@param into? fun(path:any[]):boolean? whether to go into what is there; everywhere by default
---@return table<string, any[][]> paths by likeness, each the keys that lead there
---@return string[] likenesses in order
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

--- A copy of a table of tables.
---@generic T
---@param value T
---@return T
function mutations.copy(value)
  if type(value) ~= "table" then return value end
  local made = {}
  for key, item in pairs(value) do made[key] = mutations.copy(item) end
  return setmetatable(made, getmetatable(value))
end

--- A copy with a change at a place.
---@param root table
---@param path any[]
---@param change fun(holder:table, key:any):boolean? returns false if there is nothing to change
---@return table? changed nil if there was nothing to change
function mutations.at(root, path, change)
  local made = mutations.copy(root)
  local holder = made
  for i = 1, #path - 1 do holder = holder[path[i]] end
  if change(holder, path[#path]) == false then return nil end
  return made
end

--- Takes away what is there.
function mutations.remove(holder, key)
  if type(key) == "number" then table.remove(holder, key) else holder[key] = nil end
end

local OTHER = {
  number = function(value) return value + 1 end,
  boolean = function(value) return not value end,
  string = function(value) return value .. "x" end,
  table = function(value) return next(value) == nil and { "x" } or {} end,
}

--- Puts something else there.
function mutations.change(holder, key) holder[key] = OTHER[type(holder[key])](holder[key]) end

--- Puts what is there into its list again.
function mutations.double(holder, key)
  if type(key) ~= "number" then return false end
  table.insert(holder, key, mutations.copy(holder[key]))
end

return mutations
