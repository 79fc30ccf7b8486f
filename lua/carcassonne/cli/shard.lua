--- `carcassonne shard`: a share of a run's blocks, for a machine or a processor of its own.
-- @module carcassonne.cli.shard

local common = require "carcassonne.cli.common"
local compare = require "carcassonne.cli.compare"
local kept = require "carcassonne.cli.kept"
local series = require "carcassonne.cli.series"
local words = require "carcassonne.screen.words"

local shard = {
  reads_scripts = true,
  summary = "Play a share of the games of a comparison, on a machine of its own; merge puts shares together.",
  description = [[
Plays share K of N of what `carcassonne compare RULES` would play, with the same options, and keeps it in a file. The blocks
of games go round the shares, each with the seeds that it has in the whole run, so that `carcassonne merge` gives the
report that one machine would have given, to the last digit.]],
  epilog = [[
Examples:
  carcassonne shard 1/2 tower -n 2000 --results one.jsonl       here
  carcassonne shard 2/2 tower -n 2000 --results two.jsonl       there
  carcassonne merge one.jsonl two.jsonl
  carcassonne shard --resume two.jsonl                          after an interruption]],
}

-- "3,17,40".
local function read_numbers(text)
  local list = {}
  for word in text:gmatch "[^,]+" do
    local number = tonumber(word:match "^%d+$")
    if not number or number < 1 then return nil, ("expected numbers of blocks, as in 3,17,40; got '%s'"):format(text) end
    list[#list + 1] = number
  end
  return list
end

--- Declares what the command takes.
---@param command table of argparse
function shard.options(command)
  command:argument("share", "Which share of how many: 3/8; then what is compared."):args "*":argname "K/N RULES"
  command:option("--only", "Play the blocks of these numbers, with commas, of the run that --resume names, in place of a share. With " ..
    "--resume - the run comes from standard input, and its blocks go to standard output."):convert(read_numbers):argname "NUMBERS"
  compare.game_options(command)
  series.options(command)
end

-- Refuses what is not as "3/8".
local function read_share(text)
  local k, n = tostring(text):match "^(%d+)/(%d+)$"
  k, n = tonumber(k), tonumber(n)
  if not k or k < 1 or k > n then common.refuse("'%s' is no share; expected K/N, as in 3/8", tostring(text)) end
end

-- What a command line asks for: a share of its own, one that is gone on with, or some blocks of a run.
local function check_ways(args, file)
  if args.only and not file then common.refuse "--only goes with --resume, which names the run" end
  if file and not args.only and not file.head.shard then
    common.refuse("%s is no share; carcassonne %s --resume goes on with it", file.path, file.head.command)
  elseif not file and not args.results then
    common.refuse "a share wants a file to be kept in: --results FILE"
  end
end

local function check_numbers(list, head)
  for _, number in ipairs(list) do
    if number * head.size > head.games then
      common.refuse("--only: block %d is not among the %d of the run", number, head.games / head.size)
    end
  end
end

--- Plays the share.
---@param args table as argparse gives them
---@return integer status
function shard.run(args)
  local file = args.resume and kept.read(args.resume)
  check_ways(args, file)
  local share = file and file.head.shard or not args.only and table.remove(args.share, 1) or nil
  if share then read_share(share) end
  args.rules = args.share
  local head, plan = compare.prepare(args, file)
  head.shard = share
  if args.only then check_numbers(args.only, head) end
  local mine = args.only or kept.blocks_of(head)
  local made = series.new(plan, head, args, file, function() end)
  made:begin(#mine * plan.size, #made.blocks * plan.size)
  for _, number in ipairs(mine) do
    if not made:has(number) then made:play(number) end
  end
  made:finish()
  if made.path ~= "-" then
    common.print(("share %s: %s, in %s"):format(share or "of a run", words.count(#mine * plan.size, "game"), made.path))
  end
  return 0
end

return shard
