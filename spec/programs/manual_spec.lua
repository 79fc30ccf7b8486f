-- The documents: their code runs, each public name has an entry in the manual, and each name that a
-- document mentions exists.

package.path = ".ci/?.lua;csrc/make/?.lua;" .. package.path
local acting = require "spec.support.acting"
local annotations = require "annotations"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local check = require "carcassonne.lab.check"
local cli = require "spec.support.cli"
local report = require "carcassonne.testkit.report"
local core = require "carcassonne.core"
local cookbook = require "carcassonne.cli.cookbook"
local doc_blocks = require "doc_blocks"
local definition = require "carcassonne.definition"
local grammar = require "carcassonne.definition.grammar"
local modules = require "carcassonne.variant.modules"
local manual = require "spec.support.manual"
local selector_keys = require "spec.support.selector_keys"
local snippets = require "spec.support.snippets"
local targets = require "targets"
local test = require "carcassonne.testkit"
local vocabulary = require "carcassonne.definition.vocabulary"

local scripting, readme = manual.read "lua/doc/SCRIPTING.md", manual.read "README.md"

local function set_of(list)
  local set = {}
  for _, name in ipairs(list) do set[name] = true end
  return set
end

local function keys_of(t)
  local set = {}
  for key in pairs(t) do set[key] = true end
  return set
end

-- The public fields of a class, as the annotations list them.
local fields_of = {}
for _, path in ipairs(annotations.files "lua/carcassonne") do
  for _, item in ipairs(annotations.read(path).items) do
    if item.kind == "class" then
      fields_of[item.name] = fields_of[item.name] or {}
      for _, field in ipairs(item.fields) do
        if field.name:match "^%l" then fields_of[item.name][field.name] = true end
      end
    end
  end
end

local function entries_of(title) return manual.entries(manual.section(scripting, title)) end

-- Returns the blocks of a page in a language that run (.ci/doc_blocks.lua).
local function running(path, language)
  local list = {}
  for _, block in ipairs((doc_blocks.read(path))) do
    if block.language == language and (block.status == "run" or block.status == "short") then
      list[#list + 1] = block
    end
  end
  return list
end

-- Returns the blocks in Lua; those of the chapter on selectors continue its first one.
local function blocks_of(path)
  local text = manual.read(path)
  local blocks, from = running(path, "lua"), text:find("\n## Selectors\n", 1, true)
  if not from then return blocks end
  local chapter = manual.section(text, "Selectors")
  local top, first = select(2, text:sub(1, from):gsub("\n", "")), manual.blocks(chapter, "lua")[1]
  for _, block in ipairs(blocks) do
    local line = block.line - top
    local goes_on = line > first.line and line < select(2, chapter:gsub("\n", ""))
      and not block.script:match "^return"
    if goes_on then block.script = first.code .. block.script end
  end
  return blocks
end

local function is_test(block) return block.code:find('require "carcassonne.testkit"', 1, true) ~= nil end

-- Returns the blocks in Lua without the tests of recipes, which run with their scripts
-- (spec/programs/new_spec.lua).
local function code_of(path)
  local list = {}
  for _, block in ipairs(blocks_of(path)) do
    if not is_test(block) then list[#list + 1] = block end
  end
  return list
end

local function run_test(case)
  local failure = test.run(case)
  if failure then error(table.concat(report.lines(failure), "\n"), 0) end
end

describe("The code in", function()
  for _, path in ipairs(doc_blocks.pages()) do
    for _, block in ipairs(code_of(path)) do
      local is_long = block.script:find("plugin.check", 1, true) -- this block checks whole games
      local title = "%s, line %d, runs, and games call each function of its variants%s"
      it(title:format(path, block.line, is_long and " #full" or ""), function()
        for _, source in ipairs(snippets.variants_in(block.script, path)) do
          assert.are.same({}, snippets.never_called(source), "functions that are never called")
        end
      end)
    end
  end

  local of_recipes = {}
  for _, recipe in ipairs(cookbook.recipes()) do of_recipes[recipe.test or ""] = true end
  for _, path in ipairs(doc_blocks.pages()) do
    for _, block in ipairs(blocks_of(path)) do
      local where = ("%s, line %d, "):format(path, block.line)
      if is_test(block) and path == "lua/doc/COOKBOOK.md" then
        it(where .. "is the test of a recipe", function() assert.is_true(of_recipes[block.code]) end)
      elseif is_test(block) then
        for _, case in ipairs(test.read("examples/PAGE.lua", block.script)) do
          it(where .. "holds: " .. case.name, function() run_test(case) end)
        end
      end
    end
  end

  local headers = ""
  for _, name in ipairs(annotations.PUBLIC_HEADERS) do
    headers = headers .. manual.read("csrc/include/" .. name)
  end
  for _, name in ipairs { "lua", "full" } do
    headers = headers .. manual.read(("csrc/embed/carcassonne_%s.h"):format(name))
  end
  for _, path in ipairs(doc_blocks.pages()) do
    local blocks = manual.blocks(manual.read(path), "c")
    it(path .. " calls only functions that the headers have", function()
      for _, block in ipairs(blocks) do
        for name in block.code:gmatch "(carc_[%w_]+) ?%(" do
          assert.is_truthy(headers:find(name .. " (", 1, true), name)
        end
      end
    end)
  end
end)

describe("The README", function()
  it("can be read in a few minutes", function()
    assert.is_true(select(2, readme:gsub("<!%-%-[^\n]*\n", ""):gsub("\n", "")) < 130)
  end)

  it("shows a variant, a program in Lua and one in C", function()
    assert.are.equal(2, #manual.blocks(readme, "lua"))
    assert.are.equal(1, #manual.blocks(readme, "c"))
  end)

  it("shows the program's drawing of a game: carcassonne svg lua/doc/board.carc --tile 60", function()
    local status, drawn = cli.run { "svg", "lua/doc/board.carc", "--tile", "60" }
    assert.are.equal(0, status)
    assert.is_true(drawn == manual.read "lua/doc/board.svg", "draw it again")
  end)

end)

describe("The table of expansions", function()
  local table_of = manual.read "lua/doc/EXPANSIONS.md"

  it("names each expansion and house rule with its options and their values", function()
    local names = carcassonne.expansions()
    compat.table.move(carcassonne.shipped_variants(), 1, #carcassonne.shipped_variants(), #names + 1, names)
    for _, name in ipairs(names) do
      local row = assert(table_of:match("\n| `" .. name:gsub("%p", "%%%0") .. "` |([^\n]*)"), name)
      for option, declared in pairs(modules.own_options(carcassonne.variant(name).source)) do
        assert.is_truthy(row:find("`" .. option .. "`", 1, true), name .. ": " .. option)
        for _, value in ipairs(type(declared) == "table" and declared or { declared }) do
          assert.is_truthy(row:find(tostring(value), 1, true),
            ("%s: %s = %s"):format(name, option, tostring(value)))
        end
      end
    end
  end)
end)

describe("The page on hosts", function()
  local page = manual.read "lua/doc/HOSTS.md"

  it("names for each host what shows that it works: an existing file or target", function()
    local _, rows = manual.section(page, "Hosts"):match "\n(|%-[^\n]*)\n(.-)\n\n"
    for row in rows:gmatch "[^\n]+" do
      local shown = row:match "| ([^|]*) |$"
      assert.is_truthy(shown:find "`make " or shown:find "/", row)
      for target in row:gmatch "make ([%l-]+)" do assert.is_true(targets.exists(target), target) end
      for path in shown:gmatch "%f[%w.]%.?%l+/[%w_/]+%.%l+" do assert(io.open(path), path):close() end
    end
  end)
end)

describe("The manual of scripts has an entry, and no other, for", function()
  local keys, hooks = entries_of "Keys of a variant", entries_of "Hooks"
  local hook_names = keys_of(vocabulary.hook)
  hook_names.phases, hook_names.final_scoring = true, true

  it("each key of a variant", function()
    local names = keys_of(vocabulary.variant)
    for name in pairs(hook_names) do names[name] = nil end
    assert.are.same(names, keys_of(keys))
  end)

  it("each hook, each timing of a phase, each kind of offer, and the keys beside it",
      function()
    local offers = keys_of(definition.inner_shapes.offer)
    for _, name in ipairs(selector_keys.things) do offers[name] = true end
    assert.are.same(hook_names, keys_of(hooks))
    assert.are.same(set_of(vocabulary.timings), keys_of(entries_of "Timings of a phase"))
    assert.are.same(offers, keys_of(entries_of "Offers"))
  end)

  it("each kind of item, and each key of selectors", function()
    local things = {}
    for name in manual.section(scripting, "Selectors"):gmatch '\n| `"(%l+)"` |' do
      things[#things + 1] = name
    end
    assert.are.same(set_of(selector_keys.things), set_of(things))
    assert.are.same(selector_keys.keys, keys_of(entries_of "Selectors"))
  end)

  it("each verb and each function that offers", function()
    assert.is_true(acting.acts "award" and acting.acts "forbid_deployment" and acting.acts "place_tile")
    assert.are.same(keys_of(acting.verbs), keys_of(entries_of "Verbs"))
    assert.are.same(keys_of(acting.offering), keys_of(entries_of "Offering functions"))
  end)

  -- What the tables in those keys may hold, by the schemas that check them or, if these are
  -- private, by the annotations.
  for name, key in pairs { attributes = keys.attributes, edges = keys.edges, pieces = keys.pieces,
    variables = keys.variables,
    start = keys.start } do
    it("each key in " .. name, function()
      assert.are.same(keys_of(definition.inner_shapes[name]), manual.items(key))
    end)
  end

  it("each key in phases, in steps of the final scoring, and in rows beside those of selectors", function()
    assert.are.same(fields_of.VariantPhase, manual.items(hooks.phases))
    local steps, step_rows = hooks.final_scoring:match "^(.-)A row is(.*)"
    assert.are.same(fields_of.VariantStep, manual.items(steps))
    assert.are.same(fields_of.VariantFinalRow, manual.items(step_rows))
    local rows, scorings = hooks.points:match "^(.-)A scoring,(.*)"
    assert.are.same(set_of(grammar.keys "point_row"), manual.items(rows))
    assert.are.same(set_of(grammar.keys "bonus_row"), manual.items(hooks.bonus))
    assert.are.same(fields_of.Scoring, manual.items(scorings))
  end)

  it("lists each field of the arguments of extends_builder and extra_part, and of offers", function()
    assert.are.same(fields_of.Extension, manual.items(hooks.extends_builder))
    assert.are.same(fields_of.Part, manual.items(hooks.extra_part))
    local offer = entries_of("Offering functions").offer
    for name in pairs(fields_of.OfferedOption) do assert.matches(name .. " =", offer, nil, true, name) end
  end)

  it("each reading method of a state, a feature, a game and an action", function()
    local state = keys_of(core.methods.State)
    for _, name in ipairs(acting.names) do state[name] = nil end
    assert.are.same(state, manual.readers(scripting, "Of a state", "state"))
    assert.are.same(keys_of(core.methods.Game), manual.readers(scripting, "Of a game", "game"))
    assert.are.same(fields_of.Action, manual.readers(scripting, "Of an action", "action"))
    local feature = keys_of(core.methods.Feature)
    for name in pairs(fields_of.Feature) do feature[name] = true end
    assert.are.same(feature, manual.readers(scripting, "Of a feature", "feature"))
  end)

  it("each edition and each rule value", function()
    local section = manual.section(scripting, "Rule values")
    for _, rule in ipairs(core.rules) do assert.matches("\n| " .. rule.name .. " |", section, nil, true) end
    for _, edition in ipairs(core.editions) do assert.matches("`" .. edition .. "`", section, nil, true) end
  end)
end)

describe("The manual of scripts", function()
  it("has in each entry of a chapter the facts of that chapter, and an example", function()
    local OF_KEYS = { "form: `", "default: ", "where: ", "several scripts: " }
    for title, facts in pairs { ["Keys of a variant"] = OF_KEYS, Hooks = OF_KEYS,
      ["Timings of a phase"] = { "when: " }, Offers = { "form: `" }, Verbs = { "form: `", "where: " },
      ["Offering functions"] = { "form: `", "where: " } } do
      for name, text in pairs(entries_of(title)) do
        for _, fact in ipairs(facts) do assert.matches("\n%- " .. fact, text, nil, nil, name) end
        assert.is_truthy(text:match "```lua\n" or text:match "The examples? under", name .. " has no example")
      end
    end
  end)

  it("says of each key of selectors how it is written, what has it, what matches it, and shows it", function()
    for name, text in pairs(entries_of "Selectors") do
      for _, fact in ipairs { "\n%- form: `", "\n%- of: ", "\n%- matches: ", "```lua\n" } do
        assert.matches(fact, text, nil, nil, name)
      end
    end
  end)

  -- Returns the kinds of items that a list in the manual names: "all items", "all but players and
  -- cells", "tiles, pieces".
  local function things_in(said)
    local all, named = said:match "^all items", {}
    for _, thing in ipairs(selector_keys.things) do
      local there = said:match("%f[%l]" .. thing .. "%f[%L]") ~= nil
      named[thing] = all ~= nil or there ~= (said:match "^all but" ~= nil)
    end
    return named
  end

  it("says of each key of selectors which items have it, and whether a filter may", function()
    local state = carcassonne.game():new_initial_state(1)
    local function is_refused(ask, ...)
      local fine, message = pcall(ask, state, ...)
      return not fine and message:match "do not have this key" ~= nil
    end
    for name, text in pairs(entries_of "Selectors") do
      local of = text:match "\n%- of: ([^\n]*)"
      for thing, has in pairs(things_in(of:match "^[^;]*")) do
        assert.are.equal(not has, is_refused(state.count, { thing, [name] = "last_placed" }),
          name .. " of " .. thing)
      end
      assert.are.equal(of:match "not in filters" ~= nil,
        is_refused(state.matches, 1, { [name] = "last_placed" }), name .. " in a filter")
    end
  end)

  -- Makes a game with a condition in a hook; if `hook` is nil, in a phase.
  local function make_game(hook, when)
    local function nothing() end
    local source = { name = "sample",
      variables = { "crown", "happened", { name = "coins", scope = "player" } },
      tokens = { "ruby" },
      attributes = { "inn", { name = "festival", on = "tile" }, { name = "volcano", on = "tile" } } }
    if hook then source[hook] = { when = when, run = nothing }
    else source.phases = { { name = "ask", timing = "turn_end", when = when, run = nothing } } end
    carcassonne.game { variants = { source } }:new_initial_state(1):random_playout(1)
  end

  it("has conditions in its tables that games accept", function()
    local count = 0
    for row in manual.section(scripting, "Conditions"):gmatch "\n| (%a[^\n]*)" do
      local hooks = {}
      for name in row:gmatch "`([%l_]+)`" do hooks[#hooks + 1] = name ~= "when" and name or nil end
      for code in row:gmatch "`({.-})`" do
        count = count + 1
        local when = assert(compat.basic.load("return " .. code))()
        if #hooks == 0 then make_game(nil, when) end
        for _, hook in ipairs(hooks) do make_game(hook, when) end
      end
    end
    assert.is_true(count > 20)
  end)

  it("has rows of points in its table that games accept", function()
    local count = 0
    for code in entries_of("Hooks").points:gmatch "\n| [^\n]* | `({[^\n]*})` |" do
      count = count + 1
      local row = assert(compat.basic.load("return " .. code))()
      carcassonne.game { variants = { { name = "sample", attributes = { "vineyard" }, points = { row } } } }
        :new_initial_state(1):random_playout(1)
    end
    assert.is_true(count >= 4)
  end)

  it("has one table of all keys of selectors, each with an example that works in the game of the chapter",
      function()
    local begin = scripting:match "\n## Selectors\n.-```lua\n(.-)```"
    begin = 'local carcassonne = require "carcassonne"\n' .. begin
    local count =
      assert(compat.basic.load(begin .. "\nreturn function(selector) return state:count(selector) end"))()
    local listed, found = {}, 0
    for key, such in scripting:gmatch "\n| %[`([%w_]+)`%]%(#[%w_]+%-key%) | [^\n]+ | `({ [^\n]+ })` |" do
      local selector = assert(compat.basic.load("return " .. such))()
      assert.is_truthy(such:find("%f[%w]" .. key .. " = "), such)
      found = found + (count(selector) > 0 and 1 or 0)
      listed[key] = true
    end
    assert.are.same(selector_keys.keys, listed)
    assert.is_true(found > 20)
  end)

  it("has each entry in the index", function()
    local index = manual.section(scripting .. "\n", "Index")
    for heading, name in scripting:gmatch "\n### (`([^`\n]+)`[^\n]*)" do
      local anchor = next(manual.anchors("# " .. heading))
      assert.is_truthy(index:find(("[`%s`](#%s)"):format(name, anchor), 1, true), heading)
    end
  end)

  it("names all that a script sees, and no more", function()
    local said = scripting:match "\nA script sees (.-) and the libraries"
    local libraries = scripting:match "and the libraries (.-)%."
    local names = {}
    for name in (said .. libraries):gmatch "`([%w_]+)`" do names[name] = true end
    names._G = true
    local there = {}
    local path = cli.file [[
      local list = {}
      for name in pairs(_G) do list[#list + 1] = name end
      return { name = "seen", description = table.concat(list, " ") }
    ]]
    for name in carcassonne.variant(path).source.description:gmatch "%S+" do there[name] = true end
    os.remove(path)
    assert.are.same(names, there)
  end)
end)

describe("A recipe", function()
  local blocks, page = code_of "lua/doc/COOKBOOK.md", manual.read "lua/doc/COOKBOOK.md"
  local base = carcassonne.game()

  -- Returns the points of a game without the recipe, and those of the game with the recipe.
  local function plays_alike(game, seed)
    local a, b = base:new_initial_state(seed), game:new_initial_state(seed)
    a:random_playout(seed)
    b:random_playout(seed)
    return table.concat(a:returns(), " ") == table.concat(b:returns(), " ")
  end

  -- The same for a game of greedy players, who score more points than random ones.
  local function greedy_plays_alike(game)
    local points = {}
    for i, one in ipairs { base, game } do
      local state, bot = one:new_initial_state(1), bots.new "greedy"
      while not state:is_terminal() do state:apply_index(bot:choose(state)) end
      points[i] = table.concat(state:returns(), " ")
    end
    return points[1] == points[2]
  end

  it("exists for many wishes", function()
    assert.is_true(#blocks >= 25)
    assert.are.equal(#blocks, select(2, page:gsub("\n### I want ", "")))
  end)

  for i, block in ipairs(blocks) do
    local source = snippets.variants_in(block.script, block.heading)[1]
    if source and source.name and block.code:match "return {" then
      it("for `" .. block.heading .. "` is sound, and changes what happens" .. (i > 5 and " #full" or ""),
          function()
        assert.are.same({}, check.variant(source, { games = 2 }).problems)
        local game, seed = carcassonne.game { variants = { source } }, 1
        while seed < 2000 and plays_alike(game, seed) do seed = seed + 1 end
        local fine = seed < 2000 or not greedy_plays_alike(game)
        assert.is_true(fine, "2000 random games, and a game of greedy, have the same points without it")
      end)
    end
  end
end)

describe("The text of a definition", function()
  local text = manual.read "csrc/engine/DEFINITION.md"
  local function nothing() end

  -- Returns hooks for the declarations in the lines of a block.
  local function hooks_for(code)
    local function row()
      return { variant = "example", options = {}, run = nothing, ask = nothing, on_chosen = nothing }
    end
    local hooks = { on_feature_scored = { row() }, on_piece_removed = { row() }, phase = {}, final = {} }
    for statement, name in ("\n" .. code):gmatch "\n(%l+) (%S+)" do
      if statement == "phase" then table.insert(hooks.phase, row()) end
      if statement == "final" then
        table.insert(hooks.final, row())
        hooks.final[#hooks.final].step = name
      end
    end
    return hooks
  end

  local blocks = running("csrc/engine/DEFINITION.md", "carc")
  for _, path in ipairs(doc_blocks.pages()) do
    for _, block in ipairs(running(path, "carc")) do
      it(("in line %d of %s makes a game"):format(block.line, path), function()
        local game, message, _, line = core.new_game(block.script, hooks_for(block.script), {}, 0)
        assert.is_truthy(game, ("%s, line %s"):format(tostring(message), tostring(line)))
        game:new_initial_state(1):random_playout(1)
      end)
    end
  end

  it("has an entry for each statement that the engine reads, and no other", function()
    local names = {}
    for _, file in ipairs { "grammar.def", "grammar_position.def" } do
      for name in manual.read("csrc/engine/parser/" .. file):gmatch "\n[%u_]*STATEMENT%(([%l_]+)," do
        names[name] = true
      end
    end
    assert.is_true(names.edition and names.decision)
    assert.are.same(names, keys_of(manual.entries(manual.section(text, "Statements"))))
  end)

  it("is shown for most statements", function()
    local shown = {}
    for _, block in ipairs(blocks) do
      for name in ("\n" .. block.code):gmatch "\n([%l_]+)" do shown[name] = true end
    end
    for _, name in ipairs { "rule", "attribute", "piece", "variable", "phase", "offer", "condition",
      "point_row", "bonus_row",
      "final_row", "forbidden_placement", "forbidden_deployment", "decision" } do
      assert.is_true(shown[name], name)
    end
  end)
end)

for page, folders in pairs { ["csrc/engine/README.md"] = "csrc/engine csrc/include",
    ["csrc/lua/README.md"] = "csrc/lua" } do
  it(page .. " names each of its files, and no other", function()
    local named, there = {}, {}
    for name, more in manual.read(page):gmatch "\n%- `([%w_/]+%.[ch])`([^:\n]*):" do -- `bag.c`, `.h`: both
      for _, path in ipairs { name, more == ", `.h`" and name:gsub("c$", "h") or nil } do
        assert.is_nil(named[path], path .. " is named twice")
        named[path] = true
      end
    end
    local pipe = assert(io.popen(("find %s -name '*.[ch]'"):format(folders)))
    for path in pipe:lines() do there[path:match "^csrc/%l+/(.*)$"] = true end
    pipe:close()
    assert.are.same(there, named)
  end)
end

-- The names of the parts of each file.
local anchors = setmetatable({}, { __index = function(known, file)
  known[file] = manual.anchors(manual.read(file))
  return known[file]
end })

describe("The diagram of the steps of a turn", function()
  local function arrows_of_table()
    local found = {}
    local rows = manual.read("csrc/engine/turn/steps.c"):match("step_row steps%[STEP_COUNT%] = (%b{})")
    for step, row in rows:gmatch("%[STEP_([%u_]+)%]%s*=%s*(%b{})") do
      for exit, to in row:gmatch("%[EXIT_([%u_]+)%]%s*=%s*STEP_([%u_]+)") do
        local word = exit ~= "NEXT" and ": " .. exit:lower():gsub("_", " ") or ""
        found[#found + 1] = step:lower() .. " --> " .. to:lower() .. word
      end
    end
    return found
  end

  it("shows the arrows of the table that the engine follows, and no others", function()
    local expected, shown = arrows_of_table(), {}
    local diagram = manual.read("csrc/engine/README.md"):match "stateDiagram%-v2\n(.-)```"
    for line in diagram:gmatch "[^\n]+" do shown[#shown + 1] = line:match "^%s*(.-)$" end
    assert.is_true(#expected > 10)
    table.sort(expected)
    table.sort(shown)
    assert.are.same(expected, shown)
  end)
end)

describe("The links of", function()
  for _, path in ipairs(doc_blocks.pages()) do
    it(path .. " lead somewhere", function()
      for _, link in ipairs(manual.links(manual.read(path), path)) do
        local file = io.open(link.file)
        assert.is_truthy(file, link.file)
        file:close()
        assert.is_truthy(not link.part or anchors[link.file][link.part],
          ("%s#%s"):format(link.file, tostring(link.part)))
      end
    end)
  end
end)
