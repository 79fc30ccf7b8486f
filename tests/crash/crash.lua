-- crash.lua KILLS [SEED [WORKER/WORKERS]]: interrupts the program KILLS times while it saves,
-- compares, plays shares, merges, and writes pages and tables: by SIGKILL at random times, by a
-- full disk, or by too few descriptors. After each interruption it checks that no finished work is
-- lost, that no damaged file is accepted, and that temporary files do not accumulate. `make crash`
-- runs it.
--
-- Each case depends only on its number and on SEED, except that the time of a SIGKILL is only as
-- exact as the system's timer. CRASH_CASE=N runs only case N and describes it.

local compat = require "carcassonne.base.compat"
local carcassonne = require "carcassonne"

local KILLS, SEED = tonumber(arg[1] or 200), tonumber(arg[2] or 1)
local WORKER, WORKERS = (arg[3] or "1/1"):match "^(%d+)/(%d+)$"
local ONLY = tonumber(os.getenv "CRASH_CASE")
local LUA = os.getenv "LUA" or "lua5.4"

local GAMES = 40 -- number of games of a comparison
local SAVES = 50 -- number of times that a game is saved

-- ---- Files and commands -------------------------------------------------------------------------

local function quoted(word) return "'" .. tostring(word):gsub("'", "'\\''") .. "'" end

local function read(path)
  local file = io.open(path, "rb")
  local text = file and file:read "*a"
  if file then file:close() end
  return text
end

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  assert(file:close())
end

local function shell(line)
  local _, _, status = compat.os.execute(line)
  return status
end

local function output_of(line)
  local pipe = assert(io.popen(line))
  local text = pipe:read "*a"
  pipe:close()
  return text
end

local work = output_of("mktemp -d"):match "[^\n]+"
local mounted

local function clean_up()
  if mounted then shell("umount -l " .. quoted(mounted)) end
  shell("rm -rf " .. quoted(work))
end

--- How to interrupt the program.
---@class End
---@field seconds? number time in seconds until SIGKILL
---@field blocks? integer maximum size of a file, in units of 512 bytes
---@field descriptors? integer maximum number of open files

-- Runs the program; returns its status, its output and its errors.
local function run(words, input, ending)
  ending = ending or {}
  local list = {}
  for i, word in ipairs(words) do list[i] = quoted(word) end
  if input then write(work .. "/in", input) end
  -- the output goes through a pipe, so that the limit of file sizes does not affect it
  local limits = (ending.blocks and "ulimit -f " .. ending.blocks .. "; " or "")
    .. (ending.descriptors and "ulimit -n " .. ending.descriptors .. "; " or "")
  local program = ("%s lua/bin/carcassonne %s"):format(LUA, table.concat(list, " "))
  local killed = ending.seconds and ("timeout -s KILL %.4f "):format(ending.seconds) or ""
  local line = ("{ { sh -c %s 3>&-; echo $? >%s/status; } 2>&3 | cat >%s/out; } 3>&1 | cat >%s/err"):format(
    quoted(limits .. "exec " .. killed .. program), work, work, work)
  shell(("{ %s; } <%s 2>/dev/null"):format(line, input and work .. "/in" or "/dev/null"))
  return tonumber((read(work .. "/status"))), read(work .. "/out"), read(work .. "/err")
end

local function clock_of(words, input)
  local began = tonumber(output_of "date +%s.%N")
  local status, output, errors = run(words, input)
  assert(status == 0, errors)
  return tonumber(output_of "date +%s.%N") - began, output
end

-- ---- Checking -----------------------------------------------------------------------------------

local problems, what, counts = 0, nil, { ends = 0, writing = 0, refused = 0, failed = 0 }

local function check(fine, format, ...)
  if fine then return true end
  problems, counts.failed = problems + 1, counts.failed + 1
  io.stderr:write(("crash: case %d, %s: "):format(what.number, what.text), format:format(...), "\n")
  return false
end

-- Checks that the errors are one message of the program.
local function is_sentence(errors)
  local _, lines = errors:gsub("\n", "")
  return errors:match "^carcassonne: [^\n]+\n$" ~= nil and lines == 1
    and not errors:find("traceback", 1, true)
end

-- Returns the unfinished files in a folder.
local function parts_in(folder)
  local names = {}
  for name in output_of("ls -A " .. quoted(folder)):gmatch "[^\n]+" do
    if name:find("part", 1, true) then names[#names + 1] = name end
  end
  return names
end

-- Checks the unfinished files in a folder: a kill may leave only the file that it interrupted.
local function count_parts(folder)
  local names = parts_in(folder)
  if #names > 0 then counts.writing = counts.writing + 1 end
  check(#names <= 1, "unfinished files pile up: %s", table.concat(names, ", "))
end

local function check_no_parts(folder)
  local names = parts_in(folder)
  check(#names == 0, "unfinished files are left: %s", table.concat(names, ", "))
end

-- Counts how a case with a limit ended.
local function check_refusal(status, errors)
  counts.refused = counts.refused + 1
  check(status ~= 0, "status 0, but: %s", errors)
  check(is_sentence(errors), "not one sentence: %s", errors)
end

-- ---- The program without interruptions ----------------------------------------------------------

local whole = { saves = {} }
local COMPARE = { "standard", "edition=jcz", "-n", tostring(GAMES), "--bot", "random" }

local function words_of(...)
  local list = {}
  for _, part in ipairs { ... } do
    for _, word in ipairs(type(part) == "table" and part or { part }) do list[#list + 1] = word end
  end
  return list
end

local PLAY = { "play", "--seed", "5", "--width", "40" }
-- Saves of this game have 10 kB, and need 3 pages of a disk.
local LARGE = words_of(PLAY, "--variant", "tower", "--variant", "bridges", "--variant", "goldmines",
  "--variant", "princess-and-dragon",
  "--variant", "abbey-and-mayor")

-- Returns the answers of a game that is saved after each answer, replacing files; a function
-- returns the name of each file.
local function answers(name_of)
  local lines = {}
  for i = 1, SAVES do lines[#lines + 1] = "s " .. name_of(i) .. "\ny\n1" end
  return table.concat(lines, "\n") .. "\n"
end

local function learn()
  local folder = work .. "/whole"
  shell("mkdir " .. quoted(folder))
  whole.play_seconds = clock_of(PLAY, answers(function(i) return ("%s/%d.carc"):format(folder, i) end))
  for i = 1, SAVES do
    whole.saves[i] = assert(read(("%s/%d.carc"):format(folder, i)), "the game ended too early")
  end
  whole.saves[0] = "an older file\n"
  whole.compare_seconds, whole.report = clock_of(words_of("compare", COMPARE, "--json", "--results",
    folder .. "/r.jsonl"))
  for k = 1, 2 do
    clock_of(words_of("shard", k .. "/2", COMPARE, "--results", ("%s/%d.jsonl"):format(folder, k)))
  end
  whole.shards = { folder .. "/1.jsonl", folder .. "/2.jsonl" }
  whole.merge_seconds = clock_of(words_of("merge", whole.shards, "--results", folder .. "/merged.jsonl"))
  whole.merged = read(folder .. "/merged.jsonl")
  whole.save = ("%s/%d.carc"):format(folder, SAVES)
  whole.html_seconds = clock_of { "html", whole.save, "-o", folder .. "/page.html" }
  whole.html = read(folder .. "/page.html")
  whole.dump_seconds = clock_of(words_of("compare", COMPARE, "--dump", folder .. "/d.csv"))
  whole.dump = read(folder .. "/d.csv")
end

-- ---- Times and limits ---------------------------------------------------------------------------

local function moment(seconds, early)
  return { seconds = seconds * (early + (1.05 - early) * math.random()) }
end
local function no_space() return { blocks = math.random(0, 12) } end
local function few_descriptors() return { descriptors = math.random(4, 7) } end

-- Mounts a small disk with this much space; if mounting is not allowed, sets a limit of file sizes
-- instead.
local function small_disk(folder)
  if mounted ~= nil then return mounted end
  shell("mkdir -p " .. quoted(folder))
  mounted = shell(("mount -t tmpfs -o size=256k none %s 2>/dev/null"):format(quoted(folder))) == 0
    and folder or false
  return mounted
end

local function fill(folder, pages_left)
  shell(("dd if=/dev/zero of=%s/ballast bs=4096 2>/dev/null"):format(quoted(folder)))
  shell(("truncate -s -%d %s/ballast"):format(4096 * pages_left, quoted(folder)))
end

-- ---- Cases --------------------------------------------------------------------------------------

local cases = {}

-- Counts the messages that match `pattern`, even if the program has wrapped them.
local function count_of(pattern, output)
  local _, n = output:gsub("%s+", " "):gsub(pattern, "")
  return n
end

-- Checks that the file at the path is the last save that the program reported, or the next one.
local function check_save(path, output)
  local done = count_of("Saved in ", output)
  local text = read(path)
  check(text == whole.saves[done] or text == whole.saves[math.min(done + 1, SAVES)],
    "after %d saves the file has %s", done, text and #text .. " bytes that are neither this save nor the next"
      or "vanished")
  return done
end

function cases.save(folder)
  local path = folder .. "/game.carc"
  write(path, whole.saves[0])
  local ending = moment(whole.play_seconds, 0.1)
  what.text = ("play saves, SIGKILL after %.4f s"):format(ending.seconds)
  local _, output = run(PLAY, answers(function() return path end), ending)
  check_save(path, output)
  count_parts(folder)
  -- the next save to this path removes the temporary file
  local status = run(PLAY, "s " .. path .. "\ny\nq\nn\n")
  check(status == 0 and read(path) == whole.saves[1], "it cannot be saved any more")
  check(carcassonne.load(read(path)), "the save cannot be loaded")
  check_no_parts(folder)
end

function cases.autosave(folder)
  local path = folder .. "/game.carc"
  local ending = moment(whole.play_seconds, 0.1)
  what.text = ("play saves after each move, SIGKILL after %.4f s"):format(ending.seconds)
  run(words_of(PLAY, "--autosave", path), ("1\n"):rep(SAVES), ending)
  local text = read(path)
  check(not text or carcassonne.load(text), "the save is broken: %d bytes", #(text or ""))
  count_parts(folder)
  if not text then return end
  local status, _, errors = run({ "play", "--resume", "--autosave", path }, "1\n1\n")
  check(status == 0 and carcassonne.load(read(path)), "it cannot be gone on with: %s", errors)
  check_no_parts(folder)
end

-- Makes saves that fail, and checks that each failure is reported and the file does not change.
local function failing_saves(folder, ending)
  local path = folder .. "/game.carc"
  write(path, whole.saves[0])
  local _, output, errors = run(LARGE, answers(function() return path end), ending)
  local failed, saved = count_of("Not saved: %S*game.carc: ", output), count_of("Saved in ", output)
  counts.refused = counts.refused + (failed > 0 and 1 or 0)
  if errors ~= "" then
    return check(is_sentence(errors) and read(path) == whole.saves[0], "not one sentence: %s", errors)
  end
  check(failed + saved == SAVES, "%d saves, %d failures of %d", saved, failed, SAVES)
  local text = read(path)
  check(text == whole.saves[0] or text and carcassonne.load(text), "the save is broken: %d bytes",
    #(text or ""))
  check(saved > 0 or text == whole.saves[0], "no save went well, and the older file has changed")
  check_no_parts(folder)
end

function cases.save_on_full_disk(folder)
  local disk = small_disk(work .. "/disk")
  if not disk then
    local ending = no_space()
    what.text = ("play saves, files of %d blocks"):format(ending.blocks)
    return failing_saves(folder, ending)
  end
  shell(("rm -f %s/*"):format(disk))
  write(disk .. "/game.carc", whole.saves[0])
  local pages = math.random(0, 2)
  what.text = ("play saves, %d pages left on the disk"):format(pages)
  fill(disk, pages)
  failing_saves(disk, nil)
end

function cases.save_without_descriptors(folder)
  local ending = few_descriptors()
  what.text = ("play saves, %d descriptors"):format(ending.descriptors)
  failing_saves(folder, ending)
end

-- Ways to damage a file as a power cut may do during writing.
local DAMAGES = {
  function(text) return text:sub(1, math.random(0, #text)) end,
  function(text) return text .. ("\0"):rep(math.random(1, 600)) end,
  function(text)
    local first = text:find("\n", 1, true) or #text
    if #text - first < 40 then return text end
    local at = math.random(first + 1, #text - 30)
    return text:sub(1, at) .. ("\0"):rep(20) .. text:sub(at + 21)
  end,
  function(text)
    local first = text:find("\n", 1, true) or #text
    if #text - first < 40 then return text end
    local at = math.random(first + 1, #text - 5)
    return text:sub(1, at) .. text:sub(at + 3)
  end,
  function(text) return text .. (text:match "([^\n]*)\n[^\n]*$" or ""):sub(1, 50) end,
}

local function whole_lines(text) return text:match "^(.*\n)" or "" end

-- Continues a file to its end, and checks that the report equals the report of an uninterrupted
-- run, and that complete lines are kept.
local function check_resumed(path, command, undamaged)
  local before = read(path)
  local words = command == "shard" and { "shard", "--resume", path }
    or { "compare", "--resume", path, "--json" }
  local status, output, errors = run(words)
  if status ~= 0 then
    check(is_sentence(errors), "not one sentence: %s", errors)
    check(not before or not before:find "\n", "a file that has %d bytes is given up: %s",
      #(before or ""), errors)
    return false
  end
  if command == "compare" then
    check(output == whole.report, "another report, of a file of %d bytes", #before)
  end
  if undamaged then
    local lines = whole_lines(before)
    check(read(path):sub(1, #lines) == lines, "lines that were whole have changed")
  end
  return true
end

-- Begins a run and continues it, with an interruption each time. Then perhaps damages the file, and
-- continues it to its end.
local function broken_run(folder, command, ending_of)
  local path = folder .. "/run.jsonl"
  local first = command == "shard" and words_of("shard", "1/2", COMPARE) or words_of("compare", COMPARE)
  for i = 1, 2 do
    local there = read(path)
    local words = there and there:find "\n" and { command, "--resume", path }
      or words_of(first, "--results", path)
    local ending = ending_of()
    local status, _, errors = run(words, nil, ending)
    if not ending.seconds and status ~= 0 then check_refusal(status, errors) end
    if ending.seconds and status ~= 137 and status ~= 0 then check(false, "end %d: %s", i, errors) end
  end
  local damage = math.random(2 * #DAMAGES)
  if DAMAGES[damage] and read(path) then
    what.text = ("%s, damage %d"):format(what.text, damage)
    write(path, DAMAGES[damage](read(path)))
  end
  if check_resumed(path, command, not DAMAGES[damage]) then return end
  -- the file is still empty, so the run begins again
  local status, _, errors = run(words_of(first, "--results", path))
  check(status == 0, "it can neither be gone on with nor begun again: %s", errors)
end

function cases.compare(folder)
  what.text = "compare keeps results, SIGKILL"
  broken_run(folder, "compare", function() return moment(whole.compare_seconds, 0.05) end)
end

function cases.shard(folder)
  what.text = "shard keeps results, SIGKILL"
  broken_run(folder, "shard", function() return moment(whole.compare_seconds / 2, 0.1) end)
  local path = folder .. "/run.jsonl"
  local status, output, errors = run { "merge", path, whole.shards[2], "--json" }
  check(status == 0 and output == whole.report, "merge: %s", errors)
end

function cases.compare_on_full_disk(folder)
  what.text = "compare keeps results, files of few blocks"
  broken_run(folder, "compare", no_space)
end

function cases.compare_without_descriptors(folder)
  what.text = "compare keeps results, few descriptors"
  broken_run(folder, "compare", few_descriptors)
end

-- Checks that a file has the old content (nil if there was no file) or the new content.
local function check_either(path, older, new)
  local text = read(path)
  check(text == older or text == new, "%s is broken: %d bytes of %d", path:match "[^/]*$",
    #(text or ""), #new)
end

-- Checks that merging interrupted shares gives a report of all shares, or one message.
function cases.merge_of_broken_shares(folder)
  what.text = "shares are killed, then merged"
  local paths = {}
  for k = 1, 2 do
    paths[k] = ("%s/%d.jsonl"):format(folder, k)
    run(words_of("shard", k .. "/2", COMPARE, "--results", paths[k]), nil,
      moment(whole.compare_seconds / 2, 0.4))
  end
  local status, output, errors = run(words_of("merge", paths, "--json"))
  if status == 0 then return check(output == whole.report, "another report") end
  check_refusal(status, errors)
  local partial, _, said = run(words_of("merge", paths, "--partial"))
  check(partial == 0 or is_sentence(said), "--partial: %s", said)
end

local function written(folder, name, words, ending, older, new)
  local path = folder .. "/" .. name
  if older then write(path, older) end
  local status, _, errors = run(words_of(words, path), nil, ending)
  check_either(path, older, new)
  if ending.seconds then
    count_parts(folder)
    status, _, errors = run(words_of(words, path))
    check(status == 0 or errors:find("exists already", 1, true), "it cannot be written any more: %s",
      errors)
    check(read(path) == new, "it is not what it should be")
  elseif status == 0 then
    check(read(path) == new, "status 0, and it is not what it should be")
  else
    check_refusal(status, errors)
  end
  if name ~= "rows.csv" or ending.seconds then check_no_parts(folder) end
end

local function writes(text, name, words_and_seconds, older)
  return function(folder, ending_of)
    local words, seconds, new = words_and_seconds()
    local ending = ending_of and ending_of() or moment(seconds, 0.6)
    what.text = ("%s, %s"):format(text, ending.seconds and ("SIGKILL after %.4f s"):format(ending.seconds)
      or ending.blocks and ("files of %d blocks"):format(ending.blocks)
        or ("%d descriptors"):format(ending.descriptors))
    written(folder, name, words, ending, older, new)
  end
end

cases.merge = writes("merge writes results", "merged.jsonl",
  function() return words_of("merge", whole.shards, "--results"), whole.merge_seconds, whole.merged end)
cases.html = writes("html writes a page", "page.html",
  function() return { "html", whole.save, "-o" }, whole.html_seconds, whole.html end, "an older page\n")
cases.dump = writes("compare writes decisions", "rows.csv",
  function() return words_of("compare", COMPARE, "--dump"), whole.dump_seconds, whole.dump end,
    "older rows\n")

for _, name in ipairs { "merge", "html", "dump" } do
  cases[name .. "_on_full_disk"] = function(folder) cases[name](folder, no_space) end
  cases[name .. "_without_descriptors"] = function(folder) cases[name](folder, few_descriptors) end
end

-- The weight of each kind of case, and its number of interruptions.
local DRAWN = {
  { "save", 20, 1 }, { "autosave", 8, 1 }, { "compare", 10, 2 },
  { "shard", 8, 2 }, { "merge_of_broken_shares", 8, 2 }, { "merge", 14, 1 },
  { "html", 10, 1 }, { "dump", 8, 1 }, { "save_on_full_disk", 4, 1 },
  { "save_without_descriptors", 3, 1 }, { "compare_on_full_disk", 3, 2 },
    { "compare_without_descriptors", 2, 2 },
  { "merge_on_full_disk", 2, 1 }, { "merge_without_descriptors", 2, 1 }, { "html_on_full_disk", 2, 1 },
  { "html_without_descriptors", 2, 1 }, { "dump_on_full_disk", 2, 1 }, { "dump_without_descriptors", 2, 1 },
}

local function drawn()
  local sum = 0
  for _, row in ipairs(DRAWN) do sum = sum + row[2] end
  local at = math.random(sum)
  for _, row in ipairs(DRAWN) do
    at = at - row[2]
    if at <= 0 then return row[1], row[3] end
  end
end

local function run_case(number, name, ends)
  local folder = work .. "/case"
  shell(("rm -rf %s && mkdir %s"):format(quoted(folder), quoted(folder)))
  what = { number = number, text = name }
  cases[name](folder)
  counts.ends = counts.ends + ends
  if ONLY then print(("case %d: %s"):format(number, what.text)) end
end

local function main()
  local began = os.time()
  learn()
  local number, total = 0, 0
  while total < KILLS do
    number = number + 1
    math.randomseed(SEED * 100003 + number)
    local name, ends = drawn()
    total = total + ends
    if ONLY and number == ONLY or not ONLY
        and number % tonumber(WORKERS) == tonumber(WORKER) % tonumber(WORKERS) then
      run_case(number, name, ends)
    end
  end
  print(("crash, seed %d, worker %s of %s: ended %d times (%d while it wrote a file that replaces another, "
    .. "%d refused in a sentence), "
    .. "%d checks failed, %d s"):format(SEED, WORKER, WORKERS, counts.ends, counts.writing, counts.refused,
      counts.failed,
    os.time() - began))
end

local fine, problem = pcall(main)
clean_up()
if not fine then
  io.stderr:write("crash: ", tostring(problem), "\n")
  os.exit(2)
end
os.exit(problems == 0 and 0 or 1)
