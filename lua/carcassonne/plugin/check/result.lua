--- Checks the `result` of a plug-in: its rows, and whether ranks and outcomes agree with `returns`.
-- @module carcassonne.plugin.check.result

local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"

local result = {}

local OUTCOMES = { won = true, drawn = true, lost = true, out = true }

-- Returns a problem of one row of the result.
local function row_problem(t, row, last, over)
  if type(row) ~= "table" then return ("expected a table, got %s"):format(options.show(row)) end
  if not options.whole(row.player, 1, t.players) or row.player <= last then
    return ("expected each player once, in order; got %s after player %d"):format(options.show(row.player),
      last)
  end
  if not OUTCOMES[row.outcome] then
    return ('player %d has the outcome %s; expected "won", "drawn", "lost" or "out"'):format(row.player,
      options.show(row.outcome))
  end
  if type(row.points) ~= "number" then
    return ("player %d has %s as `points`; expected a number"):format(row.player, options.show(row.points))
  end
  if not over and (row.outcome ~= "out" or row.rank ~= nil) then
    return ("player %d has a result before the end of the game, but is not out"):format(row.player)
  end
end

-- Returns the rank that a player must have by the points of all players.
local function rank_by_points(rows, row)
  local rank = 1
  for _, other in ipairs(rows) do
    local goes_before = row.outcome == "out" and other.outcome ~= "out"
      or row.outcome ~= "out" and other.outcome ~= "out" and other.points > row.points
    if goes_before then rank = rank + 1 end
  end
  return rank
end

-- Returns a problem of a complete result.
local function ranks_problem(rows, returns)
  for player, row in ipairs(rows) do
    if row.points ~= returns[player] then
      return ("player %d has %s points, but `returns` returned %s"):format(player, options.show(row.points),
        options.show(returns[player]))
    end
    local rank, best = rank_by_points(rows, row), row.outcome == "won" or row.outcome == "drawn"
    if row.rank ~= rank then
      return ("player %d has the rank %s, but by the points the rank is %d"):format(player,
        options.show(row.rank), rank)
    end
    if best and rank > 1 then
      return ('player %d has the outcome "%s" with rank %d; expected rank 1'):format(player, row.outcome,
        rank)
    end
  end
end

--- Checks the result of a state.
---@param t Trial
---@param state any
---@param out? integer a player who has resigned
function result.check(t, state, out)
  local rows, over, last = t:ask("result", state), t:ask("terminal", state), 0
  if not plain.is_list(rows) then return t:fail("result", "expected a list, got %s", options.show(rows)) end
  local listed = {}
  for _, row in ipairs(rows) do
    local problem = row_problem(t, row, last, over)
    if problem then return t:fail("result", "%s", problem) end
    last, listed[row.player] = row.player, row
  end
  if out and not (listed[out] and listed[out].outcome == "out") then
    return t:fail("result", "player %d has resigned, but is not out", out)
  end
  if not over then return end
  if #rows ~= t.players then
    return t:fail("result", "expected %d players at the end of the game, got %d", t.players, #rows)
  end
  local returns = t:ask("returns", state)
  local problem = type(returns) == "table" and ranks_problem(rows, returns) -- see clause `returns`
  if problem then t:fail("result", "%s", problem) end
end

return result
