--- Options that several commands share: the game, the style of the output, the observer.
-- @module carcassonne.cli.options

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local evaluator = require "carcassonne.program.evaluator"
local options = require "carcassonne.base.options"
local process = require "carcassonne.program.process"
local terminal = require "carcassonne.text.terminal"

local cli_options = {}

--- Returns a converter of argparse for whole numbers from `low`.
---@param low integer
---@return fun(text:string):integer?, string?
---@usage assert(require("carcassonne.cli.options").integer(1)("12") == 12)
function cli_options.integer(low)
  return function(text)
    local number = compat.math.tointeger(tonumber(text))
    if number and number >= low then return number end
    return nil, ("expected a whole number of at least %d, got '%s'"):format(low, text)
  end
end

--- Adds the options that select the game.
---@param command table a command of argparse
function cli_options.game_options(command)
  local sheets = {}
  for i, name in ipairs(carcassonne.editions) do
    sheets[i] = ("%s (%s)"):format(name, carcassonne.sheets[name])
  end
  command:option("--edition", "The rule values to start from: " .. table.concat(sheets, ", ") .. "; " ..
    carcassonne.default_edition .. " by default."):
    argname("NAME")
  command:option("--players", "Number of players, 1 to 6."):convert(cli_options.integer(1)):argname("N")
  command:option("--sets", "Tile sets, separated by commas: base,traders."):argname("NAMES")
  command:option("--without",
    "Omit parts of Traders & Builders: builder, goods, pig, tiles, with + between them.")
    :argname("PARTS")
  command:option("--rule", "Replace a rule value of the edition: small_city=2. May be repeated."):count("*")
    :argname("RULE=VALUE")
  local shipped, expansions = carcassonne.shipped_variants(), carcassonne.expansions()
  command:option("--variant", "A house rule or an expansion: the name of a shipped one (" ..
    table.concat(shipped, ", ") .. ", " .. table.concat(expansions, ", ")
      .. "), PACK/SCRIPT of a pack, or the path of a script. " ..
    "Values of its options follow after a colon: percentage-goods:consolation=true; siege:without=escape "
    .. "omits a module. " ..
    "May be repeated."):count("*"):argname("NAME[:KEY=VALUE,...]")
end

--- Adds the argument for a saved game, and --variant for the scripts of that game.
---@param command table a command of argparse
function cli_options.saved_game(command)
  command:argument("save", "A saved game, finished or not; - for standard input."):argname("SAVE")
  command:option("--variant",
    "The path of a script that the saved game uses and that is not shipped. May be repeated.")
    :count("*"):argname("PATH")
end

--- Adds --color and --ascii. The program also accepts --color before the command.
---@param command table a command of argparse
function cli_options.style_options(command)
  command:option("--color", "Use colours: always, never, or auto (in a terminal, unless NO_COLOR is set)."):
    choices { "always", "never", "auto" }:argname("WHEN")
  command:flag("--ascii", "Draw with plain ASCII characters.")
end

--- Returns the style that the options select.
---@param args table
---@return Style
function cli_options.style(args) return terminal.style(args.color, args.ascii) end

--- Refuses an unknown edition.
---@param name string
function cli_options.check_edition(name)
  options.check_name("--edition", name, carcassonne.editions, "edition")
end

--- Adds --observer.
---@param command table a command of argparse
function cli_options.observer_option(command)
  command:option("--observer",
    "Show hidden items as this observer sees them: the number of a player, spectator (the default), or "
    .. "all, who sees everything."):argname("WHO")
end

--- Returns the observer that the options select.
---@param args table
---@param state State
---@return integer|"spectator"|nil observer for State:events
function cli_options.observer(args, state)
  local who, players = args.observer or "spectator", state:game():players()
  if who == "spectator" then return who end
  if who == "all" then return nil end
  local player = compat.math.tointeger(tonumber(who))
  if not player or player < 1 or player > players then
    process.refuse("--observer: unknown observer '%s'; expected a player from 1 to %d, spectator or all",
      who, players)
  end
  return player
end

--- Adds --bot and --seed.
---@param command table a command of argparse
function cli_options.evaluator_options(command)
  command:option("--bot",
      ("The bot that evaluates: %s, with options as in mcts:iterations=200, or your own file; %s by "
        .. "default."):format(
    table.concat(bots.raters(), ", "), evaluator.usual)):argname("NAME")
  command:option("--seed",
    "Seed of the bot; 0 by default. The evaluation is deterministic for a game, bot and seed."):convert(
    cli_options.integer(0))
    :argname("N")
end

return cli_options
