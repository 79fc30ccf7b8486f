--- `carcassonne sweep`: options of a script over ranges, and the values that are nearest to a wish.
-- @module carcassonne.cli.sweep

local results_file = require "carcassonne.lab.results_file"
local run_controller = require "carcassonne.lab.run_controller"
local run_options = require "carcassonne.cli.run_options"
local sweep_ranges = require "carcassonne.lab.sweep_ranges"
local sweep_run = require "carcassonne.lab.sweep_run"

local sweep = {
  reads_scripts = true,
  summary = "Try an option of a script, or two, over a range: what does each value do, and which comes "
    .. "nearest to a wish?",
  description = [[
Plays the same games with each value of one option or two, and shows what they do to every measure: where it is lowest
and highest, and its curve; of two options a map. RULES are those of `carcassonne compare`, with a range LOW..HIGH or
LOW..HIGH/STEP in place of a number.

With --want the value is looked for that comes nearest: seat=even, length=shorter, points=40; any measure with a number, more or
less; several with commas. How far a value is from a wish is counted in spreads of a game, and several add up. Games
go where the answer is in doubt: a value that is farther than the best by more than chance may do is played no
more.]],
  epilog = [[
Examples:
  carcassonne sweep siege:pig=1..2 -n 100
  carcassonne sweep my-rule.lua:bonus=0..20 --want seat=even
  carcassonne sweep my-rule.lua:bonus=0..20/5,least=1..4 --want seat=even,length=shorter --html sweep.html
  carcassonne sweep small_city=2..4/2 -n 500           a rule value

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

function sweep.options(command)
  command:argument("rules", "What is played, with one range or two."):args "*":argname "RULES"
  command:option("--want",
    "What is wished of the game: MEASURE=even, more, less or a number; several with commas.")
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
  local function tell(made) return sweep_run.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, tell)
  sweep_run.play(made, wishes, games)
  return tell(made)
end

return sweep
