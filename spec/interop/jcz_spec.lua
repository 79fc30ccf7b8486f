-- Saved games of JCloisterZone: `carcassonne import`, the tool `scenario`, and the modules that
-- both use.

local json = require "dkjson"
local carcassonne = require "carcassonne"
local jcz = require "carcassonne.interop.jcz"
local places = require "carcassonne.interop.notation.jcz_places"
local scenario_check = require "spec.support.interop.scenario_check"
local setup = require "carcassonne.interop.jcz_setup"
local shape = require "carcassonne.interop.jcz_schema"
local tiles = require "carcassonne.interop.jcz_tiles"
local cli = require "spec.support.cli"

local function fixture(name) return "spec/fixtures/jcz/" .. name .. ".jcz" end

-- Returns a fixture as a table, for a test to change.
local function saved(name) return assert(json.decode(cli.read(fixture(name)))) end

local function read(one) return jcz.read(json.encode(one)) end

-- Checks a fixture after a change.
local function check(name, change)
  local one = saved(name)
  if change then change(one) end
  return scenario_check.check(assert(read(one)))
end

-- Runs the program on a changed fixture.
local function run(command, name, change)
  local one = saved(name)
  if change then change(one) end
  local path = cli.file(json.encode(one))
  local status, output, errors = cli.run { command, path }
  os.remove(path)
  return status, output:gsub(path:gsub("%p", "%%%0"), "FILE"), errors:gsub(path:gsub("%p", "%%%0"), "FILE")
end

describe("The table of JCloisterZone's tiles", function()
  it("names every tile of the engine's sets, as many as they have", function()
    for name, set in pairs { base = "basic:1", traders = "traders-and-builders:1" } do
      local counts = {}
      for id, count in carcassonne.tileset(name):gmatch "(%u%u%-%u+) x(%d+)" do
        counts[id] = tonumber(count)
      end
      assert.same(counts, tiles.sets[set])
    end
  end)

  it("names only tiles in its sets that have a name there, and each of the engine's tiles once", function()
    local ours = {}
    for theirs, id in pairs(tiles.ids) do
      if not theirs:find "^ubtc1/" then -- ubtc1 is the same tiles with the pictures of the first edition
        assert.is_nil(ours[id], theirs)
        ours[id] = theirs
      end
    end
    for _, set in pairs(tiles.sets) do
      for id in pairs(set) do assert.is_truthy(ours[id], id) end
    end
  end)

  it("knows the tile without its garden", function()
    local forms = setup.forms { setup = { elements = {} } }
    assert.equal("BA-U", setup.tile("BA/RFrG", forms))
    assert.equal("BA-U", setup.tile("BA/RFr", forms))
    assert.is_nil(setup.tile("BA/nothing", forms))
  end)
end)

describe("A location", function()
  it("is sides, all sides but some, or halves of a field", function()
    assert.same({ N = true, S = true }, places.ports("NS", "city"))
    assert.same({ N = true, S = true, W = true }, places.ports("_E", "road"))
    assert.same({ NL = true, NR = true, WL = true, WR = true }, places.ports("NW", "field"))
    assert.same({ EL = true, ER = true }, places.ports("_NSW", "field"))
    assert.same({ NL = true, WR = true }, places.ports("NL.WR", "field"))
    assert.same({}, places.ports("I", "monastery"))
    assert.is_nil(places.ports("AS_ABBOT", "monastery"))
  end)
end)

describe("A saved game of JCloisterZone", function()
  it("is played to its end, and what it asserts holds", function()
    for _, name in ipairs { "city-and-road", "goods", "gardens" } do
      local result, notes, outcome = check(name)
      assert.same({}, notes)
      assert.equal("passed", result)
      assert.is_true(outcome.state:is_terminal())
    end
  end)

  it("without a last turn stays as its last move leaves it", function()
    for _, name in ipairs { "unfinished", "double-turn" } do
      local result, notes, outcome = check(name)
      assert.same({}, notes)
      assert.equal("passed", result)
      assert.equal("draw", outcome.state:decision())
    end
  end)

  it("becomes a saved game of the engine that loads again", function()
    local outcome = jcz.play(saved "double-turn")
    local again = assert(carcassonne.load(outcome.state:serialize()))
    assert.equal(outcome.state:hash(), again:hash())
    assert.equal("jcz", again:game():text():match "edition (%w+)")
  end)

  it("has the pieces that its elements name, and goods only with traders", function()
    local game = jcz.play(saved "goods").state:game()
    assert.is_true(game:goods_count())
    local counts = {}
    for _, piece in ipairs(game:pieces()) do counts[piece.name] = piece.count end
    assert.same({ follower = 7, builder = 1, pig = 1 }, counts)
    game = jcz.play(saved "unfinished").state:game()
    assert.is_false(game:goods_count())
    for _, piece in ipairs(game:pieces()) do counts[piece.name] = piece.count end
    assert.same({ follower = 7, builder = 0, pig = 0 }, counts)
  end)

  it("has the tiles of its sets, as often as it has the sets", function()
    assert.equal(72, jcz.play(saved "unfinished").state:game():num_tiles())
    local one = saved "unfinished"
    one.setup.sets["basic:1"] = 2
    one.setup.sets["traders-and-builders:1"] = 1
    assert.equal(168, jcz.play(one).state:game():num_tiles())
  end)

  it("takes a rule's value from the file, or else the default", function()
    local result, notes = check("city-and-road", function(one) one.setup.rules["tiny-city-scoring"] = "2" end)
    assert.equal("failed", result)
    assert.same({ "expected 'Ann has 4 points', got 2 points",
      "expected 'Ann scored city for 4 points', got for 2" }, notes)
  end)

  it("keeps farmers off the fields if farmers are not in play", function()
    local one = saved "unfinished"
    one.setup.elements.farmers = nil
    table.remove(one.replay)
    table.remove(one.replay) -- the deployment window of the second tile is incomplete
    local state = jcz.play(one).state
    assert.equal("deploy", state:decision())
    for _, action in ipairs(state:legal_actions()) do assert.not_matches("field", tostring(action)) end
  end)

  it("names an illegal move, with the legal ones", function()
    local result, notes = check("city-and-road", function(one) one.replay[1].payload.rotation = "R0" end)
    assert.equal("failed", result)
    assert.matches("^replay%[1%]: BA/C at 0,%-1 r0 is not legal at this point; legal: place BA%-E ", notes[1])
    result, notes = check("city-and-road", function(one) one.replay[2].payload.pointer.location = "N" end)
    assert.equal("failed", result)
    assert.matches("^replay%[2%]: follower on City N at 0,%-1 is not legal at this point; legal: ", notes[1])
    assert.matches("deploy follower city:S", notes[1])
    result, notes = check("city-and-road", function(one) one.replay[4].player = 0 end)
    assert.equal("failed", result)
    assert.matches("^replay%[4%]: by the rules, Ben decides next, but the file has a decision of "
      .. "Ann$", notes[1])
  end)

  -- Returns a placement message of the fixture with another cell for the tile.
  local function moved(message, x, y)
    local copy = json.decode(json.encode(message))
    copy.payload.position = { x, y }
    return copy
  end

  it("may have undone moves: a piece, and then its tile, and be played to the same end", function()
    local result, notes, outcome = check("double-turn", function(one)
      local first, last = one.replay[1], #one.replay
      table.insert(one.replay, last, { type = "UNDO", payload = {}, player = 1 })
      table.insert(one.replay, last + 1, { type = "PASS", payload = {}, player = 1 })
      table.insert(one.replay, 1, moved(first, -1, 0))
      table.insert(one.replay, 2, { type = "DEPLOY_MEEPLE", player = 0, payload = { meepleId = "0.small.1",
        pointer = { position = { -1, 0 }, feature = "Road", location = "WE" } } })
      table.insert(one.replay, 3, { type = "UNDO", payload = {}, player = 0 })
      table.insert(one.replay, 4, { type = "UNDO", payload = {}, player = 0 })
    end)
    assert.same({}, notes)
    assert.equal("passed", result)
    assert.equal(select(3, check "double-turn").state:hash(), outcome.state:hash())
  end)

  it("takes nothing back that is confirmed, or that is not there, and names the message by its place in the "
      .. "file", function()
    local function problem(change)
      local result, notes = check("double-turn", change)
      assert.equal("failed", result)
      return table.concat(notes, " ")
    end
    assert.matches("replay%[4%]: UNDO cannot undo a message: the previous message has been confirmed",
      problem(function(one) table.insert(one.replay, 4, { type = "UNDO", payload = {} }) end))
    assert.matches("replay%[1%]: UNDO cannot undo a message: no message precedes it",
      problem(function(one) table.insert(one.replay, 1, { type = "UNDO" }) end))
    assert.matches("replay%[4%]: ", problem(function(one)
      table.insert(one.replay, 1, moved(one.replay[1], -1, 0))
      table.insert(one.replay, 2, { type = "UNDO" })
      one.replay[4].payload.meepleId = "0.small.1"
      one.replay[4].payload.pointer.feature = "City"
    end))
  end)

  it("that continues after the engine's end differs", function()
    local result, notes = check("goods",
      function(one) table.insert(one.replay, { type = "DEPLOY_MEEPLE", player = 0,
      payload = { pointer = { position = { 0, 0 }, feature = "City", location = "N" },
        meepleId = "0.small.1" } }) end)
    assert.equal("failed", result)
    assert.same({ "replay[7]: by the rules, the game is over, but in the file DEPLOY_MEEPLE follows" }, notes)
  end)
end)

describe("A saved game with an expansion", function()
  local function holds(text, name)
    it(text, function()
      local result, notes = check(name)
      assert.same({}, notes)
      assert.equal("passed", result)
    end)
  end

  holds("has inns and the large follower", "inn")
  holds("has the king, by a rule of the file", "king")
  holds("lays an abbey in the round after the last tile", "abbey")
  holds("sends the wagon on", "wagon")
  holds("puts a barn on the corner that the file names by one of its fields", "barn")
  holds("lays a bridge with the tile, or beside the action", "bridge")
  holds("takes a follower with a tower, and buys it back", "tower")
  holds("moves the dragon and the fairy, and sends home with the princess", "dragon")
  holds("joins roads by tunnel tokens", "tunnel")
  holds("takes a piece back at the festival", "festival")
  holds("lets a knight escape", "siege")

  it("has only those of its pieces that the elements name", function()
    local counts = {}
    for _, piece in ipairs(jcz.play(saved "barn").state:game():pieces()) do
      counts[piece.name] = piece.count
    end
    assert.same({ follower = 7, builder = 0, pig = 0, mayor = 0, wagon = 0, barn = 2 }, counts)
  end)

  it("has its tiles only with its tile set", function()
    assert.equal(6, jcz.play(saved "barn").state:game():num_tiles()) -- it ends with the fifth drawn tile
    local one = saved "barn"
    one.gameAnnotations = nil
    assert.equal(72, jcz.play(one).state:game():num_tiles())
    one.setup.sets["abbey-and-mayor:2"] = 1
    assert.equal(84, jcz.play(one).state:game():num_tiles())
  end)

  -- Returns the remaining modules of an expansion if its saved game lacks an element.
  local function modules_without(name, element)
    local one = saved(name)
    one.setup.elements[element] = nil
    local settings, missing = setup.read(one)
    assert.same({}, missing)
    local left, variant = {}, settings.variants[1]
    for _, module in ipairs(variant.modules) do left[module.name] = variant.options[module.name] end
    return left
  end

  it("plays without an element that is a module", function()
    assert.same({ tiles = true, king = true, robber = false }, modules_without("king", "robber"))
    assert.same({ tiles = true, towers = false, ransom = false }, modules_without("tower", "tower"))
    assert.same({ tiles = true, tunnels = false }, modules_without("tunnel", "tunnel"))
    assert.same({ tiles = true, recall = false }, modules_without("festival", "festival"))
    assert.same({ tiles = true, siege = false, escape = true }, modules_without("siege", "siege"))
    assert.same({ tiles = true, dragon = true, princesses = true, portals = true, fairy = false },
      modules_without("dragon", "fairy"))
    local result, notes = check("king", function(one) one.setup.elements.robber = nil end)
    assert.same({ "passed", {} }, { result, notes })
  end)

  it("loads again when it has become a save of the engine", function()
    for _, name in ipairs { "barn", "tower", "dragon" } do
      local state = jcz.play(saved(name)).state
      assert.equal(state:hash(), assert(carcassonne.load(state:serialize())):hash())
    end
  end)
end)

describe("A game with tunnels", function()
  -- Returns the road under a city of the start tile, and a road under a city of the tile after it.
  local function under_cities(is_tunnel)
    return { appVersion = "6.2.0", players = { { name = "Ann", slot = 0 } },
      setup = { sets = { ["princess-and-dragon:1"] = 1, ["abbey-and-mayor:1"] = 1, tunnel = 1 },
        elements = { ["small-follower"] = 7, farmers = true, tunnel = 1 },
        rules = { ["tunnelize-other-expansions"] = is_tunnel },
        start = { { tile = "AM/CRcr+", x = 0, y = 0, rotation = 0 } } },
      replay = {
        { type = "PLACE_TILE", player = 0,
          payload = { tileId = "DG/CRcr.d", rotation = "R0", position = { 0, 1 } } },
        { type = "PLACE_TOKEN", player = 0, payload = { token = "TUNNEL_B",
          pointer = { feature = "Road", location = "S", position = { 0, 1 } } } } } }
  end

  it("has them under cities, too, if the file says so", function()
    local outcome = jcz.play(assert(read(under_cities(true))))
    assert.same({}, outcome.missing)
    local state = outcome.state
    assert.same({ "AM-Mt", "PD-Z1t" }, { state:tile(1).id, state:tile(2).id })
    local function count(id) return state:game():tile(id).count end
    assert.same({ 1, 0, 1, 0 }, { count "AM-Mt", count "AM-M", count "PD-Z1t", count "PD-Z1" })
    assert.equal(1, state:num_tokens("tunnel", 1, 2))
  end)

  it("has none under cities otherwise", function()
    local state = jcz.play(assert(read(under_cities(false)))).state
    assert.same({ "AM-M", "PD-Z1" }, { state:tile(1).id, state:tile(2).id })
    assert.equal(2, state:num_tokens("tunnel", 1, 2))
  end)
end)

describe("A game with the river", function()
  local function river(set)
    local function placed(tile, x, y)
      return { type = "PLACE_TILE", player = 0,
        payload = { tileId = tile, rotation = "R0", position = { x, y } } }
    end
    return { appVersion = "5.7.0", players = { { name = "Ann", slot = 0 } },
      setup = { sets = { ["basic:1"] = 1, [set] = 1 },
        elements = { ["small-follower"] = 7, farmers = true, river = true },
        rules = {}, start = { { tile = "RI/s", x = 0, y = 0, rotation = 0 } } },
      replay = { placed("RI.1/IFI", 1, 0), { type = "PASS", player = 0, payload = {} },
        placed("RI.1/II", 2, 0) } }
  end

  it("begins at the spring, and its tiles come first", function()
    local state = assert(jcz.play(assert(read(river "river/1:1")))).state
    local ids = {}
    for i, tile in ipairs(state:tiles()) do ids[i] = tile.id end
    assert.same({ "RI-A", "RI-G", "RI-J" }, ids)
    assert.equal(1, #state:features { kind = "river" })
    assert.equal(12 + 72, state:game():num_tiles())
  end)

  it("has the river also if the file does not name it as an element", function()
    local one = assert(read(river "river/1:1"))
    one.setup.elements.river = nil
    local state = assert(jcz.play(one)).state
    assert.equal("RI-G", state:tile_at(1, 0).id)
  end)

  it("has the tiles of the river that the file names; with two rivers, the tiles of both", function()
    local _, missing = setup.read(assert(read(river "river/2:1")))
    assert.same({ "tile 'RI.1/IFI' (replay[1])", "tile 'RI.1/II' (replay[3])" }, missing)
    local both = river "river/2:1"
    both.setup.sets["river/1:1"], both.replay = 1, {}
    local game = assert(jcz.game(assert(read(both))))
    assert.equal(72 + 12 + 12 - 2, game:num_tiles()) -- without one spring and the plain lake
  end)
end)

describe("A dragon that moves after the scoring", function()
  it("flies once the action is confirmed", function()
    local result, notes, outcome = check("dragon", function(one)
      one.setup.rules["dragon-move"] = "after-scoring"
      table.insert(one.replay, 9, { type = "COMMIT", payload = { random = 0.5 }, player = 0 })
      for i = #one.replay, 13, -1 do table.remove(one.replay, i) end
      one.test.assertions = { "Player can't pass", "Available action TilePlacement for BA/RFr" }
    end)
    assert.same({ "passed", {} }, { result, notes })
    assert.equal(2, outcome.state:token("dragon").x)
  end)

  it("waits for the flight if the file ends with the confirmation", function()
    local _, _, outcome = check("dragon", function(one)
      one.setup.rules["dragon-move"] = "after-scoring"
      one.replay[9] = { type = "COMMIT", payload = { random = 0.5 }, player = 0 }
      for i = #one.replay, 10, -1 do table.remove(one.replay, i) end
      one.test.assertions = { "Phase is DragonMovePhase" }
    end)
    assert.is_nil(outcome.problem)
    assert.equal("dragon", outcome.state:phase())
  end)
end)

describe("A game with flying machines", function()
  it("has the landing of a follower as a deployment of its own", function()
    local function message(kind, payload) return { type = kind, player = 0, payload = payload } end
    local function place(tile, x)
      return message("PLACE_TILE", { tileId = tile, rotation = "R0", position = { x, 0 } })
    end
    local function follower_to(feature, location, x)
      return message("DEPLOY_MEEPLE", { meepleId = "0.small.1", random = 0.0,
        pointer = { position = { x, 0 }, feature = feature, location = location } })
    end
    local outcome = jcz.play(assert(read { appVersion = "5.7.0", players = { { name = "Ann", slot = 0 } },
      setup = { sets = { ["basic:1"] = 1, ["flier:1"] = 1 },
        elements = { ["small-follower"] = 7, farmers = true },
        rules = {}, start = { { tile = "BA/RCr", x = 0, y = 0, rotation = 0 } } },
      replay = { place("BA/RFr", 1), message("PASS", {}), message("COMMIT", { random = 0.0 }),
        place("FL/RFr.WE.o", 2),
        follower_to("FlyingMachine", "I", 2), follower_to("Road", "WE", 1) } }))
    assert.is_nil(outcome.problem)
    assert.same({}, outcome.missing)
    local pieces = outcome.state:pieces()
    assert.same({ 1, 1, "road:E.W" }, { #pieces, pieces[1].x, pieces[1].text })
  end)
end)

describe("What the engine does not support", function()
  local function missing(change)
    local result, notes = check("unfinished", change)
    assert.equal("not supported", result)
    return table.concat(notes, "; ")
  end

  it("is named: a tile set, an element, a rule, a tile, a message", function()
    tiles.sets.gates, tiles.ids["CG/R"] = { ["CG-A"] = 1 }, "CG-A" -- simulates a set that no expansion has
    finally(function() tiles.sets.gates, tiles.ids["CG/R"] = nil, nil end)
    assert.equal("tile set 'gates'", missing(function(one) one.setup.sets.gates = 1 end))
    assert.equal("element 'obelisk'", missing(function(one) one.setup.elements.obelisk = 1 end))
    assert.equal("rule 'tiny-city-scoring' = '3' (setup.rules)",
      missing(function(one) one.setup.rules["tiny-city-scoring"] = "3" end))
    assert.equal("tile 'CG/R' (replay[1])", missing(function(one) one.replay[1].payload.tileId = "CG/R" end))
    assert.equal("message 'BAZAAR_BID' (replay[2])",
      missing(function(one) one.replay[2] = { type = "BAZAAR_BID" } end))
    assert.equal("piece 'obelisk' (replay[2])",
      missing(function(one) one.replay[2].payload.meepleId = "0.obelisk.1" end))
    assert.equal("7 players",
      missing(function(one) for i = 3, 7 do one.players[i] = { name = "P" .. i } end end))
  end)

  it("is named with the nearest name if it is unknown", function()
    assert.equal("unknown tile set 'basik:1' (setup.sets) (did you mean basic:1?)",
      missing(function(one) one.setup.sets["basik:1"] = 1 end))
    assert.equal("unknown element 'buildr' (setup.elements) (did you mean builder?)",
      missing(function(one) one.setup.elements.buildr = 1 end))
    assert.equal("unknown rule 'wagon-moves' (setup.rules) (did you mean wagon-move?)",
      missing(function(one) one.setup.rules["wagon-moves"] = "C1" end))
    assert.matches("^unknown tile 'BA/RRx' %(replay%[1%]%)",
      missing(function(one) one.replay[1].payload.tileId = "BA/RRx" end))
    assert.equal("assertion 'Ann is happy'",
      missing(function(one) one.test.assertions[1] = "Ann is happy" end))
  end)

  it("does not matter if it is not in play", function()
    local result = check("unfinished", function(one)
      one.setup.elements["pig-herd"] = true
      one.setup.elements.shepherd = 0
      one.setup.rules["hill-tiebreaker"] = "at-least-one-follower"
      one.setup.rules["wagon-move"] = "C1"
    end)
    assert.equal("passed", result)
  end)
end)

describe("A file that is not a saved game", function()
  local function problem(text)
    local one, message = jcz.read(text)
    assert.is_nil(one)
    return message
  end

  it("is refused with its line or key", function()
    assert.matches("line 2", problem '{"setup":\n nonsense}')
    assert.equal("unexpected text after the value, in line 2", problem '{}\n{}')
    assert.equal("setup: expected table, got nil", problem "{}")
    local function without(change)
      local one = saved "unfinished"
      change(one)
      return problem(json.encode(one))
    end
    assert.equal("players: nobody plays", without(function(one) one.players = {} end))
    assert.equal("players[2].name: expected string, got nil", without(function(one) one.players[2] = {} end))
    assert.equal("replay[1].payload.position: expected x and y as whole numbers from -254 to 254, got 1.5",
      without(function(one) one.replay[1].payload.position = { 1.5, 0 } end))
    assert.equal("replay[2].payload.pointer.location: expected string, got nil",
      without(function(one) one.replay[2].payload.pointer.location = nil end))
    assert.equal("test.assertions[1]: expected string, got number",
      without(function(one) one.test.assertions = { 1 } end))
  end)
end)

describe("A file with a number that is invalid in all games", function()
  -- Reads a fixture after a change, and checks that it is refused with these words.
  local function refused(words, change)
    local one = saved "unfinished"
    change(one)
    local _, problem = read(one)
    assert.equal(words, problem)
  end

  it("is refused before it is played, with what was found and what would be valid", function()
    refused("gameAnnotations.endTurn: expected a whole number from 0 to 1023, got 1000000000000",
      function(one) one.gameAnnotations = { endTurn = 1000000000000 } end)
    refused("setup.sets.basic:1: expected a whole number from 0 to 1023, got 1000000",
      function(one) one.setup.sets["basic:1"] = 1000000 end)
    refused("setup.sets.basic:1: expected a whole number from 0 to 1023, got 'one'",
      function(one) one.setup.sets["basic:1"] = "one" end)
    refused("setup.elements.small-follower: expected a whole number from 0 to 127, got 7.5",
      function(one) one.setup.elements["small-follower"] = 7.5 end)
    refused("setup.start[1]: expected x and y as whole numbers from -254 to 254, got 1e+300",
      function(one) one.setup.start[1].x = 1e300 end)
    refused("setup.start[1].rotation: expected 0 to 3 quarter turns, or 90, 180 or 270 degrees, got 45",
      function(one) one.setup.start[1].rotation = 45 end)
    refused("replay[1].player: expected a whole number from 0 to 99, got -1",
      function(one) one.replay[1].player = -1 end)
    refused("players: expected at most 100 items, got 101", function(one)
      for i = 1, 101 do one.players[i] = { name = "P" .. i } end
    end)
    refused("replay: expected at most 20000 items, got 20001", function(one)
      for i = 1, 20001 do one.replay[i] = { type = "PASS" } end
    end)
    refused("players[1].name: expected at most 2000 characters, got 3000",
      function(one) one.players[1].name = ("x"):rep(3000) end)
  end)

  it("is read if it has as many tiles as a game may have", function()
    local one = saved "unfinished"
    one.gameAnnotations = { endTurn = 1023 }
    one.setup.sets["basic:1"] = 14
    assert.is_nil(shape.check(one))
    one.setup.sets["basic:1"] = 1024
    assert.matches("from 0 to 1023, got 1024", shape.check(one))
  end)

  it("is refused with the number of tiles, if sets are named too often", function()
    local result, notes = check("unfinished", function(one) one.setup.sets["basic:1"] = 250 end)
    assert.equal("not supported", result)
    assert.equal("the game cannot start: game: count: expected a number from 0 to 1023, got '1250' (in "
      .. "`count BA-E 1250`)", notes[1])
  end)

  it("does not keep the command from ending", function()
    local status, output, errors = run("import", "unfinished", function(one)
      one.gameAnnotations = { endTurn = 1000000000000 }
    end)
    assert.equal(2, status)
    assert.equal("", output)
    assert.equal("carcassonne: FILE: gameAnnotations.endTurn: expected a whole number from 0 to 1023, got "
      .. "1000000000000\n",
      errors)
  end)
end)

describe("A move that answers no question in the round of abbeys after the last tile", function()
  it("is reported, though that round could continue endlessly", function()
    local result, notes = check("abbey", function(one)
      for _ = 1, 3 do table.remove(one.replay) end
      table.insert(one.replay, { type = "DEPLOY_MEEPLE", player = 0, payload = { meepleId = "0.small.1",
        pointer = { position = { 7, 7 }, feature = "City", location = "N" } } })
    end)
    assert.equal("failed", result)
    assert.same({ "replay[19]: DEPLOY_MEEPLE does not answer any question at this point; the last "
      .. "question is 'abbey-end'" }, notes)
  end)
end)

describe("A file with a value in the wrong place", function()
  local function problem(text) return select(2, jcz.read(text)) end

  it("is refused: a duplicate key, null in a list, a list instead of names, values nested without end",
      function()
    assert.equal("the key 'replay' occurs twice, in line 2", problem '{"replay": [],\n "replay": []}')
    assert.equal("null in a list, in line 1", problem '{"players": [null, {"name": "Ann"}]}')
    assert.equal("values are nested more than 64 deep, in line 1", problem(("["):rep(300000)))
    assert.equal("values are nested more than 64 deep", problem('/* " */' .. ("["):rep(300000)))
    local one = saved "unfinished"
    one.setup.sets = { 1, 2 }
    assert.equal("setup.sets: expected names as keys, got a list", select(2, read(one)))
  end)

  it("may have the same key in several objects, and null for something optional", function()
    local text = json.encode((saved "unfinished"))
    assert.is_nil(
      problem((text:gsub("^{", '{"x": {"x": "{x}", "y": "[null]"}, "gameAnnotations": null, ', 1))))
  end)
end)

describe("carcassonne import", function()
  it("shows the end and saves a game that the other commands take", function()
    local path = os.tmpname()
    local status, output, errors = cli.run { "import", fixture "goods", "-o", path }
    assert.equal("", errors)
    assert.equal(0, status)
    assert.matches("\nBen +10 +1 ", output)
    assert.matches("The game is over: Ben wins with 10 points", output)
    assert.matches("Saved in " .. path:gsub("%p", "%%%0"), output)
    status, output = cli.run { "replay", path }
    os.remove(path)
    assert.equal(0, status)
    assert.matches("The most wine: 10 points for player 2", output)
  end)

  it("draws the board on request", function()
    local status, output = cli.run { "import", fixture "unfinished", "--board", "--ascii" }
    assert.equal(0, status)
    assert.matches("%[M%]", output)
    assert.matches("Ann draws a tile", output)
  end)

  it("gives status 1 for an illegal move, and shows how far it came", function()
    local status, output, errors = run("import", "city-and-road", function(one)
      one.replay[4].payload.rotation = "R90"
    end)
    assert.equal(1, status)
    assert.matches("\nAnn +4 ", output)
    assert.matches("^carcassonne: FILE: replay%[4%]: BA/RFr at 1,0 r1 is not legal at this point", errors)
  end)

  it("gives status 2 for what it cannot use", function()
    local status, output, errors = run("import", "goods", function(one) one.setup.elements.obelisk = 1 end)
    assert.equal(2, status)
    assert.equal("", output)
    assert.equal("carcassonne: FILE: not supported: element 'obelisk'\n", errors)
    status, output, errors = cli.run { "import", "/nowhere/game.jcz" }
    assert.equal(2, status)
    assert.equal("", output)
    assert.matches("^carcassonne: cannot read /nowhere/game.jcz", errors)
    status, output, errors = cli.run { "import", fixture "goods", "-o", "/nowhere/game.carc" }
    assert.equal(2, status)
    assert.matches("is over", output)
    assert.matches("cannot write /nowhere/game.carc", errors)
  end)
end)

-- Returns the results of a scenario on a changed fixture with these assertions.
local function asserting(name, list, change)
  local result, notes = check(name, function(one)
    if change then change(one) end
    one.test.assertions = list
  end)
  return result, notes[1]
end

-- Ann alone has a monk in both monasteries, and the game ends.
local function two_monks(one)
  one.players[2] = nil
  for _, message in ipairs(one.replay) do message.player = 0 end
  one.replay[5] = { type = "DEPLOY_MEEPLE", player = 0,
    payload = { pointer = { position = { 0, 2 }, feature = "Monastery", location = "I" },
      meepleId = "0.small.2" } }
  one.gameAnnotations = { endTurn = 2 }
end

-- Ben's tile is placed, and his decision is open.
local function waiting(one)
  one.replay[5], one.replay[6] = nil, nil
end

describe("What a scenario asserts", function()
  it("about points is any scoring of that kind, or the sum of one moment; a full stop may end it",
      function()
    local texts = { "Ann scored monastery for 3 points", "Ann scored monastery for 2 points.",
      "Ann scored monastery for 5 points",
      "Ann has 5 points." }
    assert.equal("passed", (asserting("unfinished", texts, two_monks)))
    local result, note = asserting("unfinished", { "Ann scored monastery for 4 points" }, two_monks)
    assert.equal("failed", result)
    assert.equal("expected 'Ann scored monastery for 4 points', got for 3, 2", note)
  end)

  it("about the present decision is its phase, and whether passing or undo is allowed", function()
    assert.equal("passed",
      (asserting("unfinished", { "Phase is TilePhase", "Player can't pass", "Undo is not allowed." })))
    assert.equal("passed",
      (asserting("unfinished", { "Phase is ActionPhase", "Player can pass", "Undo is allowed" }, waiting)))
    for text, came in pairs { ["Phase is TilePhase"] = "deploy",
      ["Player can't pass"] = "that passing is legal",
      ["Undo is not allowed"] = "a move to take back", ["Phase is GameOverPhase."] = "deploy" } do
      local result, note = asserting("unfinished", { text }, waiting)
      assert.equal("failed", result)
      assert.equal(("expected '%s', got %s"):format(text, came), note)
    end
  end)

  it("about deployments is all legal ones of the piece, no more and no less", function()
    local all = "Meeple SmallFollower options: {Monastery,I,[0,2]}; {Field,NL.NR.EL.ER.SL.SR.WL.WR,[0,2]}"
    assert.equal("passed",
      (asserting("unfinished", { "Available action Meeple for SmallFollower", all }, waiting)))
    local less, more = "Meeple SmallFollower options: {Monastery,I,[0,2]}", all .. "; {Road,N,[0,2]}"
    local _, note = asserting("unfinished", { less }, waiting)
    assert.equal(("expected '%s', got 0 of them not legal here, and beside them deploy follower field:"
      .. "NL.NR.EL.ER.SL.SR.WL.WR"):format(less), note)
    _, note = asserting("unfinished", { more }, waiting)
    assert.equal(("expected '%s', got 1 of them not legal here, and beside them none"):format(more), note)
    _, note = asserting("unfinished", { "Available action Meeple for SmallFollower" })
    assert.equal("expected 'Available action Meeple for SmallFollower', got none", note)
  end)

  it("about placements is each cell with its rotations, of the tile that is drawn next", function()
    local function first(one) one.replay = {} end
    local all = "TilePlacement BA/RFr options: [1,0] - [0,180]; [-1,0] - [0,180]; [0,1] - [0,180]"
    assert.equal("passed",
      (asserting("unfinished", { "Available action TilePlacement for BA/RFr", all }, first)))
    local result = asserting("unfinished", { (all:gsub("%[1,0%] %- %[0,180%]", "[1,0] - [90]")) }, first)
    assert.equal("failed", result)
  end)

  it("about tokens is how many a player has left", function()
    local one = saved "tunnel"
    local state = jcz.play(assert(read(one))).state
    local left = state:num_tokens("tunnel", 1, 1)
    local name = one.players[1].name
    assert.equal("passed",
      (asserting("tunnel", { ("%s has TUNNEL_A token with count %d."):format(name, left) })))
    assert.equal("failed",
      (asserting("tunnel", { ("%s has TUNNEL_A token with count %d."):format(name, left + 1) })))
  end)

  it("and is not understood is named, and does not count as passed", function()
    for _, text in ipairs { "Available action Juggling", "Meeple Juggler options: {Road,N,[0,0]}",
      "Phase is LunchPhase",
      "Ann has LUNCH token with count 2.", "Meeple SmallFollower options: somewhere" } do
      local result, note = asserting("unfinished", { text }, waiting)
      assert.equal("not supported", result, text)
      assert.equal(("assertion '%s'"):format(text), note)
    end
  end)
end)

describe("The tool scenario", function()
  it("prints a line for each file, and a sum", function()
    local status, output, errors = cli.run { "scenario", fixture "goods", fixture "unfinished" }
    assert.equal("", errors)
    assert.equal(0, status)
    assert.equal(
      table.concat({ "passed         " .. fixture "goods", "passed         " .. fixture "unfinished",
      "2 passed, 0 failed, 0 not supported\n" }, "\n"), output)
  end)

  it("prints sums by folder if the files are in several folders", function()
    local path = cli.file(cli.read(fixture "goods"))
    local status, output = cli.run { "scenario", fixture "goods", fixture "unfinished", path }
    os.remove(path)
    assert.equal(0, status)
    assert.matches("\njcz +2 passed, 0 failed, 0 not supported\n", output)
    assert.matches("\n" .. path:match "([^/]+)/[^/]+$" .. " +1 passed, 0 failed, 0 not supported\n3 passed,",
      output)
  end)

  it("reports expected and actual values", function()
    local status, output = run("scenario", "goods", function(one)
      one.test.assertions = {
        "Ann has 5 points", "Ben scored city for 6 points", "Cid has 1 point", "phase is TilePhase",
      }
    end)
    assert.equal(1, status)
    assert.equal("failed         FILE: expected 'Ann has 5 points', got 6 points; "
      .. "expected 'Ben scored city for 6 points', got no such scoring; "
      .. "expected 'Cid has 1 point', got no player of this name; "
      .. "expected 'phase is TilePhase', got over\n0 passed, 1 failed, 0 not supported\n", output)
  end)

  it("never counts an unsupported file as passed", function()
    local status, output = run("scenario", "goods", function(one) one.setup.elements.obelisk = 1 end)
    assert.equal(2, status)
    assert.equal("not supported  FILE: element 'obelisk'\n0 passed, 0 failed, 1 not supported\n", output)
  end)

  it("reports files that it cannot use and continues", function()
    local status, output = run("scenario", "goods", function(one) one.test = nil end)
    assert.equal(2, status)
    assert.matches("^unusable       FILE: it asserts nothing; carcassonne import plays it\n", output)
    status, output = cli.run { "scenario", "/nowhere/x.jcz", fixture "goods" }
    assert.equal(2, status)
    assert.matches("^unusable       /nowhere/x.jcz: No such file", output)
    assert.matches("1 passed, 0 failed, 0 not supported, 1 unusable\n$", output)
  end)
end)
