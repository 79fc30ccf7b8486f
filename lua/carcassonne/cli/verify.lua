--- `carcassonne verify`: replays games that another engine played, and names every difference.
-- @module carcassonne.cli.verify

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local file_io = require "carcassonne.program.file_io"
local game_options = require "carcassonne.interop.game_options"
local log = require "carcassonne.interop.log"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local replay = require "carcassonne.interop.replay"
local words = require "carcassonne.describe.words"

local verify = {
  summary = "Replay logged games of another engine and compare everything.",
  description = [[
Replays logged games, one JSON object a line, .gz too. Compares every legal placement, every legal deployment, the
points, goods and pieces in hand after each part of a turn, who moves, and the final scoring by kind; with expansions every
option of every decision, and after each part also what lies and stands on the table and what was scored. Games with a tile
set that is not there are counted as not supported. Where the other engine departs from the rules, an option of ours says
so; which ones were set, and in how many games, is told at the end.

Exit status: 1 if anything differs; otherwise 2 if a game is not supported or a file cannot be read; otherwise 0.]],
  epilog = [[
Examples:
  carcassonne verify games.jsonl.gz
  carcassonne verify --edition c2 one.jsonl two.jsonl
  carcassonne verify --set tower --limit 5 expansions-*.jsonl.gz
  carcassonne verify --cover expansions-*.jsonl.gz]],
}

local SHOW = 40 -- differences that are told one by one, unless said

--- Adds the options of this command.
---@param command table of argparse
function verify.options(command)
  command:argument("log", "Files of logged games; - for standard input."):args("+"):argname("LOG")
  command:option("--edition", "The rule values that the games were played by."):default("jcz"):argname("NAME")
  command:option("--set", "Only games with this tile set or expansion, as the log names it. May be repeated."):
    count("*"):argname("NAME")
  command:option("--limit", "At most so many games of each file."):convert(cli_options.integer(1)):argname("N")
  command:flag("--cover", "At the end, in how many games each value of each option of the scripts was played.")
  command:option("--show", "Tell so many differences; the others are counted only."):default(tostring(SHOW)):
    convert(cli_options.integer(0)):argname("N")
end

-- What has been found so far, in one file or in all.
local function new_count()
  return { games = 0, decisions = 0, differences = 0, unsupported = 0, missing = {}, departures = {}, reasons = {}, cover = {},
    played = {} }
end

local function add_named(into, from)
  for name, count in pairs(from) do into[name] = (into[name] or 0) + count end
end

local function add(into, from)
  for _, key in ipairs { "games", "decisions", "differences", "unsupported" } do into[key] = into[key] + from[key] end
  add_named(into.missing, from.missing)
  add_named(into.departures, from.departures)
  add_named(into.cover, from.cover)
  add_named(into.played, from.played)
  for name, reason in pairs(from.reasons) do into.reasons[name] = reason end
end

local Run = {}
Run.__index = Run

local function file_name(path) return path:match "[^/]*$" end

-- What a path is called: that of a kept copy after what it is a copy of.
function Run:name(path) return path == self.copy and file_io.file_name "-" or path end

function Run:say(line)
  self.bar:done()
  output.print(line)
end

function Run:complain(problem)
  process.pause(self.bar) -- Ctrl-C may be why
  self.bar:done()
  if self.copy and problem:sub(1, #self.copy) == self.copy then problem = self:name(self.copy) .. problem:sub(#self.copy + 1) end
  output.flush()
  io.stderr:write("carcassonne: ", problem, "\n")
  self.unreadable = self.unreadable + 1
end

function Run:tell(found, path)
  self.told = self.told + 1
  if self.told > self.show then return end
  -- games have names that are their own within a log only
  local where = self.several and file_name(self:name(path)) .. ": " or ""
  self:say(("%sgame %s, %s: %s"):format(where, found.game, found.where, found.text))
end

-- A value of a script's option.
local function covered(name, option, value) return ("%s %s=%s"):format(name, option, c_locale.tostring(value)) end

-- Gives what is wrong with a game that cannot be replayed.
function Run:replay_game(game, path, count)
  local missing = replay.missing(game)
  if missing then
    count.unsupported = count.unsupported + 1
    add_named(count.missing, { [missing] = 1 })
    return nil
  end
  local problem = log.check(game)
  if problem then return problem end
  local compared = replay.compare(game, {
    edition = self.edition, report = function(found) self:tell(found, path) end,
  })
  local function count_departure(name, reason)
    add_named(count.departures, { [name] = 1 })
    count.reasons[name] = reason
  end
  for _, departure in ipairs(game_options.departures(game)) do count_departure(departure.name, departure.reason) end
  for option, reason in pairs(compared.left_out) do count_departure(option .. " left out", reason) end
  for name, values in pairs(self.cover and game_options.options(game) or {}) do
    add_named(count.played, { [name] = 1 })
    for option, value in pairs(values) do add_named(count.cover, { [covered(name, option, value)] = 1 }) end
  end
  count.games, count.decisions = count.games + 1, count.decisions + compared.decisions
  count.differences = count.differences + #compared:differences()
end

-- Whether a game is one of those that are asked for.
function Run:is_wanted(game)
  for _, wanted in ipairs(self.sets) do
    local there = false
    for _, set in ipairs(game.sets) do there = there or set == wanted end
    if not there then return false end
  end
  return true
end

-- The next game of a log, or nil; what cannot be read ends the log.
function Run:next_game(lines)
  local game, problem = lines:next()
  if problem then self:complain(problem) end
  return game
end

function Run:replay_log(path, games)
  local lines, count, wanted = assert(log.open(path)), new_count(), 0
  self.count = count
  for _ = 1, games do
    local game = self:next_game(lines)
    if not game then break end
    if self:is_wanted(game) then
      wanted = wanted + 1
      local problem = self:replay_game(game, path, count)
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

-- Whether each log can be read to its end is better told at once than after some minutes.
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

-- "abbey in 2, tower in 1"
local function in_words(counts)
  local names, parts = {}, {}
  for name in pairs(counts) do names[#names + 1] = name end
  c_locale.sort(names)
  for i, name in ipairs(names) do parts[i] = ("%s in %d"):format(name, counts[name]) end
  return table.concat(parts, ", ")
end

-- Standard input in a file, since a log is read twice; the file goes with the command.
local function copy_input() return file_io.temporary(file_io.read "-") end

-- The logs, and the copy of standard input if it is one of them.
local function logs_of(args)
  local paths, copy = {}, nil
  for i, path in ipairs(args.log) do
    if path == "-" then copy = copy or copy_input() end
    paths[i] = path == "-" and copy or path
  end
  return paths, copy
end

local function sum_up(count, unreadable)
  local parts = { words.count(count.games, "game"), words.count(count.decisions, "decision"),
    words.count(count.differences, "difference"), count.unsupported .. " not supported" }
  if count.unsupported > 0 then
    parts[4] = ("%s (not there: %s)"):format(parts[4], in_words(count.missing))
  end
  if unreadable > 0 then parts[5] = unreadable .. " unreadable" end
  return table.concat(parts, ", ")
end

function Run:tell_departures(count)
  local names = {}
  for name in pairs(count.departures) do names[#names + 1] = name end
  c_locale.sort(names)
  if #names > 0 then
    self:say "departures of that engine from the rules, beside the values of the edition, each followed by an option or left out:"
  end
  for _, name in ipairs(names) do
    self:say(("  %-34s %9s: %s"):format(name, words.count(count.departures[name], "game"), count.reasons[name]))
  end
end

-- The values that an option was played with, and those that it could have been.
local function values_in(count, name, option, declared)
  local known, list = {}, {}
  for _, value in ipairs(option_values.values_of(declared) or { option_values.default_of(declared) }) do
    known[#known + 1] = covered(name, option, value)
  end
  for _, word in ipairs(options.keys(count.cover)) do
    local is_known = false
    for _, one in ipairs(known) do is_known = is_known or one == word end
    if not is_known and word:sub(1, #name + #option + 2) == covered(name, option, "") then known[#known + 1] = word end
  end
  for i, word in ipairs(known) do
    list[i] = ("%s: %d"):format(word:sub(#name + #option + 3), count.cover[word] or 0)
  end
  return table.concat(list, ", ")
end

function Run:tell_cover(count)
  self:say "games by the values of options, of the expansions that were played:"
  for _, name in ipairs(carcassonne.expansions()) do
    local source = carcassonne.variant(name).source
    for _, option in ipairs(count.played[name] and options.keys(source.options or {}) or {}) do
      if not (source.modules or {})[option] then
        self:say(("  %-34s %s"):format(name .. " " .. option, values_in(count, name, option, source.options[option])))
      end
    end
  end
end

function Run:tell_all(count)
  local untold = self.told - self.show
  if untold > 0 then self:say(("... and %s more (--show tells so many)"):format(words.count(untold, "difference"))) end
  if self.cover then self:tell_cover(count) end
  self:tell_departures(count)
  self:say(sum_up(count, self.unreadable))
end

--- Runs the command.
---@param args {log:string[], edition:string, set?:string[], limit?:integer, show?:integer, cover?:boolean}
---@return integer status
function verify.run(args)
  cli_options.check_edition(args.edition)
  local paths, copy = logs_of(args)
  local self = setmetatable({
    copy = copy,
    edition = args.edition, sets = args.set or {}, limit = args.limit, show = args.show or SHOW, cover = args.cover,
    several = #args.log > 1, bar = progress.new(1), done = 0, started = 0, told = 0, unreadable = 0, count = new_count(),
  }, Run)
  local files, total = readable(self, paths)
  local all = new_count()
  self.bar = progress.new(total, "verify", function()
    local sum = new_count()
    add(sum, all)
    add(sum, self.count)
    return " after " .. sum_up(sum, self.unreadable)
  end)
  for _, file in ipairs(files) do
    local count = self:replay_log(file.path, file.games)
    if self.several then self:say(("%s: %s"):format(file_name(self:name(file.path)), sum_up(count, 0))) end
    add(all, count)
    self.count = new_count()
  end
  self:tell_all(all)
  if all.differences > 0 then return 1 end
  return (all.unsupported > 0 or self.unreadable > 0) and 2 or 0
end

return verify
