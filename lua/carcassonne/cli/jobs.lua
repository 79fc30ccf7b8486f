--- Many processors and many machines: the shares of a run, each a process of its own, which GNU parallel starts, and begins again, there
-- or elsewhere, where one fails.
-- @module carcassonne.cli.jobs

local common = require "carcassonne.cli.common"
local compat = require "carcassonne.compat"
local isolate = require "carcassonne.cli.isolate"
local kept = require "carcassonne.cli.kept"
local terminal = require "carcassonne.view.terminal"

local jobs = {}

local SHARES_EACH, RETRIES = 4, 4 -- shares of a processor, so that none waits long for the last one
local HOST_SHARES = 16 -- of a host, whose processors only it knows

-- A host that does not answer is given up, and its shares go to others.
local SSH = "ssh -o BatchMode=yes -o ConnectTimeout=10 -o ServerAliveInterval=5 -o ServerAliveCountMax=3"

local function quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

local function runs(command) return compat.os.execute(command) == true end

--- Where a run is played.
---@class Places
---@field jobs? integer processes at once here
---@field hosts? string a file as GNU parallel's --sshloginfile takes it
---@field program? string how the command is called on the hosts
---@field joblog? string where GNU parallel tells which share was played where, and for how long
---@field untrusted? boolean

--- Declares where a run may be played.
---@param command table of argparse
function jobs.options(command)
  command:option("--jobs", "Play in so many processes at once, which GNU parallel starts."):convert(common.integer(1)):argname "N"
  command:option("--hosts", "Play on the hosts that FILE names, a line each, as in 4/me@host: so many processes at once, and whom " ..
    "ssh is to call; ':' is this machine. They have the same carcassonne; PARALLEL_SSH says how ssh is called."):argname "FILE"
  command:option("--program", "How carcassonne is called on the hosts; carcassonne unless said."):argname "COMMAND"
  command:option("--joblog", "With --jobs and --hosts: keep in FILE which share was played where, and how long it took."):argname "FILE"
end

--- Whether a run goes to other processes; refuses what does not go together, or cannot be had.
---@param args table
---@return boolean
function jobs.wanted(args)
  local option = args.hosts and "--hosts" or args.jobs and "--jobs"
  if not option then
    for _, key in ipairs { "program", "joblog" } do
      if args[key] then common.refuse("--%s goes with --hosts", key) end
    end
    return false
  end
  if args.hosts and args.jobs then common.refuse "--hosts says how many processes each host has; leave --jobs away" end
  for _, key in ipairs { "plan", "until", "dump", "isolate" } do
    if args[key] then common.refuse("%s does not go with --%s, which is for one process", option, key) end
  end
  if not runs "parallel --version 2>/dev/null | grep -q GNU" then
    common.refuse("%s: GNU parallel is not here (Debian's package parallel has it); carcassonne shard and merge do without it", option)
  end
  return true
end

-- How many hosts a file names.
local function hosts_in(path)
  local count = 0
  for line in common.read(path):gmatch "[^\r\n]+" do
    if line:find "^%s*[^#%s]" then count = count + 1 end
  end
  if count == 0 then common.refuse("%s names no host", path) end
  return count
end

local function new_folder()
  local folder = os.tmpname()
  os.remove(folder)
  if not runs("mkdir " .. quoted(folder)) then common.refuse("cannot make the folder %s", folder) end
  common.at_end(function() compat.os.execute("rm -rf " .. quoted(folder)) end)
  return folder
end

local function write(path, text)
  local done, problem = common.write(path, text)
  if not done then common.refuse("cannot write %s", problem) end
end

-- For printf: no character of it means anything to a shell, or to GNU parallel.
local function in_octal(text)
  return (text:gsub("%W", function(character) return ("\\%03o"):format(character:byte()) end))
end

-- The numbers of the blocks that are not there, dealt round to so many shares.
local function dealt(head, blocks, count)
  local there, lists, n = {}, {}, 0
  for _, block in ipairs(blocks) do there[block.block] = true end
  for _, number in ipairs(kept.blocks_of(head)) do
    if not there[number] then
      local k = n % count + 1
      lists[k] = lists[k] and lists[k] .. "," .. number or tostring(number)
      n = n + 1
    end
  end
  return lists
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
  if not places.hosts then return "--jobs " .. places.jobs, isolate.program() end
  local ssh = os.getenv "PARALLEL_SSH" and "" or " --ssh " .. quoted(SSH)
  return ("--sshdelay 0.05 --sshloginfile %s%s"):format(quoted(places.hosts), ssh), places.program or "carcassonne"
end

--- Plays what is left of a run. Each share is told the run and the numbers of its blocks, and tells its blocks as they end: those of one
--- that dies half-way count, and the share is played elsewhere.
---@param head RunHead
---@param blocks Block[] what is there already
---@param places Places
---@return Block[] blocks all that are finished
---@return string? problem why it ended before its time
function jobs.play(head, blocks, places)
  local shares = places.hosts and hosts_in(places.hosts) * HOST_SHARES or places.jobs * SHARES_EACH
  local lists = dealt(head, blocks, shares)
  if #lists == 0 then return blocks end
  local folder = new_folder()
  local at, errors = folder .. "/blocks", folder .. "/errors"
  write(folder .. "/shares", table.concat(lists, "\n") .. "\n")
  local where, program = places_in_words(places)
  local bar = terminal.is_terminal(io.stderr)
  local share = ("printf '%s' | %s shard --resume - --only {}%s"):format(in_octal(kept.line(head)), program,
    places.untrusted and " --untrusted" or "")
  local fine = runs(("parallel --will-cite --linebuffer --retries %d %s%s%s %s :::: %s >%s %s"):format(RETRIES, where,
    bar and " --bar" or "", places.joblog and " --joblog " .. quoted(places.joblog) or "", quoted(share), quoted(folder .. "/shares"),
    quoted(at), bar and "" or "2>" .. quoted(errors)))
  local problem = last_line(errors)
  if fine and problem ~= "" then io.stderr:write("carcassonne: some shares were played again elsewhere: ", problem, "\n") end
  return kept.gather(at, head, blocks), not fine and problem or nil
end

return jobs
