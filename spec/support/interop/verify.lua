--- The command `verify` of spec/interop_tools.lua: replays games that another engine played, and
--- reports every difference.

local cli_options = require "carcassonne.cli.options"
local file_io = require "carcassonne.program.file_io"
local log = require "spec.support.interop.log"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local tally = require "spec.support.interop.tally"
local words = require "carcassonne.describe.words"

local verify = {
  summary = "Replay logged games of another engine and compare everything.",
  description = [[
Replays logged games, one JSON object a line, .gz too. Compares every legal placement, every legal deployment, the
points, goods and pieces in hand after each part of a turn, who moves, and the final scoring by kind; with expansions every
option of every decision, and after each part also what lies and stands on the table and what was scored. Games with a tile
set that is not there are counted as not supported. Where the other engine departs from the rules, an option of ours says
so; which ones were set, and in how many games, is reported at the end.

Exit status: 1 if anything differs; otherwise 2 if a game is not supported or a file cannot be read;
otherwise 0.]],
  epilog = [[
Examples:
  make verify
  make verify VERIFY_OPTIONS="--set tower --limit 5"
  sh csrc/make/env.sh build lua5.4 spec/interop_tools.lua verify --cover games.jsonl.gz]],
}

local SHOW = 40 -- differences that are shown by default

--- Adds the options of this command.
---@param command table a command of argparse
function verify.options(command)
  command:argument("log", "Files of logged games; - for standard input."):args("+"):argname("LOG")
  command:option("--edition", "The rule values that the games were played by."):default("jcz"):argname("NAME")
  command:option("--set",
    "Only games with this tile set or expansion, as the log names it. May be repeated."):
    count("*"):argname("NAME")
  command:option("--limit", "At most so many games of each file."):convert(cli_options.integer(1)):argname(
    "N")
  command:flag("--cover",
    "At the end, in how many games each value of each option of the scripts was played.")
  command:option("--show", "Report so many differences; the others are counted only."):default(
    tostring(SHOW)):
    convert(cli_options.integer(0)):argname("N")
end

local Run = {}
Run.__index = Run

local function file_name(path) return path:match "[^/]*$" end

-- Returns the name of a path; for the copy of standard input, the name of its source.
function Run:name(path) return path == self.copy and file_io.file_name "-" or path end

function Run:say(line)
  self.bar:done()
  output.print(line)
end

function Run:complain(problem)
  process.pause(self.bar) -- the cause may be Ctrl-C
  self.bar:done()
  if self.copy and problem:sub(1, #self.copy) == self.copy then
    problem = self:name(self.copy) .. problem:sub(#self.copy + 1)
  end
  output.flush()
  io.stderr:write("carcassonne: ", problem, "\n")
  self.unreadable = self.unreadable + 1
end

function Run:report(found, path)
  self.reported = self.reported + 1
  if self.reported > self.show then return end
  -- the names of games are unique only within a log
  local where = self.several and file_name(self:name(path)) .. ": " or ""
  self:say(("%sgame %s, %s: %s"):format(where, found.game, found.where, found.text))
end

-- Returns whether a game is one of the requested games.
function Run:is_wanted(game)
  for _, wanted in ipairs(self.sets) do
    local there = false
    for _, set in ipairs(game.sets) do there = there or set == wanted end
    if not there then return false end
  end
  return true
end

-- Returns the next game of a log, or nil. A game that cannot be read ends the log.
function Run:next_game(lines)
  local game, problem = lines:next()
  if problem then self:complain(problem) end
  return game
end

function Run:replay_log(path, games)
  local lines, count, wanted = assert(log.open(path)), tally.new(), 0
  self.count = count
  for _ = 1, games do
    local game = self:next_game(lines)
    if not game then break end
    if self:is_wanted(game) then
      wanted = wanted + 1
      local problem = count:replay(game, { edition = self.edition, cover = self.cover,
        report = function(found) self:report(found, path) end })
      if problem then self:complain(("%s:%d: %s"):format(path, lines.line, problem)) end
    end
    self.done = self.done + 1
    self.bar:step(self.done, file_name(self:name(path)))
    process.pause(self.bar)
    if wanted == self.limit then break end
  end
  lines:close()
  self.started = self.started + games
  self.done = self.started
  return count
end

-- Returns whether each log can be read to its end, so that an error is reported at once and not
-- after minutes.
local function readable(self, paths)
  local total, good = 0, {}
  for _, path in ipairs(paths) do
    process.pause(self.bar)
    local count, problem = log.count(path)
    if count then
      total = total + count
      good[#good + 1] = { path = path, games = count }
    else
      self:complain(problem)
    end
  end
  return good, total
end

-- Copies standard input to a temporary file, since a log is read twice. The file is removed when
-- the command ends.
local function copy_input() return file_io.temporary(file_io.read "-") end

-- Returns the logs, and the path of the copy if standard input is one of them.
local function logs_of(args)
  local paths, copy = {}, nil
  for i, path in ipairs(args.log) do
    if path == "-" then copy = copy or copy_input() end
    paths[i] = path == "-" and copy or path
  end
  return paths, copy
end

function Run:tell_all(count)
  local unreported = self.reported - self.show
  if unreported > 0 then
    self:say(("... and %s more (--show reports so many)"):format(words.count(unreported, "difference")))
  end
  for _, line in ipairs(self.cover and count:cover_lines() or {}) do self:say(line) end
  for _, line in ipairs(count:departure_lines()) do self:say(line) end
  self:say(count:sum_up(self.unreadable))
end

--- Runs the command.
---@param args {log:string[], edition:string, set?:string[], limit?:integer, show?:integer, cover?:boolean}
---@return integer status
function verify.run(args)
  cli_options.check_edition(args.edition)
  local paths, copy = logs_of(args)
  local self = setmetatable({
    copy = copy,
    edition = args.edition, sets = args.set or {}, limit = args.limit, show = args.show or SHOW,
      cover = args.cover,
    several = #args.log > 1, bar = progress.new(1), done = 0, started = 0, reported = 0, unreadable = 0,
      count = tally.new(),
  }, Run)
  local files, total = readable(self, paths)
  local all = tally.new()
  self.bar = progress.new(total, "verify", function()
    local sum = tally.new()
    sum:add(all)
    sum:add(self.count)
    return " after " .. sum:sum_up(self.unreadable)
  end)
  for _, file in ipairs(files) do
    local count = self:replay_log(file.path, file.games)
    if self.several then self:say(("%s: %s"):format(file_name(self:name(file.path)), count:sum_up(0))) end
    all:add(count)
    self.count = tally.new()
  end
  self:tell_all(all)
  if all.differences > 0 then return 1 end
  return (all.unsupported > 0 or self.unreadable > 0) and 2 or 0
end

return verify
