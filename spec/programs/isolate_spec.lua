-- Untrusted scripts: with --untrusted, scripts have tighter limits, and the command runs in a child
-- process with few rights. For hosts, isolated.run does the same.

local carcassonne = require "carcassonne"
local child_process = require "carcassonne.sandbox.child_process"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local lua = require "spec.support.lua"
local sys = require "carcassonne.sys"

-- Runs a command on a script with this text.
local function with(text, words)
  return files.with(text, function(path)
    local all = { words[1] }
    for i = 2, #words do all[i] = words[i] end
    all[#all + 1] = path
    return cli.run(all)
  end)
end

describe("The option --untrusted", function()
  it("stops a script that exceeds its limits, names it, and lets a script of usual size play #full",
      function()
    local busy = "return { name = 'busy', on_tile_placed = function(s) if s:num_tiles() == 2 then for _ = "
      .. "1, 1500000 do end end end }"
    assert.are.equal(0,
      (with(busy, { "check", "--games", "1", "--effect", "0", "--players", "2", "--edition", "c2" })))
    local status, _, errors = with(busy, { "run", "-n", "1", "--untrusted", "--variant" })
    assert.are.equal(2, status)
    assert.matches("variant 'busy', on_tile_placed: [^\n]*:1: it ran for too many instructions", errors)
    local kind = "return { name = 'kind', points = function(_, _, points) return points + 1 end }"
    assert.are.equal(0, (with(kind, { "check", "--games", "2", "--effect", "2", "--untrusted" })))
  end)

  it("runs each check of --watch in a child with all limits, with --untrusted #full", function()
    files.with("return { name = 'first' }", function(path)
      local output = cli.watched({ "check", path, "-n", "1", "--effect", "0", "--untrusted" },
        ("echo 'return { name = \"mended\" }' >%s"):format(path))
      assert.matches("^first\n.*  OK\nwatching " .. path .. "; Ctrl%-C quits\nmended\n.*  OK\nwatching ",
        output)
    end)
    local status, _, errors = cli.run { "check", "tower", "-n", "1", "--effect", "0", "--untrusted",
      "--watch" }
    assert.are.equal(2, status)
    assert.matches("^carcassonne: %-%-watch: none of the arguments is the path of a file", errors)
  end)

  it("gives a script 16 MB, and lets it print 10,000 characters #full", function()
    local hungry =
      "local s, t = ('x'):rep(50000), {} for i = 1, 400 do t[i] = s .. i end return { name = 'x' }"
    assert.are.equal(0, (with(hungry, { "check", "--games", "1", "--effect", "0" })))
    local status, _, errors = with(hungry, { "check", "--untrusted" })
    assert.are.equal(2, status)
    assert.matches("variant '[^']*': [^\n]*:1: not enough memory; a script may use 16 MB", errors)
    local loud = "for _ = 1, 100 do print(('x'):rep(999)) end return { name = 'x' }"
    local _, output = with(loud, { "run", "-n", "1", "--untrusted", "--variant" })
    local printed = select(2, output:gsub("x", ""))
    assert.is_true(printed > 8000 and printed < 11000, tostring(printed))
  end)
end)

describe("A command with --untrusted", function()
  local quiet = "return { name = 'quiet', points = function(_, _, points) return points + 1 end }"

  it("has the same output and status as without it #full", function()
    files.with(quiet, function(path)
      local _, want = cli.run { "run", "-n", "20", "--seed", "3", "--json", "--variant", path }
      for _, option in ipairs { "--untrusted", "--isolate=30" } do
        local status, got = cli.run { "run", "-n", "20", "--seed", "3", "--json", option, "--variant", path }
        assert.are.equal(0, status)
        assert.are.equal(want, got)
      end
    end)
    assert.are.equal(2, (with("return {", { "check", "--isolate", "30" })))
  end)

  it("is ended with status 124 at its wall-clock limit, even if it sleeps", function()
    files.with_folder({}, function(folder)
      compat.os.execute("mkfifo " .. folder .. "/fifo")
      local began = os.time()
      local status, _, errors = cli.run { "check", "--isolate", "1", folder .. "/fifo" }
      assert.are.same({ 124, "carcassonne: check was ended: it took longer than its limit of 1 second\n" },
        { status, errors })
      assert.is_true(os.time() - began <= 5)
    end)
  end)

  it("cannot read the variables of the host's environment", function()
    local _, _, errors = cli.run({ "expansions", "tower" }, nil, "LUA_INIT=\"io.stderr:write('ran,')\"")
    assert.are.equal("ran,", errors)
    local variable = "LUA_INIT=\"io.stderr:write('ran,')\""
    _, _, errors = cli.run({ "show", "--untrusted", "none.carc" }, nil, variable)
    assert.are.equal(1, select(2, errors:gsub("ran,", "")), errors)
  end)

  it("writes the files that the command line names, and plays with parallel processes #full", function()
    files.with_folder({ ["quiet.lua"] = quiet }, function(folder)
      local script, results = folder .. "/quiet.lua", folder .. "/results.jsonl"
      local _, want = cli.run { "compare", script, "-n", "8", "--bot", "random", "--json" }
      local status, got, errors = cli.run { "compare", script, "-n", "8", "--bot", "random", "--json",
        "--jobs", "2", "--untrusted", "--results", results }
      assert.are.same({ 0, want, "" }, { status, got, errors })
      status, got = cli.run { "compare", "--untrusted", "--resume", results, "--json", "--allow-read",
        script }
      assert.are.same({ 0, want }, { status, got })
    end)
  end)

  -- When the command opens a file of this name, it tries to start a program.
  local PROBE = "CARC_ISOLATED=1 LUA_INIT=\"local open = io.open io.open = function(path, ...) "
    .. "if path:find 'probe' then local ran = os.execute 'true' "
    .. "io.stderr:write((ran == true or ran == 0) and 'started,' or 'refused,') end return open(path, ...) "
    .. "end\""

  it("can start no program once it reads scripts, not even with --jobs and --png #full", function()
    files.with_folder({ ["probe.lua"] = quiet }, function(folder)
      local script, game, into = folder .. "/probe.lua", folder .. "/probe.carc", folder .. "/game.png"
      files.rewrite(game, carcassonne.game {}:new_initial_state(1):serialize())
      local compare = { "compare", "standard", "edition=jcz", "--variant", script, "-n", "8", "--bot",
        "random", "--jobs", "2" }
      for _, words in ipairs { compare, { "svg", game, "--png", into } } do
        words[#words + 1] = "--untrusted"
        local status, _, errors = cli.run(words, nil, PROBE)
        if errors:find "this system cannot" then pending("skipped: " .. errors) return end
        assert.are.equal(0, status, errors)
        assert.matches("^refused,", errors)
        assert.not_matches("started", errors)
      end
      assert.are.equal("\137PNG", files.read(into):sub(1, 4))
    end)
  end)

  it("says in one line that it exceeded its time limit with --jobs #full", function()
    local status, _, errors = cli.run { "compare", "standard", "edition=jcz", "-n", "90000", "--jobs", "2",
      "--isolate", "3" }
    assert.are.same({ 124, "carcassonne: compare was ended: it took longer than its limit of 3 seconds\n" },
      { status, errors })
  end)

  it("is refused without a number of seconds, and --allow-read without --untrusted", function()
    cli.assert_refused({ "check", "--isolate", "soon", "tower" },
      "expected a whole number of at least 1, got 'soon'")
    cli.assert_refused({ "check", "--allow-read", "a.lua", "tower" }, "--allow-read requires --untrusted")
  end)
end)

-- Runs a Lua program in a child, and returns how it ended, and its output.
local function child(program, seconds)
  return sys.run({ lua.name, "-e", program }, { environment = child_process.environment {},
    seconds = seconds or 20, output = 10000, input = "" })
end

describe("An isolated process", function()
  local RESTRICTED = [[
    local sys = require "carcassonne.sys"
    local child_process = require "carcassonne.sandbox.child_process"
    local carcassonne = require "carcassonne"
    local reads, most = { %s }, { seconds = %d, megabytes = %d, writes = {} }
    most.reads = reads
    local missing = child_process.restrict(most)
    io.write(missing or "all", ";")]]
  local function restricted(reads, seconds, megabytes, program)
    return child(RESTRICTED:format(reads, seconds, megabytes) .. program)
  end

  it("plays and reads named files, but writes, runs, removes nothing and reads no other files", function()
    local PROGRAM = [[
      local kept, other = %q, %q
      local function tried(what, fine) io.write(what, fine and " done, " or " refused, ") end
      tried("writes", io.open(kept .. "x", "w"))
      tried("appends", io.open(kept, "a"))
      tried("changes", io.open(kept, "r+"))
      tried("reads", io.open(kept, "r"))
      tried("removes", os.remove(kept))
      tried("renames", os.rename(kept, kept .. "y"))
      local ran = os.execute "true"
      tried("runs", ran == true or ran == 0)
      local started, pipe = pcall(io.popen, "true")
      tried("starts", started and pipe)
      tried("forks", (sys.run({ "true" }, { environment = {} })))
      local many = {}
      for i = 1, 100 do many[i] = io.open(kept, "r") end
      tried("opens many", #many == 100)
      for _, file in pairs(many) do file:close() end
      local state = carcassonne.game { variants = { "tower" } }:new_initial_state(1)
      state:random_playout(1)
      tried("plays", state:is_terminal())
      tried("reads others", io.open(other, "r"))]]
    local kept, other = files.write "", files.write ""
    local how, _, output = restricted(("%q"):format(kept), 20, 512, PROGRAM:format(kept, other))
    os.remove(kept)
    os.remove(other)
    assert.are.equal("exit", how)
    local missing, tried = output:match "^(.-);(.*)$"
    if missing:find "system calls" then pending("skipped: " .. missing) return end
    assert.matches("^writes refused, appends refused, changes refused, reads done, removes refused, "
      .. "renames refused, runs refused, starts refused, forks refused, "
      .. "opens many refused, plays done, ", tried)
    if missing ~= "all" then pending("skipped, reads of other files: " .. missing) return end
    assert.matches("reads others refused", tried)
  end)

  it("is ended at its limit of processor time", function()
    local how = restricted("", 1, 512, "while true do end")
    assert.are.same({ "it used all of its 1 second of processor time", "time" },
      { child_process.problem(how, 0, { seconds = 1 }) })
  end)

  it("gets no more memory than its limit", function()
    if os.getenv "ASAN_OPTIONS" then return pending "AddressSanitizer needs more than any limit" end
    local _, code, output = restricted("", 20, 64,
      "local fine, why = pcall(string.rep, 'x', 2 ^ 27) io.write(tostring(fine), ' ', why)")
    assert.are.equal(0, code)
    assert.matches("false not enough memory", output)
  end)

  it("has none of the host's files open, except those that are kept", function()
    local path = files.write "secret"
    local file = assert(io.open(path))
    local number
    for i = 3, 100 do
      if sys.real_path("/dev/fd/" .. i) == sys.real_path(path) then number = i end
    end
    local function read_by_child(keep)
      return select(3, sys.run({ lua.name, "-e", ("io.write(io.open('/dev/fd/%d') and 'open' or 'closed')")
        :format(number) }, { environment = child_process.environment {}, seconds = 20, output = 10000,
        keep = keep }))
    end
    if not number then pending "skipped: this system does not link /dev/fd to files" return end
    assert.are.same({ "closed", "open" }, { read_by_child {}, read_by_child { number } })
    file:close()
    os.remove(path)
  end)
end)

describe("isolated.run", function()
  local isolated = require "carcassonne.sandbox.isolated"
  local OPTIONS = { lua = lua.name }
  local function run(options)
    for key, value in pairs(OPTIONS) do options[key] = options[key] or value end
    return isolated.run(options)
  end
  local fine = "return { name = 'fine' }"

  it("checks a script and plays seeded games, the same in every call", function()
    assert.are.same({}, run { source = fine }.games)
    local first = run { source = fine, games = 3, seed = 5 }
    local second = run { source = fine, games = 1, seed = 6 }
    assert.are.equal("fine", first.name)
    assert.are.same({ 5, 6, 7 }, { first.games[1].seed, first.games[2].seed, first.games[3].seed })
    assert.are.same(first.games[2], second.games[1])
  end)

  it("returns the message of a faulty script, and the next call works", function()
    local bad = { ["syntax"] = "return {", ["too many instructions"] = "while true do end",
      ["a script may use 16 MB"] = "local t, s = {}, ('x'):rep(50000) for i = 1, 4000 do t[i] = s .. i end",
      ["cannot require files"] = "require 'other' return {}" }
    bad.syntax, bad["source.lua:1:"] = nil, "return {"
    for message, source in pairs(bad) do
      local result, problem = run { source = source, games = 1 }
      assert.is_nil(result)
      assert.matches(message, problem, 1, true)
    end
    assert.are.equal("fine", run { source = fine }.name)
  end)

  it("ends a script at its time limit, and the host's state is unchanged", function()
    local state = carcassonne.game {}:new_initial_state(1)
    local before = state:serialize()
    local slow = "return { name = 'slow', on_tile_placed = function() for _ = 1, 90000 do end end }"
    local result, problem, kind = run { source = slow, games = 10000, seconds = 1 }
    assert.is_nil(result)
    assert.are.equal("time", kind)
    assert.matches("^the script was ended: it ", problem)
    assert.are.equal(before, state:serialize())
    assert.are.equal("fine", run { source = fine }.name)
  end)

  it("reports a crash with its signal, and refuses a forged or long result", function()
    local function with_program(text)
      return files.with("#!/bin/sh\n" .. text, function(path)
        compat.os.execute("chmod +x " .. path)
        return run { source = fine, lua = path }
      end)
    end
    local _, problem, kind = with_program "kill -ABRT $$"
    assert.are.same({ "the script was ended: signal 6 ended it", "crash" }, { problem, kind })
    _, problem = with_program [[echo '{"name":"x","games":[{"seed":"1"}]}']]
    assert.are.equal("the child process returned no valid result", problem)
    _, problem, kind = with_program "yes"
    assert.are.same({ "the script was ended: its result has more than 1000000 bytes", "output" },
      { problem, kind })
    _, problem, kind = run { source = fine, lua = "no-such-lua" }
    assert.are.same({ "cannot run 'no-such-lua'", "system" }, { problem, kind })
  end)

  it("names an option out of range", function()
    assert.has_error(function() run { source = fine, games = -1 } end,
      "isolated.run: games: expected 0 to 10000, got -1")
    assert.has_error(function() run {} end, "isolated.run: expected either `path` or `source`")
  end)

  it("has a benchmark that measures a call and a game #full", function()
    local output = lua.run "tests/bench/isolated.lua 1 10"
    assert.matches("a call, without games: +%d+%.%d ms\na game: +%d+ us\n", output)
  end)
end)
