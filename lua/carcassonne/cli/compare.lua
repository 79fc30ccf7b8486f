--- `carcassonne compare`: what house rules, expansions and editions change, with how sure that is.
-- @module carcassonne.cli.compare

local rule_specs = require "carcassonne.lab.rule_specs"
local run_plan = require "carcassonne.lab.run_plan"
local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local common = require "carcassonne.cli.options"
local stopping_rule = require "carcassonne.lab.stopping_rule"
local parallel = require "carcassonne.lab.parallel"
local results_file = require "carcassonne.lab.results_file"
local measures = require "carcassonne.lab.measures"
local report_output = require "carcassonne.lab.report_output"
local report = require "carcassonne.lab.report"
local run_controller = require "carcassonne.lab.run_controller"
local statistics = require "carcassonne.lab.statistics"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"

local compare = {
  reads_scripts = true,
  summary = "Hold house rules, expansions and editions against each other: what do they change, and how sure is that?",
  description = [[
Plays the same games under several rules - the same draws as far as the tiles are the same, the same seeds of the
choices - and says what the others change against the first: in words what is more than chance, then all measures in a
table, each difference with its 95 % interval. One set of rules alone is held against the standard ones.

RULES are: ]] .. rule_specs.HELP .. [[

The options --edition, --players, --variant and so on hold for all of them.

Games come in blocks. --results keeps each block as it ends, Ctrl-C shows the report of what is finished, and --resume
goes on; with a larger --games it adds to what is there. Intervals are then those that hold however often one looks.]],
  epilog = [[
Examples:
  carcassonne compare my-rule.lua                        what does it change?
  carcassonne compare standard tower tower+bridges -n 2000
  carcassonne compare edition=jcz edition=2003 small_city=2
  carcassonne compare my-rule.lua --until 0.5            until the points are known to 0.5 more or less
  carcassonne compare my-rule.lua --until wins.2=1       until the second player's wins are, of a hundred
  carcassonne compare my-rule.lua --plan                 how many games does that take?
  carcassonne compare my-rule.lua --results run.jsonl    and, after Ctrl-C:
  carcassonne compare --resume run.jsonl
  carcassonne compare tower --html tower.html --csv
  carcassonne compare bot=random bot=greedy -n 200       who plays, in place of what is played

Exit status: 1 if games failed, 2 if nothing can be played.]],
}

local FEW, USUAL, MOST, PILOT = 2, 1000, 100000, 200
local BOT = "greedy"

--- Declares what is played: the rules, the games, who plays.
---@param command table of argparse
function compare.game_options(command)
  command:option("-n --games", ("How many games under each of the rules, rounded up to whole blocks; %d unless said."):format(USUAL))
    :convert(common.integer(FEW)):argname "N"
  command:option("--seed", "Another seed, other games."):convert(common.integer(0)):argname "N"
  common.game_options(command)
  command:option("--bot", ("Who plays: %s, or a file of your own, with options as in greedy:follower=4; %s unless said. Given once for " ..
    "all players, or once for each."):format(table.concat(bots.names(), ", "), BOT)):count "*":argname "NAME"
end

--- Declares what the command takes.
---@param command table of argparse
function compare.options(command)
  command:argument("rules", "What is compared."):args "*":argname "RULES"
  compare.game_options(command)
  command:option("--until", "Play until the difference of a measure is known to WIDTH more or less, at most --games, which is then " ..
    ("%d unless said. Points of a player unless said; shares are of a hundred games."):format(MOST)):argname "[MEASURE=]WIDTH"
  command:flag("--plan", ("Play a few games, %d unless said, and say how many an interval needs."):format(PILOT))
  parallel.options(command)
  run_controller.options(command)
  report_output.options(command)
end

-- ---- What run it is --------------------------------------------------------------------------------------------------

local function settings_of(args)
  return { players = args.players, edition = args.edition, sets = args.sets, without = args.without, rule = args.rule or {},
    variant = args.variant or {} }
end

local function check_bots(names, players)
  common.check_bots(names)
  if #names > 1 and #names ~= players then
    common.refuse("--bot: expected one, or one for each of %d players; got %d", players, #names)
  end
end

-- What the options ask for, as a run that may begin.
local function new_run(args, list, about)
  local names = args.bot and #args.bot > 0 and args.bot or { BOT }
  check_bots(names, list[1].game:players())
  local size = args.size or args["until"] and 10 or run_plan.size(args.games)
  local plan = run_plan.plan { arms = list, seed = args.seed or 1, size = size, bot = #names > 1 and names or names[1] }
  local sides = {}
  for i, side in ipairs(plan.sides) do sides[i] = side end
  local head = { arms = list, command = about.command, settings = settings_of(args), sides = sides, bots = names, seed = args.seed or 1,
    size = size, games = math.ceil(args.games / size) * size, ["until"] = args["until"] }
  for key, value in pairs(about.more or {}) do head[key] = value end
  return results_file.head(head), plan
end

--- What is to be played: by the command line, or by the file that is gone on with, which has all options but how many games, and
--- until when.
---@param args table the options
---@param file? KeptFile
---@param about {command:string, usual:integer, list:(fun(args:table):Arm[]), more?:table} what is compared, and further fields of the head
---@return RunHead head
---@return Plan plan
---@return integer games how many there are to be in the end; those of the head are what was planned
function compare.run_of(args, file, about)
  if file then
    for key, value in pairs(file.head.settings) do args[key] = value end
    args.bot, args.seed, args.size = file.head.bots, file.head.seed, file.head.size
    args.games = args.games or file.head.games
    args["until"] = args["until"] or file.head["until"]
  end
  args.games = args.games or about.usual
  local head, plan = new_run(args, about.list(args), about)
  local games = head.games
  if file then head.games = file.head.games end -- with more than were planned this is not the only look
  return head, plan, games
end

--- Refuses the file of another command, and rules beside a file, which has them already.
---@param args table
---@param file? KeptFile
---@param command string
---@param rule? string
function compare.check_resumed(args, file, command, rule)
  if not file then return end
  if file.head.command ~= command then
    common.refuse("%s is of carcassonne %s; carcassonne %s --resume goes on with it", file.path, file.head.command, file.head.command)
  end
  if rule then common.refuse("--resume %s has the rules already; leave %s away", args.resume, rule) end
  if args.results then common.refuse("--resume FILE writes to the same file; leave --results away") end
end

-- ---- Playing and showing ---------------------------------------------------------------------------------------------

-- When the run ends by what it shows; nil if it does not.
local function ending_of(head) return head["until"] and stopping_rule.read(head["until"], measures.list(head.sides), #head.rules) end

--- Plays the blocks of a run that are not there yet.
---@param made Series
---@param games integer
---@param wanted? Ending
local function play(made, games, wanted)
  local total, number = math.ceil(games / made.plan.size), 0
  made:begin(total * made.plan.size)
  while number < total do
    number = wanted and math.min(total, wanted:ahead(number, made.blocks, made.places and made.places.shares)) or total
    made:fill_range(1, number)
    if wanted and select(2, wanted:counted(made.blocks)) then break end
  end
  made:finish()
end

--- The report of a run's blocks: of all, or of those that count until it ended by what it shows.
---@param head RunHead
---@param list Block[]
---@return Report
function compare.report(head, list)
  local labels = {}
  for i, rule in ipairs(head.rules) do labels[i] = rule.label end
  local wanted = ending_of(head)
  list = wanted and wanted:counted(list) or list
  return report.of({ labels = labels, sides = head.sides, looks = compare.looks(head, list) }, list)
end

--- How often one has looked.
---@param head RunHead
---@param list Block[]
---@return "one"|"any"
function compare.looks(head, list) return not head["until"] and #list * head.size == head.games and "one" or "any" end

-- ---- Planning --------------------------------------------------------------------------------------------------------

local WIDTHS = { 1, 0.5, 0.1 }

local function plan_rows(list, made, widths)
  local rows = { { "", "spread of the difference" } }
  for i, width in ipairs(widths) do rows[1][i + 2] = c_locale.format("games for +-%g", width) end
  for index, measure in ipairs(list) do
    local estimate = report.difference(made.blocks, #made.plan.arms, #made.plan.arms > 1 and 1 or nil, index)
    if estimate.error and estimate.error > 0 then
      local row = { measure.label .. (measure.share and " %" or ""),
        c_locale.format("%.2f", estimate.error * math.sqrt(estimate.games) / measure.scale) }
      for i, width in ipairs(widths) do
        row[i + 2] = ("%d"):format(math.max(FEW, statistics.games_for(estimate, width * measure.scale, "one")))
      end
      rows[#rows + 1] = row
    end
  end
  return rows
end

-- How long it takes: of the processor here, or, with several processes, on the wall.
local function watch(made)
  local clock = made.places and os.time or os.clock
  local began = clock()
  return function() return clock() - began end
end

local function tell_plan(args, made, wanted, seconds)
  local each = seconds / (#made.blocks * made.plan.size)
  local rows = plan_rows(made.plan.measures, made, wanted and { wanted.width } or WIDTHS)
  if #made.plan.arms > 2 then common.print(("The differences of %s:"):format(made.plan.arms[#made.plan.arms].label)) end
  if #rows == 1 then
    common.print "Nothing differs in any of these games, so that nothing can be said of how many an interval needs."
  else
    common.print_lines(tables.lines(rows, { heading = true, style = terminal.style(args.color) }))
  end
  local by = ("\nBy %d games."):format(#made.blocks * made.plan.size)
  if each == 0 then return common.print(by) end
  common.print(c_locale.format("%s A game under each of the rules takes %.2g s %s, so that a thousand take %.2g minutes.", by, each,
    made.places and "with so many processes" or "here", each * 1000 / 60))
end

-- ---- The command -----------------------------------------------------------------------------------------------------

local function check_ways(args)
  if args.plan and (args.resume or args.results) then common.refuse("--plan keeps nothing; leave --results and --resume away") end
  if not args.resume and #args.rules == 0 then common.refuse("there are no rules to compare; see: carcassonne compare --help") end
end

--- What is to be played: by the command line, or by the file that is gone on with.
---@param args table the options, with `rules`
---@param file? KeptFile
---@return RunHead head
---@return Plan plan
---@return integer games how many there are to be in the end
function compare.prepare(args, file)
  compare.check_resumed(args, file, "compare", args.rules[1])
  for i, rule in ipairs(file and file.head.rules or {}) do args.rules[i] = rule.words end
  local usual = args.plan and PILOT or args["until"] and MOST or USUAL
  if args.plan then args.size = run_plan.size(args.games or usual) end
  return compare.run_of(args, file, { command = "compare", usual = usual, list = function() return rule_specs.list(args.rules, args) end })
end

--- Shows the report of a run's blocks.
---@param args table the options that say how
---@param head RunHead
---@param list Block[]
---@return integer status
function compare.show(args, head, list) return report_output.show(args, head, compare.report(head, list)) end

--- Plays the games and prints what they show.
---@param args table as argparse gives them
---@return integer status
function compare.run(args)
  check_ways(args)
  local file = args.resume and results_file.hold(args.resume)
  results_file.check_no_share(file)
  local head, plan, games = compare.prepare(args, file)
  local wanted = ending_of(head)
  local function show(made) return compare.show(args, head, made.blocks) end
  local made = run_controller.new(plan, head, args, file, show)
  local began = watch(made)
  play(made, games, not args.plan and wanted or nil)
  if args.plan then
    tell_plan(args, made, wanted, began())
    return 0
  end
  return show(made)
end

return compare
