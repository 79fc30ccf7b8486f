--- Checks the assertions of scenarios (saved games of JCloisterZone), for all random results if
--- necessary.

local assertions = require "spec.support.interop.assertions"
local jcz = require "carcassonne.interop.jcz"

local scenario_check = {}

local function judge(game, saved, forced)
  local outcome = jcz.play_as(game, saved, forced)
  if #outcome.missing > 0 then return "not supported", outcome.missing, outcome end
  if outcome.problem then return "failed", { outcome.problem }, outcome end
  local failed, unknown = assertions.check(outcome, saved)
  if #failed > 0 then return "failed", failed, outcome end
  if #unknown > 0 then return "not supported", unknown, outcome end
  return "passed", {}, outcome
end

-- Returns the random results to try after `forced`; nil after the last ones. `chances` has the
-- number of possible values of each random result.
local function next_outcomes(forced, chances)
  local list = {}
  for i = 1, #chances do list[i] = forced[i] or 1 end
  for i = #list, 1, -1 do
    if list[i] < chances[i] then
      list[i] = list[i] + 1
      return list
    end
    list[i] = nil
  end
end

local MAX_TRIES = 1000 -- maximum number of combinations of random results

--- Plays a scenario and checks its assertions. A file does not say which random results a script
--- got. So the scenario passes if its assertions hold for some results.
---@param saved SavedJcz
---@return "passed"|"failed"|"not supported" result
---@return string[] notes expected and actual values, or what is missing
---@return JczOutcome outcome
function scenario_check.check(saved)
  local game = jcz.game(saved)
  if not game then
    local outcome = jcz.play(saved)
    return "not supported", outcome.missing, outcome
  end
  local result, notes, outcome = judge(game, saved)
  if result == "passed" or #(outcome.chances or {}) == 0 then return result, notes, outcome end
  local forced, chances = {}, outcome.chances
  for i = 1, #chances do forced[i] = 1 end
  for _ = 1, MAX_TRIES do
    local again, said, other = judge(game, saved, forced)
    if again == "passed" then return again, said, other end
    forced = next_outcomes(forced, other.chances or {})
    if not forced then break end
  end
  return result, notes, outcome
end

return scenario_check
