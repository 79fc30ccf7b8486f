--- The engine's table of statements and words, and what is written by it.
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
  it("tells what a key is, where it may stand and what is there unless it is said", function()
    local size = row("slot", "size")
    assert.are.same({ "INTEGER", 1, 64, "1" }, { size.type, size.low, size.high, size.default })
    assert.are.same({ "game", "player" }, size.where)
    assert.are.same({ "stay", "home" }, row("piece", "orphan").words)
    assert.is_true(row("slot", "size").by_players and row("piece", "needs").list)
    assert.equal("none", row("piece", "needs").none)
    assert.equal("pieces", statement "piece".key)
  end)

  it("has a sentence for each of its rows, and for each statement", function()
    for _, one in ipairs(core.grammar()) do
      assert.is_truthy(one.says:match "%S", one.name)
      for _, word in ipairs(one.rows) do assert.is_truthy(word.says and word.says:match "%S", one.name .. " " .. word.name) end
    end
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

describe("A definition's text is refused", function()
  for line, expected in pairs {
    ["slot a game size=2 size=3"] = "slot a: size stands there twice",
    ["slot a cell size=2"] = "slot a: size is of game, player, not of cell",
    ["attribute a of=tile each=1"] = "attribute a: each is of segment, not of tile",
    ["edge city joins=yes"] = "edge: joins: expected no value: it stands alone, got 'yes'",
    ["edge city road fits joins"] = "edge: joins does not go with other",
    ["piece lord 1 power"] = "piece lord: power: expected a number from 0 to 31",
    ["phase p window complsory"] = "phase p: unknown word 'complsory' (did you mean compulsory?)",
  } do
    it("with `" .. line .. "`, and told why", function()
      local game, message, code = core.new_game("set base\n" .. line .. "\n", {}, {}, 0)
      assert.is_nil(game)
      assert.equal("invalid", code)
      assert.is_truthy(message:find(expected, 1, true), message)
    end)
  end
end)

describe("What the engine refuses in a table", function()
  it("is told with its place there", function()
    assert.matches("^variant 'v': slots%[2%].size: expected 1 to 64, got 65",
      refusal { slots = { "a", { name = "b", size = 65 } } })
    assert.matches("^variant 'v': pieces.lord: piece lord: power: .* got '99'", refusal { pieces = { lord = { power = 99 } } })
    assert.matches("^variant 'v': attributes%[1%]: attribute a: each is of segment",
      refusal { attributes = { { name = "a", of = "tile", each = 1 } } })
  end)
end)
