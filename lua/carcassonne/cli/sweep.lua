--- `carcassonne sweep`: varies options over ranges and finds the values closest to a target.
-- @module carcassonne.cli.sweep

local parallel = require "carcassonne.lab.parallel"
local results_file = require "carcassonne.lab.results_file"
local run_controller = require "carcassonne.lab.run_controller"
local run_options = require "carcassonne.cli.run_options"
local sweep_ranges = require "carcassonne.lab.sweep_ranges"
local sweep_run = require "carcassonne.lab.sweep_run"

local sweep = {
  reads_scripts = true,
  summary = "Vary one or two options of a script over a range, and report the effect of each value and "
  .. "the value closest to a target.",
  description = [[
Plays the same games with each value of one or two options. Reports the lowest and the highest result of
each measure, and a curve of the results (for two options, a map). RULES are written as for `carcassonne
compare`, with a range LOW..HIGH or LOW..HIGH/STEP instead of a number.

Use --want to search for the option value whose results are closest to a target: seat=even, length=shorter,
points=40. A target is MEASURE=VALUE; VALUE is a number or one of the words more, less, longer and shorter;
for seat, it can also be the word even. Several targets are separated by commas. The distance from a target is
measured in units of the usual distance of a game from the mean (the standard deviation); the distances from
several targets are added. If an option value is clearly farther from the target than the best value, it
is dropped, and the other values get the remaining games.]],
  epilog = [[
Examples:
  carcassonne sweep siege:pig=1..2 -n 100
  carcassonne sweep my-rule.lua:bonus=0..20 --want seat=even
  carcassonne sweep my-rule.lua:bonus=0..20/5,least=1..4 --want seat=even,length=shorter --html sweep.html
  carcassonne sweep small_city=2..4/2 -n 500           a rule value

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

sweep.start_programs = parallel.start

function sweep.options(command)
  command:argument("rules", "The rules to play, with one or two ranges."):args "*":argname "RULES"
  command:option("--want",
    "The target: MEASURE=VALUE, as in points=40 or seat=even; several targets are separated by commas.")
    :argname "MEASURE=VALUE,..."
  run_options.games(command)
  run_options.places(command)
  run_options.results(command)
  run_options.report(command)
end

function sweep.run(args)
  local file = args.resume and results_file.hold(args.resume)
  results_file.check_no_share(file)
  local head, plan, games = sweep_run.prepare(args, file)
  local wishes = args.want and sweep_ranges.wishes(args.want, plan.measures)
  local function show(made) return sweep_run.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, show)
  sweep_run.play(made, wishes, games)
  return show(made)
end

return sweep
