--- `carcassonne run`: many games, and what a house rule changes in them.
-- @module carcassonne.cli.run

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local game_specs = require "carcassonne.program.game_specs"
local json = require "dkjson"
local lab = require "carcassonne.lab.run"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local results = require "carcassonne.lab.results"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local run = {
  reads_scripts = true,
  summary = "Play many games and show what they are like, and what house rules and expansions change.",
  description = [[
Plays many games with bots, which take any legal action unless --bot names others, and prints a table: points
and their spread, who wins, double turns, tiles, decisions. With a house rule or an expansion the same games are
also played without it: the same draws as far as the tiles are the same, the same seeds of the choices. The table
then has both and the difference with its standard error; a difference of less than two standard errors may be
chance. The same seed gives the same table everywhere, but for the games a second.]],
  epilog = [[
Examples:
  carcassonne run -n 5000 --seed 7
  carcassonne run --variant chained-builders --kinds
  carcassonne run --variant percentage-goods:consolation=true --players 4
  carcassonne run --variant my-rule.lua --variant chained-builders     two rules at once
  carcassonne run --variant tower --variant siege:pig=1 --players 3
  carcassonne run -n 200 --bot greedy --bot random                     one bot for each player
  carcassonne run --edition jcz --sets base --json]],
}

--- Declares what the command takes.
---@param command table of argparse
function run.options(command)
  command:option("-n --games", "How many games.", "1000"):convert(cli_options.integer(1)):argname "N"
  command:option("--seed", "Another seed, other games.", "1"):convert(cli_options.integer(0)):argname "N"
  cli_options.game_options(command)
  command:option("--bot", "Who plays: " .. table.concat(bots.names(), ", ") .. ", or a file of your own, with options as in " ..
    "greedy:follower=4; given once for all players, or once for each."):count "*":argname "NAME"
  command:flag("--no-compare", "With --variant: do not play the games without it.")
  command:flag("--kinds", "Count points by kind, too, which takes longer.")
  command:flag("--json", "Print JSON instead of a table.")
end

local function label_of(variants)
  local names = {}
  for i, variant in ipairs(variants) do names[i] = variant.name end
  return table.concat(names, " + ")
end

-- What is to be played: the rules asked for, and the same without house rules to compare them with.
local function plan(args)
  local variants = game_specs.variants(args.variant)
  local jobs = { { label = #variants > 0 and label_of(variants) or "standard", settings = game_specs.settings(args, variants) } }
  if #variants > 0 and not args.no_compare then
    jobs[2] = { label = "standard", settings = game_specs.settings(args, {}) }
  end
  for _, job in ipairs(jobs) do job.game = carcassonne.game(job.settings) end
  return jobs
end

local function play(args, jobs)
  local total = args.games * #jobs
  local bar = progress.new(total, "playing", function(done) return (" after %d of %d games"):format(done, total) end)
  for i, job in ipairs(jobs) do
    job.result = lab.run {
      game = job.game, games = args.games, seed = args.seed, bot = args.bot, kinds = args.kinds, samples = #jobs > 1,
      teams = jobs[1].game:teams(),
      step = function(done)
        bar:step((i - 1) * args.games + done)
        process.pause(bar)
      end,
    }
  end
  bar:done()
end

local function as_json(args, jobs)
  local settings = jobs[1].settings
  local data = { edition = settings.edition or carcassonne.default_edition, sets = settings.sets or { "base", "traders" },
    seed = args.seed, variants = {} }
  for i, variant in ipairs(settings.variants) do
    data.variants[i] = { name = variant.name, options = next(variant.options) and variant.options or nil }
  end
  setmetatable(data.variants, { __jsontype = "array" })
  data.result = results.plain(jobs[1].result)
  if jobs[2] then
    data.standard = results.plain(jobs[2].result)
    data.difference = results.plain(lab.compare(jobs[1].result, jobs[2].result))
  end
  return json.encode(data, { indent = true, keyorder = results.keys(data) })
end

local function heading(args, jobs)
  local players = jobs[1].game:players()
  return ("%d games of %s, edition %s, %s, seed %d, bot %s"):format(args.games, words.count(players, "player"),
    args.edition or carcassonne.default_edition, table.concat(jobs[1].settings.sets or { "base", "traders" }, " + "), args.seed,
    type(args.bot) == "table" and table.concat(args.bot, ", ") or args.bot)
end

-- A script whose teams are those of another number of players changes nothing here: that has to be told.
local function notes_of(job)
  local list = {}
  for _, variant in ipairs(#job.game:teams() == 0 and job.settings.variants or {}) do
    local numbers = {}
    for number = 1, 6 do
      local teams = (variant.source.teams or {})[number]
      if teams and type(teams[1]) == "table" then numbers[#numbers + 1] = tostring(number) end
    end
    if #numbers > 0 then
      list[#list + 1] = ("%s has no teams for %s: try --players %s."):format(variant.name,
        words.count(job.game:players(), "player"), table.concat(numbers, " or "))
    end
  end
  return list
end

-- One bot for all, or one for each player.
local function bots_of(texts)
  game_specs.check_bots(texts)
  return #texts > 1 and texts or texts[1] or "random"
end

local function check_bots(texts, players)
  if type(texts) ~= "table" or #texts == players then return end
  process.refuse("--bot: %d bots for %s; give one for all, or one for each", #texts, words.count(players, "player"))
end

--- Plays the games and prints what they were like.
---@param args table as argparse gives them
---@return integer status
function run.run(args)
  args.bot = bots_of(args.bot)
  local jobs = plan(args)
  check_bots(args.bot, jobs[1].game:players())
  play(args, jobs)
  if args.json then
    output.print(as_json(args, jobs))
    return 0
  end
  local look = terminal.style(args.color)
  output.print(heading(args, jobs) .. "\n")
  output.print_lines(results.table(jobs, { style = look }))
  for _, note in ipairs(notes_of(jobs[1])) do output.print("\n" .. note) end
  output.print("\n" .. look:paint(look:pick("±", "+-") .. " is followed by the standard error: what chance alone may do.", "faint"))
  return 0
end

return run
