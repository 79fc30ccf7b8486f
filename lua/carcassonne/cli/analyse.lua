--- `carcassonne analyse`: evaluates each decision of a saved game with a bot.
-- @module carcassonne.cli.analyse

local cli_options = require "carcassonne.cli.options"
local csv = require "carcassonne.text.csv"
local evaluation_svg = require "carcassonne.svg.evaluations"
local evaluations = require "carcassonne.text.evaluations"
local evaluator = require "carcassonne.program.evaluator"
local file_io = require "carcassonne.program.file_io"
local game_specs = require "carcassonne.program.game_specs"
local json = require "dkjson"
local output = require "carcassonne.program.output"
local page = require "carcassonne.svg.html"
local process = require "carcassonne.program.process"
local review_output = require "carcassonne.program.review_output"

local analyse = {
  reads_scripts = true,
  summary = "Evaluate each decision of a saved game with a bot.",
  description = [[
Asks a bot to rate the actions at each decision of a saved game, if the player had a choice. Reports the
chosen action, the best action, and the difference between their ratings in points; at the end, reports the
sum of these differences for each player.]],
  epilog = [[
The cost of a move is the bot's rating of the best action minus its rating of the chosen action. A rating is
the expected final score of the player minus that of the best opponent. The ratings are only as good as the
bot: mcts searches deeper than greedy, but takes longer. Actions that mcts did not search are rated by a
lookahead of one turn; their cost is marked "about".

Examples:
  carcassonne analyse game.carc
  carcassonne analyse game.carc --player 1 --worst 5     the five most costly decisions of player 1
  carcassonne analyse game.carc --html game.html         a page of the game, with a curve of the ratings
  carcassonne analyse game.carc --bot mcts:iterations=200
  carcassonne analyse game.carc --csv > game.csv         one row for each decision; --json for programs]],
}

function analyse.options(command)
  cli_options.saved_game(command)
  cli_options.evaluator_options(command)
  command:option("--player", "Show only the decisions of this "
    .. "player."):convert(cli_options.integer(1)):argname(
    "N")
  command:option("--worst", "Show only the N most costly decisions, starting with the most costly "
    .. "one."):convert(
    cli_options.integer(1)):argname("N")
  command:mutex(
    command:flag("--json", "Print JSON."),
    command:flag("--csv", "Print CSV."))
  command:option("--html",
    "Write the page of `carcassonne html`, with the bot's ratings."):argname("FILE")
  cli_options.observer_option(command)
  cli_options.style_options(command)
end

-- ---- For programs -------------------------------------------------------------------------------

local THOUSANDTHS = 1000

local COLUMNS = { "decision", "turn", "player", "kind", "choices", "cost", "looked", "rating", "best_rating",
  "chosen", "best" }
local SUMS = { "player", "decisions", "best", "cost" }
local KEYS = { keyorder = { "bot", "seed", "players", "over", "by_player", "player", "decision", "turn",
  "kind", "choices", "chosen",
  "best", "cost", "looked", "rating", "best_rating", "decisions" } }

local function record(from, names)
  local row = {}
  for _, name in ipairs(names) do
    local value = from[name]
    row[name] = type(value) == "number" and evaluations.rounded(value, THOUSANDTHS) or value
  end
  return row
end

local function print_json(found, entries, state, seed)
  local list, sums = setmetatable({}, { __jsontype = "array" }), {}
  for i, entry in ipairs(entries) do list[i] = record(entry, COLUMNS) end
  for player, sum in ipairs(found.by_player) do
    sums[player] = record({ player = player, decisions = sum.decisions, best = sum.best, cost = sum.cost },
      SUMS)
  end
  output.print_data(
    json.encode({ bot = found.bot, seed = seed, players = state:game():players(), over = state:is_terminal(),
    by_player = sums, decisions = list }, KEYS))
end

local function print_csv(entries)
  output.put(csv.line(COLUMNS, #COLUMNS))
  for _, entry in ipairs(entries) do
    local row, cells = record(entry, COLUMNS), {}
    for i, name in ipairs(COLUMNS) do cells[i] = row[name] end
    output.put(csv.line(cells, #COLUMNS))
  end
end

-- ---- The command --------------------------------------------------------------------------------

local function write_page(args, state, found)
  local observer = cli_options.observer(args, state)
  local text = page.of(state, { observer = observer, title = file_io.file_name(args.save),
    opinions = { evaluation_svg.of(found, state, observer) } })
  file_io.write_file(args.html, text)
end

function analyse.run(args)
  local bot, seed = evaluator.check(args), args.seed or 0
  local state = game_specs.load(args.save, args.variant)
  local players = state:game():players()
  if args.player and args.player > players then
    process.refuse("--player: there is no player %d; expected 1 to %d", args.player, players)
  end
  cli_options.observer(args, state)
  local found = evaluator.review(state, bot, seed, not args.html and args.player or nil)
  if args.html then write_page(args, state, found) end
  local entries = review_output.entries(found, args)
  if args.json then print_json(found, entries, state, seed)
  elseif args.csv then print_csv(entries)
  else
    review_output.print(found, state,
      { title = file_io.file_name(args.save), style = cli_options.style(args), player = args.player,
        worst = args.worst })
  end
  return 0
end

return analyse
