--- `carcassonne shard`: plays a share of a run's blocks, to distribute a run over machines.
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
    "Play a share of the games of compare or sweep on one machine; merge combines the shares.",
  description = [[
Plays share K of the N shares of a run, and writes the games of the share to a file. RULES and the options
describe the run, as they do for `carcassonne compare RULES` or, if the word sweep stands before the rules,
for `carcassonne sweep RULES`. The blocks of games are dealt to the shares in turn and keep their seeds, so
the report of `carcassonne merge` is identical, to the last digit, to that of a run on a single machine. A
run cannot be split if its games depend on earlier results: `compare` with --until and `sweep` with
--want.]],
  epilog = [[
Examples:
  carcassonne shard 1/2 tower -n 2000 --results one.jsonl       on one machine
  carcassonne shard 2/2 tower -n 2000 --results two.jsonl       on another
  carcassonne merge one.jsonl two.jsonl
  carcassonne shard --resume two.jsonl                          after an interruption
  carcassonne shard 1/2 sweep siege:pig=1..2 -n 200 --results one.jsonl

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

function shard.options(command)
  command:argument("share",
    "The number of the share and the number of shares, as in 3/8; then the RULES of compare, or the word "
    .. "sweep and its RULES.")
    :args "*":argname "K/N [sweep] RULES"
  command:option("--only",
    "Instead of a share, play these blocks of the run that --resume names: numbers separated by commas; "
    .. "9:1+3 is block 9 under the first and third sets of rules. With --resume -, the run is read from "
    .. "standard input, and blocks are written to standard output.")
    :convert(parallel.read_blocks):argname "NUMBERS"
  run_options.games(command)
  run_options.results(command)
end

-- Refuses a text that is not like "3/8".
local function read_share(text)
  local k, n = tostring(text):match "^(%d+)/(%d+)$"
  k, n = tonumber(k), tonumber(n)
  if not k or k < 1 or k > n then
    process.refuse("'%s' is not a share; expected K/N, as in 3/8", tostring(text))
  end
end

-- Checks the combination of options for a new share, a resumed share, or some blocks of a run.
local function check_ways(args, file)
  if args.only and not file then process.refuse "--only requires --resume, which names the run" end
  if file and not args.only and not file.head.shard then
    process.refuse("%s is not a share; carcassonne %s --resume continues it", file.path, file.head.command)
  elseif not file and not args.results then
    process.refuse "a share requires a file: --results FILE"
  end
end

local function check_arms(list, plan)
  for _, wanted in ipairs(list) do
    for _, arm in ipairs(wanted.arms or {}) do
      if not plan.arms[arm] then
        process.refuse("--only: there are %d sets of rules; %d is out of range", #plan.arms, arm)
      end
    end
  end
end

-- Returns the blocks of a share.
local function blocks_of(head)
  local list = {}
  for i, number in ipairs(results_file.blocks_of(head)) do list[i] = { block = number } end
  return list
end

-- Returns the module of the command whose run is divided into shares.
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
    ("%s could not be played to the end; `carcassonne merge` lists the errors"):format(
      words.count(#made.failed, "game")))
  return 1
end

return shard
