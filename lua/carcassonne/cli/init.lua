--- The command line: `carcassonne COMMAND ...`.
--
-- Each command is a module carcassonne.cli.NAME, a table with `summary`, `description`, `epilog`,
-- `options(command)`, which declares its options, and `run(args, cli)`, which returns the exit
-- status: 0 for success, 1 if differences or problems were found, 2 if the command line or the
-- input is invalid or the output cannot be written. A command with `reads_scripts` also takes
-- --untrusted, --isolate and --allow-read. With --untrusted, `run` cannot start programs:
-- `start_programs(args)` starts the programs that a command needs, before it reads any script; the
-- result is `args.started`.
--
-- Lua turns Ctrl-C into an error of the main coroutine. A command runs in another coroutine, so the
-- error interrupts neither the command nor a script. The error is raised when the command yields
-- (carcassonne.program.process.pause) or waits for input. In Lua 5.1 a command cannot yield across
-- pcall, so it runs in the main coroutine, and the error can interrupt it anywhere.
-- @module carcassonne.cli

require "carcassonne.base.core_version" -- before any other module
local argparse = require "argparse"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local file_io = require "carcassonne.program.file_io"
local isolate = require "carcassonne.cli.isolate"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"
local terminal = require "carcassonne.text.terminal"
local wrap = require "carcassonne.text.wrap"

local cli = {}

--- Names of the commands, in the order of the help.
---@type string[]
cli.commands = { "play", "run", "compare", "sweep", "shard", "merge", "check", "new", "test", "tiles",
  "expansions", "packs",
  "show", "replay", "svg", "html", "analyse", "import", "learn", "perft", "env", "help" }

local DESCRIPTION = [[
Plays Carcassonne with Traders & Builders, with expansions, and with house rules written as Lua scripts.
Checks scripts and measures what they change. Unofficial.]]

local EPILOG = [[
A house rule or an expansion is a script: a Lua file. To write and try a script:

  carcassonne new my-rule --like long-roads         writes a script and a test to start from
  carcassonne check my-rule.lua                     is it valid? deterministic? what does it change?
  carcassonne test my-rule_spec.lua                 does it pass its tests?
  carcassonne compare my-rule.lua                   measures its effect in more games
  carcassonne play --variant my-rule.lua --bot 2    plays a game with it

The name of a shipped script has no path: --variant tower, --variant siege:pig=1; `carcassonne expansions
tower` lists the options of tower. The name of a script from an installed pack starts with that of the pack:
--variant wayside/tolls; `carcassonne packs` lists the packs. --variant may be repeated.

For saved games:

  carcassonne show game.carc                        shows the board, the scores and the player to move
  carcassonne replay game.carc                      explains the game step by step
  carcassonne svg game.carc -o game.svg             draws a picture with a legend
  carcassonne html game.carc -o game.html           writes a page to step through in a browser
  carcassonne analyse game.carc                     evaluates each decision with a bot
  carcassonne import game.jcz -o game.carc          converts a game of JCloisterZone

`carcassonne help COMMAND` explains a command. The exit status is 0 for success, 1 if differences or
problems were found, 2 if the command line or the input is invalid or the output cannot be written, and 130
after an interruption. With --untrusted, it is 124 if the time limit was exceeded, and 128 plus the number of
the signal if a signal ended the command. If a command reads a file, the file name - means standard input.]]

local function version_text()
  local jit = rawget(_G, "jit")
  return ("carcassonne %s (C interface %d, saved games %d, %s)"):format(
    carcassonne.version, carcassonne.abi_version, carcassonne.save_version, jit and jit.version or _VERSION)
end

-- Keeps argparse from printing help and version itself, because it ignores write errors. Stores the
-- text in `asked`, and raises an error that ends the parsing.
local function show_instead(asked, text)
  asked.text = text
  error "nothing else is parsed"
end

local MIN, MAX, USUAL = 40, 100, 80 -- columns of a help text

-- Wraps the help to the terminal's width, because argparse wraps only the usage line.
local function help_of(parser, width)
  width = math.max(MIN, math.min(width or terminal.width() or USUAL, MAX))
  parser:usage_max_width(width):help_description_margin(math.min(32, math.floor(width * 0.4)))
  return wrap.text(parser:get_help(), width)
end

local function add_help(parser, asked)
  return parser:add_help { action = function() show_instead(asked, help_of(parser)) end }
end

local function new_parser(asked)
  local parser = argparse("carcassonne", DESCRIPTION, EPILOG)
  parser:flag("--version", "Show the version."):action(function() show_instead(asked, version_text()) end)
  parser:option("--color", "Colours: always, never, or auto (in a terminal, unless NO_COLOR is set).")
    :choices { "auto", "always", "never" }
  parser:command_target "command"
  parser:require_command(true)
  return parser
end

-- Returns the parser, the commands by name, and their parsers by name.
local function define(asked)
  local parser, commands, parsers = add_help(new_parser(asked), asked), {}, {}
  for _, name in ipairs(cli.commands) do
    local command = require("carcassonne.cli." .. name)
    local declared = parser:command(name, command.description, command.epilog):summary(command.summary)
    command.options(add_help(declared, asked))
    if command.reads_scripts then isolate.options(declared) end
    commands[name], parsers[name] = command, declared
  end
  return parser, commands, parsers
end

--- Returns the parser of the command line, for generated manuals.
---@return table parser of argparse
function cli.parser() return (define {}) end

--- Returns the help of the program, or of a command.
---@param name? string name of the command
---@param width? integer columns, from 40 to 100; by default those of the terminal, or 80
---@return string? text nil if no such command exists
function cli.help(name, width)
  local parser, _, parsers = define {}
  if name then parser = parsers[name] end
  return parser and help_of(parser, width)
end

local function complain(text)
  io.stdout:flush()
  output.complain(text)
end

-- Returns the word that names the command and a space, or "".
local function named(argv, commands)
  for _, word in ipairs(argv) do
    if commands[word] then return word .. " " end
  end
  return ""
end

local function explain(problem, thread)
  if os.getenv "CARC_DEBUG" ~= "1" then return error_message.plain(problem) end
  return thread and debug.traceback(thread, tostring(problem)) or debug.traceback(tostring(problem))
end

-- Exit statuses: the program's output was closed; the program was interrupted.
local UNREAD, INTERRUPTED = 141, 130

local is_interruption = error_message.is_interruption -- for errors of the main coroutine

-- In LuaJIT, Ctrl-C raises the error in the running coroutine, which can be that of a script.
local HOOKS_ARE_GLOBAL = rawget(_G, "jit") ~= nil

-- Prints an error and returns the exit status.
local function fail(problem, thread)
  if problem == output.closed then return UNREAD end
  complain(isolate.explain(explain(problem, thread)))
  return 2
end

-- Ends a command after Ctrl-C and returns the exit status.
local function interrupt(work)
  local word = ""
  if type(work.progress) == "table" then
    work.progress:done()
    word = work.progress:word()
  end
  complain("interrupted" .. word)
  return INTERRUPTED
end

-- Returns the command and its arguments, or nil and the status if there is nothing to run.
local function read_words(argv)
  local asked = {}
  local parser, commands = define(asked)
  local fine, parsed, args = pcall(parser.pparse, parser, argv)
  if asked.text then
    output.print(asked.text)
    output.flush()
    return nil, 0
  end
  if not fine then error(parsed, 0) end
  if not parsed then
    complain(("%s\nSee: carcassonne %s--help"):format(args, named(argv, commands)))
    return nil, 2
  end
  return commands[args.command], args
end

-- Runs a command to its end in `work.thread`. The command yields its progress bar, which is kept in
-- `work.progress`.
local function perform(argv, work)
  local command, args = read_words(argv)
  if not command then return args end
  local elsewhere = isolate.begin(args, argv)
  if elsewhere then return elsewhere end
  args.started = command.start_programs and command.start_programs(args)
  isolate.restrict(args)
  local function run()
    local status = command.run(args, cli)
    output.flush()
    return status
  end
  if not compat.coroutine.crosses_pcall then return run() end
  work.thread = coroutine.create(run)
  while true do
    local fine, result = coroutine.resume(work.thread)
    if not fine and HOOKS_ARE_GLOBAL and is_interruption(result) then return interrupt(work) end
    if not fine then return fail(result, work.thread) end
    if coroutine.status(work.thread) == "dead" then return result end
    work.progress = result or work.progress
  end
end

--- Runs the program. Errors go to standard error, with a traceback if CARC_DEBUG is 1.
---@param argv string[] the words of the command line
---@return integer status 0, 1 or 2; 130 after an interruption, 141 after the output was closed; see EPILOG
function cli.main(argv)
  sys.prepare_output()
  local work = {}
  local fine, status = pcall(perform, argv, work)
  if not fine then
    status = is_interruption(status) and interrupt(work) or fail(status, (coroutine.running()))
  end
  process.finish()
  file_io.discard_unfinished()
  return status
end

return cli
