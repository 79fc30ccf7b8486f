--- Options that several commands take: which game it is, how the output looks, to whom it is shown.
-- @module carcassonne.cli.options

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local evaluator = require "carcassonne.program.evaluator"
local options = require "carcassonne.base.options"
local process = require "carcassonne.program.process"
local terminal = require "carcassonne.text.terminal"

local cli_options = {}

--- Reads a whole number; for argparse.
---@param low integer
---@return fun(text:string):integer?, string?
---@usage assert(require("carcassonne.cli.options").integer(1)("12") == 12)
function cli_options.integer(low)
  return function(text)
    local number = compat.math.tointeger(tonumber(text))
    if number and number >= low then return number end
    return nil, ("'%s' is not a whole number from %d"):format(text, low)
  end
end

--- Adds the options that say what game it is.
---@param command table of argparse
function cli_options.game_options(command)
  local sheets = {}
  for i, name in ipairs(carcassonne.editions) do
    sheets[i] = ("%s (%s)"):format(name, carcassonne.sheets[name])
  end
  command:option("--edition", "The rule values to begin with: " .. table.concat(sheets, ", ") .. "; " ..
    carcassonne.default_edition .. " by default."):
    argname("NAME")
  command:option("--players", "How many play, 1 to 6."):convert(cli_options.integer(1)):argname("N")
  command:option("--sets", "Tile sets, with commas: base,traders."):argname("NAMES")
  command:option("--without",
    "Leave parts of Traders & Builders out: builder, goods, pig, tiles, with + between them.")
    :argname("PARTS")
  command:option("--rule", "A rule value other than the edition's: small_city=2. May be repeated."):count("*")
    :argname("RULE=VALUE")
  local shipped, expansions = carcassonne.shipped_variants(), carcassonne.expansions()
  command:option("--variant", "A house rule or an expansion: the name of a shipped one (" ..
    table.concat(shipped, ", ") .. ", " .. table.concat(expansions, ", ")
      .. "), PACK/SCRIPT of a pack, or the path of a script. " ..
    "Values for its options follow after a colon: percentage-goods:consolation=true; siege:without=escape "
      .. "leaves a part out. " ..
    "May be repeated."):count("*"):argname("NAME[:KEY=VALUE,...]")
end

--- Adds a saved game, and --variant for scripts that it was played with.
---@param command table of argparse
function cli_options.saved_game(command)
  command:argument("save", "A saved game, finished or not; - for standard input."):argname("SAVE")
  command:option("--variant",
    "A script that the game was played with, if it is not shipped. May be repeated.")
    :count("*"):argname("PATH")
end

--- Adds --color and --ascii. The program takes --color before the command, too.
---@param command table of argparse
function cli_options.style_options(command)
  command:option("--color", "Use colours: always, never, or auto (in a terminal, unless NO_COLOR is set)."):
    choices { "always", "never", "auto" }:argname("WHEN")
  command:flag("--ascii", "Draw with plain ASCII characters.")
end

--- The style that the options ask for.
---@param args table
---@return Style
function cli_options.style(args) return terminal.style(args.color, args.ascii) end

--- Refuses an edition that is not there.
---@param name string
function cli_options.check_edition(name)
  options.check_name("--edition", name, carcassonne.editions, "edition")
end

--- Adds --observer: to whom something is shown.
---@param command table of argparse
function cli_options.observer_option(command)
  command:option("--observer",
    "To whom it is shown, where something is hidden: the number of a player, spectator, who has no part in "
    .. "the "
    .. "game, or all, who sees everything; spectator by default."):argname("WHO")
end

--- Who is shown a game, by the options.
---@param args table
---@param state State
---@return integer|"spectator"|nil observer as State:events takes it
function cli_options.observer(args, state)
  local who, players = args.observer or "spectator", state:game():players()
  if who == "spectator" then return who end
  if who == "all" then return nil end
  local player = compat.math.tointeger(tonumber(who))
  if not player or player < 1 or player > players then
    process.refuse("--observer: '%s' is nobody; there are the players 1 to %d, spectator and all",
      who, players)
  end
  return player
end

--- Adds --bot and --seed.
---@param command table of argparse
function cli_options.evaluator_options(command)
  command:option("--bot",
      ("Whose opinion: %s, with options as in mcts:iterations=200, or a file of your own; %s by "
        .. "default."):format(
    table.concat(bots.raters(), ", "), evaluator.usual)):argname("NAME")
  command:option("--seed",
    "Of the bot; 0 by default. The same game, bot and seed, the same opinion."):convert(
    cli_options.integer(0))
    :argname("N")
end

return cli_options
