--- Options of the commands that play many games: what is played, where results are kept, where it
--- is played, how it is reported.
-- @module carcassonne.cli.run_options

local bots = require "carcassonne.bots"
local cli_options = require "carcassonne.cli.options"
local games = require "carcassonne.lab.games"
local run_plan = require "carcassonne.lab.run_plan"

local run_options = {}

--- Declares what is played: the rules, the games, who plays.
---@param command table of argparse
---@param usual? integer games by default
function run_options.games(command, usual)
  command:option("-n --games",
    ("How many games under each of the rules, rounded up to whole blocks; %d by default.")
    :format(usual or run_plan.USUAL)):convert(cli_options.integer(1)):argname "N"
  command:option("--seed", "Another seed, other games."):convert(cli_options.integer(0)):argname "N"
  cli_options.game_options(command)
  command:option("--bot",
    ("Who plays: %s, or a file of your own, with options as in greedy:follower=4; %s by default. Given once "
    .. "for " ..
    "all players, or once for each."):format(table.concat(bots.names(), ", "),
      games.BOT)):count "*":argname "NAME"
end

--- Declares where blocks are kept.
---@param command table of argparse
function run_options.results(command)
  command:option("--results", "Keep each block of games in FILE as it ends."):argname "FILE"
  command:option("--resume",
    "Go on with the run that FILE has, under the same rules; further blocks go there, too."):argname "FILE"
  command:option("--dump",
    "Write a row for each decision, a table with commas: the seed of its game, who decides, what was chosen "
    .. "of " ..
    "how many, the points so far and at the end. Unfinished it is FILE.part."):argname "FILE"
end

--- Declares where a run may be played.
---@param command table of argparse
function run_options.places(command)
  command:option("--jobs", "Play in so many processes at once, which GNU parallel starts."):convert(
    cli_options.integer(1)):argname "N"
  command:option("--hosts",
    "Play on the hosts that FILE names, a line each, as in 4/me@host: so many processes at once, and whom " ..
    "ssh is to call; ':' is this machine. They have the same carcassonne; PARALLEL_SSH says how ssh is "
      .. "called."):argname "FILE"
  command:option("--program",
    "How carcassonne is called on the hosts; carcassonne by default."):argname "COMMAND"
  command:option("--joblog",
    "With --jobs and --hosts: keep in FILE which share was played where, and how long it took.")
    :argname "FILE"
end

--- Declares how a report may be shown.
---@param command table of argparse
function run_options.report(command)
  command:flag("--json", "Print JSON instead of words and tables.")
  command:flag("--csv", "Print a table with commas instead.")
  command:option("--html", "Write a page with plots, too."):argname "REPORT"
end

return run_options
