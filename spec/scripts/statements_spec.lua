-- Texts in tables are put into lines of a definition word by word: no part of a text becomes a
-- statement of its own.

local carcassonne = require "carcassonne"
local definition = require "carcassonne.definition"
local vocabulary = require "carcassonne.definition.vocabulary"

local TILE = "T1 x1 field:NL.NR.EL.ER.SL.SR.WL.WR"
local POISONS = { "a\nplayers 6", "a\r\nplayers 6", "a players 6", "a\tplayers 6", "a\0players 6", "a#b", "",
  "\n", "a\vb", "a\fb", "\127" }

local function nothing() end

-- Returns a text for each place that can have one, by the key of a variant.
local function sample()
  return {
    name = "odd", format = 2, description = "a sentence", options = { share = "x", kind = { "y", "z" } },
    modules = { spice = "a part", more = { description = "another", needs = { "spice" } } },
    players = { 2, 3 }, rules = { small_city = "2" }, sets = { "base x2" }, tiles = { TILE },
      counts = { ["BA-D"] = 3, ["BA-U"] = { 1, 2, 3 } },
    pieces = { pig = 1, hermit = { on = { "field", "road" } },
      abbot = { count = { 1, 1 }, role = "special", power = "holy", on = "monastery", hosts_builder = true,
      needs = { "none_of_kind" }, not_on = { attribute = "holy",
        any = { { kind = { "city" } }, { id = "BA-D" } } }, orphan = "return" } },
    goods = true, attributes = { "plain", { name = "holy", on = "segment", merge = "any", tile_points = 1,
      incomplete_tile_points = "nothing", field_factor = 1,
      pig_factor = 1, extra_open_ends = "never", scores_as_monastery = false, shared = true } },
    victory = { "race", points = { 5, 9 }, ends = "turn", each = false },
    held_back = { "late" }, draw_order = { "early" },
    reserves = { "pile", { name = "hand", owner = "player", visible_to = "owner", size = 3, deal = { 1, 2 },
      refill = "turn_end",
      play_from = "any",
      shared = true } },
    edges = { { "river", must_join = true, bends = "alternate" }, { "city", "road", fits = true,
      where = { attribute = "holy" } } },
    forbidden_placements = { { "tiles", attribute = "shrine", id = "BA-D",
      adjacent_to = { "tiles", kind = { "monastery" }, min = 2 } },
      { kind = "city", has = { "sides", side = { "N", "S" }, touches = { attribute = "holy" } } } },
    variables = { "bare", { name = "gold", scope = "player", lifetime = "game", merge = "sum", size = 1,
      initial = { 1, 2 } },
      { name = "place", type = "tile", shared = true, label = "a place" } },
    areas = { { name = "yard",
      segments = { kind = { "city" }, any = { { attribute = "holy" }, { id = "BA-D" } } }, shared = true } },
    tokens = { "thing", { name = "gem", on = { "tile" }, count = { 2, 3 }, owner = "player", numbers = 2,
      starts_on = "late", symbol = "G",
      visible_to = "owner", shared = true } },
    forbidden_deployments = { { variable = "closed", except = { piece = "pig" } } }, conflicts = { "other" },
    unscored = { { kind = "city", complete = true, token = "gem" } },
    start = { { id = "BA-D", x = 0, y = 0, rotation = 1, joint = { "N" } } },
    points = { { kind = { "city" }, complete = true, final = false, attribute = "holy",
      variable = { "gold", "bare" },
      per = "cities", add = 1,
      zero = true, halve = "up" }, { per = { "features", borders = "this", attribute = "holy" }, add = 1 },
        run = nothing,
      when = { kind = { "city" }, has = { "pieces", piece = "pig" } } },
    bonus = { { kind = "city", complete = true, final = true, attribute = "holy",
      variable = { gold = { min = "bare", max = 3 } },
      piece = "pig", per = "gold", add = 1, once = true } },
    teams = { { 1 }, { 2 } }, team_majority = "apart",
    power = { { kind = "city", piece = "pig", per = "gold", add = 1 } },
      tiebreakers = { { kind = "city", prefer = { variable = "gold" } } },
    majority = { when = { kind = "city", attribute = "holy" }, run = nothing },
    on_tile_placed = { when = { attribute = "holy" }, run = nothing },
    on_piece_removed = { when = { piece = { "pig", "abbot?" } }, run = nothing },
    on_feature_scored = { when = { { "tiles", attribute = "late" }, final = true }, run = nothing },
    on_points_given = { when = { variable = "bare", { "tiles", attribute = "late" } }, run = nothing },
    allow_deployment = { when = { variable = { gold = 1, bare = "bare" } }, run = nothing },
    extra_part = { always = true, run = nothing },
      allow_placement = { when = { player = "turn_player" }, run = nothing },
    extends_builder = nothing,
    final_scoring = { { name = "tax", after = "fields", run = nothing, shared = true },
      { name = "toll", before = "goods", run = nothing },
      { name = "most", after = "tax", { "players", highest = "gold", add = 1 },
        { "pieces", piece = "pig", per = "gold", add = 1,
        once = true } } },
    phases = {
      { name = "pick", timing = "deployment", compulsory = true, may_pass = true, shared = true,
        when = { attribute = "holy", player = { hand = "pig", variable = "gold", token = "gem" },
          variable = { bare = 0 },
        { "pieces", player = "bare", follower = true, feature = "last_placed" } },
            on_chosen = nothing, offer = {
        { "pieces", player = "turn_player", piece = "pig", follower = true, kind = "city",
          feature = { "segments", attribute = "holy",
          at = { attribute = "late", around = { "segments", kind = "city" } } }, in_line_with = "place",
            within = "bare",
          except = { { at = "place" }, { player = 1 } }, all = { { kind = "city" } },
            any = { { follower = true } } },
        { "tokens", token = { thing = 1 }, in_hand = true },
        { "tiles", attribute = "late", has_no = { "pieces", kind = "spot" },
          when = { player = { variable = "gold" } } },
        { "segments", attribute = "holy", variable = { gold = 0 }, number = "gold" },
        { "segments", can_stand = "pig", number = { 1, 2 } },
        { "segments", complete = false, can_deploy = { "pig" }, needs = { "own_follower", "incomplete" },
          deploy = true },
        { "corners", at = "last_placed", can_deploy = "pig" },
          { "axes", adjacent_to = "last_placed", can_deploy = "followers" },
        { "ends", into = "last_placed", open = true }, { "cells", can_place = "BA-D" } } },
      { name = "each", timing = "before_draw", asked_players = { variable = "gold" }, may_pass = true,
        on_chosen = nothing,
        offer = { "pieces" } },
      { name = "again", timing = "before_draw", repeat_from = "each", run = nothing },
    },
  }
end

-- Returns such texts for the keys that only a game has.
local function game_sample()
  return {
    edition = "c2", draws = "manual", players = 2,
      position = { tiles = { { id = "BA-D", x = 0, y = 0, rotation = 0 } },
      pieces = { { player = 1, piece = "follower", x = 0, y = 0, segment = "city:N", text = "city:N",
        tile = 1 } },
      joins = { { { x = 0, y = 0, segment = "field:ER.SL.SR.WL", text = "field:ER.SL.SR.WL", tile = 1 },
        { x = 0, y = 0, text = "field:ER.SL.SR.WL" } } },
      goods = { { wine = 1, grain = 0, cloth = 0 } }, points = { 1 }, turn = 1, hand = "BA-E",
        decision = "place", part = 1,
      turn_number = 3, round = 2, next = 2, further_turns = 1, reversed = true, skips = { 1 },
      out = { { player = 2, standing = "loses" } },
        reserves = { pile = { "BA-F" }, heap = { 1, { "BA-G" } } }, lines = "gone BA-F 1" },
    rules = { small_city = "2" }, sets = { "base" }, tiles = { TILE }, counts = { ["BA-D"] = 3 },
      pieces = { pig = 1 },
    attributes = { "holy" }, held_back = { "late" }, draw_order = { "early" },
      edges = { { "river", must_join = true } },
    forbidden_placements = { { "tiles", kind = "city", around = { "tiles", id = "BA-D" } } },
      variables = { "bare" }, tokens = { "thing" },
    areas = { { name = "yard", segments = "city" } },
    forbidden_deployments = { { variable = "bare" } }, unscored = { { variable = "bare" } },
      start = { { id = "BA-D" } }, goods = true, reserves = { "pile" },
  }
end

-- Calls `visit` with each place in a table that has a text: the table, the key, and whether the key
-- itself is the text.
local function each_text(t, visit)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  for _, key in ipairs(keys) do
    if type(key) == "string" then visit(t, key, true) end
    if type(t[key]) == "string" then visit(t, key, false) end
    if type(t[key]) == "table" then each_text(t[key], visit) end
  end
end

-- Replaces a text, or a key, with another one; returns a function that undoes this.
local function put(t, key, is_key, text)
  local value = t[key]
  if is_key then
    t[key], t[text] = nil, value
    return function() t[text], t[key] = nil, value end
  end
  t[key] = text
  return function() t[key] = value end
end

-- Returns a value as a part of a sample that has only this key.
local function alone(key, value)
  return { name = "odd", variables = key == "final" and { { name = "gold", scope = "player" } } or nil,
    [key] = value }
end

-- The engine's name of a key, for keys that the engine refuses.
local CALLED = { tiles = "tile" }

-- Checks that the table is refused with the key in the message, or that a game is made with no
-- statement from the text.
local function check(key, make, reported)
  local fine, game = pcall(make)
  if fine then
    assert.are.equal(2, game:players(), reported)
    assert.is_nil(("\n" .. game:text()):match "\nplayers [^2]", reported)
    assert.is_nil(game:text():match "\r", reported)
    return
  end
  assert.is_nil(game:match "lua/carcassonne/", reported)
  assert.is_truthy(game:find(key, 1, true) or game:find(CALLED[key] or key, 1, true),
    ("%s: `%s` does not name %s"):format(reported, game, key))
  assert.is_nil(game:match "%c", reported)
end

describe("A text with a line, white space, a comment or nothing in it", function()
  it("never becomes a statement of its own, in any place of a variant #full", function()
    local tried = 0
    for key, value in pairs(sample()) do
      local t = alone(key, value)
      each_text({ [key] = t[key] }, function(inner, at, is_key)
        if inner[at] == value and is_key then return end -- the key of the variant
        for _, poison in ipairs(POISONS) do
          local back = put(type(value) == "table" and inner or t, at, is_key, poison)
          tried = tried + 1
          check(key, function() return carcassonne.game { variants = { t } } end,
            ("%s: %s %q"):format(key, tostring(at), poison))
          back()
        end
      end)
    end
    assert.is_true(tried > 1000)
  end)

  it("never becomes a statement of its own, in any option of a game", function()
    for key, value in pairs(game_sample()) do
      local t, only = { [key] = value }, { [key] = value }
      if key == "position" then t.reserves = { "pile", { name = "heap", owner = "player" } } end
      each_text(only, function(inner, at, is_key)
        if inner == only and is_key then return end
        if inner == only then inner = t end
        for _, poison in ipairs(POISONS) do
          local back = put(inner, at, is_key, poison)
          check(key, function() return carcassonne.game(t) end,
            ("%s: %s %q"):format(key, tostring(at), poison))
          back()
        end
      end)
    end
    for _, position in ipairs { "players 6", "start BA-D 0,0 r0\nplayers 6", "turn 1\0\nplayers 6",
        "turn 1\vplayers 6" } do
      check("position", function() return carcassonne.game { position = position } end, position)
    end
  end)

  it("is tried in every key", function()
    local given, game_given = sample(), game_sample()
    for key in pairs(vocabulary.variant) do assert.is_not_nil(given[key], key) end
    for key in pairs(vocabulary.game) do assert.is_not_nil(game_given[key] or given[key], key) end
    local inner = { attributes = given.attributes[2], pieces = given.pieces.abbot,
      variables = given.variables[2], tokens = given.tokens[2],
      points = given.points[1],
      bonus = given.bonus[1], start = given.start[1], position = game_given.position,
      pieces_of_position = game_given.position.pieces[1], goods_of_position = game_given.position.goods[1],
      joins_of_position = game_given.position.joins[1][1],
      edges = { must_join = true, bends = "any", fits = true, where = given.edges[2].where }, offer = {},
        final_scoring = given.final_scoring[1],
        phases = given.phases[1],
      final_row = given.final_scoring[3][2], forbidden_placements = {}, forbidden_deployments = {},
        unscored = {}, power = given.power[1],
        tiebreakers = given.tiebreakers[1], victory = given.victory,
      reserves = given.reserves[2], areas = given.areas[1] }
    for key, value in pairs(given.final_scoring[2]) do inner.final_scoring[key] = value end
    for _, offer in ipairs(given.phases[1].offer) do
      for key, value in pairs(offer) do inner.offer[key] = value end
    end
    for key, value in pairs(given.variables[3]) do inner.variables[key] = value end
    inner.phases.asked_players, inner.phases.repeat_from = given.phases[2].asked_players,
      given.phases[3].repeat_from
    for of, shape in pairs(definition.inner_shapes) do
      for key in pairs(shape) do assert.is_not_nil((inner[of] or {})[key], of .. ": " .. key) end
    end
  end)

  it("is tried in every key of selectors", function()
    local tried = {}
    each_text({ sample() }, function(_, key) tried[key] = true end)
    for key in ("kind attribute piece follower player hand variable complete final highest at feature "
      .. "around adjacent_to in_line_with " ..
      "within borders has has_no " ..
      "can_deploy can_place needs can_stand id except all any min max token in_hand into open side touches"
    ):gmatch "%S+" do
      assert.is_true(tried[key], key)
    end
  end)

  it("is refused with what is expected", function()
    local function refused(given, expected)
      given.name = "odd"
      assert.has_error(function() carcassonne.variant(given) end, "variant 'odd': " .. expected)
    end
    refused({ final_scoring = { { name = "e", after = "fields\nplayers 6", run = nothing } } },
      'final_scoring[1].after: \'fields\\nplayers 6\' is not a name for a step of the final scoring; '
      .. 'expected up to 23 letters, digits, _, - and .')
    refused({ rules = { small_city = "2\nplayers 6" } },
      'rules.small_city: expected one word that contains no white space and no #, got string "2\\nplayers 6"')
    refused({ start = { { id = "BA-D 0,0 r0\nplayers 6\n#" } } },
      'start[1].id: expected one word that contains no white space and no #, got string "BA-D 0,0 '
        .. 'r0\\nplayers 6\\n#"')
    refused({ counts = { ["BA-D 1\nplayers 6\ncount BA-U"] = 3 } },
      'counts.BA-D 1\\nplayers 6\\ncount BA-U: expected one word that contains no white space and no #, '
        .. 'got string '
        .. '"BA-D 1\\nplayers 6\\ncount BA-U"')
    refused({ tiles = "T1 x1\0" }, "tiles: the text contains a control character, U+0000")
  end)
end)
