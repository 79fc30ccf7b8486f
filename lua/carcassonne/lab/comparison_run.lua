--- A run that compares rules: it is set up, played, and reported.
-- @module carcassonne.lab.comparison_run

local measures = require "carcassonne.lab.measures"
local report = require "carcassonne.lab.report"
local report_output = require "carcassonne.lab.report_output"
local rule_specs = require "carcassonne.lab.rule_specs"
local run_plan = require "carcassonne.lab.run_plan"
local run_setup = require "carcassonne.lab.run_setup"
local stopping_rule = require "carcassonne.lab.stopping_rule"

local comparison_run = {}

--- Games of a pilot, which says how many a run needs; and the most of a run that stops once a difference is known.
comparison_run.PILOT, comparison_run.MAX = 200, 100000

--- What is to be played: by the command line, or by the file that is gone on with.
---@param args table the options, with `rules`
---@param file? ResultsFile
---@return RunHead head
---@return Plan plan
---@return integer games how many there are to be in the end
function comparison_run.prepare(args, file)
  run_setup.check_resumed(args, file, "compare", args.rules[1])
  for i, rule in ipairs(file and file.head.rules or {}) do args.rules[i] = rule.words end
  local usual = args.plan and comparison_run.PILOT or args["until"] and comparison_run.MAX or run_setup.USUAL
  if args.plan then args.size = run_plan.size(args.games or usual) end
  return run_setup.run_of(args, file, { command = "compare", usual = usual,
    list = function() return rule_specs.list(args.rules, args) end })
end

--- When the run ends by what it shows; nil if it does not.
---@param head RunHead
---@return StoppingRule?
function comparison_run.stopping_rule(head)
  return head["until"] and stopping_rule.read(head["until"], measures.list(head.sides), #head.rules)
end

--- Plays the blocks of a run that are not there yet.
---@param made RunController
---@param games integer
---@param wanted? StoppingRule
function comparison_run.play(made, games, wanted)
  local total, number = math.ceil(games / made.plan.size), 0
  made:begin(total * made.plan.size)
  while number < total do
    number = wanted and math.min(total, wanted:ahead(number, made.blocks, made.places and made.places.shares)) or total
    made:fill_range(1, number)
    if wanted and select(2, wanted:counted(made.blocks)) then break end
  end
  made:finish()
end

--- The report of a run's blocks: of all, or of those that count until it ended by what it shows.
---@param head RunHead
---@param list Block[]
---@return Report
function comparison_run.report(head, list)
  local labels = {}
  for i, rule in ipairs(head.rules) do labels[i] = rule.label end
  local wanted = comparison_run.stopping_rule(head)
  list = wanted and wanted:counted(list) or list
  return report.of({ labels = labels, sides = head.sides, looks = run_setup.looks(head, list) }, list)
end

--- Shows the report of a run's blocks.
---@param args table the options that say how
---@param head RunHead
---@param list Block[]
---@return integer status
function comparison_run.show(args, head, list) return report_output.show(args, head, comparison_run.report(head, list)) end

return comparison_run
