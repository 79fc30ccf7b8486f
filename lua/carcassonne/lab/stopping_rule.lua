--- A stopping rule: ends a run when the confidence interval of a difference is narrow enough.
--
-- The end depends only on the blocks in order. It does not depend on the process that played them,
-- or on how many blocks were played in advance.
-- @module carcassonne.lab.stopping_rule

local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"
local report = require "carcassonne.lab.report"
local statistics = require "carcassonne.lab.statistics"

local stopping_rule = {}

--- The stopping rule of a run.
---@class StoppingRule
---@field index integer index of the measure
---@field width number desired half width of the interval, in the measure's unit
---@field scale integer scale of the measure
---@field rules {against?:integer}[] the sets of rules
---@field looked integer number of the block at the last look after which the run went on
local StoppingRule = {}
StoppingRule.__index = StoppingRule

--- Reads a stopping rule: "points=0.5", or "0.5" for points.
---@param text string
---@param list Counted[] measures of the run
---@param rules {against?:integer}[] the sets of rules
---@return StoppingRule
function stopping_rule.read(text, list, rules)
  local key, width = text:match "^([%w_.]+)=(.*)$"
  key, width = key or "points", c_locale.tonumber(width or text)
  local keys = {}
  for i, measure in ipairs(list) do keys[i] = measure.key end
  options.check_name("--until", key, keys, "measure")
  if not width or width ~= width or width <= 0 or width == math.huge then
    options.refuse("--until", ("'%s' is not [MEASURE=]WIDTH; expected a width above 0"):format(text))
  end
  for i, measure in ipairs(list) do
    if measure.key == key then
      return setmetatable({ index = i, scale = measure.scale, width = width, rules = rules, looked = 0 },
        StoppingRule)
    end
  end
end

local FEWEST_BLOCKS, STEP = 20, 1.02

-- Returns the number of blocks at the next look.
local function next_look(number)
  return number < FEWEST_BLOCKS and FEWEST_BLOCKS or math.max(number + 1, math.floor(number * STEP))
end

-- Returns the difference with the widest interval; for a single set of rules, its mean; nil for too
-- few blocks.
function StoppingRule:_widest(list)
  local widest, most
  for arm = math.min(2, #self.rules), #self.rules do
    local against = arm > 1 and (self.rules[arm].against or 1) or nil
    local estimate = report.difference(list, arm, against, self.index)
    local half = statistics.half(estimate, "any")
    if not half then return nil end
    if not most or half > most then widest, most = estimate, half end
  end
  return widest, most
end

local function in_order(list)
  local sorted = {}
  for i, block in ipairs(list) do sorted[i] = block end
  c_locale.sort(sorted, function(a, b) return a.block < b.block end)
  return sorted
end

--- Returns the blocks up to the first look at which the interval is narrow enough; all blocks if
--- there is no such look yet. A look is possible only if all blocks before it have been played. A
--- later call with more blocks continues the search.
---@param list Block[]
---@return Block[]
---@return boolean ended
function StoppingRule:counted(list)
  local first, look = {}, next_look(self.looked)
  for number, block in ipairs(in_order(list)) do
    if block.block ~= number then break end
    first[number] = block
    if number == look then
      local _, half = self:_widest(first)
      if half and half / self.scale <= self.width then return first, true end
      self.looked, look = number, next_look(number)
    end
  end
  return list, false
end

--- Returns the last block to play before the next look. For a single process this is the next
--- possible look. For several processes it is the estimated end of the run, at most a small
--- multiple of `number`.
---@param number integer number of consecutive blocks from the first one
---@param list Block[]
---@param shares? integer number of shares of a round, for several processes
---@return integer
function StoppingRule:ahead(number, list, shares)
  if not shares then return next_look(number) end
  local estimate = self:_widest(list)
  local guess = estimate and math.ceil(statistics.games_for(estimate, self.width * self.scale,
    "any") * estimate.blocks / estimate.games)
  return math.max(number + math.ceil(number / 10), number + shares, math.min(guess or 0, 4 * number),
    FEWEST_BLOCKS)
end

return stopping_rule
