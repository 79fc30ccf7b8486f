--- Converts a bot's review to an evaluation for the page of a game: curves of the lead, the cost of
--- each decision, and the best decision at each step.
-- @module carcassonne.svg.evaluations

local evaluations = require "carcassonne.text.evaluations"
local review = require "carcassonne.bots.review"
local words = require "carcassonne.describe.words"

local evaluation_svg = {}

-- Returns whether a game has hidden reserves or tokens.
local function hides(game)
  for _, kind in ipairs { game:reserves(), game:tokens() } do
    for _, one in ipairs(kind) do
      if one.seen ~= "all" then return true end
    end
  end
  return false
end

local function rounded(value) return value and evaluations.rounded(value, 100) end

local function rounded_line(line)
  local list = {}
  for i, value in ipairs(line) do list[i] = rounded(value) end
  return list
end

-- Returns the curves: with two sides one curve, since the other one would be its mirror image;
-- otherwise one for each side, at the index of its first player.
local function lines_of(found, sides)
  if #sides == 2 then return { rounded_line(found.leads[sides[1][1]]) }, { sides[1][1], sides[2][1] } end
  local lines = {}
  for player = 1, #found.leads do lines[player] = {} end
  for _, side in ipairs(sides) do lines[side[1]] = rounded_line(found.leads[side[1]]) end
  return lines
end

local function who(player) return words.sentence(words.player(player)) end

-- Returns notes by step: the cost of the decision before the step, and the best decision at the
-- step.
local function notes_of(found, steps, concealed)
  local notes = {}
  for step = 1, steps do notes[step] = {} end
  for _, entry in ipairs(found.entries) do
    local before, after = notes[entry.decision], notes[entry.decision + 1]
    after.player, after.cost, after.verdict = entry.player, rounded(entry.cost),
      evaluations.verdict(entry.cost).name
    after.says = evaluations.gave_away(who(entry.player), entry.cost)
    if not concealed(entry.player) then
      after.better = after.verdict ~= "best" and entry.best or nil
      after.x, after.y = entry.x, entry.y
      before.next = ("%s's best move now (%s): %s"):format(who(entry.player),
        evaluations.points(entry.best_rating, true), entry.best)
    end
  end
  return notes
end

--- Converts a review to an evaluation for the page of its game.
---@param found Review review of the whole game
---@param state State
---@param observer? integer|"spectator" omniscient by default; in games with hidden items, the best decisions of other players are omitted
---@return Opinion
---@usage local review, evaluation_svg = require "carcassonne.bots.review", require "carcassonne.svg.evaluations"
--- local state = require("carcassonne").game():new_initial_state(1)
--- state:apply_index(1)
--- assert(#evaluation_svg.of(review.of(state), state).lines == 1)
function evaluation_svg.of(found, state, observer)
  local game = state:game()
  local hidden = hides(game)
  local lines, sides = lines_of(found, review.sides(state))
  local caption = game:players() == 1 and "Expected points" or "Expected lead over the best opponent"
  if sides then caption = ("Expected lead: player %d above, player %d below"):format(sides[1], sides[2]) end
  return { title = ("What %s thinks"):format(found.bot), caption = caption, lines = lines, sides = sides,
    notes = notes_of(found, state:decisions() + 1,
      function(player) return hidden and observer ~= nil and observer ~= player end) }
end

return evaluation_svg
