--- Finds ranges of the numbers among the options of scripts, for `carcassonne sweep`.
-- @module carcassonne.lab.option_ranges

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"

local option_ranges = {}

local MOST_OTHERS = 8 -- values of a range beside the present one

-- Returns the options of a variant that are numbers.
local function numbers_of(variant)
  local declared, list = variant.written.options or {}, {}
  for _, key in ipairs(options.keys(declared)) do
    local is_number = compat.math.type(variant.options[key]) == "integer"
    if is_number and not option_values.values_of(declared[key]) then list[#list + 1] = key end
  end
  return list
end

-- Returns whether the variant can be played with a value of an option.
local function is_valid(variant, key, value)
  local picked = { [key] = value }
  for name, one in pairs(variant.picked or {}) do
    if name ~= key then picked[name] = one end
  end
  return (pcall(function()
    local other = carcassonne.variant(variant.file or variant.name, picked, variant.origin.limits)
    return carcassonne.game { variants = { other } }
  end))
end

-- Returns a range around the value of an option, without the values at its ends that the script
-- refuses; nil if fewer than two values are left.
local function range_around(variant, key)
  local value = variant.options[key]
  local size = value == 0 and MOST_OTHERS or 2 * math.abs(value)
  local step = math.ceil(size / MOST_OTHERS)
  local low, high = value < 0 and -size or value % step, value < 0 and 0 or size
  high = high - (high - low) % step
  while low < value and not is_valid(variant, key, low) do low = low + step end
  while high > value and not is_valid(variant, key, high) do high = high - step end
  if low >= high then return nil end
  return ("%d..%d%s"):format(low, high, step > 1 and "/" .. step or "")
end

-- Returns a part with a range of one of its options.
local function with_range(part, key, range)
  local name = part:match "^[^:]*"
  local others = ("," .. part:sub(#name + 2)):gsub("," .. key .. "=[^,]*", ""):sub(2)
  return ("%s:%s%s%s=%s"):format(name, others, others ~= "" and "," or "", key, range)
end

--- Returns rules with a range of an option, one for each option that is a number, as `carcassonne
--- sweep` reads them: `coins.lua:worth=0..6`.
---@param parts string[] the parts of the rules, as rule_specs reads them
---@param by_part table<string, Variant> the variants that parts name
---@return string[]
function option_ranges.of(parts, by_part)
  local list = {}
  for i, part in ipairs(parts) do
    local variant = by_part[part]
    for _, key in ipairs(variant and numbers_of(variant) or {}) do
      local range, words = range_around(variant, key), {}
      for k, one in ipairs(parts) do words[k] = k == i and range and with_range(part, key, range) or one end
      list[#list + 1] = range and table.concat(words, " + ") or nil
    end
  end
  return list
end

return option_ranges
