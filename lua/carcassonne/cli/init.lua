--- The command line: `carcassonne COMMAND ...`.
--
-- Each command is a module carcassonne.cli.NAME, a table of `summary`, `description`, `epilog`, `options(command)`, which
-- declares what it takes, and `run(args)`, which returns the exit status: 0 all is well, 1 differences or problems were
-- found, 2 the command was not understood or its input cannot be used.
-- @module carcassonne.cli

local argparse = require "argparse"
local carcassonne = require "carcassonne"
local message = require "carcassonne.view.message"

local cli = {}

--- The commands, in the order of the help.
---@type string[]
cli.commands = { "play", "run", "check", "show", "replay", "import", "scenario", "verify", "perft" }

local DESCRIPTION = [[
Plays Carcassonne with Traders & Builders, and with expansions and house rules, which are Lua scripts; checks
scripts and measures what they change. Unofficial.]]

local EPILOG = [[
A house rule or an expansion is a Lua file. To write one, and to see what it does:

  carcassonne check my-rule.lua                     is it sound? does it play the same game twice?
  carcassonne run -n 2000 --variant my-rule.lua     what does it change, against the rules without it?
  carcassonne play --variant my-rule.lua --bot 2    how does it feel?

Those that come along go by their names: --variant tower, --variant siege:pig=1; `carcassonne check tower` says
what options it has. --variant may be repeated.

A game that was saved:

  carcassonne show game.carc                        the board, the scores, whose turn it is
  carcassonne replay game.carc                      step by step, each step explained
  carcassonne import game.jcz -o game.carc          one of JCloisterZone's, as one of ours

`carcassonne COMMAND --help` explains a command. The exit status is 0 if all is well, 1 if differences or
problems were found, 2 if the command was not understood or its input cannot be used.]]

local function version_text()
  return ("carcassonne %s (C interface %d, saved games %d, %s)"):format(
    carcassonne.version, carcassonne.abi_version, carcassonne.save_version, _VERSION)
end

local function new_parser()
  local parser = argparse("carcassonne", DESCRIPTION, EPILOG)
  parser:help_max_width(116)
  parser:help_description_margin(32)
  parser:flag("--version", "Show the version."):action(function()
    print(version_text())
    os.exit(0, true)
  end)
  parser:option("--color", "Colours: always, never, or auto (in a terminal, unless NO_COLOR is set).")
    :choices { "auto", "always", "never" }
  parser:command_target "command"
  parser:require_command(true)
  return parser
end

-- The parser, and the commands by name.
local function define()
  local parser, commands = new_parser(), {}
  for _, name in ipairs(cli.commands) do
    local command = require("carcassonne.cli." .. name)
    command.options(parser:command(name, command.description, command.epilog):summary(command.summary))
    commands[name] = command
  end
  return parser, commands
end

local function complain(text)
  io.stdout:flush()
  io.stderr:write("carcassonne: ", text, "\n")
end

-- The word that names the command, to point at its help.
local function named(argv, commands)
  for _, word in ipairs(argv) do
    if commands[word] then return word .. " " end
  end
  return ""
end

local function explain(problem)
  if os.getenv "CARC_DEBUG" == "1" then return debug.traceback(tostring(problem), 2) end
  return message.plain(problem)
end

--- Runs the program. What goes wrong is told on standard error, with a traceback if CARC_DEBUG is 1.
---@param argv string[] the words of the command line
---@return integer status 0, 1 or 2; 130 if it was interrupted
function cli.main(argv)
  local parser, commands = define()
  local fine, args = parser:pparse(argv)
  if not fine then
    complain(("%s\nSee: carcassonne %s--help"):format(args, named(argv, commands)))
    return 2
  end
  local done, status = xpcall(commands[args.command].run, explain, args)
  if done then return status end
  if status:match "interrupted!$" then return 130 end
  complain(status)
  return 2
end

return cli
