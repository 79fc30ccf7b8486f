-- Whether something extends the builder's feature, if a script decides it: the hook
-- `extends_builder`.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"

local BUILDING = { "1 follower start road:E.W", "1 builder start road:E.W" }

-- Returns a variant whose hook returns `answer`, and the list of the hook's calls. A call is a text
-- with the cause, the feature, and the result so far: "tile road true".
local function asking(answer, name)
  local asked = {}
  return { name = name or "v", extends_builder = function(_, cause, extended)
    local feature = cause.feature
    asked[#asked + 1] = ("%s %s %s"):format(cause.cause, feature.kind, extended)
    if type(answer) == "function" then return answer(cause, extended) end
    return answer
  end }, asked
end

local function on_road(variants, options)
  local given = { variants = variants, standing = BUILDING, bag = "BA-U BA-U BA-V" }
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set("west start=BA-U east\n. meadow .", given)
end

-- Returns whether player 1 may take a further part after this line.
local function goes_on(t, ...)
  t:play { ... }
  return t.state:decision() == "extra"
end

describe("A tile that joins the builder's road", function()
  it("extends it, unless a script says otherwise", function()
    for _, case in ipairs { { nil, true }, { true, true }, { false, false } } do
      local v, asked = asking(case[1])
      assert.equal(case[2], goes_on(on_road { v }, "1: BA-U east"))
      assert.same({ "tile road true" }, asked)
    end
  end)

  it("is not asked about for another player's builder, nor if it joins no builder's road", function()
    local v, asked = asking(true)
    local t = on_road({ v }, { standing = { "2 follower start road:E.W", "2 builder start road:E.W" } })
    assert.is_false(goes_on(t, "1: BA-U east"))
    assert.is_false(goes_on(on_road { v }, "1: BA-U meadow"))
    assert.same({}, asked)
  end)

  it("is asked about once, even if two of its roads join it", function()
    local v, asked = asking()
    local t = board.set([[
      start=BA-V r3  BA-V
      here           BA-V r1
    ]], { variants = { v }, standing = { "1 follower start road:E.S", "1 builder start road:E.S" },
      bag = "BA-X" })
    t:play { "1: BA-X here ..." }
    assert.same({ "tile road true" }, asked)
  end)

  it("is asked about for each of the player's builders that it joins", function()
    local v, asked = asking(function(cause) return cause.feature.kind == "city" end)
    local t = board.set([[
      BA-B        knight=BA-E r2
      start=BA-U  here
    ]], { variants = { v }, pieces = { builder = 2 }, bag = "BA-K BA-B",
      standing = { "1 follower start road:E.W",
      "1 builder start road:E.W", "1 follower knight city:S", "1 builder knight city:S" } })
    assert.is_true(goes_on(t, "1: BA-K here"))
    table.sort(asked)
    assert.same({ "tile city true", "tile road true" }, asked)
  end)

  it("passes to the script its feature after the change, to `extra_part`, too", function()
    local tiles, extended = nil, nil
    local v = asking(function(cause)
      tiles = cause.feature.tiles
      return false
    end)
    v.extra_part = { always = true, run = function(_, part) extended = part.extended_builder end }
    goes_on(on_road { v }, "1: BA-U east")
    assert.equal(2, tiles)
    assert.is_false(extended)
  end)
end)

describe("Several scripts", function()
  it("decide one after the other, each with the result of those before it; nil keeps the result", function()
    local function chain(...)
      local variants, reported = {}, {}
      for i = 1, select("#", ...) do
        local answer = select(i, ...)
        if answer == "nil" then answer = nil end
        variants[i], reported[i] = asking(answer, "v" .. i)
      end
      local granted = goes_on(on_road(variants), "1: BA-U east")
      for i, list in ipairs(reported) do reported[i] = list[1] end
      return granted, reported
    end
    local granted, reported = chain(false, "nil", true)
    assert.is_true(granted)
    assert.same({ "tile road true", "tile road false", "tile road false" }, reported)
    granted = chain(true, false)
    assert.is_false(granted)
  end)
end)

describe("A tile that fits beside anything and completes the builder's road", function()
  local HOLE = [[
    BA-B          BA-B  BA-B
    west=BA-A r3  here  BA-B
    BA-B          BA-B  BA-B
  ]]
  local standing = { "1 follower west road:E", "1 builder west road:E" }

  for rule, extends in pairs { joins = false, ["joins-or-completes"] = true } do
    it(("is asked about, where `extend_trigger` is %s"):format(rule), function()
      for _, answer in ipairs { "nil", true, false } do
        local given = answer
        if answer == "nil" then given = nil end
        local v, asked = asking(given)
        local t = board.set(HOLE, { variants = { "abbey-and-mayor", v }, rules = { extend_trigger = rule },
          standing = standing,
          bag = "AM-AB BA-B" })
        local wanted = extends
        if answer ~= "nil" then wanted = answer end
        t:play { "1: abbey @here" }
        t:apply "pass"
        assert.equal(wanted, t.state:decision() == "extra")
        assert.same({ "completed road " .. tostring(extends) }, asked)
      end
    end)
  end

  it("is not asked about if the road stays open, and once if it faces the road twice", function()
    local v, asked = asking()
    local t = board.set([[
      BA-B         BA-B  BA-B
      start=BA-U   here  BA-B
      BA-B         BA-B  BA-B
    ]], { variants = { "abbey-and-mayor", v }, standing = BUILDING, bag = "AM-AB BA-B" })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({}, asked)
    t = board.set([[
      BA-V r3        BA-U  BA-V
      start=BA-V r2  here  BA-V r1
      BA-B           BA-B  BA-B
    ]], { variants = { "abbey-and-mayor", v }, bag = "AM-AB BA-B",
      standing = { "1 follower start road:N.E", "1 builder start road:N.E" } })
    t:play { "1: abbey @here" }
    t:apply "pass"
    assert.same({ "completed road false" }, asked)
  end)
end)

describe("A link to the builder's road", function()
  local word = { no = false, bridge = true, yes = true }

  for rule, extends in pairs(word) do
    it(("by the bridge on the tile itself is a cause of its own, where `links_extend` is %s"):format(rule),
        function()
      for _, answer in ipairs { true, false } do
        local v, asked = asking(answer)
        local t = on_road({ "bridges", v }, { rules = { links_extend = rule }, bag = "BA-B BA-B" })
        t:apply "draw BA-B"
        t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
        t:apply "pass"
        assert.equal(answer, t.state:decision() == "extra")
        assert.same({ "span road " .. tostring(extends) }, asked)
      end
    end)
  end

  it("by a bridge on the adjacent tile counts as one by the tile's own road", function()
    local v, asked = asking()
    local t = board.set("start=BA-U east here",
      { variants = { "bridges", v }, standing = BUILDING, bag = "BA-B BA-U BA-U" })
    t:apply "draw BA-B"
    t:apply "place BA-B 1,0 r0 bridge E.W @1,0"
    t:apply "pass"
    t:apply "extra decline"
    t:play { "2: BA-U here" }
    assert.same({ "span road true" }, asked)
  end)
end)

describe("A script that joins features", function()
  -- In the window the player may join the ends of two roads.
  local function joining(places)
    return { name = "join", attributes = { { name = "end", extra_open_ends = 1 } },
      tiles = "JO-IN x4 road:W+end field:NL.NR.EL.ER.SL.SR.WL.WR",
      phases = { { name = "dig", timing = "deployment", ask = function(state) state:offer {} end,
        on_chosen = function(state) state:join(compat.table.unpack(places)) end } } }
  end

  for rule, extends in pairs { no = false, bridge = false, yes = true } do
    it(("extends the builder's road, where `links_extend` is %s, as others say"):format(rule), function()
      for _, answer in ipairs { true, false } do
        local v, asked = asking(answer)
        local t = board.set([[
          start=JO-IN  .
          other=JO-IN  here
        ]], { variants = { joining { 0, 0, "road:W", 0, 1, "road:W" }, v }, rules = { links_extend = rule },
          bag = "BA-B BA-B",
          standing = { "1 follower start road:W", "1 builder start road:W" } })
        t:play { "1: BA-B here ..." }
        t:apply "dig"
        assert.equal(answer, t.state:decision() == "extra")
        assert.same({ "join road " .. tostring(extends) }, asked)
      end
    end)
  end

  -- Two tiles with two roads each, and a third without any. A script joins the roads as `joins`
  -- says; player 1 has a builder on the western road of the tile `first`. Returns whether the hook
  -- received that the last join extends the road.
  local function extended_by(joins)
    local v, asked = asking(false)
    local dig = { name = "dig", attributes = { { name = "end", extra_open_ends = 2 } },
      tiles = "JO-IN x4 road:W+end road:E+end field:NL.NR.EL.ER.SL.SR.WL.WR",
      phases = { { name = "dig", timing = "deployment", ask = function(state) state:offer {} end,
        on_chosen = function(state) for _,
          places in ipairs(joins) do state:join(compat.table.unpack(places)) end end } } }
    local t = board.set([[
      first=JO-IN
      second=JO-IN
      here
    ]], { variants = { dig, v }, bag = "BA-B BA-B",
      standing = { "1 follower first road:W", "1 builder first road:W" } })
    t:play { "1: BA-B here ..." }
    t:apply "dig"
    return asked[#asked]
  end

  it("does not extend a road by a road without tiles that are new to it", function()
    local across, along = { 0, 0, "road:W", 0, 1, "road:W" }, { 0, 0, "road:E", 0, 1, "road:E" }
    assert.equal("join road true", extended_by { across })
    assert.equal("join road false", extended_by { { 0, 0, "road:W", 0, 0, "road:E" } })
    -- two roads on the same two tiles
    assert.equal("join road false", extended_by { along, across, { 0, 0, "road:W", 0, 0, "road:E" } })
    -- the builder's road is the larger one, or the smaller one
    assert.equal("join road false", extended_by { across, { 0, 0, "road:W", 0, 1, "road:E" } })
    assert.equal("join road true", extended_by { along, { 0, 0, "road:W", 0, 1, "road:E" } })
    -- the two places belong to one road already
    assert.equal("join road false", extended_by { across, across })
  end)

  it("extends a builder's field, if a script lets builders stand in one, by the tiles that it gains",
      function()
    local v, asked = asking(false)
    local dig = { name = "dig", pieces = { builder = { on = "field" } },
      phases = { { name = "dig", timing = "deployment", ask = function(state) state:offer {} end,
        on_chosen = function(state) state:join(0, 0, "field:NL.NR.EL.WR", 0, 0, "field:ER.SL.SR.WL") end } } }
    local function dug(picture)
      local t = board.set(picture, { variants = { dig, v }, bag = "BA-B BA-B",
        standing = { "1 follower start field:NL.NR.EL.WR", "1 builder start field:NL.NR.EL.WR" } })
      t:play { "1: BA-B here ..." }
      t:apply "dig"
      return asked[#asked]
    end
    assert.equal("join field true", dug "*start=BA-U\nhere")
    assert.equal("join field false", dug "here\n*start=BA-U")
  end)

  it("is not asked about if no builder is there", function()
    local v, asked = asking(true)
    local t = board.set([[
      start=JO-IN  .
      other=JO-IN  here
    ]], { variants = { joining { 0, 0, "road:W", 0, 1, "road:W" }, v }, bag = "BA-B BA-B",
      standing = { "1 follower start road:W", "2 follower other road:W", "2 builder other road:W" } })
    t:play { "1: BA-B here ..." }
    t:apply "dig"
    assert.same({}, asked)
    assert.equal("draw", t.state:decision())
  end)
end)

describe("A script that answers", function()
  local function failing(extends)
    local t = on_road { { name = "v", extends_builder = extends } }
    t:apply "draw BA-U"
    local before, text = t.state:clone(), t.state:serialize()
    local fine, message = pcall(t.apply, t, "place BA-U 1,0 r0")
    assert.is_false(fine)
    assert.is_true(before == t.state)
    assert.equal(text, t.state:serialize())
    return message
  end

  it("may not change the state", function()
    assert.matches("variant 'v', extends_builder: .*only answers a question",
      failing(function(state) state:award(1, 5) end))
  end)

  it("with an invalid value, or fails, is named, and the state does not change", function()
    assert.matches("variant 'v', extends_builder: .*it returned string; expected true, false or nil",
      failing(function() return "yes" end))
    assert.matches("variant 'v', extends_builder: .*oh no", failing(function() error "oh no" end))
  end)

  it("once and then fails does not change the state", function()
    local calls = 0
    local t = on_road { { name = "v", extends_builder = function()
      calls = calls + 1
      if calls > 1 then error "no more" end
    end } }
    t:play { "1: BA-U east", "1: take" }
    t:apply "draw BA-U"
    local before = t.state:clone()
    assert.error_matches(function() t:apply "place BA-U -1,0 r0" end, "no more")
    assert.is_true(before == t.state)
  end)

  it("replays identically: undone, loaded, in events", function()
    local v = asking(false)
    local t = on_road({ v, "bridges" })
    t:play { "1: BA-U east" }
    local again = carcassonne.load(t.state:serialize(), { variants = { v, "bridges" } })
    assert.equal(t.state:hash(), again:hash())
    assert.is_true(t.state:undo_action())
    t:apply "pass"
    assert.equal(again:hash(), t.state:hash())
    assert.same({}, t:events "extra_part")
  end)

  it("is not a function is refused", function()
    local fine, message = pcall(carcassonne.game, { variants = { { name = "v", extends_builder = true } } })
    assert.is_false(fine)
    assert.matches("variant 'v': extends_builder: expected function or table, got boolean", message)
  end)
end)
