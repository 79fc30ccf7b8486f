-- The command `analyse`: a bot's evaluation of each decision of a saved game; and the page of a
-- game with this evaluation.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local html = require "carcassonne.svg.html"
local json = require "dkjson"
local opinion = require "carcassonne.svg.evaluations"
local review = require "carcassonne.bots.review"

-- Returns a game that bots play, up to a number of decisions.
local function played(names, options, most)
  local state, playing = carcassonne.game(options or { players = #names }):new_initial_state(7), {}
  for player, name in ipairs(names) do playing[player] = bots.named(name, player) end
  while not state:is_terminal() and state:decisions() < (most or 1000) do
    state:apply_index(bots.decide(playing[state:current_player()], state))
  end
  return state
end

local state = played { "random", "greedy" }
local path = cli.file(state:serialize())
local found = review.of(state)

local function analyse(words, input)
  return cli.run({ "analyse", compat.table.unpack(words) }, input)
end

local function rows_of(output)
  local rows = {}
  for line in output:gmatch "[^\n]+" do
    local number, player, cost, chosen =
      line:match "^ *(%d+)  turn %d+ +player (%d)  +(%S[%l ]*%d*%.?%d*)  (.*)$"
    if number then rows[#rows + 1] = { tonumber(number), tonumber(player), cost, chosen } end
  end
  return rows
end

describe("carcassonne analyse", function()
  teardown(function() os.remove(path) end)

  it("shows for each decision who took it, what was done, what it cost and what was better, and a sum for "
      .. "each player", function()
    local status, output, errors = analyse { path }
    assert.same({ 0, "" }, { status, errors })
    local rows = rows_of(output)
    assert.equal(#found.entries, #rows)
    for i, entry in ipairs(found.entries) do
      local cost = entry.cost < 0.05 and "best" or ("%.1f"):format(entry.cost)
      assert.same({ entry.decision, entry.player, cost, entry.chosen }, rows[i])
    end
    assert.is_truthy(output:find("better  " .. found.by_player[1].worst[1].best, 1, true))
    local sum = found.by_player[1]
    assert.is_truthy(output:find(("Player 1 gave away %.1f points in %d decisions"):format(sum.cost,
      sum.decisions), 1, true))
    assert.matches("Player 2 gave away 0%.0 points in ", output) -- the moves are greedy's own
  end)

  it("gives the same output again, also from standard input", function()
    local _, output = analyse { path }
    assert.equal(output, select(2, analyse { path }))
    local _, again = analyse({ "-" }, state:serialize())
    assert.equal(output:gsub("^[^\n]*", ""), (again:gsub("^[^\n]*", "")))
    assert.equal(select(2, analyse { path, "--bot", "mcts:iterations=4", "--player", "2", "--worst", "3" }),
      select(2, analyse { path, "--bot", "mcts:iterations=4", "--player", "2", "--worst", "3" }))
  end)

  it("names only the worst decisions, of one player only", function()
    local _, output = analyse { path, "--worst", "4", "--player", "1" }
    local rows = rows_of(output)
    assert.equal(4, #rows)
    for i, row in ipairs(rows) do
      assert.same({ found.by_player[1].worst[i].decision, 1 }, { row[1], row[2] })
    end
    assert.is_nil(output:find("Player 2 gave away", 1, true))
  end)

  it("has output for programs, as JSON and as a table with commas", function()
    local _, text = analyse { path, "--json" }
    local read = json.decode(text)
    assert.same({ "greedy", 0, 2, true, #found.entries },
      { read.bot, read.seed, read.players, read.over, #read.decisions })
    assert.near(found.by_player[1].cost, read.by_player[1].cost, 0.001)
    local worst = found.by_player[1].worst[1]
    for _, one in ipairs(read.decisions) do
      if one.decision == worst.decision then
        assert.same({ worst.chosen, worst.best, worst.kind }, { one.chosen, one.best, one.kind })
        assert.near(one.best_rating - one.rating, one.cost, 0.002)
      end
    end
    local _, csv = analyse { path, "--csv", "--worst", "1" }
    local heading, row = csv:match "^([^\n]+)\n([^\n]+)\n$"
    assert.equal("decision,turn,player,kind,choices,cost,looked,rating,best_rating,chosen,best", heading)
    assert.matches("^" .. worst.decision .. ",%d+,1,", row)
  end)

  it("takes a game that goes on still, one in which nobody had a choice, one of scripts, and one played "
      .. "alone", function()
    local options = { players = 3, variants = { "examples/hand-of-three.lua" } }
    local half = cli.file(played({ "random", "random", "random" }, options, 30):serialize())
    local status, output = analyse { half, "--variant", "examples/hand-of-three.lua" }
    assert.equal(0, status)
    assert.matches("30 decisions%. The game is not over yet%.", output)
    os.remove(half)
    local none = cli.file(carcassonne.game():new_initial_state(1):serialize())
    status, output = analyse { none }
    assert.equal(0, status)
    assert.matches("0 decisions%. The game is not over yet%.\nNo player has had a choice so far%.", output)
    assert.matches("Player 1 had no choices%.", output)
    status, output = analyse { none, "--json" }
    assert.equal(0, status)
    assert.matches('"decisions":%[%]', output)
    os.remove(none)
    local alone = cli.file(played({ "random" }, { players = 1 }):serialize())
    assert.equal(0, (analyse { alone }))
    os.remove(alone)
  end)

  it("writes the page of the game with the evaluation, which carcassonne html --opinion writes, too #full",
      function()
    local target = os.tmpname()
    local status, output = analyse { path, "--html", target, "--player", "1", "--worst", "1" }
    assert.same({ 0, 1 }, { status, #rows_of(output) })
    local _, page = cli.run { "html", path, "--opinion" }
    assert.equal(page, cli.read(target))
    assert.equal(html.of(state,
      { observer = "spectator", title = path, opinions = { opinion.of(found, state, "spectator") } }), page)
    os.remove(target)
  end)

  local WRONG = {
    ["a file that is not there"] = { { "/no/such.carc" }, "cannot read /no/such.carc: No such file" },
    ["what is not a saved game"] = { { "Makefile" }, "Makefile: " },
    ["a bot that is not there"] = { { path, "--bot", "greddy" },
      "--bot: unknown bot 'greddy' (did you mean greedy?)" },
    ["a bot without an opinion"] = { { path, "--bot", "random" },
      "--bot: the bot 'random' cannot rate actions; greedy and mcts can" },
    ["a bot of one's own without one"] = { { path, "--bot", "examples/bots/thrifty.lua" },
      "--bot: the bot 'examples/bots/thrifty.lua' cannot rate actions; greedy and mcts can" },
    ["a player who is not there"] = { { path, "--player", "3" },
      "--player: there is no player 3; expected 1 to 2" },
    ["two forms at once"] = { { path, "--json", "--csv" },
      "option '--csv' can not be used together with option '--json'" },
    ["a page that cannot be written"] = { { path, "--html", "/dev/full" },
      "cannot write /dev/full: No space left on device" },
  }
  for what, case in pairs(WRONG) do
    it("refuses " .. what .. " #full", function()
      local status, output, errors = analyse(case[1])
      assert.same({ 2, "" }, { status, output })
      assert.is_truthy(errors:find(case[2], 1, true), errors)
    end)
  end

  it("refuses a game of scripts that have changed", function()
    local script = cli.file "return { name = 'tolls', rules = { goods_bonus = 7 } }"
    local save = cli.file(carcassonne.game({ variants = { script } }):new_initial_state(1):serialize())
    assert(require("carcassonne.program.file_io").write(script, "return { name = 'tolls' }"))
    local status, _, errors = analyse { save, "--variant", script }
    assert.equal(2, status)
    assert.matches("tolls", errors)
    os.remove(script)
    os.remove(save)
  end)
end)

describe("The evaluation on the page", function()
  it("is one curve for two sides, and one for each of more; partners are one side", function()
    local two = opinion.of(found, state)
    assert.same({ 1, { 1, 2 }, "Expected lead: player 1 above, player 2 below" },
      { #two.lines, two.sides, two.caption })
    local three = played({ "random", "random", "random" }, nil, 20)
    local of_three = opinion.of(review.of(three), three)
    assert.equal(3, #of_three.lines)
    assert.is_nil(of_three.sides)
    local pairs_ = played({ "random", "random", "random", "random" },
      { players = 4, variants = { { name = "pairs", teams = { { 1, 3 }, { 2, 4 } } } } }, 20)
    assert.same({ 1, 2 }, opinion.of(review.of(pairs_), pairs_).sides)
  end)

  it("has at each step the cost of the move that led to it, and the best next action", function()
    local notes, worst = opinion.of(found, state).notes, found.by_player[1].worst[1]
    assert.equal(state:decisions() + 1, #notes)
    local note = notes[worst.decision + 1]
    assert.same({ 1, worst.best, ("Player 1 gave away %.1f points"):format(worst.cost) },
      { note.player, note.better, note.says })
    assert.is_truthy(notes[worst.decision].next:find(worst.best, 1, true))
  end)

  it("does not show an observer what others might do with hidden tiles", function()
    local game = played({ "random", "random" }, { players = 2, variants = { "examples/hand-of-three.lua" } },
      20)
    local all = review.of(game)
    local function reported(observer)
      local by_player = { 0, 0 }
      for _, note in ipairs(opinion.of(all, game, observer).notes) do
        if note.next then by_player[tonumber(note.next:match "^Player (%d)")] = 1 end
      end
      return by_player
    end
    assert.same({ { 1, 1 }, { 0, 0 }, { 0, 1 } }, { reported(nil), reported "spectator", reported(2) })
  end)
end)
