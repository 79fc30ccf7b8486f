--- `carcassonne html`: writes a saved game as a page to step through.
-- @module carcassonne.cli.html

local cli_options = require "carcassonne.cli.options"
local evaluation_svg = require "carcassonne.svg.evaluations"
local evaluator = require "carcassonne.program.evaluator"
local file_io = require "carcassonne.program.file_io"
local game_specs = require "carcassonne.program.game_specs"
local output = require "carcassonne.program.output"
local page = require "carcassonne.svg.html"
local process = require "carcassonne.program.process"

local html = {
  reads_scripts = true,
  summary = "Write a saved game as a page to step through.",
  description = [[
Writes a saved game as one self-contained HTML page, which works without a network. In a browser, you can
step through the game with keys, buttons or a slider. The page shows the board as `carcassonne svg` draws
it, the possessions of each player, the events in words, and the points as curves.

With --opinion, a bot evaluates the game. The page then also shows the expected lead at the end as a curve,
with a dot for each decision that lost points. At each step it shows the cost of the last move, and the best
move for the current decision.]],
  epilog = [[
Keys: left and right go back and forward by a step, up and down by a turn; Home and End go to the first and
the last step; the space bar plays the game. + and - or the wheel zoom; 0 shows the whole board. A click on
a point of a curve goes to the step of this point. With --opinion, n and p go to the next and the previous
decision that lost points.

Examples:
  carcassonne html game.carc -o game.html
  carcassonne html game.carc --opinion -o game.html
  carcassonne html game.carc --opinion --bot mcts:iterations=200 -o game.html
  carcassonne html game.carc --observer 2 -o game.html       also shows hidden items that player 2 knows]],
}

function html.options(command)
  cli_options.saved_game(command)
  command:option("-o --output", "File for the page; by default, standard output."):argname("FILE")
  command:flag("--opinion", "Add a bot's evaluation of each decision.")
  cli_options.evaluator_options(command)
  cli_options.observer_option(command)
end

-- Returns the evaluations for --opinion; nil if the option is not given.
local function opinions_of(args, state, observer)
  if not args.opinion then return nil end
  return { evaluation_svg.of(evaluator.review(state, args.bot or evaluator.usual, args.seed or 0),
    state, observer) }
end

function html.run(args)
  if not args.opinion and (args.bot or args.seed) then
    process.refuse("--%s requires --opinion", args.bot and "bot" or "seed")
  end
  evaluator.check(args)
  local state = game_specs.load(args.save, args.variant)
  local observer = cli_options.observer(args, state)
  output.deliver(args.output,
    page.of(state, { observer = observer, title = file_io.file_name(args.save),
      opinions = opinions_of(args, state, observer) }))
  return 0
end

return html
