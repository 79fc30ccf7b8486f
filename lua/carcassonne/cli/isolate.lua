--- The option for untrusted scripts, which tightens the limits of scripts, and runs the command in
--- a child process with few rights. This process watches the child.
-- @module carcassonne.cli.isolate

local child_process = require "carcassonne.sandbox.child_process"
local cli_options = require "carcassonne.cli.options"
local limits = require "carcassonne.sandbox.limits"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"
local terminal = require "carcassonne.text.terminal"
local watch = require "carcassonne.cli.watch"

local isolate = {}

-- Environment variable that marks the child.
local MARK = "CARC_ISOLATED"

local HOUR, DAY = 3600, 86400

-- Time limits of commands that play many games. For all other commands it is an hour.
local SECONDS = { run = DAY, compare = DAY, sweep = DAY, shard = DAY, perft = DAY, analyse = DAY,
  play = DAY }

-- Options that name a file to write.
local OUTPUTS = { "output", "png", "html", "results", "resume", "dump", "autosave", "picture" }

-- Variables that GNU parallel and ssh need.
local VARIABLES_OF_PARALLEL = { "HOME", "USER", "LOGNAME", "SHELL", "TMPDIR", "SSH_AUTH_SOCK", "PARALLEL_SSH",
  "PARALLEL", "PARALLEL_HOME" }

--- Adds --untrusted, --isolate and --allow-read.
---@param command table of argparse
function isolate.options(command)
  command:flag("--untrusted",
    "Reduce the limits of scripts to a tenth of the usual instructions, 16 MB of memory and 10,000 printed "
    .. "characters. Run bots that are files in the sandbox of scripts. Run the command in a child process "
    .. "with few rights: it has 512 MB of memory and a time limit, reads only the files that the command "
    .. "line names, and cannot use the network.")
  command:option("--isolate",
    "Like --untrusted, but with this time limit; with --untrusted alone, the limit is an hour, or a day for "
    .. "commands that play many games. It applies to processor time and, unless the command waits for a "
    .. "player, also to wall-clock time.")
    :convert(cli_options.integer(1)):argname "SECONDS"
  command:option("--allow-read",
    "With --untrusted: a further file that the command may read. May be repeated."):count("*")
    :argname "FILE"
end

local TIMED_OUT, SIGNALLED = 124, 128 -- exit statuses
local INTERRUPT = 2 -- the signal of Ctrl-C

-- ---- The parent ---------------------------------------------------------------------------------

local function waits(args) return args.command == "play" or args.step end

local function limits_of(args)
  local seconds = args.isolate or SECONDS[args.command] or HOUR
  return { seconds = seconds, wall_seconds = not waits(args) and seconds or nil,
    megabytes = child_process.MEGABYTES }
end

-- Returns the words of a command line that runs this program again; nil if it cannot be run again.
local function words_again(words)
  local list, first = {}, 0
  while words[first - 1] do first = first - 1 end
  if first == 0 or not words[0] then return nil end
  for i = first, #words do list[#list + 1] = words[i] end
  return list
end

-- Returns the file descriptors that the words of the command line name, such as /dev/fd/63.
local function named_descriptors(words)
  local list = {}
  for _, word in ipairs(words) do
    for number in word:gmatch "/fd/(%d+)" do list[#list + 1] = tonumber(number) end
  end
  return list
end

local function child_environment(args)
  local added = { [MARK] = "1" }
  for name, size in pairs { COLUMNS = terminal.width(), LINES = terminal.height() } do
    added[name] = tostring(size)
  end
  return child_process.environment(added, (args.jobs or args.hosts) and VARIABLES_OF_PARALLEL or nil)
end

-- Runs the command in a child. Returns the exit status; nil and a message if there is no child.
local function run_child(args, words)
  local again, most = words_again(words), limits_of(args)
  if not again then return nil, "the command line that started this program is unknown" end
  output.flush()
  local how, code = sys.run(again, { environment = child_environment(args), seconds = most.wall_seconds,
    keep = named_descriptors(words) })
  if how == "exit" then return code end
  if not how then return nil, code end
  if how == "signal" and code == INTERRUPT then -- the child had not started to catch it
    output.complain "interrupted"
    return SIGNALLED + code
  end
  local problem, kind = child_process.problem(how, code, most)
  output.complain(("%s was ended: %s"):format(args.command, problem))
  return kind == "time" and TIMED_OUT or SIGNALLED + code
end

-- ---- The child ----------------------------------------------------------------------------------

-- Returns the files that the words of the command line name. A word may be the name of a file, or
-- contain it, as in `--variant=siege.lua:pig=1`.
local function named_files(args, words)
  local list = {}
  local function add(text)
    local _, kind = sys.real_path(text)
    if kind == "folder" then list[#list + 1] = text elseif kind then child_process.add_file(list, text) end
  end
  for _, word in ipairs(words) do
    if word ~= args.command then
      add(word)
      for part in word:gmatch "[^=:,+]+" do
        if part ~= word then add(part) end
      end
    end
  end
  return list
end

-- Returns the path that must be writable if a file is to be written: its folder, because a new file
-- replaces the old one; or the device itself.
local function place_to_write(path)
  local real, kind = sys.real_path(path)
  if kind == "other" or kind == "folder" then return path end
  return (real or path):match "^(.*/)[^/]*$" or "."
end

local function output_places(args)
  local list = {}
  for _, name in ipairs(OUTPUTS) do
    local given = args[name]
    if type(given) == "table" then given = given[1] end
    if type(given) == "string" and given ~= "-" then list[#list + 1] = place_to_write(given) end
  end
  return list
end

-- ---- The parent with --watch --------------------------------------------------------------------

local function watched_files(args, words)
  local list = {}
  for _, path in ipairs(named_files(args, words)) do
    if select(2, sys.real_path(path)) == "file" then list[#list + 1] = path end
  end
  if #list == 0 then process.refuse "--watch: none of the arguments is the path of a file" end
  return list
end

-- Runs the command in a child; with --watch, in a new child after each change. Returns what
-- run_child does.
local function run_children(args, words)
  local first, problem = run_child(args, words)
  if not first or not args.watch then return first, problem end
  return watch.run(args, function() return watched_files(args, words) end, function()
    local status = first or run_child(args, words)
    first = nil
    return status
  end)
end

-- ---- Both ---------------------------------------------------------------------------------------

--- Applies --untrusted before a command begins.
---@param args table result of argparse
---@param words table the command line, with the program at 0 and its interpreter at negative indices
---@return integer? status exit status of the command, if it ran in a child
function isolate.begin(args, words)
  args.untrusted = args.untrusted or args.isolate ~= nil
  if not args.untrusted then
    if args.allow_read and #args.allow_read > 0 then process.refuse "--allow-read requires --untrusted" end
    return nil
  end
  limits.tighten()
  if os.getenv(MARK) == "1" then
    args.named_files, args.watch = named_files(args, words), nil
    return nil
  end
  local status, problem = run_children(args, words)
  if not status then output.complain("--untrusted: only the limits of scripts apply: " .. problem) end
  return status
end

--- Restricts this process permanently if it is the child of a command with --untrusted. Before
--- this call, the command may start programs, but must not read files.
---@param args table result of argparse
function isolate.restrict(args)
  if not args.untrusted or os.getenv(MARK) ~= "1" then return end
  local most = limits_of(args)
  most.reads, most.writes = args.named_files, output_places(args)
  local missing = child_process.restrict(most)
  if missing then output.complain("--untrusted: " .. missing) end
end

-- Errors that a restriction causes, as patterns, and their explanations.
local EXPLANATIONS = {
  { "Permission denied", "--untrusted reads and writes only files that the command line names; to name "
    .. "further files: --allow-read FILE" },
  { "Operation not permitted", "--untrusted allows the command neither to start programs nor to use further "
    .. "files" },
  { "not enough memory$", ("--untrusted allows %d MB"):format(child_process.MEGABYTES) },
}

--- Returns the text of an error, with the restriction of this process that may be its cause.
---@param text string
---@return string
function isolate.explain(text)
  if os.getenv(MARK) ~= "1" then return text end
  for _, one in ipairs(EXPLANATIONS) do
    if text:find(one[1]) then return text .. "; " .. one[2] end
  end
  return text
end

return isolate
