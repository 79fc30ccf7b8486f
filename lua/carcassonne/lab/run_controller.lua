--- Plays the blocks of a run: shows the progress, saves blocks, and reports the finished blocks of
--- an interrupted run.
-- @module carcassonne.lab.run_controller

local decision_table = require "carcassonne.lab.decision_table"
local output = require "carcassonne.program.output"
local parallel = require "carcassonne.lab.parallel"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local results_file = require "carcassonne.lab.results_file"
local words = require "carcassonne.describe.words"

local run_controller = {}

--- A run in progress.
---@class RunController
---@field plan Plan
---@field head RunHead
---@field blocks Block[] the finished blocks
---@field failed FailedGame[]
---@field fine boolean whether at least one game could be played
---@field places? Places processes and hosts; nil if this process plays
---@field path? string of the results file
local RunController = {}
RunController.__index = RunController

--- Starts or continues a run.
---@param plan Plan
---@param head RunHead
---@param args table the options; `started` are the processes or hosts that play
---@param file? ResultsFile file to resume
---@param show fun(run:RunController) shows the report of the finished blocks if the run ends early
---@return RunController
function run_controller.new(plan, head, args, file, show)
  local self = setmetatable({ plan = plan, head = head, blocks = {}, has = {}, failed = {}, fine = false,
    show = show, done = false,
    places = args.started }, RunController)
  if file then
    results_file.check_same(file, head)
    if args.dump then
      process.refuse("--dump cannot be combined with --resume, because a resumed run does not have the rows "
        .. "of earlier games")
    end
    for _, block in ipairs(file.blocks) do self:_note(block) end
    head.shard = file.head.shard
  end
  self.path = args.resume or args.results
  if file then
    self.writer = results_file.goes_on(file, head)
  elseif self.path then
    self.writer = results_file.writer(self.path, head)
  end
  self.dump = args.dump and decision_table.new(args.dump, plan)
  process.at_end(function() self:_ended() end)
  return self
end

-- Saves a finished block.
function RunController:_note(block)
  self.blocks[#self.blocks + 1] = block
  local has = self.has[block.block] or {}
  for _, one in ipairs(block.arms) do has[one.arm] = true end
  self.has[block.block] = has
  for _, one in ipairs(block.failed) do self.failed[#self.failed + 1] = one end
  self.fine = self.fine or block.games > 0
end

-- Handles the end of the command. If the run is incomplete, its finished blocks are shown.
function RunController:_ended()
  if self.dump then self.dump:ended() end
  if self.done or not self.fine or #self.blocks == 0 then return end
  if self.writer then self.writer:sync() end
  pcall(self.show, self)
  io.stdout:flush()
  if self.path and not self.writer.failed then
    output.complain(("--resume %s continues the run"):format(self.path))
  end
end

-- Returns the fraction of the sets of rules that are played in a block.
function RunController:_share(arms) return arms and #arms / #self.plan.arms or 1 end

--- Starts the progress bar.
---@param total integer number of games under each set of rules, or the mean of these numbers
function RunController:begin(total)
  self.played = 0
  for _, block in ipairs(self.blocks) do
    self.played = self.played + self:_share(block.arms) * self.plan.size
  end
  self.bar = progress.new(total, "playing",
    function(n) return (" after %s of %d"):format(words.count(n, "game"), total) end)
  self.bar:resume(math.floor(self.played))
  self:_step(0)
end

-- Adds games to the progress.
function RunController:_step(games)
  self.played = self.played + games
  local done = math.floor(self.played + 0.001)
  self.bar:step(done, self.bar:left(done))
end

local TRIES = 10

local function refuse_all(failed)
  process.refuse("none of the first %d games can be played to the end: %s", #failed, failed[1].message)
end

-- Ends a run if its first games all fail. A process that plays only a share of a run is not ended.
function RunController:_try(block)
  self.fine = self.fine or block.games > 0
  if self.fine or self.path == "-" then return end
  local failed = {}
  for _, list in ipairs { self.failed, block.failed } do
    for _, one in ipairs(list) do failed[#failed + 1] = one end
  end
  if #failed >= TRIES then refuse_all(failed) end
end

-- Saves a block that this or another process has played.
function RunController:_take(block)
  self:_try(block)
  self:_note(block)
  if self.writer then self.writer:add(block) end
end

-- Plays a block in this process.
function RunController:_play(wanted)
  local settings = { arms = wanted.arms }
  settings.step = function(_, block)
    self:_try(block)
    self:_step(self:_share(wanted.arms))
    if self.dump then self.dump:flush() end
    process.pause(self.bar)
  end
  self:_take(self.plan:play(wanted.block, settings))
end

-- Plays blocks in other processes. A share that is started again can send a block a second time.
function RunController:_play_elsewhere(list)
  local left = {}
  for _, wanted in ipairs(list) do left[wanted.block] = wanted end
  parallel.play(self.places, self.head, list, self.bar, function(block)
    local wanted = left[block.block]
    if not wanted or #block.arms ~= #(wanted.arms or self.plan.arms) then return end
    left[block.block] = nil
    self:_take(block)
    self:_step(self:_share(wanted.arms) * self.plan.size)
  end)
  return left
end

--- A block to play, under all rules or some of them.
---@class Wanted
---@field block integer its number
---@field arms? integer[]

-- Returns the missing part of a block.
function RunController:_missing(wanted)
  local has, arms, count = self.has[wanted.block], {}, #(wanted.arms or self.plan.arms)
  if not has then return wanted end
  for i = 1, count do
    local arm = wanted.arms and wanted.arms[i] or i
    if not has[arm] then arms[#arms + 1] = arm end
  end
  return #arms > 0 and { block = wanted.block, arms = arms } or nil
end

--- Plays and saves the missing blocks, in this or other processes.
---@param list Wanted[]
function RunController:fill(list)
  local missing = {}
  for _, wanted in ipairs(list) do missing[#missing + 1] = self:_missing(wanted) end
  local left = self.places and #missing > 1 and self:_play_elsewhere(missing)
  for _, wanted in ipairs(missing) do
    -- plays in this process what a failed process left incomplete
    if not left or left[wanted.block] then self:_play(wanted) end
  end
end

--- Plays and saves the missing parts of the blocks from `first` to `last`.
---@param first integer
---@param last integer
function RunController:fill_range(first, last)
  local list = {}
  for number = first, last do list[#list + 1] = { block = number } end
  self:fill(list)
end

--- Completes a run.
function RunController:finish()
  self.done = true
  if not self.fine and #self.failed > 0 and self.path ~= "-" then refuse_all(self.failed) end
  if self.bar then self.bar:done() end
  if self.writer then self.writer:close() end
  if self.dump then self.dump:close() end
end

return run_controller
