--- Sets up a run from the options of a command or from a results file.
-- @module carcassonne.lab.run_setup

local games = require "carcassonne.lab.games"
local game_specs = require "carcassonne.program.game_specs"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"
local run_plan = require "carcassonne.lab.run_plan"

local run_setup = {}

local function settings_of(args)
  return { players = args.players, edition = args.edition, sets = args.sets, without = args.without,
    rule = args.rule or {},
    variant = args.variant or {} }
end

local function check_bots(names, players)
  game_specs.check_bots(names)
  if #names > 1 and #names ~= players then
    process.refuse("--bot: expected one bot, or one for each of %d players; got %d", players, #names)
  end
end

-- Returns a new run with these options.
local function new_run(args, list, about)
  local names = args.bot and #args.bot > 0 and args.bot or { games.BOT }
  check_bots(names, list[1].game:players())
  local size = args.size or args["until"] and 10 or run_plan.size(args.games)
  local plan = run_plan.plan { arms = list, seed = args.seed or 1, games = args.games, size = size,
    bot = #names > 1 and names or names[1] }
  local sides = {}
  for i, side in ipairs(plan.sides) do sides[i] = side end
  local head = { arms = list, command = about.command, settings = settings_of(args), sides = sides,
    bots = names, seed = args.seed or 1,
    size = size, games = plan.games, ["until"] = args["until"] }
  for key, value in pairs(about.more or {}) do head[key] = value end
  return results_file.head(head), plan
end

-- Refuses a bot of the command line that the file does not record.
local function check_used(named)
  for _, text in ipairs(named.list) do
    if not named.used[text] then
      process.refuse("--bot %s: the run in %s does not use this bot; omit the option", text, named.path)
    end
  end
end

--- Returns the run of the command line, or of a resumed file. The file determines all options
--- except the number of games and the stopping rule.
---@param args table the options
---@param file? ResultsFile
---@param about {command:string, usual:integer, list:(fun(args:table):Arm[]), more?:table} more: fields of the head
---@return RunHead head
---@return Plan plan
---@return integer games number of games at the end of this run; head.games is the planned number
function run_setup.run_of(args, file, about)
  if file then
    args.named = { path = file.path, list = args.bot or {}, used = {} }
    for _, text in ipairs(file.head.bots) do game_specs.check_recorded(args.named, text) end
    for key, value in pairs(file.head.settings) do args[key] = value end
    args.bot, args.seed, args.size = file.head.bots, file.head.seed, file.head.size
    args.games = args.games or file.head.games
    args["until"] = args["until"] or file.head["until"]
  end
  args.games = args.games or about.usual
  local list = about.list(args)
  if args.named then check_used(args.named) end
  local head, plan = new_run(args, list, about)
  if file then head.games = file.head.games end -- the number that was fixed in advance
  return head, plan, plan.games
end

--- Refuses a file of another command, and rules given in addition to a file.
---@param args table
---@param file? ResultsFile
---@param command string
---@param rule? string
function run_setup.check_resumed(args, file, command, rule)
  if not file then return end
  if file.head.command ~= command then
    process.refuse("%s holds a run of carcassonne %s; carcassonne %s --resume continues it", file.path,
      file.head.command, file.head.command)
  end
  if rule then
    process.refuse("--resume %s continues a run with its own rules; omit %s", args.resume, rule)
  end
  if args.results then process.refuse("--resume FILE adds the results to FILE; omit --results") end
end

--- Returns which kind of interval is valid for a report of these blocks.
---@param head RunHead
---@param list Block[]
---@return "one"|"any"
function run_setup.looks(head, list)
  return not head["until"] and #list * head.size == head.games and "one" or "any"
end

return run_setup
