--- Counts the results of replaying logged games: games, differences, what is not supported, where
--- the other engine departs from the rules, and which options were played.

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local game_options = require "spec.support.interop.game_options"
local log = require "spec.support.interop.log"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local replay = require "spec.support.interop.replay"
local words = require "carcassonne.describe.words"

local tally = {}

---@class Tally
---@field games integer
---@field decisions integer
---@field differences integer
---@field unsupported integer
---@field missing table<string, integer> number of games, by what is not supported
---@field departures table<string, integer> number of games, by the departure of the other engine
---@field reasons table<string, string> the reasons of the departures
---@field played table<string, integer> number of games by expansion
---@field cover table<string, integer> number of games by value of an option
local Tally = {}
Tally.__index = Tally

--- Returns a new tally for one file, or for all.
---@return Tally
function tally.new()
  return setmetatable({ games = 0, decisions = 0, differences = 0, unsupported = 0, missing = {},
    departures = {}, reasons = {}, cover = {},
    played = {} }, Tally)
end

-- Adds numbers by name.
local function add_named(into, from)
  for name, count in pairs(from) do into[name] = (into[name] or 0) + count end
end

--- Adds the numbers of another tally.
---@param from Tally
function Tally:add(from)
  for _, key in ipairs { "games", "decisions", "differences", "unsupported" } do
    self[key] = self[key] + from[key]
  end
  add_named(self.missing, from.missing)
  add_named(self.departures, from.departures)
  add_named(self.cover, from.cover)
  add_named(self.played, from.played)
  for name, reason in pairs(from.reasons) do self.reasons[name] = reason end
end

-- Returns the key for a value of a script's option.
local function covered(name, option, value)
  return ("%s %s=%s"):format(name, option, c_locale.tostring(value))
end

--- Replays a game and counts the results.
---@param game table a game of a log
---@param given {edition:string, cover?:boolean, report:fun(found:table)} rule values; whether options are counted;
--- a function for each difference
---@return string? problem why a game cannot be replayed
function Tally:replay(game, given)
  local missing = replay.missing(game)
  if missing then
    self.unsupported = self.unsupported + 1
    add_named(self.missing, { [missing] = 1 })
    return nil
  end
  local problem = log.check(game)
  if problem then return problem end
  local compared = replay.compare(game, { edition = given.edition, report = given.report })
  local function count_departure(name, reason)
    add_named(self.departures, { [name] = 1 })
    self.reasons[name] = reason
  end
  for _, departure in ipairs(game_options.departures(game)) do
    count_departure(departure.name, departure.reason)
  end
  for option, reason in pairs(compared.left_out) do count_departure(option .. " left out", reason) end
  for name, values in pairs(given.cover and game_options.options(game) or {}) do
    add_named(self.played, { [name] = 1 })
    for option, value in pairs(values) do add_named(self.cover, { [covered(name, option, value)] = 1 }) end
  end
  self.games, self.decisions = self.games + 1, self.decisions + compared.decisions
  self.differences = self.differences + #compared:differences()
end

-- Returns counts as text: "abbey in 2, tower in 1".
local function in_words(counts)
  local names, parts = {}, {}
  for name in pairs(counts) do names[#names + 1] = name end
  c_locale.sort(names)
  for i, name in ipairs(names) do parts[i] = ("%s in %d"):format(name, counts[name]) end
  return table.concat(parts, ", ")
end

--- Returns the totals in one line.
---@param unreadable integer number of logs and games that could not be read
---@return string
function Tally:sum_up(unreadable)
  local parts = { words.count(self.games, "game"), words.count(self.decisions, "decision"),
    words.count(self.differences, "difference"), self.unsupported .. " not supported" }
  if self.unsupported > 0 then
    parts[4] = ("%s (not there: %s)"):format(parts[4], in_words(self.missing))
  end
  if unreadable > 0 then parts[5] = unreadable .. " unreadable" end
  return table.concat(parts, ", ")
end

--- Returns lines that say where the other engine departs from the rules.
---@return string[]
function Tally:departure_lines()
  local names, lines = {}, {}
  for name in pairs(self.departures) do names[#names + 1] = name end
  c_locale.sort(names)
  if #names > 0 then
    lines[1] = "departures of that engine from the rules, beside the values of the edition, each followed "
      .. "by an option or left out:"
  end
  for _, name in ipairs(names) do
    lines[#lines + 1] = ("  %-34s %9s: %s"):format(name, words.count(self.departures[name], "game"),
      self.reasons[name])
  end
  return lines
end

-- Returns the values that an option was played with, and its possible values.
local function values_in(self, name, option, declared)
  local known, list = {}, {}
  for _, value in ipairs(option_values.values_of(declared) or { option_values.default_of(declared) }) do
    known[#known + 1] = covered(name, option, value)
  end
  for _, word in ipairs(options.keys(self.cover)) do
    local is_known = false
    for _, one in ipairs(known) do is_known = is_known or one == word end
    if not is_known and word:sub(1, #name + #option + 2) == covered(name, option, "") then
      known[#known + 1] = word
    end
  end
  for i, word in ipairs(known) do
    list[i] = ("%s: %d"):format(word:sub(#name + #option + 3), self.cover[word] or 0)
  end
  return table.concat(list, ", ")
end

--- Returns lines with the number of games for each value of each option.
---@return string[]
function Tally:cover_lines()
  local lines = { "games by the values of options, of the expansions that were played:" }
  for _, name in ipairs(carcassonne.expansions()) do
    local source = carcassonne.variant(name).source
    for _, option in ipairs(self.played[name] and options.keys(source.options or {}) or {}) do
      if not (source.modules or {})[option] then
        lines[#lines + 1] = ("  %-34s %s"):format(name .. " " .. option,
          values_in(self, name, option, source.options[option]))
      end
    end
  end
  return lines
end

return tally
