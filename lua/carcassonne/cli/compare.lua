--- `carcassonne compare`: what house rules, expansions and editions change, with how sure that is.
-- @module carcassonne.cli.compare

local comparison_run = require "carcassonne.lab.comparison_run"
local process = require "carcassonne.program.process"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_options = require "carcassonne.cli.run_options"

local compare = {
  reads_scripts = true,
  summary = "Hold house rules, expansions and editions against each other: what do they change, and how "
    .. "sure is that?",
  description = [[
Plays the same games under several rules - the same draws as far as the tiles are the same, the same seeds of the
choices - and says what the others change against the first: in words what is more than chance, then all measures in a
table, each difference with its 95 % interval. One set of rules alone is held against the standard ones.

RULES are: ]] .. rule_specs.HELP .. [[

The options --edition, --players, --variant and so on hold for all of them.

Games come in blocks. --results keeps each block as it ends, Ctrl-C shows the report of what is finished, and --resume
goes on; with a larger --games it adds to what is there. Intervals are then those that hold however
often one looks.]],
  epilog = [[
Examples:
  carcassonne compare my-rule.lua                        what does it change?
  carcassonne compare standard tower tower+bridges -n 2000
  carcassonne compare edition=jcz edition=2003 small_city=2
  carcassonne compare my-rule.lua --until 0.5            until the points are known to 0.5 more or less
  carcassonne compare my-rule.lua --until wins.2=1       until the second player's wins are, of a hundred
  carcassonne compare my-rule.lua --plan                 how many games does that take?
  carcassonne compare my-rule.lua --results run.jsonl    and, after Ctrl-C:
  carcassonne compare --resume run.jsonl
  carcassonne compare tower --html tower.html --csv
  carcassonne compare bot=random bot=greedy -n 200       who plays, in place of what is played

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

function compare.options(command)
  command:argument("rules", "What is compared."):args "*":argname "RULES"
  run_options.games(command)
  command:option("--until",
    "Play until the difference of a measure is known to WIDTH more or less, at most --games, which "
      .. "is then " ..
    ("%d by default. Points of a player by default; shares are of a hundred games."):format(
      comparison_run.MAX)):argname "[MEASURE=]WIDTH"
  command:flag("--plan",
    ("Play a few games, %d by default, and say how many an interval needs."):format(comparison_run.PILOT))
  run_options.places(command)
  run_options.results(command)
  run_options.report(command)
end

local function check_ways(args)
  if args.plan and (args.resume or args.results) then
    process.refuse("--plan keeps nothing; leave --results and --resume away")
  end
  if not args.resume and #args.rules == 0 then
    process.refuse("there are no rules to compare; see: carcassonne compare --help")
  end
end

function compare.run(args)
  check_ways(args)
  return comparison_run.run(args)
end

return compare
