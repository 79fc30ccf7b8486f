--- `carcassonne verify`: replays games that another engine played, and names every difference.
-- @module carcassonne.cli.verify

local common = require "carcassonne.cli.common"
local log = require "carcassonne.interop.log"
local progress = require "carcassonne.view.progress"
local replay = require "carcassonne.interop.replay"

local verify = {
  summary = "Replay logged games of another engine and compare everything.",
  description = [[
Replays logged games, one JSON object a line, .gz too. Compares every legal placement, every legal deployment, the
points, goods and pieces in hand after each part of a turn, who moves, and the final scoring by kind. Games with a
tile set that is not there are counted as not supported.

Exit status: 1 if anything differs; otherwise 2 if a game is not supported or a file cannot be read; otherwise 0.]],
  epilog = [[
Examples:
  carcassonne verify games.jsonl.gz
  carcassonne verify --edition c2 one.jsonl two.jsonl]],
}

--- Adds the options of this command.
---@param command table of argparse
function verify.options(command)
  command:argument("log", "Files of logged games."):args("+"):argname("LOG")
  command:option("--edition", "The rule values that the games were played by."):default("jcz"):argname("NAME")
end

-- What has been found so far.
local Run = {}
Run.__index = Run

local function file_name(path) return path:match "[^/]*$" end

function Run:say(line)
  self.bar:done()
  print(line)
end

function Run:complain(problem)
  self.bar:done()
  io.stdout:flush()
  io.stderr:write("carcassonne: ", problem, "\n")
  self.unreadable = self.unreadable + 1
end

-- Games have names that are their own within a log only.
function Run:replay_game(game, path)
  local supported, missing = replay.supported(game)
  if not supported then
    self.unsupported = self.unsupported + 1
    self.missing[missing] = (self.missing[missing] or 0) + 1
    return nil
  end
  local problem = log.check(game)
  if problem then return problem end
  local where = self.several and file_name(path) .. ": " or ""
  local differences, decisions = replay.compare(game, {
    edition = self.edition,
    report = function(found) self:say(("%sgame %s, %s: %s"):format(where, found.game, found.where, found.text)) end,
  })
  self.games, self.decisions = self.games + 1, self.decisions + decisions
  self.differences = self.differences + differences
end

function Run:replay_log(path)
  local lines = assert(log.open(path))
  while true do
    local game, problem = lines:next()
    if not game then
      if problem then self:complain(problem) end
      return
    end
    problem = self:replay_game(game, path)
    if problem then self:complain(("%s:%d: %s"):format(path, lines.line, problem)) end
    self.done = self.done + 1
    self.bar:step(self.done, file_name(path))
  end
end

-- Whether each log can be read to its end is better told at once than after some minutes.
local function readable(self, paths)
  local total, good = 0, {}
  for _, path in ipairs(paths) do
    local count, problem = log.count(path)
    if count then
      total = total + count
      good[#good + 1] = path
    else
      self:complain(problem)
    end
  end
  return good, total
end

local function plural(count, word) return ("%d %s%s"):format(count, word, count == 1 and "" or "s") end

local function sum_up(self)
  local parts = { plural(self.games, "game"), plural(self.decisions, "decision"), plural(self.differences, "difference"),
    self.unsupported .. " not supported" }
  local names = {}
  for name, count in pairs(self.missing) do names[#names + 1] = ("%s in %d"):format(name, count) end
  table.sort(names)
  if #names > 0 then parts[4] = ("%s (tile sets that are not there: %s)"):format(parts[4], table.concat(names, ", ")) end
  if self.unreadable > 0 then parts[5] = self.unreadable .. " unreadable" end
  return table.concat(parts, ", ")
end

--- Runs the command.
---@param args {log:string[], edition:string}
---@return integer status
function verify.run(args)
  common.check_edition(args.edition)
  local self = setmetatable({
    edition = args.edition, several = #args.log > 1, bar = progress.new(1), done = 0, games = 0, decisions = 0,
    differences = 0, unsupported = 0, unreadable = 0, missing = {},
  }, Run)
  local paths, total = readable(self, args.log)
  self.bar = progress.new(total, "verify")
  for _, path in ipairs(paths) do self:replay_log(path) end
  self:say(sum_up(self))
  if self.differences > 0 then return 1 end
  return (self.unsupported > 0 or self.unreadable > 0) and 2 or 0
end

return verify
