--- The engine's table of statements and words, and the texts that are generated from it.
local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local hands = require "spec.support.by_hand"

local function statement(name)
  for _, one in ipairs(core.grammar()) do
    if one.name == name then return one end
  end
end

local function row(of, name)
  for _, one in ipairs(statement(of).rows) do
    if one.name == name then return one end
  end
end

local function refusal(source)
  source.name = "v"
  return hands.refusal(carcassonne.game, { variants = { source } })
end

describe("The table of words", function()
  it("reports the meaning of a key, where it may be used and its default", function()
    local size = row("variable", "size")
    assert.are.same({ "INTEGER", 1, 200, "1" }, { size.type, size.low, size.high, size.default })
    assert.are.same({ "game", "player" }, size.where)
    assert.are.same({ "stay", "return" }, row("piece", "orphan").words)
    assert.is_true(row("variable", "size").by_players and row("piece", "needs").list)
    assert.equal("none", row("piece", "needs").none)
    assert.equal("pieces", statement "piece".key)
  end)

  it("has a sentence for each of its rows, and for each statement", function()
    for _, one in ipairs(core.grammar()) do
      assert.is_truthy(one.says:match "%S", one.name)
      for _, word in ipairs(one.rows) do
        assert.is_truthy(word.says and word.says:match "%S", one.name .. " " .. word.name)
      end
    end
  end)

  it("lists each hook in the order of a turn, with its arguments and a sentence",
      function()
    local _, hooks = core.grammar()
    local names = {}
    for i, hook in ipairs(hooks) do
      names[i] = hook.name
      assert.matches("^%l+:", hook.arguments)
      assert.is_truthy(hook.says:match "%S", hook.name)
      assert.is_truthy(not hook.statement or statement(hook.statement), hook.name)
    end
    assert.equal("allow_placement extends_builder on_tile_placed allow_deployment majority points bonus "
      .. "on_points_given on_feature_scored on_piece_removed extra_part",
      table.concat(names, " "))
  end)

  it("lists the words that are used in several places", function()
    local _, _, lists = core.grammar()
    local words = {}
    for _, list in ipairs(lists) do words[list.name] = list.words end
    assert.are.same({ "run", "ask", "on_chosen" }, words.PhaseCall)
    assert.are.same({ "scored", "returned", "captured", "moved" }, words.Leaving)
    assert.are.same(core.editions, words.Edition)
    assert.are.same(row("phase", "timing").words, words.Timing)
    assert.equal("monastery", words.Kind[4])
  end)

  it("says of each key of games and variants its type, in the order of their statements",
      function()
    local vocabulary = require "carcassonne.definition.vocabulary"
    assert.are.same({ "string", "integer", "table|string" },
      { vocabulary.game.edition, vocabulary.game.players, vocabulary.game.position })
    assert.are.same({ "list", "table", "list|string", "string|list" },
      { vocabulary.variant.variables, vocabulary.variant.pieces, vocabulary.variant.start,
        vocabulary.variant.tiles })
    assert.is_nil(vocabulary.variant.edition or vocabulary.variant.position or vocabulary.game.phases)
    local order = " " .. table.concat(vocabulary.order, " ") .. " "
    assert.matches(" variables tokens forbidden_placements points bonus power tiebreakers "
      .. "forbidden_deployments unscored phases "
      .. "on_tile_placed .* final_scoring start position $", order)
  end)

  it("has no row twice", function()
    for _, one in ipairs(core.grammar()) do
      local seen = {}
      for _, word in ipairs(one.rows) do
        assert.is_nil(seen[word.name], one.name .. " " .. word.name)
        seen[word.name] = true
      end
    end
  end)
end)

it("A variable, an attribute and a kind of piece may have the name of a key", function()
  local game = carcassonne.game { variables = { "size", "shared", { name = "type", size = 2 } },
    attributes = { "shared", "tile_points" },
    pieces = { orphan = { count = 1, role = "special" } } }
  local text = game:text()
  for _, line in ipairs { "variable size game", "variable shared game", "variable type game",
    "attribute shared", "attribute tile_points",
    "piece orphan 1" } do
    assert.is_truthy(("\n" .. text):find("\n" .. line, 1, true), line)
  end
  assert.equal(0, game:new_initial_state(1):variable "size")
  assert.equal(0, game:new_initial_state(1):variable("type", 2))
end)

describe("A definition's text is refused", function()
  for line, expected in pairs {
    ["variable a game size=2 size=3"] = "variable a: size is repeated",
    ["variable a cell size=2"] = "variable a: size applies to game, player, not to cell",
    ["attribute a on=tile tile_points=1"] = "attribute a: tile_points applies to segment, not to tile",
    ["edge city must_join=yes"] = "edge: must_join: expected the key alone, without a value, got 'yes'",
    ["edge city road fits must_join"] = "edge: must_join cannot be combined with other",
    ["piece lord 1 power"] = "piece lord: power: expected a number from 0 to 31",
    ["bonus_row a () add=1 halve=up"] = "bonus_row: unknown word 'halve=up'; expected per=, add=, once",
    ["phase p deployment\noffer tiles depoly"] =
      "phase p: offer: unknown word 'depoly' (did you mean deploy?)",
    ["variable gold playr"] = "variable gold: scope: expected game, player, cell, feature or segment, got "
      .. "'playr' (did you mean player?)",
    ["token coin owner=delt"] =
      "token coin: owner: expected game, player or dealt, got 'delt' (did you mean dealt?)",
    ["phase p deploymnt"] = "got 'deploymnt' (did you mean deployment?)",
    ["forbidden_deployment (kind=rode)"] =
      "no kind of segment is named 'rode' (did you mean road?); expected field, road, city, monastery, spot "
        .. "or river",
    ["phase p deployment\noffer fetures"] =
      "no kind of item is named 'fetures' (did you mean features?); expected players, tiles, cells, "
        .. "segments, features, pieces, "
      .. "tokens, corners, axes, ends or sides",
    ["tile X-A x1 cty:N"] = "tile X-A: 'cty:N' is not a segment (did you mean city?); expected a kind "
      .. "(field, road, city, monastery, "
      .. "spot or river) and its sides, as in city:N.W",
    ["phase p deployment complsory"] = "phase p: unknown word 'complsory' (did you mean compulsory?)",
  } do
    it("with `" .. line .. "`, and the reason", function()
      local game, message, code = core.new_game("set base\n" .. line .. "\n", {}, {}, 0)
      assert.is_nil(game)
      assert.equal("invalid", code)
      assert.is_truthy(message:find(expected, 1, true), message)
    end)
  end
end)

it("A symbol may contain any letters and marks, in a table as in a definition's text", function()
  for _, symbol in ipairs { "$", "€", "+1", "Go" } do
    local game = carcassonne.game {
      variants = { { name = "v", tokens = { { name = "coin", symbol = symbol } } } } }
    assert.equal(symbol, game:tokens()[1].symbol)
  end
  for _, symbol in ipairs { "a b", '"', "#", "", "coins" } do
    local message = refusal { tokens = { { name = "coin", symbol = symbol } } }
    assert.matches("symbol: expected a symbol of one to four letters, digits or marks, "
      .. "except blank, quote, #, = and \\, got", message)
  end
end)

describe("What the engine refuses in a table", function()
  it("is reported with its place in the table", function()
    assert.matches("^variant 'v': variables%[2%].size: expected 1 to 200, got 201",
      refusal { variables = { "a", { name = "b", size = 201 } } })
    assert.matches("^variant 'v': pieces.lord: power: .* got '99'",
      refusal { pieces = { lord = { power = 99 } } })
    assert.matches("^variant 'v': attributes%[1%]: attribute a: tile_points applies to segment",
      refusal { attributes = { { name = "a", on = "tile", tile_points = 1 } } })
  end)
end)
