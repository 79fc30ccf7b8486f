--- `carcassonne merge`: the shares of a run put together.
-- @module carcassonne.cli.merge

local comparison_run = require "carcassonne.lab.comparison_run"
local merged_shares = require "carcassonne.lab.merged_shares"
local results_file = require "carcassonne.lab.results_file"
local run_options = require "carcassonne.cli.run_options"
local sweep_run = require "carcassonne.lab.sweep_run"

local merge = {
  summary = "Put the shares of a run together and show its report.",
  description = [[
Reads files of results, those of `carcassonne shard` or one of `carcassonne compare` or sweep, and shows the report of all
their games: the same to the last digit as if one machine had played them, in whatever order the files are named. A file that is cut off,
of another run or version, or that has what another has, is refused by its name.]],
  epilog = [[
Examples:
  carcassonne merge shard-*.jsonl
  carcassonne merge shard-*.jsonl --results all.jsonl --html all.html
  carcassonne merge shard-*.jsonl --partial            some machines have not finished, or never will]],
}

function merge.options(command)
  command:argument("files", "Files of results."):args "+":argname "FILE"
  command:option("--results",
    "Write all blocks into one file, which --resume of compare or sweep goes on with."):argname "FILE"
  command:flag("--partial",
    "Take what is there, though shares are missing or cut off. Intervals then are those for any number of "
    .. "looks.")
  run_options.report(command)
end

function merge.run(args)
  local head, list = merged_shares.read(args.files, args.partial)
  if args.results then results_file.write(args.results, head, list) end
  return (head.command == "sweep" and sweep_run or comparison_run).show(args, head, list)
end

return merge
