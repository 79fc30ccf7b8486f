--- `carcassonne sweep`: options of a script over ranges, and the values that are nearest to a wish.
-- @module carcassonne.cli.sweep

local arms = require "carcassonne.cli.arms"
local carcassonne = require "carcassonne"
local common = require "carcassonne.cli.common"
local compare = require "carcassonne.cli.compare"
local curves = require "carcassonne.lab.curves"
local kept = require "carcassonne.cli.kept"
local measures = require "carcassonne.lab.measures"
local outcome = require "carcassonne.cli.outcome"
local page = require "carcassonne.cli.page"
local plots = require "carcassonne.cli.plots"
local ranges = require "carcassonne.lab.sweep"
local report = require "carcassonne.lab.report"
local series = require "carcassonne.cli.series"
local telling = require "carcassonne.lab.telling"
local terminal = require "carcassonne.view.terminal"

local sweep = {
  reads_scripts = true,
  summary = "Try an option of a script, or two, over a range: what does each value do, and which comes nearest to a wish?",
  description = [[
Plays the same games with each value of one option or two, and shows what they do to every measure: where it is lowest
and highest, and its curve; of two options a map. RULES are those of `carcassonne compare`, with a range LOW..HIGH or
LOW..HIGH/STEP in place of a number.

With --want the value is looked for that comes nearest: seat=even, length=shorter, points=40; any measure with a number, more or
less; several with commas. How far a value is from a wish is counted in spreads of a game, and several add up. Games
go where the answer is in doubt: a value that is farther than the best by more than chance may do is played no more.]],
  epilog = [[
Examples:
  carcassonne sweep siege:pig=0..1 -n 100
  carcassonne sweep my-rule.lua:bonus=0..20 --want seat=even
  carcassonne sweep my-rule.lua:bonus=0..20/5,least=1..4 --want seat=even,length=shorter --html sweep.html
  carcassonne sweep small_city=2..4/2 -n 500           a rule value

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

local USUAL, PILOT = 200, 8

--- Declares what the command takes.
---@param command table of argparse
function sweep.options(command)
  command:argument("rules", "What is played, with one range or two."):args "?":argname "RULES"
  command:option("--want", "What is wished of the game: MEASURE=even, more, less or a number; several with commas.")
    :argname "MEASURE=VALUE,..."
  compare.game_options(command)
  series.options(command)
  outcome.options(command)
end

-- The default of a part's option, or its rule value; refuses what is no number.
local function check_numbers(text, axes)
  for _, axis in ipairs(axes) do
    for part in text:gmatch "[^+]+" do
      local name, chosen = part:match "^%s*([^:=]+):(.*)$"
      if name and ("," .. chosen):find("," .. axis.name .. "=", 1, true) then
        local default = carcassonne.variant(name).options[axis.name]
        if default ~= nil and type(default) ~= "number" then
          common.refuse("sweep: option '%s' of %s is no number: it is %s unless said", axis.name, name, tostring(default))
        end
      elseif part:match "^%s*edition=" and axis.name == "edition" then
        common.refuse "sweep: an edition is no number; hold editions against each other by `carcassonne compare`"
      end
    end
  end
end

-- ---- Playing ---------------------------------------------------------------------------------------------------------

-- Which values have played which blocks.
local function played(list)
  local has = {}
  for _, block in ipairs(list) do
    has[block.block] = has[block.block] or {}
    for _, one in ipairs(block.arms) do has[block.block][one.arm] = true end
  end
  return has
end

-- The values that play the next block: all, or those that may still be the nearest.
local function in_doubt(made, wishes, number, count)
  local left, standings = {}, wishes and number > PILOT and ranges.standings(made.blocks, count, wishes)
  for arm = 1, count do
    if not standings or not standings[arm].out then left[#left + 1] = arm end
  end
  return left
end

local function play(made, wishes, games)
  local count, size, has = #made.plan.arms, made.plan.size, played(made.blocks)
  local budget, spent, number = games * count, 0, 0
  made:begin(math.ceil(games / size) * size, 0)
  while spent < budget do
    number = number + 1
    local left, missing = in_doubt(made, wishes, number, count), {}
    if wishes and #left == 1 then break end
    for _, arm in ipairs(left) do
      if not (has[number] and has[number][arm]) then missing[#missing + 1] = arm end
    end
    spent = spent + #left * size
    made:reach(math.floor(spent / count))
    if #missing > 0 then made:play(number, { arms = missing }) end
  end
  made:finish()
end

-- ---- Showing ---------------------------------------------------------------------------------------------------------

-- The measures that are shown as maps, or come first: those of the wishes, else points.
local function shown_of(made, wishes)
  local list = {}
  for _, wish in ipairs(wishes or {}) do list[#list + 1] = wish.measure end
  if #list == 0 then list[1] = made.measures[1] end
  return list
end

local function write_page(path, heading, made, about)
  local list = page.new(heading.title)
  page.paragraphs(list, { heading.text })
  if about.standings then page.paragraphs(list, curves.nearest(about.standings, about.best, about.axes, about.points)) end
  page.table(list, curves.rows(made, about.axes, about.points))
  page.paragraphs(list, curves.same(made))
  for _, measure in ipairs(made.measures) do
    local wanted = #about.axes == 1 and curves.is_sure(made, measure)
    for _, one in ipairs(about.shown) do wanted = wanted or one.key == measure.key end
    if wanted then
      local svg, message = plots.swept(made, about.axes, about.points, measure)
      page.plot(list, measures.name(measure), svg, message)
    end
  end
  page.paragraphs(list, telling.failed(made))
  page.paragraphs(list, telling.method(made), "small")
  page.save(list, path)
end

local function as_json(head, made, about)
  local data = { run = head, report = made, axes = about.axes, points = about.points, standings = about.standings, best = about.best }
  return outcome.json(data)
end

-- What was played, in a line.
local function heading_of(head, made)
  local least, most, sum = math.huge, 0, 0
  for _, arm in ipairs(made.arms) do least, most, sum = math.min(least, arm.games), math.max(most, arm.games), sum + arm.games end
  local each = least == most and ("%d with each"):format(most) or ("%d to %d with each"):format(least, most)
  return (outcome.heading(head, sum):gsub(" under each of the rules", (" of %d values, %s"):format(#made.arms, each)))
end

local function show(args, head, made, about)
  local heading = heading_of(head, made)
  if args.json then
    common.print(as_json(head, made, about))
  elseif args.csv then
    common.put(telling.csv(made))
  else
    local look = terminal.style(args.color)
    common.print(heading .. "\n")
    common.print_lines(curves.lines(made, about.axes, about.points,
      { style = look, standings = about.standings, best = about.best, shown = about.shown }))
    for _, line in ipairs(telling.failed(made)) do common.print(look:paint(line, "bad")) end
    for _, line in ipairs(telling.method(made)) do common.print(look:paint(line, "faint")) end
  end
  if args.html then write_page(args.html, { title = args.rules, text = heading }, made, about) end
  return #made.failed > 0 and 1 or 0
end

-- ---- The command -----------------------------------------------------------------------------------------------------

local function resumed(args, file)
  if args.rules then common.refuse("--resume %s has the rules already; leave %s away", args.resume, args.rules) end
  if file.head.command ~= "sweep" then
    common.refuse("%s is of carcassonne %s; carcassonne %s --resume goes on with it", file.path, file.head.command, file.head.command)
  end
  for key, value in pairs(file.head.settings) do args[key] = value end
  args.bot, args.seed, args.size, args.rules = file.head.bots, file.head.seed, file.head.size, file.head.sweep
  args.games = args.games or file.head.games
end

--- Plays the games and prints what they show.
---@param args table as argparse gives them
---@return integer status
function sweep.run(args)
  local file = args.resume and kept.read(args.resume)
  if file then resumed(args, file) end
  if not args.rules then common.refuse("there is nothing to vary; see: carcassonne sweep --help") end
  local axes, points = ranges.ranges(args.rules)
  check_numbers(args.rules, axes)
  local list = {}
  for i, point in ipairs(points) do list[i] = arms.read(point.text, args) end
  args.games = args.games or USUAL
  local head, plan = compare.run_of(args, list, "sweep", { sweep = args.rules })
  local wishes = args.want and ranges.wishes(args.want, plan.measures)
  local function tell(made)
    local about = compare.about(head, made.blocks)
    about.looks = wishes and "any" or about.looks
    local told = { axes = axes, points = points }
    if wishes then told.standings, told.best = ranges.standings(made.blocks, #points, wishes) end
    local whole = report.of(about, made.blocks)
    told.shown = shown_of(whole, wishes)
    return show(args, head, whole, told)
  end
  local made = series.new(plan, head, args, file, tell)
  play(made, wishes, head.games)
  return tell(made)
end

return sweep
