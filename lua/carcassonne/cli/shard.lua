--- `carcassonne shard`: a share of a run's blocks, for a machine or a processor of its own.
-- @module carcassonne.cli.shard

local comparison_run = require "carcassonne.lab.comparison_run"
local output = require "carcassonne.program.output"
local parallel = require "carcassonne.lab.parallel"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"
local run_controller = require "carcassonne.lab.run_controller"
local run_options = require "carcassonne.cli.run_options"
local sweep_run = require "carcassonne.lab.sweep_run"
local words = require "carcassonne.describe.words"

local shard = {
  reads_scripts = true,
  summary =
    "Play a share of the games of compare or sweep, on a machine of its own; merge puts shares together.",
  description = [[
Plays share K of N of what `carcassonne compare RULES` would play, or, with the word sweep before the rules, `carcassonne
sweep RULES`, with the same options, and keeps it in a file. The blocks of games go round the shares, each with the seeds
that it has in the whole run, so that `carcassonne merge` gives the report that one machine would have given, to the last
digit. What depends on what games have shown is no share: --until, and the wishes of sweep.]],
  epilog = [[
Examples:
  carcassonne shard 1/2 tower -n 2000 --results one.jsonl       here
  carcassonne shard 2/2 tower -n 2000 --results two.jsonl       there
  carcassonne merge one.jsonl two.jsonl
  carcassonne shard --resume two.jsonl                          after an interruption
  carcassonne shard 1/2 sweep siege:pig=1..2 -n 200 --results one.jsonl

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

function shard.options(command)
  command:argument("share",
    "Which share of how many: 3/8; then what is compared, or the word sweep and what is swept.")
    :args "*":argname "K/N [sweep] RULES"
  command:option("--only",
    "Play the blocks of these numbers, with commas, of the run that --resume names, in place of a share; "
    .. "9:1+3 " ..
    "is block 9 under the first and the third rules. With --resume - the run is standard input, and blocks "
      .. "go to standard output.")
    :convert(parallel.read_blocks):argname "NUMBERS"
  run_options.games(command)
  run_options.results(command)
end

-- Refuses what is not as "3/8".
local function read_share(text)
  local k, n = tostring(text):match "^(%d+)/(%d+)$"
  k, n = tonumber(k), tonumber(n)
  if not k or k < 1 or k > n then
    process.refuse("'%s' is no share; expected K/N, as in 3/8", tostring(text))
  end
end

-- What a command line asks for: a share of its own, one that is gone on with, or some blocks of a
-- run.
local function check_ways(args, file)
  if args.only and not file then process.refuse "--only goes with --resume, which names the run" end
  if file and not args.only and not file.head.shard then
    process.refuse("%s is no share; carcassonne %s --resume goes on with it", file.path, file.head.command)
  elseif not file and not args.results then
    process.refuse "a share wants a file to be kept in: --results FILE"
  end
end

local function check_arms(list, plan)
  for _, wanted in ipairs(list) do
    for _, arm in ipairs(wanted.arms or {}) do
      if not plan.arms[arm] then
        process.refuse("--only: of the rules there are %d, not %d", #plan.arms, arm)
      end
    end
  end
end

-- The blocks of a share.
local function blocks_of(head)
  local list = {}
  for i, number in ipairs(results_file.blocks_of(head)) do list[i] = { block = number } end
  return list
end

-- What is shared out: the command that begins or began the run.
local function command_of(args, file)
  local command = file and file.head.command or args.rules[1] == "sweep" and table.remove(args.rules, 1)
    or "compare"
  return command == "sweep" and sweep_run or comparison_run
end

function shard.run(args)
  local file = args.resume and results_file.hold(args.resume)
  check_ways(args, file)
  local share = file and file.head.shard or not args.only and table.remove(args.share, 1) or nil
  if share then read_share(share) end
  args.rules = args.share
  local head, plan = command_of(args, file).prepare(args, file)
  head.shard = share
  if args.only then check_arms(args.only, plan) end
  local mine = args.only or blocks_of(head)
  local made = run_controller.new(plan, head, args, file, function() end)
  made:begin(#mine * plan.size)
  made:fill(mine)
  made:finish()
  if made.path ~= "-" then
    output.print(("share %s: %s, in %s"):format(share or "of a run", words.count(#mine * plan.size, "game"),
      made.path))
  end
  if args.only or #made.failed == 0 then return 0 end
  output.print(
    ("%s could not be played to the end; merge tells which"):format(words.count(#made.failed, "game")))
  return 1
end

return shard
