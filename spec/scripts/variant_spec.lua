-- Variants: errors at reading, the effects of hooks and data, and the limits of bad scripts.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local hands = require "spec.support.by_hand"

-- ---- Helpers ------------------------------------------------------------------------------------

local script = files.variant
local by_hand = hands.base

-- Returns the message with which reading this text, table or file is refused.
local function refusal(from, chosen)
  return hands.refusal(type(from) == "string" and script or carcassonne.variant, from, chosen)
end

local function nothing() end

-- A game in which all tiles, including the start tile, have a straight road.
local function roads(more)
  local given = { tiles = "ROAD x6 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
    start = { { id = "ROAD" } } }
  for key, value in pairs(more) do given[key] = value end
  return carcassonne.game(given)
end

-- A knight of player 1 completes the city of two tiles north of the start tile: 4 points.
local CITY = { "draw BA-E", "place BA-E 0,-1 r2", "deploy follower city:S" }

-- Plays the last legal action each time (deploying nothing comes first or last), or a mixture.
local function play_on(state, decisions)
  for i = 1, decisions or math.huge do
    if state:is_terminal() then break end
    state:apply_index((i * 7919) % state:num_actions() + 1)
  end
  return state
end

local function awarded(state)
  local list = {}
  for _, event in ipairs(state:events()) do
    if event.kind == "awarded" then list[#list + 1] = { event.player, event.points, event.label } end
  end
  return list
end

-- ---- Reading ------------------------------------------------------------------------------------

describe("A variant is refused, naming it and the key,", function()
  local wrong = {
    { "with a key that means nothing", { on_tile_place = nothing },
      "variant 'odd': on_tile_place: unknown key.*did you mean on_tile_placed%?" },
    { "with a misspelt hook allow_placement", { allow_placements = nothing },
      "allow_placements.*did you mean allow_placement%?" },
    { "with a misspelt hook allow_deployment", { allow_deployments = nothing },
      "allow_deployments.*did you mean allow_deployment%?" },
    { "with a misspelt hook points", { point = nothing }, "point.*did you mean points%?" },
    { "with a misspelt hook on_feature_scored", { on_feature_score = nothing },
      "on_feature_score.*did you mean on_feature_scored%?" },
    { "with a misspelt hook extra_part", { extra_parts = nothing },
      "extra_parts.*did you mean extra_part%?" },
    { "with a misspelt key final_scoring", { final_scorings = {} },
      "final_scorings.*did you mean final_scoring%?" },
    { "with misspelt rules", { rule = {} }, "rule.*did you mean rules%?" },
    { "with misspelt variables", { variable = {} }, "variable.*did you mean variables%?" },
    { "with names in a list", { variables = { name = "gold", scope = "player" } },
      "variables: expected a list, found the key 'name'; write a list of one item as" },
    { "with tiles by name", { tiles = { first = "XX-A x1 monastery field:NL.NR.EL.ER.SL.SR.WL.WR" } },
      "tiles: expected a list, found the key 'first'" },
    { "with a list of pieces", { pieces = { "abbot" } },
      "pieces: expected names as keys, as in .*; found the key 1" },
    { "with a list of counts", { counts = { "BA-U" } },
      "counts: expected names as keys, as in .*; found the key 1" },
    { "with a variable whose name is two words", { variables = { { name = "my gold" } } },
      "variables%[1%].name: 'my gold' is not a name for a variable; expected up to 23 letters, digits, _, %- "
        .. "and %." },
    { "with a step whose name is two words",
      { final_scoring = { { name = "my gift", after = "fields", run = nothing } } },
      "final_scoring%[1%].name: 'my gift' is not a name for a step of the final scoring" },
    { "with an attribute that every game has", { attributes = { "pennant" } },
      "attribute pennant: a built%-in attribute has this name" },
    { "with a phase that is named end", { phases = { { name = "end", timing = "turn_end", run = nothing } } },
      "phases%[1%].name: a phase cannot be named 'end', because the last line of a saved game begins with "
        .. "this word" },
    { "with a gate of a phase that is a kind of thing",
      { phases = { { name = "p", timing = "turn_end", when = { "piecs" }, run = nothing } } },
      "phases%[1%]%.when: expected a filter without a kind of items" },
    { "with a gate of a hook with a key that is none",
      { on_tile_placed = { when = { attribut = "inn" }, run = nothing } },
      "on_tile_placed: when.attribut: unknown key %(did you mean attribute%?%)" },
    { "with a number for a key", { [1] = "x" }, "variant 'odd': 1: unknown key" },
    { "with allow_placement that is not a function", { allow_placement = true },
      "allow_placement: expected function or table, got boolean" },
    { "with on_tile_placed that is not a function", { on_tile_placed = 5 },
      "on_tile_placed: expected function or table, got number" },
    { "with allow_deployment that is not a function", { allow_deployment = "no" },
      "allow_deployment: expected function or table, got string" },
    { "with points that are not a function", { points = 5 },
      "points: expected function or table, got number" },
    { "with on_feature_scored that is not a function", { on_feature_scored = 1.5 },
      "on_feature_scored: expected function or table, got number" },
    { "with extra_part that is neither function nor table", { extra_part = 5 },
      "extra_part: expected function or table, got number" },
    { "with an unknown time to ask for a further part", { extra_part = { when = "allways", run = nothing } },
      "extra_part.when: expected table, got string \"allways\"" },
    { "with extra_part without its function", { extra_part = { always = true } }, "extra_part.*run" },
    { "with an unknown key of extra_part", { extra_part = { alwys = true, run = nothing } },
      "extra_part.alwys.*did you mean always%?" },
    { "with an unknown rule", { rules = { builder_part = 1 } },
      "variant 'odd'.*rules.builder_part: unknown rule.*did you mean builder_parts%?" },
    { "with a rule of a wrong type", { rules = { pig_bonus = {} } }, "rules.pig_bonus: expected.*got table" },
    { "with a rule of a wrong value", { rules = { pig_bonus = "many" } }, "variant 'odd'.*pig_bonus.*many" },
    { "with a rule out of its range", { rules = { small_city = 9 } }, "variant 'odd'.*small_city" },
    { "with a word that a rule does not take", { rules = { farm_scoring = "per-fild" } },
      "variant 'odd'.*farm_scoring.*per%-fi" },
    { "with a variable without a name", { variables = { {} } }, "variables%[1%].*name" },
    { "with an unknown key of a variable", { variables = { { name = "a", scop = "game" } } },
      "variables%[1%].scop: unknown key.*did you mean scope%?" },
    { "with an unknown scope of a variable", { variables = { { name = "a", scope = "plyer" } } },
      "scope.*'plyer'.*did you mean player%?" },
    { "with an unknown lifetime of a variable", { variables = { { name = "a", lifetime = "trun" } } },
      "lifetime.*'trun'.*did you mean turn%?" },
    { "with an unknown way to merge a variable", { variables = { { name = "a", merge = "mix" } } },
      "merge.*'mix'.*did you mean max%?" },
    { "with two variables of one name", { variables = { { name = "a" }, { name = "a" } } },
      "variant 'odd'.*variable.*a" },
    { "with an unknown key of a step", { final_scoring = { { name = "x", befor = "goods", run = nothing } } },
      "final_scoring%[1%].befor: unknown key.*did you mean before%?" },
    { "with a step without a name", { final_scoring = { { run = nothing } } }, "final_scoring%[1%].*name" },
    { "with a step without a function", { final_scoring = { { name = "goods" } } },
      "final_scoring%[1%].*run" },
    { "with a step whose row gives no points", { final_scoring = { { name = "goods", { "players" } } } },
      "final_scoring%[1%]%[1%]: add is missing" },
    { "with a step whose points stand beside the rows",
      { final_scoring = { { name = "goods", run = nothing, add = 5 } } },
      "final_scoring%[1%].add: unknown key" },
    { "with a step whose row halves", { final_scoring = { { name = "goods", { "players", halve = "up" } } } },
      "final_scoring%[1%]%[1%].halve: this row cannot have this key; expected per, add, once" },
    { "with a step about a variable that is not there", { variables = { { name = "gold", scope = "player" } },
      final_scoring = { { name = "goods", { "players", per = "gld", add = 1 } } } },
      "final_scoring%[1%]%[1%]: per: expected .*, a variable .*, got 'gld' %(did you mean gold%?%)" },
    { "with a step of the most in a variable that is not there",
      { variables = { { name = "gold", scope = "player" } },
      final_scoring = { { name = "goods", { "players", highest = "gld", add = 1 } } } },
      "final_scoring%[1%]%[1%]: highest: the game declares no variable 'gld' %(did you mean gold%?%)" },
    { "with a step that gives no whole number of points",
      { final_scoring = { { name = "goods", { "players", add = 1.5 } } } },
      "final_scoring%[1%]%[1%].add: expected integer, got number" },
    { "with a step whose row is a filter",
      { final_scoring = { { name = "goods", { player = "turn_player", add = 1 } } } },
      "final_scoring%[1%]%[1%]: expected the kind of items first" },
    { "with a step both before and after",
      { final_scoring = { { name = "x", after = "fields", before = "goods", run = nothing } } },
      "final_scoring%[1%]: final x: before cannot be combined with after" },
    { "with a step after one that is not there",
      { final_scoring = { { name = "x", after = "feilds", run = nothing } } },
      "variant 'odd'.*feilds.*did you mean fields%?" },
    { "with a new step that says neither before nor after",
      { final_scoring = { { name = "tax", run = nothing } } },
      "variant 'odd'.*tax" },
    { "with a new step that has a built-in name",
      { final_scoring = { { name = "goods", after = "fields", run = nothing } } },
      "variant 'odd'.*goods" },
    { "with a step that is not a table", { final_scoring = { "goods" } },
      "final_scoring%[1%]: expected table, got string" },
    { "with pieces of a wrong type", { pieces = { pig = "two" } },
      "pieces.pig: expected integer or table, got string" },
    { "with an unknown key of a piece", { pieces = { pig = { cont = 2 } } },
      "pieces.pig.cont: unknown key.*did you mean count%?" },
    { "with a piece like one that is not there", { pieces = { mayor = { count = 1, role = "folower" } } },
      "variant 'odd'.*mayor.*folower" },
    { "with a piece on a place that is not there", { pieces = { mayor = { count = 1, on = { "citty" } } } },
      "variant 'odd'.*citty" },
    { "with a piece on something that is not a word", { pieces = { mayor = { count = 1, on = { {} } } } },
      "variant 'odd'.*mayor" },
    { "with too many pieces", { pieces = { pig = 500 } }, "variant 'odd'.*pig" },
    { "with a tile whose segments overlap", { tiles = "T1 x1 city:N city:N" },
      "variant 'odd'.*T1.*overlap.*N" },
    { "with a tile with an open edge", { tiles = { "T1 x1 city:N.W" } }, "variant 'odd'.*T1.*E" },
    { "with a tile that is not a text", { tiles = { 5 } }, "tiles%[1%]: expected string, got number" },
    { "with a field that borders a city that is not there",
      { tiles = "T1 x1 field:NL.NR.EL.ER.SL.SR.WL.WR~N" },
      "variant 'odd'.*T1.*N" },
    { "with a count of a tile that is in no set", { counts = { ["BA-Z"] = 2 } }, "variant 'odd'.*BA%-Z" },
    { "with a count that is not a number", { counts = { ["BA-D"] = "x" } },
      "counts.BA%-D: expected integer or list, got string" },
    { "with an unknown tile set", { sets = { "bass" } }, "sets.*'bass'.*did you mean base%?" },
    { "with a start tile that is in no set", { start = { { id = "BA-Z" } } }, "variant 'odd'.*BA%-Z" },
    { "with a start tile with an unknown key", { start = { { id = "BA-D", rotaton = 1 } } },
      "start%[1%].rotaton.*did you mean rotation%?" },
    { "with goods that are neither on nor off", { goods = "on" }, "goods: expected boolean, got string" },
    { "with an attribute of two words", { attributes = { "two words" } }, "variant 'odd'.*attribute" },
    { "with an attribute that is not a word", { attributes = { 5 } },
      "attributes%[1%]: expected string or table, got number" },
    { "with options that are not a table", { options = 5 }, "options: expected table, got number" },
    { "with an option that cannot be written down", { options = { weights = { {} } } }, "options.weights" },
    { "with a description that is not a text", { description = 5 },
      "description: expected string, got number" },
  }
  for _, case in ipairs(wrong) do
    it(case[1], function()
      case[2].name = "odd"
      local fine, message = pcall(carcassonne.game, { variants = { case[2] } })
      assert.is_false(fine)
      assert.matches(case[3], message)
      assert.matches("^variant 'odd'", message)
      assert.is_nil(message:match "lua/carcassonne/", message)
    end)
  end

  it("without a name, with a name of two words, or with one too long", function()
    assert.matches("needs a name", refusal {})
    assert.matches("name", refusal { name = "two words" })
    assert.matches("name", refusal { name = ("x"):rep(24) })
    assert.matches("name: expected string", refusal { name = 5 })
  end)

  it("with a choice for an option that it does not have, or of another type", function()
    local rule = { name = "odd", options = { share = 10, label = "x", on = true } }
    assert.matches("variant 'odd': options.shar: unknown option.*did you mean share%?",
      refusal(rule, { shar = 5 }))
    assert.matches("variant 'odd': options.share: expected number, got string",
      refusal(rule, { share = "5" }))
    assert.matches("variant 'odd': options.on: expected boolean, got number", refusal(rule, { on = 1 }))
  end)

  it("twice in one game", function()
    local fine, message = pcall(carcassonne.game, { variants = { "chained-builders", "chained-builders" } })
    assert.is_false(fine)
    assert.matches("'chained%-builders' is listed twice", message)
  end)

  it("if its name is neither a shipped one nor a file, with the nearest shipped one", function()
    local fine, message = pcall(carcassonne.variant, "percentage-good")
    assert.is_false(fine)
    assert.matches("did you mean percentage%-goods%?", message)
    fine, message = pcall(carcassonne.variant, "/nowhere/at/all.lua")
    assert.is_false(fine)
    assert.matches("/nowhere/at/all.lua", message)
  end)
end)

describe("A script file", function()
  it("with a syntax error is refused with its line", function()
    assert.matches("variant '.*:2:", refusal "return {\n name = = 'x' }")
  end)

  it("that returns no table is refused", function()
    assert.matches("returned number, expected a table", refusal "return 5")
    assert.matches("returned nil, expected a table", refusal "local x = 1")
    assert.matches("returned function, expected a table", refusal "return function() end")
  end)

  it("that raises while it is read is refused with its line", function()
    assert.matches("variant '.*:2: boom", refusal "\nerror 'boom'")
    assert.matches("variant", refusal "error {}")
    assert.matches("variant '.*:1:.*nil", refusal "return nothing.at_all")
  end)

  it("that loops for ever while it is read is refused", function()
    local output, status = files.run([[
      local path = os.tmpname()
      local file = io.open(path, "w") file:write("while true do end") file:close()
      local fine, message = pcall(require("carcassonne").variant, path)
      os.remove(path)
      assert(not fine and message:find("variant", 1, true))]], 5)
    assert.are.same({ "", 0 }, { output, status })
  end)

  it("of compiled code is refused", function()
    assert.matches("compiled code", refusal(string.dump(compat.basic.load "return { name = 'x' }")))
  end)

  it("sees neither files, processes, the clock, chance, other modules nor code to load", function()
    for _, name in ipairs { "os", "io", "package", "debug", "load", "loadfile", "dofile", "collectgarbage",
      "math.random", "math.randomseed" } do
      local variant = script(("local x = %s return { name = 'x', description = tostring(x) }"):format(name))
      assert.are.equal("nil", variant.description, name)
    end
    assert.matches("nil", refusal "return { name = 'x', description = os.getenv 'HOME' }")
  end)

  it("sees the usual functions of strings, tables and numbers", function()
    local variant = script [[return { name = 'x', description =
      ("%d"):format(math.max(1, 2)) .. table.concat({ "a", select("#", 1, 2) })
        .. tostring(pcall(error)) .. utf8.char(65) }]]
    assert.are.equal("2a2falseA", variant.description)
  end)

  it("cannot change what other scripts and the host see", function()
    local path, upper = package.path, string.upper
    pcall(script, [[
      string.upper = nil table.insert = nil math.max = nil _G.pairs = nil pairs = nil
      return { name = 'x' }]])
    pcall(script, "getmetatable('').__index.upper = nil return { name = 'x' }")
    pcall(script, "getmetatable('').__index = {} return { name = 'x' }")
    assert.are.equal(upper, string.upper)
    assert.is_function(("").upper)
    assert.is_function(table.insert)
    assert.is_function(pairs)
    assert.are.equal(path, package.path)
    assert.are.equal("2A",
      script("return { name = 'x', description = tostring(math.max(1, 2)) .. ('a'):upper() }").description)
  end)

  it("cannot leave a finaliser that runs without a limit", function()
    local variant
    pcall(function()
      variant = script [[setmetatable({}, { __gc = function() FINALISED = true end })
        return { name = 'x', points = function() return FINALISED and 1 or 0 end }]]
    end)
    collectgarbage()
    collectgarbage()
    if variant then assert.are.equal(0, variant.source.points()) end
  end)
end)

-- ---- The hooks, and how several combine ---------------------------------------------------------

describe("Hooks", function()
  it("points: each variant gets the result of the ones before it, in the given order", function()
    local double = { name = "double", points = function(_, _, points) return 2 * points end }
    local more = { name = "more", points = function(_, scoring, points)
      assert.are.equal(4, scoring.points) -- the points by the rules can still be read
      return points + 1
    end }
    local none = { name = "none", points = function() return nil end }
    assert.are.same({ 9, 0 }, by_hand({ double, none, more }, compat.table.unpack(CITY)):returns())
    assert.are.same({ 10, 0 }, by_hand({ more, double }, compat.table.unpack(CITY)):returns())
    assert.are.same({ 4, 0 }, by_hand({ none }, compat.table.unpack(CITY)):returns())
    assert.are.same({ 0, 0 }, by_hand({ { name = "zero", points = function() return 0 end } },
      compat.table.unpack(CITY)):returns())
  end)

  it("points: what a script added or took is an item of the event", function()
    local state = by_hand({ { name = "less", points = function(_, _, points) return points - 3 end } },
      compat.table.unpack(CITY))
    for _, event in ipairs(state:events()) do
      if event.kind == "scored" then
        assert.are.equal(1, event.points)
        assert.are.same({ { kind = "tiles", count = 2, each = 2 },
          { kind = "script", count = 1, each = -3 } }, event.items)
      end
    end
  end)

  it("points: it receives kind, players, feature, whether complete and whether at the end", function()
    local reported = {}
    local spy = { name = "spy", points = function(state, scoring)
      reported[#reported + 1] = { kind = scoring.kind, players = scoring.players, complete = scoring.complete,
        final = scoring.final,
        tiles = scoring.feature.tiles, turn = state:turn_player() }
    end }
    by_hand({ spy }, compat.table.unpack(CITY))
    assert.are.same(
      { { kind = "city", players = { 1 }, complete = true, final = false, tiles = 2, turn = 1 } }, reported)
  end)

  it("allow_placement: a placement that any variant refuses is refused, whatever the others say", function()
    local function only(side, answer)
      return function(_, action)
        if action.x == side then return answer end
      end
    end
    local west = { name = "west", allow_placement = function(_, action) return action.x <= 0 end }
    local yes = { name = "yes", allow_placement = function() return true end }
    local unsaid = { name = "unsaid", allow_placement = only(5, false) }
    for _, list in ipairs { { west }, { west, yes }, { yes, west }, { unsaid, west, yes } } do
      local state = roads({ variants = list }):new_initial_state()
      assert.is_true(state:num_actions() > 0)
      for _, action in ipairs(state:legal_actions()) do assert.is_true(action.x <= 0) end
      assert.are.same({ nil, "illegal" },
        { state:apply_action "place ROAD 1,0 r0", select(3, state:apply_action "place ROAD 1,0 r0") })
    end
    assert.are.equal(roads({}):new_initial_state():num_actions(),
      roads({ variants = { yes } }):new_initial_state():num_actions())
  end)

  it("allow_placement: a tile without a placement that is allowed is set aside", function()
    local none = { name = "none", allow_placement = function() return false end }
    local state = roads({ variants = { none } }):new_initial_state()
    assert.is_true(state:is_terminal())
    local aside = 0
    for _, event in ipairs(state:events()) do
      if event.kind == "set_aside" then aside = aside + 1 end
    end
    assert.are.equal(5, aside)
  end)

  it("allow_deployment: a deployment that any variant refuses is refused", function()
    local no_farmers = { name = "no-farmers",
      allow_deployment = function(_, action) return not action.text:match "^field" end }
    local no_thieves = { name = "no-thieves",
      allow_deployment = function(_, action) return not action.text:match "^road" end }
    local function choices(list)
      local state = roads({ variants = list }):new_initial_state()
      state:apply_action "place ROAD 1,0 r0"
      return state:decision() == "deploy" and state:num_actions() or state:decision()
    end
    assert.are.equal(4, choices {})
    assert.are.equal(2, choices { no_farmers })
    assert.are.equal(3, choices { no_thieves })
    -- passing is the only option, so the player is not asked
    assert.are.equal("place", choices { no_farmers, no_thieves })
  end)

  it("extra_part: each variant gets the result of the one before it, and nil keeps it", function()
    local heard = {}
    local function part(name, answer)
      return { name = name, extra_part = { always = true, run = function(_, _, default)
        heard[#heard + 1] = default
        return answer
      end } }
    end
    local function turn_after(list)
      heard = {}
      local state = roads({ variants = list, rules = { double_turn = "compulsory" } }):new_initial_state()
      state:apply_action "place ROAD 1,0 r0"
      state:apply_action "pass"
      return state:turn_player()
    end
    assert.are.equal(1, turn_after { part("yes", true) })
    assert.are.same({ false }, heard)
    assert.are.equal(2, turn_after { part("yes", true), part("no", false) })
    assert.are.same({ false, true }, heard)
    assert.are.equal(1, turn_after { part("no", false), part("yes", true), part("unsaid") })
    assert.are.same({ false, false, true }, heard)
  end)

  it("extra_part: always = true asks after every part, otherwise only if a builder's feature was extended",
      function()
    local asked = 0
    local function ask(_, part)
      asked = asked + 1
      assert.are.equal("boolean", type(part.extended_builder))
      assert.is_true(part.player >= 1 and part.part >= 1)
      return false
    end
    local state = carcassonne.game({ sets = { "base" },
      variants = { { name = "a", extra_part = { always = true, run = ask } } } })
      :new_initial_state(1)
    state:random_playout(1)
    assert.are.equal(70, asked) -- 71 tiles are placed; no part can follow the last
    asked = 0
    carcassonne.game({ sets = { "base" },
      variants = { { name = "a", extra_part = ask } } }):new_initial_state(1):random_playout(1)
    assert.are.equal(0, asked)
  end)

  it("extra_part: a granted part is asked for if the double turn is optional, and taken or not", function()
    local again = { name = "again",
      extra_part = { always = true, run = function(_, part) return part.part == 1 end } }
    local state = roads({ variants = { again } }):new_initial_state()
    state:apply_action "place ROAD 1,0 r0"
    state:apply_action "pass"
    assert.are.equal("extra", state:decision())
    local declined = state:clone()
    assert.is_true(state:apply_action "extra take")
    assert.are.same({ 1, 2 }, { state:turn_player(), state:part() })
    assert.is_true(declined:apply_action "extra decline")
    assert.are.same({ 2, 1 }, { declined:turn_player(), declined:part() })
  end)

  it("on_tile_placed: it receives the tile in its rotation, before anyone deploys", function()
    local reported
    local spy = { name = "spy", on_tile_placed = function(state, tile)
      reported = tile
      assert.are.same(tile, state:tile_at(tile.x, tile.y))
      assert.are.equal(tile.index, state:num_tiles())
    end }
    by_hand({ spy }, "draw BA-E", "place BA-E 0,-1 r2")
    assert.are.same({ index = 2, id = "BA-E", x = 0, y = -1, rotation = 2 }, reported)
  end)

  it("on_feature_scored: it gives points, and the event has its label", function()
    local toll = { name = "toll", on_feature_scored = function(state, scoring)
      if scoring.kind == "city" then state:award(2, 3, "toll") end
    end }
    local state = by_hand({ toll }, compat.table.unpack(CITY))
    assert.are.same({ 4, 3 }, state:returns())
    assert.are.same({ 4, 3 }, state:rewards())
    assert.are.same({ { 2, 3, "toll" } }, awarded(state))
  end)

  it("on_feature_scored: every variant's hook runs, in order; points may be negative", function()
    local a = { name = "a", on_feature_scored = function(state) state:award(1, 5, "a") end }
    local b = { name = "b", on_feature_scored = function(state) state:award(1, -7, "b") end }
    local state = by_hand({ b, a }, compat.table.unpack(CITY))
    assert.are.same({ { 1, -7, "b" }, { 1, 5, "a" } }, awarded(state))
    assert.are.same({ 2, 0 }, state:returns())
  end)

  it("get the variant's options as the last argument", function()
    local seen = {}
    local function spy(name) return function(...) seen[name] = select(select("#", ...), ...) end end
    local v = { name = "spy", options = { share = 7 }, allow_placement = spy "allow_placement",
      on_tile_placed = spy "on_tile_placed", allow_deployment = spy "allow_deployment", points = spy "points",
      on_feature_scored = spy "on_feature_scored", extra_part = { always = true, run = spy "extra_part" },
      final_scoring = { { name = "x", after = "goods", run = spy "final" } } }
    local chosen = carcassonne.variant(v, { share = 9 })
    play_on(by_hand({ chosen }, compat.table.unpack(CITY)))
    local names = {}
    for name, options in pairs(seen) do
      names[#names + 1] = name
      assert.are.same({ share = 9 }, options, name)
    end
    assert.are.equal(7, #names)
  end)

  it("that ask may read the whole state #full", function()
    local function read(state)
      for _, f in ipairs(state:features()) do
        assert.is_string(tostring(f))
        assert.is_true(f.tiles >= 1 and f.points >= 0 and #f:segments() >= 1)
        state:features { borders = f }
        state:pieces { feature = f }
        f:power(1)
      end
      assert.is_string(tostring(state))
      state:legal_actions(true)
      state:chance_outcomes()
      state:unplaceable()
      state:hash()
      state:returns()
      state:rewards()
      state:pieces()
      state:pieces_in_hand(1)
      state:goods(2)
    end
    local v = { name = "reader", allow_placement = read, allow_deployment = read, points = read,
      on_feature_scored = read,
      on_tile_placed = read,
      extra_part = { always = true, run = read }, final_scoring = { { name = "goods", run = read } } }
    local game = carcassonne.game { variants = { v },
      tiles = carcassonne.tileset("base"):gsub(" x%d+", " x1") }
    local with = game:new_initial_state(1)
    play_on(with)
    assert.is_true(with:is_terminal())
  end)
end)

describe("A step of the final scoring", function()
  local function steps(...)
    return carcassonne.game({ variants = { ... } }):final_steps()
  end

  it("may come before or after another, or replace one", function()
    local function with(step)
      step.run = nothing
      return steps { name = "a", final_scoring = { step } }
    end
    assert.are.same({ "incomplete", "fields", "tax", "goods" }, with { name = "tax", after = "fields" })
    assert.are.same({ "tax", "incomplete", "fields", "goods" }, with { name = "tax", before = "incomplete" })
    assert.are.same({ "incomplete", "fields", "goods" }, with { name = "fields" })
  end)

  it("of a later variant may be placed beside one of an earlier", function()
    assert.are.same({ "incomplete", "fields", "goods", "king", "robber" }, steps(
      { name = "a", final_scoring = { { name = "king", after = "goods", run = nothing } } },
      { name = "b", final_scoring = { { name = "robber", after = "a.king", run = nothing } } }))
  end)

  it("runs at its place: it sees the scores of the steps before it", function()
    local seen = {}
    local function look(name) return function(state) seen[#seen + 1] = { name, state:score(1) } end end
    local state = carcassonne.game({ tiles = "ROAD x3 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
      start = { { id = "ROAD" } },
      variants = {
        { name = "a", final_scoring = { { name = "first", before = "incomplete", run = look "first" },
        { name = "last", after = "goods", run = look "last" } } } } }):new_initial_state()
    state:apply_action "place ROAD 1,0 r0"
    state:apply_action "deploy follower road:E.W"
    state:apply_action "place ROAD 2,0 r0"
    state:apply_action "pass"
    assert.is_true(state:is_terminal())
    assert.are.same({ { "first", 0 }, { "last", 3 } }, seen)
  end)

  it("that replaces a built-in one prevents its scoring: no fields, no points for fields", function()
    local reported = {}
    local state = carcassonne.game({ sets = { "base" },
        variants = { { name = "a", final_scoring = { { name = "fields", run = function(s)
      reported[#reported + 1] = s:is_terminal()
      s:award(1, 100, "harvest")
    end } } } } }):new_initial_state(4)
    state:random_playout(4)
    for _, event in ipairs(state:events()) do
      assert.is_false(event.kind == "scored" and event.feature == "field")
    end
    assert.are.same({ { 1, 100, "harvest" } }, awarded(state))
  end)

  it("with the same name in two variants: both run, in the given order", function()
    local a = { name = "a", final_scoring = { { name = "goods", run = function(s) s:award(1, 1, "a") end } } }
    local b = { name = "b", final_scoring = { { name = "goods", run = function(s) s:award(1, 2, "b") end } } }
    local c = { name = "c",
      final_scoring = { { name = "tax", after = "goods", run = function(s) s:award(2, 3, "c") end } } }
    local d = { name = "d", final_scoring = { { name = "c.tax", run = function(s) s:award(2, 4, "d") end } } }
    local state = carcassonne.game({ sets = { "base" }, variants = { a, c, b, d } }):new_initial_state(1)
    state:random_playout(1)
    assert.are.same({ { 1, 1, "a" }, { 1, 2, "b" }, { 2, 3, "c" }, { 2, 4, "d" } }, awarded(state))
  end)

  it("is listed in the events: its name, then its points", function()
    local state = carcassonne.game({ sets = { "base" },
      variants = { { name = "a", final_scoring = { { name = "tax", after = "goods",
      run = function(s) s:award(2, 3, "tax") end } } } } }):new_initial_state(1)
    state:random_playout(1)
    local events = state:events()
    local last = events[#events - 2]
    assert.are.same({ "final", "tax" }, { last.kind, last.label })
    assert.are.same({ "awarded", 3, true },
      { events[#events - 1].kind, events[#events - 1].points, events[#events - 1].final })
    assert.are.equal("ended", events[#events].kind)
  end)
end)

describe("A step of the final scoring that is data", function()
  -- Returns a game that is over at once and scored: three players with these numbers in the
  -- variable `gold`, and variants with these steps.
  local function over(gold, steps, more)
    local lines = { "start MEADOW 0,0 r0" }
    for place, amount in ipairs(gold) do lines[#lines + 1] = ("remember gold %d %d"):format(place, amount) end
    local v = { name = "a", variables = { { name = "gold", scope = "player", size = more and more.size } },
      final_scoring = steps,
      options = more and more.options }
    return awarded(
      carcassonne.game({ players = 3, tiles = "MEADOW x1 monastery field:NL.NR.EL.ER.SL.SR.WL.WR",
      position = table.concat(lines, "\n"), variants = { v, more and more.other } }):new_initial_state(1))
  end

  it("gives points to the player who has most of a variable", function()
    assert.are.same({ { 2, 10, "gold" } }, over({ 3, 5, 4 },
      { { name = "gold", after = "goods", { "players", highest = "gold", add = 10 } } }))
  end)

  it("gives them to all who tie, and to nobody for nothing", function()
    local steps = { { name = "gold", after = "goods", { "players", highest = "gold", add = 10 } } }
    assert.are.same({ { 1, 10, "gold" }, { 3, 10, "gold" } }, over({ 5, 1, 5 }, steps))
    assert.are.same({}, over({ 0, 0, 0 }, steps))
    assert.are.same({}, over({ -1, -2, 0 }, steps))
  end)

  it("gives points for each of it, and takes them for negative numbers", function()
    assert.are.same({ { 1, 6, "coins" }, { 3, -4, "coins" } },
      over({ 3, 0, -2 }, { { name = "coins", before = "fields", { "players", per = "gold", add = 2 } } }))
  end)

  it("counts all numbers of a variable with a size", function()
    local steps = { { name = "gold", after = "goods", { "players", highest = "gold", add = 10 } },
      { name = "coins", after = "gold", { "players", per = "gold", add = 1 } } }
    assert.are.same({ { 2, 10, "gold" }, { 1, 3, "coins" }, { 2, 4, "coins" }, { 3, 3, "coins" } },
      over({ 3, 0, 2, 2, 0, 3 }, steps, { size = 2 }))
  end)

  it("takes its points from an option, and runs with others of its name, one after the other", function()
    local steps = {
      { name = "gold", after = "goods", { "players", highest = "gold", add = { option = "bonus" } } } }
    local other = { name = "b",
      final_scoring = { { name = "a.gold", run = function(s) s:award(1, 1, "more") end } } }
    assert.are.same({ { 2, 7, "gold" }, { 1, 1, "more" } },
      over({ 0, 1, 0 }, steps, { options = { bonus = 7 }, other = other }))
  end)

  it("may replace a built-in one", function()
    assert.are.same({ { 1, 5, "goods" } },
      over({ 1, 0, 0 }, { { name = "goods", { "players", highest = "gold", add = 5 } } }))
  end)
end)

-- ---- Data ---------------------------------------------------------------------------------------

describe("A variant's data", function()
  it("are rule values; the game's own override them", function()
    local v = { name = "a", rules = { goods_bonus = 25, pig_bonus = 5, pieces_occupy = true } }
    local game = carcassonne.game { variants = { v }, rules = { pig_bonus = 7 } }
    assert.are.equal(25, game:rules().goods_bonus)
    assert.are.equal(7, game:rules().pig_bonus)
    assert.are.equal("yes", game:rules().pieces_occupy)
    local later = { name = "b", rules = { goods_bonus = 30 } }
    assert.are.equal(30, carcassonne.game({ variants = { v, later } }):rules().goods_bonus)
    assert.are.equal(25, carcassonne.game({ variants = { later, v } }):rules().goods_bonus)
  end)

  it("are tiles of its own beside the built-in ones, and the number of each", function()
    local v = { name = "a", tiles = { "A1 x2 city:N.E.S.W+pennant", "# a comment",
      "A2 x1 monastery field:NL.NR.EL.ER.SL.SR.WL.WR" },
      counts = { ["BA-B"] = 1 } }
    local game = carcassonne.game { sets = { "base" }, variants = { v } }
    assert.are.equal(72 + 3 - 3, game:num_tiles())
    assert.are.equal(1, game:tile("A1").segments[1].pennants)
    play_on(game:new_initial_state(1))
  end)

  it("are a tile set of its own that stands alone", function()
    local v = { name = "a",
      tiles = "R1 x9 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL\nR2 x3 road:S.W field:NL.NR.EL.ER.SL.WR "
        .. "field:SR.WL",
      start = { { id = "R2", rotation = 1 } } }
    local game = carcassonne.game { sets = {}, variants = { v } }
    assert.are.equal(12, game:num_tiles())
    local state = game:new_initial_state(1)
    assert.are.equal("R2", state:tile_at(0, 0).id)
    assert.is_true(play_on(state):is_terminal())
  end)

  it("are built-in sets", function()
    local v = { name = "a", sets = { "traders" } }
    assert.are.equal(24, carcassonne.game({ sets = {}, start = "none", variants = { v } }):num_tiles())
  end)

  it("are refused sets that would remove something from the game, or that appear twice", function()
    for set, says in pairs {
      base = "variant 'a': sets: a script can only add sets, not remove them; to play without Traders & "
        .. "Builders use `--sets base`, or sets = { \"base\" } in carcassonne.game",
      ["traders x2"] = "variant 'a': sets: expected each set at most once, got traders x2; only the "
        .. "host can give a game a set several times",
    } do
      assert.are.equal(says, hands.refusal(carcassonne.variant, { name = "a", sets = { set } }))
    end
    assert.are.equal(96,
      carcassonne.game({ variants = { { name = "a", sets = { "base", "traders" } } } }):num_tiles())
  end)

  it("are pieces: a mayor like a follower, with another power, and its places", function()
    local mayor = { count = 1, role = "follower", power = 3, on = "city", hosts_builder = false }
    local v = { name = "a", pieces = { follower = 5, mayor = mayor } }
    local game = carcassonne.game { sets = { "base" }, draws = "manual", variants = { v } }
    local state = game:new_initial_state()
    assert.are.equal(1, state:pieces_in_hand(1).mayor)
    assert.are.equal(5, state:pieces_in_hand(1).follower)
    state:apply_action "draw BA-N"
    state:apply_action "place BA-N 0,-1 r2"
    local where = {}
    for _, action in ipairs(state:legal_actions()) do
      if action.piece == "mayor" then where[#where + 1] = action.text end
    end
    assert.are.same({ "city:E.S" }, where)
    assert.is_true(state:apply_action "deploy mayor city:E.S")
    assert.are.equal(3, state:feature(0, 0, "city:N"):power(1))
  end)

  it("are attributes of segments, which the feature has as soon as one segment has them", function()
    local v = { name = "a", attributes = { "inn", "lake" },
      tiles = "INN x1 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL" }
    local game = carcassonne.game { sets = { "base" }, draws = "manual", variants = { v } }
    local state = game:new_initial_state()
    assert.are.same({ "inn" }, game:tile("INN").segments[1].attributes)
    local road = state:feature(0, 0, "road:E.W")
    assert.are.same({}, road.attributes)
    state:apply_action "draw INN"
    state:apply_action "place INN 1,0 r0"
    assert.are.same({ "inn" }, road.attributes)
  end)

  it("are attributes that a feature has only when all its segments have them, with `merge`", function()
    local v = { name = "a", attributes = { { name = "inn", merge = "all" } },
      tiles = "INN x2 road:E.W+inn field:NL.NR.EL.WR field:ER.SL.SR.WL" }
    local game = carcassonne.game { variants = { v }, draws = "manual", start = { { id = "INN" } } }
    local state = game:new_initial_state()
    local road = state:feature(0, 0, "road:E.W")
    state:apply_action "draw INN"
    state:apply_action "place INN 1,0 r0"
    assert.are.same({ "inn" }, road.attributes)
    state:apply_action "pass"
    state:apply_action "draw BA-U"
    state:apply_action "place BA-U 2,0 r0"
    assert.are.same({}, road.attributes)
  end)

  it("are attributes whose features are never complete, with `open`", function()
    local v = { name = "a", attributes = { { name = "castle", extra_open_ends = "never" } },
      tiles = "CASTLE x1 city:E+castle field:NL.NR.SL.SR.WL.WR" }
    local game = carcassonne.game { variants = { v }, draws = "manual", start = { { id = "CASTLE" } } }
    local state = game:new_initial_state()
    state:apply_action "draw BA-E"
    state:apply_action "place BA-E 1,0 r3"
    local city = state:feature(0, 0, "city:E")
    assert.are.equal(0, city.open)
    assert.is_false(city.complete)
  end)

  it("are goods, on or off", function()
    assert.is_false(carcassonne.game({ variants = { { name = "a", goods = false } } }):goods_count())
  end)
end)

describe("A variable", function()
  -- Returns a game that counts each placement in one variable, after three turns on straight roads.
  local function counting(variable, key)
    variable.name = "n"
    local v = { name = "counter", variables = { variable }, on_tile_placed = function(state, tile)
      local k = key and key(state, tile)
      state:set_variable("n", k, state:variable("n", k) + 1)
    end }
    local state = roads({ variants = { v }, draws = "manual" }):new_initial_state()
    return state, function(x)
      assert(state:apply_action "draw ROAD")
      assert(state:apply_action(("place ROAD %d,0 r0"):format(x)))
    end
  end

  it("of the game is one number that lasts, is copied, and is restored by undo", function()
    local state, place = counting {}
    assert.are.equal(0, state:variable "n")
    place(1)
    assert.are.equal(1, state:variable "n")
    local copy, hash = state:clone(), state:hash()
    state:apply_action "pass"
    place(2)
    assert.are.equal(2, state:variable "n")
    assert.are.equal(1, copy:variable "n")
    for _ = 1, 3 do assert(state:undo_action()) end
    assert.are.equal(1, state:variable "n")
    assert.are.equal(hash, state:hash())
    assert.is_true(state == copy)
    local loaded = state:game():deserialize_state(state:serialize())
    assert.are.equal(1, loaded:variable "n")
  end)

  it("may be declared by its name alone", function()
    local game = carcassonne.game { variables = { "memory" } }
    assert.are.equal(0, game:new_initial_state():variable "memory")
  end)

  it("of each player has a number for each", function()
    local state, place = counting({ scope = "player" }, function(s) return s:turn_player() end)
    for x = 1, 3 do
      place(x)
      state:apply_action "pass"
    end
    assert.are.same({ 2, 1 }, { state:variable("n", 1), state:variable("n", 2) })
  end)

  it("of each cell is kept by the index of the tile", function()
    local state, place = counting({ scope = "cell" }, function(_, tile) return tile.index end)
    place(1)
    assert.are.same({ 0, 1 }, { state:variable("n", 1), state:variable("n", 2) })
    assert.has_error(function() state:variable("n", 3) end)
  end)

  it("of a turn is empty when the next turn begins", function()
    local state, place = counting { lifetime = "turn" }
    place(1)
    assert.are.equal(1, state:variable "n")
    state:apply_action "pass"
    assert.are.equal(0, state:variable "n")
  end)

  it("of a part is empty when the next part begins; one of a turn is not", function()
    local v = { name = "counter", variables = { { name = "of_part", lifetime = "part" },
      { name = "of_turn", lifetime = "turn" }, "of_game" },
      on_tile_placed = function(state)
        for _, name in ipairs { "of_part", "of_turn", "of_game" } do
          state:set_variable(name, nil, state:variable(name) + 1)
        end
      end, extra_part = { always = true, run = function(_, part) return part.part == 1 end } }
    local state = roads({ variants = { v }, rules = { double_turn = "compulsory" } }):new_initial_state()
    local function variables()
      return { state:variable "of_part", state:variable "of_turn", state:variable "of_game" }
    end
    local rows = {}
    for x = 1, 3 do
      state:apply_action(("place ROAD %d,0 r0"):format(x))
      rows[x] = variables()
      state:apply_action "pass"
    end
    assert.are.same({ { 1, 1, 1 }, { 1, 2, 2 }, { 1, 1, 3 } }, rows)
  end)

  for rule, merged in pairs { sum = 5 + 6, max = 6, ["or"] = 7 } do
    it("of features that join merges by " .. rule, function()
      -- Two separate roads, 5 and 6, joined by the tile between them.
      local two = { name = "c", variables = { { name = "n", scope = "feature", merge = rule } },
          on_tile_placed = function(s, tile)
        if tile.id == "R5" or tile.id == "R6" then
          s:set_variable("n", s:feature(tile.x, tile.y, "road:E.W"), tile.id == "R5" and 5 or 6)
        end
      end }
      local straight = " x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL"
      local tiles = { "R5" .. straight, "R6" .. straight, "R7" .. straight,
        "F x9 field:NL.NR.EL.ER.SL.SR.WL.WR" }
      local s = carcassonne.game({ tiles = tiles,
        start = { { id = "F" }, { id = "F", x = 1 }, { id = "F", x = 2 } }, draws = "manual",
          variants = { two } }):new_initial_state()
      for _, where in ipairs { "R5 0,1 r0", "R6 2,1 r0", "R7 1,1 r0" } do
        assert(s:apply_action("draw " .. where:sub(1, 2)))
        assert(s:apply_action("place " .. where))
        if s:decision() == "deploy" then s:apply_action "pass" end
      end
      local road = s:feature(0, 1, "road:E.W")
      assert.are.equal(3, road.tiles)
      assert.are.equal(merged, s:variable("n", road))
    end)
  end

  it("changes the hash of a state, since its value is part of the position", function()
    local v = { name = "a", variables = { "n" }, options = { value = 1 },
      on_tile_placed = function(state, _, options) state:set_variable("n", nil, options.value) end }
    local hashes = {}
    for value = 1, 2 do
      local state = roads({ variants = { carcassonne.variant(v, { value = value }) } }):new_initial_state()
      local before = state:hash()
      state:apply_action "place ROAD 1,0 r0"
      assert.are_not.equal(before, state:hash())
      hashes[value] = state:hash()
    end
    assert.are_not.equal(hashes[1], hashes[2])
  end)

  it("refuses invalid access: no such variable, no key, a key of another kind, 64 bits", function()
    local variables = { { name = "p", scope = "player" }, { name = "f", scope = "feature" }, "g" }
    local v = { name = "a", variables = variables, on_tile_placed = function(state)
      for _, wrong in ipairs {
        function() state:set_variable("q", nil, 1) end, function() state:set_variable("p", nil, 1) end,
        function() state:set_variable("p", 3, 1) end, function() state:set_variable("p", 0, 1) end,
        function() state:set_variable("f", 1, 1) end, function() state:set_variable("g", nil, 2147483648) end,
        function() state:set_variable("g", nil, 1.5) end, function() state:set_variable("g", nil) end,
        function() state:set_variable("f", state:clone():feature(0, 0, 1), 1) end,
      } do
        local fine, message = pcall(wrong)
        assert(not fine and type(message) == "string")
      end
      state:set_variable("g", nil, -2147483648)
      state:set_variable("p", 2, 2147483647)
    end }
    local state = roads({ variants = { v } }):new_initial_state()
    assert(state:apply_action "place ROAD 1,0 r0")
    assert.are.equal(-2147483648, state:variable "g")
    assert.are.equal(2147483647, state:variable("p", 2))
  end)
end)

describe("Returning a piece", function()
  it("puts it into its player's supply and reports it", function()
    local v = { name = "flood", on_tile_placed = function(state, tile)
      if tile.index == 3 then state:return_piece(state:pieces()[1]) end
    end }
    local state = by_hand({ v }, "draw BA-U", "place BA-U 1,0 r0", "deploy follower road:E.W", "draw BA-U")
    assert.are.equal(6, state:pieces_in_hand(1).follower)
    state:apply_action "place BA-U 2,0 r0"
    assert.are.equal(7, state:pieces_in_hand(1).follower)
    assert.are.same({}, state:pieces())
    local events = state:events()
    assert.are.equal("returned", events[#events].kind)
    state:undo_action()
    assert.are.equal(1, #state:pieces())
  end)

  it("that is not there is an error with the variant in it, and changes nothing", function()
    local v = { name = "flood", on_tile_placed = function(state)
      state:return_piece { player = 1, piece = "follower", tile = 1, segment = 1 }
    end }
    local state = by_hand({ v }, "draw BA-U")
    local before = state:clone()
    local fine, message = pcall(state.apply_action, state, "place BA-U 1,0 r0")
    assert.is_false(fine)
    assert.matches("variant 'flood', on_tile_placed", message)
    assert.is_true(state == before)
  end)

  it("during the final scoring takes no other feature's points away", function()
    local recall = { name = "recall", on_feature_scored = function(state, scoring)
      if not scoring.final or not scoring.feature or scoring.kind == "field" then return end
      for _, piece in ipairs(state:pieces { feature = scoring.feature }) do state:return_piece(piece) end
    end }
    local plain, with = carcassonne.game { sets = { "base" } },
      carcassonne.game { sets = { "base" }, variants = { recall } }
    for seed = 1, 30 do
      local a, b = plain:new_initial_state(seed), with:new_initial_state(seed)
      a:random_playout(seed)
      b:random_playout(seed)
      assert.are.same(a:returns(), b:returns())
    end
  end)
end)

describe("Points from scripts", function()
  it("that are too large are refused, never wrapped round", function()
    local rich = { name = "rich", on_feature_scored = function(state)
      for _ = 1, 3000 do state:award(1, 1000000) end
    end }
    local state = by_hand({ rich }, compat.table.unpack(CITY, 1, 2))
    local before = state:clone()
    local fine, message = pcall(state.apply_action, state, CITY[3])
    if fine then
      assert.are.equal(3000000004, state:score(1))
    else
      assert.matches("variant 'rich', on_feature_scored", message)
      assert.is_true(state == before)
    end
  end)

  it("of a wrong type are refused", function()
    for _, arguments in ipairs { { 0, 1 }, { 3, 1 }, { 1, 1.5 }, { 1 }, { 1, 1099511627776 }, { "x", 1 },
        { 1, 1, {} } } do
      local v = { name = "odd",
        on_tile_placed = function(state) state:award(compat.table.unpack(arguments)) end }
      local state = by_hand({ v }, "draw BA-U")
      local fine, message = pcall(state.apply_action, state, "place BA-U 1,0 r0")
      assert.is_false(fine)
      assert.matches("variant 'odd', on_tile_placed: .-:%d+: bad argument", message)
    end
  end)

  it("have a label of up to 23 characters; a longer one is cut or refused", function()
    local v = { name = "odd", on_tile_placed = function(state) state:award(1, 1, ("x"):rep(60)) end }
    local state = by_hand({ v }, "draw BA-U")
    if pcall(state.apply_action, state, "place BA-U 1,0 r0") then
      assert.are.equal(23, #awarded(state)[1][3])
    end
  end)
end)

-- ---- Bad scripts --------------------------------------------------------------------------------

describe("A hook", function()
  -- States at which the next action of the second list calls the hook for the first time.
  local stages = {
    allow_placement = { { "draw BA-U", "place BA-U 1,0 r0", "pass" }, "draw BA-U" },
    on_tile_placed = { { "draw BA-U" }, "place BA-U 1,0 r0" },
    allow_deployment = { { "draw BA-U" }, "place BA-U 1,0 r0" },
    points = { { CITY[1], CITY[2] }, CITY[3] },
    on_feature_scored = { { CITY[1], CITY[2] }, CITY[3] },
    extra_part = { { CITY[1], CITY[2] }, CITY[3] },
    final = { { CITY[1], CITY[2] }, "resign 1" },
  }

  -- The variant whose hook misbehaves as long as `armed.on`.
  local function armed_variant(hook, run)
    local armed = { on = false }
    local function wrapped(...)
      if armed.on then return run(...) end
    end
    local v = { name = "bad" }
    if hook == "final" then v.final_scoring = { { name = "fields", run = wrapped } }
    elseif hook == "extra_part" then v.extra_part = { always = true, run = wrapped }
    else v[hook] = wrapped end
    return v, armed
  end

  -- Checks that every way to carry out the action fails with this error, and leaves the state
  -- unchanged and playable.
  local function fails(hook, run, pattern, budget)
    local v, armed = armed_variant(hook, run)
    local game = carcassonne.game { sets = { "base" }, draws = "manual", variants = { v },
      budget = budget or 20000 }
    local state = game:new_initial_state()
    for _, action in ipairs(stages[hook][1]) do assert(state:apply_action(action)) end
    local before, hash, action = state:clone(), state:hash(), state:string_to_action(stages[hook][2])
    local ways = { function() return state:apply_action(action) end,
      function() return state:apply_action(stages[hook][2]) end }
    if state:action_index(action) then
      ways[#ways + 1] = function() return state:apply_index(state:action_index(action)) end
    end
    for _, way in ipairs(ways) do
      armed.on = true
      local fine, message = pcall(way)
      armed.on = false
      assert.is_false(fine, hook)
      assert.matches("variant 'bad', " .. hook, message)
      assert.matches("variant_spec%.lua:%d+:", message)
      if pattern then assert.matches(pattern, message) end
      assert.are.equal(hash, state:hash())
      assert.is_true(state == before)
      assert.are.equal(before:num_actions(), state:num_actions())
    end
    assert(state:apply_action(action))
    play_on(state)
    assert.is_true(state:is_terminal())
  end

  local all = { "allow_placement", "on_tile_placed", "allow_deployment", "points", "on_feature_scored",
    "extra_part", "final" }
  local function never_returns()
    local function again() return 1 + again() end
    return again()
  end
  local function for_ever()
    while true do end
  end
  local bad = {
    { "raises a text", function() error "boom" end, "boom" },
    { "raises a text without a line", function() error("boom", 0) end, "boom" },
    { "raises a table", function() error {} end, "table" },
    { "raises nil", function() error() end, "nil" },
    { "indexes nil", function(state) return state:tile(99).at_all end, "nil" },
    { "misspells a method", function(state) return state:num_actons() end,
      "State has no 'num_actons' %(did you mean num_actions%?%)" },
    { "recurses without end", never_returns },
    { "loops for ever", for_ever, "instructions" },
    { "loops for ever inside pcall", function() while true do pcall(for_ever) end end, "instructions" },
    { "nests pcall without end", function() local function f() while true do pcall(f) end end f() end,
      "instructions" },
    { "loops for ever inside a coroutine", function() coroutine.wrap(for_ever)() end, "instructions" },
    { "loops for ever inside one coroutine after another", function()
      while true do coroutine.resume(coroutine.create(for_ever)) end
    end, "instructions" },
    { "yields", function() coroutine.yield() end, "yield" },
    { "fills a table without end", function(state)
      local heap = {}
      while #heap >= 0 do heap[#heap + 1] = state end
    end, "instructions" },
  }
  for _, case in ipairs(bad) do
    it("that " .. case[1] .. " fails with variant, hook and line, and the state is as it was", function()
      for _, hook in ipairs(all) do fails(hook, case[2], case[3]) end
    end)
  end

  it("that recurses without end and without a limit of instructions overflows Lua's stack, and the state is "
      .. "as it was", function()
    local v, armed = armed_variant("on_tile_placed", never_returns)
    local state = roads({ variants = { v }, budget = 0 }):new_initial_state()
    local before = state:clone()
    armed.on = true
    local fine, message = pcall(state.apply_index, state, 1)
    assert.is_false(fine)
    assert.matches("variant 'bad', on_tile_placed: .*variant_spec%.lua:%d+: stack overflow", message)
    assert.is_true(state == before)
  end)

  it("that returns nonsense fails with variant, hook and line, and the state does not change", function()
    for _, answer in ipairs { {}, "yes", 1.5, 0 / 0, math.huge, 1099511627776, -1099511627776, print,
      coroutine.create(function() end),
      io.stdout } do
      for _, hook in ipairs { "allow_placement", "allow_deployment", "extra_part", "points" } do
        fails(hook, function() return answer end, "returned " .. type(answer))
      end
    end
    fails("points", function() return true end, "returned boolean")
    for _, hook in ipairs { "allow_placement", "allow_deployment", "extra_part" } do
      fails(hook, function() return 1 end, "returned number")
    end
  end)

  it("that fails keeps earlier lists of legal actions valid", function()
    local v, armed = armed_variant("on_tile_placed", function() error "boom" end)
    local state = roads({ variants = { v } }):new_initial_state()
    local list = state:legal_actions()
    armed.on = true
    assert.is_false(pcall(state.apply_index, state, 1))
    assert.is_false(pcall(state.apply_action, state, list[1]))
    assert.is_true(list[1] == state:action(1))
  end)

  it("in a file of its own that loops in a message handler is stopped, too", function()
    local output, status = files.run([[
      local path = os.tmpname()
      local file = io.open(path, "w")
      file:write("local function loop() while true do end end return { name = \"x\", on_tile_placed = "
        .. "function() xpcall(loop, loop) end }")
      file:close()
      local c = require "carcassonne"
      local state = c.game({ variants = { path }, budget = 20000 }):new_initial_state(1)
      os.remove(path)
      local fine, message = pcall(state.apply_index, state, 1)
      assert(not fine and message:find("on_tile_placed", 1, true))]], 5)
    assert.are.same({ "", 0 }, { output, status })
  end)

  it("that fails at the very start, in undo, in events or in a saved game is an error that leaves the state "
      .. "alone", function()
    local v, armed = armed_variant("allow_placement", function() error "boom" end)
    local game = carcassonne.game { sets = { "base" }, variants = { v } }
    local state = play_on(game:new_initial_state(1), 20)
    local before, text = state:clone(), state:serialize()
    armed.on = true
    for name, call in pairs {
      new = function() game:new_initial_state(1) end, undo = function() state:undo_action() end,
        events = function() state:events() end,
      serialize = function() state:serialize() end, reset = function() state:reset(1) end,
    } do
      local fine, message = pcall(call)
      assert.is_false(fine, name)
      assert.matches("variant 'bad', allow_placement: .*variant_spec%.lua:%d+: boom", message)
      assert.is_true(state == before, name)
    end
    local loaded, message, code = game:deserialize_state(text)
    assert.is_nil(loaded)
    assert.matches("line %d+: .*variant 'bad', allow_placement", message)
    assert.are.equal("script", code)
    assert.is_false(pcall(state.random_playout, state, 1))
    armed.on = false
    play_on(state)
    assert.is_true(state:is_terminal())
  end)

  it("that asks may not act", function()
    local acts = {
      award = function(state) state:award(1, 1) end,
      set_variable = function(state) state:set_variable("n", nil, 1) end,
      return_piece = function(state)
        state:return_piece { player = 1, piece = "follower", tile = 2, segment = 1 }
      end,
    }
    for _, hook in ipairs { "allow_placement", "allow_deployment", "points", "extra_part" } do
      for name, act in pairs(acts) do
        local v, armed = armed_variant(hook, act)
        v.variables = { "n" }
        local state = carcassonne.game({ sets = { "base" }, draws = "manual",
          variants = { v } }):new_initial_state()
        for _, action in ipairs(stages[hook][1]) do assert(state:apply_action(action)) end
        local before = state:clone()
        armed.on = true
        local fine, message = pcall(state.apply_action, state, stages[hook][2])
        armed.on = false
        assert.is_false(fine, hook .. " " .. name)
        assert.matches("variant 'bad', " .. hook .. ".*may not change the state", message)
        assert.is_true(state == before)
      end
    end
  end)

  it("may not play, undo, reset or copy into the state that it receives", function()
    for _, hook in ipairs(all) do
      fails(hook, function(state)
        local refused = 0
        for _, call in ipairs {
          function()
            state:apply_index(1)
          end, function() state:apply_action "pass" end, function() state:undo_action() end,
          function()
            state:reset(1)
          end, function() state:resign(1) end, function() state:copy_from(state:clone()) end,
          function()
            state:reseed(1)
          end, function() state:random_playout(1) end, function() state:events() end,
          function() state:serialize() end,
        } do
          local fine, message = pcall(call)
          if not fine and message:find "cannot do this" then refused = refused + 1 end
        end
        error(("refused %d"):format(refused))
      end, "refused 10", 1000000)
    end
  end)

  it("may clone the state that it receives, undo the action on the copy, and play on there", function()
    for _, hook in ipairs(all) do
      local depth, played = 0, 0
      local v, armed = armed_variant(hook, function(state)
        if depth > 0 or played > 3 then return end
        depth = depth + 1
        local copy = state:clone()
        if copy:undo_action() then
          copy:random_playout(5)
          assert(copy:is_terminal())
          played = played + 1
        end
        depth = depth - 1
      end)
      armed.on = true
      local game = carcassonne.game { sets = { "base" }, variants = { v } }
      local steps = v.final_scoring and { { name = "fields", run = nothing } }
      local plain = carcassonne.game { sets = { "base" },
        variants = { { name = "bad", final_scoring = steps } } }
      local state, other = game:new_initial_state(3), plain:new_initial_state(3)
      play_on(state)
      play_on(other)
      assert.is_true(played > 0, hook)
      assert.are.same(other:returns(), state:returns())
      assert.are.same(other:tiles(), state:tiles())
    end
  end)

  it("that fails on a copy inside a hook fails there only", function()
    local inner
    local v = { name = "outer", on_tile_placed = function(state)
      if inner then error "inner" end
      inner = true
      local copy = state:clone()
      copy:undo_action()
      local fine, message = pcall(copy.apply_index, copy, 1)
      inner = nil
      assert(not fine and message:find("variant 'outer', on_tile_placed", 1, true), message)
      assert(state:num_tiles() > 0)
    end }
    local state = roads({ variants = { v } }):new_initial_state()
    assert.is_true(state:apply_action "place ROAD 1,0 r0")
  end)

  it("uses up only its own instructions when it plays on a copy without end", function()
    local v = { name = "outer", on_tile_placed = function(state)
      while true do
        local copy = state:clone()
        copy:undo_action()
        copy:random_playout(1)
      end
    end }
    local state = carcassonne.game({ sets = { "base" }, variants = { v }, budget = 20000 }):new_initial_state(
      1)
    local fine, message = pcall(state.apply_index, state, 1)
    assert.is_false(fine)
    assert.matches("variant 'outer', on_tile_placed", message)
  end)

  it("keeps a debug hook of the host, after success and after failure", function()
    local calls = 0
    local function count() calls = calls + 1 end
    local v, armed = armed_variant("on_tile_placed", for_ever)
    local state = roads({ variants = { v }, budget = 20000 }):new_initial_state()
    local fine_1, fine_2, hook_1, mask_1, count_1, hook_2, mask_2, count_2
    coroutine.wrap(function() -- each thread has its own debug hook
      debug.sethook(count, "", 100)
      fine_1 = pcall(state.clone(state).apply_index, state:clone(), 1)
      hook_1, mask_1, count_1 = debug.gethook()
      armed.on = true
      fine_2 = pcall(state.apply_index, state, 1)
      hook_2, mask_2, count_2 = debug.gethook()
    end)()
    assert.is_true(fine_1)
    assert.is_false(fine_2)
    assert.are.same({ count, "", 100 }, { hook_1, mask_1, count_1 })
    assert.are.same({ count, "", 100 }, { hook_2, mask_2, count_2 })
  end)

  it("works when the host plays inside a coroutine", function()
    local state =
      carcassonne.game({ variants = { "chained-builders", "percentage-goods" } }):new_initial_state(1)
    local player = coroutine.wrap(function()
      while not state:is_terminal() do
        state:apply_index(state:num_actions())
        coroutine.yield(state:decisions())
      end
    end)
    while player() do end
    assert.is_true(state:is_terminal())
    for _, hook in ipairs(all) do
      coroutine.wrap(function() fails(hook, for_ever, "instructions") end)()
    end
  end)

  it("may run without limit when the limit is 0", function()
    local v = { name = "slow", on_tile_placed = function() for _ = 1, 200000 do end end }
    local state = roads({ variants = { v }, budget = 0 }):new_initial_state()
    assert.is_true(state:apply_action "place ROAD 1,0 r0")
    state = roads({ variants = { v }, budget = 10000 }):new_initial_state()
    assert.is_false(pcall(state.apply_action, state, "place ROAD 1,0 r0"))
  end)
end)

-- ---- What others bring --------------------------------------------------------------------------

describe("A variant that names something unknown", function()
  local others = {
    { "a kind of piece in a row",
      { points = { { kind = "city", has = { "pieces", piece = "abbot" }, add = 1 } } } },
    { "a kind of piece that is called nearly as one that is there",
      { points = { { kind = "city", has = { "pieces", piece = "pigs" },
      add = 1 } } } },
    { "a kind of piece in a gate", { on_piece_removed = { when = { piece = "abbot" }, run = nothing } } },
    { "a kind of piece in an offer",
      { phases = { { name = "p", timing = "turn_end", offer = { "corners", can_deploy = "abbot" },
      on_chosen = nothing } } } },
    { "a tile in an offer",
      { phases = { { name = "p", timing = "turn_end", offer = { "cells", can_place = "QX-7" },
      on_chosen = nothing } } } },
    { "a step of the final scoring",
      { final_scoring = { { name = "tax", after = "harvest", run = nothing } } } },
    { "a step to take the place of", { final_scoring = { { name = "harvest", run = nothing } } } },
    { "a tile", { counts = { ["QX-7"] = 2 } } },
    { "a tile to begin with", { start = { { id = "QX-7" } } } },
    { "more of a tile than there are",
      { start = { { id = "BA-A", y = 1 }, { id = "BA-A", x = 1 }, { id = "BA-A", x = 2 } } } },
    { "a tile to lie beside", { start = { { id = "BA-D" }, { id = "BA-D", x = 7 } } } },
    { "tiles at all", { sets = {} , start = "none" } },
  }
  for _, case in ipairs(others) do
    it(("- %s - is one, since another may bring it"):format(case[1]), function()
      case[2].name = "odd"
      assert.are.equal("odd", carcassonne.variant(case[2]).name)
    end)
  end

  it("is refused with the nearest name if it is misspelt", function()
    for message, more in pairs {
      ["expected a tile .*got 'BA%-DD' .*did you mean BA%-D"] = { counts = { ["BA-DD"] = 2 } },
      ["after: expected a step of the final scoring, got 'feilds' %(did you mean fields%?%)"] =
        { final_scoring = { { name = "tax", after = "feilds", run = nothing } } },
    } do
      more.name = "odd"
      assert.error_matches(function() carcassonne.variant(more) end, "variant 'odd'.*" .. message)
    end
  end)

  it("is refused for what no other variant could declare, whatever the message says", function()
    local start = {}
    for i = 0, 1100 do start[#start + 1] = { id = "BA-D", x = i % 200, y = math.floor(i / 200) } end
    assert.error_matches(function() carcassonne.variant { name = "odd", start = start } end,
      "more than %d+ start tiles")
  end)
end)

-- ---- The shipped house rules --------------------------------------------------------------------

describe("The shipped house rules", function()
  local function lines_of_code(name)
    local path = assert(compat.package.searchpath("carcassonne.expansions." .. name, package.path))
    local n = 0
    for line in io.lines(path) do
      if line:match "%S" and not line:match "^%s*%-%-" then n = n + 1 end
    end
    return n
  end

  it("chained builders: at most 8 lines of code", function()
    assert.is_true(lines_of_code "chained-builders" <= 8)
  end)

  it("percentage goods: at most 32 lines of code, options included", function()
    assert.is_true(lines_of_code "percentage-goods" <= 32)
  end)

  it("load, describe themselves, and play to the end alone and together", function()
    for _, name in ipairs(carcassonne.shipped_variants()) do
      local variant = carcassonne.variant(name)
      assert.are.equal(name, variant.name)
      assert.matches("%S+ %S+", variant.description)
      assert.are.equal("variant " .. name, tostring(variant))
      carcassonne.game({ variants = { name } }):new_initial_state(1):random_playout(1)
    end
    carcassonne.game({ variants = carcassonne.shipped_variants() }):new_initial_state(1):random_playout(1)
  end)

  it("a variant once read may be used in several games", function()
    local variant = carcassonne.variant("percentage-goods", { consolation = true })
    local a, b = carcassonne.game { variants = { variant } },
      carcassonne.game { variants = { variant }, players = 4 }
    assert.is_true(a:variants()[1].options.consolation)
    a:new_initial_state(1):random_playout(1)
    b:new_initial_state(1):random_playout(1)
    assert.are_not.equal(a:fingerprint(),
      carcassonne.game({ variants = { "percentage-goods" } }):fingerprint())
  end)

  it("chained builders differ from the standard game by longer turns", function()
    local function longest(variants)
      local game, most = carcassonne.game({ variants = variants, rules = { double_turn = "compulsory" } }), 0
      for seed = 1, 60 do
        local state, parts = game:new_initial_state(seed), 1
        state:random_playout(seed)
        for _, event in ipairs(state:events()) do
          if event.kind == "turn" then parts = 1 end
          if event.kind == "extra_part" then parts = parts + 1 end
          most = math.max(most, parts)
        end
      end
      return most
    end
    assert.are.equal(2, longest {})
    assert.is_true(longest { "chained-builders" } > 2)
  end)
end)

describe("A digest", function()
  it("is FNV-1a of the text, byte by byte, so that saved games recognise their variants", function()
    local core = require "carcassonne.core"
    assert.are.equal("cbf29ce484222325", core.digest "")
    assert.are.equal("af63dc4c8601ec8c", core.digest "a")
    assert.are.equal("85944171f73967e8", core.digest "foobar")
    assert.are_not.equal(core.digest "a", core.digest "a\0")
    assert.is_false(pcall(core.digest, {}))
  end)
end)
