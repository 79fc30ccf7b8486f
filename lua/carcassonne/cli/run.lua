--- `carcassonne run`: measures games, and what house rules and expansions change in them.
-- @module carcassonne.cli.run

local comparison_run = require "carcassonne.lab.comparison_run"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_options = require "carcassonne.cli.run_options"

local run = {
  reads_scripts = true,
  summary = "Play many games and report measures, or what house rules and expansions change.",
  description = [[
Plays many games with bots and prints a table of measures: points by source, wins, turns, pieces. The table
shows the mean of each measure with a 95 % confidence interval, and its spread: how far a single game usually
lies from the mean (the standard deviation).

With --variant, the command works as `carcassonne compare` does for all these variants together: it plays
the same games with the variants and without them, and reports the differences. `compare` also accepts
several sets of rules, and can save and continue long runs. A report depends only on the seed and the
options.]],
  epilog = [[
Examples:
  carcassonne run                                         measures of the standard game
  carcassonne run --variant chained-builders              the effect of a house rule
  carcassonne run --variant tower --variant siege:pig=1   the effect of two expansions together
  carcassonne run --variant tower --no-compare            measures of the game with an expansion
  carcassonne run -n 1000 --seed 7 --players 4
  carcassonne run --bot greedy --bot random               one bot for each player
  carcassonne run --edition jcz --sets base --json

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

local USUAL = 200 -- default number of games: takes a few seconds

function run.options(command)
  run_options.games(command, USUAL)
  command:flag("--no-compare", "With --variant: do not play the standard games, and do not report "
    .. "differences.")
  run_options.report(command)
end

function run.run(args)
  args.games, args.rules = args.games or USUAL, { rule_specs.STANDARD }
  if #args.variant > 0 and not args.no_compare then
    args.rules, args.variant = { table.concat(args.variant, " + ") }, {}
  end
  return comparison_run.run(args)
end

return run
