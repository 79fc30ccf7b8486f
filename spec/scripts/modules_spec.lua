-- Modules of scripts: what a module is, and how each shipped script and Traders & Builders work
-- without some of them.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local scale = require "spec.support.scale"

local GOLD = {
  name = "gold-rush",
  modules = {
    tiles = "five tiles",
    gold = { description = "the goldmine tiles", needs = { "tiles" } },
    bonus = "cities are worth 1 point more",
  },
  attributes = { { name = "mine", on = "tile", module = "gold" } },
  tiles = {
    { module = "tiles", "GR-A x3 monastery field:NL.NR.EL.ER.SL.SR.WL.WR" },
    { module = "gold", "GR-B x2 spot field:NL.NR.EL.ER.SL.SR.WL.WR @mine" },
  },
  points = { { kind = "city", add = 1, module = "bonus" } },
  phases = { { name = "dig", timing = "turn_start", module = "gold", run = function() end } },
}

local function game_without(without)
  return carcassonne.game { variants = { carcassonne.variant(GOLD, { without = without }) } }
end

local function tiles_of(game)
  local counts = {}
  for _, tile in ipairs(game:tiles()) do counts[tile.id] = tile.count end
  return counts
end

local function refused(pattern, run, ...)
  local fine, message = pcall(run, ...)
  assert.is_false(fine)
  assert.matches(pattern, message)
end

describe("A script with modules", function()
  it("is whole unless some are omitted, and then lacks everything that belongs to them", function()
    local whole, without_gold, without_bonus = game_without(nil), game_without "gold",
      game_without { "bonus" }
    assert.are.same({ 3, 2 }, { tiles_of(whole)["GR-A"], tiles_of(whole)["GR-B"] })
    assert.are.equal(1, #whole:phases())
    assert.are.equal(3, tiles_of(without_gold)["GR-A"])
    assert.is_nil(tiles_of(without_gold)["GR-B"])
    assert.are.equal(0, #without_gold:phases())
    assert.matches("point_row gold%-rush %(kind=city%) add=1", without_gold:text())
    assert.is_nil(without_bonus:text():find("point_row", 1, true))
  end)

  it("omits modules that need a missing module, too", function()
    local options = game_without("tiles"):variants()[1].options
    assert.are.same({ bonus = true, gold = false, tiles = false }, options)
  end)

  it("is shown and saved without the omitted modules", function()
    local state = game_without("bonus+gold"):new_initial_state(3)
    state:random_playout(3)
    local again = assert(carcassonne.load(state:serialize(), { variants = { GOLD } }))
    assert.are.equal(state:serialize(), again:serialize())
    assert.are.same({ bonus = false, gold = false, tiles = true }, again:game():variants()[1].options)
    assert.are_not.equal(game_without(nil):fingerprint(), again:game():fingerprint())
  end)

  it("is read from a file as from a table", function()
    files.with("return { name = 'x', modules = { a = 'one', b = 'two' }, points = { { kind = 'city', add = "
      .. "1, module = 'a' } } }",
      function(path)
        assert.are.same({ a = true, b = true }, carcassonne.variant(path).options)
        assert.are.same({ a = false, b = true }, carcassonne.variant(path, { without = "a" }).options)
      end)
  end)

  it("is refused if nothing is left, or a name is not one of its modules, or is given twice", function()
    refused("^variant 'gold%-rush': without: without [^;]*, no module of the variant is left",
      game_without, "bonus+gold+tiles")
    refused("^variant 'gold%-rush': without: unknown module 'gould' %(did you mean gold%?%); expected "
      .. "bonus, gold, tiles$",
      game_without, "gould")
    refused("^variant 'gold%-rush': without: 'gold' is listed twice$", game_without, { "gold", "gold" })
    refused("^variant 'bridges': without: the variant has no modules that can be omitted$",
      carcassonne.variant, "bridges",
      { without = "tiles" })
  end)

  it("is refused with an invalid declaration of modules", function()
    local function with(modules, rest)
      local source = { name = "x", modules = modules, rules = { small_city = 2 } }
      for key, value in pairs(rest or {}) do source[key] = value end
      return source
    end
    refused("^variant 'x': modules%.a%.needs: unknown module 'b'", carcassonne.variant,
      with { a = { needs = { "b" } } })
    refused("^variant 'x': modules%.2nd: expected a letter", carcassonne.variant,
      with { ["2nd"] = "second" })
    refused("^variant 'x': modules%.a: an option already has this name", carcassonne.variant,
      with({ a = "one" }, { options = { a = 1 } }))
    refused("^variant 'x': points%[1%]%.module: unknown module 'b'", carcassonne.variant,
      with({ a = "one" }, { points = { { kind = "city", add = 1, module = "b" } } }))
    refused("^variant 'x': modules%.a: expected", carcassonne.variant, with { a = 5 })
  end)
end)

-- Returns each set of names that can be omitted, as a list.
local function subsets(names)
  local list = {}
  for bits = 0, 2 ^ #names - 1 do
    local set = {}
    for i, name in ipairs(names) do
      if math.floor(bits / 2 ^ (i - 1)) % 2 == 1 then set[#set + 1] = name end
    end
    list[#list + 1] = set
  end
  return list
end

local function names_of(variant)
  local names = {}
  for i, module in ipairs(variant.modules) do names[i] = module.name end
  return names
end

local function play(game, games)
  for seed = 1, games do
    local state = game:new_initial_state(seed)
    state:random_playout(seed)
    assert.is_true(state:is_terminal())
    if seed == 1 then assert.are.equal(state:hash(), assert(carcassonne.load(state:serialize())):hash()) end
  end
end

describe("Every set of modules", function()
  local names = carcassonne.expansions()
  compat.table.move(carcassonne.shipped_variants(), 1, #carcassonne.shipped_variants(), #names + 1, names)
  local GAMES = scale(100, 2)

  for _, name in ipairs(names) do
    local modules = names_of(carcassonne.variant(name))
    if #modules > 0 then
      it(("of %s plays to the end, saved and loaded: %s"):format(name, table.concat(modules, ", ")),
          function()
        local played = 0
        for _, without in ipairs(subsets(modules)) do
          local fine, variant = pcall(carcassonne.variant, name, { without = without })
          if fine then
            play(carcassonne.game { variants = { variant } }, GAMES)
            played = played + 1
          else
            assert.matches("no module of the variant is left", variant)
          end
        end
        assert.is_true(played >= 2)
      end)
    end
  end

  it("of Traders & Builders plays to the end: builder, goods, pig, tiles", function()
    local played = 0
    for _, without in ipairs(subsets { "builder", "goods", "pig", "tiles" }) do
      if #without < 4 then
        play(carcassonne.game { without = without }, GAMES)
        played = played + 1
      end
    end
    assert.are.equal(15, played)
  end)
end)

describe("Traders & Builders", function()
  it("can be played without its builder, its pig, its goods or its tiles", function()
    local function reported(without)
      local game = carcassonne.game { without = without }
      return { game:num_tiles(), game:piece("builder").count, game:piece("pig").count, game:goods_count() }
    end
    assert.are.same({ 96, 0, 1, true }, reported "builder")
    assert.are.same({ 96, 1, 0, false }, reported "pig+goods")
    assert.are.same({ 72, 1, 1, false }, reported { "tiles" })
    assert.are.same({ 72, 1, 0, false }, reported { "tiles", "pig" })
  end)

  it("is refused if nothing is left, or a module is unknown, named twice, or not in the game", function()
    local function with(without, sets) return carcassonne.game { without = without, sets = sets } end
    refused('^game: without: if all its parts are omitted, nothing is left of Traders & Builders; use sets = '
      .. '{ "base" } instead$', with,
      "builder+goods+pig+tiles")
    refused("^game: without: unknown part of Traders & Builders 'pigs' %(did you mean pig%?%)", with, "pigs")
    refused("^game: without: 'pig' is listed twice$", with, { "pig", "pig" })
    refused("^game: without: the game does not have Traders & Builders", with, "pig", { "base" })
  end)
end)

describe("The command", function()
  it("omits modules, and takes rule values", function()
    local saved = os.tmpname()
    local status, _, errors = cli.run({ "play", "--seed", "3", "--without", "goods+pig", "--rule",
      "small_city=2", "--rule", "pig_bonus=3",
      "--variant", "siege:without=escape" }, "s " .. saved .. "\nq\n")
    assert.are.equal(0, status, errors)
    local game = assert(carcassonne.load(files.read(saved))):game()
    os.remove(saved)
    assert.are.same({ 0, 1, false, 2, 3 },
      { game:piece("pig").count, game:piece("builder").count, game:goods_count(), game:rules().small_city,
        game:rules().pig_bonus })
    assert.are.equal(0, #game:phases())
  end)

  it("refuses others with a line", function()
    for _, words in ipairs { { "--rule", "small_city", "is not RULE=VALUE" },
      { "--rule", "smal_city=2", "did you mean small_city" },
      { "--without", "pigs", "did you mean pig" },
          { "--variant", "siege:without=escapes", "did you mean escape" } } do
      local status, _, errors = cli.run { "run", "-n", "5", words[1], words[2] }
      assert.are_not.equal(0, status)
      assert.matches(words[3], errors, 1, true)
      assert.are.equal(1, select(2, errors:gsub("\n", "")))
    end
  end)
end)
