--- `carcassonne compare`: measures what house rules, expansions and editions change.
-- @module carcassonne.cli.compare

local comparison_run = require "carcassonne.lab.comparison_run"
local parallel = require "carcassonne.lab.parallel"
local process = require "carcassonne.program.process"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_options = require "carcassonne.cli.run_options"

local compare = {
  reads_scripts = true,
  summary = "Compare house rules, expansions and editions: which measures differ, with 95 % confidence "
  .. "intervals.",
  description = [[
Plays the same games under several sets of rules: the draws are the same (as far as the tiles are the same),
and the bots choose with the same seeds. Reports how the other sets differ from the first set: clear
differences in words with what to try, then a table of all measures, the largest differences first, with the
95 % confidence interval of each difference. If only one set of rules is given, it is compared with the
standard rules; if its scripts add tiles, it is compared with these tiles alone, and the tiles are compared
with the standard rules.

RULES are: ]] .. rule_specs.HELP .. [[

The options --edition, --players, --variant and so on apply to all sets of rules.

Games are played in blocks. --results writes each block to a file when the block ends. Ctrl-C ends the run
and shows the report of the finished blocks. --resume continues the run, and with a larger --games it adds
further blocks. The intervals of a run that ends early are anytime-valid: they hold at all numbers of games
at once, so the run may stop after any number of games.]],
  epilog = [[
Examples:
  carcassonne compare my-rule.lua                        what does the rule change?
  carcassonne compare standard tower tower+bridges -n 2000
  carcassonne compare edition=jcz edition=2003 small_city=2
  carcassonne compare my-rule.lua --until 0.5            until the interval of the points is +/- 0.5
  carcassonne compare my-rule.lua --until wins.2=1       until the interval of player 2's wins is +/- 1 %
  carcassonne compare my-rule.lua --plan                 how many games are required for an interval?
  carcassonne compare my-rule.lua --results run.jsonl    Ctrl-C ends the run; to continue it:
  carcassonne compare --resume run.jsonl
  carcassonne compare tower --html tower.html --csv
  carcassonne compare bot=random bot=greedy -n 200       compares bots instead of rules

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

compare.start_programs = parallel.start

function compare.options(command)
  command:argument("rules", "The sets of rules to compare."):args "*":argname "RULES"
  run_options.games(command)
  command:option("--until",
    "Play until the confidence interval of a difference extends at most WIDTH to each side. --games is then "
    .. "the maximum number of games, " ..
    ("%d by default. MEASURE is points by default. For a measure that is a proportion, such as wins, WIDTH "
      .. "is a number of games in 100."):format(
      comparison_run.MAX)):argname "[MEASURE=]WIDTH"
  command:flag("--plan",
    ("Play a few games, %d by default, and report how many games an interval of a certain width "
      .. "requires."):format(
      comparison_run.PILOT))
  run_options.places(command)
  run_options.results(command)
  run_options.report(command)
end

local function check_ways(args)
  if args.plan and (args.resume or args.results) then
    process.refuse("--plan does not store results; omit --results and --resume")
  end
  if not args.resume and #args.rules == 0 then
    process.refuse("no rules to compare; see: carcassonne compare --help")
  end
end

function compare.run(args)
  check_ways(args)
  return comparison_run.run(args)
end

return compare
