-- The house rules from the rule sheets that are shipped as scripts.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

describe("chained builders: a player keeps drawing tiles as long as each one extends a feature with the "
  .. "player's builder",
  function()
    local road = [[
      start=BA-U  east  third  fourth  fifth
      meadow      .     .      .       .
    ]]
    local at_work = { "1 follower start road:E.W", "1 builder start road:E.W" }
    local function chain(options)
      return board.set(options.picture or road, { variants = { "chained-builders" }, bag = options.bag,
        standing = options.standing or at_work })
    end

    it("as long as each one extends it", function()
      local t = chain {}
      t:play { "1: BA-U east", "1: take", "1: BA-U third", "1: take", "1: BA-U fourth", "1: take",
        "1: BA-U fifth" }
      assert.equal("extra", t.state:decision())
      assert.equal(1, t.state:current_player())
      assert.equal(3, #t:events "extra_part")
    end)

    it("and no longer", function()
      local t = chain {}
      t:play { "1: BA-U east", "1: take", "1: BA-U third", "1: take", "1: BA-B meadow" }
      assert.equal(2, t.state:turn_player())
      t = chain {}
      t:play { "1: BA-B meadow" }
      assert.equal(2, t.state:turn_player())
    end)

    it("the player may stop", function()
      local t = chain {}
      t:play { "1: BA-U east", "1: take", "1: BA-U third", "1: decline" }
      assert.equal(2, t.state:turn_player())
    end)

    it("a builder that is deployed in part two was not there for that part's tile", function()
      local t = chain { picture = [[
        end=BA-A r3  start=BA-U  east  .
        .            lane=BA-U   next  after
      ]], standing = { "1 follower start road:E.W", "1 builder start road:E.W", "1 follower lane road:E.W" } }
      t:play { "1: BA-A east r1", "1: take", "1: BA-U next, builder road:E.W" }
      assert.equal(2, t.state:turn_player())
    end)

    it("to the last tile", function()
      local t = chain { bag = "BA-U BA-U BA-U" }
      t:play { "1: BA-U east", "1: take", "1: BA-U third", "1: take", "1: BA-U fourth" }
      assert.is_true(t.state:is_terminal())
    end)

    it("is what `builder_parts` could say, too", function()
      local pieces = { builder = 3 } -- more builders, so that random games have chains
      local script = carcassonne.game { pieces = pieces, variants = { "chained-builders" } }
      local value = carcassonne.game { pieces = pieces, rules = { builder_parts = "unlimited" } }
      local plain, differ = carcassonne.game { pieces = pieces }, false
      for seed = 1, 200 do
        local ends = {}
        for i, game in ipairs { script, value, plain } do
          local state = game:new_initial_state(seed)
          state:random_playout(seed)
          ends[i] = state:returns()
        end
        assert.same(ends[1], ends[2])
        differ = differ or table.concat(ends[1], " ") ~= table.concat(ends[3], " ")
      end
      assert.is_true(differ)
    end)
  end)

describe("percentage goods:", function()
  -- Returns the points that the house rule adds for goods, in a finished game with these goods and
  -- points.
  local function added(have, points, options)
    local variant = carcassonne.variant("percentage-goods", options)
    local t = board.set("BA-B",
      { players = #have, have = have, points = points, bag = "", variants = { variant } })
    local result = t:points()
    for player, before in ipairs(points) do result[player] = result[player] - before end
    return result, t
  end

  it("whoever has the most of a good gets 10 % of that player's total, or 10 points, whichever is higher, "
    .. "instead of the 10",
    function()
      assert.same({ 15, 10 }, (added({ { wine = 2, grain = 1 }, { wine = 1, grain = 2 } }, { 150, 40 })))
      assert.same({ 10, 0 }, (added({ { wine = 1 }, {} }, { 100, 300 })))
      assert.same({ 11, 0 }, (added({ { wine = 1 }, {} }, { 110, 300 })))
      assert.same({ 0, 30 }, (added({ {}, { cloth = 1 } }, { 110, 300 })))
    end)

  it("computed after farms and incomplete features", function()
    local t = board.set([[
      BA-E r2    .
      farm=BA-H  abbey=BA-B
      BA-E       .
    ]], { have = { { wine = 1 } }, points = { 192 }, bag = "", variants = { "percentage-goods" },
      standing = { "1 follower farm field:EL.ER.WL.WR", "1 follower abbey monastery" } })
    -- 192 points before the final scoring, 6 for the field, and 4 for the monastery
    assert.same({ 202 + 20, 0 }, t:points())
  end)

  it("computed before any other end bonus such as King and Robber Baron", function()
    local king = { name = "king", final_scoring = { { name = "king", after = "goods", run = function(state)
      state:award(1, 100, "king")
    end } } }
    for _, variants in ipairs { { "percentage-goods", king }, { king, "percentage-goods" } } do
      local t = board.set("BA-B",
        { have = { { wine = 1 } }, points = { 150 }, bag = "", variants = variants })
      assert.same({ "incomplete", "fields", "goods", "king" }, t.game:final_steps())
      assert.same({ 150 + 15 + 100, 0 }, t:points())
    end
  end)

  it("ties: each of them", function()
    assert.same({ 20, 10, 0 }, (added({ { wine = 2 }, { wine = 2 }, { wine = 1 } }, { 200, 50, 400 })))
  end)

  it("As an option, a player who does not win a good's majority scores 2 points for each token of it.",
      function()
    local have = { { wine = 3, grain = 1 }, { wine = 2 }, { wine = 1, grain = 1 } }
    assert.same({ 20, 0, 10 }, (added(have, { 10, 10, 10 })))
    assert.same({ 20, 4, 12 }, (added(have, { 10, 10, 10 }, { consolation = true })))
  end)

  it("consolation_for: 2 points for each token of a good that the player does not win, or only for players "
    .. "who win no good", function()
    local have = { { wine = 3, grain = 1 }, { wine = 2, cloth = 1 }, { wine = 1, grain = 2 }, { wine = 1 } }
    -- the second player has the most cloth, the third the most grain, the fourth nothing
    assert.same({ 10 + 2, 4 + 10, 2 + 10, 2 }, (added(have, { 0, 0, 0, 0 }, { consolation = true })))
    assert.same({ 10 + 2, 4 + 10, 2 + 10, 2 },
      (added(have, { 0, 0, 0, 0 }, { consolation = true, consolation_for = "lost-goods" })))
    assert.same({ 10, 10, 10, 2 },
      (added(have, { 0, 0, 0, 0 }, { consolation = true, consolation_for = "no-majority" })))
    assert.same({ 10, 10, 10, 0 }, (added(have, { 0, 0, 0, 0 }, { consolation_for = "no-majority" })))
    have = { { wine = 1, grain = 2, cloth = 1 }, { wine = 2, grain = 3, cloth = 4 } }
    assert.same({ 8, 30 }, (added(have, { 0, 0 }, { consolation = true, consolation_for = "no-majority" })))
  end)

  it("the total is that before any goods bonus, or each good's share is of the total with those before it, "
      .. "by `shares`", function()
    local have = { { wine = 1, grain = 1, cloth = 1 }, {} }
    assert.same({ 57, 0 }, (added(have, { 195, 0 }, { shares = "of-the-same-total" })))
    -- 10 %: 19 of 195, 21 of 214, 23 of 235
    assert.same({ 19 + 21 + 23, 0 }, (added(have, { 195, 0 }, { shares = "one-after-the-other" })))
    -- points for goods that the player does not win count, too: 4 for the wine, 19 of 199 for the
    -- grain, 21 of 218 for the cloth
    have = { { wine = 2, grain = 1, cloth = 1 }, { wine = 3 } }
    assert.same({ 4 + 19 + 21, 10 },
      (added(have, { 195, 0 }, { consolation = true, shares = "one-after-the-other" })))
  end)

  it("Round down", function()
    assert.same({ 15, 0 }, (added({ { wine = 1 }, {} }, { 159, 0 })))
  end)

  it("the total is that before any goods bonus", function()
    assert.same({ 57, 0 }, (added({ { wine = 1, grain = 1, cloth = 1 }, {} }, { 195, 0 })))
    -- the consolation does not count either: with it the total would be 195 + 6 = 201
    assert.same({ 19 + 6, 10 },
      (added({ { wine = 3, cloth = 1 }, { wine = 4 } }, { 195, 100 }, { consolation = true })))
  end)

  it("names the good for which the points are", function()
    local _, t = added({ { wine = 1, cloth = 1 }, {} }, { 0, 0 })
    local awards = t:events "awarded"
    assert.equal(2, #awards)
    assert.same({ "wine", 1, 10 }, { awards[1].label, awards[1].player, awards[1].points })
    assert.equal("cloth", awards[2].label)
  end)
end)
