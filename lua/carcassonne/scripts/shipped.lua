--- The variants that come with this program: house rules and expansions, by name.
-- @module carcassonne.scripts.shipped

local compat = require "carcassonne.compat"

local shipped = {}

local HOUSE_RULES = { "chained-builders", "percentage-goods" }
local EXPANSIONS = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "bridges", "princess-and-dragon", "tower",
  "festival", "tunnel", "siege", "river" }

--- The file of a shipped variant, house rule or expansion; nil where there is none of this name.
---@param name string
---@return string? path
function shipped.find(name)
  if not name:match "^[%w_-]+$" then return nil end
  return compat.package.searchpath("carcassonne.variants." .. name, package.path)
    or compat.package.searchpath("carcassonne.expansions." .. name, package.path)
end

-- Those whose file is there.
local function found(names)
  local list = {}
  for _, name in ipairs(names) do
    if shipped.find(name) then list[#list + 1] = name end
  end
  return list
end

--- The names of the shipped house rules, where the file system can be read.
---@return string[]
function shipped.house_rules() return found(HOUSE_RULES) end

--- The names of the shipped expansions, where the file system can be read.
---@return string[]
function shipped.expansions() return found(EXPANSIONS) end

return shipped
