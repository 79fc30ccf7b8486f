-- Options that a phase offers as data, instead of by a function.

local carcassonne = require "carcassonne"
local hands = require "spec.support.by_hand"

local play = hands.play

-- ---- Helpers ------------------------------------------------------------------------------------

-- Returns the offers of scripts as text, with deployments on other tiles.
local function offered(state)
  local list = {}
  for _, action in ipairs(state:legal_actions()) do
    local text = tostring(action)
    if action.kind == "choice" or text:match "@" then list[#list + 1] = text end
  end
  return list
end

-- A game of straight roads and the given tiles, with a variant "v" that has one phase: "act", by
-- default in the window. The draws are by hand.
local function game_with(phase, source, more)
  local v = { name = "v", phases = { phase } }
  for key, value in pairs(source or {}) do v[key] = value end
  phase.name, phase.timing, phase.on_chosen = "act", phase.timing or "deployment",
    phase.on_chosen or function() end
  local given = { tiles = "ROAD x9 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL", start = { { id = "ROAD" } },
    draws = "manual",
    variants = { v } }
  for key, value in pairs(more or {}) do given[key] = value end
  return carcassonne.game(given):new_initial_state()
end

local function road(state, where, answer)
  return play(state, "draw ROAD", ("place ROAD %s r0"):format(where), answer)
end

local function refusal(phase, source)
  return hands.refusal(game_with, phase, source)
end

-- Returns what this phase offers after player 1 has a thief at 1,0, player 2 a farmer at 0,1, and
-- player 1 has placed a further tile.
local function after_two(offer, source)
  local state = game_with({ offer = offer }, source)
  road(state, "1,0", "deploy follower road:E.W")
  road(state, "0,1", "deploy follower field:ER.SL.SR.WL")
  return offered(road(state, "2,0"))
end

local THIEF, FARMER = "act 1 follower road:E.W @1,0", "act 2 follower field:ER.SL.SR.WL @0,1"

-- ---- What can be offered ------------------------------------------------------------------------

describe("A phase may offer as data", function()
  it("deployments on other tiles in one turn, and nothing in the next player's", function()
    local anywhere = { "segments", can_deploy = "followers", deploy = true }
    local state = game_with({ offer = anywhere, when = { player = 1 } })
    assert.are.same({ "deploy follower road:E.W @0,0", "deploy follower field:NL.NR.EL.WR @0,0",
      "deploy follower field:ER.SL.SR.WL @0,0" },
      offered(play(state, "draw ROAD", "place ROAD 1,0 r0")))
    assert.are.same({}, offered(road(play(state, "deploy follower field:NL.NR.EL.WR @0,0"), "2,0")))
  end)

  it("the pieces of the player of the turn, or of the others", function()
    assert.are.same({ THIEF, FARMER }, after_two { "pieces" })
    assert.are.same({ THIEF }, after_two { "pieces", player = "turn_player" })
    assert.are.same({ FARMER }, after_two { "pieces", player = "others" })
  end)

  it("pieces of a kind, followers, or those on a kind of segment", function()
    local cart = { pieces = { cart = { count = 1, role = "special" } }, on_tile_placed = function(state)
      if state:num_tiles() == 4 then state:deploy(1, "cart", 0, 0, "road:E.W") end
    end }
    assert.are.same({ "act 1 cart road:E.W @0,0" }, after_two({ "pieces", piece = "cart" }, cart))
    assert.are.same({ THIEF, FARMER }, after_two({ "pieces", follower = true }, cart))
    assert.are.same({ FARMER }, after_two { "pieces", kind = "field" })
  end)

  it("pieces in features with an attribute, or in one for which the tile just placed has it", function()
    local inn = { attributes = { "inn" }, tiles = "INN x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL" }
    for i, feature in ipairs { { attribute = "inn" },
        { "segments", at = "last_placed", attribute = "inn" } } do
      local state = game_with({ offer = { "pieces", feature = feature } }, inn)
      road(state, "1,0", "deploy follower road:E.W")
      road(state, "0,1", "deploy follower road:E.W")
      play(state, "draw INN", "place INN 2,0 r0")
      assert.are.same({ THIEF }, offered(state))
      play(state, "pass", "draw ROAD", "place ROAD 0,2 r0")
      assert.are.same(i == 1 and { THIEF } or {}, offered(state))
    end
  end)

  it("pieces in features of segments that scripts have given an attribute, or taken it from", function()
    local inn = { attributes = { "inn" }, tiles = "INN x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
      on_tile_placed = function(state, tile)
        if state:num_tiles() == 4 then
          state:set_attribute(tile.x, tile.y, "road:E.W", "inn", tile.id == "ROAD")
        end
      end }
    for id, there in pairs { ROAD = { THIEF }, INN = {} } do
      local state = game_with(
        { offer = { "pieces", feature = { "segments", at = "last_placed", attribute = "inn" } } }, inn)
      road(state, "1,0", "deploy follower road:E.W")
      road(state, "0,1", "deploy follower road:E.W")
      play(state, "draw " .. id, ("place %s 2,0 r0"):format(id))
      assert.are.same(there, offered(state))
    end
  end)

  it("pieces in features with an attribute on tiles with one, all or those near a kind of segment", function()
    local inn = { attributes = { "inn", { name = "red", on = "tile" } },
      tiles = { "INN x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL",
        "RED x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL @red",
        "ABBEY x1 monastery field:NL.NR.EL.ER.SL.SR.WL.WR" } }
    local function escaping(near, abbey)
      local state = game_with({ offer = { "pieces", feature = { "segments", attribute = "inn",
        at = { attribute = "red", around = near and { "segments", kind = near } } } } }, inn)
      play(state, "draw RED", "place RED 1,0 r0", "deploy follower road:E.W", "draw INN", "place INN 0,1 r0",
        "deploy follower road:E.W",
        "draw RED", "place RED 0,2 r0", "deploy follower field:ER.SL.SR.WL", "draw ABBEY",
          "place ABBEY " .. abbey .. " r0")
      return offered(state)
    end
    assert.are.same({ "act 1 follower road:E.W @1,0" }, escaping(nil, "0,3"))
    assert.are.same({ "act 1 follower road:E.W @1,0" }, escaping("monastery", "0,-1"))
    assert.are.same({}, escaping("monastery", "0,3"))
  end)

  it("pieces on a tile, and in its row and column up to a variable's distance", function()
    local here = { variables = { { name = "here", type = "tile" }, "reach" } }
    local function across(x, y, reach)
      here.on_tile_placed = function(state)
        state:set_variable("here", state:tile_at(x, y))
        state:set_variable("reach", reach)
      end
      return after_two({ "pieces", in_line_with = "here", within = "reach" }, here)
    end
    assert.are.same({}, across(0, 0, 0))
    assert.are.same({ THIEF, FARMER }, across(0, 0, 1))
    assert.are.same({ THIEF }, across(2, 0, 5))
    assert.are.same({}, across(5, 5, 3)) -- nowhere
    assert.are.same({ FARMER },
        after_two({ "pieces", at = "here" }, { variables = here.variables, on_tile_placed = function(state)
      state:set_variable("here", state:tile_at(0, 1))
    end }))
  end)

  it("pieces but the one that a variable names", function()
    local but = { variables = { { name = "here", type = "segment" } }, on_tile_placed = function(state)
      if state:tile_at(0, 1) then state:set_variable("here", { x = 0, y = 1, segment = 3 }) end
    end }
    assert.are.same({ THIEF }, after_two({ "pieces", except = { at = "here" } }, but))
  end)

  it("tiles with an attribute, all or those without a piece on the spot; and deployments onto the spots",
      function()
    local towers = { attributes = { { name = "tower", on = "tile" } },
      tiles = "TOWER x2 spot road:E.W field:NL.NR.EL.WR " ..
      "field:ER.SL.SR.WL @tower", variables = { { name = "height", scope = "cell" } } }
    local function on_towers(...)
      local state = game_with({ offer = { { "tiles", attribute = "tower", has_no = ... },
        { "segments", kind = "spot", at = { attribute = "tower", variable = "height" },
          can_deploy = "followers", deploy = true } },
          on_chosen = function(s, action)
          s:set_variable("height", s:tile_index(action.x, action.y), 1)
        end }, towers)
      play(state, "draw TOWER", "place TOWER 1,0 r0", "act @1,0", "draw TOWER", "place TOWER 2,0 r0")
      assert.are.same({ "act @1,0", "act @2,0", "deploy follower spot @1,0" }, offered(state))
      return offered(play(state, "deploy follower spot @1,0", "draw ROAD", "place ROAD 3,0 r0"))
    end
    assert.are.same({ "act @1,0", "act @2,0" }, on_towers(nil))
    assert.are.same({ "act @2,0" }, on_towers { "pieces", kind = "spot" })
  end)

  it("deployments onto everything incomplete and free, but not on a tile that a variable names", function()
    local function anywhere(tile)
      local state =
        game_with({ offer = { "segments", complete = false, can_deploy = "followers", deploy = true,
        except = { at = "closed" } } },
        { variables = { { name = "closed", type = "tile" } },
          on_tile_placed = function(state) state:set_variable("closed", tile and state:tile(tile)) end })
      road(state, "1,0", "deploy follower field:NL.NR.EL.WR")
      return offered(road(state, "0,1"))
    end
    assert.are.equal(4, #anywhere(nil)) -- the upper field has a piece, and covers both tiles
    assert.are.same({ "deploy follower road:E.W @1,0", "deploy follower field:ER.SL.SR.WL @1,0" },
      anywhere(1))
  end)

  it("deployments onto the tile just placed that the rules do not offer, and those that they offer only once",
      function()
    local cave = { tiles = "CAVE x4 spot field:NL.NR.EL.ER.SL.SR.WL.WR", pieces = {
      hermit = { count = 1, role = "follower", on = "spot" },
        guard = { count = 1, role = "special", needs = { "script_only", "none_of_kind" } } } }
    local state = game_with({ offer = { "segments", kind = { "spot", "field" }, at = "last_placed",
      can_deploy = { "hermit", "guard" },
      deploy = true } }, cave, { start = { { id = "CAVE" } } })
    play(state, "draw CAVE", "place CAVE 1,0 r0")
    local list = {}
    for _, action in ipairs(state:legal_actions()) do
      if action.piece == "hermit" or action.piece == "guard" then list[#list + 1] = tostring(action) end
    end
    assert.are.same({ "deploy hermit spot", "deploy guard spot @1,0",
      "deploy guard field:NL.NR.EL.ER.SL.SR.WL.WR @1,0" }, list)
  end)

  it("segments with an attribute whose number in a variable is 0, with a number of their own", function()
    local gates = { attributes = { "gate" }, variables = { { name = "shut", scope = "segment" } },
      tiles = "GATES x1 road:E+gate road:W+gate field:NL.NR.EL.WR field:ER.SL.SR.WL" }
    local state = game_with({ offer = { "segments", attribute = "gate", variable = { shut = 0 }, number = 5 },
      on_chosen = function(s, action)
        s:set_variable("shut", action.x, action.y, action.segment, 1)
        return true
      end }, gates)
    play(state, "draw GATES", "place GATES 1,0 r0")
    assert.are.same({ "act #5 road:E @1,0", "act #5 road:W @1,0" }, offered(state))
    play(state, "act #5 road:W @1,0")
    assert.are.same({ "act #5 road:E @1,0" }, offered(state))
  end)

  it("the same segments for each of the player's numbers that is not 0", function()
    local function numbered(size)
      local state = game_with({ offer = { "segments", attribute = "gate", number = "tokens" } },
        { attributes = { "gate" }, variables = { { name = "tokens", scope = "player", size = size } },
          tiles = "GATE x2 road:E+gate road:W field:NL.NR.EL.WR field:ER.SL.SR.WL",
          on_tile_placed = function(s)
            for i = 1, type(size) == "table" and size[2] or size do
              s:set_variable("tokens", 1, i, i == 2 and 0 or 1)
            end
          end })
      play(state, "draw GATE", "place GATE 1,0 r0")
      return offered(state)
    end
    assert.are.same({ "act #1 road:E @1,0", "act #3 road:E @1,0" }, numbered(3))
    assert.are.same({ "act #1 road:E @1,0" }, numbered(2))
    assert.are.same({ "act #1 road:E @1,0" }, numbered { 3, 2 }) -- by number of players
  end)

  it("corners of the tile just placed, as the barn needs them", function()
    local function at(x, y) return { id = "MEADOW", x = x, y = y } end
    local state = game_with({ offer = { "corners", at = "last_placed", can_deploy = "hut" },
        on_chosen = function(s, action)
      s:deploy(s:turn_player(), "hut", action.x, action.y, action.segment)
    end }, { pieces = { hut = { count = 2, role = "special", needs = { "script_only", "none_of_kind" } } } },
      { tiles = "MEADOW x9 monastery field:NL.NR.EL.ER.SL.SR.WL.WR",
        start = { at(0, 0), at(1, 0), at(0, 1) } })
    play(state, "draw MEADOW", "place MEADOW 1,1 r0")
    assert.are.same({ "act #3 field:NL.NR.EL.ER.SL.SR.WL.WR @1,1" }, offered(state))
    play(state, "act #3 field:NL.NR.EL.ER.SL.SR.WL.WR @1,1", "draw MEADOW", "place MEADOW 2,0 r0", "pass",
      "draw MEADOW",
      "place MEADOW 2,1 r0")
    assert.are.same({}, offered(state)) -- the field has a hut now
  end)

  it("spans across the tile just placed, or beside it, once a part", function()
    local span = { pieces = { bridge = { count = 3, role = "span" } } }
    local function across(beside, once)
      local when = once and { variable = { spans = 0 } } or nil
      local state = game_with({ offer = { { "axes", at = "last_placed", can_deploy = "bridge", when = when },
        beside and { "axes", adjacent_to = "last_placed", can_deploy = "bridge", when = when } or nil },
          on_chosen = function(s, action)
        s:lay_span("bridge", action.x, action.y, "N.S")
        return true
      end }, span)
      play(state, "draw ROAD", "place ROAD 1,0 r0")
      local before = offered(state)
      return before, offered(play(state, "act #1 @1,0"))
    end
    assert.are.same({ { "act #1 @1,0" }, {} }, { across(false, false) })
    assert.are.same({ { "act #1 @1,0", "act #1 @0,0" }, { "act #1 @0,0" } }, { across(true, false) })
    assert.are.same({ { "act #1 @1,0", "act #1 @0,0" }, {} }, { across(true, true) })
  end)

  it("the cells that a tile would fit, each once", function()
    local state = game_with({ timing = "before_draw", offer = { "cells", can_place = "ROAD" },
      may_pass = true })
    assert.are.same({ "act @0,-1", "act @-1,0", "act @1,0", "act @0,1" }, offered(state))
    assert.are.equal("pass", tostring(state:action(1)))
  end)

  it("no cell for a tile of which none is left", function()
    local state = game_with({ timing = "before_draw", offer = { "cells", can_place = "ROAD" },
      may_pass = true,
      on_chosen = function(s, action) if action then s:place_tile("ROAD", action.x, action.y) end end },
      { counts = { ROAD = 2 }, tiles = "MEADOW x9 monastery field:NL.NR.EL.ER.SL.SR.WL.WR" })
    assert.are.equal(1, state:tiles_left().ROAD) -- the other tile is on the board
    play(state, "act @1,0", "pass")
    assert.are.equal("draw", state:decision())
  end)

  it("the same with each of several numbers, and only once what two offers name", function()
    assert.are.same({ "act 1 follower #2 road:E.W @1,0", "act 1 follower #3 road:E.W @1,0" },
      after_two { "pieces", kind = "road", number = "2..3" })
    assert.are.same({ "act 1 follower #2 road:E.W @1,0", "act 1 follower #3 road:E.W @1,0",
      "act 1 follower #4 road:E.W @1,0" },
      after_two { { "pieces", kind = "road", number = "2..3" },
        { "pieces", kind = "road", number = "3..4" } })
    assert.are.same({ "act #2 road:E.W @1,0", "act #3 road:E.W @1,0", "act #1 road:E.W @1,0" }, after_two {
      { "segments", kind = "road", has = { "pieces" }, number = "2..3" },
      { "segments", kind = "road", has = { "pieces" }, number = 3 },
      { "segments", kind = "road", has = { "pieces" }, number = 1 },
    })
  end)

  it("nothing, unless the player has something in a variable", function()
    local tokens = { variables = { { name = "tokens", scope = "player" } }, on_tile_placed = function(state)
      state:set_variable("tokens", 1, state:turn_player() == 1 and state:num_tiles() > 3 and 1 or 0)
    end }
    assert.are.same({ THIEF, FARMER },
      after_two({ "pieces", when = { player = { variable = "tokens" } } }, tokens))
    tokens.on_tile_placed = function(state) state:set_variable("tokens", 1, 1) end
    local state = game_with({ offer = { "pieces", when = { player = { variable = "tokens" } } } }, tokens)
    road(state, "1,0", "deploy follower road:E.W")
    assert.are.same({}, offered(play(state, "draw ROAD", "place ROAD 2,0 r0"))) -- the other player has none
    assert.are.same({ THIEF }, offered(play(state, "pass", "draw ROAD", "place ROAD 3,0 r0")))
  end)

  it("several offers one after the other, and only once what two of them name", function()
    assert.are.same({ FARMER, THIEF }, after_two { { "pieces", kind = "field" }, { "pieces" } })
  end)

  it("the moves of an optional piece, if the game has it", function()
    assert.are.same({}, after_two { "pieces", piece = "cart?" })
    assert.are.same({ THIEF, FARMER }, after_two { { "pieces", piece = "cart?" }, { "pieces" } })
  end)

  it("the value of an option of the variant", function()
    local source = { options = { whose = { "own", "all" } } }
    local offer = { { "pieces", player = "turn_player" },
      { "pieces", follower = { option = "whose", is = "own" }, piece = "follower" } }
    assert.are.same({ THIEF, FARMER }, after_two(offer, source))
    assert.matches("^variant 'v': phases%[1%]%.offer%.follower%.whose: unknown value 'mine'", refusal(
      { offer = { "pieces", follower = { option = "whose", is = "mine" } } }, source))
    assert.matches("unknown option 'whos' %(did you mean whose%?%)", refusal(
      { offer = { "pieces", follower = { option = "whos", is = "own" } } }, source))
  end)
end)

describe("A question that is data", function()
  local function asked(may_pass)
    return game_with({ timing = "before_scoring", offer = { "pieces" }, may_pass = may_pass })
  end

  it("is put to the player of the turn, and may be passed if it says so", function()
    local state = asked(true)
    road(state, "1,0", "deploy follower road:E.W")
    assert.are.equal("act", state:phase())
    assert.are.equal(1, state:current_player())
    assert.are.equal("pass", tostring(state:action(1)))
    assert.are.equal(1, road(asked(false), "1,0", "deploy follower road:E.W"):num_actions())
  end)

  it("is not put if nothing is offered", function()
    assert.are.equal("draw", road(asked(true), "1,0", "pass"):decision())
  end)

  it("is in a saved game, undone and copied like any other", function()
    local state = road(asked(true), "1,0", "deploy follower road:E.W")
    local copy = state:clone()
    play(state, THIEF)
    assert(state:undo_action())
    assert.is_true(copy == state)
    assert.matches("\noffer pieces%(%)\n", state:serialize())
  end)
end)

-- ---- What is refused ----------------------------------------------------------------------------

describe("An offer is refused", function()
  local function nothing() end

  it("beside a function that asks, and passing without an offer", function()
    assert.are.equal("variant 'v': phases[1]: a phase can have `ask` or `offer`, but not both",
      refusal { ask = nothing, offer = { "pieces" } })
    assert.are.equal(
      "variant 'v': phases[1].may_pass: requires `offer`; `ask` returns whether passing is allowed",
      refusal { ask = nothing, may_pass = true })
  end)

  it("of an unknown kind, with an unknown key, or a value of the wrong type", function()
    assert.matches("phases%[1%]%.offer: no kind of item is named 'peices' %(did you mean pieces%?%)",
      refusal { offer = { "peices" } })
    assert.matches("phases%[1%]%.offer: folower: unknown key %(did you mean follower%?%)",
      refusal { offer = { "pieces", folower = true } })
    assert.matches("phases%[1%]%.offer%[2%]: has_no: expected the kind of items first",
      refusal { offer = { { "pieces" }, { "tiles", has_no = { kind = "spot" } } } })
    assert.matches("phases%[1%]%.offer%[2%]%.deploy: expected boolean, got string",
      refusal { offer = { { "pieces" }, { "segments", can_deploy = "followers", deploy = "yes" } } })
    assert.matches("phases%[1%]%.offer: expected a selector, as in", refusal { offer = {} })
    assert.matches("phases%[1%]%.offer%[1%]: expected table, got number", refusal { offer = { 7 } })
    assert.matches("phases%[1%]%.may_pass: expected boolean, got string", refusal(
      { timing = "before_draw", offer = { "pieces" }, may_pass = { option = "x" } },
        { options = { x = "y" } }))
  end)

  it("with a name that the game does not have", function()
    local variables = { variables = { "gold", { name = "silk", scope = "player" },
      { name = "height", scope = "cell" } },
      attributes = { "inn", { name = "tower", on = "tile" } } }
    local cases = {
      { { "pieces", piece = "cart" }, "piece: the game has no piece 'cart'" },
      { { "pieces", piece = "folower" }, "piece: the game has no piece 'folower' (did you mean follower?)" },
      { { "pieces", kind = "lake" }, "kind: no kind of segment is named 'lake'" },
      { { "pieces", player = "me" },
        "player: expected turn_player, others, asked, majority, a number, a filter, "
        .. "a token or a variable of the game; the game declares no variable 'me'" },
      { { "pieces", player = "silk" },
        "player: expected turn_player, others, asked, majority, a number, a filter, a token or a variable "
          .. "of the game" },
      { { "pieces", feature = { attribute = "towr" } },
        "feature.attribute: the game has no attribute 'towr' (did you mean tower?)" },
      { { "pieces", feature = { "segments", at = "last_placed", variable = "golds" } },
        "feature.variable: the game declares no variable 'golds' (did you mean gold?)" },
      { { "pieces", when = { player = { variable = "sillk" } } },
        "when.player.variable: the game declares no variable 'sillk' (did you mean silk?)" },
      { { "pieces", at = "gold" },
        "at: 'gold' does not hold a place; expected a variable of the game or of players that is declared "
          .. "with a `type`" },
      { { "pieces", within = 2 }, "within requires `around` or `in_line_with`" },
      { { "pieces", in_line_with = "last_placed", within = "silk" },
        "within: expected a number or a variable of the game, got 'silk'" },
      { { "pieces", can_deploy = "follower" }, "can_deploy: pieces do not have this key" },
      { { "tiles", follower = true }, "follower: tiles do not have this key" },
      { { "segments", attribute = "inn", number = "gold" },
        "number: expected a number from 0 to 65535, a range as in 1..4, a token or a variable of players, "
          .. "got 'gold'" },
      { { "pieces", number = "4..1" },
        "number: expected a number from 0 to 65535, a range as in 1..4, a token or a variable of players, "
          .. "got '4..1'" },
      { { "tiles", attribute = "tower", deploy = true }, "deploy requires a selector of segments with "
        .. "`can_deploy`" },
      { { "cells", can_place = "RAOD" }, "can_place: the game has no tile 'RAOD' (did you mean ROAD?)" },
    }
    for _, case in ipairs(cases) do
      local message = refusal({ offer = case[1] }, variables)
      assert.is_truthy(message:find("variant 'v': phases[1].offer: " .. case[2], 1, true), message)
      message = refusal({ offer = { { "pieces" }, case[1] } }, variables)
      assert.is_truthy(message:find("variant 'v': phases[1].offer[2]: " .. case[2], 1, true), message)
    end
  end)

  it("with a number beyond those of options", function()
    assert.matches("phases%[1%]%.offer%.number: expected 0 to 65535, got 65536",
      refusal { offer = { "segments", attribute = "inn", number = 65536 } })
  end)

  it("if it deploys at anytime", function()
    assert.matches("phases%[1%]%.offer: a phase with the timing `anytime` cannot offer deployments",
      refusal { timing = "anytime", offer = { "segments", can_deploy = "followers", deploy = true } })
  end)

  it("without a function for the answer", function()
    local fine, message = pcall(carcassonne.variant,
      { name = "v", phases = { { name = "a", timing = "before_draw", offer = { "pieces" } } } })
    assert.is_false(fine)
    assert.are.equal("variant 'v': phases[1]: the function `on_chosen`, which carries out the chosen option, "
      .. "is missing", message)
  end)
end)
