--- Versions, and which of them are wanted: "1.2", ">= 1.2", ">= 1, < 2".
-- @module carcassonne.variant.versions

local versions = {}

-- The numbers of a version; nil for what is none.
local function parts_of(text)
  if not text:match "^%d[%d.]*$" or text:find("..", 1, true) or text:sub(-1) == "." or #text > 40 then
    return nil
  end
  local parts = {}
  for number in text:gmatch "%d+" do parts[#parts + 1] = tonumber(number) end
  return parts
end

--- Whether a text is a version: numbers with dots between them.
---@param text string
---@return boolean
function versions.is_one(text) return parts_of(text) ~= nil end

-- Less than 0 where the first is the older one, more where it is the newer one; what is not written
-- is 0.
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

--- Whether a version is one of those that are wanted.
---@param version string
---@param wanted string conditions with commas between them, all of which have to hold; a version alone is that one
---@return boolean? holds nil where that is not how one says it
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
