--- The shipped scripts (house rules and expansions) and the helpers that scripts may require.
-- All of them are modules that `require` finds.
-- @module carcassonne.variant.shipped

local shipped = {}

-- The names of the scripts by kind. They are written out here, since this program never searches
-- folders for them.
local NAMES = {
  house_rules = { "chained-builders", "percentage-goods" },
  expansions = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "bridges", "castles", "bazaars",
    "princess-and-dragon", "tower", "festival", "tunnel", "siege", "river", "corn-circles", "count",
      "gq11", "winter",
    "spiel-doch", "mage-and-witch", "wind-roses", "watchtowers", "cult", "little-buildings", "darmstadt",
    "ferries", "monasteries", "under-the-big-top", "russian-promos", "abbot", "labyrinth", "goldmines",
    "hills-and-sheep", "phantom", "flying-machines" },
}

-- The modules that scripts may require.
local HELPERS = { "carcassonne.helpers.clockwise", "carcassonne.helpers.adjacency" }

local modules = {}
for _, names in pairs(NAMES) do
  for _, name in ipairs(names) do modules[name] = "carcassonne.expansions." .. name end
end

local function listed(kind)
  local list = {}
  for i, name in ipairs(NAMES[kind]) do list[i] = name end
  return list
end

--- Returns the names of the shipped house rules.
---@return string[]
function shipped.house_rules() return listed "house_rules" end

--- Returns the names of the shipped expansions.
---@return string[]
function shipped.expansions() return listed "expansions" end

--- Returns the module of a shipped variant; nil for an unknown name.
---@param name string
---@return string? module
function shipped.module(name) return modules[name] end

--- Returns the shipped modules that scripts may require.
---@return string[]
function shipped.helpers()
  local list = {}
  for i, name in ipairs(HELPERS) do list[i] = name end
  return list
end

--- Returns whether a script may require this shipped module.
---@param module string
---@return boolean
function shipped.is_helper(module)
  for _, name in ipairs(HELPERS) do
    if name == module then return true end
  end
  return false
end

return shipped
