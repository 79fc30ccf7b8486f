--- Plays the blocks of a run: how far it is, what is kept, and what is told if it ends before its time.
-- @module carcassonne.cli.series

local common = require "carcassonne.cli.common"
local dump = require "carcassonne.cli.dump"
local kept = require "carcassonne.cli.kept"
local progress = require "carcassonne.view.progress"
local words = require "carcassonne.screen.words"

local series = {}

--- Declares where blocks are kept.
---@param command table of argparse
function series.options(command)
  command:option("--results", "Keep each block of games in FILE as it ends."):argname "FILE"
  command:option("--resume", "Go on with the run that FILE has, under the same rules; further blocks go there, too."):argname "FILE"
  command:option("--dump", "Write a row for each decision, a table with commas: the seed of its game, who decides, what was chosen of " ..
    "how many, the points so far and at the end."):argname "FILE"
end

--- A run that is being played.
---@class Series
---@field plan Plan
---@field head RunHead
---@field blocks Block[] those that are finished
local Series = {}
Series.__index = Series

local function is_there(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

--- Begins a run, or goes on with one.
---@param plan Plan
---@param head RunHead
---@param args table the options
---@param file? KeptFile that is resumed
---@param show fun(series:Series) shows the report of what is finished, if the run ends before its time
---@return Series
function series.new(plan, head, args, file, show)
  local self = setmetatable({ plan = plan, head = head, blocks = {}, show = show, done = false }, Series)
  if file then
    kept.check_same(file, head)
    for i, block in ipairs(file.blocks) do self.blocks[i] = block end
  elseif args.results and is_there(args.results) and args.results:sub(1, 5) ~= "/dev/" then
    common.refuse("%s is there already; --resume %s goes on with it", args.results, args.results)
  end
  local path = args.resume or args.results
  if file then head.shard = file.head.shard end
  self.path, self.writer = path, path and kept.writer(path, head, self.blocks)
  self.dump = args.dump and dump.new(args.dump, plan)
  common.at_end(function() self:_ended() end)
  return self
end

-- The command has ended. If it was not done, what is finished is shown.
function Series:_ended()
  if self.done or #self.blocks == 0 then return end
  pcall(self.show, self)
  io.stdout:flush()
  if self.path then io.stderr:write(("carcassonne: --resume %s goes on with it\n"):format(self.path)) end
end

--- A bar that tells how far the run is.
---@param total integer games
---@param done integer games that were played before
function Series:begin(total, done)
  self.total, self.played = total, done
  self.bar = progress.new(total, "playing", function(n) return (" after %s of %d"):format(words.count(n, "game"), total) end)
  self.bar:resume(done)
  self.bar:step(done)
end

local function all_failed(block)
  if block.games > 0 or #block.failed == 0 then return end
  local one = block.failed[1]
  common.refuse("no game of the first %d can be played to its end: %s", #block.failed, one.message)
end

--- So many games are done, whoever played them.
---@param done integer
function Series:reach(done)
  self.played = done
  self.bar:step(done, self.bar:left(done))
end

--- Plays a block and keeps it.
---@param number integer
---@param given? table as Plan:play takes it
---@return Block
function Series:play(number, given)
  local settings = { arms = given and given.arms }
  settings.step = function()
    if not settings.arms then self:reach(self.played + 1) end
    if self.dump then self.dump:flush() end
    common.pause(self.bar)
  end
  local block = self.plan:play(number, settings)
  if #self.blocks == 0 then all_failed(block) end
  self.blocks[#self.blocks + 1] = block
  if self.writer then self.writer:add(block) end
  return block
end

--- Whether a block was played before, with these rules.
---@param number integer
---@return boolean
function Series:has(number)
  if not self.known then
    self.known = {}
    for _, block in ipairs(self.blocks) do self.known[block.block] = true end
  end
  return self.known[number] or false
end

--- All is played that was to be.
function Series:finish()
  self.done = true
  if self.bar then self.bar:done() end
  if self.dump then self.dump:close() end
end

return series
