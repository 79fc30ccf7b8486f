-- Files that the program writes: a file appears at its path only when it is complete; if writing
-- fails, the old file is unchanged.

local carcassonne = require "carcassonne"
local sys = require "carcassonne.sys"
local cli = require "spec.support.cli"
local file_io = require "carcassonne.program.file_io"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local files = require "spec.support.files"
local result_lines = require "spec.support.result_lines"

local function shell(line)
  local pipe = assert(io.popen(line .. " 2>&1"))
  local text = pipe:read "*a"
  pipe:close()
  return (text:gsub("\n$", ""))
end

local function names_in(folder) return shell(("ls -A '%s'"):format(folder)) end

local function in_folder(test) return files.with_folder({}, test) end

-- Runs the program in a process that cannot write to any file. Its output and errors go through
-- pipes to another process, which writes them to files.
local function without_space(words, input)
  return files.with("", function(out) return files.with("", function(err)
    local line = ("{ { sh -c 'ulimit -f 0; exec \"$0\" \"$@\"' %s 3>&-; echo status $?; } 2>&3 | cat >%s; } "
      .. "3>&1 | cat >%s")
      :format(cli.command(words), out, err)
    compat.os.execute(("printf '%s' | { %s; }"):format(input or "", line))
    local output, status = files.read(out):match "^(.-)status (%d+)\n$"
    return tonumber(status), output, files.read(err)
  end) end)
end

describe("A file that is written", function()
  it("is whole or unchanged, and leaves nothing beside it", function()
    in_folder(function(folder)
      local path = folder .. "/game.carc"
      assert.is_true(file_io.write(path, "one"))
      assert.is_true(file_io.write(path, "another"))
      assert.equal("another", files.read(path))
      local file = assert(sys.output_file(path))
      assert.is_true(file:write "not finished")
      assert.equal("another", files.read(path))
      assert.equal(folder .. "/.game.carc.carcassonne-part", file:part())
      file:discard()
      assert.is_nil(file:part())
      assert.equal("game.carc", names_in(folder))
      assert.error_matches(function() file:write "more" end, "the file is closed")
      assert.error_matches(function() file:commit() end, "the file is closed")
    end)
  end)

  it("keeps the permissions of the one that it replaces; a new one has those of every new file", function()
    in_folder(function(folder)
      local path, plain = folder .. "/page.html", folder .. "/plain"
      files.rewrite(plain, "")
      local function mode(name) return shell(("stat -c %%a '%s'"):format(name)) end
      assert.is_true(file_io.write(path, "new"))
      assert.equal(mode(plain), mode(path))
      for _, wanted in ipairs { "600", "640", "755" } do
        shell(("chmod %s '%s'"):format(wanted, path))
        assert.is_true(file_io.write(path, wanted))
        assert.equal(wanted, mode(path))
        assert.equal(wanted, files.read(path))
      end
    end)
  end)

  it("is written to the target of a link, which stays a link", function()
    in_folder(function(folder)
      shell(("mkdir '%s/there' && ln -s there/game.carc '%s/one' && ln -s one '%s/two'"):format(folder,
        folder, folder))
      for _, text in ipairs { "new", "newer" } do
        assert.is_true(file_io.write(folder .. "/two", text))
        assert.equal(text, files.read(folder .. "/there/game.carc"))
      end
      assert.equal("one", shell(("readlink '%s/two'"):format(folder)))
      assert.equal("game.carc", names_in(folder .. "/there"))
      shell(("ln -s round '%s/round'"):format(folder))
      assert.same({ nil, folder .. "/round: Too many levels of symbolic links" },
        { file_io.write(folder .. "/round", "x") })
    end)
  end)

  it("is written directly if the path names a device, a pipe or the program's own output", function()
    in_folder(function(folder)
      assert.is_true(file_io.write("/dev/null", "text"))
      assert.same({ nil, "/dev/full: No space left on device" }, { file_io.write("/dev/full", "text") })
      shell(("mkfifo '%s/pipe'"):format(folder))
      local reader = assert(io.popen(("cat '%s/pipe'"):format(folder)))
      assert.is_true(file_io.write(folder .. "/pipe", "through"))
      assert.equal("through", reader:read "*a")
      reader:close()
      local save, log = folder .. "/game.carc", folder .. "/log"
      files.rewrite(save, carcassonne.game():new_initial_state(1):serialize())
      files.rewrite(log, "before\n")
      shell(("%s >>'%s'"):format(cli.command { "svg", save, "-o", "/dev/stdout" }, log))
      assert.matches("^before\n<svg .*</svg>\n$", files.read(log))
    end)
  end)

  it("removes the files of a process that was killed, and nothing else", function()
    in_folder(function(folder)
      local path = folder .. "/game.carc"
      local left = folder .. "/.game.carc.carcassonne-part"
      files.rewrite(left, "half")
      assert.is_true(file_io.write(path, "whole"))
      assert.equal("game.carc", names_in(folder))
      local first, second = assert(sys.output_file(path)), assert(sys.output_file(path))
      assert.not_equal(first:part(), second:part())
      assert.is_true(first:write "first" and second:write "second")
      assert.is_true(second:commit())
      assert.equal("second", files.read(path))
      assert.is_true(first:commit())
      assert.equal("first", files.read(path))
      shell(("ln -s game.carc '%s'"):format(left)) -- a name that the program itself never makes
      assert.is_true(file_io.write(path, "another"))
      assert.equal("another", files.read(path))
      assert.equal("game.carc", shell(("readlink '%s'"):format(left)))
    end)
  end)

  it("replaces nothing if it must be new", function()
    in_folder(function(folder)
      local path = folder .. "/rule.lua"
      local function exclusive(text)
        local file = assert(sys.output_file(path))
        assert(file:write(text))
        return file:commit(true)
      end
      assert.is_true(exclusive "")
      assert.is_true(exclusive "new") -- replacing an empty file loses nothing
      assert.same({ nil, path .. ": File exists; the existing file is unchanged" },
        { exclusive "newer" })
      assert.equal("new", files.read(path))
      assert.equal("rule.lua", names_in(folder))
      -- a killed process may leave the file under both of its names
      shell(("ln '%s' '%s/.rule.lua.carcassonne-part'"):format(path, folder))
      assert.is_true(file_io.write(path, "newest"))
      assert.equal("rule.lua", names_in(folder))
    end)
  end)

  it("has a name and a folder", function()
    assert.same({ nil, "/tmp: Is a directory" }, { file_io.write("/tmp", "x") })
    assert.same({ nil, "/no/such/file: No such file or directory" }, { file_io.write("/no/such/file", "x") })
    for _, path in ipairs { "", "/no/such/" } do assert.is_nil((file_io.write(path, "x"))) end
    in_folder(function(folder)
      local path = folder .. "/" .. ("x"):rep(255)
      assert.is_true(file_io.write(path, "x"))
      assert.is_true(file_io.write(path, "y"))
      assert.equal("y", files.read(path))
      assert.matches("File name too long", (select(2, file_io.write(path .. "x", "x"))))
    end)
  end)

  local can_be_another = shell "setpriv --reuid=65534 --clear-groups id -u" == "65534" and it or pending
  can_be_another("is not replaced where it is protected, or its folder takes no new file", function()
    in_folder(function(folder)
      local save, page = folder .. "/game.carc", folder .. "/page.html"
      local text = carcassonne.game():new_initial_state(1):serialize()
      files.rewrite(save, text)
      files.rewrite(page, "older")
      local function html()
        return shell(("cd '%s' && umask 0 && setpriv --reuid=65534 --clear-groups %s"):format(shell "pwd",
          cli.command { "html", save, "-o", page }))
      end
      shell(("chmod 755 '%s'; chmod 666 '%s'"):format(folder, page))
      assert.equal(("carcassonne: cannot write %s: "):format(page) ..
        "cannot create a new file in the same folder, which is needed to replace this file safely: "
          .. "Permission denied", html())
      shell(("chmod 777 '%s'; chmod 644 '%s'"):format(folder, page))
      assert.equal(("carcassonne: cannot write %s: Permission denied"):format(page), html())
      assert.equal("older", files.read(page))
      assert.equal("game.carc\npage.html", names_in(folder))
    end)
  end)
end)

describe("A full disk", function()
  -- The words of each command; FILE stands for the file that is written.
  local RUN = { "compare", "standard", "edition=jcz", "-n", "2", "--bot", "random" }
  local function run_with(option)
    local words = compat.table.move(RUN, 1, #RUN, 1, {})
    words[#words + 1], words[#words + 2] = option, "FILE"
    return words
  end
  local COMMANDS = {
    { "html", "SAVE", "-o", "FILE" }, { "svg", "SAVE", "-o", "FILE" },
      { "analyse", "SAVE", "--html", "FILE" },
    { "import", "spec/fixtures/jcz/barn.jcz", "-o", "FILE" }, { "tiles", "--picture", "FILE" },
      run_with "--dump",
    { "merge", "RESULTS", "--results", "FILE" }, run_with "--results",
    { "shard", "1/1", "standard", "tower", "-n", "2", "--results", "FILE" },
    { "sweep", "small_city=2..4/2", "-n", "2", "--bot", "random", "--results", "FILE" },
    { "new", "FOLDER/my-rule", "--like", "long-roads" },
  }
  local NEW_ONLY = { ["--results"] = true } -- options that never replace a file

  for _, words in ipairs(COMMANDS) do
    it(("is reported by %s in one sentence, and spoils no file"):format(table.concat(words, " ")), function()
      in_folder(function(folder)
        local save, results, path = folder .. "/game.carc", folder .. "/run.jsonl", folder .. "/file"
        files.rewrite(save, carcassonne.game():new_initial_state(1):serialize())
        if words[1] == "merge" then
          cli.run { "compare", "standard", "tower", "-n", "2", "--bot", "random", "--results", results }
        end
        local new_only, list = words[1] == "new", {}
        for i, word in ipairs(words) do
          new_only = new_only or NEW_ONLY[word]
          list[i] = word:gsub("SAVE", save):gsub("RESULTS", results):gsub("FILE", path):gsub("FOLDER", folder)
        end
        if not new_only then files.rewrite(path, "older") end
        local before = names_in(folder)
        local status, _, errors = without_space(list)
        assert.equal(2, status)
        assert.matches("^carcassonne: cannot write [^\n]*: File too large[^\n]*\n$", errors)
        if new_only then
          assert.is_true(before == names_in(folder) or files.read(path) == "", errors)
        else
          assert.matches("; the existing file is unchanged", errors)
          assert.equal("older", files.read(path))
          assert.equal(before, names_in(folder))
        end
      end)
    end)
  end

  it("does not take the last save with it", function()
    in_folder(function(folder)
      local path = folder .. "/game.carc"
      files.rewrite(path, "the last save")
      local status, output = without_space({ "play", "--seed", "1" }, ("s %s\\ny\\nq\\nn\\n"):format(path))
      assert.equal(0, status)
      assert.matches(("Not saved: %s: File too large; the existing file is unchanged\n"):format(
        path:gsub("%p", "%%%0")), output)
      assert.equal("the last save", files.read(path))
      assert.equal("game.carc", names_in(folder))
    end)
  end)

  it("is reported if temporary files are needed", function()
    local status, _, errors = without_space({ "verify", "--limit", "1", "-" }, "{}\\n")
    assert.equal(2, status)
    assert.matches("^carcassonne: cannot write the temporary file [^\n]*: File too large\n$", errors)
  end)
end)

describe("A program without standard output", function()
  it("prints into none of the files that it opens", function()
    in_folder(function(folder)
      local path = folder .. "/run.jsonl"
      local output = shell(("{ %s >&-; }"):format(cli.command {
        "compare", "standard", "edition=jcz", "-n", "2", "--bot", "random", "--results", path }))
      assert.equal("carcassonne: cannot write to standard output: Bad file descriptor", output)
      for line in files.read(path):gmatch "[^\n]+" do assert.matches("^{.*}$", line) end
      assert.equal(0, (cli.run { "merge", path }))
    end)
  end)
end)

describe("A table of decisions", function()
  local function words(path, games)
    return { "compare", "standard", "edition=jcz", "-n", games, "--bot", "random", "--dump", path }
  end

  it("that was interrupted is in a file beside its place, and the older one is unchanged", function()
    in_folder(function(folder)
      local path = folder .. "/rows.csv"
      files.rewrite(path, "older rows")
      local said
      -- on a busy machine the command may need longer to start
      for _, seconds in ipairs { "0.6", "3", "9" } do
        -- in the foreground: otherwise `timeout` interrupts twice, and at the second signal Lua
        -- ends at once, without a message
        said = shell(("{ timeout --foreground -s INT %s %s 3>&1 >/dev/null; }"):format(seconds,
          cli.command(words(path, "100000"))))
        if said:find "rows" then break end
      end
      assert.equal("older rows", files.read(path))
      assert.matches(("carcassonne: the rows of the games that were finished are in %s%%.part"):format(
        path:gsub("%p", "%%%0")), said)
      assert.matches("^rules,game,seed,.*\nstandard,1,1,1,", files.read(path .. ".part"))
      assert.equal(0, (cli.run(words(path, "2"))))
      assert.equal("rows.csv", names_in(folder))
      files.rewrite(path .. ".part", "something of mine")
      cli.assert_refused(words(path, "2"),
        path .. ".part, which is not a table of decisions")
      assert.equal("something of mine", files.read(path .. ".part"))
    end)
  end)
end)

describe("A file of results", function()
  local WORDS = { "compare", "standard", "edition=jcz", "-n", "6", "--bot", "random", "--json", "--results" }
  local function begun_with(path)
    local words = compat.table.move(WORDS, 1, #WORDS, 1, {})
    words[#words + 1] = path
    return cli.run(words)
  end

  local function with_file(test)
    in_folder(function(folder)
      local path = folder .. "/run.jsonl"
      local _, whole = begun_with(path)
      test(path, whole, files.read(path))
    end)
  end

  it("has a digest in each line, by which a damaged line is recognised", function()
    with_file(function(path, whole, text)
      local lines = {}
      for line in text:gmatch "[^\n]+" do lines[#lines + 1] = line end
      local function damaged(line)
        return table.concat({ lines[1], lines[2], line, lines[4], lines[5], lines[6], lines[7] }, "\n")
          .. "\n"
      end
      for what, line in pairs {
        ["another figure"] = lines[3]:gsub("%d", function(digit) return digit == "9" and "8" or "9" end, 1),
        ["a figure less"] = lines[3]:gsub("%d", "", 1), ["zeros within"] = lines[3]:sub(1, 60)
          .. ("\0"):rep(30) .. lines[3]:sub(91),
        ["zeros alone"] = ("\0"):rep(#lines[3]) .. "x", ["no digest"] = lines[3]:gsub(',"digest":.*', "}"),
        ["cut, and another after it"] = lines[3]:sub(1, 50) .. lines[3],
      } do
        files.rewrite(path, damaged(line))
        local _, output, said = cli.run { "compare", "--resume", path, "--json" }
        assert.equal(whole, output, what)
        assert.equal(("carcassonne: %s: line 3 is damaged and ignored\n"):format(path), said)
      end
      assert.equal(whole, (select(2, cli.run { "merge", path, "--json" })))
      files.rewrite(path, damaged "{}")
      local status, _, errors = cli.run { "merge", path }
      assert.equal(2, status)
      assert.matches("run.jsonl: line 3 is damaged and ignored\n", errors)
      assert.matches("run.jsonl is damaged: it has 5 of 6 blocks of games; carcassonne compare %-%-resume",
        errors)
    end)
  end)

  it("with endlessly nested lists is refused with its name and the line", function()
    local deep = ("["):rep(200000)
    with_file(function(path, _, text)
      local first, second = text:match "^([^\n]*\n)([^\n]*\n)"
      files.rewrite(path, first .. deep .. "\n" .. second)
      local _, _, errors = cli.run { "merge", path }
      assert.matches("run.jsonl: line 2 is damaged and ignored\n", errors)
      local body = '{"arms":' .. deep .. ("]"):rep(#deep) .. ',"block":9}'
      files.rewrite(path, first .. second .. ('%s,"digest":"%s"}\n'):format(body:sub(1, -2),
        core.digest(body)))
      for _, words in ipairs { { "merge", path }, { "compare", "--resume", path } } do
        cli.assert_refused(words, path .. ", line 3: values are nested more than 64 deep\n")
      end
      files.rewrite(path, deep .. "\n" .. text)
      cli.assert_refused({ "merge", path }, path .. " is not a results file")
      files.rewrite(path, first:sub(1, 24) .. ',"rules":' .. deep .. "\n" .. text)
      cli.assert_refused({ "merge", path },
        path .. ": the first line, which describes the run, is damaged")
    end)
  end)

  it("may end in zeros, as after a power cut", function()
    with_file(function(path, whole, text)
      files.rewrite(path, text:sub(1, -90) .. ("\0"):rep(500))
      local status, output, errors = cli.run { "compare", "--resume", path, "--json" }
      assert.same({ 0, whole, "" }, { status, output, errors })
      assert.equal(text, (files.read(path):gsub("\n+$", "\n")))
    end)
  end)

  it("that has no games yet can be begun again, and not be continued", function()
    with_file(function(path, whole, text)
      for _, begun in ipairs { "", ("\0"):rep(300), text:sub(1, 90) .. "\0\0" } do
        files.rewrite(path, begun)
        cli.assert_refused({ "compare", "--resume", path },
          path .. " has no games yet, because it ends within its first line; start the run again with")
        cli.assert_refused({ "merge", path }, path .. " has no games yet")
        local status, output, errors = begun_with(path)
        assert.same({ 0, whole, "" }, { status, output, errors })
        assert.equal(text, files.read(path))
      end
      files.rewrite(path, "my notes")
      cli.assert_refused({ "compare", "--resume", path }, path .. " is not a results file")
      assert.equal(2, (begun_with(path)))
      assert.equal("my notes", files.read(path))
    end)
  end)

  it("whose first line is damaged is refused", function()
    with_file(function(path, _, text)
      files.rewrite(path, (text:gsub('"seed":1', '"seed":2', 1)))
      cli.assert_refused({ "compare", "--resume", path },
        path .. ": the first line, which describes the run, is damaged")
      files.rewrite(path, result_lines.edited(text, function(value) value.format = value.format and 5 end))
      cli.assert_refused({ "merge", path }, path .. " has format 5; expected results in format 4")
    end)
  end)

  it("that is merged appears when it is whole, and replaces no file", function()
    with_file(function(path, _, text)
      local merged = path .. ".merged"
      local status, _, errors = without_space({ "merge", path, "--results", merged })
      assert.equal(2, status)
      assert.matches("cannot write [^\n]*merged: File too large\n", errors)
      assert.is_nil(io.open(merged))
      assert.equal(0, (cli.run { "merge", path, "--results", merged }))
      assert.equal(text, files.read(merged))
      cli.assert_refused({ "merge", path, "--results", merged }, merged .. " exists already")
    end)
  end)

  it("goes to standard output if its name is -", function()
    with_file(function(path, _, text)
      local _, output = cli.run { "merge", path, "--results", "-", "--csv" }
      assert.equal(text, output:sub(1, #text))
    end)
  end)
end)
