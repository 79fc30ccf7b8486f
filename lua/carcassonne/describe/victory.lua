--- The rule of victory in words.
-- @module carcassonne.describe.victory

local victory = {}

local RACE_ENDS = { at_once = "at once", turn = "after the turn", round = "after the round" }

--- Describes the rule of victory of a game. Returns nil if the most points win.
---@param game Game
---@return string?
---@usage local game = require("carcassonne").game { victory = { "race", points = 50 } }
--- local victory = require "carcassonne.describe.victory"
--- assert(victory.text(game) == "50 points end the game after the turn")
function victory.text(game)
  local rule = game:victory()
  if rule[1] == "race" then
    return ("%d points end the game %s"):format(rule.points, RACE_ENDS[rule.ends])
  elseif rule[1] == "cooperative" then
    local who = (rule.each or game:players() == 1) and "each player needs" or "all players together need"
    return ("%s %d points"):format(who, rule.points)
  elseif rule[1] == "elimination" then
    return "the last player who takes turns wins"
  end
end

return victory
