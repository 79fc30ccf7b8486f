-- The test kit: the contents of its page, the tests of the examples, the report of a failing test,
-- and `carcassonne test`.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local expectations = require "carcassonne.testkit.expectations"
local laid = require "carcassonne.testkit.position"
local manual = require "spec.support.manual"
local report = require "carcassonne.testkit.report"
local test = require "carcassonne.testkit"

local page = manual.read "lua/doc/TESTING.md"

local function passes(case)
  local failure = test.run(case)
  if failure then error(table.concat(report.lines(failure), "\n"), 0) end
end

-- busted runs the tests of the examples as its own; see lua/doc/TESTING.md.
for _, path in ipairs(annotations.files "examples") do
  if path:match "_spec%.lua$" then
    describe(path .. ":", function()
      local cases = test.read(path)
      it("has tests", function() assert.is_true(#cases > 0) end)
      for _, case in ipairs(cases) do
        it(case.name, function() passes(case) end)
      end
    end)
  end
end

describe("The page on tests", function()
  it("and the annotations have exactly the words that a test may have", function()
    local said, reported = manual.items(manual.section(page, "Expectations")), {}
    for _, item in ipairs(annotations.read("lua/carcassonne/testkit/expectations.lua").items) do
      for _, field in ipairs(item.name == "Expectations" and item.fields or {}) do
        reported[field.name] = true
      end
    end
    for word in pairs(expectations.shape) do
      assert.is_true(said[word], word)
      assert.is_true(reported[word], word)
    end
    for word in pairs(said) do assert.is_truthy(expectations.shape[word], word) end
    for word in pairs(reported) do assert.is_truthy(expectations.shape[word], word) end
  end)

  it("has each key for the contents of the board", function()
    local said = manual.items(manual.section(page, "The position"))
    for key in pairs(laid.shape) do assert.is_true(said[key], key) end
    for key in pairs(said) do assert.is_truthy(laid.shape[key], key) end
  end)
end)

-- Returns the report of a failing test, as lines.
local function report_of(given)
  local failure = test.run { name = "it", file = "none", line = 1, given = given }
  return failure and table.concat(report.lines(failure), "\n")
end

describe("A test that fails reports", function()
  local WELL = { "examples/well.lua" }
  local PILE = { "examples/well.lua", { name = "pile", reserves = { "spare" } } }

  -- Keys of `expect` with a wrong value, and the message about each.
  for word, row in pairs {
    points = { { 1, 0 }, "points: expected { 1, 0 }, got { 0, 0 }" },
    scored = { { road = { 2, 0 } }, "scored: expected { road = { 2, 0 } }, got { road = { 0, 0 } }" },
    pieces = { {}, 'pieces: expected {}, got { "1 follower here road:E.W" }' },
    in_hand = { { { follower = 7 } }, "in_hand: expected { { follower = 7 } }, got { { follower = 6 } }" },
    goods = { { { wine = 1 } }, "goods: expected { { wine = 1 } }, got { { wine = 0 } }" },
    turn = { 1, "turn: expected 1, got 2" },
    part = { 2, "part: expected 2, got 1" },
    turn_number = { 1, "turn_number: expected 1, got 2" },
    round = { 2, "round: expected 2, got 1" },
    next_player = { 2, "next_player: expected 2, got 1" },
    player = { 1, 'player: expected 1, got "chance"' },
    decision = { "place", 'decision: expected "place", got "draw"' },
    phase = { "grant", 'phase: expected "grant", got "none"' },
    hand = { "BA-U", 'hand: expected "BA-U", got "none"' },
    deployments = { { "follower road:S" }, 'deployments: expected { "follower road:S" }, got {}' },
    options = { { "throw" }, 'options: expected { "throw" }, got {}' },
    legal = { { "draw BA-A", "pass" }, "legal: pass should be legal; legal actions: draw BA-A; " },
    not_legal = { { "draw BA-A", "pass" }, "not_legal: draw BA-A should not be legal" },
    reserves = { { spare = { "BA-U" } }, 'reserves: expected { spare = { "BA-U" } }, got { spare = {} }' },
    variables = { { coins = { 3, 4 } },
      "variables: expected { coins = { 3, 4 } }, got { coins = { 3, 3 } }" },
    features = { { ["start road:E.W"] = { tiles = 3 } },
      'features: expected { ["start road:E.W"] = { tiles = 3 } }, got { ["start road:E.W"] = { tiles '
        .. '= 2 } }' },
    check = { function(state) if not state:is_terminal() then error("it goes on", 0) end end,
      "check: it goes on" },
  } do
    it("which " .. word .. " were expected, and which were there", function()
      local text = report_of { variants = PILE, board = "start=BA-D here",
        play = { "1: BA-U here, follower road:E.W" },
        expect = { [word] = row[1] } }
      assert.is_truthy(text and text:find(row[2], 1, true), text)
    end)
  end

  it("where the tile in hand may go", function()
    local text = report_of { board = "start=BA-A r3 here", hand = "BA-A",
      expect = { places = { "here r0" } } }
    assert.matches('places: expected { "here r0" }, got { "-1,0 r0", "-1,0 r1", "-1,0 r2", ', text, 1, true)
  end)

  it("the last played line, and the expected values after it, with the board and the points", function()
    local text = report_of { board = "start=BA-D here",
      play = { "1: BA-U here", { points = { 1, 0 } }, "2: BA-U 2,0" } }
    assert.matches('after "1: BA-U here"\n  points: expected { 1, 0 }, got { 0, 0 }\n', text, 1, true)
    assert.matches("\n +0  ━━━━━━━ ━━━━━━━  0\n", text)
    assert.matches("\n    player 1  +0 ", text)
    assert.matches("\n    Player 2 draws a tile%.", text)
  end)

  it("the line of the file", function()
    files.with('local test = require "carcassonne.testkit"\n\ntest "a" {\n  play = {\n    "1: BA-U 1,0",\n  '
      .. '  "1: BA-U 2,0",\n  },\n}',
      function(path)
        local failure = test.run(test.read(path)[1])
        assert.equal(path .. ":6: a", report.lines(failure)[1])
        assert.equal('  at "1: BA-U 2,0"', report.lines(failure)[2])
      end)
  end)

  it("the line of the script that fails, and no line of this kit", function()
    local rule = 'return { name = "toll", on_tile_placed = function(state)\n  state:take_toll(1)\nend }\n'
    files.with(rule, function(path)
      local given = { variants = { path }, board = "start=BA-D here", play = { "1: BA-D here" } }
      local case = { name = "it", file = path, line = 1, given = given }
      assert.equal(("  variant 'toll', on_tile_placed: %s:2: State has no 'take_toll'"):format(path),
        report.lines(test.run(case))[3])
    end)
  end)

  it("the line of the file to a caller that asks where the error comes from, as busted does", function()
    local code = [[
      local test = require "carcassonne.testkit"
      it = function(name, run)
        local function place() return debug.getinfo(3, "Sl").currentline .. " " .. debug.getinfo(3, "S").short_src end
        print(name, place(), select(2, xpcall(run, place)))
      end
      test "bad" {
        play = { "1: BA-U 1,0",
          "1: BA-U 2,0" } }]]
    local declared, failed = files.run(code):match "^bad\t6 (%S+)\t8 (%S+)\n$"
    assert.equal(declared, failed)
    assert.is_nil(declared:find "testkit")
  end)

  it("the line of the file in which the test itself is wrong", function()
    for code, problem in pairs { ['test(5)'] = "test: expected string, got number 5",
      ['test "a" "b"'] = 'test "a": expected table, got string "b"' } do
      files.with('local test = require "carcassonne.testkit"\n' .. code .. "\n", function(path)
        assert.equal(("%s:2: %s"):format(path, problem), select(2, pcall(test.read, path)))
      end)
    end
  end)

  it("the line of a value without effect in the tables of a test", function()
    local code = 'local test = require "carcassonne.testkit"\n\ntest "a" {\n  expect = {\n    not_legal = { '
      .. '"bananas" },\n  },\n}'
    files.with(code,
      function(path) assert.equal(path .. ":5: a", report.lines(test.run(test.read(path)[1]))[1]) end)
  end)

  for _, row in ipairs {
    { { bord = "BA-D" }, "test: bord: unknown key (did you mean board?)" },
    { { expect = { point = { 1 } } }, "expect: point: unknown key (did you mean points?)" },
    { { play = { { point = { 1 } } } }, "play[1]: point: unknown key (did you mean points?)" },
    { { play = { 7 } }, "play[1]: expected string or table, got number 7" },
    { { expect = { turn = "one" } }, 'expect: turn: expected integer, got string "one"' },
    { { draws = "seeded" }, "test: draws: unknown key" },
    { { board = "" }, "board: expected at least one tile" },
    { { board = "start=BA-D start" }, "board, row 1: 'start' uses the name start of another cell" },
    { { board = "BA-D\nBA-U/4" }, "board, row 2: 'BA-U/4' is not a cell; expected a tile, as in BA-D, "
      .. "BA-D r3" },
    { { board = "BA-D . BA-D" }, "board: the tile BA-D at 2,0 is not connected with the first tile" },
    { { board = "BA-D BA-Z" }, "board: unknown tile 'BA-Z' (did you mean" },
    { { board = "BA-D\nBA-E" },
      "board: BA-D r0 at 0,0 does not fit beside BA-E r0 at 0,1: the south side of the first is field, "
        .. "the touching side of the second is city" },
    { { board = "BA-D", bag = "BA-Z" }, "bag: unknown tile 'BA-Z'" },
    { { board = "BA-D", hand = "BA-Z" }, "expected a tile" },
    { { board = "west=BA-D", pieces = { "1 follower wst city:N" } },
      "pieces[1]: unknown cell 'wst' (did you mean west?)" },
    { { board = "west=BA-D", pieces = { "1 follower west city:S" } },
      "pieces[1]: unknown segment of BA-D r0 'city:S' (did you mean city:N?); expected road:E.W, city:N" },
    { { board = "west=BA-D", pieces = { "follower west" } },
      "pieces[1]: invalid piece 'follower west'; expected a text such as '1 fol" },
    { { board = "BA-D", variables = { coin = 1 }, variants = WELL },
      "variables: unknown variable 'coin' (did you mean coins?)" },
    { { board = "BA-D", variables = { coins = 1 }, variants = WELL },
      "variables.coins: expected table, got number 1" },
    { { variants = { "no-rule.lua" } }, "variant 'no-rule.lua': this is not a shipped variant" },
    { { play = { "2: BA-U 1,0" } }, "player 1 decides, not player 2" },
    { { board = "start=BA-D here", play = { "1: BA-U her" } }, "unknown cell 'her' (did you mean here?)" },
    { { play = { "1: BA-U 1,0, knight road:E.W" } }, "'knight' is not an action" },
    { { play = { "1: BA-D aside" } }, "expected a tile that fits nowhere, but BA-D can be placed" },
    { { expect = { not_legal = { "folower road:E.W" } } },
      "not_legal: 'folower road:E.W': 'folower' is not an action (did you mean follower?)" },
    { { expect = { legal = { "folower road:E.W" } } },
      "legal: 'folower road:E.W': 'folower' is not an action (did you mean follower?)" },
    { { expect = { not_legal = { "bananas" } } },
      "'bananas' is not an action; expected a tile, a piece (follower, builder, pig), or a word like "
        .. "draw, place, deploy, pass" },
    { { expect = { not_legal = { "pass", "thro" } }, variants = WELL },
      "not_legal: 'thro': 'thro' is not an action (did you mean throw?)" },
    { { expect = { not_legal = { "BA-Z 1,0" } } }, "not_legal: 'BA-Z 1,0': unknown tile 'BA-Z'" },
    { { expect = { not_legal = { "BA-U/4 1,0" } } },
      "'BA-U/4' is not a tile; expected a tile like BA-U, with a rotation as in BA-U here r3" },
    { { expect = { not_legal = { "BA-U/1 1,0" } } },
      "'BA-U/1': write the rotation as in BA-U here r1" },
    { { play = { "1: BA-U/1 1,0" } }, "'BA-U/1': write the rotation as in BA-U here r1" },
    { { board = "west=BA-U/1" }, "board, row 1: 'west=BA-U/1': write the rotation as in BA-U r1" },
    { { board = "r1=BA-D" }, "board, row 1: 'r1=BA-D' has an invalid name, because r1 is a rotation" },
    { { board = "BA-D\nr1 BA-U" }, "board, row 2: 'r1' is a rotation and must follow a tile, as in BA-D r1" },
    { { expect = { not_legal = { "BA-U her" } }, board = "BA-D here" },
      "unknown cell 'her' (did you mean here?)" },
    { { expect = { not_legal = { "follower city:S" } } },
      "not_legal: 'follower city:S': 'city:S' is not a segment of the tile just placed" },
    { { expect = { not_legal = { "deploy follower city:N @3,0" } } },
      "'city:N' is not a segment of the tile there" },
    { { expect = { not_legal = { "grant 3" } }, variants = WELL },
      "not_legal: 'grant 3': '3' is unknown; expected a piece" },
    { { expect = { legal = { 7 } } }, "legal: expected string, got number 7" },
    { { expect = { variables = { coins = 3 } }, variants = WELL },
      "variables: coins: expected a table with one value per player" },
    { { expect = { features = { ["0,0 road:E.W"] = { colour = 1 } } } },
      "\n  features: Feature has no 'colour'" },
    { { expect = { features = { ["1,0 road:E.W"] = { tiles = 1 } } } },
      "features: no feature is at '1,0 road:E.W'" },
  } do
    it("what is wrong with it: " .. row[2], function()
      local text = report_of(row[1])
      assert.is_truthy(text and text:find(row[2], 1, true), text)
    end)
  end
end)

describe("A test", function()
  it("finds scripts beside its file, chooses their options, and plays shipped ones", function()
    local case = { name = "it", file = "examples/any_spec.lua", line = 1,
      given = { variants = { { "well.lua", wish = 9 }, "tower", { name = "own" } }, expect = {} } }
    passes(case)
    assert.same({ "examples/well.lua" }, test.scripts(case))
    case.given.variants[2] = "wayside/tolls"
    assert.same({ "examples/well.lua", "wayside/tolls" }, test.scripts(case))
  end)

  it("omits modules of scripts, and of Traders & Builders", function()
    local case = { name = "it", file = "", line = 1,
      given = { without = { "goods", "pig" }, variants = { { "siege", without = "escape" } },
      board = "start=BA-D here", play = { "1: BA-U here ..." },
        expect = { in_hand = { { follower = 7, builder = 1 } } } } }
    passes(case)
    case.given.expect = { in_hand = { { pig = 1 } } }
    assert.matches("in_hand: expected { { pig = 1 } }, got { { pig = 0 } }",
      table.concat(test.run(case).problems), 1, true)
  end)

  it("begins with values of variables: of the game, players, tiles, features and segments", function()
    local variables = { a = 3, b = { 1, 2 }, c = { west = 4, ["0,0"] = 5 }, d = { ["west road:E.W"] = 6 },
      e = { ["0,0 city:N"] = 7 } }
    local rule = { name = "memory",
      variables = { { name = "a" }, { name = "b", scope = "player" }, { name = "c", scope = "cell" },
      { name = "d", scope = "feature" }, { name = "e", scope = "segment" } } }
    passes { name = "it", file = "", line = 1,
      given = { variants = { rule }, board = "west=BA-U *BA-D", variables = variables,
      expect = { variables = variables } } }
  end)

  it("becomes a test of busted if there is an `it`, and runs at once otherwise", function()
    local code = [[
      local test = require "carcassonne.testkit"
      %s
      test "good" { expect = { turn = 1 } }
      test "bad" { expect = { turn = 2 } }]]
    local output, status = files.run(code:format 'it = function(name, run) print(name, (pcall(run))) end')
    assert.equal("good\ttrue\nbad\tfalse\n", output)
    assert.equal(0, status)
    output, status = files.run(code:format "")
    assert.matches(":4: bad\n  turn: expected 2, got 1\n", output)
    assert.not_equal(0, status)
  end)
end)

describe("A deployment in short", function()
  local SECOND = { name = "second", phases = { { name = "second", timing = "before_scoring", may_pass = true,
    when = { { "pieces", player = "turn_player", at = "last_placed" } },
      offer = { "segments", at = "last_placed", can_deploy = "follower", deploy = true } } } }
  local FAR = { name = "far", phases = { { name = "far", timing = "deployment",
    offer = { "segments", complete = false, can_deploy = "followers", deploy = true } } } }

  local function holds_for(given)
    given.variants = given.variants or { SECOND }
    passes { name = "it", file = "", line = 1, given = given }
  end

  it("is one on the tile just placed, also if a script's question offers it", function()
    holds_for { board = "start=BA-D here", play = {
      "1: BA-U here, follower road:E.W",
      { decision = "choice", deployments = { "follower field:ER.SL.SR.WL", "follower field:NL.NR.EL.WR" },
        legal = { "follower field:NL.NR.EL.WR", "deploy follower field:NL.NR.EL.WR @here",
          "deploy follower field:NL.NR.EL.WR", "pass" },
        not_legal = { "follower road:E.W", "follower city:N @start" } },
      "1: follower field:NL.NR.EL.WR",
    }, expect = { pieces = { "1 follower here road:E.W", "1 follower here field:NL.NR.EL.WR" } } }
  end)

  it("may stand after the first one in a line", function()
    holds_for { board = "start=BA-D here",
      play = { "1: BA-U here, follower road:E.W, follower field:NL.NR.EL.WR" },
      expect = { turn = 2, in_hand = { { follower = 5 } } } }
  end)

  it("may name the cell if the rules offer it, too", function()
    holds_for { board = "start=BA-D here",
      play = { "1: BA-U here ...", { legal = { "follower road:E.W @here" } },
      "1: follower road:E.W @here, pass" }, expect = { turn = 2, pieces = { "1 follower here road:E.W" } } }
  end)

  it("on another tile is written with the tile's cell, in `deployments` as in a line", function()
    holds_for { variants = { FAR }, board = "start=BA-D here", play = { "1: BA-U here ...",
      { legal = { "follower city:N @start" }, not_legal = { "builder city:N @start" } } },
      expect = { check = function(state) assert(state:decision() == "deploy") end } }
    local text = report_of { variants = { FAR }, board = "start=BA-D here", play = { "1: BA-U here ..." },
      expect = { deployments = {} } }
    assert.matches('"follower city:N @start"', text, 1, true)
    assert.matches('"follower road:E.W"', text, 1, true)
  end)
end)

describe("A test of reserves", function()
  local HAND = { "examples/hand-of-three.lua" }
  local DEALT = { hand = { { "BA-B", "BA-U", "BA-V" }, { "BA-D", "BA-E", "BA-A" } } }

  local function hands(more)
    local given = { variants = HAND, board = "start=BA-D here", reserves = DEALT }
    for key, value in pairs(more) do given[key] = value end
    return given
  end

  it("returns the contents: the ids of each player, in any order, or their number", function()
    passes { name = "it", file = "", line = 1, given = hands { play = {
      { reserves = { hand = { { "BA-V", "BA-U", "BA-B" }, 3 } } },
      "1: BA-U here",
      { player = "chance", reserves = { hand = { { "BA-B", "BA-V" } } } },
      "draw BA-N",
    }, expect = { turn = 2, reserves = { hand = { { "BA-B", "BA-N", "BA-V" } } } } } }
  end)

  it("shows tiles of a reserve by their ids only", function()
    local market = { name = "market", reserves = { { name = "stall", play_from = "any" } } }
    passes { name = "it", file = "", line = 1,
      given = { variants = { market }, reserves = { stall = { "BA-B", "BA-U" } },
      expect = { reserves = { stall = { "BA-U", "BA-B" } } } } }
    assert.matches('reserves: expected { stall = { "BA-U" } }, got { stall = { "BA-B", "BA-U" } }',
      report_of { variants = { market }, reserves = { stall = { "BA-B", "BA-U" } },
        expect = { reserves = { stall = { "BA-U" } } } }, 1, true)
  end)

  for _, row in ipairs {
    { { hand = { { "BA-B" } } },
      'expected { hand = { { "BA-B" } } }, got { hand = { { "BA-B", "BA-U", "BA-V" } } }' },
    { { hand = { 2 } }, "expected { hand = { 2 } }, got { hand = { 3 } }" },
    { { han = {} }, "reserves: unknown reserve 'han' (did you mean hand?); expected hand" },
    { { hand = { { "BA-Z" } } }, "reserves.hand[1]: unknown tile 'BA-Z'" },
    { { hand = { "BA-B" } }, "reserves.hand[1]: expected list or integer, got string" },
    { { hand = 3 }, "reserves.hand: expected list, got number 3" },
    { { hand = { {}, {}, {} } }, "reserves.hand: expected values for 2 players, got 3" },
  } do
    it("says what is wrong: " .. row[2], function()
      local text = report_of(hands { expect = { reserves = row[1] } })
      assert.is_truthy(text and text:find(row[2], 1, true), text)
    end)
  end

  it("has tiles dealt by lines of their own, which name the tile's player, or nobody", function()
    passes { name = "it", file = "", line = 1, given = { variants = HAND, board = "start=BA-D here", play = {
      "draw BA-B", "1: draw BA-U", "draw BA-V", "2: draw BA-D", "draw BA-E", "draw BA-A",
      "1: BA-U here", "1: draw BA-N", "2: BA-D 2,0",
    }, expect = { reserves = { hand = { { "BA-B", "BA-V", "BA-N" }, { "BA-E", "BA-A" } } } } } }
  end)

  for _, row in ipairs {
    { { "1: BA-U here" },
      "chance decides, not player 1: a tile is dealt to player 1's hand; name the tile, as in" },
    { { "BA-U here" },
      "no tile can be placed now: a tile is dealt to player 1's hand; name the tile, as in \"draw BA-U\"" },
    { { "draw BA-B", "draw BA-U", "draw BA-V", "1: draw BA-D" },
      "a tile is dealt to player 2's hand, not to the reserve of player 1" },
    { { "BA-U aside" },
      "no tile can be placed now: a tile is dealt to player 1's hand; name the tile, as in \"draw BA-U\"" },
  } do
    it("refuses '" .. row[1][#row[1]] .. "': " .. row[2], function()
      local text = report_of { variants = HAND, board = "start=BA-D here", play = row[1] }
      assert.is_truthy(text and text:find(row[2], 1, true), text)
    end)
  end

  it("says that chance decides while a reserve is refilled, and what chance deals", function()
    local text = report_of(hands { play = { "1: BA-U here", "2: BA-A 2,0" } })
    assert.matches("chance decides, not player 2: a tile is dealt to player 1's hand; name the tile, as in "
      .. "\"draw BA%-A\"", text)
    assert.matches("\n    A tile is dealt to player 1's hand%. Tiles still to be drawn: %d+%.", text)
  end)

  it("finds no placement legal while a tile is dealt", function()
    passes { name = "it", file = "", line = 1, given = { variants = HAND, board = "start=BA-D here",
      expect = { not_legal = { "BA-U here" }, legal = { "draw BA-U" }, places = {} } } }
  end)
end)

describe("The text below a failed test", function()
  it("ends a question as its script does, and begins it with a capital", function()
    for _, question in ipairs { "{player}, {turn_player} offers wine for your grain.",
        "{player}, do you trade?", "{player}, trade!" } do
      local rule = { name = "trade", phases = { { name = "trade", timing = "turn_start", question = question,
        ask = function(state)
          state:offer {}
          return 2, true
        end, on_chosen = function() end } } }
      local text = report_of { variants = { rule }, expect = { turn = 2 } }
      local said = question:gsub("{player}", "Player 2"):gsub("{turn_player}", "player 1")
      assert.matches("    " .. said .. " Tiles still to be drawn: ", text, 1, true)
    end
  end)
end)

describe("carcassonne test", function()
  local GOOD = 'local test = require "carcassonne.testkit"\ntest "one" { expect = { turn = 1 } }\n'
  local BAD = GOOD .. 'test "two" { expect = { turn = 2 } }\n'

  it("counts what passed and failed, and shows what failed", function()
    files.with(GOOD, function(good)
      local status, output = cli.run { "test", good }
      assert.equal(0, status)
      assert.equal("ok      one\n1 passed, 0 failed\n", output)
      files.with(BAD, function(bad)
        status, output = cli.run { "test", good, bad }
        assert.equal(1, status)
        assert.matches(("ok      one\nok      one\nFAILED  %s:3: two\n  turn: expected 2, got 1\n"):format(
          bad), output, 1, true)
        assert.matches("\n2 passed, 1 failed\n$", output)
      end)
    end)
  end)

  it("runs the tests that match a filter", function()
    files.with(BAD, function(path)
      local status, output = cli.run { "test", path, "--filter", "one" }
      assert.equal(0, status)
      assert.equal("ok      one\n1 passed, 0 failed, 1 skipped\n", output)
      local missed, _, errors = cli.run { "test", path, "--filter", "three" }
      assert.equal(2, missed)
      assert.matches("^carcassonne: %-%-filter: no test has 'three' in its name\n$", errors)
    end)
  end)

  it("names a file that is missing, is not Lua, has no test or fails at loading, and gives status 2",
      function()
    for code, problem in pairs { ["local"] = ":1: ", ["return"] = "no tests",
        ['error "mine"'] = "mine" } do
      files.with(code, function(path)
        local status, output = cli.run { "test", path }
        assert.equal(2, status)
        assert.matches("^unusable  [^\n]*" .. problem, output)
        assert.matches("\n0 passed, 0 failed, 1 unusable\n$", output)
      end)
    end
    assert.equal(2, (cli.run { "test", "no-such_spec.lua" }))
  end)

  it("runs again when a file has changed, with --watch", function()
    files.with(BAD, function(path)
      local output = cli.watched({ "test", path }, ("sed -i 's/turn = 2/turn = 1/' %s"):format(path))
      assert.matches("1 passed, 1 failed\nwatching " .. path
        .. "; Ctrl%-C quits\n.*2 passed, 0 failed\nwatching ", output)
    end)
  end)
end)
