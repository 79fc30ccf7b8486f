-- The command `verify`: it replays the games in spec/fixtures without a difference, and reports an
-- error in a log with its game and its turn.

local compat = require "carcassonne.base.compat"
local json = require "dkjson"
local log = require "spec.support.interop.log"
local logs = require "spec.support.logs"
local mutations = require "spec.support.mutations"
local replay = require "spec.support.interop.replay"
local scaled = require "spec.support.scale"

local BASE, TRADERS = "spec/fixtures/base.jsonl.gz", "spec/fixtures/traders.jsonl.gz"

local write, read, run, program, game = logs.write, logs.read, logs.run, logs.program, logs.game
local run_games = logs.run_games

-- Changes one game at a turn, and checks that exactly one difference is found, at this turn.
local function expect(number, change, words)
  local one = game(TRADERS, 1)
  change(number and one.turns[number] or one, one)
  local status, text = run_games { one }
  assert.are.equal(1, status)
  local where = ("game %s, %s: "):format(one.id, number and "turn " .. number or "at the end")
  assert.are.equal(where .. words, text:match "^[^\n]*")
  return text
end

-- Returns the number of the first turn that passes a test.
local function find_turn(one, test)
  for number, turn in ipairs(one.turns) do
    if test(turn, number) then return number end
  end
  error "no turn is like that"
end

describe("Games that another engine played", function()
  it("are legal, scored and ended in the same way, all those of the base game", function()
    local status, text = run { BASE }
    assert.are.equal("14 games, 1614 decisions, 0 differences, 0 not supported\n", text)
    assert.are.equal(0, status)
  end)

  it("are legal, scored and ended in the same way, all those with Traders & Builders", function()
    local status, text = run { TRADERS }
    assert.is_truthy(text:match "^47 games, %d+ decisions, 0 differences, 0 not supported\n$")
    assert.are.equal(0, status)
  end)

  it("differ under another edition, where a builder's turn continues only if the player says so or pigs stay",
      function()
    local status = run_games({ game(TRADERS, 1) }, { edition = "c2" })
    assert.are.equal(0, status) -- the log says whether the turn continues
    local text
    status, text = run_games({ game(TRADERS, 1) }, { edition = "2003" })
    assert.are.equal(1, status)
    assert.is_truthy(text:match "game 101/0, ")
  end)
end)

describe("A log that differs", function()
  it("in a placement that should not be legal, names it", function()
    expect(12, function(turn) table.insert(turn.legal, { 40, 40, 2 }) end,
      "placements of BA-U only in the log: 40,40 r2")
  end)

  it("in a placement that is missing, names it", function()
    local number, gone = 12, nil
    local text = select(2, run_games { (function()
      local one = game(TRADERS, 1)
      local turn = one.turns[number]
      for i, cell in ipairs(turn.legal) do
        if table.concat(cell, ",") ~= table.concat(turn.place, ",") then
          gone = table.remove(turn.legal, i)
          return one
        end
      end
    end)() })
    assert.are.equal(("game 101/0, turn 12: placements of BA-U only here: %d,%d r%d"):format(
      compat.table.unpack(gone)), text:match "^[^\n]*")
  end)

  it("in a deployment that should not be legal, names it", function()
    expect(1, function(turn) table.insert(turn.pieces, "pig@field:ER.SL") end,
      "deployments only in the log: pig@field:ER.SL")
  end)

  it("in deployments that are missing, names them", function()
    expect(1, function(turn) turn.pieces = { "meeple@city:N", "meeple@road:E.S" } end,
      "deployments only here: meeple@field:EL.SR.WL.WR, meeple@field:ER.SL")
  end)

  it("is reported if it names a placement twice", function()
    local text = expect(1, function(turn) table.insert(turn.legal, turn.legal[1]) end,
      "placements of BA-J only in the log: -1,0 r0")
    assert.is_truthy(text:match "1 difference,")
  end)

  it("in points, names the player", function()
    expect(3, function(turn) turn.scores[1] = 5 end, "scores: here 4 0 0 0 0 0, in the log 5 0 0 0 0 0")
  end)

  it("in the points before the final scoring, names the player", function()
    local last = #game(TRADERS, 1).turns
    expect(last, function(turn) turn.scores[2] = 77 end, "scores: here 4 0 5 0 0 0, in the log 4 77 5 0 0 0")
  end)

  it("in points with a constant error, is reported once", function()
    local one = game(TRADERS, 1)
    for number = 3, 20 do one.turns[number].scores[1] = one.turns[number].scores[1] + 1 end
    local text = select(2, run_games { one })
    assert.is_truthy(text:match "^game 101/0, turn 3: scores: [^\n]*\n1 game, 174 decisions, 1 difference, ")
  end)

  it("in goods, names the goods", function()
    expect(5, function(turn) turn.goods[2][3] = 1 end, "goods of player 2: here 0 0 0, in the log 0 0 1")
  end)

  it("is reported for every turn that lacks the goods of Traders & Builders", function()
    expect(5, function(turn) turn.goods = nil end, "goods: the log has none, where traders play")
    local one = game(TRADERS, 1)
    for _, turn in ipairs(one.turns) do turn.goods = nil end
    local status, text = run_games { one }
    assert.are.equal(1, status)
    assert.is_truthy(text:find((", %d differences, "):format(#one.turns), 1, true), text)
  end)

  it("in pieces, names the player", function()
    expect(5, function(turn) turn.supply[6] = { 7, 0, 0, 1 } end,
      "pieces in hand of player 6: here 7 0 1 1, in the log 7 0 0 1")
  end)

  it("in the final scoring, names the kind", function()
    expect(nil, function(one) one.final_scoring.road[3] = 3 end,
      "final scoring, road: here 0 4 2 0 0 6, in the log 0 4 3 0 0 6")
    expect(nil, function(one) one.final_scoring.king = { 5, 0, 0, 0, 0, 0 } end,
      "final scoring, king: here 0 0 0 0 0 0, in the log 5 0 0 0 0 0")
    expect(nil, function(one) one.final_scoring.city = nil end,
      "final scoring, city: here 0 9 0 11 12 4, in the log 0 0 0 0 0 0")
  end)

  it("in the result, names the player", function()
    local text = expect(nil, function(one) one.final[6] = 11 end,
      "final scores: here 7 19 10 19 32 10, in the log 7 19 10 19 32 11")
    assert.is_truthy(text:match "\n1 game, %d+ decisions, 1 difference, 0 not supported\n$")
  end)

  it("in the player to move, is not followed any further", function()
    local text = expect(12, function(turn) turn.player = 3 end, "player 6 moves here, player 4 in the log")
    assert.is_truthy(text:match "1 difference,")
  end)

  it("in the chosen deployment, differs in its consequences", function()
    local one = game(TRADERS, 1)
    one.turns[1].deploy = "meeple@road:E.S" -- the knight of the log completes a city on turn 3
    local status, text = run_games { one }
    assert.are.equal(1, status)
    assert.are.equal("game 101/0, turn 3: deployments only here: meeple@city:S", text:match "^[^\n]*")
    assert.is_truthy(text:find("\ngame 101/0, turn 3: scores: here 0 0 0 0 0 0, in the log 4 0 0 0 0 0\n", 1,
      true))
  end)

  it("in a deployment that is impossible, is not followed any further", function()
    local text = expect(1, function(turn) turn.deploy = "meeple@monastery" end,
      "meeple@monastery is deployed in the log, and cannot be here")
    assert.is_truthy(text:match "1 difference,")
  end)

  it("in a tile's cell, is not followed any further", function()
    expect(12, function(turn) turn.place = { 40, 40, 0 } end, "the placement of the log cannot be made: " ..
      "'place BA-U 40,40 r0' is not legal here: a tile must be placed; legal are place BA-U 1,-2 r0, " ..
      "place BA-U -1,-3 r0, place BA-U -2,1 r0, place BA-U 1,2 r0, place BA-U 2,-1 r0, place BA-U "
        .. "-1,3 r0, " ..
      "place BA-U -2,-3 r0, place BA-U 1,1 r1, place BA-U -3,-1 r1, place BA-U 0,3 r1 and 16 more")
  end)

  it("in a tile that cannot be drawn, is not followed any further", function()
    expect(2, function(turn) turn.tile = "BA-QQ" end,
      "the draw of the log cannot be made: 'BA-QQ' is not a tile of this game")
  end)

  it("in a tile that is set aside although it fits, is not followed any further", function()
    expect(2, function(turn) turn.discarded = { "BA-E" } end,
      "BA-E is set aside in the log, but fits here: place BA-E -2,0 r0")
  end)

  it("in a tile that is placed although it fits nowhere, is not followed any further", function()
    local one
    for number = 1, 47 do
      one = game(TRADERS, number)
      local found = false
      for _, turn in ipairs(one.turns) do found = found or turn.discarded ~= nil end
      if found then break end
    end
    local number = find_turn(one, function(turn) return turn.discarded end)
    local turn = one.turns[number]
    turn.tile, turn.discarded = turn.discarded[1], nil
    local status, text = run_games { one }
    assert.are.equal(1, status)
    assert.are.equal(("game %s, turn %d: %s does not fit anywhere on the board at this point; the log has "
      .. "%d placements"):format(
      one.id, number, turn.tile, #turn.legal), text:match "^[^\n]*")
  end)

  it("in its length, says so", function()
    expect(nil, function(one) table.remove(one.turns) end, "the game goes on here; tiles to be drawn: 1")
    expect(nil, function(one) one.discarded_at_end = { "BA-A" } end, "tiles left only in the log: BA-A")
  end)

  it("in a game that cannot be started, says why", function()
    local one = game(TRADERS, 1)
    one.sets = { "base", "base" }
    local status, text = run_games { one }
    assert.are.equal(1, status)
    assert.is_truthy(text:match "^game 101/0, at the start: the game cannot start: ", text)
  end)

  it("is continued with the next game", function()
    local first, second, third = game(TRADERS, 1), game(TRADERS, 2), game(TRADERS, 3)
    first.turns[3].place = { 40, 40, 0 }
    third.final[1] = third.final[1] + 1
    local status, text = run_games { first, second, third }
    assert.are.equal(1, status)
    assert.is_truthy(text:find("game " .. first.id .. ", turn 3:", 1, true))
    assert.is_nil(text:find("game " .. second.id .. ",", 1, true))
    assert.is_truthy(text:find("game " .. third.id .. ", at the end: final scores: here", 1, true))
    assert.is_truthy(text:match "\n3 games, ")
  end)
end)

describe("A log in which one value was changed", function()
  local EXPANSIONS = "spec/fixtures/expansions.jsonl.gz"

  -- Changes that are not noticed: those of names, the removal of values with a default, such as a
  -- rule or points of 0, and a rule about tiles that these games do not have.
  local SILENT = { ["change id"] = true, ["remove rules"] = true, ["change rules"] = true,
    ["remove rules.*"] = true, ["remove final_scoring.*"] = true,
    ["change rules.tunnelize-other-expansions"] = true }

  -- Returns whether a replay of the game finds a difference, or the game is malformed.
  local function is_noticed(one)
    if log.check_heading(one) or replay.missing(one) or log.check(one) then return true end
    local differences = replay.compare(one, { edition = "jcz", report = function() end }):differences()
    for _, difference in ipairs(differences) do
      assert.is_nil(difference.text:find "an error was raised", difference.text)
    end
    return #differences > 0
  end

  -- Returns the unnoticed changes, after changing the first and a middle place of each likeness in
  -- every way.
  local function unnoticed(one, into)
    local found, places, names = {}, mutations.places(one, into)
    assert.is_false(is_noticed(one))
    for _, name in ipairs(names) do
      for number, path in pairs { [1] = places[name][1],
          [2] = places[name][math.floor((#places[name] + 1) / 2)] } do
        for _, kind in ipairs { "remove", "change", "double" } do
          local what = kind .. " " .. name
          local changed = (number == 1 or #places[name] > 2) and not SILENT[what]
            and not SILENT[what:gsub("%.[^.]*$", ".*")]
            and mutations.at(one, path, mutations[kind])
          if changed and not is_noticed(changed) then
            found[#found + 1] = what .. ": " .. table.concat(path, " ")
          end
        end
      end
    end
    return found
  end

  -- Returns the beginning of a game such that its last decision has visible effects.
  local function beginning(one, key, length)
    one[key] = compat.table.move(one[key], 1, length, 1, {})
    one.cut, one.final, one.final_scoring, one.discarded_at_end = true, nil, nil, nil
    return one
  end

  it("is noticed in a log of turns, whatever it is", function()
    assert.same({}, unnoticed(beginning(game(TRADERS, 1), "turns", 14)))
  end)

  it("is noticed in a log of decisions, whatever it is #full", function()
    for _, id in ipairs(scaled({ "mixed/109/36", "mixed/109/30", "bridge/103/6" }, { "bridge/103/6" })) do
      assert.same({}, unnoticed(logs.named(EXPANSIONS, id)))
    end
  end)

  it("is noticed at the end of a game #full", function()
    local function at_end(path) return path[1] ~= "turns" and path[1] ~= "decisions" end
    assert.same({}, unnoticed(game(TRADERS, 1), at_end))
  end)
end)

describe("A game with tiles that are not supported", function()
  it("is counted as not supported, and gives status 2", function()
    local one, other = game(BASE, 1), game(BASE, 2)
    one.sets = { "base", "traders", "catapult" }
    local status, text = run_games { one, other }
    assert.are.equal(2, status)
    assert.is_truthy(
      text:match "^1 game, %d+ decisions, 0 differences, 1 not supported %(.*: catapult in 1%)\n$")
  end)

  it("does not hide a difference", function()
    local one, other = game(BASE, 1), game(BASE, 2)
    one.sets = { "base", "catapult" }
    other.final[1] = -5
    assert.are.equal(1, (run_games { one, other }))
  end)

  it("may be in another format altogether", function()
    local status, text = run_games { { id = "catapult/1/0", sets = { "base", "catapult" }, moves = {} } }
    assert.are.equal(2, status)
    assert.is_truthy(text:match "^0 games, 0 decisions, 0 differences, 1 not supported")
  end)
end)

describe("The command verify", function()
  local function refuse(content, ...)
    local path = write(content)
    local status, text = program(path)
    os.remove(path)
    assert.are.equal(2, status)
    for _, words in ipairs { ... } do
      assert.is_truthy(text:find((words:gsub("FILE", path)), 1, true), text)
    end
    assert.is_truthy(text:find("0 differences, 0 not supported, 1 unreadable", 1, true), text)
  end

  it("takes several logs and gives status 0 if there is no difference", function()
    local one = write(json.encode(game(BASE, 1)))
    local status, text = program(one, one)
    os.remove(one)
    assert.are.equal(0, status)
    assert.is_truthy(text:match "\n2 games, ")
    local each = one:match "[^/]*$" .. ": 1 game, "
    assert.are.equal(each, text:sub(1, #each))
  end)

  it("takes only as many games as requested, and only those with a tile set #full", function()
    local texts = {}
    for i = 1, 3 do texts[i] = json.encode(game(BASE, i)) end
    texts[4] = json.encode(game(TRADERS, 1))
    local path = write(table.concat(texts, "\n"))
    assert.is_truthy(select(2, program("--limit", "2", path)):match "^2 games, ")
    assert.is_truthy(select(2, program("--set", "traders", path)):match "^1 game, ")
    assert.is_truthy(select(2, program("--set", "base", "--limit", "4", path)):match "^4 games, ")
    assert.is_truthy(select(2, program("--set", "river", path)):match "^0 games, ")
    os.remove(path)
  end)

  it("reports in how many games each value of an option was played, on request #full", function()
    local status, text = program("--cover", "--set", "princess", "--limit", "1",
      "spec/fixtures/expansions.jsonl.gz")
    assert.are.equal(0, status)
    assert.is_truthy(text:match "\n  princess%-and%-dragon fairy_bonus +always: 1, majority: 0\n", text)
    assert.is_nil(text:find("princess-and-dragon tiles", 1, true)) -- a module
    assert.is_nil(text:find("festival", 1, true)) -- this expansion was not played
  end)

  it("reports as many differences as requested, and counts the others", function()
    local one = game(TRADERS, 1)
    for number = 3, 8 do one.turns[number].scores[1] = 90 + number end
    local _, text = run_games({ one }, { show = 2 })
    assert.is_truthy(
      text:match "^game 101/0, turn 3: [^\n]*\ngame 101/0, turn 4: [^\n]*\n%.%.%. and %d+ differences more ",
      text)
    assert.is_truthy(text:match "\n1 game, 174 decisions, %d+ differences, ")
  end)

  it("names a file that is missing, or that is not a log", function()
    local status, text = program "/nowhere/it's gone.jsonl"
    assert.are.equal(2, status)
    assert.is_truthy(text:find("/nowhere/it's gone.jsonl: No such file", 1, true), text)
    assert.are.equal(2, (program "spec"))
  end)

  it("still verifies the other logs", function()
    local one = game(BASE, 1)
    one.final[1] = -1
    local path = write(json.encode(one))
    local status, text = program("/nowhere/log", path)
    os.remove(path)
    assert.are.equal(1, status)
    assert.is_truthy(text:find("1 difference, 0 not supported, 1 unreadable", 1, true), text)
  end)

  it("names file and line of invalid JSON", function()
    refuse('\n{"id": "1", "sets": ["base"]\n', "FILE:2: not JSON")
    refuse('{"id": "1"} {}\n', "FILE:1: not JSON: unexpected text")
    refuse("5\n", "FILE:1: not JSON: a game was expected")
    refuse('{"id": "1", "sets": ["base"], "rules": {[]: "4", "tiny": "3"}}\n',
      "FILE:1: not JSON: a table with a key that is not a string, in line 1")
    refuse('{"id": "1", "sets": ["base"], "rules": {1: "4", "tiny": "3"}}\n',
      "FILE:1: not JSON: a table with a key that is not a string, in line 1")
    refuse("\31\139 no, it is not", "FILE: the compressed file is cut off or damaged, after line 0")
  end)

  it("names a compressed file that is cut off", function()
    refuse(read(BASE):sub(1, 20000), "the compressed file is cut off or damaged")
  end)

  it("names a file that says it is compressed, and is not", function()
    local path = os.tmpname()
    os.remove(path)
    local named = path .. " it's.gz"
    local file = assert(io.open(named, "wb"))
    file:write "{}\n"
    file:close()
    local status, text = program(named)
    os.remove(named)
    assert.are.equal(2, status)
    assert.is_truthy(text:find("not compressed, as .gz says", 1, true), text)
  end)

  it("reads a compressed file whatever its name is", function()
    local path = write(read(BASE))
    assert.are.equal(14, log.count(path))
    local quoted = path .. " it's; 'quoted'"
    os.rename(path, quoted)
    assert.are.equal(14, log.count(quoted))
    os.remove(quoted)
  end)

  it("names a missing field of a game #full", function()
    local function without(change)
      local one = game(BASE, 1)
      change(one)
      return json.encode(one) .. "\n"
    end
    refuse(without(function(one) one.id = nil end), "FILE:1: 'id' is missing: the name of the game")
    refuse(without(function(one) one.sets = "base" end),
      "FILE:1: 'sets' was expected to be a list of tile sets")
    refuse(without(function(one) one.turns = nil end), "FILE:1: 'turns' is missing: a list of turns")
    refuse(without(function(one) one.turns[4].place = { 1, 2 } end),
      "FILE:1: game 100/0, turn 4: 'place' was expected to be x, y, rotation")
    refuse(without(function(one) one.turns[4].pieces = { "meeple" } end),
      "turn 4: 'pieces' was expected to be a list of piece@feature")
    refuse(without(function(one) one.turns[4].player = 1.5 end),
      "turn 4: 'player' was expected to be a player, from 0")
    refuse(without(function(one) one.final_scoring = { road = 3 } end),
      "'final_scoring' was expected to be points by kind and player")
  end)
end)
