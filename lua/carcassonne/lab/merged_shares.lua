--- Reads results files, each with a share of the blocks of a run, and combines their blocks.
-- @module carcassonne.lab.merged_shares

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"

local merged_shares = {}

local function check_run(file, first)
  if file.head.version ~= carcassonne.version then
    process.refuse("%s was made by version %s of the rules engine; this program has version %s", file.path,
      tostring(file.head.version), carcassonne.version)
  end
  local difference = results_file.difference(first.head, file.head)
  if difference then
    process.refuse("%s belongs to another run than %s: %s differs", file.path, first.path, difference)
  end
  if file.head.games ~= first.head.games then
    process.refuse("%s belongs to a run of %d games, but %s belongs to a run of %d games", file.path,
      file.head.games, first.path, first.head.games)
  end
end

local function check_whole(file)
  local wanted = results_file.blocks_of(file.head)
  if file.cut or #file.blocks < #wanted and not file.head["until"] then
    process.refuse("%s is %s: it has %d of %d blocks of games; carcassonne %s --resume %s continues the "
      .. "run, and --partial accepts the file as it is",
      file.path, #file.damaged > 0 and "damaged" or "cut off", #file.blocks, #wanted,
      file.head.shard and "shard" or file.head.command, file.path)
  end
end

-- Checks that all shares are present. The first file states the number of shares.
local function check_shares(files)
  local of, have = files[1].head.shard and files[1].head.shard:match "/(%d+)$", {}
  for _, file in ipairs(files) do have[file.head.shard or ""] = true end
  for k = 1, tonumber(of or "0") do
    if not have[("%d/%s"):format(k, of)] then
      process.refuse("share %d/%s is missing; with --partial, merge reports the other shares", k, of)
    end
  end
end

-- Returns the blocks of all files, sorted by number.
local function gathered(files)
  local list, from = {}, {}
  for _, file in ipairs(files) do
    for _, block in ipairs(file.blocks) do
      from[block.block] = from[block.block] or {}
      for _, one in ipairs(block.arms) do
        local other = from[block.block][one.arm]
        if other then
          process.refuse("%s repeats block %d of %s", file.path, block.block, other)
        end
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

--- Reads results files of one run and combines their blocks. Refuses files of different runs.
---@param paths string[]
---@param partial? boolean whether to accept missing and incomplete shares
---@return RunHead head of the whole run
---@return Block[] blocks sorted by number
function merged_shares.read(paths, partial)
  local files = {}
  for i, path in ipairs(paths) do
    files[i] = results_file.read(path)
    check_run(files[i], files[1])
  end
  local list = gathered(files)
  for _, file in ipairs(partial and {} or files) do check_whole(file) end
  if not partial then check_shares(files) end
  if #list == 0 then process.refuse("%s has no games yet", files[1].path) end
  local head = files[1].head
  head.shard = nil
  return head, list
end

return merged_shares
