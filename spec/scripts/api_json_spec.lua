--- Checks that carcassonne-api.json, which editors and other programs read, has the keys that a
--- game accepts.

package.path = "csrc/make/?.lua;" .. package.path
local acting = require "spec.support.acting"
local api_words = require "api_words"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local dkjson = require "dkjson"
local files = require "spec.support.files"
local script_format = require "carcassonne.variant.format"
local vocabulary = require "carcassonne.definition.vocabulary"

local api = dkjson.decode(files.read "lua/doc/carcassonne-api.json")

local words = api_words(api)

-- Returns the set of the elements of several lists.
local function set_of(...)
  local set = {}
  for _, list in ipairs { ... } do
    for _, one in ipairs(list) do set[one] = true end
  end
  return set
end

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
  it("has the version of the project, and a sentence for each table and list", function()
    assert.are.equal(carcassonne.version, api.version)
    assert.are.equal(2, api.format)
    for _, lists in ipairs { api.lists, api.tables, api.statements } do
      for _, one in ipairs(lists) do assert.matches("%S", one.says, nil, nil, one.name) end
    end
  end)

  it("has for each word a sentence, a type, an example, a format and the scripts that use it", function()
    local shipped = set_of(carcassonne.expansions(), carcassonne.shipped_variants())
    for name, word in pairs(words) do
      for _, field in ipairs { "says", "lua", "example" } do
        assert.matches("%S", word[field] or "", nil, nil, name .. ": " .. field)
      end
      assert.is_true(word.since >= 1 and word.since <= script_format.current, name)
      for _, script in ipairs(word.used_by) do assert.is_true(shipped[script], name .. ": " .. script) end
    end
  end)

  it("has for each key a default, or that it is required, but not both", function()
    local VALUES_AND_METHODS = { timings = true, offers = true, verbs = true }
    for name, word in pairs(words) do
      if not VALUES_AND_METHODS[name:match "^[^.]*"] then
        assert.are_not.equal(word.default ~= nil, word.required or false, name)
      end
    end
  end)

  it("has a place for each word, for keys of tables that of the table", function()
    for _, group in ipairs { "game", "variant", "hooks", "timings", "offers", "verbs", "rules", "tables" } do
      for _, one in ipairs(api[group]) do assert.is_truthy(one.places[1], group .. "." .. one.name) end
    end
  end)

  it("has examples that are Lua, and values of rules that a game takes", function()
    for name, word in pairs(words) do
      local is_lua = false
      for _, form in ipairs { "%s", "return { %s }" } do
        is_lua = is_lua or compat.basic.load(form:format(word.example), name) ~= nil
      end
      assert.is_true(is_lua, name .. ": " .. word.example)
    end
    for _, rule in ipairs(api.rules) do
      local options = assert(compat.basic.load("return { " .. rule.example .. " }"))()
      local value = assert(carcassonne.game(options)):rules()[rule.name]
      assert.are_not.equal(carcassonne.game():rules()[rule.name], value, rule.name)
    end
  end)

  it("has the timings, the kinds of items, the verbs and the rule values, and no others", function()
    local rules = {}
    for i, rule in ipairs(carcassonne.rules) do rules[i] = rule.name end
    local items
    for _, list in ipairs(api.lists) do items = list.name == "Things" and list.words or items end
    for group, expected in pairs { timings = vocabulary.timings, offers = items, rules = rules,
      verbs = acting.names } do
      local names = {}
      for i, word in ipairs(api[group]) do names[i] = word.name end
      assert.are.same(set_of(expected), set_of(names))
    end
  end)

  it("names for each key and hook the shipped scripts that have it, and no others", function()
    for _, name in ipairs(vocabulary.order) do
      local word = words["variant." .. name] or words["hooks." .. name]
      local expected = {}
      for _, list in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
        for _, script in ipairs(list) do
          expected[script] = word and carcassonne.variant(script).written[name] ~= nil or nil
        end
      end
      assert.are.same(expected, set_of(word and word.used_by or {}), name)
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
    -- filters and selectors are accepted in too many places; the final test checks their keys
    for _, place in ipairs(of.name == "selector" and {} or of.places) do
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
