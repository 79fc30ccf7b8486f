-- attacks.lua FOLDER: runs the hostile scripts in FOLDER/cases.lua, each in its own process. No
-- script may take more than two seconds of processor time (on a slow machine: more than eight times
-- as long as an empty script). A script that exceeds the limit is tried again, in case other
-- processes slowed it down. No script may take 64 MB more than a harmless script. Errors must name
-- the variant. A script that runs for 30 seconds is stopped, and this is reported; the report of a
-- crash names the signal.
--
-- cases.lua returns a list of { name =, text =, how = "check" or "run" }. With a number as second
-- argument, runs only that case and prints its time and memory.

local SECONDS, CHECKS, MEGABYTES = 2, 8, 64
local COMMANDS = { check = { "check" }, run = { "run", "-n", "1", "--variant" } }
-- Cases may be written for an earlier format of scripts. A case that is refused for an unknown key
-- does not count.
local FORMER = { { "%f[%w_]place_ok%s*=", "allow_placement=" }, { "%f[%w_]chosen%s*=", "on_chosen=" },
  { "at='window'", "timing='deployment'" }, { "%f[%w_]final%s*=", "final_scoring=" } }
local HARMLESS = "return { name = 'x', allow_placement = function() return true end }"
local EMPTY = "return { name = 'x' }"

local folder, number = arg[1], arg[2]

-- Returns the peak memory of this process in kilobytes.
local function peak()
  local file = io.open "/proc/self/status"
  if not file then return 0 end
  local text = file:read "*a"
  file:close()
  return tonumber(text:match "VmHWM:%s*(%d+)") or 0
end

local function run_one(case)
  local path = os.tmpname()
  local file = assert(io.open(path, "wb"))
  local text = case.text
  for _, row in ipairs(FORMER) do text = text:gsub(row[1], row[2]) end
  file:write(text)
  file:close()
  local words = {}
  for i, word in ipairs(COMMANDS[case.how]) do words[i] = word end
  words[#words + 1] = path
  local status = require("carcassonne.cli").main(words)
  os.remove(path)
  io.stdout:flush()
  io.stderr:write(("\nEND %d %.3f %d\n"):format(status, os.clock(), peak()))
end

local cases = dofile(folder .. "/cases.lua")

-- Harmless scripts for comparison.
cases[0] = { name = "harmless", text = HARMLESS, how = "check" }
cases[-1] = { name = "harmless", text = HARMLESS, how = "run" }
cases[-2] = { name = "empty", text = EMPTY, how = "check" }

if number then return run_one(cases[tonumber(number)]) end

-- The exit status of `timeout` if it stopped the process, and of a shell after a signal.
local STOPPED, SIGNALLED = 124, 128

-- Says how a process ended that did not report its time and memory.
local function ending(status)
  if status == STOPPED then return "stopped after 30 seconds" end
  if status > SIGNALLED then return ("crashed with signal %d"):format(status - SIGNALLED) end
  return ("ended with exit status %d"):format(status)
end

-- Runs a case; returns status, seconds, kilobytes and output. Without a report of the process,
-- returns only the output.
local function try(i)
  local command = ("timeout 30 %s .ci/attacks.lua %s %d 2>&1 >/dev/null; echo EXIT $?"):format(
    os.getenv "LUA" or "lua5.4", folder, i)
  local pipe = assert(io.popen(command))
  local text, exit = pipe:read("*a"):match "^(.*)EXIT (%d+)\n$"
  pipe:close()
  local said, status, seconds, memory = text:match "^(.-)\nEND (%d+) ([%d.]+) (%d+)\n$"
  if not status then return nil, nil, nil, ending(tonumber(exit)) .. ": " .. text end
  return tonumber(status), tonumber(seconds), tonumber(memory), said
end

local failed, base = 0, {}
for i = -1, 0 do
  local _, _, memory = try(i)
  base[cases[i].how] = assert(memory, "a harmless script does not even run")
end
local _, empty = try(-2)
local most = math.max(SECONDS, CHECKS * empty)
for i, case in ipairs(cases) do
  local status, seconds, memory, said = try(i)
  if not seconds or seconds > most then
    status, seconds, memory, said = try(i)
  end
  local more = memory and (memory - base[case.how]) / 1024
  local fine = status and seconds <= most and more <= MEGABYTES
  local named = status == 0 or said:find("variant '", 1, true) and not said:find("unknown key", 1, true)
  if not fine or not named then failed = failed + 1 end
  print(("%-4s %5s s %5.1f MB  %s: %s"):format(fine and named and "ok" or "NOT",
    seconds and ("%.2f"):format(seconds) or "-", more or 0, case.name,
    status == 0 and "runs" or said:gsub("%s+", " "):sub(1, 150)))
end
print(("%d of %d attacks held; %.1f s were allowed"):format(#cases - failed, #cases, most))
os.exit(failed == 0 and 0 or 1)
