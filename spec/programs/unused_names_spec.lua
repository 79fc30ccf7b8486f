-- The notes of `carcassonne check` about names that a script declares but never uses.

local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local check_report = require "carcassonne.lab.check_report"
local files = require "spec.support.files"
local unused_names = require "carcassonne.lab.unused_names"

-- Returns the names that the script with this text declares and does not use.
local function unused(text)
  local names = {}
  local found = files.with(text, function(path) return unused_names.of(carcassonne.variant(path)) end)
  for i, one in ipairs(found) do names[i] = one.kind .. " " .. one.name end
  return names
end

describe("A name that a script declares", function()
  it("is noted if nothing else has it: a variable, an attribute, an option, a module", function()
    assert.same({ "variable gold", "attribute inn", "option bonus", "module more" }, unused [[
      -- gold, inn, bonus and more are names of this remark, too
      return { name = "idle", variables = { "gold", { name = "taken", scope = "player" } }, attributes = { "inn", "well" },
        options = { bonus = { 1, 2 }, points = 3 }, modules = { more = "more of it", all = "the rest" },
        tiles = "X1 x2 road:E.W+well field:NL.NR.EL.WR field:ER.SL.SR.WL",
        points = { { module = "all", kind = "road", attribute = "well", add = { option = "points" } } },
        on_feature_scored = function(state) state:set_variable("taken", 1, 1) end }]])
  end)

  it("is used by a filter, by tiles, by a question, by if_options and by a name in a function", function()
    assert.same({}, unused [[
      return { name = "busy", variables = { { name = "gold" }, { name = "heard" }, { name = "said", scope = "player" } },
        attributes = { "inn", { name = "well", tile_points = 1 } }, options = { bonus = { "few", "many" }, points = 3 },
        tiles = "X1 x2 road:E.W+inn+well field:NL.NR.EL.WR field:ER.SL.SR.WL",
        phases = { { name = "p", timing = "turn_end", when = { variable = "heard", attribute = "inn" }, question = "{said}?",
          if_options = { bonus = "many" }, ask = function(state) state:offer {} return nil, true end,
          on_chosen = function(state, _, options) state:set_variable("gold", options.points) end } } }]])
  end)

  it("is not noted if a script builds names from parts, has a list of them, or shares them", function()
    assert.same({}, unused [[
      local LIST = { "one", "two" }
      return { name = "made", variables = { "gold_wine", "gold_cloth", { name = "count", shared = true } }, attributes = LIST,
        on_feature_scored = function(state, scoring) state:set_variable("gold_" .. scoring.kind, 1) end }]])
  end)

  it("is not looked for in a script that is a table, whose functions have no text", function()
    assert.same({},
      unused_names.of(carcassonne.variant { name = "v", variables = { "gold" }, points = function() end }))
  end)

  it("of a shipped script has a use", function()
    for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
      for _, name in ipairs(names) do assert.same({}, unused_names.of(carcassonne.variant(name)), name) end
    end
  end)

  it("is named by a check, with its sort", function()
    local report = files.with(
      [[return { name = "idle", variables = { "gold" }, points = { { kind = "road", add = 1 } } }]],
      function(path) return check.variant(path, { games = 1 }) end)
    assert.same({}, report.problems)
    assert.same({ "variable `gold` is declared but never used in the script" },
      check_report.remarks(report))
  end)
end)
