--- `carcassonne learn`: measures what a script's variables, tokens and reserves are worth, for
--- bots.
-- @module carcassonne.cli.learn

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local core = require "carcassonne.core"
local game_specs = require "carcassonne.program.game_specs"
local learn = require "carcassonne.lab.learn"
local number_text = require "carcassonne.lab.number_text"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"
local worths = require "carcassonne.bots.worths"

local command = {
  reads_scripts = true,
  summary = "Measure what a script's coins, tokens and reserves are worth, so that bots value them.",
  description = [[
A script can give players things that bring points only later: coins, a gate that earns tolls, a reserved tile,
followers that count at the end. The bots cannot foresee what the functions of a script will do with them. This
command plays games with the script, in which the players value these things differently in each turn, and
computes from the results what each of them is worth. Then it changes one worth after the other, and keeps a
change if bots with it win against bots without it. It writes the worths to a file beside the script, as in
my-rule.worths. From then on the bots `greedy` and `mcts` use them, until the script changes.

The new worths are kept only if bots that use them win against bots that do not. Otherwise, the file says only
that nothing better was found.

The exit status is 1 if the script has nothing that the bots could value, or if the worths do not help.]],
  epilog = [[
Examples:
  carcassonne learn my-rule.lua
  carcassonne learn my-rule.lua --games 3000 --players 3]],
}

function command.options(parser)
  parser:argument("script", "The path of a script. Options of the script follow after a colon.")
    :argname "FILE[:KEY=VALUE,...]"
  parser:option("-n --games", "Number of games to learn from.", "1000")
    :convert(cli_options.integer(10)):argname "N"
  parser:option("--match", "Number of games to test the worths in.", "100")
    :convert(cli_options.integer(2)):argname "N"
  parser:option("--seed", "Seed of the games.", "1"):convert(cli_options.integer(0)):argname "N"
  parser:option("--players", "Number of players.", "2"):convert(cli_options.integer(2)):argname "N"
end

-- What the kinds of assets mean, for the table.
local MEANS = { variable = "each in the variable", turn = "each in the variable, in the player's own turn",
  named = "being named in the variable", token = "each token in hand", reserve = "each tile in the reserve",
  step = "each point of the step if the game ended now", term = "in addition, each expected point" }

local LEGEND = "The bots play best with these worths, which need not equal the points that a thing brings."
local LEGEND_OF_TURN = "The row `turn` says how much more than usual it is worth to be next to place a tile, "
  .. "as a fraction (0.5: half as much again)."

local function number(value) return c_locale.format("%.2f", value) end

-- Returns whether the asset differed between players in the games, so that its worth was measured.
local function was_measured(asset) return asset.spread > 1e-9 end

local function rows_of(learned)
  local head = { "worth in points if the player has ... turns left", "" }
  for i, turns in ipairs(learned.stages) do head[i + 2] = ("%d"):format(turns) end
  local rows = { head }
  for _, asset in ipairs(learned.assets) do
    if was_measured(asset) then
      local row = { asset.name, MEANS[asset.kind] }
      for i, worth in ipairs(asset.worths) do row[i + 2] = number(worth) end
      rows[#rows + 1] = row
    end
  end
  return rows
end

-- Returns whether the worth of being next was learned.
local function has_turn(learned)
  for _, asset in ipairs(learned.assets) do
    if asset.kind == "term" and asset.name == "turn" then return was_measured(asset) end
  end
  return false
end

-- Returns the worths of all assets of a game, in their order.
local function list_of(game, learned)
  local known, list = {}, {}
  for _, asset in ipairs(learned.assets) do known[asset.kind .. " " .. asset.name] = asset.worths end
  for i, asset in ipairs(core.assets(game)) do
    list[i] = known[asset.kind .. " " .. asset.name] or asset.usual
  end
  return list
end

-- Plays the games; returns the worths, and the share of won games and the lead against bots without
-- them, first those that know the final scoring, then blind ones.
local function measure(game, args, bar)
  local done = 0
  local function step()
    done = done + 1
    bar:step(done)
    process.pause()
  end
  local learned = learn.worths(game, args.games, args.seed, step)
  local search, results = worths.new_search(game, {}), {}
  search:set_worths(list_of(game, learned), learned.win)
  for i, is_blind in ipairs { false, true } do
    local other = worths.new_search(game, {})
    other:set_worths(nil, 0, is_blind)
    results[i] = learn.match(game, search, other, math.ceil(args.match / 2), args.seed + 1000000, step)
  end
  return learned, results
end

-- The bots against which the worths are tested, in the order of `measure`.
local OPPONENTS = { "bots without them", "bots that ignore the functions of the script" }

-- Returns an interval in brackets; an empty text if `half` is nil.
local function interval(mean, half, digits, low, high)
  if not half then return "" end
  return (" (95 %% interval %s to %s)"):format(number_text.plain(math.max(low, mean - half), digits),
    number_text.plain(math.min(high, mean + half), digits))
end

-- Returns a sentence about a match of bots with the worths.
local function match_text(opponent, games, result)
  local points, per_cent = math.abs(result.lead), 100 * result.won
  local half = result.won_half and 100 * result.won_half
  return ("Bots with these worths %s %s by %s points on average%s and win %s %% of %d games%s."):format(
    result.lead < 0 and "lose to" or "lead", opponent, number_text.plain(points, 1),
    interval(points, result.lead_half, 1, -math.huge, math.huge), number_text.plain(per_cent, 0), games,
    interval(per_cent, half, 0, 0, 100))
end

local MEANING = "95 % interval: if the match were repeated with other games, about 95 of 100 such intervals "
  .. "would contain the result of an endless match."

local function print_results(args, results)
  local count = results[1].lead == results[2].lead and 1 or #results
  for i = 1, count do
    output.print(match_text(OPPONENTS[i], 2 * math.ceil(args.match / 2), results[i]))
  end
  if results[1].lead_half then output.print(MEANING) end
end

-- Returns with how many players and which options was measured.
local function conditions(args)
  local chosen = args.script:match "%.lua:(.+)$"
  return ("%d players%s"):format(args.players, chosen and ", " .. chosen or "")
end

local function write(variant, learned, args)
  local document = { script = worths.digest(variant), win = learned.win, measured = conditions(args),
    assets = {} }
  for _, asset in ipairs(learned.assets) do
    if was_measured(asset) then document.assets[asset.kind .. " " .. asset.name] = asset.worths end
  end
  local remark = ("What %s gives players is worth, measured in %d games by `carcassonne learn`."):format(
    variant.name, args.games)
  local path = worths.path(variant.file)
  output.deliver(path, worths.write(document, remark, learned.stages))
  return path
end

-- Writes a file that says that nothing was found, unless there are worths for this version of the
-- script.
local function write_nothing(variant, args)
  local path, known = worths.path(variant.file), worths.beside(variant)
  if known and not known.nothing then
    return ("the worths of an earlier run in %s stay in use"):format(path)
  end
  local document = { script = worths.digest(variant), win = 0, assets = {}, measured = conditions(args),
    nothing = args.games }
  output.deliver(path, worths.write(document, "`carcassonne learn` found nothing better than the bots' own "
    .. "values.", {}))
  return ("the file %s says so, and reports repeat it"):format(path)
end

function command.run(args)
  local variant = game_specs.variant(args.script)
  if not variant.file then
    options.refuse(("variant '%s'"):format(variant.name),
      "expected the path of a script, not a shipped variant")
  end
  local game = carcassonne.game { players = args.players, variants = { variant } }
  if not learn.can_learn(game) then
    output.print(("%s: the script gives players no variable, token or reserve, and has no step of the final "
      .. "scoring, so there is nothing to learn; the bots see the rest by trying each action"):format(
      variant.name))
    return 1
  end
  local bar = progress.new(args.games + 2 * args.match, "learning " .. variant.name)
  local learned, results = measure(game, args, bar)
  bar:done()
  output.print_lines(tables.lines(rows_of(learned), { heading = true, style = terminal.style(args.color) }))
  output.print()
  output.print(LEGEND)
  if has_turn(learned) then output.print(LEGEND_OF_TURN) end
  output.print()
  if learned.win > 0 then
    output.print "Games were often won without the most points, so these worths are about winning."
  end
  print_results(args, results)
  local helps = learned.win > 0 and results[1].wins or learned.win == 0 and results[1].leads
  if not helps then
    output.print(("The worths do not clearly help against bots without them, so they are not used; %s. "
      .. "Try more games (`--games`, `--match`)."):format(write_nothing(variant, args)))
    return 1
  end
  output.print(("Written to %s; greedy and mcts use it with this version of the script."):format(
    write(variant, learned, args)))
  return 0
end

return command
