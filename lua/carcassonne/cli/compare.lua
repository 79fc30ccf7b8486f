--- `carcassonne compare`: what house rules, expansions and editions change, with how sure that is.
-- @module carcassonne.cli.compare

local arms = require "carcassonne.cli.arms"
local blocks = require "carcassonne.lab.blocks"
local bots = require "carcassonne.bots"
local common = require "carcassonne.cli.common"
local jobs = require "carcassonne.cli.jobs"
local kept = require "carcassonne.cli.kept"
local measures = require "carcassonne.lab.measures"
local options = require "carcassonne.options"
local outcome = require "carcassonne.cli.outcome"
local report = require "carcassonne.lab.report"
local series = require "carcassonne.cli.series"
local statistics = require "carcassonne.lab.statistics"
local tables = require "carcassonne.view.table"
local terminal = require "carcassonne.view.terminal"

local compare = {
  reads_scripts = true,
  summary = "Hold house rules, expansions and editions against each other: what do they change, and how sure is that?",
  description = [[
Plays the same games under several rules - the same draws as far as the tiles are the same, the same seeds of the
choices - and says what the others change against the first: in words what is more than chance, then all measures in a
table, each difference with its 95 % interval. One set of rules alone is held against the standard ones.

RULES are: ]] .. arms.HELP .. [[

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
  jobs.options(command)
  series.options(command)
  outcome.options(command)
end

-- ---- What run it is --------------------------------------------------------------------------------------------------

-- "points=0.5", or 0.5 alone.
local function read_until(text, list)
  local key, width = text:match "^([%w_.]+)=(.*)$"
  key, width = key or "points", tonumber(width or text)
  local keys = {}
  for i, measure in ipairs(list) do keys[i] = measure.key end
  options.check_name("--until", key, keys, "measure")
  if not width or width ~= width or width <= 0 or width == math.huge then
    common.refuse("--until: '%s' is not [MEASURE=]WIDTH, with a width above 0", text)
  end
  for i, measure in ipairs(list) do
    if measure.key == key then return { text = text, index = i, scale = measure.scale, width = width } end
  end
end

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

--- What the command line asks for, as a run that may begin.
---@param args table
---@param list Arm[] what is compared
---@param command string
---@param more? table further fields of the head
---@return RunHead head
---@return Plan plan
function compare.run_of(args, list, command, more)
  local names = args.bot and #args.bot > 0 and args.bot or { BOT }
  check_bots(names, list[1].game:players())
  local size = args.size or args["until"] and 10 or blocks.size(args.games)
  local plan = blocks.plan { arms = list, seed = args.seed or 1, size = size, bot = #names > 1 and names or names[1] }
  local sides = {}
  for i, side in ipairs(plan.sides) do sides[i] = side end
  local head = { arms = list, command = command, settings = settings_of(args), sides = sides, bots = names, seed = args.seed or 1,
    size = size, games = math.ceil(args.games / size) * size, ["until"] = args["until"] }
  for key, value in pairs(more or {}) do head[key] = value end
  return kept.head(head), plan
end

-- A run that is gone on with has its options in its file, but for how many games, and until when.
local function resumed(args, file)
  local settings, labels = file.head.settings, {}
  if file.head.command ~= "compare" then
    common.refuse("%s is of carcassonne %s; carcassonne %s --resume goes on with it", file.path, file.head.command, file.head.command)
  end
  if #args.rules > 0 then common.refuse("--resume %s has the rules already; leave %s away", args.resume, args.rules[1]) end
  for i, rule in ipairs(file.head.rules) do labels[i] = rule.words end
  for key, value in pairs(settings) do args[key] = value end
  args.bot, args.seed, args.size, args.rules = file.head.bots, file.head.seed, file.head.size, labels
  args.games = args.games or file.head.games
  args["until"] = args["until"] or file.head["until"]
end

-- ---- Playing ---------------------------------------------------------------------------------------------------------

-- Whether all differences, or of one set of rules alone the mean, are known well enough.
local function is_narrow(made, wanted, rules)
  for arm = math.min(2, rules), rules do
    local estimate = report.difference(made.blocks, arm, arm > 1 and 1 or nil, wanted.index)
    local half = statistics.half(estimate, "any")
    if not half or half / wanted.scale > wanted.width then return false end
  end
  return true
end

local FEWEST_BLOCKS, STEP = 20, 1.02

--- Plays the blocks of a run that are not there yet.
---@param made Series
---@param games integer
---@param wanted? table until when, as read from --until
local function play(made, games, wanted)
  local size, total = made.plan.size, math.ceil(games / made.plan.size)
  made:begin(total * size, #made.blocks * size)
  local look = FEWEST_BLOCKS
  for number = 1, total do
    if not made:has(number) then made:play(number) end
    if wanted and number >= look then
      if is_narrow(made, wanted, #made.plan.arms) then break end
      look = math.max(number + 1, math.floor(number * STEP))
    end
  end
  made:finish()
end

--- What a report of blocks is about.
---@param head RunHead
---@param list Block[]
---@return ReportAbout
function compare.about(head, list)
  local labels = {}
  for i, rule in ipairs(head.rules) do labels[i] = rule.label end
  local whole = not head["until"] and #list * head.size == head.games
  return { labels = labels, sides = head.sides, looks = whole and "one" or "any" }
end

-- ---- Planning --------------------------------------------------------------------------------------------------------

local WIDTHS = { 1, 0.5, 0.1 }

local function plan_rows(list, made, widths)
  local rows = { { "", "spread of the difference" } }
  for i, width in ipairs(widths) do rows[1][i + 2] = ("games for +-%g"):format(width) end
  for index, measure in ipairs(list) do
    local estimate = report.difference(made.blocks, #made.plan.arms, #made.plan.arms > 1 and 1 or nil, index)
    if estimate.error and estimate.error > 0 then
      local row = { measure.label .. (measure.share and " %" or ""),
        ("%.2f"):format(estimate.error * math.sqrt(estimate.games) / measure.scale) }
      for i, width in ipairs(widths) do
        row[i + 2] = ("%d"):format(math.max(FEW, statistics.games_for(estimate, width * measure.scale, "one")))
      end
      rows[#rows + 1] = row
    end
  end
  return rows
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
  common.print(("\nBy %d games. A game under each of the rules takes %.2g s here, so that a thousand take %.2g minutes."):format(
    #made.blocks * made.plan.size, each, each * 1000 / 60))
end

-- ---- The command -----------------------------------------------------------------------------------------------------

local function check_ways(args)
  if args.plan and (args.resume or args.results) then common.refuse("--plan keeps nothing; leave --results and --resume away") end
  if args.resume and args.results then common.refuse("--resume FILE writes to the same file; leave --results away") end
  if not args.resume and #args.rules == 0 then common.refuse("there are no rules to compare; see: carcassonne compare --help") end
end

--- What is to be played: by the command line, or by the file that is gone on with.
---@param args table the options, with `rules`
---@param file? KeptFile
---@return RunHead head
---@return Plan plan
---@return integer games how many there are to be in the end; those of the head are what was planned
---@return table? wanted until when
function compare.prepare(args, file)
  if file then resumed(args, file) end
  args.games = args.games or (args.plan and PILOT or args["until"] and MOST or USUAL)
  local list = arms.list(args.rules, args)
  local wanted = args["until"] and read_until(args["until"], measures.list(blocks.plan({ arms = list }).sides))
  if args.plan then args.size = blocks.size(args.games) end
  local head, plan = compare.run_of(args, list, "compare")
  local games = head.games
  if file then head.games = file.head.games end -- with more than were planned this is not the only look
  return head, plan, games, wanted
end

-- Plays on many processors; shows what is finished even where that ends before its time.
local function play_jobs(args, head, file, show)
  local path = args.resume or args.results
  if file then kept.check_same(file, head) end
  local list, problem = jobs.play(head, file and file.blocks or {}, args)
  if path then kept.writer(path, head, list):close() end
  local status = #list > 0 and show { blocks = list } or 2
  if problem then
    common.refuse("the shares ended before their time%s%s", problem ~= "" and ": " .. problem or "",
      path and ("; --resume %s goes on"):format(path) or "")
  end
  return status
end

--- Plays the games and prints what they show.
---@param args table as argparse gives them
---@return integer status
function compare.run(args)
  check_ways(args)
  local elsewhere = jobs.wanted(args)
  local file = args.resume and kept.read(args.resume)
  if file and file.head.shard then common.refuse("%s is a share; carcassonne shard --resume goes on with it", file.path) end
  local head, plan, games, wanted = compare.prepare(args, file)
  local function show(made)
    return outcome.show(args, head, report.of(compare.about(head, made.blocks), made.blocks))
  end
  if elsewhere then return play_jobs(args, head, file, show) end
  local made, began = series.new(plan, head, args, file, show), os.clock()
  play(made, games, not args.plan and wanted or nil)
  if args.plan then
    tell_plan(args, made, wanted, os.clock() - began)
    return 0
  end
  return show(made)
end

return compare
