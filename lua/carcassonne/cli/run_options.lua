--- Options of the commands that play many games: games, results files, machines, reports.
-- @module carcassonne.cli.run_options

local bots = require "carcassonne.bots"
local cli_options = require "carcassonne.cli.options"
local games = require "carcassonne.lab.games"
local run_plan = require "carcassonne.lab.run_plan"

local run_options = {}

--- Declares the options for the rules, the games and the bots.
---@param command table of argparse
---@param usual? integer games by default
function run_options.games(command, usual)
  command:option("-n --games",
    ("Number of games under each set of rules, rounded up to whole blocks; %d by default.")
    :format(usual or run_plan.USUAL)):convert(cli_options.integer(1)):argname "N"
  command:option("--seed", "Seed of the games."):convert(cli_options.integer(0)):argname "N"
  cli_options.game_options(command)
  command:option("--bot",
    ("The bot that plays: %s, or your own file, with options as in greedy:follower=4; %s by default. Give "
      .. "the option once for all players, or once for each player."):format(table.concat(bots.names(), ", "),
      games.BOT)):count "*":argname "NAME"
end

--- Declares the options for results files.
---@param command table of argparse
function run_options.results(command)
  command:option("--results", "Write each block of games to FILE when the block ends."):argname "FILE"
  command:option("--resume",
    "Continue the run that FILE holds, under the same rules; further blocks are added to FILE. Bots that "
    .. "are files must be named again with --bot."):argname "FILE"
  command:option("--dump",
    "Write a CSV row for each decision: the seed of the game, the player, the chosen action, the number of "
    .. "legal actions, and the points at that decision and at the end. The file is named FILE.part until "
    .. "it is complete."):argname "FILE"
end

--- Declares the options for the machines of a run.
---@param command table of argparse
function run_options.places(command)
  command:option("--jobs", "Play in N parallel processes, started by GNU parallel."):convert(
    cli_options.integer(1)):argname "N"
  command:option("--hosts",
    "Play on the hosts that FILE lists, one per line, as in 4/me@host: the number of parallel processes, "
    .. "and the host for ssh; ':' is this machine. The hosts need the same version of carcassonne. The "
    .. "environment variable PARALLEL_SSH can replace the ssh command."):argname "FILE"
  command:option("--program",
    "The command that runs carcassonne on the hosts; carcassonne by default."):argname "COMMAND"
  command:option("--joblog",
    "With --jobs or --hosts: log the host and the time of each share in FILE.")
    :argname "FILE"
end

--- Declares the options for reports.
---@param command table of argparse
function run_options.report(command)
  command:flag("--json", "Print JSON instead of text and tables.")
  command:flag("--csv", "Print CSV instead.")
  command:option("--html", "Also write an HTML page with plots."):argname "REPORT"
end

return run_options
