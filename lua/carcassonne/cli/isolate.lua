--- Options for untrusted scripts: tighter limits, and an isolated process for the whole command.
-- @module carcassonne.cli.isolate

local cli_options = require "carcassonne.cli.options"
local compat = require "carcassonne.base.compat"
local count_of = require("carcassonne.describe.words").count
local limits = require "carcassonne.sandbox.limits"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"

local isolate = {}

-- Environment variable that marks the isolated process.
local MARK = "CARC_ISOLATED"
local MEGABYTES = 1024

--- Adds --untrusted and --isolate.
---@param command table of argparse
function isolate.options(command)
  command:flag("--untrusted",
    "Reduce the limits of scripts to a tenth of the usual instructions, 16 MB of memory and 10,000 printed "
    .. "characters.")
  command:option("--isolate",
    "Run the command in an isolated process with this many seconds of processor time and 1 GB of memory. " ..
    "It cannot open further files, processes or the network, and writes only to its output."):convert(
      cli_options.integer(1)):argname "SECONDS"
end

-- The exit status of a shell after a signal is SIGNALLED plus the number of the signal.
local SIGNALLED, KILLED, OUT_OF_TIME = 128, 9, 24

-- Runs the command again in a process that gives up its rights.
local function run_again(words, seconds)
  output.flush()
  local _, how, code = compat.os.execute(("exec env %s=1 %s"):format(MARK,
    process.command_line(words, #words)))
  if how ~= "signal" and code < SIGNALLED then return code end
  local signal = how == "signal" and code or code - SIGNALLED
  if signal == KILLED or signal == OUT_OF_TIME then
    process.refuse("the system ended the command, because the command used all of its %s of processor time",
      count_of(seconds, "second"))
  end
  process.refuse("the system ended the command with signal %d", signal)
end

--- Applies --untrusted and --isolate before a command begins.
---@param args table result of argparse
---@param words table the command line, with the program at 0 and its interpreter at negative indices
---@return integer? status exit status of the command, if it ran in the isolated process
function isolate.begin(args, words)
  if args.untrusted then limits.tighten() end
  if not args.isolate then return nil end
  if os.getenv(MARK) ~= "1" then return run_again(words, args.isolate) end
  local fine, filtered = sys.isolate(args.isolate, MEGABYTES, rawget(_G, "jit") ~= nil)
  if not fine then process.refuse("--isolate: %s", filtered) end
  if not filtered then
    output.complain("--isolate: this system cannot filter system calls, so only time, memory, files and "
      .. "processes are limited")
  end
end

return isolate
