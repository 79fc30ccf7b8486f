-- Words that scripts had once are refused with what is said now: each entry of carcassonne.definition.old_words.

local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local old_words = require "carcassonne.definition.old_words"

local function nothing() end

-- The message with which a table is refused as a variant.
local function refusal(source)
  source.name = "odd"
  local fine, message = pcall(carcassonne.variant, source)
  assert.is_false(fine)
  return message
end

local function starts(expected, message)
  assert.are.equal(expected, message:sub(1, #expected))
end

local function phase(more)
  local one = { name = "pick", at = "before_scoring", on_chosen = nothing }
  for key, value in pairs(more) do one[key] = value end
  return { phases = { one } }
end

-- What a function fails with when a phase calls it, with the state.
local function failure(ask)
  local v = phase { ask = ask }
  v.name = "odd"
  local state = carcassonne.game({ sets = { "base" }, draws = "manual", variants = { v } }):new_initial_state()
  assert(state:apply_action "draw BA-U")
  assert(state:apply_action "place BA-U 1,0 r0")
  local fine, message = pcall(state.apply_action, state, "pass")
  assert.is_false(fine)
  return message
end

local function contains(message, text) assert.is_truthy(message:find(text, 1, true), message) end

describe("An old word", function()
  for key, says in pairs(old_words.source) do
    it(("is refused as a key of variants and of games: %s"):format(key), function()
      assert.are.equal(("variant 'odd': %s: %s"):format(key, says), refusal { [key] = {} })
      assert.has_error(function() carcassonne.game { [key] = {} } end, ("game: %s: %s"):format(key, says))
    end)
  end

  it("is refused as a key of kinds of pieces", function()
    for key, says in pairs(old_words.of.piece) do
      assert.are.equal(("variant 'odd': pieces.abbot.%s: %s"):format(key, says),
        refusal { pieces = { abbot = { count = 1, [key] = { "garden" } } } })
    end
  end)

  for line, says in pairs {
    ["worth v (kind=city) add=1"] = "`worth` is now `point_row`",
    ["bonus v (kind=city) add=1"] = "`bonus` is now `bonus_row`",
    ["turned inn 1"] = "`turned` is now `flipped`",
    ["limit a b most=1"] = "`limit` is now `never tiles(attribute=A;around=tiles(attribute=B;least=N))`",
    ["piece abbot 1 only=garden"] = "piece abbot: `only` is now in the filter `on`: on=(kind=KIND;attribute=NAME)",
  } do
    it(("is refused in a definition's text: %s"):format(line), function()
      local game, message, code = core.new_game("set base\n" .. line .. "\n", {}, {}, 0)
      assert.is_nil(game)
      assert.are.same({ "invalid", says }, { code, message })
    end)
  end

  for key, says in pairs(old_words.of.final) do
    it(("is refused as a key of steps of the final scoring: %s"):format(key), function()
      assert.are.equal(("variant 'odd': final[1].%s: %s"):format(key, says),
        refusal { final = { { name = "tax", after = "goods", run = nothing, [key] = 1 } } })
    end)
  end

  for key, says in pairs(old_words.selector) do
    it(("is refused in gates, needs, offers and rows, at any depth: %s"):format(key), function()
      assert.are.equal(("variant 'odd': on_tile_placed.when: %s: %s"):format(key, says),
        refusal { on_tile_placed = { when = { [key] = "inn" }, run = nothing } })
      assert.are.equal(("variant 'odd': phases[1].when: player.%s: %s"):format(key, says),
        refusal(phase { when = { player = { [key] = "inn" } }, run = nothing, ask = nothing }))
      assert.are.equal(("variant 'odd': phases[1].offer: feature.at.%s: %s"):format(key, says),
        refusal(phase { offer = { "pieces", feature = { "segments", at = { [key] = true } } } }))
      assert.are.equal(("variant 'odd': phases[1].offer[2]: %s: %s"):format(key, says),
        refusal(phase { offer = { { "pieces" }, { "pieces", [key] = "inn" } } }))
      starts(("variant 'odd': points[2]: has.%s: %s"):format(key, says),
        refusal { points = { { add = 1 }, { has = { "pieces", [key] = "inn" }, add = 1 } } })
      assert.are.equal(("variant 'odd': blocked[1]: %s: %s"):format(key, says), refusal { blocked = { { [key] = "fog" } } })
    end)

    it(("is refused in code: %s"):format(key), function()
      contains(failure(function(s) s:any { "pieces", [key] = "inn" } end), ("%s: %s"):format(key, says))
      contains(failure(function(s) s:pieces { [key] = true } end), ("%s: %s"):format(key, says))
      contains(failure(function(s) s:matches(1, { all = { { [key] = 1 } } }) end), ("all.%s: %s"):format(key, says))
      contains(failure(function(s) s:each { "pieces", feature = { [key] = 1 } } end), ("feature.%s: %s"):format(key, says))
      contains(failure(function(s) s:offer { "pieces", [key] = 1 } end), ("%s: %s"):format(key, says))
    end)
  end

  for kind, says in pairs(old_words.kind) do
    it(("is refused as a kind of what is offered: %s"):format(kind), function()
      assert.are.equal(("variant 'odd': phases[1].offer: %s"):format(says), refusal(phase { offer = { kind, takes = "follower" } }))
      contains(failure(function(s) s:offer { kind } end), says)
      contains(failure(function(s) s:count { kind } end), says)
    end)
  end

  for word, says in pairs(old_words.per) do
    it(("is refused in what a row counts: %s"):format(word), function()
      assert.are.equal(("variant 'odd': points[1].per: %s"):format(says), refusal { points = { { per = word, add = 1 } } })
      assert.are.equal(("variant 'odd': bonus[1].per: %s"):format(says), refusal { bonus = { { per = word, add = 1 } } })
      assert.are.equal(("variant 'odd': final[1][1].per: %s"):format(says),
        refusal { final = { { name = "tax", after = "goods", { "players", per = word, add = 1 } } } })
    end)
  end

  it("is refused as a value of another type, beside others of its key", function()
    local says, tried = old_words.value, {}
    local function refused(key, where, source)
      tried[key] = true
      assert.are.equal(("variant 'odd': %s: %s"):format(where, says[key]), refusal(source))
    end
    refused("blocked string", "blocked", { blocked = "fog" })
    refused("blocked string", "blocked[1]", { blocked = { "fog" } })
    refused("when string", "extra_part.when", { extra_part = { when = "always", run = nothing } })
    for _, word in ipairs { "tile", "monastery", "piece" } do
      refused("around string", "points[1].around", { points = { { around = word, add = 1 } } })
      refused("around string", "bonus[1].around", { bonus = { { per = "tiles", around = word, add = 1 } } })
    end
    assert.has_error(function() carcassonne.game { blocked = "fog" } end, "game: blocked: " .. says["blocked string"])
    for key in pairs(says) do assert.is_true(tried[key], key) end
  end)

  it("is not what it was where it means something else now", function()
    local game = carcassonne.game { variants = { { name = "odd", slots = { { name = "here", holds = "tile" } },
      points = { { around = "here", add = 1 }, { around = "last", add = 1 } }, extra_part = { when = { player = "turn" }, run = nothing },
      bonus = { { add = 1, once = true } } } } }
    assert.matches("point_row odd %(around=here%)", game:text())
  end)

  for class, methods in pairs(old_words.method) do
    for name, says in pairs(methods) do
      it(("is refused as a method: %s:%s"):format(class, name), function()
        assert.is_nil(rawget(core.methods[class], name))
        local message = failure(function(s)
          local object = class == "State" and s or s:features()[1]
          object[name](object, 1)
        end)
        contains(message, ("old_words_spec.lua:%d: %s has no '%s' any more: now it is %s"):format(
          debug.getinfo(1, "l").currentline - 3, class, name, says))
      end)
    end
  end

  it("is refused as what a reader is given", function()
    contains(failure(function(s) s:pieces(1, 0) end), old_words.argument.number)
    contains(failure(function(s) s:features("city", true) end), old_words.argument.string)
    contains(failure(function(s) s:tiles(0) end), old_words.argument.number)
  end)
end)
