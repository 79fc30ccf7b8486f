--- `carcassonne html`: a saved game as a page to step through.
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
Writes a saved game as one page of HTML that needs nothing else, no network either: open it in a browser, and
step through the game with keys, buttons or a slider. It shows the table as `carcassonne svg` draws it, what
each player has, what happened in words, and the points as curves.

With --opinion a bot looks on: how far it expects who to be ahead in the end as a curve, a dot on it for each decision that
gave something away, and at each step in words what the last move cost and which would be the best now.]],
  epilog = [[
Keys: left and right a step, up and down a turn, Home and End, blank plays; + and - or the wheel come near and
go far, 0 shows all. A click on a curve goes to that step. With an opinion n and p go to the next and the last
decision that gave something away.

Examples:
  carcassonne html game.carc -o game.html
  carcassonne html game.carc --opinion -o game.html
  carcassonne html game.carc --opinion --bot mcts:iterations=200 -o game.html
  carcassonne html game.carc --observer 2 -o game.html       what player 2 may see of what is hidden]],
}

function html.options(command)
  cli_options.saved_game(command)
  command:option("-o --output", "Where the page goes; by default, standard output."):argname("FILE")
  command:flag("--opinion", "With what a bot thinks of each decision.")
  cli_options.evaluator_options(command)
  cli_options.observer_option(command)
end

-- What --opinion asks for; nothing without it.
local function opinions_of(args, state, observer)
  if not args.opinion then return nil end
  return { evaluation_svg.of(evaluator.review(state, args.bot or evaluator.usual, args.seed or 0),
    state, observer) }
end

function html.run(args)
  if not args.opinion and (args.bot or args.seed) then
    process.refuse("--%s is about an opinion: add --opinion", args.bot and "bot" or "seed")
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
