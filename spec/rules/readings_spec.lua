-- Sentences of the rule sheets with two readings: a rule value for each reading, shown on a board.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local board = require "spec.support.board"

-- The values of count_as_followers: whether builder and pig count in majorities with the value, and
-- whether expansions treat them as followers.
local WORDS = {
  nowhere = { majorities = false, expansions = false },
  majorities = { majorities = true, expansions = false },
  expansions = { majorities = false, expansions = true },
  everywhere = { majorities = true, expansions = true },
}

-- A board with expansions, on which builder and pig count as `word` says. A builder or a pig stays
-- when its player's last follower leaves the feature.
local function set(picture, word, options)
  local given = { rules = { count_as_followers = word, orphan_builder = "stay", orphan_pig = "stay" } }
  for key, value in pairs(options) do given[key] = value end
  return board.set(picture, given)
end

local function each_word(show)
  for word, counts in pairs(WORDS) do show(word, counts) end
end

describe("count_as_followers", function()
  it("takes four words, and no other", function()
    each_word(function(word)
      assert.equal(word,
        carcassonne.game({ rules = { count_as_followers = word } }):rules().count_as_followers)
    end)
    assert.error_matches(function() carcassonne.game { rules = { count_as_followers = "always" } } end,
      "expected one of nowhere|majorities|expansions|everywhere", 1, true)
  end)
end)

each_word(function(word, counts)
  local function wanted(with, without) return counts.majorities and with or without end

  describe(("a builder and a pig in a majority, where they count as followers \"%s\","):format(word),
      function()
    it("a thief and a builder beat a thief, or tie with one", function()
      local t = set("end=BA-A r3 start=BA-U here", word,
        { standing = { "1 follower end road:E", "1 builder end road:E",
        "2 follower start road:E.W" } })
      t:play { "1: BA-A here r1" }
      assert.same(wanted({ 3, 0 }, { 3, 3 }), t:points())
    end)

    for _, farm_scoring in ipairs { "per-city", "per-field-once", "per-field" } do
      it(("a farmer and a pig tie with two farmers, %s"):format(farm_scoring), function()
        local t = board.set("BA-E r2\nfarm=BA-H\nBA-E",
          { bag = "", rules = { count_as_followers = word, farm_scoring = farm_scoring },
          standing = { "1 follower farm field:EL.ER.WL.WR", "1 pig farm field:EL.ER.WL.WR",
            "2 follower farm field:EL.ER.WL.WR",
            "2 follower farm field:EL.ER.WL.WR" } })
        assert.same(wanted({ 8, 6 }, { 0, 6 }), t:points())
      end)
    end

    it("a builder alone on its road scores it, or does not", function()
      local t = set("start=BA-U r1 here", word,
        { bag = "BA-B", standing = { "1 follower start road:N.S", "1 builder start road:N.S" },
        variants = { { name = "dismissal",
          on_tile_placed =
            function(state) state:return_piece(state:pieces { at = { x = 0, y = 0 } }[1]) end } } })
      t:play { "1: BA-B here" }
      assert.same({ "1 builder start road:N.S" }, t:standing())
      assert.same(wanted({ 1, 0 }, { 0, 0 }), t:points())
    end)

    it("the feature has their power", function()
      local t = set("start=BA-U here", word,
        { standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
      assert.equal(wanted(2, 1), t:feature("start", "road:E.W"):power(1))
    end)
  end)
end)

each_word(function(word, counts)
  local function with(others, more)
    local list = { compat.table.unpack(others) }
    for _, one in ipairs(counts.expansions and more or {}) do list[#list + 1] = one end
    table.sort(list)
    return list
  end
  local NORTH = "field:NL.NR.EL.WR"

  describe(("what is done to followers, where builder and pig count as followers \"%s\":"):format(word),
      function()
    it("a tower takes them, who are exchanged and bought back, or does not", function()
      local t = set("here\n*tower=TO-B\nlane=BA-U\nlast", word,
        { variants = { "tower" }, standing = { "2 follower lane road:E.W",
        "2 builder lane road:E.W", "2 follower lane " .. NORTH, "2 pig lane " .. NORTH } })
      t:play { "1: BA-B here, tower @tower" }
      assert.same(with({ "capture 2 follower " .. NORTH .. " @lane", "capture 2 follower road:E.W @lane" },
        { "capture 2 builder road:E.W @lane", "capture 2 pig " .. NORTH .. " @lane" }), t:options())
      if not counts.expansions then return end
      t:play { "1: capture 2 builder road:E.W @lane" }
      assert.equal(1, t.state:captured(2).builder)
      assert.equal(0, t.state:pieces_in_hand(2).builder)
    end)

    it("a princess sends a builder home, or does not", function()
      local t = set("castle=BA-E r1 gate=BA-G here", word, { variants = { "princess-and-dragon" },
        standing = { "1 follower castle city:E", "2 follower gate city:E.W", "2 builder castle city:E" } })
      t:play { "1: PD-U here ..." }
      assert.same(with({ "princess 1 follower city:E @castle", "princess 2 follower city:E.W @gate" },
        { "princess 2 builder city:E @castle" }), t:options "princess")
      if not counts.expansions then return end
      t:apply "princess 2 builder city:E @castle"
      assert.same({ "1 follower castle city:E", "2 follower gate city:E.W" }, t:standing())
    end)

    it("the fairy stands beside them, or does not", function()
      local t = set("end=BA-A r3 *west=BA-U here\nthere . .", word,
          { variants = { "princess-and-dragon" }, standing = {
        "1 follower end road:E", "1 builder west road:E.W", "1 follower west " .. NORTH,
          "1 pig west " .. NORTH } })
      t:play { "1: BA-B there ..." }
      assert.same(with({ "fairy 1 follower " .. NORTH .. " @west", "fairy 1 follower road:E @end" },
        { "fairy 1 builder road:E.W @west", "fairy 1 pig " .. NORTH .. " @west" }), t:options "fairy")
      if not counts.expansions then return end
      t:apply "fairy 1 builder road:E.W @west"
      t:play { "2: BA-A here r1" }
      assert.same({ 3, 0 }, t:awarded "fairy") -- its feature was scored
      assert.equal(0, t.state:variable "fairy_owner")
    end)

    it("the festival returns them if its option names followers, or does not", function()
      local t = set("start=BA-U here", word,
        { variants = { carcassonne.variant("festival", { returns = "follower" }) },
        standing = { "1 follower start road:E.W", "1 builder start road:E.W", "1 follower start " .. NORTH,
          "1 pig start " .. NORTH } })
      t:play { "1: FE-J here ..." }
      assert.same(
        with({ "festival 1 follower " .. NORTH .. " @start", "festival 1 follower road:E.W @start" },
        { "festival 1 builder road:E.W @start", "festival 1 pig " .. NORTH .. " @start" }),
          t:options "festival")
    end)

    for _, monastery in ipairs { "besieging-tile", "any-tile" } do
      it(("a builder leaves a besieged city, or does not (%s)"):format(monastery), function()
        local t = set("away monk=BA-B castle=SI-G r1", word,
          { variants = { carcassonne.variant("siege", { monastery = monastery }) },
          standing = { "1 follower castle city:E", "1 builder castle city:E" } })
        t:play { "1: BA-U away r1" }
        assert.same(with({ "escape 1 follower city:E @castle" }, { "escape 1 builder city:E @castle" }),
          t:options())
      end)
    end

    it("the wagon considers them only by `pieces_occupy`", function()
      for occupy, free in pairs { no = true, yes = false } do
        local t = board.set([[
          meadow=BA-B   castle=BA-E  beyond=BA-B
          *end=BA-A r3  here         far=BA-E r2
        ]], { variants = { "abbey-and-mayor", { name = "dismissal",
          on_tile_placed =
            function(state) state:return_piece(state:pieces { at = { x = 1, y = -1 } }[1]) end } },
          rules = { count_as_followers = word, orphan_builder = "stay", pieces_occupy = occupy },
          standing = { "1 wagon end road:E", "2 follower castle city:N", "2 builder castle city:N" } })
        t:play { "1: BA-A here r1" }
        assert.same({ "2 builder castle city:N" }, t:standing())
        assert.equal(free, t:may "wagon city:N @castle")
      end
    end)
  end)
end)

describe("The fairy, where builder and pig count as followers,", function()
  for beside, stays in pairs { follower = true, builder = false } do
    it(("%s when the builder beside a follower goes home, and she stood beside the %s"):format(stays
      and "stays" or "is alone",
      beside), function()
        local t = set("west start=BA-U east far", "expansions",
          { variants = { "princess-and-dragon", "festival" },
          standing = { "1 follower start road:E.W", "1 builder start road:E.W" } })
        t:play { "1: BA-U east, fairy 1 " .. beside .. " road:E.W @start", "1: decline", "2: BA-U west" }
        t:play { "1: FE-J far, festival 1 builder road:E.W @start", "1: decline" }
        assert.equal(stays and 1 or 0, t.state:variable "fairy_owner")
      end)
  end
end)

describe("links_builder: a builder is deployed in the part in which a token then joins its road to "
  .. "another", function()
  -- Player 1's first token lies in the west; the second comes after the deployment.
  local function before_joining(word, deployment, standing)
    local t = board.set([[
      .          north=BA-U r1  .
      west=BA-U  tu=TU-C r2     heath
      yard       hill           .
      .          meadow         .
    ]], { variants = { "tunnel" }, rules = { links_builder = word },
      standing = standing or { "1 follower west road:E.W" } })
    t:play { "1: BA-B hill ..." }
    t:apply "tunnel #1 road:W @tu"
    t:apply "pass"
    t:play { "2: BA-B meadow", "2: pass", "1: " .. deployment }
    return t
  end

  local function joined(...)
    local t = before_joining(...)
    t:play { "1: tunnel #1 road:N @tu" }
    return t
  end

  for word, granted in pairs { ["when-joined"] = true, ["when-placed"] = false } do
    it(("%s, \"%s\""):format(granted and "is there as they are joined"
        or "was not there as the tile was placed", word), function()
      local t = board.set([[
        .     north=BA-U r1  .
        here  tu=TU-C r2     heath
        yard  hill           .
        .     meadow         .
      ]],
        { variants = { "tunnel" }, rules = { links_builder = word }, standing = { "1 follower tu road:W" } })
      t:play { "1: BA-B hill ..." }
      t:apply "tunnel #1 road:W @tu"
      t:apply "pass"
      t:play { "2: BA-B meadow", "2: pass", "1: BA-U here, builder road:E.W", "1: tunnel #1 road:N @tu" }
      assert.equal(3, t:feature("here", "road:E.W").tiles)
      assert.equal(granted and "extra" or "draw", t.state:decision())
      assert.equal(granted and 1 or 2, t.state:turn_player())
    end)

    it(("a builder that was there before is served by \"%s\""):format(word), function()
      local t = joined(word, "BA-B heath, follower monastery",
        { "1 follower west road:E.W", "1 builder west road:E.W" })
      assert.equal("extra", t.state:decision())
    end)

    it(("also where the position was read back in between, with \"%s\""):format(word), function()
      local t = before_joining(word, "BA-B heath, follower monastery",
        { "1 follower west road:E.W", "1 builder west road:E.W" })
      local back = t:read_back()
      back:play { "1: tunnel #1 road:N @tu" }
      assert.equal("extra", back.state:decision())
    end)
  end
end)

describe("links_builder \"when-placed\": the builders present at that time are known", function()
  -- Player 1 places a tile east of the first of two roads with an end each, and a script joins
  -- these roads later in the same part.
  local function extended(at, act, deployment)
    local asked
    local dig = { name = "dig", attributes = { { name = "end", extra_open_ends = 1 } },
      tiles = "JO-IN x2 road:W+end road:E field:NL.NR.EL.ER.SL.SR.WL.WR",
      extends_builder = function(_, cause, by_rule) if cause.cause == "join" then asked = by_rule end end,
      phases = { { name = "dig", timing = at, run = at ~= "deployment" and act or nil,
          ask = at == "deployment" and function(state)
        state:offer {}
      end or nil, on_chosen = at == "deployment" and act or nil } } }
    local t = board.set([[
      first=JO-IN  here
      other=JO-IN  .
    ]], { variants = { dig }, rules = { links_builder = "when-placed" }, bag = "BA-A BA-B",
      standing = { "1 follower first road:E", "1 follower first road:W", "2 follower other road:E" } })
    t:play { "1: BA-A here r1" .. (deployment or " ...") }
    if at == "deployment" then t:apply "dig" end
    return asked
  end
  local function join(state) state:join(0, 0, "road:W", 0, 1, "road:W") end

  it("if a script deploys it after another piece has returned", function()
    assert.is_false(extended("deployment", function(state)
      state:return_piece(state:pieces { at = { x = 0, y = 1 } }[1])
      state:deploy(1, "builder", 0, 0, "road:W")
      join(state)
    end))
  end)

  it("if pieces have returned from a road that was scored", function()
    assert.is_false(extended("after_scoring", function(state)
      if state:turn_player() ~= 1 then return end
      state:deploy(1, "builder", 0, 0, "road:W")
      join(state)
    end, ""))
  end)

  it("if it has been moved there", function()
    assert.is_false(extended("deployment", function(state)
      state:deploy(1, "builder", 0, 0, "road:W")
      join(state)
    end))
  end)
end)
