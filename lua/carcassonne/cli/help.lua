--- `carcassonne help`: shows the help of the program or of one command.
-- @module carcassonne.cli.help

local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"

local command = {
  summary = "Show this help, or the help of a command.",
  description = "Shows the help of the program, as `carcassonne --help` does, or of a command, as "
    .. "`carcassonne COMMAND --help` does.",
  epilog = [[
Examples:
  carcassonne help
  carcassonne help compare]],
}

function command.options(parser)
  parser:argument("name", "The command to explain."):args "?":argname "COMMAND"
end

function command.run(args, cli)
  local text = cli.help(args.name)
  if not text then
    error(("help: unknown command '%s'%s"):format(args.name, options.did_you_mean(args.name, cli.commands)),
      0)
  end
  output.print(text)
  return 0
end

return command
