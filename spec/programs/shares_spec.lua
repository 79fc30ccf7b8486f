-- Runs in shares: by many processes, on many machines, interrupted and continued. The report always
-- equals the report of one machine.

local compat = require "carcassonne.base.compat"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local parallel = require "carcassonne.lab.parallel"
local process = require "carcassonne.program.process"
local result_lines = require "spec.support.result_lines"
local sys = require "carcassonne.sys"

describe("Shares of a run", function()
  local RUN = { "standard", "edition=jcz", "-n", "12", "--bot", "random" }

  local function words_of(command, ...)
    local list = { command, ... }
    for _, word in ipairs(RUN) do list[#list + 1] = word end
    return list
  end

  -- Plays a share, and returns the path of its file.
  local function share(folder, name, ...)
    local list, path = words_of("shard", name), ("%s/%s.jsonl"):format(folder, (name:gsub("/", "-")))
    for _, word in ipairs { "--results", path, ... } do list[#list + 1] = word end
    local status, _, errors = cli.run(list)
    assert.equal(0, status, errors)
    return path
  end

  local whole
  setup(function() whole = select(2, cli.run(words_of("compare", "--json"))) end)

  it("give one report, in any order, and are refused by name if they do not belong together #full",
      function()
    files.with_folder({}, function(folder)
      local one, two = share(folder, "1/2"), share(folder, "2/2")
      local function merged(...) return cli.run { "merge", ... } end
      local function refused(said, ...) cli.assert_refused({ "merge", ... }, said) end
      assert.equal(whole, select(2, merged(two, one, "--json")))
      refused("share 2/2 is missing", one)
      refused(("%s repeats block 1 of %s"):format(one, one), one, one)
      local text = files.read(two)
      files.rewrite(two, text:sub(1, #text - 9))
      refused(two .. " is cut off: it has 5 of 6 blocks of games; carcassonne shard --resume", one, two)
      local _, output = merged(one, two, "--partial")
      assert.matches("^11 games.*anytime%-valid", output)
      assert.equal(0, (cli.run { "shard", "--resume", two }))
      assert.equal(text, files.read(two))
      local other = share(folder, "1/3", "--seed", "2")
      refused(("%s belongs to another run than %s: the seed (2, here 1) differs"):format(other, one), one,
        other)
      files.rewrite(other,
        result_lines.edited(files.read(one):match "^[^\n]*\n", function(head) head.version = "0.0.9" end))
      refused(other .. " was made by version 0.0.9 of the rules engine", two, other)
    end)
  end)

  it("are shares", function()
    for _, words in ipairs { { "tower", "--results", "x" }, { "3/2", "tower", "--results", "x" },
        { "0/2", "tower", "--results", "x" } } do
      local status, _, errors = cli.run { "shard", compat.table.unpack(words) }
      assert.equal(2, status)
      assert.matches("is not a share; expected K/N, as in 3/8", errors)
    end
    assert.matches("a share requires a file", (select(3, cli.run { "shard", "1/2", "tower" })))
  end)

  it("are blocks of some numbers of a run that comes from standard input, for other machines #full",
      function()
    local status, _, errors = cli.run { "shard", "--only", "1,2" }
    assert.equal(2, status)
    assert.matches("%-%-only requires %-%-resume", errors)
    files.with_folder({}, function(folder)
      local path = folder .. "/run.jsonl"
      assert.equal(0, (cli.run(words_of("compare", "--results", path))))
      local lines = {}
      for line in files.read(path):gmatch "[^\n]+" do lines[#lines + 1] = line end
      local head = lines[1] .. "\n"
      local _, output = cli.run({ "shard", "--resume", "-", "--only", "3,2" }, head)
      assert.equal(table.concat({ lines[1], lines[4], lines[3] }, "\n") .. "\n", output)
      for said, numbers in pairs { ["there are 2 sets of rules; 3 is out of range"] = "1:2+3",
          ["expected numbers of blocks"] = "1,x" } do
        local ended, _, why = cli.run({ "shard", "--resume", "-", "--only", numbers }, head)
        assert.equal(2, ended)
        assert.is_truthy(why:find(said, 1, true), why)
      end
    end)
  end)

  it("are given to existing hosts #full", function()
    for said, words in pairs { ["cannot read"] = { "--hosts", "no-such-file" },
      ["has no hosts"] = { "--hosts", "/dev/null" },
      ["omit --jobs"] = { "--hosts", "/dev/null", "--jobs", "2" },
          ["--program requires --hosts"] = { "--program", "x" } } do
      cli.assert_refused(words_of("compare", compat.table.unpack(words)), said)
    end
  end)
end)

-- GNU parallel starts the processes.
describe("Several processes #full", function()
  local function play(...) return cli.run { ... } end

  it("give the report of one, of a comparison", function()
    local words = { "compare", "standard", "edition=jcz", "-n", "12", "--bot", "random", "--json" }
    local _, whole = cli.run(words)
    words[#words + 1], words[#words + 2] = "--jobs", "2"
    assert.equal(whole, (select(2, cli.run(words))))
  end)

  it("give the report of one process that stops by its results, although they play ahead", function()
    files.with_folder({}, function(folder)
      local path = folder .. "/kept.jsonl"
      local words = { "compare", "standard", "edition=jcz", "--until", "wins.2=18", "--bot",
        "random", "--json" }
      local _, whole = cli.run(words)
      for _, word in ipairs { "--jobs", "2", "--results", path } do words[#words + 1] = word end
      local _, output, errors = cli.run(words)
      assert.equal(whole, output, errors)
      assert.equal(whole, (select(2, play("merge", path, "--json"))))
      assert.equal(whole, (select(2, play("compare", "--resume", path, "--json"))))
    end)
  end)

  it("give the report of one process if games go to doubtful comparisons", function()
    local words = { "sweep", "small_city=2..4/2", "-n", "40", "--want", "from.city=more", "--bot",
      "random", "--json" }
    local _, whole = cli.run(words)
    words[#words + 1], words[#words + 2] = "--jobs", "2"
    local _, output, errors = cli.run(words)
    assert.equal(whole, output, errors)
  end)

  it("keep each finished block, so that nothing is lost if they are killed", function()
    files.with_folder({}, function(folder)
      local path = folder .. "/kept.jsonl"
      local words = { "compare", "standard", "edition=jcz", "-n", "100", "--bot", "random", "--json" }
      local _, whole = cli.run(words)
      -- The processes are killed when two blocks are finished.
      local status = compat.os.execute(([[%s --jobs 2 --results %s >/dev/null 2>&1 & command=$!
        while kill -0 $command && [ "$(cat %s 2>/dev/null | wc -l)" -lt 3 ]; do :; done
        kill -KILL $command]]):format(cli.command(words), path, path))
      assert.is_true(status)
      local before = files.read(path):match "^(.*\n)"
      local _, output, errors = play("compare", "--resume", path, "--json", "--jobs", "2")
      assert.equal(whole, output, errors)
      assert.equal(before, files.read(path):sub(1, #before))
    end)
  end)

  it("start nothing but shares, whatever the command asks for", function()
    files.with_folder({}, function(folder)
      local driver = parallel.start({ jobs = 1, rules = {} }).driver
      driver.input:write((("1';echo>PATH;' 1;echo>PATH;\n"):gsub("PATH", folder .. "/no")))
      driver.input:flush()
      repeat local line = driver.output:read "*l" until not line or line:find "^ended "
      process.finish()
      assert.is_nil(sys.real_path(folder .. "/no"))
    end)
  end)

  it("leave alone what one process is to do", function()
    cli.assert_refused({ "compare", "standard", "tower", "-n", "2", "--jobs", "2", "--dump", "rows.csv" },
      "--dump cannot be combined with --jobs: a single process must write")
  end)
end)

describe("A sweep in shares", function()
  it("gives the report of one machine", function()
    files.with_folder({}, function(folder)
      local words, paths = { "small_city=2..4/2", "-n", "6", "--bot", "random" }, {}
      local _, whole = cli.run { "sweep", "--json", compat.table.unpack(words) }
      for k = 1, 2 do
        paths[k] = ("%s/%d.jsonl"):format(folder, k)
        local status, _, errors = cli.run { "shard", k .. "/2", "--results", paths[k], "sweep",
          compat.table.unpack(words) }
        assert.equal(0, status, errors)
      end
      local _, output, errors = cli.run { "merge", "--json", paths[2], paths[1] }
      assert.equal(whole, output, errors)
    end)
  end)
end)

describe("A file of results", function()
  local function with_file(f)
    files.with_folder({}, function(folder)
      local path = folder .. "/kept.jsonl"
      local _, whole = cli.run { "compare", "standard", "edition=jcz", "-n", "6", "--bot", "random", "--json",
        "--results", path }
      f(path, whole, files.read(path))
    end)
  end

  local function refused(said, ...) cli.assert_refused({ ... }, said) end

  it("is for one process at a time", function()
    with_file(function(path)
      local handle = assert(io.open(path, "r+b"))
      assert.is_true(sys.claim(handle))
      refused("another process is writing to " .. path, "compare", "--resume", path)
      refused("another process is writing to " .. path, "compare", "tower", "--results", path)
      handle:close()
      assert.has_error(function() sys.claim(handle) end, "bad argument #1 to 'claim' (the file is closed)")
      assert.equal(0, (cli.run { "compare", "--resume", path }))
    end)
  end)

  it("counts a block once, even if it has several copies, and ignores lines that are cut off", function()
    with_file(function(path, whole, text)
      local function again(changed)
        files.rewrite(path, changed)
        local _, output, errors = cli.run { "compare", "--resume", path, "--json" }
        assert.equal(whole, output, errors)
      end
      again(text .. text:match "[^\n]*\n$")
      again(text .. text)
      again(text .. text:sub(-30, -2))
      again(text:match "^[^\n]*\n")
      files.rewrite(path, text:sub(1, 90))
      refused(path .. " has no games yet, because it ends within its first line; start the run again",
        "compare", "--resume", path)
    end)
  end)

  it("is not overwritten, unless it is empty", function()
    with_file(function(path, _, text)
      refused(path .. " exists already", "merge", path, "--results", path)
      refused(path .. " exists already", "shard", "1/2", "tower", "--results", path)
      assert.equal(text, files.read(path))
      files.rewrite(path, "")
      assert.equal(0, (cli.run { "shard", "1/2", "tower", "-n", "2", "--bot", "random", "--results", path }))
    end)
  end)

  it("gives no rows for a part of its games", function()
    with_file(function(path)
      refused("--dump cannot be combined with --resume", "compare", "--resume", path, "-n", "8", "--dump",
        path .. ".csv")
    end)
  end)

  it("says when the run is expected to end", function()
    with_file(function(path)
      local _, output = cli.run { "compare", "--resume", path, "-n", "30", "--until", "99", "--json" }
      assert.matches('"looks":"any"', output)
      local _, merged, errors = cli.run { "merge", path, "--json" }
      assert.equal(output, merged, errors)
    end)
  end)
end)
