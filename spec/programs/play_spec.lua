-- The command `play`: a game at the terminal, in this file with answers from a pipe.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local choices = require "carcassonne.play.choices"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local notes = require "carcassonne.notes"

local function play(words, answers)
  return cli.run({ "play", compat.table.unpack(words) }, table.concat(answers, "\n") .. "\n")
end

-- Plays a game with a script whose text changes at the n-th question.
local function play_changing(answers, question, text)
  local path, other = cli.file "return { name = 'tolls' }", cli.file(text)
  local status, output = cli.run_while({ "play", "--seed", "3", "--variant", path }, answers,
    question, "Which",
    ("cat %s >%s"):format(other, path))
  os.remove(path)
  os.remove(other)
  return status, output
end

-- Returns the same answer as many times as a whole game needs.
local function always(answer, times)
  local list = {}
  for i = 1, times or 600 do list[i] = answer end
  return list
end

local function count(text, pattern)
  local _, n = text:gsub(pattern, "")
  return n
end

describe("At the table", function()
  it("cells are numbered on the board, then the rotation of the tile is asked", function()
    local status, output = play({ "--seed", "3" }, { "1", "q" })
    assert.equal(0, status)
    assert.is_truthy(output:find("A new game, seed 3.", 1, true))
    for n = 1, 4 do assert.is_truthy(output:find(("[%d]"):format(n), 1, true)) end
    assert.is_truthy(output:find("Player 1 places this tile:", 1, true))
  end)

  it("pieces are chosen from a list, whose numbers are on the tile", function()
    local _, output = play({ "--seed", "3" }, { "1", "1", "q" })
    assert.is_truthy(output:find("1  follower as a thief on the road (to the ", 1, true))
    assert.is_truthy(output:find("follower as a knight in the city", 1, true))
    assert.is_truthy(output:find("5  no piece", 1, true))
    for n = 1, 4 do assert.is_truthy(output:find(("(%d)"):format(n), 1, true)) end
    assert.is_truthy(output:find("Player 1 puts a follower on the road, as a thief.", 1, true))
  end)

  it("two people play a whole game by answering 1 to every question #full", function()
    local status, output = play({ "--seed", "5", "--sets", "base" }, always("1"))
    assert.equal(0, status)
    assert.is_truthy(output:find("The game is over: player", 1, true))
    assert.is_truthy(output:find("Final scoring: fields.", 1, true))
  end)

  it("the tiles that a script's options name are drawn, under the question in its words", function()
    local path = cli.file [[return { name = "fair", reserves = { { name = "stall", deal = 3 } },
      phases = { { name = "buy", timing = "turn_start", label = "{tile}", ask = function(state)
        for _, id in ipairs(state:reserve "stall") do state:offer { id = id } end
        return nil, true, "Which tile, {player}?"
      end, on_chosen = function() end } } }]]
    local _, output = play({ "--seed", "3", "--variant", path, "--width", "40" }, { "1", "q" })
    os.remove(path)
    local pictures = output:match "Which tile, player 1%?\n(.-)\n  1  buy: a tile with "
    assert.is_truthy(pictures:find("1 ", 1, true)) -- the number is above the tile's picture
    for line in pictures:gmatch "[^\n]+" do
      assert.is_true(require("carcassonne.text.style").width(line) <= 40, line)
    end
    local said = output:gsub("%s+", " ")
    local tile = said:match " 1 buy: (a tile with .-) 2 buy: "
    assert.is_truthy(said:find(("Player 1 chooses: %s."):format(tile), 1, true), said)
  end)

  it("a player with several tiles chooses one, then a cell; nobody sees the tiles of the others", function()
    local status, output = play({ "--seed", "3", "--variant", "examples/hand-of-three.lua" },
      { "2", "1", "5", "q" })
    assert.equal(0, status)
    assert.is_truthy(output:find("Player 1 places one of these:", 1, true))
    local _, second = output:match "\n 1 +2 +3 *\n +(%S+) +(%S+) +%S+\n" -- the top lines of the pictures
    assert.is_truthy(output:find("Player 1 places this tile:\n " .. second .. "\n", 1, true), output)
    assert.is_truthy(output:find("Player 2 is dealt a tile (hand).", 1, true))
    assert.is_nil(output:match "Player 2 is dealt a tile with")
  end)

  it("against bots a player sees the tiles in the own hand", function()
    local _, output = play({ "--seed", "3", "--bot", "2", "--variant", "examples/hand-of-three.lua" },
      { "q" })
    assert.is_truthy(output:match "Player 1 is dealt a tile with [^\n]+ %(hand%)")
    assert.is_truthy(output:find("Player 2 (bot) is dealt a tile (hand).", 1, true))
  end)

  it("bots play a game among themselves", function()
    local status, output = play({ "--seed", "5", "--players", "3", "--bot", "1,2,3" }, {})
    assert.equal(0, status)
    assert.is_truthy(output:find("player 3 (bot)", 1, true))
    assert.is_truthy(output:find("The game is over: player", 1, true))
  end)

  it("one person plays against the bot, with a house rule", function()
    local status, output = play({ "--seed", "5", "--bot", "2", "--variant", "chained-builders" }, always("1"))
    assert.equal(0, status)
    assert.is_truthy(output:find("The game is over", 1, true))
  end)

  it("a wrong answer gets a message, and the question again", function()
    local status, output = play({ "--seed", "3" }, { "99", "hello", "", "0.5", "q" })
    assert.equal(0, status)
    assert.is_truthy(output:find("Expected a number from 1 to 4.", 1, true))
    assert.is_truthy(output:find("'hello' is not a choice: answer with a number from 1 to 4, or h for help.",
      1, true))
    assert.equal(5, count(output, "Which cell, 1 to 4%?"))
  end)

  it("h helps, b shows the board again", function()
    local _, output = play({ "--seed", "3" }, { "h", "?", "b", "q" })
    assert.equal(2, count(output, "undo your last decision"))
    assert.equal(2, count(output, "Player 1 places this tile:"))
  end)

  it("u takes back the last decision, and says when there is none", function()
    local _, output = play({ "--seed", "3" }, { "u", "1", "u", "q" })
    assert.is_truthy(output:find("There is no decision to undo.", 1, true))
    assert.is_truthy(output:find("Undone.", 1, true))
    assert.equal(2, count(output, "Player 1 places this tile:"))
  end)

  it("u goes back after what a bot did", function()
    local _, output = play({ "--seed", "3", "--bot", "2" }, { "1", "1", "u", "u", "q" })
    assert.equal(2, count(output, "Undone%."))
    assert.is_truthy(output:match("Undone.*Undone.*Player 1 places this tile:"))
  end)

  it("the end of the input ends the game with a message", function()
    local status, output, errors = play({ "--seed", "3" }, { "1" })
    assert.equal(0, status)
    assert.equal("", errors)
    assert.is_truthy(output:find("End of the input; the game ends here.", 1, true))
  end)

  it("s saves the game, and --load goes on with it", function()
    local path = os.tmpname()
    local _, output = play({ "--seed", "3" }, { "1", "1", "s", "s " .. path, "s /no/such/folder/x", "q" })
    assert.is_truthy(output:find("Expected the name of a file: s FILE", 1, true))
    assert.is_truthy(output:find("Saved in " .. path, 1, true))
    assert.is_truthy(output:find("Not saved: /no/such/folder/x", 1, true))
    local state = assert(carcassonne.load(cli.read(path)))
    assert.equal(2, state:decisions())
    local status, again = play({ "--load", path }, { "q" })
    assert.equal(0, status)
    assert.is_truthy(again:find("Player 2 places this tile:", 1, true))
    os.remove(path)
  end)

  it("r reads a script again that has changed meanwhile, and the game continues with it", function()
    local status, output = play_changing({ "1", "1", "r", "r", "q" }, 4,
      "return { name = 'tolls', rules = { goods_bonus = 7 } }")
    assert.equal(0, status)
    assert.is_truthy(output:find("No script has changed.*Reloaded: tolls%.\n.*Player 2 places"), output)
  end)

  it("r keeps the old script if the new one is wrong, and says what is wrong", function()
    local status, output = play_changing({ "1", "1", "r", "1", "1", "q" }, 3,
      "return { name = 'tolls', format = 2, rulez = {} }")
    assert.equal(0, status)
    assert.is_truthy(output:find("variant 'tolls': rulez: unknown key (did you mean rules?)\nThe game "
      .. "continues", 1, true), output)
    assert.is_truthy(output:find("Player 2 puts", 1, true) or output:find("Player 1 places", 1, true), output)
  end)

  it("invalid settings are refused with status 2 #full", function()
    local function refused(words, text)
      local status, _, errors = cli.run({ "play", compat.table.unpack(words) })
      assert.equal(2, status)
      assert.is_truthy(errors:find(text, 1, true), errors)
      assert.is_nil(errors:find("traceback", 1, true))
    end
    refused({ "--bot", "5" }, "--bot: '5' is not a player; expected 1 to 2")
    refused({ "--players", "9" }, "9")
    refused({ "--edition", "c3" }, "c3")
    refused({ "--variant", "chained-builder" }, "chained-builders")
    refused({ "--load", "/no/such/file" }, "cannot read /no/such/file")
    refused({ "--load", "Makefile" }, "Makefile: ")
    refused({ "--load", "Makefile", "--players", "3" }, "--players cannot change a loaded game")
  end)

  it("a script that fails gives a message, and another choice is possible", function()
    local path = cli.file([[
      return { name = "picky", on_tile_placed = function(state, tile)
        if tile.x == 0 then error("not there") end end }]])
    local status, output = play({ "--seed", "3", "--variant", path }, { "1", "1", "2", "1", "q" })
    os.remove(path)
    assert.equal(0, status)
    assert.is_truthy(output:find("variant 'picky', on_tile_placed:", 1, true), output)
    assert.is_truthy(output:find("not there", 1, true))
    assert.is_nil(output:find("traceback", 1, true))
  end)

  it("colours come with --color always, and not into a pipe", function()
    local _, plain = play({ "--seed", "3" }, { "q" })
    assert.is_nil(plain:find("\27", 1, true))
    local _, coloured = play({ "--seed", "3", "--color", "always" }, { "q" })
    assert.is_truthy(coloured:find("\27[", 1, true))
    local _, ascii = play({ "--seed", "3", "--ascii" }, { "q" })
    assert.is_nil(ascii:find("[\128-\255]"))
  end)
end)

-- Calls a function with the path of a file that does not exist yet, in a folder of its own.
local function with_new_file(use)
  return files.with_folder({}, function(folder) return use(folder .. "/my game.carc") end)
end

local QUESTION = "Save the game first? (y/n, 0: continue the game)"

describe("A player who quits", function()
  it("is asked whether to save the game, and in which file", function()
    with_new_file(function(path)
      local status, output = play({ "--seed", "3" }, { "1", "q", "perhaps", "y", path })
      assert.equal(0, status)
      assert.equal(2, count(output, QUESTION:gsub("%p", "%%%0")))
      assert.is_truthy(output:find("Answer y or n, or 0.", 1, true))
      assert.matches("File for the game%? %(Enter: carcassonne%-%d+%-%d+%-%d+%.carc, 0: none%)", output)
      assert.is_truthy(output:find("Saved in " .. path, 1, true))
      assert.equal(1, assert(carcassonne.load(cli.read(path))):decisions())
    end)
  end)

  it("may leave the game unsaved, or go on playing", function()
    local status, output = play({ "--seed", "3" }, { "1", "q", "0", "1", "q", "n", "1" })
    assert.equal(0, status)
    assert.equal(2, count(output, "Save the game first"))
    assert.is_truthy(output:find("Player 1 puts a follower", 1, true))
    assert.is_nil(output:find("Player 2 puts", 1, true))
  end)

  it("continues if no file is named, or it cannot be written", function()
    local _, output = play({ "--seed", "3" },
      { "1", "q", "y", "0", "q", "y", "/no/such/folder/x", "1", "q", "n" })
    assert.is_truthy(output:find("Not saved: /no/such/folder/x", 1, true))
    assert.equal(3, count(output, "Save the game first"))
    assert.is_truthy(output:find("Player 1 puts a follower", 1, true))
  end)

  it("is not asked before the first decision, right after saving, or in an unchanged loaded game", function()
    with_new_file(function(path)
      assert.is_nil(select(2, play({ "--seed", "3" }, { "q" })):find("Save the", 1, true))
      assert.is_nil(select(2, play({ "--seed", "3" }, { "1", "s " .. path, "q" })):find("Save the", 1, true))
      assert.is_nil(select(2, play({ "--load", path }, { "q" })):find("Save the", 1, true))
      assert.is_nil(select(2, play({ "--load", path }, { "1", "u", "q" })):find("Save the", 1, true))
      assert.is_truthy(select(2, play({ "--load", path }, { "u", "q" })):find("Save the", 1, true))
    end)
  end)

  it("saves in the file that the game has, without being asked about it", function()
    with_new_file(function(path)
      play({ "--seed", "3" }, { "1", "s " .. path, "q" })
      local _, output = play({ "--load", path }, { "1", "q", "y", "", "n" })
      assert.is_truthy(output:find("(Enter: " .. path .. ", 0: none)", 1, true))
      assert.equal(2, assert(carcassonne.load(cli.read(path))):decisions())
      play({ "--load", path }, { "1", "1", "s", "q" })
      assert.is_true(assert(carcassonne.load(cli.read(path))):decisions() > 2)
    end)
  end)

  it("is asked before another file is written over", function()
    files.with("my diary", function(path)
      local _, output = play({ "--seed", "3" }, { "1", "s " .. path, "n", "q", "y", path, "no", "q" })
      assert.equal(2, count(output, "exists already%. Overwrite it%? %(y/n%)"))
      assert.equal("my diary", cli.read(path))
      -- the input ends
      assert.equal("my diary", (play({ "--seed", "3" }, { "1", "s " .. path }) and cli.read(path)))
      play({ "--seed", "3" }, { "1", "s " .. path, "y", "q" })
      assert.equal(1, assert(carcassonne.load(cli.read(path))):decisions())
    end)
  end)

  it("is not asked if the input is over", function()
    local status, output, errors = play({ "--seed", "3" }, { "1" })
    assert.same({ 0, "" }, { status, errors })
    assert.is_nil(output:find("Save the", 1, true))
    assert.equal(0, (play({ "--seed", "3" }, { "1", "q" })))
  end)
end)

describe("At the end of a game", function()
  local PROMPT = "Next (s, p, a, n, u, b or q)?"

  -- Returns the output after a game of two bots, with these answers at its end.
  local function ended(answers, words)
    local all = { "--sets", "base", "--bot", "1,2", compat.table.unpack(words or { "--seed", "5" }) }
    local status, output, errors = play(all, answers)
    assert.same({ 0, "" }, { status, errors })
    return output:match "The game is over: .*$"
  end

  it("a list of the possible answers is shown, until the player quits", function()
    local output = ended { "x", "", "h", "q", "n" }
    for _, line in ipairs { "s FILE    save the game", "p FILE    write the game",
      "a N       analyse the game", "n         new game",
      "u         undo", "b         show the board", "q         quit" } do
      assert.is_truthy(output:find("  " .. line, 1, true), line)
    end
    assert.equal(4, count(output, PROMPT:gsub("%p", "%%%0")))
    assert.is_truthy(
      output:find("'x' is not one of the choices: answer with one of these letters, or h for help.", 1, true))
    assert.matches("Save the game first%? %(y/n, 0: go back%) n\n$", output)
  end)

  it("an unsaved game is not lost by q or n without a question", function()
    with_new_file(function(path)
      local output = ended { "q", "0", "n", "y", path, "q", "n" }
      assert.equal(3, count(output, "Save the game first%?"))
      assert.is_true(assert(carcassonne.load(cli.read(path))):is_terminal())
      assert.equal(1, count(output, "A new game, seed %d+%.\n"))
      assert.equal(0, count(ended({ "s " .. path, "y", "q" }):match "Saved in.*", "Save the game first"))
    end)
  end)

  it("the page does not replace the saved game without a question", function()
    with_new_file(function(path)
      local output = ended { "s " .. path, "p " .. path, "n", "q" }
      assert.is_truthy(output:find(path .. " exists already. Overwrite it? (y/n) n\nNothing was written.",
        1, true), output)
      assert.is_true(assert(carcassonne.load(cli.read(path))):is_terminal())
    end)
  end)

  it("the end of the input quits", function()
    assert.matches("%?%s+$", ended {})
  end)

  it("the game may be saved, the page of its replay written, and both shown #full", function()
    with_new_file(function(path)
      local page = path:gsub("carc$", "html")
      local output = ended { "s " .. path, "p", "", "q" }
      assert.is_truthy(output:find("(Enter: " .. page .. ", 0: none)", 1, true))
      assert.is_true(assert(carcassonne.load(cli.read(path))):is_terminal())
      local _, same = cli.run { "html", path }
      assert.equal(same, cli.read(page))
      assert.is_truthy(ended({ "s", path, "n", "p", page, "n" }):find("Overwrite it.*Overwrite it"))
      for _, command in ipairs { "show", "replay", "html", "analyse", "svg" } do
        assert.equal(0, (cli.run { command, path }))
      end
    end)
  end)

  it("the game may be analysed, in whole or only the worst decisions #full", function()
    with_new_file(function(path)
      local output = ended({ "s " .. path, "a", "a 2", "a x", "q" }, { "--seed", "5", "--names", "Anna,Bo" })
      local _, same = cli.run { "analyse", path }
      local function of(text) return text:match "decisions%.\n(.-)Player 1 gave" end
      local whole =
        output:match "Evaluation by greedy of this game: %d+ decisions%.\n(.-)Anna %(bot%) gave away"
      assert.equal(select(2, of(same):gsub("\n", "")), select(2, whole:gsub("\n", "")))
      assert.is_true(#whole > 5000)
      local two = output:match ".*this game: %d+ decisions%.\n(.-)Anna %(bot%) gave away"
      assert.equal(5, select(2, two:gsub("\n", "")))
      assert.is_truthy(output:find("'x' is not a number of decisions; "
        .. "expected the letter a alone, or with a number: a 5", 1,
        true))
    end)
  end)

  it("another game may begin with the same settings and other draws", function()
    local output = ended { "n", "n", "b", "q", "n" }
    local seed = output:match "A new game, seed (%d+)%."
    assert.is_truthy(seed)
    assert.not_equal("5", seed)
    assert.equal(3, count(output, "The game is over: ")) -- the answer b shows the second game again
    local again = ended({ "q" }, { "--seed", seed })
    assert.is_truthy(output:find(again:match "The game is over: [^\n]+", 1, true))
  end)

  it("a loaded game that is over is continued when the last decision is taken back #full", function()
    with_new_file(function(path)
      local state = carcassonne.game({ sets = { "base" } }):new_initial_state(5)
      state:random_playout(5)
      files.rewrite(path, state:serialize())
      local status, output = play({ "--load", path }, { "u", "1", "1", "1", "q" })
      assert.equal(0, status)
      assert.matches("The game is over.*Undone%..*1 to %d+.-%? 1\n.*The game is over", output)
    end)
    assert.is_truthy(ended({ "u", "q" }):find("There is no decision to undo.", 1, true))
  end)
end)

-- Plays a game with an expansion by the bot greedy until a decision of the wanted sort, and
-- continues it at the terminal.
local function play_from(variant, wanted, answers, words)
  local state = carcassonne.game({ variants = { variant } }):new_initial_state(1)
  local bot = require("carcassonne.bots").named("greedy", 1)
  while not wanted(state) do state:apply_index(require("carcassonne.bots").decide(bot, state)) end
  local path = cli.file(state:serialize())
  local status, output = play(compat.table.move(words or {}, 1, #(words or {}), 3, { "--load", path }),
    answers)
  os.remove(path)
  assert.equal(0, status)
  return output, state
end

describe("A long list of choices", function()
  -- Whether a tile has a portal: the follower may go to any incomplete feature without pieces.
  local function is_portal(state) return state:decision() == "deploy" and state:num_actions() > 50 end

  local function on_tiles(state)
    local at, tiles = {}, 0
    for _, action in ipairs(state:legal_actions()) do
      local key = action.x and action.x .. "," .. action.y
      if key and not at[key] then at[key], tiles = 0, tiles + 1 end
      if key then at[key] = at[key] + 1 end
    end
    return tiles, at
  end

  it("of a portal asks for the tile, whose number is on the board, then for the segment", function()
    local output, state = play_from("princess-and-dragon", is_portal, { "1", "1", "q" })
    local tiles, at = on_tiles(state)
    assert.is_truthy(output:find(("Which tile, 1 to %d?"):format(tiles + 1), 1, true), output)
    assert.is_truthy(output:find(("  %d  none of these\n"):format(tiles + 1), 1, true), output)
    for n = 1, tiles do assert.is_truthy(output:find(("[%d]"):format(n), 1, true), n) end
    local first = choices.by_tile(choices.list(state))[1]
    assert.is_truthy(output:find(("Which choice, 1 to %d (0: another tile)?"):format(
      at[first.x .. "," .. first.y]),
      1, true), output)
    assert.is_truthy(output:find(("%d,%d)\n"):format(first.x, first.y), 1, true), output)
    assert.matches("Player %d puts an? %a+ ", output)
  end)

  it("goes back from the second step to the first by 0", function()
    local output = play_from("princess-and-dragon", is_portal, { "1", "0", "q" })
    assert.equal(2, count(output, "Which tile, 1 to %d+%?"))
  end)

  it("has hints that name both steps", function()
    local output = play_from("princess-and-dragon", is_portal, { "hint", "q" })
    assert.matches("\n  %d+, then %d +[+-]%d+%.%d  %a+ ", output)
  end)

  it("with a single choice is not asked: it is printed, and undone with the decision before", function()
    local function is_forced(state) return state:phase() == "dragon" and state:num_actions() == 1 end
    local output = play_from("princess-and-dragon", is_forced, { "q" })
    assert.is_nil(output:find("1 to 1?", 1, true))
    assert.matches("Player %d has only one choice: dragon: at %-?%d+,%-?%d+%.\n", output)
    local back = play_from("princess-and-dragon", is_forced, { "u", "u", "q" })
    assert.equal(2, count(back, "Undone%."), back)
  end)

  it("is not asked either if a tile fits one cell in one way", function()
    local _, output = play({ "--variant", "river", "--seed", "1" }, always("1", 4))
    assert.is_nil(output:find("1 to 1?", 1, true))
  end)
end)

describe("A saved game", function()
  local function saved(words, answers, use)
    return with_new_file(function(path)
      answers[#answers + 1] = "s " .. path
      play(words, answers)
      return use(path, cli.read(path))
    end)
  end

  -- Calls a function with a saved game with these notes.
  local function noted(all, use)
    return with_new_file(function(path)
      files.rewrite(path, notes.add(carcassonne.game({ players = 3 }):new_initial_state(3):serialize(), all))
      return use(path)
    end)
  end

  it("has the bots, their options and their seed, and the names of the players", function()
    saved({ "--seed", "3", "--players", "3", "--bot", "3", "--bot", "2=greedy:follower=4", "--names",
      "Anna,Bo" }, { "1", "1" },
      function(path, text)
        assert.same({ ["player.2.bot"] = "greedy:follower=4", ["player.3.bot"] = "greedy",
          ["bots.seed"] = "3", ["player.1.name"] = "Anna",
          ["player.2.name"] = "Bo" }, notes.of(text))
        local _, output = play({ "--load", path }, { "b" })
        assert.is_truthy(output:find("Player 2 is the bot greedy:follower=4, as in the saved game.", 1, true))
        assert.is_truthy(output:find("Player 3 is the bot greedy, as in the saved game.", 1, true))
        assert.matches("\nAnna +%d", output)
        assert.matches("\nBo %(bot%) +%d", output)
        assert.matches("\nplayer 3 %(bot%) +%d", output)
      end)
  end)

  it("continues as it would have without a break #full", function()
    local words = { "--seed", "3", "--sets", "base", "--bot", "2" }
    local whole = select(2, play(words, always "1"))
    saved(words, always("1", 20), function(path)
      local rest = select(2, play({ "--load", path }, always "1"))
      assert.equal(whole:match "The game is over: [^\n]+", rest:match "The game is over: [^\n]+")
    end)
  end)

  it("keeps its bots when it is saved again, and is read by every command #full", function()
    saved({ "--seed", "3", "--bot", "2", "--names", "O'Neil" }, { "1" }, function(path)
      play({ "--load", path }, { "1", "s", "q" })
      assert.equal("O'Neil", notes.of(cli.read(path))["player.1.name"])
      assert.equal("greedy", notes.of(cli.read(path))["player.2.bot"])
      for _, command in ipairs { "show", "replay", "html", "analyse", "svg" } do
        assert.equal(0, (cli.run { command, path }))
      end
    end)
  end)

  it("has other bots, or people, if --bot says so", function()
    saved({ "--seed", "3", "--players", "3", "--bot", "2,3" }, { "1" }, function(path)
      local _, output = play({ "--load", path, "--bot", "1=random", "--bot", "2=person", "--names", "A" },
        { "1", "s" })
      assert.is_nil(output:find("Player 2 is the bot", 1, true))
      assert.same({ ["player.1.bot"] = "random", ["player.3.bot"] = "greedy", ["bots.seed"] = "3",
        ["player.1.name"] = "A" },
        notes.of(cli.read(path)))
    end)
  end)

  it("never runs a file that it names as a bot: the file has to be named again", function()
    files.with_folder({ ["my bot.lua"] = "io.stderr:write 'it ran' return { choose = function() return 1 "
        .. "end }" }, function(folder)
      local bot = folder .. "/my bot.lua"
      saved({ "--seed", "3", "--bot", "2=" .. bot }, { "1" }, function(path, text)
        assert.equal(bot, notes.of(text)["player.2.bot"])
        local status, output, errors = play({ "--load", path }, { "q" })
        assert.same({ 0, "" }, { status, errors })
        local said =
          "Such a bot is run only if the command line names it, so this player is a person now. "
          .. "To use the bot: --bot '2=%s'."
        assert.is_truthy(output:find(said:format(bot), 1, true), output)
        assert.is_nil(output:find("(bot)", 1, true))
        local _, again, ran = play({ "--load", path, "--bot", "2=" .. bot }, { "q" })
        assert.is_truthy(again:find("player 2 (bot)", 1, true))
        assert.matches("it ran", ran)
      end)
    end)
  end)

  it("may have notes of anybody, which move no cursor and fail nowhere", function()
    noted({ ["player.1.name"] = "\27[2J", ["player.2.name"] = ("x"):rep(1000),
      ["player.2.bot"] = "greedy:follower=x",
      ["player.3.bot"] = "\27[2J\n", ["bots.seed"] = "-1", ["player.99.bot"] = "greedy", other = "x" },
        function(path)
      local status, output, errors = play({ "--load", path }, { "1", "q", "n" })
      assert.same({ 0, "" }, { status, errors })
      assert.is_nil(output:find("\27", 1, true))
      assert.is_truthy(
        output:find("Player 2 was an unknown bot: greedy:follower=x. This player is a person now.",
          1, true))
      assert.is_truthy(output:find("Player 3 was an unknown bot: \\27[2J\\n. This player is a person now.",
        1, true))
      assert.is_truthy(output:find("player 1", 1, true))
    end)
  end)

  it("takes no more names than players, and none that the screen cannot show", function()
    local function refused(names, text)
      local status, _, errors = play({ "--names", names }, {})
      assert.equal(2, status)
      assert.is_truthy(errors:find(text, 1, true), errors)
    end
    refused("A,B,C", "--names: got 3 names; expected at most 2, one for each player")
    refused("A\27[2J", "--names: 'A\\27[2J' is not a valid name")
    refused(("x"):rep(31), "is not a valid name")
  end)
end)

describe("A player who learns", function()
  local function lines_with(output, pattern)
    local list = {}
    for line in output:gmatch "[^\n]+" do list[#list + 1] = line:match(pattern) end
    return list
  end

  it("is named the three best moves before each decision by --hint: what to type, what they are worth, and "
      .. "why", function()
    local status, output = play({ "--seed", "3", "--hint" }, { "1", "1", "q" })
    assert.equal(0, status)
    assert.equal(3, count(output, "Greedy advises %(expected final lead in points%):"))
    local ratings = lines_with(output:match "Greedy advises.-Which", "^  %d.- +([+-]%d+%.%d)  the tile at")
    assert.equal(3, #ratings)
    assert.is_true(tonumber(ratings[1]) >= tonumber(ratings[2])
      and tonumber(ratings[2]) >= tonumber(ratings[3]))
    assert.matches("\n +then follower as a ", output)
    assert.matches("[+-]%d%.%d from unfinished %a+", output)
    local best, why = output:match "\n  %d    ([+-]%d+%.%d)  follower as a knight[^\n]*\n +([^\n]*)\n"
    local sum = 0
    for part in why:gmatch "[+-]?%d+%.%d" do sum = sum + tonumber(part) end
    assert.near(tonumber(best), sum, 1e-9)
  end)

  it("and types what the hint says does the best, says --teach, and lost nothing", function()
    local _, first = play({ "--seed", "3", "--hint" }, { "q" })
    local _, output = play({ "--seed", "3", "--teach" }, { first:match "\n  (%d) +%+", "q" })
    assert.matches("\n  The best move%.\n", output)
    assert.matches("Player 1 gave away 0%.0 points in 1 decision, 0%.0 per decision; "
      .. "1 of these decisions was the best%.", output)
  end)

  it("shows what a move cost, and what was better", function()
    local _, output = play({ "--seed", "3", "--hint", "--teach" }, { "1", "1", "1", "q" })
    local cost, better = output:match "That cost (%d+%.%d) points; better: ([^\n]+)%.\n"
    local ratings = lines_with(output, "^  %d    ([+-]%d+%.%d)  ")
    assert.near(tonumber(ratings[1]) - tonumber(ratings[3]), tonumber(cost), 0.11)
    assert.is_truthy(output:find("  " .. better, 1, true))
    assert.matches("Player 1 gave away " .. cost .. " points in 2 decisions", output)
    assert.is_truthy(output:find("cost " .. cost .. " points; better: " .. better, 1, true))
  end)

  it("may take back a move, which then does not count", function()
    local _, output = play({ "--seed", "3", "--teach" }, { "1", "1", "1", "u", "u", "q" })
    assert.matches("That cost", output)
    assert.is_nil(output:find("gave away", 1, true))
  end)

  it("shows the present move where one was undone and another took its place", function()
    local function last_hint(answers)
      return select(2, play({ "--seed", "3" }, answers)):match ".*(Greedy advises.*)$"
    end
    local other = last_hint { "2", "1", "hint", "q" }
    assert.equal(other, last_hint { "1", "hint", "u", "2", "1", "hint", "q" })
    assert.not_equal(other, last_hint { "1", "hint", "q" })
  end)

  it("may ask for a hint at any time, of another bot", function()
    local _, output = play({ "--seed", "3", "--hint", "mcts:iterations=40" }, { "hint", "q" })
    assert.equal(2, count(output, "Mcts:iterations=40 advises"))
    local _, plain = play({ "--seed", "3" }, { "hint", "q" })
    assert.equal(1, count(plain, "Greedy advises"))
  end)

  it("is explained for every kind of decision, with scripts, alone, and in teams #full", function()
    for players, variant in ipairs { "abbey-and-mayor", "princess-and-dragon", "examples/hand-of-three.lua",
        "tower" } do
      local status, output, errors = play({ "--seed", "5", "--players", tostring(players), "--variant",
        variant, "--hint", "--teach" },
        always("1", 40))
      assert.same({ 0, "" }, { status, errors })
      assert.matches("gave away", output)
      assert.equal(players == 1, output:find("expected final points", 1, true) ~= nil)
    end
  end)

  it("cannot learn from a bot that is unknown, or has no rating", function()
    local function refused(words, text)
      local status, _, errors = play(words, {})
      assert.equal(2, status)
      assert.is_truthy(errors:find(text, 1, true), errors)
    end
    refused({ "--hint", "greddy" }, "--hint: unknown bot 'greddy'")
    refused({ "--teach", "random" }, "--teach: the bot 'random' cannot rate actions; greedy and mcts can")
    refused({ "--hint", "greedy:follower=99" },
      "--hint: bot 'greedy': follower: expected a number from 0 to 50, got 99")
  end)
end)

describe("The choices", function()
  it("offer a symmetrical tile in one rotation only if others would look the same", function()
    local game = carcassonne.game { draws = "manual", sets = { "base" } }
    local state = game:new_initial_state()
    assert(state:apply_action("draw BA-U"))
    for _, cell in ipairs(choices.cells(state)) do assert.equal(1, #cell.actions) end
    local other = game:new_initial_state()
    assert(other:apply_action("draw BA-B"))
    for _, cell in ipairs(choices.cells(other)) do assert.equal(1, #cell.actions) end
  end)

  it("say where on the tile a piece would stand, and what already stands there", function()
    local game = carcassonne.game { draws = "manual" }
    local state = game:new_initial_state()
    assert(state:apply_action("draw TB-M"))
    assert(state:apply_index(1))
    local texts = {}
    for _, choice in ipairs(choices.list(state)) do texts[#texts + 1] = choice.text end
    local all = table.concat(texts, "\n")
    assert.is_truthy(all:find("inside the tile", 1, true), all)
    assert.equal("no piece", texts[#texts])
  end)

  it("say how a bridge would lie, and that every offer of a script is optional", function()
    local game = carcassonne.game { draws = "manual", variants = { "bridges" } }
    local state = game:new_initial_state()
    assert(state:apply_action("draw BA-B"))
    assert(state:apply_index(1))
    local texts = {}
    for _, choice in ipairs(choices.list(state)) do texts[choice.text] = true end
    local x, y = state:last_placed()
    assert.is_true(texts[("bridge: from north to south, at %d,%d"):format(x, y)] or
      texts[("bridge: from west to east, at %d,%d"):format(x, y)])
    assert.is_true(texts["none of these"])
  end)
end)
