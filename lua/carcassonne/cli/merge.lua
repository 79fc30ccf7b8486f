--- `carcassonne merge`: the shares of a run put together.
-- @module carcassonne.cli.merge

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local common = require "carcassonne.cli.options"
local compare = require "carcassonne.cli.compare"
local results_file = require "carcassonne.lab.results_file"
local report_output = require "carcassonne.lab.report_output"
local sweep = require "carcassonne.cli.sweep"

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

--- Declares what the command takes.
---@param command table of argparse
function merge.options(command)
  command:argument("files", "Files of results."):args "+":argname "FILE"
  command:option("--results", "Write all blocks into one file, which --resume of compare or sweep goes on with."):argname "FILE"
  command:flag("--partial", "Take what is there, though shares are missing or cut off. Intervals then are those for any number of looks.")
  report_output.options(command)
end

local function check_run(file, first)
  if file.head.version ~= carcassonne.version then
    common.refuse("%s was made by version %s of the rules engine; this is %s", file.path, tostring(file.head.version), carcassonne.version)
  end
  local difference = results_file.difference(first.head, file.head)
  if difference then common.refuse("%s is of another run than %s: %s differs", file.path, first.path, difference) end
  if file.head.games ~= first.head.games then
    common.refuse("%s is of a run of %d games, %s of one of %d", file.path, file.head.games, first.path, first.head.games)
  end
end

local function check_whole(file)
  local wanted = results_file.blocks_of(file.head)
  if file.cut or #file.blocks < #wanted and not file.head["until"] then
    common.refuse("%s is %s: it has %d of %d blocks of games; carcassonne %s --resume %s goes on, --partial takes what is there",
      file.path, file.damaged > 0 and "damaged" or "cut off", #file.blocks, #wanted,
      file.head.shard and "shard" or file.head.command, file.path)
  end
end

-- All shares of as many as the first says.
local function check_shares(files)
  local of, have = files[1].head.shard and files[1].head.shard:match "/(%d+)$", {}
  for _, file in ipairs(files) do have[file.head.shard or ""] = true end
  for k = 1, tonumber(of or "0") do
    if not have[("%d/%s"):format(k, of)] then
      common.refuse("share %d/%s is missing; --partial shows the others", k, of)
    end
  end
end

-- The blocks of all files, by their numbers.
local function gathered(files)
  local list, from = {}, {}
  for _, file in ipairs(files) do
    for _, block in ipairs(file.blocks) do
      from[block.block] = from[block.block] or {}
      for _, one in ipairs(block.arms) do
        local other = from[block.block][one.arm]
        if other then common.refuse("%s has block %d of the games, which %s has, too", file.path, block.block, other) end
        from[block.block][one.arm] = file.path
      end
      list[#list + 1] = block
    end
  end
  c_locale.sort(list, function(a, b)
    if a.block == b.block then return a.arms[1].arm < b.arms[1].arm end
    return a.block < b.block
  end)
  return list
end

--- Reads the files and prints what they show.
---@param args table as argparse gives them
---@return integer status
function merge.run(args)
  local files = {}
  for i, path in ipairs(args.files) do
    files[i] = results_file.read(path)
    check_run(files[i], files[1])
  end
  local list = gathered(files)
  for _, file in ipairs(args.partial and {} or files) do check_whole(file) end
  if not args.partial then check_shares(files) end
  if #list == 0 then common.refuse("%s has no games yet", files[1].path) end
  local head = files[1].head
  head.shard = nil
  if args.results then results_file.write(args.results, head, list) end
  return (head.command == "sweep" and sweep or compare).show(args, head, list)
end

return merge
