--- `carcassonne merge`: combines the shares of a run.
-- @module carcassonne.cli.merge

local comparison_run = require "carcassonne.lab.comparison_run"
local merged_shares = require "carcassonne.lab.merged_shares"
local results_file = require "carcassonne.lab.results_file"
local run_options = require "carcassonne.cli.run_options"
local sweep_run = require "carcassonne.lab.sweep_run"

local merge = {
  summary = "Combine the shares of a run and show its report.",
  description = [[
Reads results files of `carcassonne shard`, or one results file of `carcassonne compare` or `carcassonne
sweep`, and shows the report of all their games. The report is identical, to the last digit, to that of a
run on a single machine; the order of the files does not matter. A file is refused if it is cut off, comes
from another run or another version of the program, or repeats blocks of another file.]],
  epilog = [[
Examples:
  carcassonne merge shard-*.jsonl
  carcassonne merge shard-*.jsonl --results all.jsonl --html all.html
  carcassonne merge shard-*.jsonl --partial            if some machines have not finished]],
}

function merge.options(command)
  command:argument("files", "Results files."):args "+":argname "FILE"
  command:option("--results",
    "Write all blocks into one file, which `compare --resume` or `sweep --resume` can "
    .. "continue."):argname "FILE"
  command:flag("--partial",
    "Accept missing and cut-off shares. The intervals of the report are then anytime-valid.")
  run_options.report(command)
end

function merge.run(args)
  local head, list = merged_shares.read(args.files, args.partial)
  if args.results then results_file.write(args.results, head, list) end
  return (head.command == "sweep" and sweep_run or comparison_run).show(args, head, list)
end

return merge
