--- What a bot thinks, in words: what an action is expected to bring and why, and what another one
--- cost.
-- @module carcassonne.text.evaluations

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local words = require "carcassonne.describe.words"

local evaluations = {}

--- What the parts of a rating are called, by their names (carcassonne.core.worths): behind what
--- they bring, as in "+4.1 of cities to come".
---@type table<string, string>
evaluations.parts = {
  points = "points at once", roads = "of roads to come", cities = "of cities to come",
    monasteries = "of monasteries to come",
  fields = "of fields", goods = "of goods", builders = "of builders", turn = "of a double turn",
    followers = "of followers at home",
  pieces = "of other pieces at home", later = "of what follows",
}

local REASONS = 4 -- that are told; the others are one, unless they are together more than one that is told
local NOTHING = 0.05 -- points that nobody would print

--- Costs up to `most` points: whether such a move is praised, the word for it, and the name of its
--- colour.
---@class Verdict
---@field name "best"|"near"|"slip"|"dear"
---@field most number
---@field says string
---@field colour? string
---@type Verdict[]
evaluations.verdicts = {
  { name = "best", most = NOTHING, says = "The best move.", colour = "good" },
  { name = "near", most = 0.5, says = "Nearly the best", colour = "good" },
  { name = "slip", most = 3, says = "That cost" },
  { name = "dear", most = math.huge, says = "That cost", colour = "bad" },
}

--- Which of the verdicts a cost gets.
---@param cost number
---@return Verdict
---@usage assert(require("carcassonne.text.evaluations").verdict(0).name == "best")
function evaluations.verdict(cost)
  for _, verdict in ipairs(evaluations.verdicts) do
    if cost < verdict.most then return verdict end
  end
  return evaluations.verdicts[#evaluations.verdicts]
end

--- Points with a decimal, and their sign if it matters.
---@param value number
---@param signed? boolean
---@return string
---@usage local points = require("carcassonne.text.evaluations").points
--- assert(points(2.31) == "2.3" and points(2, true) == "+2.0" and points(-0.01, true) == "0.0")
function evaluations.points(value, signed)
  if math.abs(value) < NOTHING then return "0.0" end
  return (c_locale.format(signed and "%+.1f" or "%.1f", value))
end

--- Points for programs: rounded, so that they say no more than they mean; whole numbers without a
--- point, so that every Lua writes the same.
---@param value number
---@param parts integer of a point: 100 for hundredths
---@return number
---@usage assert(require("carcassonne.text.evaluations").rounded(2.346, 100) == 2.35)
function evaluations.rounded(value, parts)
  local number = math.floor(value * parts + 0.5) / parts
  return compat.math.tointeger(number) or number
end

-- One gain with its sign, and whose it is if it is the opponent's.
local function gain(name, value, of_opponent)
  if not of_opponent then
    return ("%s %s"):format(evaluations.points(value, true), evaluations.parts[name])
  end
  return ("%s %s, %s"):format(evaluations.points(value, true), evaluations.parts[name],
    value > 0 and "taken from the opponent" or "for the opponent")
end

-- What there is to tell, the largest first. Who plays the next tile is one thing, whoever it is.
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

-- A number as it is printed.
local function printed(value) return c_locale.tonumber((evaluations.points(value))) end

-- How many of the gains are told: so many that all others together are less than each of them.
local function count_told(list)
  local told, rest = #list, 0
  for i = #list - 1, REASONS, -1 do
    rest = rest + list[i + 1].value
    if math.abs(rest) <= math.abs(list[i].value) then told = i end
  end
  return told
end

--- Why an action is rated so, in a line: what was to be expected before it, and what it changes,
--- the most important first. The numbers add up to the rating as it is printed.
---@param reasons AdviceReason[]
---@param before number what Advice:reasons gave
---@return string text
---@usage local why = require("carcassonne.text.evaluations").why
--- assert(why({ { name = "points", own = 3, theirs = 0 }, { name = "cities", own = 0, theirs = -1.5
--- } }, -2)
---   == "-2.0 expected before; +3.0 points at once; +1.5 of cities to come, taken from the opponent")
function evaluations.why(reasons, before)
  local list, total = gains(reasons), before
  for _, reason in ipairs(reasons) do total = total + reason.own - reason.theirs end
  local texts, told = { evaluations.points(before, true) .. " expected before" }, printed(before)
  for i = 1, count_told(list) do
    texts[i + 1], told = list[i].text, told + printed(list[i].value)
  end
  local rest = printed(total) - told
  if math.abs(rest) >= NOTHING then
    texts[#texts + 1] = evaluations.points(rest, true) .. " of smaller things"
  end
  return table.concat(texts, "; ") .. (texts[2] and "" or "; it changes nothing")
end

--- What an action cost, in a sentence; that it was the best, if it was.
---@param cost number
---@param better string what would have been better
---@param looked boolean whether the bot looked at the action itself
---@return string
function evaluations.cost(cost, better, looked)
  local verdict = evaluations.verdict(cost)
  if verdict.name == "best" then return verdict.says end
  local points = cost < 0.95 and words.count(0, "point"):gsub("^0", evaluations.points(cost))
    or evaluations.points(cost) .. " points"
  if verdict.name == "near" then return ("%s (%s)."):format(verdict.says, points) end
  return ("%s %s%s: better was %s."):format(verdict.says, looked and "" or "about ", points, better)
end

--- Who gave away how much, in a few words.
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

--- What the moves of a player cost together, in a sentence.
---@param name string of the player
---@param sum ReviewSum
---@return string
function evaluations.sum(name, sum)
  if sum.decisions == 0 then return ("%s had nothing to choose."):format(words.sentence(name)) end
  return ("%s gave away %s points in %s, %s each; %d of them %s the best."):format(words.sentence(name),
    evaluations.points(sum.cost),
    words.count(sum.decisions, "decision"), evaluations.points(sum.cost / sum.decisions), sum.best,
      sum.best == 1 and "was" or "were")
end

--- A decision with what it cost, in a line.
---@param entry ReviewEntry
---@return string
function evaluations.entry(entry)
  return ("turn %d: %s cost %s; better was %s"):format(entry.turn, entry.chosen,
    evaluations.points(entry.cost), entry.best)
end

return evaluations
