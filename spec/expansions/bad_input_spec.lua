-- Makes invalid games with every shipped script. Checks that the message, from Lua and from the
-- command, is a sentence that says what was found and what to do. CARC_TEST_SCALE=small tries fewer
-- pairs of scripts, and fewer scripts with the command.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local modules = require "carcassonne.variant.modules"
local options = require "carcassonne.base.options"
local scaled = require "spec.support.scale"

local NAMES = carcassonne.expansions()
for _, name in ipairs(carcassonne.shipped_variants()) do NAMES[#NAMES + 1] = name end

-- Returns the message about a game with a script; nil if the game can be played.
local function problem_of(given, name, chosen)
  local fine, message = pcall(function()
    given.variants = { carcassonne.variant(name, chosen) }
    carcassonne.game(given):new_initial_state(1):random_playout(1)
  end)
  return not fine and tostring(message) or nil
end

local function reported(problem, expected, what)
  assert.is_truthy(problem and problem:find(expected, 1, true),
    ("%s: expected %s, got %s"):format(what, expected, tostring(problem)))
  assert.is_nil(problem:find("\n", 1, true), problem) -- a sentence
end

-- Each row: the options of the game, the option of the script, and the message, in which %s is the
-- script's name.
local ROWS = {
  { "an unknown option", { chosen = { nonsense = 1 } }, "variant '%s': options.nonsense: unknown option" },
  { "a module that there is none of", { chosen = { without = "nonsense" } }, "variant '%s': without: " },
  { "modules that are not a list", { chosen = { without = 3 } },
    "variant '%s': without: expected string or list, got number 3" },
  { "seven players", { game = { players = 7 } }, "game: players: expected 1 to 6, got 7" },
  { "itself twice", { twice = true }, "game: variants: variant '%s' is listed twice" },
}

for _, row in ipairs(ROWS) do
  local what, given, sentence = row[1], row[2], row[3]
  it(("Each script refuses %s #full"):format(what), function()
    for _, name in ipairs(NAMES) do
      local fine, problem = pcall(function()
        local variants = { carcassonne.variant(name, given.chosen), given.twice and name or nil }
        carcassonne.game { players = given.game and given.game.players, variants = variants }
      end)
      assert.is_false(fine, name)
      reported(problem, sentence:format(name), name)
    end
  end)
end

describe("Each script", function()
  it("lists the options if it has no second edition", function()
    for _, name in ipairs(NAMES) do
      local own = carcassonne.variant(name).source.options
      local said = own.edition and "options.edition: unknown value '3'; expected 1, 2"
        or "options.edition: unknown option"
      local problem = problem_of({}, name, { edition = own.edition and 3 or 2 })
      reported(problem, ("variant '%s': %s"):format(name, said), name)
      for _, key in ipairs(own.edition and {} or options.keys(own)) do reported(problem, key, name) end
    end
  end)

  it("names the module that everything else in it needs, or plays without it", function()
    for _, name in ipairs(NAMES) do
      for _, module in ipairs(modules.of(name, carcassonne.variant(name).source)) do
        local problem = problem_of({ players = 2 }, name, { without = { module.name } })
        if problem then
          reported(problem,
            ("variant '%s': without: without %s, no module of the variant is left; omit the "
              .. "variant"):format(name,
            module.name), name)
        end
      end
    end
  end)

  it("plays with each base game, or names the script that adds the missing tiles #full", function()
    for _, name in ipairs(NAMES) do
      assert.is_nil(problem_of({ sets = { "base" } }, name))
      assert.is_nil(problem_of({ sets = { "base x2", "traders" } }, name))
      for _, sets in ipairs { { "traders" }, {} } do
        local problem = problem_of({ sets = sets }, name)
        -- scripts that have their own start tiles are an exception
        if problem then
          reported(problem, "`set base`", name)
        else
          assert.is_truthy(carcassonne.variant(name).source.start, name)
        end
      end
    end
  end)

  it("plays with each other one, for two and six players, wherever the start tiles are, or says why not",
      function()
    local step = scaled(1, 40)
    for first = 1, #NAMES do
      for second = first + 1 + first % step, #NAMES, step do
        for players = 2, 6, 4 do
          local fine, problem = pcall(function()
            carcassonne.game { players = players,
              variants = { NAMES[first], NAMES[second] } }:new_initial_state(1)
          end)
          if not fine then
            reported(tostring(problem), "incompatible with variant", NAMES[first] .. " " .. NAMES[second])
          end
        end
      end
    end
  end)
end)

describe("Start tiles that cannot be separated", function()
  it("are refused in the name of those that have no possible cell, with what to do", function()
    local city = { name = "walls", tiles = "WA-A x1 city:N.E.S.W", start = { { id = "WA-A" } } }
    local fine, problem = pcall(carcassonne.game, { variants = { "river", city } }) -- a river has no city
    assert.is_false(fine)
    reported(problem, "variant 'walls': start: the start tiles of walls do not fit beside those of river",
      "walls")
    reported(problem, "omit one of these groups", "walls")
  end)
end)

describe("A name that means no script", function()
  for _, case in ipairs {
    { "towr", "variant 'towr': this is not a shipped variant (did you mean tower?)" },
    { "no/such.lua", "no script can be read at this path (no/such.lua: " },
    { "wayside/tolls", "`carcassonne packs` lists the installed packs" },
    { "tower:edition", "write options as tower:NAME=VALUE" },
    { "", "variant '': this is not a shipped variant" },
    { "examples/highway.lua", ") (did you mean examples/highways.lua?)" },
    { "./examples/market-twon", ") (did you mean ./examples/market-town.lua?)" },
    { "no/such.lua", "); `carcassonne expansions` lists the shipped variants" },
  } do
    it(("is refused: '%s'"):format(case[1]),
      function() reported(problem_of({}, case[1]), case[2], case[1]) end)
  end

  it("is not confused with a file that exists but cannot be read", function()
    local path = os.tmpname()
    local long = path .. ".lua"
    local file = assert(io.open(long, "w"))
    file:write(("-"):rep(64001))
    file:close()
    local problem = problem_of({}, long)
    os.remove(path)
    os.remove(long)
    assert.equal(("variant '%s': the script has more than 64000 characters; the limit `source` can be raised")
      :format(long), problem)
  end)
end)

describe("The command", function()
  it("ends with 2 and the same sentences #full", function()
    for i = 1, #NAMES, scaled(4, 16) do
      local name = NAMES[i]
      local status, _, errors = cli.run { "run", "-n", "1", "--no-compare", "--variant",
        name .. ":nonsense=1" }
      assert.equal(2, status, name)
      reported(errors:gsub("\n$", ""),
        ("carcassonne: variant '%s': options.nonsense: unknown option"):format(name), name)
    end
    for variant, sentence in pairs {
      ["tower:without=tiles"] = "without: without tiles, no module of the variant is left; omit the "
        .. "variant instead",
      ["castles:edition=2"] = "variant 'castles': options.edition: unknown option; expected ",
      ["tower:edition"] = "write options as tower:NAME=VALUE",
    } do
      local status, _, errors = cli.run { "run", "-n", "1", "--no-compare", "--variant", variant }
      assert.equal(2, status, variant)
      reported(errors:gsub("\n$", ""), sentence, variant)
    end
    local status, _, errors = cli.run { "run", "-n", "1", "--no-compare", "--sets", "traders", "--variant",
      "monasteries" }
    assert.equal(2, status)
    reported(errors:gsub("\n$", ""), "got 'BA-A', which is in `set base`", "monasteries")
  end)
end)
