--- Sets up, plays and reports a run that measures or compares rules.
-- @module carcassonne.lab.comparison_run

local c_locale = require "carcassonne.base.c_locale"
local measures = require "carcassonne.lab.measures"
local output = require "carcassonne.program.output"
local report = require "carcassonne.lab.report"
local report_output = require "carcassonne.lab.report_output"
local results_file = require "carcassonne.lab.results_file"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_controller = require "carcassonne.lab.run_controller"
local run_plan = require "carcassonne.lab.run_plan"
local run_setup = require "carcassonne.lab.run_setup"
local sample_size = require "carcassonne.lab.sample_size"
local stopping_rule = require "carcassonne.lab.stopping_rule"
local tables = require "carcassonne.text.table"
local terms = require "carcassonne.lab.terms"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local comparison_run = {}

--- Default number of games of a pilot run, and maximum number of games of a run with a stopping
--- rule.
comparison_run.PILOT, comparison_run.MAX = 200, 100000

--- Returns the run of the command line, or the run of the resumed file.
---@param args table the command's options, with `rules`
---@param file? ResultsFile
---@return RunHead head
---@return Plan plan
---@return integer games number of games when the run is complete
function comparison_run.prepare(args, file)
  run_setup.check_resumed(args, file, "compare", args.rules[1])
  for i, rule in ipairs(file and file.head.rules or {}) do args.rules[i] = rule.words end
  local usual = args.plan and comparison_run.PILOT or args["until"] and comparison_run.MAX or run_plan.USUAL
  if args.plan then args.size = run_plan.size(args.games or usual) end
  return run_setup.run_of(args, file, { command = "compare", usual = usual,
    list = function() return rule_specs.list(args.rules, args) end })
end

--- Returns the stopping rule of a run, or nil.
---@param head RunHead
---@return StoppingRule?
function comparison_run.stopping_rule(head)
  return head["until"] and stopping_rule.read(head["until"], measures.list(head.sides), head.rules)
end

--- Plays the missing blocks of a run.
---@param made RunController
---@param games integer
---@param wanted? StoppingRule
function comparison_run.play(made, games, wanted)
  local total, number = math.ceil(games / made.plan.size), 0
  made:begin(total * made.plan.size)
  while number < total do
    number = wanted and math.min(total, wanted:ahead(number, made.blocks, made.places and made.places.shares))
      or total
    made:fill_range(1, number)
    if wanted and select(2, wanted:counted(made.blocks)) then break end
  end
  made:finish()
end

--- Returns the report of a run's blocks. If the run has a stopping rule, the report covers only the
--- blocks before the stop.
---@param head RunHead
---@param list Block[]
---@return Report
function comparison_run.report(head, list)
  local wanted = comparison_run.stopping_rule(head)
  list = wanted and wanted:counted(list) or list
  return report.of({ rules = head.rules, sides = head.sides, looks = run_setup.looks(head, list) }, list)
end

--- Shows the report of a run's blocks.
---@param args table the options of the output
---@param head RunHead
---@param list Block[]
---@return integer status
function comparison_run.show(args, head, list)
  return report_output.show(args, head, comparison_run.report(head, list))
end

-- ---- The run ------------------------------------------------------------------------------------

-- Starts a clock: processor time, or wall time if several processes play.
local function watch(made)
  local clock = made.places and os.time or os.clock
  local began = clock()
  return function() return clock() - began end
end

local function print_plan(args, made, wanted, seconds)
  local each = seconds / (#made.blocks * made.plan.size)
  local rows = sample_size.rows(made, wanted and wanted.width)
  if #made.plan.arms > 2 then
    local arms = made.plan.arms
    local last, against = sample_size.compared(arms)
    output.print(("Intervals for the differences between %s and %s:"):format(arms[last].label,
      arms[against].label))
  end
  if #rows == 1 then
    output.print("There was no difference in these games, so the required number of games is unknown.")
  else
    output.print_lines(tables.lines(rows, { heading = true, style = terminal.style(args.color) }))
    output.print("\n" .. terms.SPREAD)
  end
  local by = ("\nEstimated from %d games."):format(#made.blocks * made.plan.size)
  if each == 0 then return output.print(by) end
  local with = made.places and "with this number of processes" or "on this machine"
  output.print(by .. c_locale.format(" One game under each set of rules takes %.2g s %s;", each, with)
    .. c_locale.format(" 1000 games take %.2g minutes.", each * 1000 / 60))
end

-- Returns the numbers of players, up to 6, for which a variant has teams.
local function numbers_with_teams(variant)
  local numbers = {}
  for number = 1, 6 do
    local teams = (variant.source.teams or {})[number]
    if teams and type(teams[1]) == "table" then numbers[#numbers + 1] = tostring(number) end
  end
  return numbers
end

-- Reports variants that have teams only for numbers of players other than that of the run.
local function print_missing_teams(arms)
  local seen = {}
  for _, arm in ipairs(arms) do
    for _, variant in ipairs(#arm.game:teams() == 0 and arm.variants or {}) do
      local numbers = numbers_with_teams(variant)
      if #numbers > 0 and not seen[variant.name] then
        seen[variant.name] = true
        output.print(("\n%s has no teams for %s: try --players %s."):format(variant.name,
          words.count(arm.game:players(), "player"), table.concat(numbers, " or ")))
      end
    end
  end
end

--- Plays the games that the options select and prints the report.
---@param args table the command's options, with `rules`
---@return integer status
function comparison_run.run(args)
  local file = args.resume and results_file.hold(args.resume)
  results_file.check_no_share(file)
  local head, plan, games = comparison_run.prepare(args, file)
  local wanted = comparison_run.stopping_rule(head)
  local function show(made) return comparison_run.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, show)
  local began = watch(made)
  comparison_run.play(made, games, not args.plan and wanted or nil)
  if args.plan then
    print_plan(args, made, wanted, began())
    return 0
  end
  local status = show(made)
  if not args.json and not args.csv then print_missing_teams(plan.arms) end
  return status
end

return comparison_run
