--- The command line: `carcassonne COMMAND ...`.
--
-- Each command is a module carcassonne.cli.NAME, a table of `summary`, `description`, `epilog`,
-- `options(command)`, which declares what it takes, and `run(args, cli)`, which returns the exit
-- status: 0 all is well, 1 differences or problems were found, 2 the command was not understood,
-- its input cannot be used, or its output cannot be written. One that has `reads_scripts` takes
-- --untrusted and --isolate, too.
--
-- Lua turns Ctrl-C into an error of the main coroutine. A command runs in another one, so that the
-- error strikes neither it nor a script, and comes when the command yields
-- (carcassonne.program.process.pause) or waits for input. In Lua 5.1 no command yields, since pcall
-- is in the way there: it runs in the main coroutine, and the error strikes it wherever it is.
-- @module carcassonne.cli

require "carcassonne.base.core_version" -- before all else
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

--- The commands, in the order of the help.
---@type string[]
cli.commands = { "play", "run", "compare", "sweep", "shard", "merge", "check", "new", "test", "tiles",
  "expansions", "packs",
  "show", "replay", "svg", "html", "analyse", "import", "perft", "env", "help" }

local DESCRIPTION = [[
Plays Carcassonne with Traders & Builders, and with expansions and house rules, which are Lua scripts; checks
scripts and measures what they change. Unofficial.]]

local EPILOG = [[
A house rule or an expansion is a Lua file. To write one, and to see what it does:

  carcassonne new my-rule --like long-roads         a script and a test to begin from
  carcassonne check my-rule.lua                     is it valid and deterministic? what does it change?
  carcassonne test my-rule_spec.lua                 does it do on this board what it should?
  carcassonne compare my-rule.lua                   what does it change, measured in more games?
  carcassonne play --variant my-rule.lua --bot 2    how does it feel?

Those that are included go by their names: --variant tower, --variant siege:pig=1; `carcassonne check tower` says
what options it has. Those of packs that are installed go by the pack's name, too: --variant wayside/tolls; `carcassonne
packs` lists them. --variant may be repeated.

A game that was saved:

  carcassonne show game.carc                        the board, the scores, whose turn it is
  carcassonne replay game.carc                      step by step, each step explained
  carcassonne svg game.carc -o game.svg             as a picture, with a legend
  carcassonne html game.carc -o game.html           as a page to step through, in a browser
  carcassonne analyse game.carc                     what each decision cost, as a bot sees it
  carcassonne import game.jcz -o game.carc          one of JCloisterZone's, as one of ours

`carcassonne help COMMAND` explains a command. The exit status is 0 if all is well, 1 if differences or
problems were found, 2 if the command was not understood, its input cannot be used, or its output cannot be written,
130 if it was interrupted. The name - stands for standard input where a command reads a file.]]

local function version_text()
  local jit = rawget(_G, "jit")
  return ("carcassonne %s (C interface %d, saved games %d, %s)"):format(
    carcassonne.version, carcassonne.abi_version, carcassonne.save_version, jit and jit.version or _VERSION)
end

-- Help and version are written as all output is, not by argparse, which does not look whether that
-- went well: the text is kept, and the error ends the parsing.
local function show_instead(asked, text)
  asked.text = text
  error "nothing else is parsed"
end

local LEAST, MOST, USUAL = 40, 100, 80 -- columns of a help

-- Help in lines of the terminal's width. argparse breaks the usage alone.
local function help_of(parser, width)
  width = math.max(LEAST, math.min(width or terminal.width() or USUAL, MOST))
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

-- The parser; by name the commands, and the parsers of their words.
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

--- What the program takes, for who makes manuals of it.
---@return table parser of argparse
function cli.parser() return (define {}) end

--- The help of the program, or of a command.
---@param name? string of the command
---@param width? integer columns, from 40 to 100; by default those of the terminal, or 80
---@return string? text nil if there is no such command
function cli.help(name, width)
  local parser, _, parsers = define {}
  if name then parser = parsers[name] end
  return parser and help_of(parser, width)
end

local function complain(text)
  io.stdout:flush()
  output.complain(text)
end

-- The word that names the command, to point at its help.
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

-- What the shell says of a program that nobody reads from any more, and of one that was
-- interrupted.
local UNREAD, INTERRUPTED = 141, 130

local is_interruption = error_message.is_interruption -- of errors of the main coroutine

-- In LuaJIT Ctrl-C comes to whichever coroutine runs, not to the main one alone; so it may also be
-- a script that catches it.
local HOOKS_ARE_GLOBAL = rawget(_G, "jit") ~= nil

-- The status for an error.
local function fail(problem, thread)
  if problem == output.closed then return UNREAD end
  complain(explain(problem, thread))
  return 2
end

-- The command does not go on.
local function interrupt(work)
  local word = ""
  if type(work.progress) == "table" then
    work.progress:done()
    word = work.progress:word()
  end
  complain("interrupted" .. word)
  return INTERRUPTED
end

-- The words of the command line, or nil and the status when there is nothing to run.
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

-- Runs a command to its end, in `work.thread`; what it yields says how far it is, `work.progress`.
local function perform(argv, work)
  local command, args = read_words(argv)
  if not command then return args end
  local elsewhere = isolate.begin(args, argv)
  if elsewhere then return elsewhere end
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

--- Runs the program. What goes wrong is told on standard error, with a traceback if CARC_DEBUG is
--- 1.
---@param argv string[] the words of the command line
---@return integer status 0, 1 or 2; 130 if it was interrupted, 141 if nobody reads its output any more
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
