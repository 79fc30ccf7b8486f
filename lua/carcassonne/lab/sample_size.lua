--- Estimates from a pilot run how many games a confidence interval requires.
-- @module carcassonne.lab.sample_size

local c_locale = require "carcassonne.base.c_locale"
local report = require "carcassonne.lab.report"
local statistics = require "carcassonne.lab.statistics"

local sample_size = {}

local MIN = 2 -- minimum number of games for an interval
local WIDTHS = { 1, 0.5, 0.1 }

--- Returns the two sets of rules whose differences are estimated: the one that is compared with its
--- tiles alone, or else the last one.
---@param arms Arm[]
---@return integer arm
---@return integer? against nil for a single set of rules
function sample_size.compared(arms)
  for i, arm in ipairs(arms) do
    if arm.against then return i, arm.against end
  end
  return #arms, #arms > 1 and 1 or nil
end

--- Returns a table with a row for each measure with a difference: the standard deviation of the
--- difference, and the number of games for each width.
---@param made RunController
---@param wanted? number width of the interval; several common widths by default
---@return string[][] rows headings first
function sample_size.rows(made, wanted)
  local list, widths = made.plan.measures, wanted and { wanted } or WIDTHS
  local rows = { { "", "spread of the difference" } }
  local arm, against = sample_size.compared(made.plan.arms)
  for i, width in ipairs(widths) do rows[1][i + 2] = c_locale.format("games for +-%g", width) end
  for index, measure in ipairs(list) do
    local estimate = report.difference(made.blocks, arm, against, index)
    if estimate.error and estimate.error > 0 then
      local row = { measure.label .. (measure.share and " %" or ""),
        c_locale.format("%.2f", estimate.error * math.sqrt(estimate.games) / measure.scale) }
      for i, width in ipairs(widths) do
        row[i + 2] =
          ("%d"):format(math.max(MIN, statistics.games_for(estimate, width * measure.scale, "one")))
      end
      rows[#rows + 1] = row
    end
  end
  return rows
end

return sample_size
