--- Plays the shares of a run in parallel processes or on several hosts, with GNU parallel. A failed
--- share is started again, on the same host or another one.
--
-- A coprocess runs GNU parallel. It starts before the command reads a script, and it gets only the
-- head of the run and the numbers of blocks from the command, so that a script that escapes from
-- its sandbox cannot choose what runs.
-- @module carcassonne.lab.parallel

local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local coprocess = require "carcassonne.program.coprocess"
local file_io = require "carcassonne.program.file_io"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"
local rule_specs = require "carcassonne.lab.rule_specs"
local spec_parser = require "carcassonne.bots.spec_parser"

local parallel = {}

local SHARES_EACH, RETRIES = 4, 4 -- shares for each processor, so that the wait for the last share is short
local HOST_SHARES = 16 -- shares for each host, whose number of processors is unknown
local MAX_BLOCKS = 50 -- blocks of a share; their numbers are one word of a command line
local HOST_OPTIONS = { "program", "joblog" } -- require --hosts (joblog: or --jobs)

-- If a host does not answer, its shares go to other hosts.
local SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3"

local quoted = process.quoted

local function runs(command) return compat.os.execute(command) == true end

--- The processes or hosts of a run.
---@class Places
---@field shares integer minimum number of shares of a run
---@field driver Coprocess runs GNU parallel

-- Reasons why an option requires a single process.
local ALONE = {
  dump = "a single process must write the rows, in the order of the games; to dump each share to its own "
    .. "file: carcassonne shard K/N --dump FILE",
}
local ALONE_OPTIONS = { "dump" }

-- Returns the number of hosts in a file.
local function hosts_in(path)
  local count = 0
  for line in file_io.read(path):gmatch "[^\r\n]+" do
    if line:find "^%s*[^#%s]" then count = count + 1 end
  end
  if count == 0 then process.refuse("%s has no hosts; expected one host per line, as in 4/me@host", path) end
  return count
end

-- Returns the options that give a share the limits of this untrusted run.
local function untrusted_words(args)
  if not args.untrusted then return "" end
  local list = { " --untrusted" }
  if args.isolate then list[#list + 1] = "--isolate " .. args.isolate end
  for _, path in ipairs(args.named_files or {}) do list[#list + 1] = "--allow-read " .. quoted(path) end
  return table.concat(list, " ")
end

-- Returns the options --bot for the bots that are files. Such a bot runs only because the command
-- line names it, not because the head of a run does.
local function bot_words(args)
  local list, seen = {}, {}
  local function add(names)
    for _, name in ipairs(names or {}) do
      local path = spec_parser.split(name)
      if bots.is_file(name) and not seen[path] then
        list[#list + 1], seen[path] = " --bot " .. quoted(path), true
      end
    end
  end
  add(args.bot)
  for _, text in ipairs(args.rules) do add(rule_specs.bots(text)) end
  return table.concat(list)
end

-- Returns GNU parallel's options for the places, and the program.
local function places_in_words(args)
  if not args.hosts then return "--jobs " .. args.jobs, process.command_line() end
  local ssh = os.getenv "PARALLEL_SSH" and "" or " --ssh " .. quoted(SSH)
  return ("--sshdelay 0.05 --sshloginfile %s%s"):format(quoted(args.hosts), ssh),
    args.program or "carcassonne"
end

-- Reads a line for each round of shares: the head of the run in octal, and the shares. Characters
-- that do not belong there are removed. Each line of a share is printed after ":" and a tab; the
-- last line of a round is "ended", the status of GNU parallel, and its last message. An empty line
-- confirms the end of the round; if the input is closed instead, the shares are ended.
local DRIVER = [[
exec 3<&0 </dev/null
trap '' INT
unset CARC_ISOLATED
errors=$(mktemp) || exit
share=%s
while read -r head shares <&3; do
  head=$(printf %%s "$head" | LC_ALL=C tr -cd '0-9A-Za-z\\')
  printf %%s "$shares" | LC_ALL=C tr -cs '0-9:+,' '\n' | parallel --will-cite --linebuffer --tagstring : \
    --retries %d %s "printf '$head' | $share" 2>"$errors" &
  shares_id=$!
  { read -r confirmation <&3 || kill $shares_id; } 2>/dev/null &
  watcher_id=$!
  wait $shares_id 2>/dev/null # prints nothing about a signal
  printf '\nended %%d %%s\n' $? "$(grep . "$errors" | tail -n 1)"
  wait $watcher_id
done
rm "$errors"]]

local function driver_of(args)
  local where, program = places_in_words(args)
  local share = ("%s shard --resume - --only {}%s%s"):format(program, bot_words(args), untrusted_words(args))
  local joblog = args.joblog and " --joblog " .. quoted(args.joblog) or ""
  return DRIVER:format(quoted(share), RETRIES, where .. joblog)
end

local function check(args, option)
  if args.hosts and args.jobs then
    process.refuse "--hosts sets the number of processes of each host; omit --jobs"
  end
  if args.program and args.jobs then process.refuse "--program requires --hosts" end
  for _, key in ipairs(ALONE_OPTIONS) do
    if args[key] then process.refuse("--%s cannot be combined with %s: %s", key, option, ALONE[key]) end
  end
  if not runs "parallel --version 2>/dev/null | grep -q GNU" then
    process.refuse("%s requires GNU parallel, which is missing (Debian package parallel); carcassonne "
      .. "shard and carcassonne merge do not require it", option)
  end
end

--- Starts the processes that play a run; returns nil if only this process plays. Refuses options
--- that cannot be combined, and missing programs.
---@param args table
---@return Places?
function parallel.start(args)
  local option = args.hosts and "--hosts" or args.jobs and "--jobs"
  if not option then
    for _, key in ipairs(HOST_OPTIONS) do
      if args[key] then
        process.refuse("--%s requires --hosts%s", key, key == "joblog" and " or --jobs" or "")
      end
    end
    return nil
  end
  check(args, option)
  local shares = args.hosts and hosts_in(args.hosts) * HOST_SHARES or args.jobs * SHARES_EACH
  return { shares = shares, driver = coprocess.start(driver_of(args)) }
end

-- Escapes a text for printf, so that it has no special characters of a shell or of GNU parallel.
local function in_octal(text)
  return (c_locale.gsub(text, "%W", function(character) return ("\\%03o"):format(character:byte()) end))
end

-- Returns a block to play as text: its number and, unless all sets of rules are to be played, the
-- numbers of these sets: "9", "9:1+3".
local function text_of(wanted)
  return wanted.arms and ("%d:%s"):format(wanted.block, table.concat(wanted.arms, "+"))
    or tostring(wanted.block)
end

--- Reads the blocks of `shard --only`, as in "3,9:1+3". It is a converter of argparse.
---@param text string
---@return Wanted[]?
---@return string?
function parallel.read_blocks(text)
  local list = {}
  for word in text:gmatch "[^,]+" do
    local number, arms = word:match "^(%d+):?([%d+]*)$"
    local wanted = { block = tonumber(number), arms = arms ~= "" and {} or nil }
    for arm in (arms or ""):gmatch "%d+" do table.insert(wanted.arms, tonumber(arm)) end
    if not number or wanted.block < 1 then
      return nil, ("expected numbers of blocks, as in 3,17,40; got '%s'"):format(text)
    end
    list[#list + 1] = wanted
  end
  return list
end

-- Deals blocks to shares in turn; returns the shares as texts.
local function dealt(list, count)
  local shares = {}
  for i, wanted in ipairs(list) do
    local k = (i - 1) % count + 1
    shares[k] = shares[k] and shares[k] .. "," .. text_of(wanted) or text_of(wanted)
  end
  return shares
end

-- Starts a round; returns an iterator over its lines.
local function round_of(driver, head, shares)
  driver.input:write(in_octal(results_file.line(head)), " ", table.concat(shares, " "), "\n")
  driver.input:flush()
  return function() return driver.output:read "*l" end
end

-- Refuses shares that have failed.
local function check_end(status, problem)
  problem = problem:gsub("^:\t", ""):gsub("^carcassonne: ", "")
  if status ~= "0" then
    process.refuse("some shares failed before their end%s", problem ~= "" and ": " .. problem or "")
  end
  if problem ~= "" then output.complain("some shares failed and were played again: " .. problem) end
end

--- Plays blocks of a run. A share prints each block as it ends. If the share fails later, these
--- blocks count, and the share is played again. Raises an error if the shares end early.
---@param places Places
---@param head RunHead
---@param list Wanted[]
---@param bar Progress
---@param take fun(block:Block) called with each block, sometimes twice
function parallel.play(places, head, list, bar, take)
  local shares = dealt(list, math.max(places.shares, math.ceil(#list / MAX_BLOCKS)))
  local id, driver, status, problem = results_file.id(head), places.driver, nil, nil
  for line in round_of(driver, head, shares) do
    process.pause(bar) -- ends the command if Ctrl-C has ended the shares
    status, problem = line:match "^ended (%d+) (.*)$"
    if status then break end
    local block = results_file.block_of(line:gsub("^:\t", "", 1), id)
    if block then take(block) end
  end
  process.pause(bar)
  if not status then process.refuse "the program that runs GNU parallel has ended" end
  driver.input:write "\n"
  driver.input:flush()
  check_end(status, problem)
end

return parallel
