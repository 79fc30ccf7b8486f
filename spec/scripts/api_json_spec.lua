--- Checks that carcassonne-api.json, which editors and other programs read, has the keys that a
--- game accepts.

local carcassonne = require "carcassonne"
local dkjson = require "dkjson"
local files = require "spec.support.files"
local vocabulary = require "carcassonne.definition.vocabulary"

local api = dkjson.decode(files.read "lua/doc/carcassonne-api.json")

-- Returns a variant with a table at a place.
local function variant_with(place, row)
  local key = place:match "^[%l_]+"
  if place:find("[][]", 1, true) then return { [key] = { { name = "s", after = "goods", row } } } end
  local inner = place:match "%[%]%.([%l_]+)%[%]$"
  if inner then
    return { [key] = { { name = "p", timing = "deployment", on_chosen = print, [inner] = { row } } } }
  end
  if place:find(".NAME", 1, true) then return { [key] = { x = row } } end
  return { [key] = place:find("[]", 1, true) and { row } or row }
end

-- Values for keys that are valid only with these values.
local VALUES = { if_options = { o = 1 } }

-- Returns the message of a game about a table with this key at a place; "" if the table is
-- accepted.
local function said_of(of, place, key)
  local source = variant_with(place, { of.lua == "Selector" and "pieces" or nil, [key] = VALUES[key] or {} })
  source.name, source.options = "v", { o = 1 }
  local ok, game, message = pcall(carcassonne.game, { variants = { source } })
  return tostring(not ok and game or message or "")
end

describe("carcassonne-api.json", function()
  it("has the version of the project, and a sentence for each key", function()
    assert.are.equal(carcassonne.version, api.version)
    assert.are.equal(1, api.format)
    for _, list in ipairs { api.game, api.variant, api.hooks, api.lists, api.tables } do
      for _, one in ipairs(list) do assert.matches("%S", one.says, nil, nil, one.name) end
    end
  end)

  it("has the keys of variants and games, and no others", function()
    local function names(...)
      local set = {}
      for _, list in ipairs { ... } do
        for _, one in ipairs(list) do set[one.name] = true end
      end
      return set
    end
    local function keys(...)
      local set = {}
      for _, types in ipairs { ... } do
        for name in pairs(types) do set[name] = true end
      end
      return set
    end
    assert.are.same(keys(vocabulary.variant), names(api.variant, api.hooks))
    assert.are.same(keys(vocabulary.game, vocabulary.beside_game), names(api.game))
  end)

  for _, of in ipairs(api.tables) do
    for _, place in ipairs(of.places) do
      it(("has keys that a game takes in %s, which refuses others"):format(place), function()
        for _, key in ipairs(of.keys) do
          local said = said_of(of, place, key.name)
          assert.is_nil(said:find("unknown key", 1, true), said)
        end
        local said = said_of(of, place, "no_such_key")
        assert.is_truthy(said:find("no_such_key", 1, true), said)
      end)
    end
  end

  it("has each key of selectors", function()
    for _, of in ipairs(api.tables) do
      if of.name == "selector" then
        for _, key in ipairs(of.keys) do
          local said = said_of({ lua = "Selector" }, "forbidden_placements[]", key.name)
          assert.is_nil(said:find("unknown key", 1, true), said)
        end
      end
    end
  end)
end)
