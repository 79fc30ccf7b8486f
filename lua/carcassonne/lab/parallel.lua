--- Many processors and many machines: the shares of a run, each a process of its own, which GNU
--- parallel starts, and begins again, there
-- or elsewhere, where one fails.
-- @module carcassonne.lab.parallel

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local results_file = require "carcassonne.lab.results_file"

local parallel = {}

local SHARES_EACH, RETRIES = 4, 4 -- shares of a processor, so that none waits long for the last one
local HOST_SHARES = 16 -- of a host, whose processors only it knows
local MOST_BLOCKS = 50 -- of a share, which is a word of a command line

-- A host that does not answer is given up, and its shares go to others.
local SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3"

local quoted = process.quoted

local function runs(command) return compat.os.execute(command) == true end

--- Where a run is played.
---@class Places
---@field jobs? integer processes at once here
---@field hosts? string a file as GNU parallel's --sshloginfile takes it
---@field shares integer how many a run is cut into, at least
---@field program? string how the command is called on the hosts
---@field joblog? string where GNU parallel tells which share was played where, and for how long
---@field untrusted? boolean

-- Why an option stays with one process.
local ALONE = {
  dump = "rows are written by who plays, in the order of the games; a share has its own: carcassonne shard "
    .. "K/N --dump FILE",
  isolate = "a command that is kept apart may start no processes; a share may be kept apart: " ..
    "carcassonne shard K/N --results - --isolate SECONDS",
}

-- How many hosts a file names.
local function hosts_in(path)
  local count = 0
  for line in file_io.read(path):gmatch "[^\r\n]+" do
    if line:find "^%s*[^#%s]" then count = count + 1 end
  end
  if count == 0 then process.refuse("%s names no host", path) end
  return count
end

--- Where a run is played, if not here alone; refuses what does not go together, or cannot be had.
---@param args table
---@return Places?
function parallel.places(args)
  local option = args.hosts and "--hosts" or args.jobs and "--jobs"
  if not option then
    for _, key in ipairs { "program", "joblog" } do
      if args[key] then
        process.refuse("--%s goes with --hosts%s", key, key == "joblog" and " and --jobs" or "")
      end
    end
    return nil
  end
  if args.hosts and args.jobs then
    process.refuse "--hosts says how many processes each host has; leave --jobs away"
  end
  if args.program and args.jobs then process.refuse "--program goes with --hosts" end
  for _, key in ipairs { "dump", "isolate" } do
    if args[key] then process.refuse("--%s does not go with %s: %s", key, option, ALONE[key]) end
  end
  if not runs "parallel --version 2>/dev/null | grep -q GNU" then
    process.refuse("%s: GNU parallel is not here (Debian's package parallel has it); carcassonne shard and "
      .. "merge do without it", option)
  end
  local shares = args.hosts and hosts_in(args.hosts) * HOST_SHARES or args.jobs * SHARES_EACH
  return { jobs = args.jobs, hosts = args.hosts, shares = shares, program = args.program,
    joblog = args.joblog, untrusted = args.untrusted }
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  if not runs("mkdir " .. quoted(folder)) then process.refuse("cannot make the folder %s", folder) end
  process.at_end(function() compat.os.execute("rm -rf " .. quoted(folder)) end)
  return folder
end

-- For printf: no character of it means anything to a shell, or to GNU parallel.
local function in_octal(text)
  return (c_locale.gsub(text, "%W", function(character) return ("\\%03o"):format(character:byte()) end))
end

-- A block, and under which of the rules it is played if not under all: "9", "9:1+3".
local function text_of(wanted)
  return wanted.arms and ("%d:%s"):format(wanted.block, table.concat(wanted.arms, "+"))
    or tostring(wanted.block)
end

--- Reads blocks as `shard --only` has them: "3,9:1+3"; for argparse.
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

-- Blocks dealt round to so many shares, as texts.
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

-- Where the shares are played, and by which program, in GNU parallel's words.
local function places_in_words(places)
  if not places.hosts then return "--jobs " .. places.jobs, process.command_line() end
  local ssh = os.getenv "PARALLEL_SSH" and "" or " --ssh " .. quoted(SSH)
  return ("--sshdelay 0.05 --sshloginfile %s%s"):format(quoted(places.hosts), ssh),
    places.program or "carcassonne"
end

-- The command that plays the shares. It tells its number first, and its status in a file.
local function command_of(places, head, folder)
  local where, program = places_in_words(places)
  local share = ("printf '%s' | %s shard --resume - --only {}%s"):format(in_octal(results_file.line(head)),
    program,
    places.untrusted and " --untrusted" or "")
  return ("sh -c 'echo $$; exec \"$0\" \"$@\"' parallel --will-cite --linebuffer --retries %d %s%s %s :::: "
      .. "%s 2>%s; echo $? >%s"):format(
    RETRIES, where, places.joblog and " --joblog " .. quoted(places.joblog) or "", quoted(share),
      quoted(folder .. "/shares"),
    quoted(folder .. "/errors"), quoted(folder .. "/status"))
end

--- Plays blocks of a run. Each share is told the run and its blocks, and tells its blocks as they
--- end: those of one that dies half-way count, and the share is played elsewhere. Refuses if the
--- shares end before their time.
---@param places Places
---@param head RunHead
---@param list Wanted[]
---@param bar Progress
---@param take fun(block:Block) what is told each block, some of them twice
function parallel.play(places, head, list, bar, take)
  local shares = dealt(list, math.max(places.shares, math.ceil(#list / MOST_BLOCKS)))
  local folder, id = new_folder(), results_file.id(head)
  file_io.write_file(folder .. "/shares", table.concat(shares, "\n") .. "\n")
  local handle = assert(io.popen(command_of(places, head, folder), "r"))
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
  process.pause(bar) -- Ctrl-C may be why there is no more
  ended = true
  handle:close()
  local status, problem = last_line(folder .. "/status"), last_line(folder .. "/errors")
  if status ~= "0" then
    process.refuse("the shares ended before their time%s", problem ~= "" and ": " .. problem or "")
  end
  if problem ~= "" then output.complain("some shares were played again elsewhere: " .. problem) end
end

return parallel
