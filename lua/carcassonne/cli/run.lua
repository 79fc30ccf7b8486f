--- `carcassonne run`: what a game is like, and what house rules and expansions change in it.
-- @module carcassonne.cli.run

local comparison_run = require "carcassonne.lab.comparison_run"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_options = require "carcassonne.cli.run_options"

local run = {
  reads_scripts = true,
  summary = "Play many games and show what they are like, or what house rules and expansions change.",
  description = [[
Plays many games with bots and prints a table of measures: points and where they come from, who wins, turns,
pieces. Each has its mean with a 95 % confidence interval, and the spread of single games.

With --variant it does what `carcassonne compare` does with these variants together: it plays the same games with
and without them, and reports the differences. `compare` also takes several rules, and keeps and continues long
runs. The same seed gives the same report everywhere.]],
  epilog = [[
Examples:
  carcassonne run                                         what is the game like?
  carcassonne run --variant chained-builders              what does the house rule change?
  carcassonne run --variant tower --variant siege:pig=1   what do both change together?
  carcassonne run --variant tower --no-compare            what is the game like with it?
  carcassonne run -n 1000 --seed 7 --players 4
  carcassonne run --bot greedy --bot random               one bot for each player
  carcassonne run --edition jcz --sets base --json

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

local USUAL = 200 -- games by default: a few seconds

function run.options(command)
  run_options.games(command, USUAL)
  command:flag("--no-compare", "With --variant: do not play the games without it.")
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
