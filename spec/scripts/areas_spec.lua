-- Areas: named places, of one segment or many, on one tile or several.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local memory = require "carcassonne.text.board_extras"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"
local test = require "carcassonne.testkit"
local words = require "carcassonne.describe.words"

-- A castle of two tiles, each with a place for followers, and a fair that covers its whole tile.
local TOWN = {
  name = "town",
  attributes = { { name = "castle", on = "tile" }, { name = "fair", on = "tile" } },
  tiles = [[
    TO-X x2 @castle spot field:NL.NR.EL.ER.SL.SR.WL.WR
    TO-Y x1 @fair city:S spot road:E field:NL.NR.EL.ER.WL.WR
  ]],
  start = { { id = "TO-X" }, { id = "TO-X", x = 1 }, { id = "TO-Y", y = 1 } },
  areas = { { name = "castle", segments = { kind = "spot", attribute = "castle" } },
    { name = "fair", segments = { attribute = "fair" } } },
}

-- Returns the town with more declarations, and a function that returns the result of its hook,
-- which runs at the start of the first turn.
local function town_with(more, run)
  local source, result = {}, {}
  for key, value in pairs(TOWN) do source[key] = value end
  for key, value in pairs(more or {}) do source[key] = value end
  if run then
    source.phases = { { name = "begin", timing = "turn_start", run = function(state)
      if state:turn_number() == 1 then result[1] = run(state) end
    end } }
  end
  return source, result
end

local function begin(more, run)
  local source, result = town_with(more, run)
  local state = carcassonne.game { variants = { source } }:new_initial_state(1)
  return state, result[1]
end

-- Returns the items that a selector finds, as "spot 1,0; ...".
local function found(state, selector)
  local list = {}
  for thing in state:each(selector) do
    list[#list + 1] = ("%s%d,%d"):format(thing.kind and thing.kind .. " " or "", thing.x, thing.y)
  end
  return table.concat(list, "; ")
end

describe("An area", function()
  it("is found by its name: its segments, its tiles, the pieces and tokens on it, and the items beside it",
      function()
    local state = begin({ tokens = { "crow" } }, function(state)
      state:deploy(1, "follower", 1, 0, "spot")
      state:deploy(2, "follower", 0, 1, "city:S")
      state:put_token("crow", state:tile_at(1, 0))
    end)
    assert.equal("spot 0,0; spot 1,0", found(state, { "segments", at = "castle" }))
    assert.equal("0,0; 1,0", found(state, { "tiles", at = "castle" }))
    assert.equal("1,0", found(state, { "pieces", at = "castle" }))
    assert.equal("0,1", found(state, { "pieces", at = "fair" }))
    assert.equal("1,0", found(state, { "tokens", at = "castle" }))
    assert.equal("1,0", found(state, { "pieces", feature = "castle" }))
    assert.equal("field 0,0; city 0,1; spot 0,1; road 0,1", found(state, { "features", feature = "fair" }))
    assert.equal("", found(state, { "cells", at = "castle" }))
    assert.equal("0,-1; 1,-1; -1,0; 2,0; 1,1", found(state, { "cells", adjacent_to = "castle" }))
    assert.equal("-1,1; 1,1; 0,2", found(state, { "cells", in_line_with = "fair", within = 1 }))
    assert.equal("-1,0; -1,1; 1,1; 0,2", found(state, { "cells", around = "fair" }))
  end)

  it("is matched in filters, and listed in items", function()
    local state = begin(nil, function(state) state:deploy(1, "follower", "castle") end)
    local piece = state:pieces()[1]
    assert.is_true(state:matches(piece, { at = "castle" }))
    assert.is_false(state:matches(piece, { at = "fair" }))
    assert.is_true(state:matches(piece, { except = { at = "fair" } }))
    assert.same({ "castle" }, state:areas(piece))
    assert.same({ "fair" }, state:areas(state:tile_at(0, 1)))
    assert.same({ "fair" }, state:areas(state:feature(0, 1, "road:E")))
    assert.same({}, state:areas { x = 5, y = 5 })
    assert.same({ "castle", "fair" }, state:game():areas())
  end)

  it("moves with its tiles if their block is moved", function()
    local state = carcassonne.game { variants = { "river", TOWN } }:new_initial_state(1)
    assert.equal("0,1; 1,1", found(state, { "tiles", at = "castle" }))
    assert.equal("0,0", found(state, { "tiles", id = "RI-A" }))
  end)

  it("grows with tiles that are laid later", function()
    local t = board.set("*BA-U here",
      { variants = { (town_with { start = { { id = "BA-D" } } }) }, bag = "TO-X TO-X", turn = 1 })
    assert.equal(0, t.state:count { "segments", at = "castle" })
    t:apply "draw TO-X"
    t:apply "place TO-X 0,-1 r0"
    assert.equal("0,-1", found(t.state, { "tiles", at = "castle" }))
  end)

  it("keeps a waiting follower out of the scoring, until a script moves it there", function()
    local source = town_with()
    source.phases = {
      { name = "wait", timing = "turn_start", when = { variable = { turns = 1 } },
        run = function(state) state:deploy(1, "follower", "castle") end },
      { name = "come", timing = "before_scoring",
        when = { { "pieces", player = "turn_player", at = "castle" } },
        offer = { "segments", kind = "city", complete = true, at = "last_placed" }, may_pass = true,
        on_chosen = function(state, action)
          if not action then return end
          state:move_piece(state:pieces { player = "turn_player", at = "castle" }[1], action.x, action.y,
            action.segment)
        end },
    }
    local game = carcassonne.game { variants = { source }, draws = "manual" }
    for _, comes in ipairs { true, false } do
      local state = game:new_initial_state(1)
      assert(state:apply_action "draw BA-E")
      assert(state:apply_action "place BA-E 0,2 r0")
      assert(state:apply_action "pass")
      assert.equal("come", state:phase())
      assert(state:apply_action(comes and "come city:N @0,2" or "pass"))
      assert.equal(comes and 4 or 0, state:score(1))
      assert.equal(comes and 0 or 1, state:count { "pieces", at = "castle" })
      assert.equal(comes and 7 or 6, state:in_hand(1, "follower"))
    end
  end)
end)

describe("The name of an area as a place", function()
  it("is its first place; for pieces, the first place where such a piece may stand", function()
    local state, places = begin({ tokens = { "crow", { name = "flag", on = "segment" } },
      variables = { { name = "camp", type = "segment" } },
      pieces = { monk = { count = 1, on = "city" } } },
      function(state)
        state:deploy(1, "follower", "castle")
        state:deploy(1, "follower", "castle") -- any number may wait there
        state:deploy(1, "monk", "fair")
        state:put_token("crow", "fair")
        state:put_token("flag", "castle")
        state:set_variable("camp", "castle")
        state:move_token(state:token "flag", "fair")
        return state:variable "camp"
      end)
    assert.equal("0,0; 0,0; 0,1", found(state, { "pieces" }))
    assert.equal("city:S", state:pieces { piece = "monk" }[1].text)
    assert.equal("0,1", found(state, { "tokens", token = "crow", at = "fair" }))
    assert.equal("city:S", state:token("flag").text)
    assert.same({ tile = 1, x = 0, y = 0, segment = 1, text = "spot" }, places)
  end)

  it("is the target of a piece that is moved", function()
    local state = begin(nil, function(state)
      state:deploy(2, "follower", "fair")
      state:move_piece(state:pieces()[1], "castle")
    end)
    assert.equal("0,0", found(state, { "pieces", player = 2, at = "castle" }))
  end)
end)

describe("A game with areas", function()
  local function source()
    return (town_with { tokens = { "crow" }, phases = {
      { name = "wait", timing = "deployment",
        offer = { { "segments", at = "castle", when = { player = { hand = "follower" } } } },
        on_chosen = function(state, action) state:deploy(state:turn_player(), "follower", action.x, action.y,
          action.segment) end },
      { name = "fly", timing = "turn_start",
        run = function(state) state:put_token("crow", state:turn_player() == 1 and "castle"
          or "fair") end } } })
  end

  it("is saved, undone, observed and begun again like any other", function()
    for seed = 1, scaled(20, 6) do
      local options = { players = 2 + seed % 2, variants = { source(), "river", "tower" } }
      local game = carcassonne.game(options)
      local state = properties.play(game, seed, 30 + 4 * seed)
      options.position = state:observation_string()
      local again = carcassonne.game(options):new_initial_state(1)
      for _, name in ipairs(game:areas()) do
        for _, things in ipairs { "segments", "tiles", "pieces", "tokens", "features" } do
          assert.equal(found(state, { things, at = name }), found(again, { things, at = name }))
        end
      end
    end
  end)

  it("shows them on boards, in views and in actions", function()
    local state = carcassonne.game { variants = { source() } }:new_initial_state(2)
    assert.equal("places: castle at 0,0 and at 1,0; fair at 0,1", memory.lines(state)[1])
    local view = state:view(1)
    assert.same({ "castle", "fair" }, state:game():view().areas)
    assert.same({ "castle", "fair" }, { view.areas[1].name, view.areas[2].name })
    assert.same({ x = 1, y = 0, segment = 1, text = "spot" }, view.areas[1].places[2])
    assert(state:apply_index(1))
    local said = {}
    for _, action in ipairs(state:legal_actions()) do said[#said + 1] = words.action(state, action) end
    assert.is_truthy(table.concat(said, "\n"):find("in the castle", 1, true), table.concat(said, "\n"))
  end)
end)

describe("market-town", function()
  for _, case in ipairs(test.read "examples/market-town_spec.lua") do
    it("shows that " .. case.name, function() assert.is_nil(test.run(case)) end)
  end
end)

describe("What is wrong with an area", function()
  local function refused(more, ...)
    local fine, message = pcall(begin, more)
    assert.is_false(fine)
    for _, part in ipairs { ... } do assert.is_truthy(message:find(part, 1, true), message) end
  end

  it("is reported with its place in the variant", function()
    refused({ areas = { { name = "castle" } } }, "variant 'town': areas[1].segments", "is missing")
    refused({ areas = { { name = "castle", segments = "citty" } } }, "variant 'town': areas[1]",
      "no kind of segment is named 'citty'")
    refused({ areas = { { name = "castle", segments = { complete = true } } } }, "variant 'town': areas[1]",
      "depends on more than what is printed")
    refused({ areas = { { name = "castle", segments = { attribute = "castel" } } } },
      "variant 'town': areas[1]", "castle")
    refused({ areas = { { name = "last_placed", segments = "spot" } } }, "variant 'town': areas[1]",
      "choose another name")
    refused({ areas = { { name = "castle", segments = "spot" }, { name = "castle", segments = "road" } } },
      "declared twice")
    refused({ areas = { { name = "castle", segments = "spot" } }, variables = { "castle" } },
      "castle is declared twice")
    refused({ areas = { { name = "castle", at = "spot" } } }, "areas[1].at")
    local many = {}
    for i = 1, 65 do many[i] = { name = "area" .. i, segments = "spot" } end
    refused({ areas = many }, "more than 64 areas")
  end)

  it("is refused if its name is not an area's", function()
    refused({ forbidden_deployments = { { at = "castel" } } }, "variant 'town': forbidden_deployments[1]",
      "at: the game has no place 'castel' (did you mean castle?)")
    assert.error_matches(function() begin(nil, function(state) state:deploy(1, "follower", "castel") end) end,
      "variant 'town'.*no area 'castel' %(did you mean castle%?%)")
    assert.error_matches(function() begin(nil, function(state) state:put_token("crow", "castel") end) end,
      "variant 'town'")
    assert.error_matches(
      function() begin(nil, function(state) return state:count { "pieces", at = "fare" } end) end,
      "variant 'town'.*'fare'")
  end)

  it("is reported if none of its tiles is on the board", function()
    local message
    begin({ start = { { id = "BA-D" } } }, function(state)
      local fine
      fine, message = pcall(state.deploy, state, 1, "follower", "castle")
      assert.is_false(fine)
      assert.same({}, state:pieces())
    end)
    assert.matches("castle", message)
  end)

  it("is reported if two variants share one with two meanings", function()
    local other = { name = "other", areas = { { name = "castle", segments = "road", shared = true } } }
    local mine = town_with {
      areas = { { name = "castle", segments = { kind = "spot", attribute = "castle" }, shared = true } } }
    local fine, message = pcall(carcassonne.game, { variants = { mine, other } })
    assert.is_false(fine)
    assert.matches("area castle: the script town shares this name, but with a different declaration", message)
    local same = { name = "same", attributes = { { name = "castle", on = "tile" } },
      areas = { { name = "castle", segments = { kind = "spot", attribute = "town.castle" },
        shared = true } } }
    assert(carcassonne.game { variants = { mine, same } })
  end)

  it("belongs to one variant, if two use the same name", function()
    local other = { name = "other", areas = { { name = "castle", segments = "road" } } }
    local state = carcassonne.game { variants = { town_with(), other } }:new_initial_state(1)
    assert.equal("spot 0,0; spot 1,0", found(state, { "segments", at = "town.castle" }))
    assert.equal("road 0,1", found(state, { "segments", at = "other.castle" }))
  end)
end)
