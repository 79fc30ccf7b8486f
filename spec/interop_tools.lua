-- interop_tools.lua: the commands `verify` and `scenario`, which compare this engine with games of
-- other engines. They are for tests and not part of the program `carcassonne`; options, output and
-- Ctrl-C work as in the program. `make verify` and `make scenarios` run them.

local is_loaded, cli = pcall(require, "carcassonne.cli")
if not is_loaded then
  local is_interrupted = cli:find("interrupted!", 1, true)
  io.stderr:write("carcassonne: ", is_interrupted and "interrupted" or cli, "\n")
  os.exit(is_interrupted and 130 or 2)
end

cli.commands = { "verify", "scenario" }
for _, name in ipairs(cli.commands) do
  package.preload["carcassonne.cli." .. name] = function() return require("spec.support.interop." .. name) end
end

os.exit(cli.main(arg), true)
