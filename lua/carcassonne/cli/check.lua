--- `carcassonne check`: validates scripts and reports what they change.
-- @module carcassonne.cli.check

local check = require "carcassonne.lab.check"
local check_report = require "carcassonne.lab.check_report"
local cli_options = require "carcassonne.cli.options"
local compat = require "carcassonne.base.compat"
local game_specs = require "carcassonne.program.game_specs"
local lua_compat = require "carcassonne.sandbox.lua_compat"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local report_output = require "carcassonne.lab.report_output"
local report_text = require "carcassonne.lab.report_text"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"
local variant_summary = require "carcassonne.text.variant_summary"
local variants = require "carcassonne.variant"
local watch = require "carcassonne.cli.watch"

local command = {
  reads_scripts = true,
  summary = "Validate scripts: do they load, are they deterministic, what do they change?",
  description = [[
Loads house rules and expansions, lists their declarations, and plays games with each of these scripts: by
default with the numbers of players that the script declares, or with two to five players, under the
editions c2 and jcz. Each game is then replayed in five ways: from the same seed, with the script loaded
again, on copies of the states, after undo, and from saved games. The first game is also replayed in a new
process, except with --untrusted, which starts no further processes. A script that keeps data outside of its
variables plays differently in these replays. If a replay differs, the command reports the seed, the
decision, and the data outside of variables that the game changed. A table shows how often each hook and
each function of a phase ran when these games were first played, and how long it took; and, for a game by
the bot greedy, which tries many actions before it takes one, how often it ran and its share of the time. A
sentence names the function that takes the most time, and the data that can replace it. If a hook or
function has not run, more games are played until it has. Remarks name hooks that never ran; variables,
attributes, options and modules that are declared but never used; data that games changed outside of
variables; and lines that older versions of Lua cannot read.

The command also measures the effect of the script, as `carcassonne compare` does, but in fewer games. The
bot greedy plays these games. If several numbers of players or editions are checked, the effect is measured
with the first of them.

If several scripts are given, each script is checked by itself, and then all of them are checked together in
the same games.

The exit status is 1 if there is a problem, 2 if a script cannot be read or is refused.]],
  epilog = [[
Examples:
  carcassonne check chained-builders
  carcassonne check my-rule.lua --watch
  carcassonne check my-rule.lua --games 50 --seed 7
  carcassonne check tower my-rule.lua
  carcassonne check percentage-goods:consolation=true --edition 2003]],
}

-- Defaults for the measured effect: the number of games, and the time limit in seconds.
local EFFECT, SECONDS = 100, 6

-- Number of games by greedy in which the cost of functions is measured.
local COST = 2

-- Reads a list of numbers of players: "2" or "2,4".
local function player_counts(text)
  local counts = {}
  for word in (text .. ","):gmatch "([^,]*)," do
    local count = compat.math.tointeger(tonumber(word))
    if not count or count < 1 or count > 6 then
      return nil, ("'%s' is not a list of numbers from 1 to 6; expected a list as in 2,4"):format(text)
    end
    counts[#counts + 1] = count
  end
  return counts
end

function command.options(parser)
  parser:argument("variant",
    "A house rule or an expansion: the name of a shipped one, or the path of a script. Options of the "
    .. "script follow after a colon."):args "+":argname "NAME[:KEY=VALUE,...]"
  parser:option("-n --games", "Number of games to play; by default 12, or fewer if the games are very "
    .. "large.")
    :convert(cli_options.integer(1)):argname "N"
  parser:option("--effect",
    ("Number of games in which the effect is measured; 0 omits the measurement. By default %d, or as many "
      .. "as can be played in %d seconds."):format(EFFECT, SECONDS)):convert(
      cli_options.integer(0)):argname "N"
  parser:option("--search", "Maximum number of additional games to play until each hook has run.",
    "300"):convert(cli_options.integer(0))
    :argname "N"
  parser:option("--seed", "Seed of the games.", "1"):convert(cli_options.integer(0)):argname "N"
  parser:option("--players",
    "Number of players, 1 to 6, or several numbers that are used in turn: 2,4. By default those that the "
      .. "script declares."):convert(
    player_counts)
    :argname "N[,N...]"
  parser:option("--edition", "Play under this edition only."):argname "NAME"
  parser:option("--sets", "Tile sets, separated by commas: base,traders."):argname "NAMES"
  watch.option(parser)
end

local function print_problems(report, look)
  for _, problem in ipairs(report.problems) do
    output.print(("  %s %s"):format(look:paint("problem:", "bad"), problem.text))
    local place = check_report.place(problem)
    if place ~= "" then output.print("           " .. look:paint(place, "faint")) end
  end
end

-- Prints the lines of a script that older versions of Lua cannot read.
local function print_newer_words(variant, look)
  for i, file in ipairs(variant.origin.files or {}) do
    for _, one in ipairs(lua_compat.newer_words(file.text)) do
      local place = (i > 1 and file.path .. " " or "") .. "line"
      output.print(("  %s %s %d: `%s` needs %s"):format(look:paint("remark:", "faint"), place, one.line,
        one.word, one.needs))
    end
  end
end

-- Prints each text with a word before it.
local function print_each(word, list, look)
  for _, text in ipairs(list) do output.print(("  %s %s"):format(look:paint(word, "faint"), text)) end
end

local function print_remarks(report, look)
  print_each("remark:", check_report.remarks(report), look)
  local cost = check_report.cost(report)
  if cost then output.print(("  %s %s"):format(look:paint("cost:", "faint"), cost)) end
end

local function print_rows(rows)
  output.print_lines(tables.lines(rows, { indent = 2 }))
end

-- Prints the effect of the variant, as `carcassonne compare` reports it.
local function print_effect(report, look)
  output.print()
  for _, line in ipairs(report_text.lines(report, { style = look })) do
    output.print(line == "" and line or "  " .. line)
  end
  output.print()
end

-- Returns the settings for the games of a check, and a progress bar, which the caller ends.
local function games_of(args, name)
  local bar = progress.new(100, "checking " .. name, function(percent)
    return (" while checking %s, %d %% done"):format(name, percent)
  end)
  return {
    games = args.games, seed = args.seed, players = args.players,
    editions = args.edition and { args.edition } or nil,
      sets = args.sets and game_specs.words(args.sets) or nil,
    step = function(done, total)
      bar:step(math.floor(done * 100 / total))
      process.pause(bar)
    end,
  }, bar
end

-- Prints the problems of a check, or OK; returns whether there are no problems.
local function print_verdict(report, look)
  print_problems(report, look)
  local note = check_report.changes_nothing(report) and ": the script is valid, but it changed nothing" or ""
  if #report.problems == 0 then output.print("  " .. look:paint("OK", "good") .. note) end
  return #report.problems == 0
end

-- Checks one variant and prints the result; returns whether the variant is valid.
local function check_one(args, text, look)
  local variant, from, chosen = game_specs.variant(text)
  output.print(look:paint(variant.name, "heading")
    .. (variant.description and ": " .. variant.description or ""))
  local rows = variant_summary.rows(variant)
  local given, bar = games_of(args, variant.name)
  given.words, given.options, given.search, given.cost = text, chosen, args.search, COST
  given.effect, given.seconds = args.effect or EFFECT, not args.effect and SECONDS or nil
  local report = check.variant(from, given)
  bar:done()
  rows[#rows + 1] = { "tried", check_report.range(report) }
  if report.searched > 0 then rows[#rows + 1] = { "played on", check_report.searched(report) } end
  local effect = report.effect
  if effect then rows[#rows + 1] = { "measured", report_output.heading(effect.head, effect.report.games) } end
  print_rows(rows)
  if effect then
    print_effect(effect.report, look)
  else
    print_each("note:", report.worths, look)
    print_each("note:", report.foresight, look)
  end
  output.print_lines(check_report.hook_lines(report, look))
  print_remarks(report, look)
  print_newer_words(variant, look)
  return print_verdict(report, look)
end

-- Returns the scripts of the command line and their names. If a script occurs twice, returns no
-- names.
local function scripts_of(args)
  local scripts, names, seen = {}, {}, {}
  for i, text in ipairs(args.variant) do
    local variant, from, chosen = game_specs.variant(text)
    if seen[variant.name] then return scripts end
    scripts[i], names[i], seen[variant.name] = { from = from, options = chosen }, variant.name, true
  end
  return scripts, names
end

-- Checks all variants in the same games.
local function check_together(args, look)
  local scripts, names = scripts_of(args)
  if not names or #names < 2 then return true end
  local title = table.concat(names, " + ")
  output.print()
  output.print(look:paint(title, "heading") .. ": together")
  local given, bar = games_of(args, title)
  local report = check.together(scripts, given)
  bar:done()
  if report.games > 0 then print_rows { { "tried", check_report.range(report) } } end
  return print_verdict(report, look)
end

local function check_all(args, look)
  local sound = true
  for i, text in ipairs(args.variant) do
    if i > 1 then output.print() end
    sound = check_one(args, text, look) and sound
  end
  sound = check_together(args, look) and sound
  return sound and 0 or 1
end

-- Returns the paths of all script files, and of the files that they require.
local function watched(args)
  local list = {}
  for _, text in ipairs(args.variant) do
    for _, path in ipairs(variants.paths(text:match "^(.-):[%a_][%w_]*=" or text)) do
      list[#list + 1] = path
    end
  end
  if #list == 0 then
    process.refuse "--watch: none of the arguments is the path of a script; shipped scripts do not change"
  end
  return list
end

function command.run(args)
  local look = terminal.style(args.color)
  return watch.run(args, function() return watched(args) end, function() return check_all(args, look) end)
end

return command
