-- Bots in results files: a file can name built-in bots, but cannot make the program run a file.

local cli = require "spec.support.cli"
local files = require "spec.support.files"

describe("A results file that names a bot", function()
  -- A bot that leaves a mark when its file runs.
  local BOT = [[
    local mark = assert(io.open("%s", "w"))
    mark:close()
    return { choose = function() return 1 end }]]

  local function exists(path)
    local file = io.open(path, "rb")
    if file then file:close() end
    return file ~= nil
  end

  -- Plays a run with a bot that is a file, and cuts off its last block. Calls `with` with the paths
  -- of the results, the bot and the mark.
  local function with_run(rules, with)
    files.with_folder({}, function(folder)
      local bot, mark, path = folder .. "/own.lua", folder .. "/mark", folder .. "/run.jsonl"
      files.rewrite(bot, BOT:format(mark))
      local words = { "-n", "4", "--results", path }
      for i, word in ipairs(rules(bot)) do table.insert(words, i, word) end
      local status, _, errors = cli.run(words)
      assert.equal(0, status, errors)
      files.rewrite(path, (files.read(path):gsub("[^\n]*\n$", "")))
      os.remove(mark)
      with(path, bot, mark, words[1])
    end)
  end

  local RUNS = {
    ["as the bot of compare"] = function(bot)
      return { "compare", "standard", "edition=jcz", "--bot", bot }
    end,
    ["as the bot of a share"] = function(bot)
      return { "shard", "1/1", "standard", "edition=jcz", "--bot", bot }
    end,
    ["in the rules of compare"] = function(bot)
      return { "compare", "standard", "bot=" .. bot, "--bot", "random" }
    end,
    ["in the rules of sweep"] = function(bot)
      return { "sweep", "small_city=2..4/2+bot=" .. bot, "--bot", "random" }
    end,
  }

  for place, rules in pairs(RUNS) do
    it(place .. " does not run the file unless --bot names it", function()
      with_run(rules, function(path, bot, mark, command)
        for _, more in ipairs { {}, { "--untrusted" } } do
          cli.assert_refused({ command, "--resume", path, more[1] }, ("names the bot %s, which is a file. "
            .. "Such a bot is run only if the command line names it: "
            .. "--bot"):format(bot))
          assert.is_false(exists(mark))
        end
        local status, _, errors = cli.run { command, "--resume", path, "--bot", bot }
        assert.equal(0, status, errors)
        assert.is_true(exists(mark))
      end)
    end)
  end

  it("is merged and reported without its bot", function()
    with_run(RUNS["as the bot of a share"], function(path, _, mark)
      assert.equal(0, (cli.run { "merge", path, "--partial" }))
      assert.is_false(exists(mark))
    end)
  end)

  it("is not continued with a bot that it does not record, or whose text has changed", function()
    with_run(RUNS["as the bot of compare"], function(path, bot)
      cli.assert_refused({ "compare", "--resume", path, "--bot", bot, "--bot", "mcts" },
        ("--bot mcts: the run in %s does not use this bot; omit the option"):format(path))
      files.rewrite(bot, "return { choose = function(_, _, count) return count end }")
      cli.assert_refused({ "compare", "--resume", path, "--bot", bot },
        "belongs to another run: the text of a bot (")
    end)
  end)
end)
