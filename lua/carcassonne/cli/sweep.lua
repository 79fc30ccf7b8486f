--- `carcassonne sweep`: options of a script over ranges, and the values that are nearest to a wish.
-- @module carcassonne.cli.sweep

local rule_specs = require "carcassonne.lab.rule_specs"
local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local common = require "carcassonne.cli.options"
local compare = require "carcassonne.cli.compare"
local sweep_report = require "carcassonne.lab.sweep_report"
local parallel = require "carcassonne.lab.parallel"
local results_file = require "carcassonne.lab.results_file"
local measures = require "carcassonne.lab.measures"
local report_output = require "carcassonne.lab.report_output"
local report_page = require "carcassonne.lab.report_page"
local plots = require "carcassonne.lab.plots"
local ranges = require "carcassonne.lab.sweep"
local report = require "carcassonne.lab.report"
local run_controller = require "carcassonne.lab.run_controller"
local report_text = require "carcassonne.lab.report_text"
local terminal = require "carcassonne.text.terminal"

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
  carcassonne sweep siege:pig=1..2 -n 100
  carcassonne sweep my-rule.lua:bonus=0..20 --want seat=even
  carcassonne sweep my-rule.lua:bonus=0..20/5,least=1..4 --want seat=even,length=shorter --html sweep.html
  carcassonne sweep small_city=2..4/2 -n 500           a rule value

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

local USUAL, PILOT = 200, 8

--- Declares what the command takes.
---@param command table of argparse
function sweep.options(command)
  command:argument("rules", "What is played, with one range or two."):args "*":argname "RULES"
  command:option("--want", "What is wished of the game: MEASURE=even, more, less or a number; several with commas.")
    :argname "MEASURE=VALUE,..."
  compare.game_options(command)
  parallel.options(command)
  run_controller.options(command)
  report_output.options(command)
end

-- The default of a part's option, or its rule value; refuses what is no number.
local function check_numbers(text, axes)
  for _, axis in ipairs(axes) do
    for part in text:gmatch "[^+]+" do
      local name, chosen = part:match "^%s*([^:=]+):(.*)$"
      if name and ("," .. chosen):find("," .. axis.name .. "=", 1, true) then
        local default = carcassonne.variant(name).options[axis.name]
        if default ~= nil and type(default) ~= "number" then
          common.refuse("sweep: option '%s' of %s is no number: it is %s unless said", axis.name, name, c_locale.tostring(default))
        end
      elseif part:match "^%s*edition=" and axis.name == "edition" then
        common.refuse "sweep: an edition is no number; hold editions against each other by `carcassonne compare`"
      end
    end
  end
end

-- ---- Playing ---------------------------------------------------------------------------------------------------------

local FEWEST = 4 -- blocks of a round

-- The last block of the round that begins behind a number: all up to the end, or, where there are wishes, so many that several
-- processes have something to do, and few to what there is already.
local function round_of(number, wishes, most)
  if not wishes then return most end
  return number == 0 and PILOT or number + math.max(FEWEST, math.floor(number / FEWEST))
end

-- The values that play the next round: all, or those that may still be the nearest by the rounds before.
local function in_doubt(made, wishes, number, count)
  local before, left = {}, {}
  for _, block in ipairs(made.blocks) do
    if block.block <= number then before[#before + 1] = block end
  end
  local standings = wishes and number > 0 and ranges.standings(before, count, wishes)
  for arm = 1, count do
    if not standings or not standings[arm].out then left[#left + 1] = arm end
  end
  return left
end

-- Games go round by round, so that who plays next does not depend on who has played.
local function play(made, wishes, games)
  local count, size = #made.plan.arms, made.plan.size
  local left_over, number = math.ceil(games * count / size), 0 -- blocks, each of one value
  made:begin(math.ceil(games / size) * size)
  while left_over > 0 do
    local left, list = in_doubt(made, wishes, number, count), {}
    if wishes and #left == 1 then break end
    local last = math.min(round_of(number, wishes, math.ceil(games / size)), number + math.ceil(left_over / #left))
    for block = number + 1, last do list[#list + 1] = { block = block, arms = #left < count and left or nil } end
    made:fill(list)
    number, left_over = last, left_over - #list * #left
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
  local list = report_page.new(heading.title)
  report_page.paragraphs(list, { heading.text })
  if about.standings then report_page.paragraphs(list, sweep_report.nearest(about.standings, about.best, about.axes, about.points)) end
  report_page.table(list, sweep_report.rows(made, about.axes, about.points))
  report_page.paragraphs(list, sweep_report.same(made))
  for _, measure in ipairs(made.measures) do
    local wanted = #about.axes == 1 and sweep_report.is_sure(made, measure)
    for _, one in ipairs(about.shown) do wanted = wanted or one.key == measure.key end
    if wanted then
      local svg, message = plots.swept(made, about.axes, about.points, measure)
      report_page.plot(list, measures.name(measure), svg, message)
    end
  end
  report_page.paragraphs(list, report_text.failed(made))
  report_page.paragraphs(list, report_text.method(made), "small")
  report_page.save(list, path)
end

local function as_json(head, made, about)
  local data = { run = head, report = made, axes = about.axes, points = about.points, standings = about.standings, best = about.best }
  return report_output.json(data)
end

-- What was played, in a line.
local function heading_of(head, made)
  local least, most, sum = math.huge, 0, 0
  for _, arm in ipairs(made.arms) do least, most, sum = math.min(least, arm.games), math.max(most, arm.games), sum + arm.games end
  local each = least == most and ("%d with each"):format(most) or ("%d to %d with each"):format(least, most)
  return (report_output.heading(head, sum):gsub(" under each of the rules", (" of %d values, %s"):format(#made.arms, each)))
end

local function show(args, head, made, about)
  local heading = heading_of(head, made)
  if args.json then
    common.print(as_json(head, made, about))
  elseif args.csv then
    common.put(report_text.csv(made))
  else
    local look = terminal.style(args.color)
    common.print(heading .. "\n")
    common.print_lines(sweep_report.lines(made, about.axes, about.points,
      { style = look, standings = about.standings, best = about.best, shown = about.shown }))
    for _, line in ipairs(report_text.failed(made)) do common.print(look:paint(line, "bad")) end
    for _, line in ipairs(report_text.method(made)) do common.print(look:paint(line, "faint")) end
  end
  if args.html then write_page(args.html, { title = head.sweep, text = heading }, made, about) end
  return #made.failed > 0 and 1 or 0
end

-- ---- The command -----------------------------------------------------------------------------------------------------

--- What is to be played: by the command line, or by the file that is gone on with.
---@param args table the options, with `rules`, a list of one
---@param file? KeptFile
---@return RunHead head
---@return Plan plan
---@return integer games how many a value has in the mean
function sweep.prepare(args, file)
  compare.check_resumed(args, file, "sweep", args.rules[1])
  local text = file and file.head.sweep or args.rules[1]
  if not text then common.refuse("there is nothing to vary; see: carcassonne sweep --help") end
  if args.rules[2] then common.refuse("one range or two are swept in one word of rules; leave %s away", args.rules[2]) end
  local axes, points = ranges.ranges(text)
  check_numbers(text, axes)
  local function list()
    local arms_of = {}
    for i, point in ipairs(points) do arms_of[i] = rule_specs.read(point.text, args) end
    return arms_of
  end
  return compare.run_of(args, file, { command = "sweep", usual = USUAL, list = list, more = { sweep = text } })
end

--- Shows the report of a run's blocks.
---@param args table the options that say how, among them what is wished
---@param head RunHead
---@param list Block[]
---@return integer status
function sweep.show(args, head, list)
  local told, labels = {}, {}
  told.axes, told.points = ranges.ranges(head.sweep)
  local wishes = args.want and ranges.wishes(args.want, measures.list(head.sides))
  if wishes then told.standings, told.best = ranges.standings(list, #told.points, wishes) end
  for i, point in ipairs(told.points) do labels[i] = rule_specs.label(point.text) end
  local whole = report.of({ labels = labels, sides = head.sides, looks = wishes and "any" or compare.looks(head, list) }, list)
  told.shown = shown_of(whole, wishes)
  return show(args, head, whole, told)
end

--- Plays the games and prints what they show.
---@param args table as argparse gives them
---@return integer status
function sweep.run(args)
  local file = args.resume and results_file.hold(args.resume)
  results_file.check_no_share(file)
  local head, plan, games = sweep.prepare(args, file)
  local wishes = args.want and ranges.wishes(args.want, plan.measures)
  local function tell(made) return sweep.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, tell)
  play(made, wishes, games)
  return tell(made)
end

return sweep
