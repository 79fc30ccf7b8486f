-- The command `verify` with games of the expansions: it replays those in spec/fixtures without a
-- difference, and reports an error in a log of decisions with its game and its decision.

local action_names = require "spec.support.interop.action_names"
local board = require "spec.support.board"
local compat = require "carcassonne.base.compat"
local logs = require "spec.support.logs"
local princess = require "spec.support.interop.expansions.princess-and-dragon"

local FURTHER = "spec/fixtures/further.jsonl.gz"
local EXPANSIONS, INNS = "spec/fixtures/expansions.jsonl.gz", "spec/fixtures/inns.jsonl.gz"

-- The ids of some games in the fixture.
local ID = {
  king = "king/101/17", abbey = "abbey/102/29", bridge = "bridge/103/14", princess = "princess/104/5",
  tower = "tower/105/14", festival = "festival/106/14", tunnel = "tunnel/107/0", siege = "siege/108/11",
}

local function game(set) return logs.named(EXPANSIONS, ID[set]) end

-- Returns the number of the first decision that passes a test, and the decision.
local function find(one, test)
  for number, decision in ipairs(one.decisions) do
    if test(decision) then return number, decision end
  end
  error "no decision is like that"
end

local function has_after(test)
  return function(decision) return decision.after and test(decision.after) end
end

local function of_kind(kind)
  return function(decision) return decision.kind == kind end
end

-- Changes a game of a set at the first decision that passes the test, and checks that exactly one
-- difference is found, at this decision.
local function expect(set, test, change, words)
  local one = game(set)
  local number, decision = find(one, test)
  change(decision, decision.after)
  local status, text = logs.run_games { one }
  assert.are.equal(1, status)
  local line = text:match "^[^\n]*"
  assert.are.equal(("game %s, decision %d: %s"):format(one.id, number, words), line)
  assert.is_truthy(text:match "\n1 game, %d+ decisions, 1 difference, 0 not supported\n", text)
end

-- Changes a game of a set at its end, and checks that exactly one difference is found, at the end.
local function expect_at_end(set, change, pattern)
  local one = game(set)
  change(one)
  local status, text = logs.run_games { one }
  assert.are.equal(1, status)
  assert.is_truthy(text:match("^game " .. one.id .. ", at the end: " .. pattern), text)
end

describe("Games with expansions that another engine played", function()
  it("agree in every decision and in everything after it #full", function()
    local status, text = logs.run { EXPANSIONS }
    assert.is_truthy(text:match "\n30 games, %d+ decisions, 0 differences, 0 not supported\n$", text)
    assert.are.equal(0, status)
    for _, departure in ipairs { "siege escape_often=turn", "bridges free=empty%-ends",
        "tunnel often=turn" } do
      assert.matches("\n  " .. departure .. " +%d+ games: %l", text)
    end
  end)

  it("agree with each of the further expansions and mixtures of them, including random results #full",
      function()
    local status, text = logs.run { FURTHER }
    assert.is_truthy(text:match "\n27 games, %d+ decisions, 0 differences, 0 not supported\n$", text)
    assert.are.equal(0, status)
    assert.matches("\n  ransom left out +1 game: %l", text) -- a ransom is legal beside a ferry
  end)

  it("agree with inns, cathedrals and large followers, in the log of turns", function()
    local status, text = logs.run { INNS }
    assert.is_truthy(text:match "^3 games, %d+ decisions, 0 differences, 0 not supported\n$", text)
    assert.are.equal(0, status)
  end)
end)

describe("A log of decisions that differs", function()
  it("in the tiles at the start, says so #full", function()
    local one = game "king"
    one.start[1][4] = 2
    local _, text = logs.run_games { one }
    local words = "game king/101/17, at the start: tiles at the start only here: BA-D 0,0 r0\n"
    assert.is_truthy(text:find(words, 1, true), text)
  end)

  it("in an option that should not be there, names it #full", function()
    expect("tower", of_kind "action", function(decision) table.insert(decision.options, "tower @90,90") end,
      "options of action only in the log: tower @90,90")
    expect("king", of_kind "place", function(decision) table.insert(decision.options, "place 90,90 r1") end,
      "options of place only in the log: place 90,90 r1")
  end)

  it("in an option that is missing, names it #full", function()
    for _, set in ipairs { "abbey", "bridge", "princess", "tower", "festival", "tunnel", "siege" } do
      local gone
      local one = game(set)
      local number, decision = find(one, function(decision)
        return decision.kind ~= "place" and #decision.options > 1
      end)
      for i, option in ipairs(decision.options) do
        if option ~= decision.choice then
          gone = table.remove(decision.options, i)
          break
        end
      end
      local _, text = logs.run_games { one }
      local words = ("game %s, decision %d: options of %s only here: %s"):format(one.id, number,
        decision.kind, gone)
      assert.are.equal(words, text:match "^[^\n]*")
    end
  end)

  it("in whether passing is allowed, says so", function()
    expect("king", of_kind "place", function(decision) decision.pass = true end,
      "place: passing is not allowed here")
    expect("king", of_kind "action", function(decision) decision.pass = nil end,
      "action: passing is allowed only here")
  end)

  it("in who decides, or whose turn it is, says so", function()
    expect("king", of_kind "action", function(decision) decision.turn = (decision.player + 1) % 2 end,
      "action: player 1's turn here, player 2's in the log")
    local one = game "princess"
    local number, decision = find(one, of_kind "dragon")
    local player = decision.player
    decision.player, decision.turn = (player + 1) % one.players, decision.turn or player
    local _, text = logs.run_games { one }
    assert.are.equal(
        ("game %s, decision %d: dragon: asked of player %d here, of player %d in the log"):format(
      one.id, number, player + 1, decision.player + 1), text:match "^[^\n]*")
  end)

  it("in a decision that is missing, says what the engine decides there", function()
    local one = game "abbey"
    local number, decision = find(one, function(decision)
      return decision.kind == "abbey" and decision.choice == "pass"
    end)
    table.remove(one.decisions, number)
    one.decisions[number].fairy_points = decision.fairy_points
    local _, text = logs.run_games { one }
    local words = ("game %s, decision %d: decided only here: abbey of player %d: abbey "):format(one.id,
      number,
      decision.player + 1)
    assert.are.equal(words, text:sub(1, #words))
    assert.is_truthy(text:match ", 1 difference,")
  end)

  it("in a decision that the engine does not ask for, says so", function()
    local one = game "siege"
    local number, decision = find(one,
      function(decision) return decision.kind == "action" and decision.after end)
    table.insert(one.decisions, number + 1, { player = decision.player, kind = "escape", pass = true,
      options = { "escape 0 meeple city:N @0,0" }, choice = "pass", after = decision.after })
    decision.after = nil
    local _, text = logs.run_games { one }
    local words =
      ("game %s, decision %d: decided only in the log: escape of player %d: escape 0 meeple city:N @0,0")
    assert.are.equal(words:format(one.id, number + 1, decision.player + 1), text:match "^[^\n]*")
    assert.is_truthy(text:match ", 1 difference,")
  end)

  it("in a choice that is not an option, is not followed any further", function()
    local one = game "king"
    local number = find(one, of_kind "action")
    one.decisions[number].choice = "deploy meeple monastery @90,90"
    local _, text = logs.run_games { one }
    assert.is_truthy(text:match("^game king/101/17, decision " .. number ..
      ": deploy meeple monastery @90,90 is chosen in the log, and cannot be here\n1 game, "), text)
  end)

  local function any() return true end

  it("is reported for every part that lacks a snapshot after it #full", function()
    for _, set in ipairs { "abbey", "bridge", "king", "princess", "tower" } do
      local one = game(set)
      local number, decision = find(one, has_after(any))
      decision.after = nil
      local status, text = logs.run_games { one }
      assert.are.equal(1, status)
      assert.are.equal(
          ("game %s, decision %d: a part of a turn ends here, and the log has no snapshot after it"):format(
        one.id, number), text:match "^[^\n]*")
      assert.is_truthy(text:match "\n1 game, %d+ decisions, 1 difference, 0 not supported\n", text)
    end
    local one, parts = game "abbey", 0
    for _, each in ipairs(one.decisions) do
      if each.after then parts = parts + 1 end
      each.after = nil
    end
    local _, text = logs.run_games({ one }, { show = 1000 })
    assert.are.equal(parts, select(2, text:gsub("has no snapshot after it\n", "")))
    assert.is_truthy(text:find((", %d differences,"):format(parts), 1, true), text)
  end)

  it("is reported by name if a snapshot comes where no part of a turn ends", function()
    local one = game "abbey"
    local number = find(one,
      function(decision) return decision.kind == "abbey" and decision.choice == "pass" end)
    local before = one.decisions[number - 1].after
    before.scored = {}
    one.decisions[number].after = before
    local _, text = logs.run_games { one }
    assert.is_truthy(
      text:find(("decision %d: the log has a snapshot here, where no part of a turn ends\n"):format(number),
      1, true), text)
  end)

  it("is reported if it lacks the goods of Traders & Builders", function()
    expect("king", has_after(any), function(_, after) after.goods = nil end,
      "goods: the log has none, where traders play")
  end)

  it("in the player of the turn when abbeys are placed at the end, says so", function()
    expect("abbey", of_kind "abbey-end", function(decision) decision.turn = (decision.player + 1) % 5 end,
      "abbey-end: player 2's turn here, player 3's in the log")
  end)

  it("in points, goods or pieces in hand, names the player", function()
    local one = game "king"
    local number = find(one, has_after(any))
    local after = one.decisions[number].after
    after.scores[1], after.goods[2][3], after.supply.pig[1] = 9, 4, 5
    local _, text = logs.run_games { one }
    local where = ("game king/101/17, decision %d: "):format(number)
    assert.is_truthy(text:find(where .. "goods of player 2: here 0 0 0, in the log 0 0 4\n", 1, true), text)
    assert.is_truthy(text:find(where .. "'pig' in hand, by player: here 1", 1, true), text)
    assert.is_truthy(text:find(where .. "scores: here 0", 1, true), text)
  end)

  it("in what stands on the board, says so", function()
    expect("king", has_after(any),
      function(_, after) after.pieces[#after.pieces + 1] = "0 pig field: @9,9" end,
      "pieces only in the log: 0 pig field: @9,9")
  end)

  it("in the holder of king or robber, says so", function()
    expect("king", has_after(function(after) return after.tokens.king == 2 end),
      function(_, after) after.tokens.king = nil end, "king: here 2, in the log none")
    expect("king", has_after(function(after) return not after.tokens.robber end),
      function(_, after) after.tokens.robber = 1 end, "robber: here none, in the log 1")
  end)

  it("in abbeys, bridges, tower pieces or tunnel tokens left, names the player #full", function()
    expect("abbey", has_after(any), function(_, after) after.tokens.abbey[1] = 0 end,
      "tokens left, 'abbey': here 1 1 1 1 1, in the log 0 1 1 1 1")
    expect("bridge", has_after(any), function(_, after) after.tokens.bridge[1] = 9 end,
      "tokens left, 'bridge': here 3 3, in the log 9 3")
    expect("tower", has_after(any), function(_, after) after.tokens.tower[2] = 0 end,
      "tokens left, 'tower': here 10 10, in the log 10 0")
    expect("tunnel", has_after(any), function(_, after) after.tokens.tunnel[2] = { 0, 0, 0 } end,
      "tunnel tokens of player 2: here 2 2 2, in the log 0 0 0")
  end)

  it("in towers or prisoners, says which", function()
    expect("tower", has_after(any), function(_, after) after.towers["5,-5"] = 3 end,
      "towers only in the log: 5,-5: 3")
    expect("tower", has_after(any), function(_, after) after.prisoners[1] = { "1 meeple" } end,
      "prisoners of player 1 only in the log: 1 meeple")
  end)

  it("in bridges or tunnels, says which", function()
    expect("bridge", has_after(any), function(_, after) after.bridges = { "N.S @7,7" } end,
      "bridges only in the log: N.S @7,7")
    expect("tunnel", has_after(any), function(_, after) after.tunnels = { ["A.0"] = { "road:N @7,7" } } end,
      "tunnels only in the log: A.0 road:N @7,7")
  end)

  it("in the place of the dragon or the fairy, says so #full", function()
    expect("princess", has_after(function(after) return not after.dragon end),
      function(_, after) after.dragon = { 3, -4 } end, "dragon: here none, in the log 3,-4")
    expect("princess", has_after(function(after) return not after.fairy end),
      function(_, after) after.fairy = "@3,-4" end, "fairy: here none, in the log @3,-4")
  end)

  it("in the follower beside which the fairy stands, of several in one place, says so", function()
    for _, piece in ipairs { "ringmaster", "phantom" } do
      local t = board.set("start=BA-U here",
        { variants = { "princess-and-dragon", "phantom", "under-the-big-top" },
        standing = { "1 phantom start road:E.W", "1 ringmaster start road:E.W" } })
      t:play { ("1: BA-U here, fairy 1 %s road:E.W @start"):format(piece) }
      local seen = {}
      princess.compare({ running_values = function(_, what, ours) seen[what] = ours end }, t.state, {},
        action_names)
      assert.are.equal(("0 %s road:E.W @0,0"):format(piece), seen.fairy)
    end
  end)

  it("in the player with the points for the fairy at the start of a turn, says so #full", function()
    local one = game "princess"
    local number, decision = find(one, function(decision) return decision.fairy_points end)
    decision.fairy_points = nil
    local _, text = logs.run_games { one }
    local found, words = text:match "^game princess/104/5, decision (%d+): ([^\n]*)"
    assert.is_true(compat.math.tointeger(found) >= number)
    local ours = { 0, 0, 0 }
    ours[decision.player + 1] = 1
    assert.are.equal(("points for the fairy as the turn began: here %s, in the log 0 0 0"):format(
      table.concat(ours, " ")), words)
    decision.fairy_points = 1
    local other = one.decisions[number + 1]
    while other.player == decision.player or other.fairy_points do
      number = number + 1
      other = one.decisions[number + 1]
    end
    if other then
      decision.fairy_points, other.fairy_points = nil, 1
      text = select(2, logs.run_games { one })
      assert.matches("points for the fairy as the turn began: here ", text)
    end
  end)

  it("in what was scored, says so", function()
    expect("king", has_after(function(after) return #after.scored > 0 end),
      function(_, after) after.scored[#after.scored + 1] = { "city.empty", 1, 0 } end,
      "scored only in the log: city.empty 1 0")
  end)

  it("in the player of the next turn, or in a second part of the turn, says so", function()
    expect("king", has_after(function(after) return after.next == 1 end),
      function(_, after) after.next = 0 end,
      "whose turn follows: here 1, in the log 0")
    expect("king", has_after(any), function(_, after) after.double = true end,
      "a second part follows: here false, in the log true")
  end)

  it("in the final scoring, says which kind #full", function()
    expect_at_end("king", function(one) one.final_scoring.king = nil end, "final scoring, king: here ")
    expect_at_end("princess", function(one)
      one.final_scoring.fairy = {}
      for player = 1, one.players do one.final_scoring.fairy[player] = 3 end
    end, "final scoring, fairy: here ")
    expect_at_end("abbey", function(one) one.final[1] = -1 end, "final scores: here ")
  end)

  it("in the order of its parts, reports the parts in their order", function()
    local one = game "king"
    local early = find(one, has_after(any))
    one.decisions[early].after.scored = { { "road", 0, 99 } }
    local late = find(one, function(decision)
      return decision.after and decision ~= one.decisions[early]
    end)
    one.decisions[late].after.pieces = {}
    local _, text = logs.run_games { one }
    local pattern = ("^game king/101/17, decision %d: scored [^\n]*\ngame king/101/17, decision "):format(
      early)
    assert.is_truthy(text:match(pattern), text)
  end)
end)

describe("A tile that its player refuses, since it fits only with a bridge", function()
  local function refused() return logs.game("spec/fixtures/refused.jsonl", 1) end

  it("is drawn once, and named again among the tiles set aside", function()
    local status, text = logs.run_games { refused() }
    assert.is_truthy(text:match "\n1 game, %d+ decisions, 0 differences, 0 not supported\n$", text)
    assert.are.equal(0, status)
  end)

  it("differs if the log does not set it aside, or if nobody refused it", function()
    local one = refused()
    one.decisions[#one.decisions].discarded = nil
    local words = ("game %s, decision %d: "):format(one.id, #one.decisions)
    local _, text = logs.run_games { one }
    assert.are.equal(words .. "set aside only here: BA-X", text:match "^[^\n]*")
    one = refused()
    table.remove(one.decisions, #one.decisions - 1)
    words = ("game %s, decision %d: "):format(one.id, #one.decisions)
    _, text = logs.run_games { one }
    words = words .. "BA-X is set aside in the log, where player 4 may still place it: "
    assert.is_truthy(text:find(words, 1, true), text)
  end)
end)

-- A log of two players that ends early and lists only the chosen options: each other option of the
-- engine is reported as a difference, and the replay continues.
describe("A log of decisions is followed", function()
  local function followed(sets, decisions)
    for _, one in ipairs(decisions) do one.options = { one.choice ~= "pass" and one.choice or nil } end
    local _, text = logs.run_games { { id = "made", sets = sets, players = 2, start = { { "BA-D", 0, 0, 0 } },
      rules = { ["bazaar-no-auction"] = true }, decisions = decisions, cut = true } }
    assert.is_truthy(text:find(("1 game, %d decisions"):format(#decisions), 1, true), text)
    assert.is_nil(text:find "cannot", text)
  end

  it("if a tile that waits from a bazaar fits nowhere, and is set aside without a draw", function()
    followed({ "base", "castles" }, {
      { player = 0, kind = "place", tile = "BA-E", choice = "place 0,-1 r2" },
      { player = 0, kind = "action", choice = "pass", pass = true },
      { player = 1, kind = "place", tile = "BB-G", choice = "place 0,1 r0" },
      { player = 1, kind = "action", choice = "pass", pass = true, chance = { "bazaar BB-A BB-A" } },
      { player = 0, turn = 1, kind = "bazaar", choice = "select 0 BB-A" },
      { player = 0, kind = "place", tile = "BA-B", discarded = { "BB-A" }, choice = "place 0,2 r0" },
    })
  end)

  it("if a tile under a hill might be an abbey, which is never in the bag", function()
    followed({ "base", "abbey", "hills" }, {
      { player = 0, kind = "place", tile = "AM-A", choice = "place 0,-1 r0" },
      { player = 0, kind = "action", choice = "pass", pass = true },
      { player = 1, kind = "place", tile = "HS-C", choice = "place 0,1 r2" },
      { player = 1, kind = "action", choice = "pass", pass = true },
    })
  end)
end)

describe("A log of decisions", function()
  it("may be cut off, if it says so", function()
    local one = game "king"
    for _ = 1, 20 do table.remove(one.decisions) end
    assert.are.equal(1, (logs.run_games { one }))
    one.cut, one.final, one.final_scoring = true, nil, nil
    local status, text = logs.run_games { one }
    assert.are.equal(0, status)
    assert.is_truthy(text:match "^1 game, ")
  end)

  it("is not supported with an unknown rule value", function()
    local one = game "king"
    one.rules["king-and-robber-scoring"] = "20/50"
    local status, text = logs.run_games { one }
    assert.are.equal(2, status)
    assert.is_truthy(text:find("1 not supported (not there: king-and-robber-scoring 20/50 in 1)", 1, true),
      text)
  end)

  it("is played by the rule value that it names, if the engine has an option for it", function()
    local one = game "king"
    one.rules["king-and-robber-scoring"] = "continuously"
    local status, text = logs.run_games { one }
    assert.are.equal(1, status)
    assert.is_truthy(text:find("scores: here", 1, true), text)
  end)

  it("that lacks something is reported #full", function()
    local function refuse(change, words)
      local one = game "tower"
      change(one.decisions[find(one, has_after(function() return true end))], one)
      local path = logs.write(require "dkjson".encode(one) .. "\n")
      local status, text = logs.program(path)
      os.remove(path)
      assert.are.equal(2, status)
      assert.is_truthy(text:find(words, 1, true), text)
    end
    refuse(function(_, one) one.decisions = nil end, "'turns' is missing: a list of turns")
    refuse(function(_, one) one.start = nil end, "'start' is missing: a list of tile, x, y, rotation")
    refuse(function(_, one) one.final = nil end, "'final' is missing: the points of each player")
    refuse(function(decision) decision.options = "none" end, "'options' was expected to be a list of options")
    refuse(function(decision) decision.after.double = nil end, "after: 'double' is missing: true or false")
    refuse(function(decision) decision.after.prisoners = nil end,
      "after: 'prisoners' is missing: prisoners by captor")
    refuse(function(decision) decision.after.tokens = nil end,
      "after: 'tower' is missing: how many each player has left")
  end)
end)
