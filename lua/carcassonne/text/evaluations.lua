--- Formats a bot's evaluation of actions: ratings, reasons and costs.
-- @module carcassonne.text.evaluations

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local words = require "carcassonne.describe.words"

local evaluations = {}

--- Texts of the parts of a rating by name (carcassonne.core.rating_terms). Each follows its amount,
--- as in "+4.1 from unfinished cities".
---@type table<string, string>
evaluations.parts = {
  points = "points now", roads = "from unfinished roads", cities = "from unfinished cities",
  monasteries = "from unfinished monasteries",
  fields = "from fields", goods = "from goods", builders = "from builders", turn = "from a double turn",
  followers = "from followers in hand",
  pieces = "from other pieces in hand", assets = "from what scripts give", later = "from later turns",
}

-- maximum number of shown reasons, if the sum of the omitted ones is smaller than each shown one
local REASONS = 4
local NOTHING = 0.05 -- smaller numbers of points are printed as 0

--- Verdicts on costs up to `most` points, each with its text and the name of its colour.
---@class Verdict
---@field name "best"|"near"|"slip"|"dear"
---@field most number
---@field says string
---@field colour? string
---@type Verdict[]
evaluations.verdicts = {
  { name = "best", most = NOTHING, says = "The best move.", colour = "good" },
  { name = "near", most = 0.5, says = "Nearly the best move", colour = "good" },
  { name = "slip", most = 3, says = "That cost" },
  { name = "dear", most = math.huge, says = "That cost", colour = "bad" },
}

--- Returns the verdict on a cost.
---@param cost number
---@return Verdict
---@usage assert(require("carcassonne.text.evaluations").verdict(0).name == "best")
function evaluations.verdict(cost)
  for _, verdict in ipairs(evaluations.verdicts) do
    if cost < verdict.most then return verdict end
  end
  return evaluations.verdicts[#evaluations.verdicts]
end

--- Formats points with one decimal and, if `signed` is set, with a sign.
---@param value number
---@param signed? boolean
---@return string
---@usage local points = require("carcassonne.text.evaluations").points
--- assert(points(2.31) == "2.3" and points(2, true) == "+2.0" and points(-0.01, true) == "0.0")
function evaluations.points(value, signed)
  if math.abs(value) < NOTHING then return "0.0" end
  return (c_locale.format(signed and "%+.1f" or "%.1f", value))
end

--- Rounds points for output that programs read; uses integers where possible, so that every version
--- of Lua prints the same text.
---@param value number
---@param parts integer fractions of a point: 100 for hundredths
---@return number
---@usage assert(require("carcassonne.text.evaluations").rounded(2.346, 100) == 2.35)
function evaluations.rounded(value, parts)
  local number = math.floor(value * parts + 0.5) / parts
  return compat.math.tointeger(number) or number
end

-- Returns a gain with its sign; names the opponent if the gain is the opponent's.
local function gain(name, value, of_opponent)
  if not of_opponent then
    return ("%s %s"):format(evaluations.points(value, true), evaluations.parts[name])
  end
  return ("%s %s, %s"):format(evaluations.points(value, true), evaluations.parts[name],
    value > 0 and "taken from the opponent" or "for the opponent")
end

-- Returns the reasons, the largest first. A further part of the turn counts as one reason for both
-- players.
local function gains(reasons)
  local list = {}
  for i, reason in ipairs(reasons) do
    local own, theirs = reason.own, reason.theirs
    if reason.name == "turn" then own, theirs = own - theirs, 0 end
    if math.abs(own) >= NOTHING then
      list[#list + 1] = { value = own, text = gain(reason.name, own), at = 2 * i }
    end
    if math.abs(theirs) >= NOTHING then
      list[#list + 1] = { value = -theirs, text = gain(reason.name, -theirs, true), at = 2 * i + 1 }
    end
  end
  c_locale.sort(list, function(a, b)
    local one, other = math.abs(a.value), math.abs(b.value)
    return one > other or one == other and a.at < b.at
  end)
  return list
end

-- Returns a number as rounded for printing.
local function printed(value) return c_locale.tonumber((evaluations.points(value))) end

-- Returns the number of gains to show: the sum of the others must be less than each of the shown
-- gains.
local function count_shown(list)
  local shown, rest = #list, 0
  for i = #list - 1, REASONS, -1 do
    rest = rest + list[i + 1].value
    if math.abs(rest) <= math.abs(list[i].value) then shown = i end
  end
  return shown
end

--- Explains a rating in one line: the expected lead before the action, and the changes, the largest
--- first. The printed numbers add up to the printed rating.
---@param reasons AdviceReason[]
---@param before number second result of Advice:reasons
---@return string text
---@usage local why = require("carcassonne.text.evaluations").why
--- assert(why({ { name = "points", own = 3, theirs = 0 }, { name = "fields", own = 0, theirs = -1.5
--- } }, -2) == "-2.0 expected before; +3.0 points now; +1.5 from fields, taken from the opponent")
function evaluations.why(reasons, before)
  local list, total = gains(reasons), before
  for _, reason in ipairs(reasons) do total = total + reason.own - reason.theirs end
  local texts, shown = { evaluations.points(before, true) .. " expected before" }, printed(before)
  for i = 1, count_shown(list) do
    texts[i + 1], shown = list[i].text, shown + printed(list[i].value)
  end
  local rest = printed(total) - shown
  if math.abs(rest) >= NOTHING then
    texts[#texts + 1] = evaluations.points(rest, true) .. " from smaller changes"
  end
  return table.concat(texts, "; ") .. (texts[2] and "" or "; no change")
end

--- Returns the cost of an action as a sentence.
---@param cost number
---@param better string description of the better action
---@param looked boolean whether the bot rated the action
---@return string
function evaluations.cost(cost, better, looked)
  local verdict = evaluations.verdict(cost)
  if verdict.name == "best" then return verdict.says end
  local points = cost < 0.95 and words.count(0, "point"):gsub("^0", evaluations.points(cost))
    or evaluations.points(cost) .. " points"
  if verdict.name == "near" then return ("%s (%s)."):format(verdict.says, points) end
  return ("%s %s%s; better: %s."):format(verdict.says, looked and "" or "about ", points, better)
end

--- Returns a few words that say how many points a player lost.
---@param who string
---@param cost number
---@return string
---@usage assert(require("carcassonne.text.evaluations").gave_away("Anna", 2.3) == "Anna gave away 2.3 points")
function evaluations.gave_away(who, cost)
  local name = evaluations.verdict(cost).name
  if name == "best" then return who .. ": the best move" end
  if name == "near" then return ("%s: nearly the best move (%s)"):format(who, evaluations.points(cost)) end
  return ("%s gave away %s points"):format(who, evaluations.points(cost))
end

--- Returns a sentence with the sum of a player's costs.
---@param name string name of the player
---@param sum ReviewSum
---@return string
function evaluations.sum(name, sum)
  if sum.decisions == 0 then return ("%s had no choices."):format(words.sentence(name)) end
  return ("%s gave away %s points in %s, %s per decision; %d of these decisions %s the "
    .. "best."):format(words.sentence(name),
    evaluations.points(sum.cost),
    words.count(sum.decisions, "decision"), evaluations.points(sum.cost / sum.decisions), sum.best,
      sum.best == 1 and "was" or "were")
end

--- Returns a line with a decision and its cost.
---@param entry ReviewEntry
---@return string
function evaluations.entry(entry)
  return ("turn %d: %s cost %s points; better: %s"):format(entry.turn, entry.chosen,
    evaluations.points(entry.cost), entry.best)
end

return evaluations
