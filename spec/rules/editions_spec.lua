-- The rule values: the table of the editions, and a game for each value in which it matters.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local editions = { "2003", "bigbox", "c2", "modern", "jcz" }

-- One row for each rule value, one column for each edition, in the order above.
local values = {
  farm_scoring = { "per-city", "per-field", "per-field", "per-field", "per-field" },
  field_city_points = { 4, 3, 3, 3, 3 },
  pig_bonus = { 1, 1, 1, 1, 1 },
  small_city = { 2, 4, 4, 4, 4 },
  pieces_occupy = { "yes", "no", "no", "no", "no" },
  count_as_followers = { "nowhere", "nowhere", "nowhere", "nowhere", "nowhere" },
  orphan_builder = { "stay", "return", "return", "return", "return" },
  orphan_pig = { "stay", "return", "stay", "stay", "return" },
  builder_host = { "any", "any", "ordinary", "any", "any" },
  extend_trigger = { "joins-or-completes", "joins", "joins", "joins-or-completes", "joins" },
  links_extend = { "yes", "yes", "yes", "yes", "bridge" },
  links_builder = { "when-joined", "when-joined", "when-joined", "when-joined", "when-joined" },
  double_turn = { "optional", "optional", "optional", "optional", "compulsory" },
  builder_parts = { 1, 1, 1, 1, 1 },
  goods_bonus = { 10, 10, 10, 10, 10 },
  unplaceable = { "aside", "aside", "aside", "aside", "aside" },
}

-- A large follower, which counts twice and is not an ordinary follower.
local with_big = { builder = 1, pig = 1,
  big = { count = 1, role = "follower", power = 2, hosts_builder = false } }

-- A script that sends pieces home when a monastery without a road is placed. Real expansions have
-- such effects.
local function dismissal(choose)
  return { name = "dismissal", on_tile_placed = function(state, tile)
    for _, piece in ipairs(tile.id == "BA-B" and state:pieces() or {}) do
      if choose(piece) then state:return_piece(piece) end
    end
  end }
end

local function is_follower(piece) return piece.piece == "follower" end

describe("the editions", function()
  it("are " .. table.concat(editions, ", "), function()
    assert.same(editions, carcassonne.editions)
    assert.has_error(function() carcassonne.game { edition = "2004" } end)
  end)

  it("`c2` is the default", function()
    assert.same(carcassonne.game({ edition = "c2" }):rules(), carcassonne.game():rules())
  end)

  for column, edition in ipairs(editions) do
    it("`" .. edition .. "` has its values", function()
      local rules, expected = carcassonne.game({ edition = edition }):rules(), {}
      for name, row in pairs(values) do expected[name] = row[column] end
      assert.same(expected, rules)
    end)
  end

  it("An edition is a named set of rule values; a game or a variant overrides any one.", function()
    local plain = carcassonne.game({ edition = "2003" }):rules()
    local by_game = carcassonne.game({ edition = "2003", rules = { small_city = 4 } }):rules()
    local by_variant = carcassonne.game({ edition = "2003",
      variants = { { name = "town", rules = { small_city = 4 } } } }):rules()
    assert.equal(2, plain.small_city)
    plain.small_city = 4
    assert.same(plain, by_game)
    assert.same(plain, by_variant)
  end)
end)

describe("farm_scoring", function()
  it("decides who is paid for a city with several fields", function()
    local expected = { ["per-city"] = { 3, 0 }, ["per-field-once"] = { 3, 3 }, ["per-field"] = { 6, 3 } }
    for word, points in pairs(expected) do
      local t = board.set([[
        .          n=BA-E r2  .
        w=BA-E r1  m=BA-T     e=BA-E r3
      ]], { rules = { farm_scoring = word }, bag = "", standing = { "1 follower w field:NL.NR.SL.SR.WL.WR",
        "1 follower n field:NL.NR.EL.ER.WL.WR", "2 follower e field:NL.NR.EL.ER.SL.SR" } })
      assert.same(points, t:points())
    end
  end)
end)

describe("field_city_points and pig_bonus", function()
  local function points(rules)
    return board.set("BA-E r2\nfarm=BA-H\nBA-E", { rules = rules, bag = "", standing = {
      "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR",
        "2 follower farm field:EL.ER.WL.WR" } }):points()
  end

  it("field_city_points are points a city", function()
    assert.same({ 8, 6 }, points { field_city_points = 3 })
    assert.same({ 10, 8 }, points { field_city_points = 4 })
  end)

  it("pig_bonus is what is added with a pig", function()
    assert.same({ 6, 6 }, points { pig_bonus = 0 })
    assert.same({ 10, 6 }, points { pig_bonus = 2 })
    for _, farm_scoring in ipairs { "per-city", "per-field-once" } do
      assert.same({ 10, 6 }, points { pig_bonus = 2, farm_scoring = farm_scoring })
    end
  end)
end)

describe("small_city: a complete two-tile city: 4 (as any) or 2 (1 a tile, 1 a pennant)", function()
  it("without a pennant", function()
    for _, worth in ipairs { 2, 4 } do
      local t = board.set("knight=BA-E r1 here",
        { rules = { small_city = worth }, standing = { "1 follower knight city:E" } })
      t:play { "1: BA-E here r3" }
      assert.same({ worth, 0 }, t:points())
    end
  end)

  it("with a pennant", function()
    for worth, points in pairs { [2] = 3, [4] = 6 } do
      local t = board.set("knight=MY-A r1 here",
        { rules = { small_city = worth }, standing = { "1 follower knight city:E" },
        tiles = { "MY-A x1 city:N+pennant field:EL.ER.SL.SR.WL.WR~N" } })
      t:play { "1: BA-E here r3" }
      assert.same({ points, 0 }, t:points())
    end
  end)

  it("a city of two tiles that is not complete, and one of three, are worth the same either way", function()
    for _, worth in ipairs { 2, 4 } do
      local options = { rules = { small_city = worth }, standing = { "1 follower knight city:E" }, bag = "" }
      assert.same({ 2, 0 }, board.set("knight=BA-E r1 BA-G", options):points())
      options.bag = "BA-E"
      assert.same({ 6, 0 },
        board.set("knight=BA-E r1 BA-G here", options):play { "1: BA-E here r3" }:points())
    end
  end)
end)

-- A road with fields on both sides, and a cell for the tile that triggers `dismissal`.
local road = [[
  start=BA-U  east  third  fourth  fifth
  meadow      .     .      .       .
  hill        .     .      .       .
]]
local north = "field:NL.NR.EL.WR"

describe("pieces_occupy: a lone builder or pig makes a feature occupied", function()
  -- The first tile dismisses player 1's followers; the other pieces stay.
  local function alone(occupy, standing, more)
    local options = { rules = { pieces_occupy = occupy, orphan_builder = "stay", orphan_pig = "stay" },
      standing = standing, variants = { dismissal(is_follower) } }
    for key, value in pairs(more or {}) do options[key] = value end
    return board.set(road, options):play { "1: BA-B meadow" }
  end

  local builder = { "1 follower start road:E.W", "1 builder start road:E.W" }
  local pig = { "1 follower start " .. north, "1 pig start " .. north }

  for occupy, free in pairs { yes = false, no = true } do
    it("`" .. occupy .. "`: a builder", function()
      local t = alone(occupy, builder)
      assert.same({ "1 builder start road:E.W" }, t:standing())
      t:play { "2: BA-U east ..." }
      assert.equal(free, t:may "deploy follower road:E.W")
      t:apply "pass"
      t:play { "1: BA-U third ..." } -- even the owner may not deploy there
      assert.equal(free, t:may "deploy follower road:E.W")
    end)

    it("`" .. occupy .. "`: a pig", function()
      local t = alone(occupy, pig)
      assert.same({ "1 pig start " .. north }, t:standing())
      t:play { "2: BA-U east ..." }
      assert.equal(free, t:may("deploy follower " .. north))
      assert.is_true(t:may "deploy follower field:ER.SL.SR.WL")
    end)
  end

  it("it still counts in no majority", function()
    local t = alone("yes", builder, { bag = "BA-B" })
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("When a feature is scored, all pieces in it go home.", function()
  it("followers and builders of all players", function()
    for _, edition in ipairs(editions) do
      local t = board.set("end=BA-A r3 start=BA-U here",
        { edition = edition, standing = { "1 follower end road:E",
        "1 builder end road:E", "2 follower start road:E.W", "2 builder start road:E.W",
          "1 follower end monastery" } })
      t:play { "1: BA-A here r1" }
      assert.same({ "1 follower end monastery" }, t:standing())
      assert.same({ follower = 6, builder = 1, pig = 1 }, t.state:pieces_in_hand(1))
      assert.same({ follower = 7, builder = 1, pig = 1 }, t.state:pieces_in_hand(2))
    end
  end)
end)

describe("When a player's last follower leaves a feature otherwise, that player's builder or pig there goes "
  .. "home too, by "
  .. "edition.", function()
    local standing = { "1 follower start road:E.W", "1 builder start road:E.W" }

    it("orphan_builder: with `stay`, the builder stays and works", function()
      local t = board.set(road,
        { rules = { orphan_builder = "stay" }, standing = standing, variants = { dismissal(is_follower) } })
      t:play { "1: BA-B meadow" }
      assert.same({ "1 builder start road:E.W" }, t:standing())
      t:play { "2: BA-B hill", "1: BA-U east" }
      assert.equal("extra", t.state:decision())
    end)

    it("orphan_builder: `return`", function()
      local t = board.set(road, { rules = { orphan_builder = "return" }, standing = standing,
        variants = { dismissal(is_follower) } })
      t:play { "1: BA-B meadow" }
      assert.same({}, t:standing())
      assert.same({ follower = 7, builder = 1, pig = 1 }, t.state:pieces_in_hand(1))
      t:play { "2: BA-B hill", "1: BA-U east" }
      assert.equal(2, t.state:turn_player())
    end)

    -- The farmer with the pig is dismissed; another farmer of the same player is joined to the
    -- field.
    local function farm(orphan_pig)
      return board.set([[
        .     BA-B        BA-B  BA-E r2
        away  other=BA-B  link  farm=BA-H
        .     .           .     BA-E
      ]], { rules = { orphan_pig = orphan_pig }, bag = "BA-B BA-A", variants = { dismissal(function(piece)
        return piece.text == "field:EL.ER.WL.WR" and piece.piece == "follower"
      end) }, standing = { "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR",
        "1 follower other field:NL.NR.EL.ER.SL.SR.WL.WR" } })
    end

    it("orphan_pig: `stay`, and works", function()
      local t = farm("stay"):play { "1: BA-B away" }
      assert.same({ "1 follower other field:NL.NR.EL.ER.SL.SR.WL.WR", "1 pig farm field:EL.ER.WL.WR" },
        t:standing())
      t:play { "2: BA-A link" }
      assert.same({ 8, 0 }, t:points())
    end)

    it("orphan_pig: `return`", function()
      local t = farm("return"):play { "1: BA-B away" }
      assert.same({ "1 follower other field:NL.NR.EL.ER.SL.SR.WL.WR" }, t:standing())
      assert.equal(1, t.state:pieces_in_hand(1).pig)
      t:play { "2: BA-A link" }
      assert.same({ 6, 0 }, t:points())
    end)

    it("one alone that stays scores nothing", function()
      local t = board.set("BA-E r2\nfarm=BA-H east\nBA-E", { rules = { orphan_pig = "stay" }, bag = "BA-B",
        variants = { dismissal(is_follower) },
          standing = { "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR" } })
      t:play { "1: BA-B east" }
      assert.same({ 0, 0 }, t:points())
    end)

    it("not while another follower of the same player is there", function()
      local t = board.set(road, { rules = { orphan_builder = "return" }, pieces = with_big, standing = {
        "1 follower start road:E.W", "1 big start road:E.W", "1 builder start road:E.W" },
        variants = { dismissal(is_follower) } })
      t:play { "1: BA-B meadow" }
      assert.same({ "1 big start road:E.W", "1 builder start road:E.W" }, t:standing())
    end)

    it("not those of other players", function()
      local t = board.set(road, { rules = { orphan_builder = "return", orphan_pig = "return" }, standing = {
        "1 follower start road:E.W", "1 builder start road:E.W", "1 follower start " .. north,
        "2 follower start road:E.W", "2 builder start road:E.W", "2 follower start " .. north,
          "2 pig start " .. north },
        variants = { dismissal(function(piece) return piece.player == 1 and is_follower(piece) end) } })
      t:play { "1: BA-B meadow" }
      assert.same({ "2 builder start road:E.W", "2 follower start " .. north, "2 follower start road:E.W",
        "2 pig start " .. north }, t:standing())
    end)

    it("nor pieces in another feature", function()
      local t = board.set(road, { rules = { orphan_builder = "return", orphan_pig = "return" }, standing = {
        "1 follower start road:E.W", "1 builder start road:E.W", "1 follower start " .. north,
          "1 pig start " .. north },
        variants = { dismissal(function(piece) return is_follower(piece) and piece.text == north end) } })
      t:play { "1: BA-B meadow" }
      assert.same({ "1 builder start road:E.W", "1 follower start road:E.W" }, t:standing())
    end)
  end)

describe(
  "builder_host: whom a builder needs: any own follower, or an ordinary one (not large); to stay, any serves",
  function()
    local function offered(host, standing)
      local t = board.set(road, { rules = { builder_host = host }, pieces = with_big, standing = standing })
      t:play { "1: BA-U east ..." }
      return t:may "deploy builder road:E.W"
    end

    it("`any`: a large follower is enough", function()
      assert.is_true(offered("any", { "1 big start road:E.W" }))
      assert.is_true(offered("any", { "1 follower start road:E.W" }))
    end)

    it("`ordinary`: a large one alone is not", function()
      assert.is_false(offered("ordinary", { "1 big start road:E.W" }))
      assert.is_true(offered("ordinary", { "1 follower start road:E.W" }))
      assert.is_true(offered("ordinary", { "1 big start road:E.W", "1 follower start road:E.W" }))
      assert.is_false(offered("ordinary", { "1 big start road:E.W", "2 follower start road:E.W" }))
    end)

    it("to stay, any follower is enough, and the builder works", function()
      local t = board.set(road, { rules = { builder_host = "ordinary", orphan_builder = "return" },
        pieces = with_big,
        standing = { "1 follower start road:E.W", "1 big start road:E.W", "1 builder start road:E.W" },
        variants = { dismissal(is_follower) } })
      t:play { "1: BA-B meadow" }
      assert.same({ "1 big start road:E.W", "1 builder start road:E.W" }, t:standing())
      t:play { "2: BA-B hill", "1: BA-U east" }
      assert.equal("extra", t.state:decision())
    end)

    it("it is about the builder: for the pig any farmer is enough", function()
      for _, host in ipairs { "any", "ordinary" } do
        local t = board.set(road,
          { rules = { builder_host = host }, pieces = with_big, standing = { "1 big start " .. north } })
        t:play { "1: BA-U east ..." }
        assert.same({ north }, t:deployments "pig", host)
      end
    end)
  end)

describe("extend_trigger and links_extend, which need other expansions,", function()
  it("take their values", function()
    for name, words in pairs { extend_trigger = { "joins", "joins-or-completes" },
        links_extend = { "no", "bridge", "yes" } } do
      for _, word in ipairs(words) do
        assert.equal(word, carcassonne.game({ rules = { [name] = word } }):rules()[name])
      end
      assert.has_error(function() carcassonne.game { rules = { [name] = "never" } } end)
    end
  end)
end)

describe("double_turn: optional (the player is asked) or compulsory", function()
  local standing = { "1 follower start road:E.W", "1 builder start road:E.W" }

  it("`optional`", function()
    local t = board.set(road, { rules = { double_turn = "optional" }, standing = standing })
    t:play { "1: BA-U east" }
    assert.equal("extra", t.state:decision())
    t:play { "1: decline" }
    assert.equal(2, t.state:turn_player())
  end)

  it("`compulsory`", function()
    local t = board.set(road, { rules = { double_turn = "compulsory" }, standing = standing })
    t:play { "1: BA-U east" }
    assert.equal("draw", t.state:decision())
    t:play { "1: BA-B meadow" }
    assert.equal(2, t.state:turn_player())
  end)
end)

describe("builder_parts: further parts a turn: 1, or unlimited (the printed house rule)", function()
  for parts, tiles in pairs { [1] = 2, [2] = 3, unlimited = 4 } do
    it("`" .. parts .. "`", function()
      local t = board.set(road, { rules = { builder_parts = parts }, bag = "BA-U BA-U BA-U BA-U BA-U",
        standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
      local placed = 0
      for _, cell in ipairs { "east", "third", "fourth", "fifth" } do
        if placed > 0 and t.state:decision() == "extra" then t:play { "1: take" } end
        if t.state:turn_player() == 1 then
          t:play { "1: BA-U " .. cell }
          placed = placed + 1
        end
      end
      assert.equal(tiles, placed)
    end)
  end
end)

describe("goods_bonus: for the most of a good", function()
  it("is paid for each", function()
    for _, bonus in ipairs { 0, 7, 10 } do
      local t = board.set("BA-B",
        { rules = { goods_bonus = bonus }, have = { { wine = 1, grain = 1 }, { grain = 1 } }, bag = "" })
      assert.same({ 2 * bonus, bonus }, t:points())
    end
  end)
end)

describe("unplaceable: a tile that fits nowhere", function()
  -- Beside a tile that is all city, no monastery fits, but a tile with the end of a city does.
  local function drawn(unplaceable, bag)
    local t = board.set([[ *BA-C r0 here ]], { rules = { unplaceable = unplaceable }, bag = bag })
    t:draw "BA-B"
    return t.state
  end

  it("is out of the game: `aside`", function()
    local state = drawn("aside", "BA-B BA-E")
    assert.same({ ["BA-E"] = 1 }, state:tiles_left())
    assert.same(1, state:tiles_gone()["BA-B"])
  end)

  it("goes into the bag, and another is drawn: `bag`", function()
    local state = drawn("bag", "BA-B BA-E")
    assert.same({ ["BA-B"] = 1, ["BA-E"] = 1 }, state:tiles_left())
    assert.is_true(state:is_chance_node())
    local last = state:events()
    assert.same({ "put", "BA-B", "bag" }, { last[#last].kind, last[#last].id, last[#last].label })
    assert(state:undo_action())
    assert.same({ ["BA-B"] = 1, ["BA-E"] = 1 }, state:tiles_left())
  end)

  it("is out even so if nothing in the bag fits, so that the game ends", function()
    assert.is_true(drawn("bag", "BA-B"):is_terminal())
  end)

  it("is out once tiles have gone back four times as often as there are tiles", function()
    local state, back = drawn("bag", "BA-B BA-E"), 1
    while state:tiles_left()["BA-B"] and back < 100 do
      assert(state:apply_action "draw BA-B")
      back = back + 1
    end
    assert.equal(4 * state:game():num_tiles() + 1, back)
    assert.equal(state:hash(), state:game():deserialize_state(state:serialize()):hash())
  end)
end)
