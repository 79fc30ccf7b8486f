-- interop_tools.lua: the commands `verify` and `scenario`, which compare this engine with games of other engines. They are for tests and
-- not part of the program `carcassonne`; options, output and Ctrl-C work as they do there. `make verify` and `make scenarios` run them.

local cli = require "carcassonne.cli"

cli.commands = { "verify", "scenario" }
for _, name in ipairs(cli.commands) do
  package.preload["carcassonne.cli." .. name] = function() return require("spec.support.interop." .. name) end
end

os.exit(cli.main(arg), true)
