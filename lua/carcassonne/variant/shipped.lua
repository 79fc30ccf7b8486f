--- The scripts that come with this program, house rules, expansions and what these may require:
--- modules that `require` would
-- find.
-- @module carcassonne.variant.shipped

local shipped = {}

-- By their kind; no folder is ever listed.
local NAMES = {
  house_rules = { "chained-builders", "percentage-goods" },
  expansions = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "bridges", "castles", "bazaars",
    "princess-and-dragon", "tower", "festival", "tunnel", "siege", "river", "corn-circles", "count",
      "gq11", "winter",
    "spiel-doch", "mage-and-witch", "wind-roses", "watchtowers", "cult", "little-buildings", "darmstadt",
    "ferries", "monasteries", "under-the-big-top", "russian-promos", "abbot", "labyrinth", "goldmines",
    "hills-and-sheep", "phantom", "flying-machines" },
}

-- What scripts may require.
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

--- The names of the shipped house rules.
---@return string[]
function shipped.house_rules() return listed "house_rules" end

--- The names of the shipped expansions.
---@return string[]
function shipped.expansions() return listed "expansions" end

--- The module that a shipped variant is; nil where there is none of this name.
---@param name string
---@return string? module
function shipped.module(name) return modules[name] end

--- The modules that are included for scripts to require.
---@return string[]
function shipped.helpers()
  local list = {}
  for i, name in ipairs(HELPERS) do list[i] = name end
  return list
end

--- Whether a script may require a module that is included.
---@param module string
---@return boolean
function shipped.is_helper(module)
  for _, name in ipairs(HELPERS) do
    if name == module then return true end
  end
  return false
end

return shipped
