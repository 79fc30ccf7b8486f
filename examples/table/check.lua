-- Checks games against the contract of lua/doc/PLUGIN.md: `lua check.lua [GAME ...]`. The exit
-- status is 1 if a game breaks the contract.
local terminal = dofile((arg[0]:match "^(.*/)" or "") .. "terminal.lua")
local check = require "carcassonne.plugin.check"

local broken = 0
for i = 1, math.max(1, #arg) do
  local report = check.run(terminal.load(arg[i] or "carcassonne.plugin"), { games = 4 })
  terminal.say("%s: %d games, %d actions, %d clauses of the contract broken", report.plugin, report.games,
    report.decisions, #report.problems)
  for _, problem in ipairs(report.problems) do
    terminal.say("  %s: %s. %s", problem.clause, problem.says, problem.text)
  end
  broken = broken + #report.problems
end
terminal.leave(broken > 0 and 1 or 0)
