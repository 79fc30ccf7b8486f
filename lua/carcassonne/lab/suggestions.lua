--- What a designer can try for each finding of a report.
-- @module carcassonne.lab.suggestions

local process = require "carcassonne.program.process"

local suggestions = {}

local SEATS = "Try points at the start for the players whose seats win less."
local SEATS_SWEPT = "Try points at the start for the players whose seats win less, or another value of an "
  .. "option; %s searches for it."
local SEATS_ARE_EVEN = "Keep this rule: the seats win more evenly with it."
local AMOUNT = "Try other amounts if this change is too large; {sweep}."

-- What replaces {sweep}: for a script with a range of an option, and for any other.
local SWEEP = "%s compares values"
local NO_OPTION = "declare the number in `options`, and reports name a command that compares values"

-- ---- What scripts do ----------------------------------------------------------------------------

-- For each thing that scripts can do: the keys of scripts that do it, or the kind of uses that
-- shows it. Suggestions are about what the scripts of a report do.
local DOES = {
  anything = {},
  gives = { use = "points" },
  rewards = { "points", "bonus", "on_feature_scored" },
  forbids = { "forbidden_deployments", "allow_deployment", "forbidden_placements", "allow_placement" },
  bans = { "forbidden_deployments", "allow_deployment" },
  asks = { "phases" },
  tiles = { "tiles", "counts", "sets" },
  turns = { "extra_part", "extends_builder", "rules" },
  pieces = { "pieces" },
  goods = { "goods" },
  ends = { "final_scoring" },
  wins = { "victory" },
}

-- Returns whether the scripts of an arm do something.
local function does(arm, what)
  local keys, contains = DOES[what], {}
  for _, key in ipairs(arm.contains or {}) do contains[key] = true end
  for _, use in ipairs(arm.uses) do
    if use.kind == keys.use then return true end
  end
  for _, key in ipairs(keys) do
    if contains[key] then return true end
  end
  return keys == DOES.anything and next(contains) ~= nil
end

-- ---- Suggestions by measure ---------------------------------------------------------------------

local LENGTH = {
  { "tiles", more = "Try fewer tiles if a game takes too long.",
    less = "Try more tiles if a game is over too soon." },
  { "wins", more = "Try a lower target if a game takes too long.",
    less = "Try a higher target if a game is over too soon." },
  { "turns", more = "Try fewer additional turns if a game takes too long.",
    less = "Try more additional turns if a game is over too soon." },
}
local TURNS_IN_A_ROW = { { "turns",
  more = "Try a limit on turns in a row if the other players wait too long.",
  less = "Try a cheaper way to an additional turn if players miss them." } }
local AMOUNTS = { { "gives", more = AMOUNT, less = AMOUNT } }

-- The suggestions for a measure that is larger (`more`) or smaller (`less`), by its key or by the
-- first part of its key: what scripts must do for a suggestion, in order, and its text.
local BY_MEASURE = {
  points = { { "gives", more = AMOUNT,
    less = "Try a smaller price or penalty if players get too few points; {sweep}." },
    { "forbids", less = "Try to forbid less if players get too few points." } },
  label = AMOUNTS, ["from.script"] = AMOUNTS,
  from = { { "rewards", more = "Try a smaller reward if these features now matter too much." },
    { "forbids", less = "Try to forbid less if these features now matter too little." } },
  draws = { { "anything", more = "Try a rule that breaks ties.",
    less = "Keep this rule if draws are not wanted." } },
  lead = { { "gives",
    more = "Try a limit on how often one player scores, or a reward for players with fewer points." },
    { "anything", less = "Keep this rule if close games are wanted." } },
  lead_changes = { { "gives", more = "Try smaller rewards if the lead changes by luck.",
    less = "Try rewards that players with fewer points can reach." } },
  overturned = { { "ends",
    more = "Try fewer points at the end of the game if the last turn decides too much.",
    less = "Try more points that are counted at the end if the winner is known too early." } },
  length = LENGTH, tiles = LENGTH,
  decisions = { { "asks",
    more = "Try to ask less often (`when` in the phase) if turns take too long.",
    less = "Try a further choice if players have too little to decide." } },
  double_turns = TURNS_IN_A_ROW, extra_parts = TURNS_IN_A_ROW, chains = TURNS_IN_A_ROW,
  longest = TURNS_IN_A_ROW,
  goods = { { "goods", more = "Try fewer goods if trade decides too many games.",
    less = "Try more goods if players neglect trade." } },
  idle = { { "bans", more = "Try to forbid fewer deployments if too many pieces stay idle." },
    { "pieces", more = "Try fewer pieces if too many stay idle.",
      less = "Try a way to get pieces back if players run out of them." } },
  stakes = { { "gives", more = "Try rewards of more similar size if one wrong decision loses a game.",
    less = "Try rewards of different size if it does not matter what players choose." } },
}

local MOST_RANGES = 3 -- commands in a sentence

-- Returns commands that vary an option, as they are typed into a shell; nil if no option is a
-- number.
local function sweeps(report, change, wanted)
  local ranges, list = report.arms[change.arm].ranges or report.arms[change.against].ranges or {}, {}
  for i = 1, math.min(#ranges, MOST_RANGES) do
    list[i] = ("`carcassonne sweep %s%s`"):format(process.shell_word(ranges[i]), wanted)
  end
  return #list > 0 and table.concat(list, " or ") or nil
end

-- Returns the suggestion for a change of the wins of seats, which may make a game more even.
local function of_seats(report, change)
  local first, other = report.arms[change.against].shown.seat, report.arms[change.arm].shown.seat
  if math.abs(other.mean) < math.abs(first.mean) then return SEATS_ARE_EVEN end
  local commands = sweeps(report, change, " --want seat=even")
  return commands and SEATS_SWEPT:format(commands) or SEATS
end

-- Returns the suggestion for a measure that is larger or smaller, by what the scripts do.
local function suggestion_for(report, change, measure)
  local tries = BY_MEASURE[measure.key] or BY_MEASURE[measure.key:match "^[^.]*"] or {}
  local way = change.of[measure.key].difference > 0 and "more" or "less"
  local arm, against = report.arms[change.arm], report.arms[change.against]
  for _, try in ipairs(tries) do
    if try[way] and (does(arm, try[1]) or does(against, try[1])) then return try[way] end
  end
end

--- Returns what to try for a clear difference.
---@param report Report
---@param change ReportChange
---@param measure Counted
---@return string? suggestion nil if what the scripts do suggests nothing
function suggestions.of(report, change, measure)
  local kind = measure.key:match "^[^.]*"
  if kind == "wins" or kind == "seat" then
    return does(report.arms[change.arm], "anything") and of_seats(report, change) or nil
  end
  local text, commands = suggestion_for(report, change, measure), sweeps(report, change, "")
  local swept = commands and SWEEP:format(commands) or NO_OPTION
  return text and (text:gsub("{sweep}", function() return swept end))
end

--- Returns why a difference follows from another one, which has a sentence with a suggestion. Games
--- with the same tiles have as many more turns as they have fewer further parts of turns.
---@param change ReportChange
---@param measure Counted
---@return string? reason nil if it does not follow from another one
function suggestions.reason(change, measure)
  local parts, turns = change.of.extra_parts, change.of.length
  if measure.key ~= "length" or not parts or not parts.sure then return nil end
  local unexplained = math.abs(turns.difference + parts.difference)
  if unexplained >= 0.5 * math.abs(turns.difference) then return nil end
  return "This follows from the number of double turns."
end

--- What to try if there is no clear difference.
suggestions.UNCLEAR = "Try more games (`-n`), or larger numbers in the rule."

--- What to look at if no game differs.
suggestions.UNCHANGED = "The rule changed nothing. Perhaps its conditions (`kind`, `when`) are never met, "
  .. "or its amounts are 0."

--- What to try for what a script offers, by how it was used.
---@type table<"unseen"|"without_effect"|"idle"|"refused"|"automatic", string>
suggestions.BY_USE = {
  unseen = "Try a condition that is met more often.",
  without_effect = "The bots avoid what it forbids, or its condition is never met.",
  idle = "Try a condition that is met more often, or omit the part.",
  refused = "Try a smaller price, a larger reward, or another bot (`--bot mcts`), "
    .. "because a bot may not foresee the reward.",
  automatic = "Try a price, so that players have a choice.",
}

return suggestions
