-- The sides of tiles in selectors, and placements that data forbids because of what lies there.

local carcassonne = require "carcassonne"
local board = require "spec.support.board"

local with, refused = board.with, board.refused

-- Returns the rotations in which a tile may be placed at a named cell: "0 2".
local function rotations(t, id, cell)
  local list = {}
  for _, place in ipairs(t:places(id)) do list[#list + 1] = place:match("^" .. cell .. " r(%d)") end
  return table.concat(list, " ")
end

-- A city with a gate, and a road that ends at a village.
local GATES = [[
  GA-A x4 city:N+gate field:EL.ER.SL.SR.WL.WR~N
]]

describe("A gate", function()
  -- two ways to say that a road may end at a city with a gate, but at no other city
  local by_edges = { edges = { { "city", "road", fits = true, where = { attribute = "gate" } } } }
  local by_sides = { edges = { { "city", "road", fits = true } }, forbidden_placements = {
    { has = { "sides", kind = "road", touches = { kind = "city", except = { attribute = "gate" } } } },
    { has = { "sides", kind = "city", except = { attribute = "gate" }, touches = { kind = "road" } } },
  } }
  for name, source in pairs { ["`edges` with `where`"] = by_edges, ["filters of sides"] = by_sides } do
    source.attributes = { "gate" }
    source.tiles = GATES

    it("lets a road end at the city, and walls do not, by " .. name, function()
      local t = with(source, "*gate=GA-A r1 here") -- the city is in the east
      assert.are.equal("0 2", rotations(t, "BA-U", "here"))
      t = with(source, "*BA-E r1 here")
      assert.are.equal("", rotations(t, "BA-U", "here"))
    end)

    it("may be built onto the end of a road, and other cities may not, by " .. name, function()
      local t = with(source, "*BA-U here", { bag = "GA-A BA-E" })
      assert.are.equal("3", rotations(t, "GA-A", "here"))
      assert.are.equal("", rotations(t, "BA-E", "here"))
    end)

    it("joins other cities as before, by " .. name, function()
      local t = with(source, "*gate=GA-A r1 here")
      assert.are.equal("3", rotations(t, "BA-E", "here"))
      t:play { "1: BA-E here r3, follower city:W" }
      assert.are.same({ 4, 0 }, t:points())
    end)
  end

  it("ends the road and the city, which score", function()
    by_edges.attributes, by_edges.tiles = { "gate" }, GATES
    local t = with(by_edges, "*gate=GA-A r1 here east", { standing = { "2 follower gate city:E" } })
    t:play { "1: BA-A here r1, follower road:W" } -- the road leads from the gate to a monastery
    assert.are.same({ 1, 2 }, t:points())
  end)
end)

describe("Edges with `where`", function()
  it("can forbid only some roads: a path through the woods does not join another one", function()
    local woods = { attributes = { "wood" },
      tiles = "WO-A x4 road:E.W+wood field:NL.NR.EL.WR field:ER.SL.SR.WL",
      edges = { { "road", "road", fits = false, where = { attribute = "wood" } } } }
    assert.are.equal("", rotations(with(woods, "*WO-A here"), "BA-U", "here"))
    assert.are.equal("", rotations(with(woods, "*BA-U here"), "WO-A", "here"))
    assert.are.equal("0 2", rotations(with(woods, "*BA-U here"), "BA-U", "here"))
  end)

  it("fit if one of several rows matches", function()
    local source = { attributes = { "gate", "ford" },
      tiles = GATES .. "FO-A x4 road:E.W+ford field:NL.NR.EL.WR field:ER.SL.SR.WL",
      edges = { { "city", "road", fits = true, where = { attribute = "gate" } },
        { "road", "city", fits = true, where = { attribute = "ford" } } } }
    local t = with(source, "*BA-E r1 here", { bag = "FO-A BA-U" })
    assert.are.equal("0 2", rotations(t, "FO-A", "here"))
    assert.are.equal("", rotations(t, "BA-U", "here"))
  end)
end)

describe("A city cap", function()
  local function cap(tiles)
    local too_large = { tiles = { min = tiles + 1 } }
    return { forbidden_placements = { { has = { "sides", kind = "city", variable = too_large } } } }
  end

  it("forbids a tile with which the city would have too many tiles", function()
    local picture = "*BA-E r1 BA-F r0 BA-F r0 here"
    assert.are.equal("3", rotations(with(cap(4), picture), "BA-E", "here"))
    assert.are.equal("", rotations(with(cap(3), picture), "BA-E", "here"))
  end)

  it("counts all cities that the tile would join, and each of their tiles once", function()
    local picture = [[
      *BA-E r1  here  BA-E r3
      BA-B      BA-B  BA-B
    ]]
    assert.are.equal("0 2", rotations(with(cap(3), picture), "BA-G", "here"))
    assert.are.equal("", rotations(with(cap(2), picture), "BA-G", "here"))
    -- BA-H in the west has parts of both cities; all together, there are six tiles
    picture = [[
      *BA-N r2  BA-N r3
      BA-H      here
      BA-N r1   BA-M
    ]]
    assert.are.equal("1 3", rotations(with(cap(6), picture), "BA-G", "here"))
    assert.are.equal("", rotations(with(cap(5), picture), "BA-G", "here"))
  end)

  it("leaves other edges of the tile alone", function()
    local t = with(cap(1), "*BA-D here") -- its city has one tile; the road goes on
    assert.are_not.equal("", rotations(t, "BA-U", "here"))
  end)
end)

describe("A filter of forbidden placements", function()
  it("tests what lies on a given side: south of a monastery there is no other monastery", function()
    local source = { forbidden_placements = {
      { kind = "monastery", has = { "sides", side = "N", touches = { at = { kind = "monastery" } } } } } }
    local t = with(source, [[
      north
      *BA-B
      south
    ]], { bag = "BA-B BA-B" })
    assert.are.equal("", rotations(t, "BA-B", "south"))
    assert.are.equal("0 1 2 3", rotations(t, "BA-B", "north"))
  end)

  it("tests whether the tile would complete a city", function()
    local source = { forbidden_placements = { { has = { "sides", kind = "city", complete = true } } } }
    local t = with(source, "*BA-E r1 here", { bag = "BA-E BA-F BA-G" })
    assert.are.equal("", rotations(t, "BA-E", "here"):gsub("[012] ?", "") .. "")
    assert.are.equal("0 2", rotations(t, "BA-F", "here"))
  end)

  it("tests the features on the board that the tile would join: cities of others are not extended", function()
    local source = { forbidden_placements = { { has = { "sides", kind = "city",
      touches = { feature = { has = { "pieces", player = "others" } } } } } } }
    local picture = "*west=BA-E r1 here"
    local function places(owner)
      local t = with(source, picture, { standing = { owner .. " follower west city:E" } })
      return rotations(t, "BA-E", "here")
    end
    assert.matches("3", places(1))
    assert.are.equal(nil, places(2):match "3")
  end)

  it("counts sides: a tile must touch at least two others, unless it has a monastery", function()
    local source = { forbidden_placements = {
      { except = { kind = "monastery" }, has = { "sides", open = true, min = 3 } } } }
    local t = with(source, [[
      *BA-B  hole
      BA-B   BA-B  far
    ]], { bag = "BA-B BA-E" })
    assert.are.equal("0", rotations(t, "BA-E", "hole"):sub(1, 1))
    assert.are.equal("", rotations(t, "BA-E", "far"))
    assert.are.equal("0 1 2 3", rotations(t, "BA-B", "far"))
  end)

  it("may depend on the game: cities may not be completed while two more tiles are left", function()
    local source = { forbidden_placements = {
      { variable = { bag = { min = 2 } }, has = { "sides", kind = "city", complete = true } } } }
    assert.are.equal("", rotations(with(source, "*BA-E r1 here", { bag = "BA-E BA-E BA-E" }), "BA-E", "here"))
    assert.are.equal("3", rotations(with(source, "*BA-E r1 here", { bag = "BA-E BA-E" }), "BA-E", "here"))
  end)

  it("leaves a tile without a legal placement aside", function()
    local t = with({ forbidden_placements = { { kind = "city" } } }, "*BA-B here", { bag = "BA-E BA-U" })
    local none = { name = "none", forbidden_placements = { { kind = "city" } } }
    local state = carcassonne.game { variants = { none } }:new_initial_state(1)
    state:random_playout(1)
    assert.is_true(state:is_terminal())
    assert.are.equal(0, state:count { "tiles", kind = "city", except = { id = "BA-D" } } )
    assert.are.equal("", rotations(t, "BA-E", "here"))
  end)

  it("says where a mistake is", function()
    refused({ forbidden_placements = { { piece = "pig" } } },
      "forbidden_placements%[1%]: piece: `this` is a tile here, and tiles never have this key")
    refused({ forbidden_placements = { { kind = "city" }, { has = { "sides", side = "north" } } } },
      "forbidden_placements%[2%]: has.side: expected N, E, S or W, got north")
    refused({ forbidden_placements = { { side = "N" } } },
      "forbidden_placements%[1%]: side: `this` is a tile here, and tiles never have this key")
    refused({ forbidden_placements = { { has = { "sides", touches = { "players" } } } } },
      "forbidden_placements%[1%]: has.touches: expected items on the board, got players")
    refused({ forbidden_placements = { { has = { "tiles", touches = "this" } } } },
      "forbidden_placements%[1%]: has.touches: tiles do not have this key")
    refused({ edges = { { "road", must_join = true, where = { kind = "road" } } } },
      "edges%[1%]: where requires fits, which is missing")
    refused({ edges = { { "road", "city", fits = true, where = { complete = true } } } },
      "edges%[1%]: where.complete: this key depends on more than what is printed on a tile")
    refused({ edges = { { "road", "city", fits = true, where = { attribute = "gate" } } } },
      "edges%[1%]: where.attribute: the game has no attribute 'gate'")
    refused({ edges = { { "road", "city", fits = true, where = "gate" } } },
      "edges%[1%].where: expected table")
  end)
end)

describe("A tile that may be placed", function()
  -- Returns what selectors say about the feature on a side of `this`: its tiles, and whether it is
  -- complete.
  local function foretold(state, side)
    local tiles = 0
    repeat
      tiles = tiles + 1
      assert(tiles < 100)
    until state:any { "sides", at = "this", side = side, variable = { tiles = tiles } }
    return tiles, state:any { "sides", at = "this", side = side, complete = true }
  end

  it("would have the features that it has once it is placed", function()
    local foretold_sides = {}
    local oracle = { name = "oracle", allow_placement = function(state, action)
      local sides = {}
      for _, side in ipairs(state:sides { at = "this" }) do
        local tiles, complete = foretold(state, side.side)
        sides[#sides + 1] = { side = side.side, segment = side.segment, tiles = tiles, complete = complete }
      end
      foretold_sides[("%d,%d,%d"):format(action.x, action.y, action.rotation)] = sides
    end }
    local walls = { name = "walls", edges = { { "city", "road", fits = true } },
      tiles = "WA-A x4 city:N.NL field:NR.EL.ER.SL.SR.WL.WR~N" }
    for seed = 1, 4 do
      local game = carcassonne.game { sets = { "base", "traders" },
        variants = seed % 2 == 0 and { oracle, walls } or { oracle } }
      local state = game:new_initial_state(seed)
      while not state:is_terminal() do
        local actions = state:legal_actions()
        local action = actions[(seed * 7 + #actions) % #actions + 1]
        if state:decision() == "place" then
          local sides = foretold_sides[("%d,%d,%d"):format(action.x, action.y, action.rotation)]
          foretold_sides = {}
          state:apply_action(action)
          -- features that have scored are still there; the last tile has not changed since
          for _, one in ipairs(sides) do
            local feature = state:feature(action.x, action.y, one.segment)
            assert.are.equal(feature.tiles, one.tiles, feature.kind .. " in seed " .. seed)
            assert.are.equal(feature.complete, one.complete, feature.kind .. " in seed " .. seed)
          end
        else
          state:apply_action(action)
        end
      end
    end
  end)
end)

describe("State:sides", function()
  it("lists the four sides of a tile, what is printed there and what touches it", function()
    local t = board.set("*west=BA-D BA-U", { bag = "BA-U" })
    local sides = t.state:sides { at = { x = 0, y = 0 } }
    assert.are.equal(4, #sides)
    assert.are.same({ "N", "E", "S", "W" }, { sides[1].side, sides[2].side, sides[3].side, sides[4].side })
    assert.are.same({ tile = 1, id = "BA-D", x = 0, y = 0, side = "N", number = 0, segment = 2, kind = "city",
      text = "city:N", open = true }, sides[1])
    assert.are.equal("road", sides[2].kind)
    assert.is_false(sides[2].open)
    assert.are.same({ tile = 2, id = "BA-U", x = 1, y = 0, segment = 1, kind = "road", text = "road:E.W" },
      sides[2].touches)
    assert.are.equal("field", sides[3].kind)
  end)

  it("finds sides by what touches them, and lists none twice", function()
    local t = board.set("*west=BA-D BA-U\nBA-B .", { bag = "BA-U" })
    local function found(filter)
      local list = {}
      for i, side in ipairs(t.state:sides(filter)) do
        list[i] = ("%d,%d %s"):format(side.x, side.y, side.side)
      end
      return table.concat(list, "; ")
    end
    assert.are.equal("0,0 E; 1,0 W", found { touches = { kind = "road" } })
    assert.are.equal("0,0 S", found { touches = { at = { kind = "monastery" } } })
    assert.are.equal("0,0 E; 0,0 S; 1,0 W; 0,1 N", found { open = false })
    assert.are.equal("1,0 W; 0,1 N", found { touches = { x = 0, y = 0 } })
    assert.are.equal("1,0 W", found { touches = { "sides", kind = "road", side = "E" } })
    assert.are.equal("0,0 N", found { kind = "city" })
    assert.are.equal(1, t.state:count { "sides", kind = "city" })
    local side = t.state:sides { kind = "city" }[1]
    assert.is_true(t.state:matches(side, { kind = "city", open = true, side = "N" }))
    assert.is_false(t.state:matches(side, { side = { "E", "S", "W" } }))
  end)

  it("shows a hook the tile as if it were placed, and its neighbours", function()
    local seen
    local when = { id = "BA-E", at = { x = 1, y = 0 } }
    local source = { allow_placement = { when = when, run = function(state, action)
      if action.rotation ~= 3 then return end
      seen = state:sides { at = "this", open = false }
      local next_to = state:sides { touches = "this" }
      assert(#next_to == 1 and next_to[1].id == "BA-D" and next_to[1].side == "E")
      local fine, message = pcall(state.matches, state, seen[1], { kind = "city" })
      assert(not fine and message:match "the side belongs to a tile that is not on the board")
    end } }
    local t = with(source, "*BA-D r1 here", { bag = "BA-E" }) -- its city is in the east
    assert.matches("3", rotations(t, "BA-E", "here"))
    assert.are.equal(1, #seen)
    assert.are.equal("W", seen[1].side)
    assert.are.equal("city", seen[1].kind)
    assert.is_nil(seen[1].tile)
    assert.are.equal("BA-D", seen[1].touches.id)
  end)

  it("can be offered: a door is put on a side of the tile just placed", function()
    local chosen
    local source = { phases = { { name = "door", timing = "deployment",
      offer = { "sides", at = "last_placed", open = true },
      on_chosen = function(_, action) chosen = action.number end } } }
    local t = with(source, "*BA-B here", { bag = "BA-B BA-B" })
    t:play { "1: BA-B here r0 ..." }
    local numbers = {}
    for _, action in ipairs(t.state:legal_actions()) do
      if action.number then numbers[#numbers + 1] = action.number end
    end
    assert.are.equal("0 1 2", table.concat(numbers, " "))
    t:apply "door #2 field:NL.NR.EL.ER.SL.SR.WL.WR @here"
    assert.are.equal(2, chosen)
  end)

  it("is a condition of phases: the tile just placed continues a city of at least three tiles", function()
    local ran = 0
    local source = { phases = { { name = "count", timing = "after_scoring",
      when = { has = { "sides", kind = "city", touches = { variable = { tiles = { min = 3 } } } } },
      run = function() ran = ran + 1 end } } }
    local t = with(source, "*BA-E r1 BA-F here", { bag = "BA-F BA-B" })
    t:play { "1: BA-F here r0" }
    assert.are.equal(1, ran)
  end)
end)
