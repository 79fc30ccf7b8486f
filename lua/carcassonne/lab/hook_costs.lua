--- Measures what the functions of a script cost in games by greedy, which tries many actions before
--- it takes one, and names the data that can replace a function.
-- @module carcassonne.lab.hook_costs

local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local games = require "carcassonne.lab.games"
local profiler = require "carcassonne.lab.profiler"

local hook_costs = {}

--- The cost of functions in some games by greedy.
---@class HookCosts
---@field games integer
---@field seconds number processor time of these games
---@field by_name table<string, HookTime> the functions of the script
---@field source table of the variant

-- A function that takes less than this share of a game is not worth replacing.
local MIN_SHARE = 0.05

-- ---- Advice -------------------------------------------------------------------------------------

--- How to do without a kind of function.
---@class HookAdvice
---@field data? string the data that can replace the function
---@field see string the entry of lua/doc/SCRIPTING.md
---@field takes_when boolean whether `when` can restrict the function

--- The advice by hook, by function of a phase, and for the function of a step of the final scoring.
---@type table<string, HookAdvice>
hook_costs.advice = {
  allow_placement = { data = "`forbidden_placements`", see = "forbidden_placements", takes_when = true },
  extends_builder = { data = "the rule values `extend_trigger` and `links_extend`", see = "rule-values",
    takes_when = true },
  on_tile_placed = { see = "conditions", takes_when = true },
  allow_deployment = { data = "`forbidden_deployments`", see = "forbidden_deployments", takes_when = true },
  majority = { data = "rows of `power` and `tiebreakers`", see = "power", takes_when = true },
  points = { data = "rows of `points`", see = "points", takes_when = true },
  bonus = { data = "rows of `bonus`", see = "bonus", takes_when = true },
  on_points_given = { see = "conditions", takes_when = true },
  on_feature_scored = { data = "rows of `points` and `bonus`", see = "points", takes_when = true },
  on_piece_removed = { see = "conditions", takes_when = true },
  extra_part = { data = "the rule value `builder_parts`", see = "rule-values", takes_when = true },
  run = { see = "conditions", takes_when = true },
  ask = { data = "an `offer`", see = "offers", takes_when = true },
  on_chosen = { data = "an `offer` with `deploy = true`", see = "deploy-offer", takes_when = false },
  final = { data = "rows of the step", see = "final_scoring", takes_when = false },
}

-- Returns the advice for a function, by its name in the profile.
local function advice_for(name)
  return hook_costs.advice[name:match "^phase .*, (.-)$" or name:match "^(final) " or name]
end

-- ---- Measuring ----------------------------------------------------------------------------------

local UNWATCHED = { before = function() end, after = function() end }

--- Plays games by greedy, and counts the calls of the functions of a variant. Raises an error if a
--- game cannot be played to its end.
---@param variant Variant
---@param seed integer of the first game
---@param count integer number of games
---@param new_game fun(variant:Variant):Game
---@return HookCosts
function hook_costs.measure(variant, seed, count, new_game)
  local costs = { games = count, seconds = 0, by_name = {}, source = variant.source }
  local game = new_game(profiler.timed(variant, costs.by_name))
  for number = 1, count do
    local of_game = games.seed(seed, number)
    local state, bot = game:new_initial_state(of_game), bots.new(games.BOT, of_game)
    local began = os.clock()
    games.play(state, bot, of_game, UNWATCHED)
    costs.seconds = costs.seconds + os.clock() - began
  end
  profiler.gather(costs.by_name)
  return costs
end

--- Returns the share of the time of a game that a function takes.
---@param costs HookCosts
---@param name string
---@return number from 0 to 1
function hook_costs.share(costs, name)
  local hook = costs.by_name[name]
  return hook and costs.seconds > 0 and math.min(1, hook.seconds / costs.seconds) or 0
end

-- ---- The sentence -------------------------------------------------------------------------------

-- Returns the function that takes most of the time; nil if none has run.
local function most_expensive(costs)
  local most
  for _, hook in pairs(costs.by_name) do
    local is_more = not most or hook.seconds > most.seconds
      or hook.seconds == most.seconds and hook.name < most.name
    if hook.calls > 0 and is_more then most = hook end
  end
  return most
end

-- Returns whether a function has a condition.
local function has_when(source, name)
  local of_phase, hook = name:match "^phase (.*), ", source[name]
  for _, phase in ipairs(of_phase and source.phases or {}) do
    if phase.name == of_phase then hook = phase end
  end
  return type(hook) == "table" and hook.when ~= nil
end

-- Returns a sentence about doing without a function.
local function advice_text(source, name)
  local advice = advice_for(name)
  local narrower = has_when(source, name) and "narrow its `when`" or "restrict it by `when`"
  local text
  if advice.data and advice.takes_when then
    text = ("If %s can say the same, omit the function; if not, %s"):format(advice.data, narrower)
  elseif advice.data then
    text = ("If %s can say the same, omit the function"):format(advice.data)
  else
    text = "No data replaces this function; " .. narrower
  end
  return ("%s (lua/doc/SCRIPTING.md#%s)"):format(text, advice.see)
end

local function whole(number) return c_locale.format("%.0f", number) end

--- Names the function that costs most, and the data that can replace it.
---@param costs HookCosts
---@return string? nil if no function has run
function hook_costs.text(costs)
  local hook = most_expensive(costs)
  if not hook then return nil end
  local share = hook_costs.share(costs, hook.name)
  local form = "`%s` takes the most time: %s calls and %s %% of the %s ms of a game by greedy"
  local text = form:format(hook.name, whole(hook.calls / costs.games), whole(100 * share),
    whole(1000 * costs.seconds / costs.games))
  return share < MIN_SHARE and text or ("%s. %s"):format(text, advice_text(costs.source, hook.name))
end

return hook_costs
