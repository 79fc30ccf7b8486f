--- `carcassonne show`: shows the position of a saved game.
-- @module carcassonne.cli.show

local board = require "carcassonne.text.board"
local board_output = require "carcassonne.program.board_output"
local choices = require "carcassonne.play.choices"
local cli_options = require "carcassonne.cli.options"
local game_specs = require "carcassonne.program.game_specs"
local output = require "carcassonne.program.output"
local summary = require "carcassonne.text.summary"
local terminal = require "carcassonne.text.terminal"
local words = require "carcassonne.describe.words"

local show = {
  reads_scripts = true,
  summary = "Show the position of a saved game.",
  description = "Shows a saved game: the board, points, goods, supplies, and the current decision.",
  epilog = [[
Examples:
  carcassonne show game.carc
  carcassonne show game.carc --size large --color always | less -R
  carcassonne show game.carc --variant ./my-rule.lua     a game with a script that is not shipped]],
}

function show.options(command)
  cli_options.saved_game(command)
  command:option("--size", "Size of the tiles: large, medium or small; by default, the largest that fits.")
    :choices { "large", "medium", "small" }:argname("SIZE")
  command:option("--width", "Width of the board in columns; by default, that of the terminal.")
    :convert(cli_options.integer(20)):argname("N")
  cli_options.style_options(command)
end

local function count_of(state, kind)
  local count = 0
  for _, action in ipairs(state:legal_actions()) do count = count + (action.kind == kind and 1 or 0) end
  return count
end

-- Prints the options that scripts add.
local function print_options(state)
  local options = {}
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "choice" then options[#options + 1] = words.action(state, action) end
  end
  if #options > 0 then output.print(("Further options: %s."):format(table.concat(options, "; "))) end
end

-- Prints the drawn tile in its printed rotation and the number of its placements, or the legal
-- deployments.
local function print_choices(state, style)
  local decision = state:decision()
  if decision == "place" then
    output.print()
    local tiles = {}
    for i, id in ipairs(choices.tiles(state)) do tiles[i] = { id = id, rotation = 0 } end
    output.print_lines(board.row(state:game(), tiles, style))
    output.print(("Legal placements: %d."):format(count_of(state, "place")))
  elseif decision == "deploy" then
    local list = {}
    for _, action in ipairs(state:legal_actions()) do
      if action.kind == "deploy" then list[#list + 1] = words.action(state, action) end
    end
    if #list > 0 then output.print(("Legal deployments: %s; or pass."):format(table.concat(list, ", "))) end
  end
  print_options(state)
end

local function print_variants(game)
  local names = {}
  for i, variant in ipairs(game:variants()) do names[i] = variant.name end
  if #names > 0 then output.print("House rules and expansions: " .. table.concat(names, ", ")) end
end

function show.run(args)
  local state, style = game_specs.load(args.save, args.variant), cli_options.style(args)
  board_output.print(state, { style = style, size = args.size, width = args.width or terminal.width() })
  output.print()
  output.print_lines(board.legend(state:game(), style))
  print_variants(state:game())
  output.print()
  output.print_lines(summary.table(state, { style = style }))
  output.print()
  output.print(words.decision(state))
  print_choices(state, style)
  return 0
end

return show
