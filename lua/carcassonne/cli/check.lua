--- `carcassonne check`: is a script sound, and what does it do?
-- @module carcassonne.cli.check

local c_locale = require "carcassonne.base.c_locale"
local check = require "carcassonne.lab.check"
local cli_options = require "carcassonne.cli.options"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local count_of = require("carcassonne.describe.words").count
local game_specs = require "carcassonne.program.game_specs"
local lua_compat = require "carcassonne.sandbox.lua_compat"
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"
local variants = require "carcassonne.variant"
local vocabulary = require "carcassonne.definition.vocabulary"
local watch = require "carcassonne.cli.watch"

local command = {
  reads_scripts = true,
  summary = "Try a script out: does it load, does it play the same game twice, what does it do?",
  description = [[
Loads house rules and expansions, says what they declare, and plays games of two to five players with each, or
of --players, under the editions c2 and jcz: every game once, and the same game again, in a newly loaded script, on copies,
after undo, from a saved game. A script that remembers something outside of its slots plays differently, and is
found. Then how often each hook and each function of a phase ran in the first play of these games and in those that measure
the effect, and how long. What has not run by then is waited for in more games; remarks name what took long, what
never ran, and lines that an older Lua does not read.

The exit status is 1 if there is a problem, 2 if a script cannot be read or is refused.]],
  epilog = [[
Examples:
  carcassonne check chained-builders
  carcassonne check my-rule.lua --watch
  carcassonne check my-rule.lua --games 50 --seed 7
  carcassonne check tower
  carcassonne check percentage-goods:consolation=true --edition 2003]],
}

-- "2" or "2,4": a list of numbers.
local function player_counts(text)
  local counts = {}
  for word in (text .. ","):gmatch "([^,]*)," do
    local count = compat.math.tointeger(tonumber(word))
    if not count or count < 1 or count > 6 then
      return nil, ("'%s' is no list of numbers of players from 1 to 6"):format(text)
    end
    counts[#counts + 1] = count
  end
  return counts
end

--- Declares what the command takes.
---@param parser table of argparse
function command.options(parser)
  parser:argument("variant", "A house rule or an expansion: a shipped one or a script; its own options may follow after a " ..
    "colon."):args "+":argname "NAME[:KEY=VALUE,...]"
  parser:option("-n --games", "How many games to try; 12 unless said, fewer where games are very large.")
    :convert(cli_options.integer(1)):argname "N"
  parser:option("--effect", "How many games to measure what it changes; 0 for none.", "200"):convert(cli_options.integer(0))
    :argname "N"
  parser:option("--search", "How many games more to play at most until each hook has run.", "300"):convert(cli_options.integer(0))
    :argname "N"
  parser:option("--seed", "Another seed, other games.", "1"):convert(cli_options.integer(0)):argname "N"
  parser:option("--players", "Try with so many players only, 1 to 6, or with each of several numbers in turn: 2,4."):convert(player_counts)
    :argname "N[,N...]"
  parser:option("--edition", "Try this edition only."):argname "NAME"
  parser:option("--sets", "Tile sets, with commas: base,traders."):argname "NAMES"
  watch.option(parser)
end

-- ---- What a variant declares ---------------------------------------------------------------------------------------

local function settings_text(t)
  local words = {}
  for _, key in ipairs(options.keys(t)) do
    local value = t[key]
    words[#words + 1] = type(value) == "table" and key or ("%s = %s"):format(key, c_locale.tostring(value))
  end
  return table.concat(words, ", ")
end

-- The other values that an option may have, besides its default.
local function others_text(declared, value, default)
  local others = {}
  for _, one in ipairs(option_values.values_of(declared) or {}) do
    if c_locale.tostring(one) ~= value and c_locale.tostring(one) ~= default then others[#others + 1] = c_locale.tostring(one) end
  end
  return #others > 0 and (" (or %s)"):format(table.concat(others, ", ")) or ""
end

-- A row for each option: what it is, what else it may be, and what it is for.
local function option_rows(variant)
  local rows, defaults = {}, modules.own_options(variant.source)
  for i, key in ipairs(options.keys(defaults)) do
    local declared = defaults[key]
    local value, default = c_locale.tostring(variant.options[key]), c_locale.tostring(option_values.default_of(declared))
    local says = option_values.says(declared)
    rows[i] = { i == 1 and "options" or "", ("%s = %s"):format(key, value)
      .. (value ~= default and (" (%s unless said)"):format(default) or "") .. others_text(declared, value, default)
      .. (says and ": " .. says or "") }
  end
  return rows
end

-- What it is made of, and what has been left out.
local function modules_text(variant)
  local words = {}
  for i, module in ipairs(variant.modules) do
    words[i] = module.name .. (module.says ~= "" and (" (%s)"):format(module.says) or "")
      .. (variant.options[module.name] and "" or ", left out")
  end
  return table.concat(words, "; ")
end

local function names_text(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = type(one) == "table" and one.name or c_locale.tostring(one) end
  return table.concat(names, ", ")
end

local function conflicts_text(conflicts)
  local names = {}
  for key, text in pairs(conflicts) do names[#names + 1] = type(key) == "string" and key or text end
  c_locale.sort(names)
  return names_text(names)
end

local function tiles_text(tiles)
  local kinds, count = 0, 0
  for line in (type(tiles) == "table" and table.concat(tiles, "\n") or tiles):gmatch "[^\n]+" do
    if line:match "^%s*[^#%s]" then kinds, count = kinds + 1, count + (tonumber(line:match "%sx(%d+)") or 1) end
  end
  return ("%d of its own, of %s"):format(count, count_of(kinds, "kind"))
end

local function rows_text(list) return count_of(#list, "row") end

local function final_text(steps)
  local words = {}
  for i, step in ipairs(steps) do
    words[i] = step.name .. (step.after and " after " .. step.after or step.before and " before " .. step.before or "")
      .. (#step > 0 and (" (%s)"):format(rows_text(step)) or "")
  end
  return table.concat(words, ", ")
end

-- A filter as a definition has it, without the brackets around it, and what it lists as it stands there:
-- "kind=city,road;pieces(player=turn)".
local function filter_text(filter) return (core.selector_text(filter, true):sub(2, -2):gsub("%f[%w_]if=", "")) end

-- Each of a list, by the function given.
local function each_text(text_of)
  return function(list)
    local words = {}
    for i, one in ipairs(list) do words[i] = text_of(one) end
    return table.concat(words, ", ")
  end
end

local function start_text(start)
  return type(start) == "table" and count_of(#start, "tile") or start
end

-- "when attribute=inn", of a hook or a phase.
local function gate_text(gate) return "when " .. filter_text(gate) end

local function phases_text(phases)
  local words = {}
  for i, phase in ipairs(phases) do
    words[i] = ("%s at %s"):format(phase.name, phase.at) .. (phase.when and (" (%s)"):format(gate_text(phase.when)) or "")
  end
  return table.concat(words, ", ")
end

-- "city road (fits)", "river (joins, turns no-u-turn)": names, then what is said of them.
local function pairs_text(list)
  local words = {}
  for i, pair in ipairs(list) do
    local said = {}
    for _, key in ipairs(options.keys(pair)) do
      local value = pair[key]
      if value == true then said[#said + 1] = key
      elseif value ~= nil then said[#said + 1] = ("%s %s"):format(key, c_locale.tostring(value)) end
    end
    words[i] = ("%s (%s)"):format(table.concat(pair, " "), table.concat(said, ", "))
  end
  return table.concat(words, ", ")
end

local DATA = {
  { "rules", settings_text }, { "sets", names_text }, { "tiles", tiles_text }, { "counts", settings_text },
  { "pieces", settings_text }, { "goods", tostring }, { "attributes", names_text }, { "held", names_text },
  { "groups", names_text }, { "reserves", names_text }, { "edges", pairs_text }, { "never", each_text(core.selector_text) },
  { "areas", names_text }, { "slots", names_text }, { "blocked", each_text(filter_text) },
  { "unscored", each_text(filter_text) }, { "phases", phases_text },
  { "conflicts", conflicts_text }, { "start", start_text }, { "final", final_text },
}

-- How many rows a hook has and when its function is called, or nothing.
local function hook_text(hook)
  if type(hook) ~= "table" then return "" end
  local words = {}
  if #hook > 0 then words[1] = rows_text(hook) end
  if hook.always then words[#words + 1] = "always" end
  if hook.when then words[#words + 1] = gate_text(hook.when) end
  return words[1] and (" (%s)"):format(table.concat(words, "; ")) or ""
end

local function hooks_text(source)
  local names = {}
  for _, row in ipairs(vocabulary.hooks) do
    local hook = source[row.name]
    if hook then names[#names + 1] = row.name .. hook_text(hook) end
  end
  return table.concat(names, ", ")
end

-- Rows of what there is.
local function declared(variant)
  local rows, source = option_rows(variant), variant.source
  if #variant.modules > 0 then rows[#rows + 1] = { "modules", modules_text(variant) } end
  for _, one in ipairs(DATA) do
    local value = source[one[1]]
    if value ~= nil then rows[#rows + 1] = { one[1], one[2](value) } end
  end
  local hooks = hooks_text(source)
  rows[#rows + 1] = { "hooks", hooks ~= "" and hooks or "none" }
  return rows
end

-- ---- What the check found --------------------------------------------------------------------------------------------

local function range_text(report)
  return ("%d games with %d decisions, each also again, newly loaded, on copies, undone, saved, told in events"):format(
    report.games, report.decisions)
end

local function searched_text(report)
  local how = #report.idle == 0 and "until all had run" or "and not all has run"
  return ("%s more, %s"):format(count_of(report.searched, "game"), how)
end

local function place_of(problem)
  local words = {}
  if problem.players then words[1] = ("%d players, edition %s, seed %d"):format(problem.players, problem.edition, problem.seed) end
  if problem.decision then words[#words + 1] = ("after %d decisions"):format(problem.decision) end
  return table.concat(words, ", ")
end

local function print_problems(report, look)
  for _, problem in ipairs(report.problems) do
    output.print(("  %s %s"):format(look:paint("problem:", "bad"), problem.text))
    local place = place_of(problem)
    if place ~= "" then output.print("           " .. look:paint(place, "faint")) end
  end
end

-- A table of what ran: how often, and how long.
local function hook_lines(report, look)
  if #report.hooks == 0 or report.counted == 0 then return {} end
  local rows = { { "hook", "calls", "a game", "total ms", "mean us" } }
  for _, hook in ipairs(report.hooks) do
    local mean = hook.calls > 0 and c_locale.format("%.1f", hook.seconds * 1e6 / hook.calls) or "-"
    rows[#rows + 1] = { hook.name, hook.calls, c_locale.format("%.1f", hook.calls / report.counted),
      c_locale.format("%.1f", hook.seconds * 1e3), mean }
  end
  return tables.lines(rows, { indent = 2, heading = true, style = look })
end

local function kind_text(idle) return idle.kind == "final" and "final step" or idle.kind end

local function late_text(late, count)
  local what = late.idle.asked and "had something chosen" or "ran"
  return ("%s `%s` %s for the first time in game %d"):format(kind_text(late.idle), late.idle.name, what, count + late.game)
end

local function idle_text(idle, count)
  local games = count_of(count, "game")
  local gate = idle.when and (" (%s)"):format(gate_text(idle.when)) or ""
  if idle.asked then
    return ("phase `%s` asked, but never had anything chosen in %s: does it offer anything%s?"):format(idle.name, games, gate)
  end
  local why = idle.when and "does its gate ever open" .. gate or "does what it waits for ever happen"
  return ("%s `%s` never ran in %s: %s?"):format(kind_text(idle), idle.name, games, why)
end

-- Where not every Lua reads the script.
local function print_newer_words(variant, look)
  for i, file in ipairs(variant.origin.files or {}) do
    for _, one in ipairs(lua_compat.newer_words(file.text)) do
      local place = (i > 1 and file.path .. " " or "") .. "line"
      output.print(("  %s %s %d: `%s` needs %s"):format(look:paint("remark:", "faint"), place, one.line, one.word, one.needs))
    end
  end
end

local function print_remarks(report, look)
  local function remark(text) output.print(("  %s %s"):format(look:paint("remark:", "faint"), text)) end
  for _, late in ipairs(report.late) do remark(late_text(late, report.counted)) end
  for _, idle in ipairs(report.idle) do remark(idle_text(idle, report.counted + report.searched)) end
end

-- The effect in rows: the hooks' calls, and what changed in the mean.
local function effect_rows(effect, look)
  local with, without, difference = effect.with, effect.without, effect.difference
  local rows, sign = {}, look:pick("±", "+-")
  local function add(label, key)
    rows[#rows + 1] = { label, c_locale.format("%.2f, without it %.2f (%+.2f %s %.2f)", with[key].mean, without[key].mean,
      difference[key].difference, sign, difference[key].error) }
  end
  rows[1] = { "measured", ("%d games of %d random players"):format(with.games, with.players) }
  add("points", "points")
  add("double turns", "double_turns")
  add("decisions", "decisions")
  rows[#rows + 1] = { "results", c_locale.format("other points in %.1f %% of the games, another winner in %.1f %%",
    difference.points_changed * 100, difference.winner_changed * 100) }
  return rows
end

local function print_rows(rows)
  output.print_lines(tables.lines(rows, { indent = 2 }))
end

-- Checks one variant, and prints what was found. Returns whether it is sound.
local function check_one(args, text, look)
  local variant, from, chosen = game_specs.variant(text)
  output.print(look:paint(variant.name, "heading") .. (variant.description and ": " .. variant.description or ""))
  local rows = declared(variant)
  local bar = progress.new(100, "checking " .. variant.name, function(percent)
    return (" while checking %s, %d %% done"):format(variant.name, percent)
  end)
  local report = check.variant(from, {
    options = chosen, games = args.games, effect = args.effect, search = args.search, seed = args.seed, players = args.players,
    editions = args.edition and { args.edition } or nil, sets = args.sets and game_specs.words(args.sets) or nil,
    step = function(done, total)
      bar:step(math.floor(done * 100 / total))
      process.pause(bar)
    end,
  })
  bar:done()
  rows[#rows + 1] = { "tried", range_text(report) }
  if report.searched > 0 then rows[#rows + 1] = { "played on", searched_text(report) } end
  for _, row in ipairs(report.effect and effect_rows(report.effect, look) or {}) do rows[#rows + 1] = row end
  print_rows(rows)
  output.print_lines(hook_lines(report, look))
  print_remarks(report, look)
  print_newer_words(variant, look)
  print_problems(report, look)
  if #report.problems == 0 then output.print("  " .. look:paint("OK", "good")) end
  return #report.problems == 0
end

local function check_all(args, look)
  local sound = true
  for i, text in ipairs(args.variant) do
    if i > 1 then output.print() end
    sound = check_one(args, text, look) and sound
  end
  return sound and 0 or 1
end

-- The scripts that are files of their own, and what they require.
local function watched(args)
  local list = {}
  for _, text in ipairs(args.variant) do
    for _, path in ipairs(variants.paths(text:match "^(.-):[%a_][%w_]*=" or text)) do list[#list + 1] = path end
  end
  if #list == 0 then process.refuse "--watch: none of these is a script's file; what is shipped does not change" end
  return list
end

--- Checks the variants.
---@param args table as argparse gives them
---@return integer status
function command.run(args)
  local look = terminal.style(args.color)
  return watch.run(args, function() return watched(args) end, function() return check_all(args, look) end)
end

return command
