-- The parts of a variant's data that depend on options: `if_options`, `{ option = O }` and `{
-- option = O, is = V }`, at any depth.

local carcassonne = require "carcassonne"

local OPTIONS = { mode = { "calm", "wild" }, bonus = 2 }

-- Returns the data of a variant with these options.
local function chosen(data, picked)
  data.name, data.options = "odd", OPTIONS
  return carcassonne.variant(data, picked).source
end

local function refused(data, message)
  assert.has_error(function() chosen(data) end, "variant 'odd': " .. message)
end

local function nothing() end

describe("An option", function()
  local function values(declared, picked)
    return carcassonne.variant({ name = "odd", options = { bonus = declared }, rules = { small_city = 2 } },
      picked).options.bonus
  end

  it("may have a text about its purpose, beside its values or its default", function()
    assert.are.equal(2, values { 2, 3, description = "points for each" })
    assert.are.equal(3, values({ 2, 3, description = "points for each" }, { bonus = 3 }))
    assert.are.equal(7, values { default = 7, description = "points for each" })
    assert.are.equal(9, values({ default = 7, description = "points for each" }, { bonus = 9 }))
    assert.is_false(values { default = false })
    local text
    for _, option in ipairs(require("carcassonne.plugin").options) do
      if option.name == "variant.tower.capture" then text = option.text end
    end
    assert.are.equal("tower: whether a player may or must capture a follower within reach", text)
  end)

  it("has such a text in every shipped script", function()
    for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
      for _, name in ipairs(names) do
        local declared = carcassonne.variant(name).source.options or {}
        for key in pairs(carcassonne.variant(name).options) do
          local option = declared[key]
          assert.is_true(type(option) == "table" and #(option.description or "") > 10, name .. ": " .. key)
        end
      end
    end
  end)

  it("is refused if its values are not plain", function()
    local function wrong(declared, message)
      assert.has_error(function() values(declared) end, "variant 'odd': options.bonus" .. message)
    end
    wrong({ 2, 3, descripton = "points" }, ".descripton: unknown key (did you mean description?)")
    wrong({ 2, 3, description = 4 }, ".description: expected string, got number 4")
    wrong({ 2, 3, default = 3 },
      ".default: the first value of the list is the default; omit `default`")
    wrong({ description = "points" }, ": expected a `default` or a list of values")
    wrong({ default = {}, description = "points" },
      ".default: expected string or boolean or number, got table {}")
  end)
end)

describe("A table with `if_options`", function()
  local function pieces_rows(mode)
    return chosen({ points = { { kind = "city", add = 1 },
      { if_options = { mode = "wild" }, kind = "road", add = 2 }, { add = 3 } } },
      { mode = mode }).points
  end

  it("is present if the options match, and otherwise omitted from its list, which closes up",
      function()
    local wild, calm = pieces_rows "wild", pieces_rows "calm"
    assert.are.same({ 1, 2, 3 }, { wild[1].add, wild[2].add, wild[3].add })
    assert.are.same({ { kind = "city", add = 1 }, { add = 3 } }, calm)
    assert.is_nil(wild[2].if_options)
  end)

  it("is omitted at any depth: a filter in an offer, an item of a list in it, a condition", function()
    local function phase(mode)
      return chosen({ phases = { { name = "p", timing = "turn_end", on_chosen = nothing,
        when = { if_options = { mode = "wild" }, player = "turn_player" },
        offer = { { "pieces", except = { { player = "turn_player", if_options = { mode = "wild" } },
          { kind = "field" } } },
          { "tiles", if_options = { mode = "wild" } } } } } }, { mode = mode }).phases[1]
    end
    assert.are.same({ { "pieces", except = { { player = "turn_player" }, { kind = "field" } } },
      { "tiles" } }, phase("wild").offer)
    assert.are.same({ { "pieces", except = { { kind = "field" } } } }, phase("calm").offer)
    assert.are.same({ player = "turn_player" }, phase("wild").when)
    assert.is_nil(phase("calm").when)
  end)

  it("may leave a list empty, and omit a key of the variant", function()
    assert.is_nil(
      chosen({ points = { { if_options = { mode = "wild" }, add = 1 }, run = nothing } }).points[1])
    assert.is_nil(
      chosen { on_tile_placed = { if_options = { mode = "wild" }, run = nothing } }.on_tile_placed)
  end)

  it("needs all its options to match", function()
    local function kept(picked) return chosen({ goods = true,
      points = { { if_options = { mode = "wild", bonus = 5 }, add = 1 }, { add = 2 } } },
      picked).points[1].add == 1 end
    assert.is_true(kept { mode = "wild", bonus = 5 })
    assert.is_false(kept { mode = "wild" })
    assert.is_false(kept { bonus = 5 })
  end)

  it("may name several values of an option, and contain tiles and other words", function()
    local odd = { name = "odd", options = { size = { 1, 2, 3, description = "how many tiles" } }, tiles = {
      "OD-A x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL",
      { if_options = { size = { 2, 3 } }, "OD-B x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" },
      { if_options = { size = 3 }, "OD-C x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL" },
    } }
    for size = 1, 3 do
      local game = carcassonne.game { variants = { carcassonne.variant(odd, { size = size }) } }
      assert.are.same({ true, size >= 2, size >= 3 },
        { game:tile "OD-A" ~= nil, game:tile "OD-B" ~= nil, game:tile "OD-C" ~= nil })
    end
    refused({ points = { { if_options = { mode = { "calm", "wld" } }, add = 1 } } },
      "points[1].if_options.mode[2]: unknown value 'wld' (did you mean wild?); expected calm, wild")
    refused({ points = { { if_options = { mode = {} }, add = 1 } } },
      "points[1].if_options.mode: expected a value or a list of values, got table {}")
  end)

  it("is refused with an unknown option or value, by its place", function()
    refused({ points = { { add = 1 }, { if_options = { mde = "wild" }, add = 1 } } },
      "points[2].if_options.mde: unknown option (did you mean mode?)")
    refused({ phases = { { name = "p", timing = "turn_end", on_chosen = nothing,
      offer = { "pieces", except = { if_options = { mode = "wld" } } } } } },
      "phases[1].offer.except.if_options.mode: unknown value 'wld' (did you mean wild?); expected calm, "
        .. "wild")
  end)
end)

describe("{ option = O, is = V }", function()
  it("is true if the option has the value, and otherwise omits its key", function()
    local function phase(mode)
      return chosen({ phases = { { name = "p", timing = "deployment", on_chosen = nothing,
        compulsory = { option = "mode", is = "wild" },
        offer = { "pieces", follower = { option = "mode", is = "wild" } } } } }, { mode = mode }).phases[1]
    end
    assert.are.same({ true, true }, { phase("wild").compulsory, phase("wild").offer.follower })
    assert.is_nil(phase("calm").compulsory)
    assert.are.same({ "pieces" }, phase("calm").offer)
  end)

  it("omitted from a selector has no effect: it is not `false`", function()
    local function text(mode)
      return carcassonne.game {
        variants = { carcassonne.variant({ name = "odd", options = OPTIONS, phases = { { name = "p",
        timing = "turn_end", on_chosen = nothing,
          offer = { "pieces", follower = { option = "mode", is = "wild" } } } } },
          { mode = mode }) } }
        :text()
    end
    assert.matches("\noffer pieces%(follower=yes%)\n", text "wild")
    assert.matches("\noffer pieces%(%)\n", text "calm")
  end)
end)

describe("{ option = O }", function()
  it("stands for a number in a range of a variable, and for a word, in any data", function()
    local source = chosen({ variables = { { name = "gold", scope = "player" } },
      on_tile_placed = { run = nothing,
      when = { player = { variable = { gold = { min = { option = "bonus" } } } } } } }, { bonus = 7 })
    assert.are.equal(7, source.on_tile_placed.when.player.variable.gold.min)
  end)
end)
