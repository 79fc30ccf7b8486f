--- Versions and conditions on them: "1.2", ">= 1.2", ">= 1, < 2".
-- @module carcassonne.variant.versions

local versions = {}

-- Returns the numbers of a version; nil if the text is not a version.
local function parts_of(text)
  if not text:match "^%d[%d.]*$" or text:find("..", 1, true) or text:sub(-1) == "." or #text > 40 then
    return nil
  end
  local parts = {}
  for number in text:gmatch "%d+" do parts[#parts + 1] = tonumber(number) end
  return parts
end

--- Returns whether a text is a version: numbers separated by dots.
---@param text string
---@return boolean
function versions.is_one(text) return parts_of(text) ~= nil end

-- Returns a number less than 0 if the first version is older, more than 0 if it is newer. Missing
-- numbers count as 0.
local function compare(a, b)
  for i = 1, math.max(#a, #b) do
    local difference = (a[i] or 0) - (b[i] or 0)
    if difference ~= 0 then return difference end
  end
  return 0
end

local HOLDS = {
  ["=="] = function(order) return order == 0 end,
  [">="] = function(order) return order >= 0 end,
  ["<="] = function(order) return order <= 0 end,
  [">"] = function(order) return order > 0 end,
  ["<"] = function(order) return order < 0 end,
}

--- Returns whether a version meets conditions.
---@param version string
---@param wanted string conditions separated by commas, which all must hold; a version alone means "=="
---@return boolean? holds nil if a text is malformed
---@usage local versions = require "carcassonne.variant.versions"
--- assert(versions.fits("1.10.0", ">= 1.9, < 2") and not versions.fits("2.0", ">= 1.9, < 2"))
function versions.fits(version, wanted)
  local there, all = parts_of(version), true
  for one in (wanted .. ","):gmatch "([^,]*)," do
    local sign, text = one:match "^%s*([<>=]*)%s*(%S+)%s*$"
    local holds, parts = HOLDS[sign == "" and "==" or sign], parts_of(text or "")
    if not (there and holds and parts) then return nil end
    all = all and holds(compare(there, parts))
  end
  return all
end

return versions
