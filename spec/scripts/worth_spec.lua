-- The points of features, by attributes that count, rows of points and bonuses.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"
local hands = require "spec.support.by_hand"

local play = hands.play

-- ---- Helpers ------------------------------------------------------------------------------------

-- A game of the base set with this variant, with draws by hand, after these actions.
local function by_hand(source, ...)
  source.name = source.name or "v"
  return hands.base({ source }, ...)
end

local function refusal(source)
  source.name = source.name or "v"
  local message = hands.refusal(carcassonne.game, { variants = { source } })
  assert.matches("^variant 'v'", message)
  return message
end

-- Two cities of one segment, one with two mills and one with a mill and a well.
local MILLS = [[
M1 x3 city:N+mill+mill field:EL.ER.SL.SR.WL.WR~N
M2 x3 city:N+mill+well field:EL.ER.SL.SR.WL.WR~N
]]

-- ---- Attributes ---------------------------------------------------------------------------------

describe("An attribute with merge = \"sum\"", function()
  local function mills(merge)
    return by_hand({ attributes = { { name = "mill", merge = merge }, { name = "well", merge = merge } },
      tiles = MILLS },
      "draw M1", "place M1 0,-1 r2", "pass")
  end

  it("is counted over the segments of a city, and on each", function()
    local city = mills("sum"):feature(0, -1, "city:S")
    assert.are.equal(2, city:count "mill")
    assert.are.equal(0, city:count "well")
    assert.are.same({ "mill" }, city.attributes)
    local state = by_hand({ attributes = { { name = "mill", merge = "sum" }, "well" }, tiles = MILLS,
      start = { { id = "M1" } } }, "draw M2", "place M2 0,-1 r2", "pass")
    assert.are.equal(3, state:feature(0, 0, "city:N"):count "mill")
    assert.are.equal(1, state:feature(0, 0, "city:N"):count "well")
  end)

  it("is either present or absent if it is not summed", function()
    assert.are.equal(1, mills("any"):feature(0, -1, "city:S"):count "mill")
    assert.are.equal(0, mills("all"):feature(0, -1, "city:S"):count "mill")
    assert.are.equal(0, mills("local"):feature(0, -1, "city:S"):count "mill")
  end)

  it("may be on a segment nine times at most", function()
    local tile = "M3 x1 city:N" .. ("+mill"):rep(10) .. " field:EL.ER.SL.SR.WL.WR~N"
    assert.matches("M3: a segment has the attribute mill more than 9 times",
      refusal { attributes = { { name = "mill", merge = "sum" } }, tiles = tile })
  end)

  it("is referred to by a name in the game", function()
    local fine, message = pcall(function() return mills("sum"):feature(0, 0, 1):count "mil" end)
    assert.is_false(fine)
    assert.matches("segment attribute 'mil' %(did you mean mill%?%)", message)
  end)
end)

describe("An attribute with merge = \"local\"", function()
  it("belongs to its segment, never to the feature", function()
    local state = by_hand({ attributes = { { name = "mill", merge = "local" }, "well" }, tiles = MILLS },
      "draw M2", "place M2 0,-1 r2", "pass")
    assert.is_true(state:matches({ x = 0, y = -1 }, { attribute = "mill" }))
    assert.are.same({ "well" }, state:feature(0, -1, "city:S").attributes)
  end)

  it("does not change the points of a feature", function()
    for key, value in pairs { tile_points = 1, incomplete_tile_points = "nothing", field_factor = 2,
        pig_factor = 2 } do
      assert.matches("mill: merge=local",
        refusal { attributes = { { name = "mill", merge = "local", [key] = value } } })
    end
  end)
end)

describe("A piece whose power is an attribute", function()
  local function miller(power, ...)
    return by_hand({ attributes = { { name = "mill", merge = "sum" }, "well" }, tiles = MILLS,
      start = { { id = "M2" } },
      pieces = { miller = { count = 1, power = power } } }, ...)
  end
  local CITY = { "draw M1", "place M1 0,-1 r2", "deploy miller city:S" }

  it("counts as often as its feature has it", function()
    local state = miller("mill", "draw M1", "place M1 0,1 r2", "deploy miller city:S")
    assert.are.equal(2, state:feature(0, 1, "city:S"):power(1))
    assert.are.same({ 1 }, state:feature(0, 1, "city:S").majority)
  end)

  it("counts once if the attribute is present and not summed, else nothing", function()
    local state = miller("well", "draw M1", "place M1 0,1 r2", "deploy miller city:S")
    assert.are.equal(0, state:feature(0, 1, "city:S"):power(1))
    assert.are.same({}, state:feature(0, 1, "city:S").majority)
    assert.are.equal(4, miller("well", compat.table.unpack(CITY)):score(1))
  end)

  it("has it in the fields around a city, too", function()
    local state = carcassonne.game({ edition = "2003", sets = {}, draws = "manual", variants = { { name = "v",
      attributes = { { name = "herd", merge = "sum" } }, start = { { id = "H1" } },
      tiles = "H1 x3 city:N field:EL.ER.SL.SR.WL.WR~N+herd+herd",
      pieces = { shepherd = { count = 1, power = "herd" } } } } }):new_initial_state()
    play(state, "draw H1", "place H1 0,-1 r2", "deploy shepherd field:NL.NR.EL.ER.WL.WR",
      "draw H1", "place H1 0,1 r2", "deploy follower field:NL.NR.EL.ER.WL.WR")
    assert.is_true(state:is_terminal())
    assert.are.same({ 4, 0 }, state:returns())
  end)

  it("needs one that features can have", function()
    local function refused(power)
      return refusal { attributes = { { name = "mill", merge = "local" } },
        pieces = { miller = { count = 1, power = power } } }
    end
    assert.matches("miller: power: .*attribute of features.* got 'mill'", refused "mill")
    assert.matches("miller: power: .*attribute of features.* got 'mil'", refused "mil")
    assert.matches("miller.power: 'a b' is not a name", refused "a b")
  end)
end)

-- ---- Rows of points -----------------------------------------------------------------------------

-- Returns the first scoring of a kind of feature.
local function scored(state, kind)
  for _, event in ipairs(state:events()) do
    if event.kind == "scored" and event.feature == kind then return event end
  end
end

-- Returns a game with only this variant's tiles, played to its end.
local function whole(given, source, ...)
  source.name = source.name or "v"
  local options = { sets = {}, draws = "manual", variants = { source } }
  for key, value in pairs(given) do options[key] = value end
  local state = carcassonne.game(options):new_initial_state()
  play(state, ...)
  assert.is_true(state:is_terminal())
  return state
end

describe("The pig herd", function()
  local HERD = { attributes = { "pig-herd", { name = "besieged", field_factor = 2 } },
    start = { { id = "E" } },
    tiles = [[
      E x3 city:N field:EL.ER.SL.SR.WL.WR~N
      B x1 city:N+besieged field:EL.ER.SL.SR.WL.WR~N
      H x1 field:NL.NR.EL.ER.SL.SR.WL.WR+pig-herd
    ]],
    points = { { kind = "field", attribute = "pig-herd", per = "cities", add = 1 } } }

  local function herd(edition, tile)
    local counts = { E = tile == "E" and 4 or 3, B = tile == "B" and 1 or 0 }
    return whole({ edition = edition, players = 1, pieces = { pig = 1 }, counts = counts },
      HERD, "draw E", "place E 0,-1 r2", "deploy follower field:NL.NR.EL.ER.WL.WR", "draw H",
        "place H 0,-2 r0",
      "deploy pig field:NL.NR.EL.ER.SL.SR.WL.WR", "draw E", "place E 0,-3 r0", "pass", "draw " .. tile,
        "place " .. tile .. " 0,-4 r2",
      "pass")
  end

  it("adds a point for each city of its field, in addition to the pig's", function()
    local state = herd("jcz", "E")
    assert.are.equal(10, state:score(1))
    assert.are.same({ { kind = "cities", count = 2, each = 3 }, { kind = "pig", count = 2, each = 1 },
      { kind = "row", count = 2, each = 1, name = "pig-herd" } }, scored(state, "field").items)
  end)

  it("adds it for a besieged city as the pig does", function()
    assert.are.equal(3 + 2 * 3 + 2 + 2, herd("jcz", "B"):score(1))
  end)

  it("does so if farmers are counted city by city", function()
    assert.are.equal(2 * (4 + 1 + 1), herd("2003", "E"):score(1))
  end)
end)

describe("If farmers are counted city by city, a row", function()
  -- Two fields with a city between, one with a herd; this player has a farmer in the first, and
  -- player 1 deploys one.
  local function farm(first, player, second)
    local source = { attributes = { "herd" },
      tiles = "E x1 city:N field:EL.ER.SL.SR.WL.WR~N\nH x1 city:N field:EL.ER.SL.SR.WL.WR~N+herd",
      points = { { kind = "field", attribute = "herd", add = 5 },
        { kind = "field", per = "cities", add = 1 } } }
    return whole({ edition = "2003", position = { tiles = { { id = first } },
      pieces = { { player = player, x = 0, y = 0, text = "field:EL.ER.SL.SR.WL.WR" } } } },
      source, "draw " .. second, ("place %s 0,-1 r2"):format(second),
        "deploy follower field:NL.NR.EL.ER.WL.WR"):returns()
  end

  it("applies to a player with the majority in its field", function()
    assert.are.same({ 4 + 5 + 1, 4 + 1 }, farm("E", 2, "H"))
  end)

  it("counts the city if it has the attribute of the row", function()
    local source = { name = "v", attributes = { "wall" }, points = { { kind = "field", add = 1,
        per = { "features", kind = "city", complete = true, attribute = "wall", borders = "this" } } },
      tiles = "E x2 city:N field:EL.ER.SL.SR.WL.WR~N\nW x2 city:S+wall city:N field:EL.ER.WL.WR~N.S" }
    local t = board.set([[
      E r2
      wall=W  side
      *E
    ]], { edition = "2003", sets = {}, variants = { source }, bag = "W",
      standing = { "1 follower wall field:EL.ER.WL.WR" } })
    t:play { "1: W side" }
    assert.are.equal(4 + 1 + 4, t.state:score(1)) -- a city with the wall and one without
  end)

  it("applies once, in the field in which it counts most", function()
    assert.are.same({ 4 + 5 + 1, 0 }, farm("E", 1, "H"))
    assert.are.same({ 4 + 5 + 1, 0 }, farm("H", 1, "E"))
  end)
end)

describe("Vineyards", function()
  local FIELD = "field:NL.NR.EL.ER.SL.SR.WL.WR"

  local function monastery(...)
    local source = { attributes = { { name = "vineyard", on = "tile" } }, start = { { id = "F" } },
      tiles = { "F x4 " .. FIELD, "V x4 @vineyard " .. FIELD, "M x1 monastery " .. FIELD },
      points = { { kind = "monastery", complete = true,
        per = { "tiles", attribute = "vineyard", around = "this" }, add = 3 } } }
    local cells = { { 2, 0 }, { 0, 1 }, { 1, 1 }, { 2, 1 }, { 0, -1 }, { 1, -1 }, { 2, -1 } }
    local actions = { "draw M", "place M 1,0 r0", "deploy follower monastery" }
    for i, id in ipairs { ... } do
      local x, y = compat.table.unpack(cells[i])
      for _, action in ipairs { "draw " .. id, ("place %s %d,%d r0"):format(id, x, y), "pass" } do
        table.insert(actions, action)
      end
    end
    local counts = { F = 1, V = 0 }
    for _, id in ipairs { ... } do counts[id] = counts[id] + 1 end
    return whole({ counts = counts }, source, compat.table.unpack(actions))
  end

  it("add three points each to a monastery that is complete", function()
    local state = monastery("V", "F", "V", "F", "V", "F", "V")
    assert.are.equal(21, state:score(1))
    assert.are.same({ { kind = "tiles", count = 9, each = 1 },
      { kind = "row", count = 4, each = 3, name = "vineyard" } },
      scored(state, "monastery").items)
  end)

  it("add nothing to an incomplete one", function()
    assert.are.equal(3, monastery("V"):score(1))
  end)
end)

-- Player 1 has the road through the start tile, player 2 completes it at one end, and a mage or a
-- witch is put on it.
local function road_with(spell, rows, x)
  local state = by_hand({ pieces = { mage = { count = 1, role = "special" } },
    variables = { { name = "witch", scope = "feature" } },
    on_tile_placed = { run = function(s, tile)
      if tile.x ~= -1 then return end
      if spell ~= "witch" then s:deploy(2, "mage", 0, 0, "road:E.W") end
      if spell ~= "mage" then s:set_variable("witch", s:feature(0, 0, "road:E.W"), 1) end
    end }, points = rows }, "draw BA-U", "place BA-U 1,0 r0", "deploy follower road:E.W", "draw BA-X",
      "place BA-X -1,0 r0", "pass")
  for i = 2, x - 1 do play(state, "draw BA-U", ("place BA-U %d,0 r0"):format(i), "pass") end
  return play(state, "draw BA-A", ("place BA-A %d,0 r1"):format(x), "pass")
end

describe("The mage and the witch", function()
  local ROWS = { { has = { "pieces", piece = "mage" }, per = "tiles", add = 1 },
    { variable = "witch", halve = "up" } }

  it("add a point a tile, and take half", function()
    assert.are.equal(10, road_with("mage", ROWS, 3):score(1))
    assert.are.equal(5, road_with("both", ROWS, 3):score(1))
    assert.are.equal(3, road_with("witch", ROWS, 3):score(1)) -- 5 less 2
    assert.are.equal(2, road_with("witch", { { variable = "witch", halve = "down" } }, 3):score(1))
  end)

  it("are reported with their effects", function()
    local state = road_with("both", ROWS, 2)
    assert.are.same({ { kind = "tiles", count = 4, each = 1 },
      { kind = "row", count = 4, each = 1, name = "mage" },
      { kind = "halved", count = 1, each = -4, name = "witch" } }, scored(state, "road").items)
    local said = {}
    for i, sentence in ipairs(require "carcassonne.describe.events".sentences(state:events())) do
      said[i] = sentence.text
    end
    assert.matches("4 points for player 1 %(4 tiles x 1 %+ 4 x 1 for mage "
      .. "%- 4 %(half of the points%) for witch%)",
      table.concat(said, "\n"))
  end)

  it("are in the present points of the road, and in a copy, a saved game and the past", function()
    local state = road_with("mage", ROWS, 3)
    state:undo_action()
    assert.are.equal(10, state:feature(0, 0, "road:E.W").points)
    assert.are.equal(10, play(state:clone(), "pass"):score(1))
    assert.are.equal(10, play(state:game():deserialize_state(state:serialize()), "pass"):score(1))
  end)
end)

describe("A row of points", function()
  -- Returns the points of player 1 for a completed city of two tiles and three mills, with these
  -- rows.
  local function city(rows, more)
    local source = { attributes = { { name = "mill", merge = "sum" }, "well" }, tiles = MILLS,
      start = { { id = "M1" } }, points = rows }
    for key, value in pairs(more or {}) do source[key] = value end
    return by_hand(source, "draw M2", "place M2 0,-1 r2", "deploy follower city:S"):score(1)
  end

  it("counts as often as its attribute is there, or once", function()
    assert.are.equal(4 + 3 * 2, city { { kind = "city", per = "mill", add = 2 } })
    assert.are.equal(4 + 2, city { { attribute = "well", add = 2 } })
    assert.are.equal(4 + 2, city { { attribute = "mill", add = 2 } })
    assert.are.equal(4 + 2, city { { add = 2 } })
    assert.are.equal(4 + 2 * 5, city { { attribute = "mill", per = "tiles", add = 5 } })
  end)

  it("applies if all its conditions do", function()
    assert.are.equal(4, city { { kind = "road", add = 2 }, { complete = false, add = 2 },
      { final = true, add = 2 },
      { has = { "pieces", piece = "builder" }, add = 2 },
        { kind = "city", attribute = "well", complete = false, add = 2 } })
    assert.are.equal(4 + 6, city { { kind = { "road", "city" }, add = 2 }, { complete = true, add = 2 },
      { final = false, add = 2 } })
  end)

  it("counts pieces, and numbers in variables", function()
    assert.are.equal(4 + 2, city { { per = { "pieces", piece = "follower" }, add = 2 } })
    assert.are.equal(4 + 2, city { { per = "pieces", add = 2 } })
    for _, scope in ipairs { "cell", "segment", "feature" } do
      local remember = { variables = { { name = "gold", scope = scope } }, on_tile_placed = function(state)
        for y = -1, 0 do
          local keys = { cell = { state:tile_index(0, y) }, segment = { 0, y, 1 },
            feature = { state:feature(0, y, 1) } }
          local key = keys[scope]
          key[#key + 1] = 3
          state:set_variable("gold", compat.table.unpack(key))
        end
      end }
      assert.are.equal(4 + (scope == "feature" and 3 or 6) * 2,
        city({ { variable = "gold", per = "gold", add = 2 } }, remember), scope)
      assert.are.equal(4 + 2, city({ { variable = "gold", add = 2 } }, remember))
    end
    assert.are.equal(4, city({ { variable = "gold", add = 2 } },
      { variables = { { name = "gold", scope = "feature" } } }))
  end)

  it("leaves no points of an incomplete city that is cursed, including those of earlier rows", function()
    local source = { attributes = { "cursed" }, tiles = "C1 x1 city:N+cursed field:EL.ER.SL.SR.WL.WR~N",
      points = { { add = 2 }, { attribute = "cursed", complete = false, zero = true }, { add = 1 } } }
    local state = whole({ sets = { "base" } ,
      position = { tiles = { { id = "C1" } }, pieces = { { player = 1, x = 0, y = 0,
      text = "city:N" } } } }, source, "resign 2")
    assert.are.equal(1, state:score(1))
    assert.are.same({ "tiles", "row", "zeroed", "row" }, (function()
      local kinds = {}
      for i, item in ipairs(scored(state, "city").items) do kinds[i] = item.kind end
      return kinds
    end)())
  end)

  it("acts in the order of the list and of the variants, and before every function", function()
    local function double(_, _, points) return 2 * points end
    assert.are.equal(2 * (2 + 3), city({ { halve = "up" }, { add = 3 }, run = double }))
    assert.are.equal(2 * 4, city({ run = double }))
    local first = { name = "first", points = { { add = 3 }, run = double } }
    local second = { name = "second",
      points = { { halve = "down" }, run = function(_, _, points) return points + 1 end } }
    local function score(...)
      local state = carcassonne.game({ sets = { "base" }, draws = "manual",
        variants = { ... } }):new_initial_state()
      return play(state, "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S"):score(1)
    end
    assert.are.equal(2 * (3) + 1, score(first, second))
    assert.are.equal((2 + 3 + 1) * 2, score(second, first))
  end)

  it("acts by its `order`, whatever the order of the list and of the variants", function()
    assert.are.equal(2 + 3, city { { add = 3, order = 51 }, { halve = "up" } })
    local early = { name = "early", points = { { add = 3, order = 49 } } }
    local late = { name = "late", points = { { halve = "up", order = 60 }, { add = 1 } } }
    for _, list in ipairs { { early, late }, { late, early } } do
      local state = carcassonne.game({ sets = { "base" }, draws = "manual",
        variants = list }):new_initial_state()
      play(state, "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S")
      assert.are.equal((4 + 3 + 1) / 2, state:score(1))
    end
  end)

  it("counts the value of an option", function()
    local source = { name = "v", options = { worth = 2 },
      points = { { kind = "city", add = { option = "worth" } } } }
    local variant = carcassonne.variant(source, { worth = 7 })
    local state = carcassonne.game({ sets = { "base" }, draws = "manual",
      variants = { variant } }):new_initial_state()
    assert.are.equal(11, play(state, "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S"):score(1))
  end)

  it("is correct over whole games", function()
    local check = require "carcassonne.lab.check"
    local report = check.variant({ name = "v", points = { { kind = "monastery", add = 2,
        per = { "segments", kind = "city", around = "this" } },
      { kind = "field", per = "cities", add = 1 },
        { has = { "pieces", piece = "builder" }, per = "tiles", add = 1 },
      { kind = "road", final = true, halve = "down" } },
      bonus = { { piece = "pig", per = "tiles", add = 1 },
        { per = { "segments", kind = "road", around = "this" }, once = true, add = 1 } } },
      { games = 4 })
    assert.are.same({}, report.problems)
  end)

  local wrong = {
    { "without an effect", { kind = "city" }, "points%[1%]: `add`, `zero` or `halve` is missing" },
    { "with two effects", { add = 1, zero = true }, "points%[1%]: add cannot be combined with halve|zero" },
    { "with an unknown key", { ad = 1 }, "points%[1%]: ad: unknown key %(did you mean add%?%)" },
    { "with a misspelt key of selectors", { knd = "city", add = 1 },
      "points%[1%]: knd: unknown key %(did you mean kind%?%)" },
    { "with an unknown kind", { kind = "rode", add = 1 },
      "points%[1%]: kind: no kind of segment is named 'rode'" },
    { "with an unknown attribute", { attribute = "weall", add = 1 },
      "points%[1%]: attribute: the game has no attribute 'weall' %(did you mean wall%?%)" },
    { "that counts an attribute that features never have", { per = "here", add = 1 },
      "points%[1%]: per: here is a local attribute, which a feature never has" },
    { "with an unknown variable", { variable = "golds", add = 1 },
      "variable: the game declares no variable 'golds' %(did you mean gold%?%)" },
    { "with an unknown piece", { has = { "pieces", piece = "pigg" }, add = 1 },
      "has.piece: the game has no piece 'pigg' %(did you mean pig%?%)" },
    { "with an unknown thing to count", { per = "tils", add = 1 },
      "points%[1%]: per: expected tiles, .*, got 'tils'" },
    { "that counts an unknown kind of thing", { per = { "tils", around = "this" }, add = 1 },
      "points%[1%]: per: no kind of item is named 'tils' %(did you mean tiles%?%)" },
    { "that counts with an unknown key", { per = { "tiles", arund = "this" }, add = 1 },
      "points%[1%]: per.arund: unknown key %(did you mean around%?%)" },
    { "that counts cities of a city", { kind = "city", per = "cities", add = 1 },
      "requires kind = \"field\"" },
    { "that halves several times", { per = "tiles", halve = "up" },
      "points%[1%]: per cannot be combined with halve|zero" },
    { "that halves sideways", { halve = "left" },
      "points%[1%].halve: unknown word 'left'; expected up, down" },
    { "that adds half a point", { add = 0.5 }, "points%[1%].add: expected integer" },
    { "that adds too much", { add = 1001 }, "points%[1%].add: expected %-1000 to 1000, got 1001" },
    { "of an order that is none", { add = 1, order = 100 }, "points%[1%].order: expected 1 to 99, got 100" },
    { "that is not a table", 5, "points%[1%]: expected table, got number" },
    { "that is a selector", { "features", kind = "city", add = 1 },
      "points%[1%]: expected a filter without a kind of items" },
    { "about a complete field", { kind = "field", complete = true, add = 1 },
      "points%[1%]: complete = true: fields are never complete" },
  }
  for _, case in ipairs(wrong) do
    it("is refused " .. case[1], function()
      local attributes = { "wall", { name = "here", merge = "local" } }
      assert.matches(case[3],
        refusal { attributes = attributes, variables = { "gold" }, points = { case[2] } })
    end)
  end

  it("is refused beside a value that is neither row nor function, and if there are too many", function()
    assert.matches("points.rum: unknown key.*did you mean run%?",
      refusal { points = { { add = 1 }, rum = print } })
    assert.matches("points: expected rows or a function", refusal { points = {} })
    assert.matches("points.add: only a row can have this key, and rows must be in a list",
      refusal { points = { kind = "city", add = 1 } })
    assert.matches("points.zero: only a row can have this "
      .. "key", refusal { points = { kind = "city", zero = true } })
    local rows = {}
    for i = 1, 97 do rows[i] = { add = 1 } end
    assert.matches("points%[97%]: more than 96 rows of this kind", refusal { points = rows })
  end)
end)

-- ---- Bonuses ------------------------------------------------------------------------------------

local function awarded(state)
  local list = {}
  for _, event in ipairs(state:events()) do
    if event.kind == "awarded" then
      list[#list + 1] = ("%d %d %s"):format(event.player, event.points, event.label)
    end
  end
  return list
end

describe("A watchtower", function()
  local THIEF = "T x2 @tower road:E road:W field:NL.NR.EL.WR field:ER.SL.SR.WL"

  -- The start tile's road between the tiles of two monasteries; the tower is between its east end
  -- and a third monastery.
  local function tower(rows, ...)
    return by_hand({ name = "watchtower", attributes = { { name = "tower", on = "tile" } }, tiles = THIEF,
      bonus = rows },
      "draw BA-A", "place BA-A -1,0 r3", "pass", "draw T", "place T 1,0 r0", ...)
  end
  local CLOSE = { "draw BA-B", "place BA-B 0,1 r0", "pass", "draw BA-A", "place BA-A 2,0 r1", "pass" }

  it("gives three points for each monastery around it to the thief on it", function()
    local state =
      tower({ { attribute = "tower", per = { "segments", kind = "monastery", around = "this" }, add = 3 } },
      "deploy follower road:E", compat.table.unpack(CLOSE))
    assert.are.equal(2 + 2 * 3, state:score(2))
    assert.are.same({ "2 6 watchtower" }, awarded(state))
  end)

  it("counts its own cell with the eight around it", function()
    local function score(per)
      per.around = "this"
      return tower({ { attribute = "tower", per = per, add = 1 } }, "deploy follower road:E",
        compat.table.unpack(CLOSE)):score(2) - 2
    end
    assert.are.equal(4, score { "tiles" })
    assert.are.equal(1, score { "tiles", attribute = "tower" })
    assert.are.equal(1, score { "segments", kind = "city" })
    assert.are.equal(1, score { "pieces" })
    assert.are.equal(1, score { "pieces", piece = "follower" })
    assert.are.equal(0, score { "segments", attribute = "pennant" })
    assert.are.equal(4, score { "segments", kind = "road" })
  end)

  it("gives nothing to pieces beside it", function()
    local state = tower({ { attribute = "tower", per = { "segments", kind = "monastery", around = "this" },
      add = 3 } }, "pass",
      "draw BA-A", "place BA-A 2,0 r1",
      "deploy follower road:W")
    assert.are.equal(2, state:score(1))
    assert.are.same({}, awarded(state))
  end)
end)

describe("A bonus", function()
  -- Player 2 has a follower on the start tile's road, and player 1 two on the road that joins it;
  -- player 1 completes the road.
  local function road(source, ...)
    source.name = source.name or "v"
    source.pieces = { ringmaster = { count = 1 } }
    local t = board.set("left *west=BA-D east=BA-U right", { sets = { "base" }, variants = { source, ... },
      standing = { "1 follower west road:E.W", "1 follower east road:E.W", "2 ringmaster east road:E.W" } })
    return t:play { "1: BA-A right r1", "2: BA-X left" }.state
  end

  it("goes to the owner of the piece, whoever has the majority", function()
    local state = road { bonus = { { piece = "ringmaster", add = 5 } } }
    assert.are.same({ 4, 5 }, state:returns())
  end)

  it("is for each piece, or once for each player", function()
    assert.are.same({ 4 + 6, 3 }, road({ bonus = { { add = 3 } } }):returns())
    assert.are.same({ 4 + 3, 3 }, road({ bonus = { { add = 3, once = true } } }):returns())
    assert.are.same({ 4 + 3, 3 },
      road({ bonus = { { per = { "tiles", around = "this" }, add = 1, once = true } } }):returns())
    assert.are.same({ 4 + 6, 3 },
      road({ bonus = { { per = { "tiles", around = "this" }, add = 1 } } }):returns())
  end)

  it("counts in the same way as a row of points", function()
    assert.are.same({ 4, 4 },
      road({ bonus = { { piece = "ringmaster", per = "tiles", add = 1 } } }):returns())
    assert.are.same({ 4, 3 },
      road({ bonus = { { piece = "ringmaster", per = "pieces", add = 1 } } }):returns())
    local never = { { kind = "city", add = 1 }, { complete = false, add = 1 }, { final = true, add = 1 } }
    assert.are.same({ 4, 0 }, road({ bonus = never }):returns())
    local gold = { variables = { { name = "gold", scope = "cell" } },
      bonus = { { variable = "gold", per = "gold", add = 2 } },
      on_tile_placed = function(state) state:set_variable("gold", state:tile_index(1, 0), 4) end }
    assert.are.same({ 4 + 8, 8 }, road(gold):returns())
  end)

  it("of a function comes after those of rows and before on_feature_scored, one for each piece", function()
    local calls = {}
    local second = { name = "second", bonus = function(_, piece, scoring)
      calls[#calls + 1] = ("%s %d of %d"):format(piece.piece, piece.player, scoring.points)
      return piece.player
    end, on_feature_scored = function(state) state:award(1, 10, "after") end }
    local state = road({ name = "first",
      bonus = { { piece = "ringmaster", add = 5 }, run = function() return 3 end } }, second)
    assert.are.same({ "2 5 first", "1 3 first", "1 1 second", "1 3 first", "1 1 second", "2 3 first",
      "2 2 second", "1 10 after" },
      awarded(state))
    assert.are.same({ "follower 1 of 4", "follower 1 of 4", "ringmaster 2 of 4" },
      { calls[1], calls[2], calls[3] })
  end)

  it("of a function is computed only if its condition is true", function()
    local function gated(when)
      return road({ bonus = { when = when, run = function() return 1 end } }):returns()
    end
    assert.are.same({ 4, 1 }, gated { piece = "ringmaster" })
    assert.are.same({ 4, 0 }, gated { piece = "pig" })
    assert.are.same({ 6, 1 }, gated())
  end)

  it("is the same with and without listeners, in a feature with only a special piece", function()
    local state = by_hand({ pieces = { tent = { count = 1, role = "special" } },
      bonus = { { piece = "tent", add = 7 } },
      on_tile_placed = function(s, tile) if tile.y == 0 then s:deploy(2, "tent", 0, 0, "city:N") end end },
      "draw BA-U", "place BA-U 1,0 r0", "pass", "draw BA-E", "place BA-E 0,-1 r2", "pass")
    assert.are.equal(7, state:score(2))
    assert.are.same({ "2 7 v" }, awarded(state))
  end)

  it("applies to the pieces of a field once, when all fields are counted", function()
    local source = { tiles = "E x2 city:N field:EL.ER.SL.SR.WL.WR~N", start = { { id = "E" } },
      bonus = { { kind = "field", add = 2 },
        run = function(_, _, scoring) return scoring.kind == "field" and 1 or nil end } }
    for edition, city in pairs { jcz = 3, ["2003"] = 4 } do
      local state = whole({ edition = edition, players = 1 }, source, "draw E", "place E 0,-1 r2",
        "deploy follower field:NL.NR.EL.ER.WL.WR")
      assert.are.equal(city + 2 + 1, state:score(1))
      assert.are.same({ "1 2 v", "1 1 v" }, awarded(state))
    end
  end)

  local wrong = {
    { "without points", { kind = "city" }, "bonus%[1%]: add is missing" },
    { "with half the points", { halve = "up" },
      "bonus%[1%].halve: this row cannot have this key; expected per, add, once" },
    { "for cities", { per = "cities", add = 1 },
      "bonus%[1%]: per = \"cities\" counts the cities of a field" },
    { "for an unknown attribute", { attribute = "well", add = 1 },
      "bonus%[1%]: attribute: the game has no attribute 'well'" },
    { "for an unknown variable", { per = "god", add = 1 },
      "bonus%[1%]: per: expected .*, a variable .*, got 'god' %(did you mean gold%?%)" },
  }
  for _, case in ipairs(wrong) do
    it("is refused " .. case[1], function()
      assert.matches(case[3],
        refusal { variables = { { name = "gold", scope = "player" } }, bonus = { case[2] } })
    end)
  end

  it("is refused with a condition and no function, and with an answer that is not a number", function()
    assert.matches("bonus: `when` requires a function `run`",
      refusal { bonus = { { add = 1 }, when = { piece = "pig" } } })
    local fine, message = pcall(road, { bonus = function() return "much" end })
    assert.is_false(fine)
    assert.matches("variant 'v', bonus: .*it returned string; expected an integer or nil", message)
  end)

  it("may not change the game", function()
    local fine, message = pcall(road, { bonus = function(state) state:award(1, 1) end })
    assert.is_false(fine)
    assert.matches("this hook only answers a question", message)
  end)
end)

-- ---- Marks --------------------------------------------------------------------------------------

-- A game in which this function of player 1 marks something when a tile is placed north of the
-- start tile.
local function marking(attributes, mark, more, ...)
  local source = { attributes = attributes, on_tile_placed = function(state, tile)
    if tile.y == -1 then mark(state) end
  end }
  for key, value in pairs(more or {}) do source[key] = value end
  return by_hand(source, ...)
end

local CASTLE = { name = "castle", extra_open_ends = "never", incomplete_tile_points = "nothing" }
local NORTH = { "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S" }
local function castle(state) state:set_attribute(0, 0, "city:N", "castle") end

describe("A city that a script has marked", function()
  it("follows its attribute: a castle is never complete, worth nothing, and no city for a field",
      function()
    local plain = marking({ CASTLE }, function() end, {}, compat.table.unpack(NORTH))
    assert.are.same({ 4, true }, { plain:score(1), plain:feature(0, 0, "city:N").complete })
    local state = marking({ CASTLE }, castle, {}, compat.table.unpack(NORTH))
    local city = state:feature(0, -1, "city:S")
    assert.are.same({ 0, false, 0, 0 }, { state:score(1), city.complete, city.points, city.open })
    assert.are.same({ "castle" }, city.attributes)
    assert.are.same({ 0, 3 }, { state:feature(0, -1, 2).points, plain:feature(0, -1, 2).points })
    play(state, "resign 2")
    assert.are.equal(0, state:score(1))
  end)

  it("counts for a field what a row says", function()
    local rows = {
      points = { { kind = "field",
      per = { "features", kind = "city", attribute = "castle", borders = "this" }, add = 4 } } }
    local state = marking({ CASTLE }, castle, rows, compat.table.unpack(NORTH))
    assert.are.equal(4, state:feature(0, -1, 2).points)
    assert.are.equal(3, marking({ CASTLE }, function() end, rows, compat.table.unpack(NORTH)):feature(0,
      -1, 2).points)
  end)

  it("joins others, and they are marked, too", function()
    local state = marking({ CASTLE }, castle, { start = { { id = "BA-D" } } }, "draw BA-C",
      "place BA-C 0,-1 r0", "pass",
      "draw BA-E", "place BA-E 1,-1 r3", "pass")
    assert.are.same({ "castle" }, state:feature(1, -1, "city:W").attributes)
  end)

  it("is as before when the mark is removed, and scores", function()
    local state = marking({ CASTLE }, castle, { phases = { { name = "fall", timing = "turn_end",
      run = function(s) s:set_attribute(0, -1, "city:S", "castle", s:turn_player() == 1) end } } },
        compat.table.unpack(NORTH))
    assert.are.equal(0, state:score(1))
    play(state, "draw BA-U", "place BA-U 1,0 r0", "pass", "draw BA-U", "place BA-U 2,0 r0", "pass")
    assert.are.equal(4, state:score(1))
    assert.is_false(state:any { "pieces", feature = state:feature(0, 0, "city:N") })
  end)

  it("does not score if it becomes a castle after it was completed", function()
    local late = { phases = { { name = "late", timing = "before_scoring", run = castle } } }
    assert.are.equal(0, marking({ CASTLE }, function() end, late, compat.table.unpack(NORTH)):score(1))
  end)

  it("does not score either if it becomes one while another scores", function()
    -- One tile completes two cities; the one that scores first makes a castle of the other.
    local function score(attributes, mark)
      local source = { name = "v", attributes = attributes,
        tiles = "TWO x1 city:S city:N field:EL.ER.WL.WR~N.S",
        on_feature_scored = function(state, scoring)
          if #state:feature(0, 0, "city:N").attributes + #state:feature(0, -2, "city:S").attributes > 0 then
            return
          end
          mark(state, scoring.feature.y == 0
            or state:matches(scoring.feature, { feature = state:feature(0, 0, "city:N") }))
        end }
      local t = board.set([[
        top=BA-E r2  BA-E r1
        two          BA-E r1
        *low=BA-D    BA-U
      ]], { sets = { "base" }, variants = { source },
        standing = { "1 follower low city:N", "2 follower top city:S" } })
      local state = t:play { "1: TWO two" }.state
      return { state:score(1) + state:score(2), #state:pieces() }
    end
    assert.are.same({ 8, 0 }, score({}, function() end))
    assert.are.same({ 4, 1 }, score({ CASTLE }, function(state, first)
      if first then
        state:set_attribute(0, -2, "city:S", "castle")
      else
        state:set_attribute(0, 0, "city:N", "castle")
      end
    end))
  end)

  it("is named, and shown below the board", function()
    local state = marking({ CASTLE, "well" }, function(s)
      castle(s)
      s:set_attribute(0, 0, "city:N", "well")
      s:set_attribute(0, -1, "city:S", "well", false)
    end, {}, "draw BA-E", "place BA-E 0,-1 r2", "pass")
    local said = {}
    for i, sentence in ipairs(require "carcassonne.describe.events".sentences(state:events())) do
      said[i] = sentence.text
    end
    assert.matches("The city at 0,0 is now marked: castle.", table.concat(said, "\n"), 1, true)
    assert.matches("The city at 0,%-1 is no longer marked: well.", table.concat(said, "\n"))
    assert.are.same({ "v: castle: in the city (north) at 0,0" },
      require "carcassonne.text.board_extras".lines(state))
  end)

  it("is marked in a copy, a saved game, a position and the past, and makes another position", function()
    local state = marking({ CASTLE }, castle, {}, compat.table.unpack(NORTH))
    local plain = marking({ CASTLE }, function() end, {}, "draw BA-E", "place BA-E 0,-1 r2", "pass")
    assert.is_true(state:clone() == state)
    assert.is_true(state:game():deserialize_state(state:serialize()) == state)
    local again = carcassonne.game { sets = { "base" },
      variants = { { name = "v", attributes = { CASTLE } } },
      position = state:observation_string() }:new_initial_state()
    assert.are.same({ "castle" }, again:feature(0, -1, "city:S").attributes)
    assert.is_false(again:feature(0, -1, "city:S").complete)
    assert.are.equal(1, #again:pieces())
    state:undo_action()
    state:undo_action()
    assert.are.same({}, state:feature(0, 0, "city:N").attributes)
    play(state, "place BA-E 0,-1 r2", "pass")
    assert.are_not.equal(plain:hash(), state:hash())
  end)
end)

describe("A mark", function()
  it("removes a printed attribute from the whole feature", function()
    local source = { attributes = { { name = "inn", tile_points = 1 } },
      tiles = "I x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
      on_tile_placed = function(state, tile) if tile.x == -1 then state:set_attribute(0, 0, "road:E.W", "inn",
        false) end end }
    local state = by_hand(source, "draw I", "place I 1,0 r0", "deploy follower road:E.W", "draw I",
      "place I 2,0 r0", "pass",
      "draw BA-A", "place BA-A 3,0 r1", "pass", "draw BA-X", "place BA-X -1,0 r0", "pass")
    assert.are.equal(5, state:score(1))
    assert.is_false(state:matches({ x = 1, y = 0 }, { attribute = "inn" }))
  end)

  it("counts once for an attribute that sums", function()
    local state = marking({ { name = "mill", merge = "sum" }, "well" }, function(s)
      s:set_attribute(0, 0, "city:N", "mill")
      s:set_attribute(0, 0, "city:N", "well")
    end, { start = { { id = "BA-E" } } }, "draw BA-E", "place BA-E 0,-1 r2", "pass")
    assert.are.equal(1, state:feature(0, 0, "city:N"):count "mill")
    state = marking({ { name = "mill", merge = "sum" }, "well" },
      function(s) s:set_attribute(0, 0, "city:N", "mill") end,
      { start = { { id = "BA-E" } }, tiles = MILLS }, "draw M1", "place M1 0,-1 r2", "pass")
    assert.are.equal(2, state:feature(0, 0, "city:N"):count "mill") -- it had the attribute already
  end)

  it("of an attribute that all segments must have is on all of them, and off with one", function()
    local calm, all = { name = "calm", merge = "all" }, nil
    local function mark(s)
      s:set_attribute(0, 0, "city:N", "calm")
      all = s:feature(0, -1, "city:S").attributes
      s:set_attribute(0, 0, "city:N", "calm", false)
    end
    local state = marking({ calm }, mark, {}, compat.table.unpack(NORTH))
    assert.are.same({ "calm" }, all)
    assert.are.same({}, state:feature(0, -1, "city:S").attributes)
    assert.is_true(state:matches({ x = 0, y = -1 }, { attribute = "calm" }))
    assert.is_false(state:matches({ x = 0, y = 0 }, { attribute = "calm" }))
  end)

  it("of a local attribute is on its segment alone", function()
    local state = marking({ { name = "flag", merge = "local" } },
      function(s) s:set_attribute(0, 0, "city:N", "flag") end, {},
      compat.table.unpack(NORTH))
    local function bears(place) return state:matches(place, { attribute = "flag" }) end
    assert.are.same({ true, false, false },
      { bears { x = 0, y = 0, segment = 2 }, bears { x = 0, y = 0, segment = 1 },
      bears { x = 0, y = -1 } })
    assert.are.same({}, state:feature(0, 0, "city:N").attributes)
  end)

  it("is visible to offers, bonuses and rows", function()
    local state = marking({ "flag" }, function(s) s:set_attribute(0, -1, "city:S", "flag") end, {
      points = { { attribute = "flag", add = 1 } }, bonus = { { attribute = "flag", add = 2 } },
      phases = { { name = "see", timing = "before_scoring",
        ask = function(s) s:offer { "segments", attribute = "flag" } end,
        on_chosen = function() end } } }, compat.table.unpack(NORTH))
    assert.are.same({ "see city:S @0,-1" }, { tostring(state:action(1)) })
    assert.are.equal(4 + 1 + 2, play(state, "see city:S @0,-1"):score(1))
  end)

  it("gives open ends that can be joined, and keeps joined ones", function()
    local tunnel = { name = "tunnel", extra_open_ends = 1 }
    local state = by_hand({ attributes = { tunnel }, on_tile_placed = function(s, tile)
      if tile.x ~= -1 then return end
      s:set_attribute(0, 0, "road:E.W", "tunnel")
      s:set_attribute(0, -1, "road:E.W", "tunnel")
      s:join(0, 0, "road:E.W", 0, -1, "road:E.W")
      local fine, message = pcall(s.set_attribute, s, 0, 0, "road:E.W", "tunnel", false)
      assert(not fine and message:match "tunnel: a script has joined an open end that this attribute "
        .. "adds", message)
    end, start = { { id = "BA-U", y = 0 }, { id = "BA-U", y = -1 } } }, "draw BA-X",
      "place BA-X -1,0 r0", "pass")
    assert.are.equal(state:feature(0, 0, "road:E.W"), state:feature(0, -1, "road:E.W"))
    assert.are.equal(3, state:feature(0, 0, "road:E.W").open)
  end)

  local wrong = {
    { "of an unknown attribute", function(s) s:set_attribute(0, 0, 1, "castel") end,
      "the game has no segment attribute 'castel' %(did you mean castle%?%)" },
    { "where nothing is", function(s) s:set_attribute(5, 5, 1, "castle") end,
      "no tile lies at this cell, so there is no segment '1'" },
    { "of more features than can be without end", function(s)
      for _, tile in ipairs(s:tiles()) do
        for i = 1, s:num_segments(tile.x, tile.y) do s:set_attribute(tile.x, tile.y, i, "castle") end
      end
    end, "the attribute castle: the game has too many features that can never be completed; the limit is "
      .. "about 60" },
  }
  for _, case in ipairs(wrong) do
    it("is refused " .. case[1], function()
      local start = {}
      for i = 0, 35 do start[#start + 1] = { id = "BA-U", y = i } end
      start[1].id = "BA-D"
      local state = marking({ CASTLE }, case[2], { start = start, counts = { ["BA-U"] = 40 } })
      local before = state:clone()
      play(state, "draw BA-E")
      local fine, message = pcall(state.apply_action, state, "place BA-E 0,-1 r2")
      assert.is_false(fine)
      assert.matches(case[3], message)
      state:undo_action()
      assert.is_true(before == state)
    end)
  end

  it("is refused to a function that answers", function()
    local fine, message = pcall(marking, { CASTLE }, function() end, { points = castle },
      compat.table.unpack(NORTH))
    assert.is_false(fine)
    assert.matches("this hook only answers a question", message)
  end)
end)

describe("A position", function()
  it("with an attribute that nothing declares, or at no place, is refused", function()
    local function refused(line)
      local fine, message = pcall(carcassonne.game, { sets = { "base" }, attributes = { CASTLE },
        position = "start BA-D 0,0 r0\n" .. line })
      assert.is_false(fine)
      return message
    end
    assert.matches("flipped: attribute: expected a declared attribute of segments, got 'castel'",
      refused "flipped castel 1")
    assert.matches("flipped: the board has no segment with the index 99", refused "flipped castle 99")
    assert.matches("flipped: place: expected a number", refused "flipped castle 0")
  end)

  it("may have as many endless features as fit, wherever they were printed", function()
    local BANKS = "field:NL.NR.EL.WR field:ER.SL.SR.WL"
    local function castles(turned)
      local state = carcassonne.game { sets = {}, attributes = { CASTLE }, start = "none",
        tiles = ("TU-A x2 road:E.W %s\nTU-B x63 road:E.W+castle %s"):format(BANKS, BANKS),
        position = "start TU-A 0,0 r0\nstart TU-B 1,0 r0\n" .. turned }:new_initial_state(1)
      local road = state:feature(0, 0, "road:E.W") -- the road of both tiles
      return #road.attributes
    end
    assert.are.equal(1, castles "flipped castle 1\nflipped castle 4") -- sixty-three, as many as before
    assert.matches("the game has too many features that can never be completed; the limit is about "
      .. "60", select(2, pcall(castles, "flipped castle 1")))
  end)
end)

describe("Marks, set and removed all over the board,", function()
  local ATTRIBUTES = { CASTLE, { name = "calm", merge = "all", extra_open_ends = 1 },
    { name = "mill", merge = "sum", tile_points = 1 },
    { name = "flag", merge = "local" }, { name = "gate", extra_open_ends = 2 } }
  local wild = { name = "wild", attributes = ATTRIBUTES, tiles = {
    "G x4 city:N.E+castle+mill+mill field:SL.SR.WL.WR~N",
      "C x4 road:E.W+calm+flag field:NL.NR.EL.WR field:ER.SL.SR.WL+calm+gate",
    "R x4 road:S.W+calm+gate field:NL.NR.EL.ER.SL.WR+calm+mill field:SR.WL",
  }, on_tile_placed = function(state, tile)
    local n = tile.index
    for k = 1, 4 do
      local one = state:tiles()[(7 * n + 13 * k) % n + 1]
      local segment, name = (3 * n + k) % state:num_segments(one.x, one.y) + 1,
        ATTRIBUTES[(n + k) % #ATTRIBUTES + 1].name
      pcall(state.set_attribute, state, one.x, one.y, segment, name, (n + k * k) % 3 > 0) -- some are refused
    end
  end }

  -- Checks the attributes of a feature by those of its segments.
  local function check_feature(state, feature)
    local segments, borne = feature:segments(), {}
    for _, attribute in ipairs(ATTRIBUTES) do
      local n = 0
      for _, one in ipairs(segments) do
        n = n + (state:matches(one, { attribute = attribute.name }) and 1 or 0)
      end
      if attribute.merge == "local" then n = 0 end
      borne[attribute.name] = n
      local has = n > 0
      if attribute.merge == "all" then has = n == #segments end
      local reported = false
      for _, name in ipairs(feature.attributes) do reported = reported or name == attribute.name end
      assert.are.equal(has, reported, attribute.name)
      local count = feature:count(attribute.name)
      if attribute.merge == "sum" then
        assert.is_true(count >= n and (count > 0) == has)
      else
        assert.are.equal(has and 1 or 0, count)
      end
    end
    return borne
  end

  it("give each feature the attributes of its segments, and a feature with a castle is never complete",
      function()
    local castles, gates = 0, 0
    for seed = 1, 6 do
      local state = carcassonne.game({ sets = { "base" }, variants = { wild } }):new_initial_state(seed)
      while not state:is_terminal() do
        state:apply_index(tonumber(state:hash():sub(-4), 16) % state:num_actions() + 1)
      end
      for _, feature in ipairs(state:features()) do
        local borne = check_feature(state, feature)
        local joined = feature.kind == "road" or feature.kind == "city"
        if joined and borne.castle > 0 then
          castles = castles + 1
          assert.is_false(feature.complete)
        elseif joined then
          gates = gates + (borne.gate > 0 and 1 or 0)
          assert.is_true(feature.open >= 2 * borne.gate + borne.calm)
        end
      end
    end
    assert.is_true(castles > 10 and gates > 10, castles .. " " .. gates)
  end)

  it("are correct over whole games #full", function()
    assert.are.same({}, require "carcassonne.lab.check".variant(wild, { games = 4 }).problems)
  end)
end)
