--- `carcassonne compare`: what house rules, expansions and editions change, with how sure that is.
-- @module carcassonne.cli.compare

local c_locale = require "carcassonne.base.c_locale"
local comparison_run = require "carcassonne.lab.comparison_run"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_controller = require "carcassonne.lab.run_controller"
local run_options = require "carcassonne.cli.run_options"
local sample_size = require "carcassonne.lab.sample_size"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"

local compare = {
  reads_scripts = true,
  summary = "Hold house rules, expansions and editions against each other: what do they change, and how sure is that?",
  description = [[
Plays the same games under several rules - the same draws as far as the tiles are the same, the same seeds of the
choices - and says what the others change against the first: in words what is more than chance, then all measures in a
table, each difference with its 95 % interval. One set of rules alone is held against the standard ones.

RULES are: ]] .. rule_specs.HELP .. [[

The options --edition, --players, --variant and so on hold for all of them.

Games come in blocks. --results keeps each block as it ends, Ctrl-C shows the report of what is finished, and --resume
goes on; with a larger --games it adds to what is there. Intervals are then those that hold however often one looks.]],
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

--- Declares what the command takes.
---@param command table of argparse
function compare.options(command)
  command:argument("rules", "What is compared."):args "*":argname "RULES"
  run_options.games(command)
  command:option("--until", "Play until the difference of a measure is known to WIDTH more or less, at most --games, which is then " ..
    ("%d by default. Points of a player by default; shares are of a hundred games."):format(comparison_run.MAX)):argname "[MEASURE=]WIDTH"
  command:flag("--plan", ("Play a few games, %d by default, and say how many an interval needs."):format(comparison_run.PILOT))
  run_options.places(command)
  run_options.results(command)
  run_options.report(command)
end

-- How long it takes: of the processor here, or, with several processes, on the wall.
local function watch(made)
  local clock = made.places and os.time or os.clock
  local began = clock()
  return function() return clock() - began end
end

local function tell_plan(args, made, wanted, seconds)
  local each = seconds / (#made.blocks * made.plan.size)
  local rows = sample_size.rows(made, wanted and wanted.width)
  if #made.plan.arms > 2 then output.print(("The differences of %s:"):format(made.plan.arms[#made.plan.arms].label)) end
  if #rows == 1 then
    output.print "Nothing differs in any of these games, so that nothing can be said of how many an interval needs."
  else
    output.print_lines(tables.lines(rows, { heading = true, style = terminal.style(args.color) }))
  end
  local by = ("\nBy %d games."):format(#made.blocks * made.plan.size)
  if each == 0 then return output.print(by) end
  output.print(c_locale.format("%s A game under each of the rules takes %.2g s %s, so that a thousand take %.2g minutes.", by, each,
    made.places and "with so many processes" or "here", each * 1000 / 60))
end

local function check_ways(args)
  if args.plan and (args.resume or args.results) then process.refuse("--plan keeps nothing; leave --results and --resume away") end
  if not args.resume and #args.rules == 0 then process.refuse("there are no rules to compare; see: carcassonne compare --help") end
end

--- Plays the games and prints what they show.
---@param args table as argparse gives them
---@return integer status
function compare.run(args)
  check_ways(args)
  local file = args.resume and results_file.hold(args.resume)
  results_file.check_no_share(file)
  local head, plan, games = comparison_run.prepare(args, file)
  local wanted = comparison_run.stopping_rule(head)
  local function show(made) return comparison_run.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, show)
  local began = watch(made)
  comparison_run.play(made, games, not args.plan and wanted or nil)
  if args.plan then
    tell_plan(args, made, wanted, began())
    return 0
  end
  return show(made)
end

return compare
