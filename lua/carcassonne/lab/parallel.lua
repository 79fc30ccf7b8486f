--- Plays the shares of a run in parallel processes or on several hosts, with GNU parallel. A failed
--- share is started again, on the same host or another one.
-- @module carcassonne.lab.parallel

local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"

local parallel = {}

local SHARES_EACH, RETRIES = 4, 4 -- shares for each processor, so that the wait for the last share is short
local HOST_SHARES = 16 -- shares for each host, whose number of processors is unknown
local MAX_BLOCKS = 50 -- blocks of a share; their numbers are one word of a command line
local HOST_OPTIONS = { "program", "joblog" } -- require --hosts (joblog: or --jobs)

-- If a host does not answer, its shares go to other hosts.
local SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3"

local quoted = process.quoted

local function runs(command) return compat.os.execute(command) == true end

--- Processes and hosts of a run.
---@class Places
---@field jobs? integer number of local processes
---@field hosts? string path of a file for GNU parallel's --sshloginfile
---@field shares integer minimum number of shares of a run
---@field program? string the command on the hosts
---@field joblog? string path of GNU parallel's log with the host and the time of each share
---@field untrusted string options of the shares of an untrusted run; "" otherwise

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
  for _, path in ipairs(args.named_files or {}) do
    list[#list + 1] = "--allow-read " .. quoted(path)
  end
  return table.concat(list, " ")
end

--- Returns the processes and hosts that play a run; nil if only this process plays. Refuses options
--- that cannot be combined, and missing programs.
---@param args table
---@return Places?
function parallel.places(args)
  local option = args.hosts and "--hosts" or args.jobs and "--jobs"
  if not option then
    for _, key in ipairs(HOST_OPTIONS) do
      if args[key] then
        process.refuse("--%s requires --hosts%s", key, key == "joblog" and " or --jobs" or "")
      end
    end
    return nil
  end
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
  local shares = args.hosts and hosts_in(args.hosts) * HOST_SHARES or args.jobs * SHARES_EACH
  return { jobs = args.jobs, hosts = args.hosts, shares = shares, program = args.program,
    joblog = args.joblog, untrusted = untrusted_words(args) }
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  if not runs("mkdir " .. quoted(folder)) then process.refuse("cannot make the folder %s", folder) end
  process.at_end(function() compat.os.execute("rm -rf " .. quoted(folder)) end)
  return folder
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

local function last_line(path)
  local line = ""
  local file = io.open(path, "rb")
  for one in file and file:lines() or function() end do
    if one:find "%S" then line = one end
  end
  if file then file:close() end
  return (line:gsub("^carcassonne: ", ""))
end

-- Returns GNU parallel's options for the places, and the program.
local function places_in_words(places)
  if not places.hosts then
    return "--jobs " .. places.jobs, "env -u CARC_ISOLATED " .. process.command_line() -- shares are watched, too
  end
  local ssh = os.getenv "PARALLEL_SSH" and "" or " --ssh " .. quoted(SSH)
  return ("--sshdelay 0.05 --sshloginfile %s%s"):format(quoted(places.hosts), ssh),
    places.program or "carcassonne"
end

-- Returns the options --bot for the bots that are files. A bot that is a file is run only if the
-- command line names it, not because the head of a run does.
local function bot_options(plan)
  local words = {}
  local function add(name)
    if bots.is_file(name) then words[#words + 1] = (" --bot \"$(printf '%s')\""):format(in_octal(name)) end
  end
  for _, name in ipairs(type(plan.bot) == "table" and plan.bot or { plan.bot }) do add(name) end
  for _, arm in ipairs(plan.arms) do
    if arm.bot then add(arm.bot) end
  end
  return table.concat(words)
end

-- Returns the command that plays the shares. The command prints its process id first, and writes
-- its status to a file.
local function command_of(places, head, plan, folder)
  local where, program = places_in_words(places)
  local share = ("printf '%s' | %s shard --resume - --only {}%s%s"):format(in_octal(results_file.line(head)),
    program, bot_options(plan),
    places.untrusted)
  return ("sh -c 'echo $$; exec \"$0\" \"$@\"' parallel --will-cite --linebuffer --retries %d %s%s %s :::: "
      .. "%s 2>%s; echo $? >%s"):format(
    RETRIES, where, places.joblog and " --joblog " .. quoted(places.joblog) or "", quoted(share),
      quoted(folder .. "/shares"),
    quoted(folder .. "/errors"), quoted(folder .. "/status"))
end

--- Plays blocks of a run. A share prints each block as it ends. If the share fails later, these
--- blocks count, and the share is played again. Raises an error if the shares end early.
---@param places Places
---@param head RunHead
---@param plan Plan
---@param list Wanted[]
---@param bar Progress
---@param take fun(block:Block) called with each block, sometimes twice
function parallel.play(places, head, plan, list, bar, take)
  local shares = dealt(list, math.max(places.shares, math.ceil(#list / MAX_BLOCKS)))
  local folder, id = new_folder(), results_file.id(head)
  file_io.write_file(folder .. "/shares", table.concat(shares, "\n") .. "\n")
  local handle = assert(io.popen(command_of(places, head, plan, folder), "r"))
  local process_id, ended = handle:read "*l", false
  process.at_end(function()
    if ended then return end
    runs("kill " .. process_id .. " 2>/dev/null")
    handle:close()
  end)
  for line in function() return handle:read "*l" end do
    process.pause(bar)
    local block = results_file.block_of(line, id)
    if block then take(block) end
  end
  process.pause(bar) -- ends the command if the cause is Ctrl-C
  ended = true
  handle:close()
  local status, problem = last_line(folder .. "/status"), last_line(folder .. "/errors")
  if status ~= "0" then
    process.refuse("some shares failed before their end%s", problem ~= "" and ": " .. problem or "")
  end
  if problem ~= "" then output.complain("some shares failed and were played again: " .. problem) end
end

return parallel
