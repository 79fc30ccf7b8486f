--- The terms of statistics in reports, each with its meaning in plain words.
-- @module carcassonne.lab.terms

local words = require "carcassonne.describe.words"

local terms = {}

local USUAL = "the usual distance of a game from the mean (the standard deviation)"

--- The meaning of the intervals, for a number of games that was fixed in advance (`one`) and for
--- runs that may stop at any time (`any`).
---@type table<"one"|"any", string>
terms.INTERVAL = {
  one = "95 % interval: the 95 % confidence interval for a number of games fixed in advance. If the run were "
    .. "repeated with other seeds, about 95 of 100 such intervals would contain the result of an endless "
    .. "run.",
  any = "95 % interval: the anytime-valid 95 % confidence interval. If the run were repeated with other "
    .. "seeds, about 95 of 100 runs would have intervals that contain the result of an endless run at every "
    .. "number of games, so the run may stop at any time.",
}

--- The order of differences.
terms.ORDER = ("Differences are sorted by their size, in units of %s."):format(USUAL)

--- The unit of a plot of differences.
terms.UNIT = "size: 1 is the usual distance of a game from the mean"

--- The caption of a plot of differences.
terms.SIZES = ("The dot is the difference, and its bar the 95 %% interval. The unit is %s, under equal "
  .. "rules. An arrow marks a difference beyond the scale."):format(USUAL)

--- The meaning of the column `spread`.
terms.SPREAD = ("Spread: %s. About two thirds of the games are at most this far from the mean."):format(USUAL)

--- The meaning of the number after a mean; %s stands for the sign between them.
terms.HALF = "The number after %s is half the width of the 95 %% interval of the mean."

--- Returns the meaning of the star of a difference.
---@param comparisons integer number of differences that are tested
---@return string
function terms.star(comparisons)
  return ("A star marks a clear difference. The test allows for the %s in this report: chance alone "
    .. "puts a star into at most 5 of 100 such reports (Holm's correction). The intervals are not corrected, "
    .. "so a few of many exclude 0 by chance."):format(words.count(comparisons, "comparison"))
end

return terms
