-- The command `play` saves a running game after each move, and continues it later.

local autosave = require "carcassonne.play.autosave"
local carcassonne = require "carcassonne"
local sys = require "carcassonne.sys"
local cli = require "spec.support.cli"
local process = require "carcassonne.program.process"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local lua = require "spec.support.lua"
local notes = require "carcassonne.notes"

local windows = package.config:sub(1, 1) == "\\"

local function environment(home) return "XDG_STATE_HOME=" .. process.quoted(home) end

-- Runs the command with a given folder for the state of programs.
local function play(home, words, answers, more)
  return cli.run({ "play", compat.table.unpack(words) }, table.concat(answers, "\n") .. "\n",
    environment(home) .. (more or ""))
end

-- Returns the names of the saved games in the folder, and the names of the lock files.
local function kept(home)
  local games, locks = {}, {}
  for _, name in ipairs(sys.in_folder(home .. "/carcassonne")) do
    local list = name:find "%.lock$" and locks or games
    list[#list + 1] = home .. "/carcassonne/" .. name
  end
  table.sort(games)
  return games, locks
end

local function decisions(path) return assert(carcassonne.load(cli.read(path))):decisions() end

local function with_home(use) return files.with_folder({}, use) end

-- Returns the same answer as many times as a whole game needs.
local function always(answer)
  local list = {}
  for i = 1, 600 do list[i] = answer end
  return list
end

-- Writes a game into the folder as if saved at this time; returns the path.
local function put(home, name, time, seed)
  compat.os.execute("mkdir -p " .. home .. "/carcassonne")
  local state = carcassonne.game():new_initial_state(seed)
  state:apply_index(1)
  local path = ("%s/carcassonne/game-%s.carc"):format(home, name)
  files.rewrite(path, notes.add(state:serialize(), { saved = time }))
  return path
end

-- Starts a game that waits for more input after these answers, and kills it when the shell's
-- condition holds for the file $game.
local KILLED = [[
home=%s; { printf '%s'; until [ -e $home/over ]; do sleep 0.05; done; } | %s >%s 2>%s & running=$!
n=0; until game=$(ls $home/carcassonne/*.carc 2>/dev/null) && %s || [ $n -ge 200 ]; do n=$((n+1)); sleep 0.05; done
%s; kill -%s $running; touch $home/over; wait $running 2>/dev/null]]

local function killed(home, answers, words, condition, signal, meanwhile)
  local out, err = os.tmpname(), os.tmpname()
  compat.os.execute(KILLED:format(home, answers,
    cli.command({ "play", compat.table.unpack(words) }, environment(home)), out, err,
    condition, meanwhile or "true", signal))
  local output, errors = cli.read(out), cli.read(err)
  os.remove(out)
  os.remove(err)
  return output, errors
end

describe("A running game", function()
  it("is saved after each move, so that a killed game can be continued", function()
    with_home(function(home)
      local output = killed(home, "1\\n1\\n1\\n", { "--seed", "3", "--bot", "2", "--autosave" },
        "grep -q '^end 5' $game", "KILL")
      local games = kept(home)
      assert.equal(1, #games)
      assert.is_truthy(output:find("The game is saved after each move: " .. games[1], 1, true))
      assert.equal(5, decisions(games[1])) -- two decisions of each player, and the draw of a tile
      assert.equal("greedy", notes.of(cli.read(games[1]))["player.2.bot"])
      local status, again = play(home, { "--resume" }, { "b" })
      assert.equal(0, status)
      assert.is_truthy(again:find("Player 2 is the bot greedy, as in the saved game.", 1, true))
      assert.is_nil(again:find("A new game", 1, true))
    end)
  end)

  it("is kept if the input is over, with a way to continue it, and then continues to its end #full",
      function()
    with_home(function(home)
      local _, output, errors = play(home, { "--seed", "5", "--sets", "base", "--autosave" }, { "1", "1" })
      assert.equal("", errors)
      assert.is_truthy(output:find("The game is saved; to continue: carcassonne play --resume", 1, true))
      local status, rest = play(home, { "--continue" }, always "1")
      assert.equal(0, status)
      assert.is_truthy(rest:find("The game is over", 1, true))
      assert.same({ {}, {} }, { kept(home) })
      local whole = select(2, play(home, { "--seed", "5", "--sets", "base" }, always "1"))
      assert.equal(whole:match "The game is over: [^\n]+", rest:match "The game is over: [^\n]+")
    end)
  end)

  it("is kept after Ctrl-C, which prints how to continue it", function()
    with_home(function(home)
      files.with_folder({ ["my rule.lua"] = "return { name = 'mine' }" }, function(folder)
        local rule = folder .. "/my rule.lua"
        local _, errors = killed(home, "1\\n1\\n", { "--seed", "3", "--autosave", "--variant", rule }, "true",
          "INT", "sleep 0.3")
        assert.is_truthy(errors:find("interrupted", 1, true), errors)
        assert.is_truthy(errors:find(("to continue: carcassonne play --resume --variant '%s'"):format(
          rule), 1, true), errors)
        assert.equal(1, #kept(home))
        local status, _, lacking = play(home, { "--resume" }, {})
        assert.equal(2, status)
        assert.is_truthy(lacking:find(
          ("; to continue: carcassonne play --resume --variant '%s'\n"):format(rule), 1, true), lacking)
        assert.equal(0, (play(home, { "--resume", "--variant", rule }, {})))
      end)
    end)
  end)

  it("is kept if a script fails in a bot's turn, and the message says how to continue", function()
    with_home(function(home)
      files.with("return { choose = function(_, state) if state:decisions() > 4 then error 'lost' end "
          .. "return 1 end }", function(path)
        local bot = path .. ".lua"
        os.rename(path, bot)
        local status, _, errors = play(home, { "--seed", "3", "--autosave", "--bot", "2=" .. bot },
          always "1")
        os.rename(bot, path)
        assert.equal(2, status)
        assert.is_truthy(errors:find("the game is saved; to continue: carcassonne play --resume --bot 2="
          .. bot, 1, true), errors)
        assert.equal(1, #kept(home))
      end)
    end)
  end)

  it("leaves no file when nothing was decided, when it is over, or when the player quits and says what is "
      .. "to become of it #full", function()
    with_home(function(home)
      local own = home .. "/own.carc"
      local function leaves(answers, words)
        play(home, words or { "--seed", "3", "--autosave" }, answers)
        local games, locks = kept(home)
        assert.same({}, locks)
        return #games
      end
      assert.equal(0, leaves { "q" })
      assert.equal(0, leaves {}) -- the input is over
      assert.equal(0, leaves { "1", "q", "n" })
      assert.equal(0, leaves { "1", "s " .. own, "q" })
      assert.equal(0, leaves { "1", "q", "y", own, "y" })
      assert.equal(0, leaves({ "1", "q", "n" }, { "--load", own, "--autosave" }))
      assert.equal(0, leaves({ "n", "q" }, { "--seed", "5", "--sets", "base", "--bot", "1,2", "--autosave" }))
      assert.equal(0, leaves({ "n" }, { "--seed", "5", "--sets", "base", "--bot", "1,2", "--autosave" }))
      assert.equal(1, leaves { "1", "q" })
      assert.equal(1, leaves({ "q" }, { "--resume" })) -- no decision was taken
      assert.equal(0, leaves({ "1", "q", "n" }, { "--resume" }))
      assert.equal(1, decisions(own))
    end)
  end)

  it("has a file of its own while another one runs, and is not taken by it", function()
    with_home(function(home)
      local inner = cli.command({ "play", "--resume" }, environment(home)) .. " </dev/null 2>&1 | head -1 >"
        .. home .. "/resumed"
      local other = cli.command({ "play", "--seed", "4", "--autosave" }, environment(home))
      local _, errors = killed(home, "1\\n", { "--seed", "3", "--autosave" }, "true", "TERM",
        ("%s; printf '1\\n' | %s >%s/other"):format(inner, other, home))
      assert.equal("", errors)
      assert.is_truthy(cli.read(home .. "/resumed"):find("--resume: there is no unfinished game in " .. home
        .. "/carcassonne", 1, true))
      assert.equal(2, #kept(home))
      assert.is_nil(cli.read(home .. "/other"):find("Another game", 1, true))
      local _, third = play(home, { "--seed", "5", "--autosave" }, { "q" })
      assert.is_truthy(third:find("Another game is unfinished; to continue that game: "
        .. "carcassonne play --resume",
        1, true))
    end)
  end)

  it("that was saved last is the one that is continued; ten are kept", function()
    with_home(function(home)
      for n = 1, 14 do
        put(home, "20260101-0000" .. n + 10, ("2026-01-%02dT00:00:00Z"):format(n == 3 and 31 or n), n)
      end
      files.rewrite(home .. "/carcassonne/mine.txt", "mine")
      files.rewrite(home .. "/carcassonne/game-20250101-000000.lock", "")
      files.rewrite(home .. "/carcassonne/.game-20250101-000000.carc.carcassonne-part", "half")
      play(home, { "--seed", "3", "--autosave" }, { "1", "q", "n" })
      local games, locks = kept(home)
      assert.same({}, locks)
      assert.equal(9 + 1, #games) -- ten games, with the new one, and mine.txt, which is kept
      assert.is_true(sys.real_path(home .. "/carcassonne/game-20260101-000013.carc") ~= nil)
      assert.is_nil(sys.real_path(home .. "/carcassonne/game-20260101-000012.carc"))
      assert.is_nil(sys.real_path(home .. "/carcassonne/.game-20250101-000000.carc.carcassonne-part"))
      local _, output = play(home, { "--resume" }, { "q" })
      assert.is_truthy(output:find("/game-20260101-000013.carc", 1, true))
    end)
  end)

  it("is saved in the file that --autosave names, which need not exist yet", function()
    with_home(function(home)
      local path = home .. "/my game.carc"
      local _, output = play(home, { "--seed", "3", "--autosave", path }, { "1" })
      assert.is_truthy(output:find("The game is saved after each move: " .. path, 1, true))
      assert.is_truthy(output:find(("to continue: carcassonne play --resume --autosave '%s'"):format(path),
        1, true))
      assert.equal(1, decisions(path))
      local status, _, errors = play(home, { "--autosave", path }, { "1" })
      assert.equal(2, status)
      assert.is_truthy(errors:find("exists already", 1, true), errors)
      assert.equal(0, (play(home, { "--autosave", path, "--resume" }, { "1", "1" })))
      assert.is_true(decisions(path) > 1)
      local _, refused = play(home, { "--autosave", path, "--resume" }, { "1", "1", "s " .. path, "q", "n" })
      assert.is_truthy(refused:find("Not saved, because that file is removed when the game ends", 1, true))
      assert.is_nil(sys.real_path(path))
    end)
  end)

  it("is saved after each move only at a terminal, unless --autosave says so", function()
    with_home(function(home)
      local _, output = play(home, { "--seed", "3" }, { "1", "1", "1" })
      assert.is_nil(output:find("Saved after", 1, true))
      assert.same({}, (kept(home)))
      play(home, { "--seed", "3", "--no-autosave" }, { "1", "1", "1" })
      assert.same({}, (kept(home)))
    end)
  end)

  local function at_terminal(home, words, answers)
    local command = cli.command({ "play", compat.table.unpack(words) }, environment(home))
    local inner = cli.file(command)
    local pipe = assert(
      io.popen(("{ sleep 1; printf '%s'; sleep 1; } | script -qec 'sh %s' /dev/null"):format(answers, inner)))
    local output = pipe:read "*a"
    pipe:close()
    os.remove(inner)
    return output
  end
  local has_script =
    compat.os.execute "command -v script >/dev/null 2>&1 && script --version 2>/dev/null | grep -q util-linux"
  local test = has_script and it or pending
  test("at a terminal is saved after each move by default #full", function()
    with_home(function(home)
      assert.is_truthy(at_terminal(home, { "--seed", "3" }, "1\\n\\004"):find(
        "The game is saved after each move: " .. home, 1, true))
      assert.equal(1, #kept(home))
      assert.is_nil(at_terminal(home, { "--seed", "3", "--no-autosave" }, "1\\n\\004"):find("Saved after", 1,
        true))
      assert.equal(1, #kept(home))
    end)
  end)

  it("is played even if it cannot be saved, with one message", function()
    files.with("no folder", function(path)
      local status, output, errors = play(path, { "--seed", "3", "--autosave" }, { "1", "1", "q", "n" })
      assert.same({ 0, "" }, { status, errors })
      assert.is_truthy(output:find("This game is not saved after each move: cannot make the folder " .. path
        .. "/carcassonne.", 1, true))
      assert.is_truthy(output:find("Player 1 puts a follower", 1, true))
    end)
    local _, output = play("/", { "--seed", "3", "--autosave", "/no/such/folder/x" }, { "1", "1", "q", "n" })
    assert.equal(1,
      select(2, output:gsub("This game cannot be saved after each move: /no/such/folder/x", "")))
    local _, nowhere = play("relative", { "--seed", "3", "--autosave" }, { "q" }, " HOME=")
    assert.is_truthy(
      nowhere:find("This game is not saved after each move: the folder for automatic saves is unknown, "
        .. "because HOME is not set.", 1, true))
  end)

  it("cannot be continued if there is none, or with other settings", function()
    with_home(function(home)
      local function refused(words, text)
        local status, _, errors = play(home, words, {})
        assert.equal(2, status)
        assert.is_truthy(errors:find(text, 1, true), errors)
      end
      refused({ "--resume" }, "--resume: there is no unfinished game in " .. home .. "/carcassonne")
      refused({ "--resume", "--load", "x" }, "--resume cannot be combined with --load")
      refused({ "--resume", "--no-autosave" }, "--resume cannot be combined with --no-autosave")
      put(home, "20260101-000000", "2026-01-01T00:00:00Z", 1)
      refused({ "--resume", "--players", "3" }, "--players cannot change a loaded game")
    end)
  end)
end)

describe("The folder for games that are saved after each move", function()
  local function folder(variables) return autosave.folder(function(name) return variables[name] end) end

  if windows then return end

  it("is that for the state of programs, or the usual one at home; a path that is not absolute does not "
      .. "count", function()
    assert.equal("/s/carcassonne", (folder { XDG_STATE_HOME = "/s/", HOME = "/home/anna" }))
    assert.equal("/home/anna/.local/state/carcassonne", (folder { HOME = "/home/anna" }))
    assert.equal("/home/anna/.local/state/carcassonne", (folder { XDG_STATE_HOME = "", HOME = "/home/anna" }))
    assert.equal("/home/anna/.local/state/carcassonne",
      (folder { XDG_STATE_HOME = "s", HOME = "/home/anna" }))
    local none, problem = folder { HOME = "" }
    assert.is_nil(none)
    assert.equal("the folder for automatic saves is unknown, because HOME is not set", problem)
  end)

  it("is open to its owner alone", function()
    with_home(function(home)
      play(home .. "/a b'c", { "--seed", "3", "--autosave" }, { "1" })
      local listing = lua.run("-e 'os.execute([[ls -ld " .. home .. "/*]])'")
      assert.matches("^drwx%-%-%-%-%-%-", listing)
    end)
  end)
end)
