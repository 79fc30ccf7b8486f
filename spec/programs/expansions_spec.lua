-- `carcassonne expansions`: the shipped scripts in a table, a script in detail, and all as JSON.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local files = require "spec.support.files"
local json = require "dkjson"
local vocabulary = require "carcassonne.definition.vocabulary"

local function shipped()
  local names = carcassonne.expansions()
  for _, name in ipairs(carcassonne.shipped_variants()) do names[#names + 1] = name end
  return names
end

describe("carcassonne expansions", function()
  it("lists each shipped script, with tiles, players and a sentence #full", function()
    local status, output = cli.run { "expansions" }
    assert.are.equal(0, status)
    for _, name in ipairs(shipped()) do assert.matches("\n" .. name:gsub("%p", "%%%0") .. " +%d", output) end
    assert.matches("\nsiege +10 +1 to 6 +Ten tiles besiege cities", output)
    assert.matches("\nabbey%-and%-mayor +12 %+ 1 each +", output)
    assert.matches("\nbridges +0 +", output)
  end)

  it("shows a script's options with all values, and its modules with their needs and purpose",
      function()
    local status, output = cli.run { "expansions", "siege" }
    assert.are.equal(0, status)
    assert.matches("^siege %(expansion%): Ten tiles", output)
    assert.matches("pig = 2 or 1: how many times a besieged city", output)
    assert.matches("escape: a knight may leave a besieged city for a monastery %(needs tiles%)", output)
    assert.matches("^chained%-builders %(house rule%)",
      (select(2, cli.run { "expansions", "chained-builders" })))
  end)

  it("reports all of that as JSON #full", function()
    local list = json.decode((select(2, cli.run { "expansions", "--json" })))
    assert.are.equal(#shipped(), #list)
    for i, name in ipairs(shipped()) do
      assert.are.equal(name, list[i].name)
      assert.is_true(#list[i].description > 10 and list[i].tiles >= 0 and #list[i].players > 0)
      assert.are.equal(#carcassonne.variant(name).modules, #list[i].modules)
    end
    local one = json.decode((select(2, cli.run { "expansions", "tower", "--json" })))
    assert.are.same({ "tower", "expansion", 18, { 1, 2, 3, 4, 5, 6 } },
      { one.name, one.kind, one.tiles, one.players })
    assert.are.same({ name = "capture", default = "may", values = { "may", "must" } },
      { name = one.options[1].name, default = one.options[1].default, values = one.options[1].values })
  end)

  it("refuses an unknown name, and names the nearest one", function()
    local status, _, errors = cli.run { "expansions", "seige" }
    assert.are.equal(2, status)
    assert.matches("unknown name 'seige' %(did you mean siege%?%)", errors)
  end)
end)

describe("The index of means", function()
  it("names for each hook every script that has the hook", function()
    local index = files.read "lua/doc/EXPANSIONS.md"
    for _, name in ipairs(shipped()) do
      local named = "`" .. name:gsub("%p", "%%%0") .. "`"
      for _, hook in ipairs(vocabulary.hooks) do
        local has = carcassonne.variant(name).written[hook.name] ~= nil
        if has then assert.matches("\n| hook `" .. hook.name .. "` |[^\n]*" .. named, index) end
      end
    end
    assert.matches("\n| key `tokens` |[^\n]*`tunnel`", index)
    assert.matches("\n| phases at `deployment` |[^\n]*`festival`", index)
  end)
end)
