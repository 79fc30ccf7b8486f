-- The Princess & the Dragon: a test for each sentence of its rules.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local NAME = "princess-and-dragon"

-- A board with this expansion; `chosen` are its options.
local function set(picture, options, chosen)
  local given = { variants = { carcassonne.variant(NAME, chosen) } }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

-- Meadows; a volcano is placed at the crater, and a dragon tile at the lair.
local meadow = [[
  second  .        .       .
  a=BA-B  b=BA-B   c=BA-B  .
  d=BA-B  *e=BA-B  f=BA-B  crater
  .       .        .       lair
]]
local FIELD = "field:NL.NR.EL.ER.SL.SR.WL.WR" -- the field of each meadow

-- The dragon is on the crater, and player 2 has placed a tile that makes it fly.
local function flying(options, chosen)
  return set(meadow, options, chosen):play { "1: PD-A crater", "2: PD-D lair r2" }
end

-- Returns how many tiles have an attribute.
local function count_tiles(attribute)
  local count = 0
  for number, words in table.concat(carcassonne.variant(NAME).source.tiles):gmatch "%sx(%d)([^\n]+)" do
    if words:find(attribute, 1, true) then count = count + tonumber(number) end
  end
  return count
end

describe("The tiles", function()
  for attribute, count in pairs { ["@volcano"] = 6, ["@dragon"] = 12, ["@portal"] = 6, ["+princess"] = 6 } do
    it(("are thirty, %d of them with a %s"):format(count, attribute:sub(2)), function()
      assert.equal(count, count_tiles(attribute))
      assert.equal(72 + 24 + 30, set("BA-D").game:num_tiles() - 1)
    end)
  end

  it("with the dragon stay out of the bag until the first volcano lies", function()
    local t = set("start=BA-B crater", { bag = "PD-A PD-D BA-B" })
    assert.is_false(t:may "draw PD-D")
    t:play { "1: PD-A crater" }
    assert.is_true(t:may "draw PD-D")
  end)

  it("with the dragon never come before a volcano in random games", function()
    local game = carcassonne.game { variants = { NAME }, players = 3 }
    for seed = 1, 10 do
      local state = game:new_initial_state(seed)
      state:random_playout(seed)
      local dragons, volcanoes = state:tiles { attribute = "dragon" }, state:tiles { attribute = "volcano" }
      if #dragons > 0 then assert.is_true(volcanoes[1].index < dragons[1].index, "seed " .. seed) end
    end
  end)
end)

describe("The volcano", function()
  it("takes no piece, but the fairy may move", function()
    local t = set("start=BA-U crater", { standing = { "1 follower start road:E.W" } })
    t:play { "1: PD-R crater ..." }
    assert.same({}, t:deployments())
    assert.same({ "fairy 1 follower road:E.W @start" }, t:options())
  end)

  it("calls the dragon from wherever it is", function()
    local t = flying()
    t:play { "2: dragon @f", "1: dragon @c", "2: dragon @b", "1: dragon @a", "2: dragon @d", "1: dragon @e" }
    t:play { "1: PD-C second r2" }
    assert.equal(t:cell("second").id, t.state:tile(t.state:token("dragon").tile).id)
  end)
end)

describe("The dragon", function()
  it("flies six steps, led by the players in turn, and to no tile twice", function()
    local t = set(meadow, { players = 3 })
    t:play { "1: PD-A crater", "2: PD-D lair r2" }
    assert.equal("dragon", t.state:phase())
    assert.same({ "dragon @f", "dragon @lair" }, t:options())
    t:play { "2: dragon @f" }
    assert.same({ "dragon @c", "dragon @e" }, t:options())
    t:play { "3: dragon @c", "1: dragon @b", "2: dragon @a", "3: dragon @d" }
    assert.same({ "dragon @e" }, t:options())
    t:play { "1: dragon @e" }
    assert.equal(3, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)

  it("stops if no cell is left to fly to", function()
    local t = flying()
    t:play { "2: dragon @lair" }
    assert.equal(1, t.state:turn_player())
    assert.equal("draw", t.state:decision())
  end)

  it("must fly: nobody may pass", function()
    assert.is_false(flying():may "pass")
  end)

  it("is not led by a player who has given up", function()
    local t = set(meadow, { players = 3 })
    t:play { "1: PD-A crater" }
    assert(t.state:resign(3))
    t:play { "2: PD-D lair r2", "2: dragon @f", "1: dragon @c", "2: dragon @b" }
  end)

  it("removes all pieces on its tiles, without scoring", function()
    local t = flying { standing = { "1 follower f monastery", "2 follower f " .. FIELD,
      "2 pig f " .. FIELD } }
    t:play { "2: dragon @f" }
    assert.same({}, t:standing())
    assert.same({ 7, 7 }, { t.state:pieces_in_hand(1).follower, t.state:pieces_in_hand(2).follower })
    assert.equal(1, t.state:pieces_in_hand(2).pig)
    assert.same({ 0, 0 }, t:points())
  end)

  it("does not affect pieces on tiles beside its path", function()
    local t = flying { standing = { "1 follower e monastery" } }
    t:play { "2: dragon @f", "1: dragon @c" }
    assert.same({ "1 follower e monastery" }, t:standing())
  end)

  -- A road north of the crater.
  local road = [[
    west=BA-U  middle=BA-U  east
    .          crater       .
    .          lair         .
  ]]

  it("takes the last follower of a road; the builder outside its path returns, too", function()
    local t = set(road, { standing = { "1 follower middle road:E.W", "1 builder west road:E.W" } })
    t:play { "1: PD-A crater", "2: PD-D lair r2", "2: dragon @middle" }
    assert.same({}, t:standing())
  end)

  it("takes a builder; the follower outside its path stays", function()
    local t = set(road, { standing = { "1 follower west road:E.W", "1 builder middle road:E.W" } })
    t:play { "1: PD-A crater", "2: PD-D lair r2", "2: dragon @middle" }
    assert.same({ "1 follower west road:E.W" }, t:standing())
  end)

  it("takes a builder whose road the tile extends: the second part comes also when the builder went home in "
      .. "part one", function()
    local t = set([[
      crater     .            .
      west=BA-U  *start=BA-U  east
    ]], { turn = 2, standing = { "1 follower start road:E.W", "1 builder west road:E.W" } })
    t:play { "2: PD-A crater", "1: PD-Q east", "1: dragon @west" }
    assert.same({ "1 follower start road:E.W" }, t:standing())
    t:play { "2: dragon @start", "1: dragon @east", "1: take" }
    assert.equal(1, t.state:turn_player())
    assert.equal(2, t.state:part())
  end)

  for moves, points in pairs { ["before-scoring"] = 0, ["after-scoring"] = 3 } do
    it(("flies %s of what the tile completed"):format(moves), function()
      local t = set([[
        crater        .            .
        west=BA-A r3  *start=BA-U  east
      ]], { turn = 2, standing = { "1 follower west road:E" } }, { dragon_moves = moves })
      t:play { "2: PD-A crater", "1: PD-H east", "1: dragon @west", "2: dragon @start", "1: dragon @east" }
      assert.same({}, t:standing())
      assert.same({ points, 0 }, t:points())
      assert.equal(2, t.state:turn_player())
    end)
  end

  it("leaves a barn alone", function()
    local t = flying { variants = { NAME, "abbey-and-mayor" },
      standing = { "2 barn f " .. FIELD, "1 follower f monastery" } }
    t:play { "2: dragon @f" }
    assert.same({ "2 barn f " .. FIELD }, t:standing())
  end)

  for eats, left in pairs { towers = {}, ground = { "1 follower f spot" } } do
    it(("and a follower on a tower, if it eats \"%s\""):format(eats), function()
      local t = board.set([[
        a=BA-B  f=TO-B  crater
        .       .       lair
      ]], {
        variants = { "tower", carcassonne.variant(NAME, { dragon_eats = eats }) },
        standing = { "1 follower f spot", "2 follower f " .. FIELD },
      })
      t:play { "1: PD-A crater", "2: PD-D lair r2", "2: dragon @f" }
      assert.same(left, t:standing())
    end)
  end
end)

describe("The fairy", function()
  local road = "west start=BA-U east far more"

  it("goes beside an own follower, instead of a deployment", function()
    local t = set(road, { standing = { "1 follower start road:E.W", "2 follower start field:NL.NR.EL.WR" } })
    t:play { "1: BA-U east ..." }
    assert.same({ "fairy 1 follower road:E.W @start" }, t:options())
    t:apply "fairy 1 follower road:E.W @start"
    assert.equal(2, t.state:turn_player())
  end)

  it("does not go beside a builder or a pig", function()
    local t = set(road, { standing = { "1 follower start road:E.W", "1 builder start road:E.W",
      "1 follower start field:NL.NR.EL.WR", "1 pig start field:NL.NR.EL.WR" } })
    t:play { "1: BA-U east ..." }
    assert.same({ "fairy 1 follower field:NL.NR.EL.WR @start", "fairy 1 follower road:E.W @start" },
      t:options())
  end)

  it("does not go to the follower that she is beside", function()
    local t = set(road, { standing = { "1 follower start road:E.W", "1 follower start field:NL.NR.EL.WR" } })
    t:play { "1: BA-U east, fairy 1 follower road:E.W @start", "2: BA-U west", "1: BA-U far ..." }
    assert.same({ "fairy 1 follower field:NL.NR.EL.WR @start" }, t:options())
  end)

  it("goes from a follower to another one in the same place", function()
    for _, other in ipairs { "follower", "large" } do
      local t = board.set(road, { variants = { NAME, "inns-and-cathedrals" },
        standing = { "1 follower start road:E.W", ("1 %s start road:E.W"):format(other),
          "2 follower start road:E.W" } })
      t:play { "1: BA-U east, fairy 1 follower road:E.W @start", "2: BA-U west", "1: BA-U far ..." }
      assert.same({ ("fairy 1 %s road:E.W @start"):format(other) }, t:options "fairy")
    end
  end)

  it("stands beside the one of several that she was moved to, and goes to the others", function()
    for piece, other in pairs { phantom = "ringmaster", ringmaster = "phantom" } do
      local t = board.set(road, { variants = { NAME, "phantom", "under-the-big-top" },
        standing = { "1 phantom start road:E.W", "1 ringmaster start road:E.W" } })
      t:play { ("1: BA-U east, fairy 1 %s road:E.W @start"):format(piece), "2: BA-U west", "1: BA-U far ..." }
      assert.same({ ("fairy 1 %s road:E.W @start"):format(other) }, t:options "fairy")
    end
  end)

  it("gives a point to her follower's owner as that player's turn begins", function()
    local t = set(road, { standing = { "1 follower start road:E.W" } })
    t:play { "1: BA-U east, fairy 1 follower road:E.W @start" }
    assert.same({ 0, 0 }, t:points())
    t:play { "2: BA-U west" }
    assert.same({ 1, 0 }, t:points())
    assert.same({ 1, 0 }, t:awarded "fairy-turn")
  end)

  it("Once in a double turn: the fairy's bonus", function()
    local t = set(road, { standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U east, fairy 1 follower road:E.W @start", "1: decline", "2: BA-U west" }
    t:play { "1: BA-U far", "1: take", "1: BA-U more" }
    assert.same({ 1, 0 }, t:points())
  end)

  it("is beside a whole pyramid: each player gets 1 for each acrobat there as the turn begins, and nothing "
      .. "when it scores", function()
    local t = board.set("show=BT-A here next third fourth",
      { variants = { NAME, "under-the-big-top" }, bag = "BA-B BA-U BA-U BA-B",
      standing = { "1 follower show spot", "1 follower show spot", "2 follower show spot" } })
    t:play { "1: BA-B here, fairy 1 follower spot @show", "2: BA-U next r1" }
    assert.same({ 2, 1 }, t:awarded "fairy-turn")
    t:play { "1: BA-U third r1, pyramid spot @show" }
    assert.same({ 0, 0 }, t:awarded "fairy")
    t:play { "2: BA-B fourth" }
    assert.same({ 2, 1 }, t:awarded "fairy-turn")
    assert.same({ 2 + 10, 1 + 5 }, t:points())
  end)

  it("keeps the dragon off her tile, which protects all pieces there", function()
    local t = set(meadow, { standing = { "1 follower f monastery", "2 follower f " .. FIELD } })
    t:play { "1: PD-A crater, fairy 1 follower monastery @f", "2: PD-D lair r2" }
    assert.same({ "dragon @lair" }, t:options())
  end)

  -- The road of the fairy's follower has an end in the west.
  local closing = [[
    .            crater       lair
    end=BA-A r3  *start=BA-U  east
    lawn         .            .
    yard         .            .
  ]]
  local function beside_thief(chosen)
    local t = set(closing, { standing = { "1 follower start road:E.W" } }, chosen)
    return t:play { "1: BA-B lawn, fairy 1 follower road:E.W @start" }
  end

  it("gives 3 points when her follower's feature is completed; afterwards she is beside nobody", function()
    local t = beside_thief():play { "2: BA-A east r1" }
    assert.same({ 3 + 3, 0 }, t:points())
    assert.same({ 3, 0 }, t:awarded "fairy")
    t:play { "1: BA-B yard" }
    assert.same({ 0, 0 }, t:awarded "fairy-turn")
  end)

  it("gives them to a farmer whom a barn sends home, even for no city", function()
    local t = board.set([[
      lawn  a=BA-B  b=BA-B
      .     c=BA-B  here
    ]], { variants = { NAME, "abbey-and-mayor" }, standing = { "1 follower a " .. FIELD } })
    t:play { "1: BA-B lawn, fairy 1 follower " .. FIELD .. " @a", "2: BA-B here, barn #3 " .. FIELD
      .. " @here" }
    assert.same({ "2 barn here " .. FIELD }, t:standing())
    assert.same({ 3, 0 }, t:awarded "fairy")
  end)

  it("gives nothing if her follower returns in another way", function()
    local t = board.set([[
      .            tower=TO-B   .
      end=BA-A r3  *start=BA-U  east
      lawn         .            .
    ]], { variants = { NAME, "tower" }, standing = { "1 follower start road:E.W" } })
    t:play { "1: BA-B lawn, fairy 1 follower road:E.W @start", "2: BA-U east, tower @tower" }
    t:play { "2: capture 1 follower road:E.W @start" }
    assert.same({ 0, 0 }, t:points())
  end)

  it("stays beside her follower when a builder beside it returns", function()
    local t = board.set(road, { variants = { NAME, "festival" },
      standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
    t:play { "1: BA-U east, fairy 1 follower road:E.W @start", "1: decline", "2: BA-U west" }
    t:play { "1: FE-J far, festival 1 builder road:E.W @start", "1: decline" }
    assert.not_equal(0, t.state:variable "fairy_owner")
  end)

  for stays, ways in pairs { [true] = { "dragon @lair" }, [false] = { "dragon @lair", "dragon @start" } } do
    it(("her follower gone, %s"):format(stays and "stays and still keeps the dragon off"
        or "leaves the table"), function()
      local t = beside_thief { fairy_stays = stays }
      t:play { "2: BA-A east r1", "1: PD-A crater", "2: PD-D lair" }
      assert.same(ways, t:options())
    end)
  end

  it("goes to a tile, by the option, and is beside all followers there", function()
    local t = set(closing, { standing = { "1 follower start road:E.W",
      "2 follower start field:NL.NR.EL.WR" } }, { fairy_on = "tile" })
    t:play { "1: BA-B lawn ..." }
    assert.same({ "fairy @start" }, t:options())
    t:apply "fairy @start"
    assert.same({ 0, 1 }, t:awarded "fairy-turn")
    t:play { "2: BA-A east r1" }
    assert.same({ 0, 1 }, t:awarded "fairy-turn") -- the thief has returned
    assert.same({ 3, 0 }, t:awarded "fairy")
    assert.same({ 3 + 3, 1 }, t:points())
  end)

  it("on a tile gives the last 3 points to each who stands there", function()
    local t = set("start=BA-U east",
      { standing = { "1 follower start road:E.W", "2 follower start field:NL.NR.EL.WR" }, bag = "BA-U" },
      { fairy_on = "tile" })
    t:play { "1: BA-U east, fairy @start" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 3, 3 }, t:awarded "fairy")
  end)

  for bonus, points in pairs { always = 3, majority = 0 } do
    it(("gives her 3 points %s"):format(bonus == "always" and "without a majority too"
        or "only with a majority"), function()
      local t = set([[
        end=BA-A r3  *start=BA-U  two=BA-U  three=BA-U  east
        lawn         .            .         .           .
      ]], { standing = { "1 follower start road:E.W", "2 follower two road:E.W",
        "2 follower three road:E.W" } },
        { fairy_bonus = bonus })
      t:play { "1: BA-B lawn, fairy 1 follower road:E.W @start", "2: BA-A east r1" }
      assert.same({ points, 5 }, t:points())
    end)
  end

  it("gives them in the final scoring", function()
    local t = set("start=BA-U east", { standing = { "1 follower start road:E.W" }, bag = "BA-U" })
    t:play { "1: BA-U east, fairy 1 follower road:E.W @start" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 2 + 3, 0 }, t:points())
  end)

  for bonus, points in pairs { always = 3, majority = 0 } do
    it(("gives the last 3 points, with \"%s\", %s"):format(bonus,
      points > 0 and "to a follower without the majority, too"
      or "only to the player who has or ties it"), function()
        local rivals = { "1 follower start road:E.W", "2 follower two road:E.W", "2 follower three road:E.W" }
        local t = set("start=BA-U two=BA-U three=BA-U east", { bag = "BA-U", standing = rivals },
          { fairy_bonus = bonus })
        t:play { "1: BA-U east, fairy 1 follower road:E.W @start" }
        assert.same({ points, 4 }, t:points())
        assert.same({ points, 0 }, t:awarded "fairy")
        rivals[3] = nil
        t = set("start=BA-U two=BA-U three=BA-U east", { bag = "BA-U", standing = rivals },
          { fairy_bonus = bonus })
        t:play { "1: BA-U east, fairy 1 follower road:E.W @start" }
        assert.same({ 4 + 3, 4 }, t:points())
      end)
  end

  it("gives them to a farmer whose field scores nothing", function()
    local t = set("start=BA-U east", { standing = { "1 follower start field:NL.NR.EL.WR" }, bag = "BA-U" })
    t:play { "1: BA-U east, fairy 1 follower field:NL.NR.EL.WR @start" }
    assert.same({ 3, 0 }, t:points())
  end)

  it("gives none at the end to a follower on a tower", function()
    local t = board.set("start=TO-B east",
      { variants = { "tower", NAME }, standing = { "1 follower start spot" },
      bag = "BA-B" })
    t:play { "1: BA-B east, fairy 1 follower spot @start" }
    assert.is_true(t.state:is_terminal())
    assert.same({ 0, 0 }, t:points())
  end)
end)

describe("The princess", function()
  -- A city that the princess can join, and another one.
  local city = [[
    castle=BA-E r1  gate=BA-G  here
    town=BA-E r2    .          .
  ]]
  local knights = { "1 follower castle city:E", "2 follower gate city:E.W", "2 builder castle city:E",
    "2 follower town city:S", "1 follower gate field:NL.NR" }

  it("may send home one knight of the city that she joins, of any owner", function()
    local t = set(city, { standing = knights })
    t:play { "1: PD-U here ..." }
    assert.same({ "princess 1 follower city:E @castle", "princess 2 follower city:E.W @gate" },
      t:options "princess")
    assert.is_true(t:may "pass")
  end)

  it("does not affect another city of her tile", function()
    local t = set([[
      castle=BA-E r2  lawn=BA-B
      here            side=BA-E r3
    ]], { standing = { "1 follower castle city:S", "2 follower side city:W" } })
    t:play { "1: PD-K here ..." }
    assert.same({ "princess 1 follower city:S @castle" }, t:options "princess")
  end)

  it("sends a builder home with its player's last knight, and that is the whole action", function()
    local t = set(city, { standing = knights })
    t:play { "1: PD-U here, princess 2 follower city:E.W @gate" }
    assert.same({ "1 follower castle city:E", "1 follower gate field:NL.NR", "2 follower town city:S" },
      t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("comes before the scoring of a city that she completes", function()
    local t = set([[
      castle=BA-E r2
      here
    ]], { standing = { "2 follower castle city:S" } })
    t:play { "1: PD-K here, princess 2 follower city:S @castle" }
    assert.same({ 0, 0 }, t:points())
  end)

  it("with \"must\", leaves only the choice of the knight", function()
    local t = set(city, { standing = knights }, { princess = "must" })
    t:play { "1: PD-U here ..." }
    assert.same({ "princess 1 follower city:E @castle", "princess 2 follower city:E.W @gate" }, t:options())
    assert.equal(2, t.state:num_actions())
  end)

  it("with \"must\", asks for nothing in a city without knights", function()
    local t = set(city, { standing = { "2 follower town city:S" } }, { princess = "must" })
    t:play { "1: PD-U here, follower city:N.W" }
    assert.same({ "1 follower here city:N.W", "2 follower town city:S" }, t:standing())
  end)
end)

describe("The portal", function()
  local picture = [[
    full=BA-E r2  .            .
    part=BA-E     castle=BA-E  .
    crater        *start=BA-U  here
  ]]

  local function opened(standing)
    local t = set(picture, { turn = 2, standing = standing })
    return t:play { "2: PD-R crater", "1: PD-I here ..." }
  end

  it("leads to any incomplete feature without pieces, fields included", function()
    local t = opened()
    for _, place in ipairs { "road:E", "city:N @castle", "road:E.W @start", "field:ER.SL.SR.WL @start" } do
      assert.is_true(t:may("deploy follower " .. place), place)
    end
    t:apply "deploy follower city:N @castle"
    assert.same({ "1 follower castle city:N" }, t:standing())
    assert.equal(2, t.state:turn_player())
  end)

  it("does not lead to a complete city, nor where somebody stands, nor to the dragon", function()
    local t = opened { "2 follower castle city:N" }
    for _, place in ipairs { "city:N @part", "city:S @full", "city:N @castle", "road:E.W @crater" } do
      assert.is_false(t:may("deploy follower " .. place), place)
    end
  end)

  it("lets no builder through, nor a pig", function()
    local t = opened { "1 follower start road:E.W" }
    assert.is_true(t:may "deploy builder road:W")
    assert.is_false(t:may "deploy builder road:E.W @start")
  end)
end)

it("Random games end, with every piece where it belongs", function()
  local game = carcassonne.game { variants = { NAME }, players = 4 }
  for seed = 1, 10 do
    local state = game:new_initial_state(seed)
    state:random_playout(seed)
    assert.is_true(state:is_terminal())
    local standing = {}
    for _, piece in ipairs(state:pieces()) do
      local key = piece.player .. piece.piece
      standing[key] = (standing[key] or 0) + 1
    end
    for player = 1, 4 do
      for _, piece in ipairs(game:pieces()) do
        assert.equal(piece.count,
          state:pieces_in_hand(player)[piece.name] + (standing[player .. piece.name] or 0))
      end
    end
  end
end)
