-- The annotations: each example in them runs, and every public name has one.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local sys = require "carcassonne.sys"
local definition = require "carcassonne.definition"
local grammar = require "carcassonne.definition.grammar"
local acting = require "spec.support.acting"
local functions = require "spec.support.functions"
local selector_keys = require "spec.support.selector_keys"
local snippets = require "spec.support.snippets"
local vocabulary = require "carcassonne.definition.vocabulary"

local files = {}
for _, path in ipairs(annotations.files "lua/carcassonne") do files[#files + 1] = annotations.read(path) end

-- Fails with the names of a variant's functions that no game calls.
local function check_calls(source)
  assert.are.same({}, snippets.never_called(source), "functions that are never called")
end

describe("The example of", function()
  local count = 0
  for _, file in ipairs(files) do
    for _, item in ipairs(file.items) do
      if item.usage then
        count = count + 1
        local name = ("%s.%s"):format(item.class and item.class.name or file.module, item.name)
        local is_long = name:find "^carcassonne%.plugin%.check" -- this example checks a whole game
        it(("%s runs%s"):format(name, is_long and " #full" or ""), function()
          local env = snippets.surroundings()
          local chunk = assert(compat.basic.load(item.usage, ("@%s:%d"):format(file.path, item.line), "t",
            env))
          local _, sources = snippets.run_and_collect(chunk)
          for _, source in ipairs(sources) do check_calls(source) end
          for word in pairs(env) do
            assert.is_truthy(snippets.surroundings()[word] or word:match "^[%l_]+$", word)
          end
        end)
      end
    end
  end

  it("the module's own page runs", function()
    local file = assert(io.open "lua/carcassonne/init.lua")
    local text = file:read "*a"
    file:close()
    local code = {}
    for line in text:match "^(.-)\n%-%- @module":gmatch "[^\n]+" do
      code[#code + 1] = line:match "^%-%-     (.*)$"
    end
    assert.is_true(#code > 5)
    assert(compat.basic.load(table.concat(code, "\n"), "@init.lua", "t", snippets.surroundings()))()
  end)

  it("exists for more than a few functions", function()
    assert.is_true(count >= 4)
  end)
end)

describe("The annotations", function()
  -- All texts in the annotations about a class or module.
  local documented = {}
  for _, file in ipairs(files) do
    for _, item in ipairs(file.items) do
      if item.kind == "class" then
        documented[item.name] = documented[item.name] or {}
        for _, field in ipairs(item.fields) do documented[item.name][field.name] = true end
      elseif item.kind ~= "alias" and item.documented then
        local group = item.class and item.class.name or file.module
        documented[group] = documented[group] or {}
        documented[group][item.name] = true
      end
    end
  end

  -- Checks that the annotated members of a class are exactly those that exist.
  local function reports(class, names)
    for name in pairs(names) do assert.is_truthy(documented[class][name], class .. "." .. name) end
    for name in pairs(documented[class]) do assert.is_not_nil(names[name], class .. "." .. name) end
  end

  it("document every member of the modules in C, and every function of the C headers", function()
    reports("carcassonne.core", core)
    reports("carcassonne.sys", sys)
    reports("OutputFile", sys.methods.OutputFile)
    for _, class in ipairs { "Game", "Search" } do reports(class, core.methods[class]) end
    for name in pairs(core.methods.Feature) do assert.is_truthy(documented.Feature[name], name) end
    for _, name in ipairs(annotations.PUBLIC_HEADERS) do
      for _, f in ipairs(annotations.read_header("csrc/include/" .. name).functions) do
        assert.is_true(f.documented, name .. ": " .. f.name)
      end
    end
  end)

  it("list methods for hooks under HookState and AskState, and the others under State", function()
    for name, method in pairs(core.methods.State) do
      local _, message = pcall(method, carcassonne.game():new_initial_state(1))
      local of_hooks = tostring(message):find("only a hook can call this", 1, true) ~= nil
      assert.are.equal(of_hooks, acting.acts(name), name)
      assert.are.equal(not of_hooks, documented.State[name] or false, name)
    end
    for _, class in ipairs { "State", "HookState", "AskState" } do
      for name in pairs(documented[class]) do
        assert.is_truthy(core.methods.State[name], class .. ":" .. name)
      end
    end
  end)

  it("document every existing field of an action, a feature, an event and a segment", function()
    local game = carcassonne.game()
    local state = game:new_initial_state(1)
    local function reported(class, object)
      for field in pairs(object) do assert.is_truthy(documented[class][field], class .. "." .. field) end
    end
    state:random_playout(1)
    for _, event in ipairs(state:events()) do reported("Event", event) end
    for _, tile in ipairs(state:tiles()) do reported("Tile", tile) end
    for _, piece in ipairs(state:pieces()) do reported("Piece", piece) end
    for _, tile in ipairs(game:tiles()) do
      reported("TileType", tile)
      for _, segment in ipairs(tile.segments) do reported("Segment", segment) end
    end
    reported("Goods", state:goods(1))
    for _, rule in ipairs(carcassonne.rules) do reported("Rule", rule) end
    local feature = state:feature(0, 0, 1)
    for field in pairs(documented.Feature) do
      assert.is_not_nil(feature[field], "Feature." .. field)
    end
  end)

  -- carcassonne.cli describes these functions of each command.
  local OF_COMMANDS = { options = true, run = true, start_programs = true }
  local function is_of_command(file, name)
    return file.module:find "^carcassonne%.cli%." ~= nil and OF_COMMANDS[name]
  end

  it("document every function of each module, and its arguments in their order", function()
    for _, file in ipairs(files) do
      assert.is_true(file.doc ~= "", file.path .. " begins without a sentence on what it is")
      if file.owner then
        local module = require(file.module)
        for name, value in pairs(module) do
          if type(value) == "function" and not name:match "^_" and not is_of_command(file, name) then
            local known = (documented[file.module] or {})[name]
            for _, item in ipairs(file.items) do known = known or item.kind == "class"
              and item.var == file.owner
              and documented[item.name][name] or item.name == name and item.private end
            assert.is_truthy(known, file.module .. "." .. name)
          end
        end
      end
      for _, item in ipairs(file.items) do
        local wanted = annotations.is_public(file, item) and not item.private
          and not is_of_command(file, item.name)
        if item.kind == "function" and wanted then
          local want, have = {}, {}
          for _, argument in ipairs(item.args) do
            if not argument:match "^_" then want[#want + 1] = argument end
          end
          for _, param in ipairs(item.params) do
            if not param.name:match "^_" then have[#have + 1] = param.name end
            assert.is_true(param.type ~= "", file.path .. ": " .. item.name .. ": " .. param.name)
          end
          assert.are.same(want, have, file.path .. ": " .. item.name)
          assert.is_true(item.doc ~= "", file.path .. ": " .. item.name)
        end
      end
    end
  end)

  local function set_of(list)
    local set = {}
    for _, name in ipairs(list) do set[name] = true end
    return set
  end

  it("document every key of selectors, and the other keys of rows and offers", function()
    -- all other keys of selectors are also keys of filters
    local of_selectors = set_of { "[1]", "highest", "min", "max", "can_place" }
    local of_filters = {}
    for name in pairs(selector_keys.keys) do of_filters[name] = not of_selectors[name] or nil end
    reports("Filter", of_filters)
    reports("Selector", of_selectors)
    local rows = set_of(grammar.keys "point_row")
    reports("VariantPointsRow", rows)
    reports("VariantBonusRow", set_of(grammar.keys "bonus_row"))
    reports("VariantPower", set_of(grammar.keys "power"))
    reports("VariantTiebreaker", set_of(grammar.keys "tiebreaker"))
    reports("VariantFinalRow", set_of(grammar.keys "final_row"))
    reports("VariantOffer", definition.inner_shapes.offer)
  end)

  it("document every option of carcassonne.game, and every key of a variant", function()
    for name in pairs(require("carcassonne.definition.vocabulary").game) do
      assert.is_truthy(documented.GameOptions[name], name)
    end
    for name in pairs(vocabulary.variant) do
      assert.is_truthy(documented[vocabulary.hook[name] and "VariantHooks" or "VariantSource"][name], name)
    end
  end)

  -- Returns the text of a class's annotation.
  local function said_of(class)
    for _, file in ipairs(files) do
      for _, item in ipairs(file.items) do
        if item.kind == "class" and item.name == class then return item.doc end
      end
    end
  end

  it("document when each phase and each of its functions is called", function()
    local phases = said_of "VariantPhase"
    for _, name in ipairs(vocabulary.timings) do assert.matches("`" .. name .. "`", phases) end
    for _, name in ipairs(vocabulary.moments) do assert.matches("`" .. name .. "`", phases) end
  end)

  -- Returns a field of a class; its type has no blanks.
  local function field_of(class, name)
    for _, file in ipairs(files) do
      for _, item in ipairs(file.items) do
        for _, field in ipairs(item.name == class and item.fields or {}) do
          if field.name == name then return field end
        end
      end
    end
  end

  it("document when each hook is called, its arguments, its results, and whether it may have rows",
      function()
    for _, hook in ipairs(vocabulary.hooks) do
      local written = ("fun(state:%s, %s, options:table)%s"):format(hook.answers and "State" or "HookState",
        hook.arguments,
        hook.answers and ":" .. hook.answers .. "?" or "")
      local field = field_of("VariantHooks", hook.name)
      local reported = field.type
      assert.matches(hook.answers and "%f[%a][Aa]sks%f[%A]" or "%f[%a]acts%f[%A]", field.text, nil,
        nil, hook.name)
      assert.are.equal(written:gsub("%s", ""), (reported:match "^%((fun.*)%)|" or reported), nil, hook.name)
      local class = assert(reported:match "%)|Variant(%a+)", hook.name)
      local expected = hook.statement and hook.name:gsub("^%l", string.upper) or hook.flag
        and "PartHook" or "Hook"
      assert.are.equal(expected, class, hook.name)
    end
  end)
end)

describe("The examples", function()
  local check = require "carcassonne.lab.check"

  -- The examples that are variants; the others are programs.
  local paths = {}
  for _, path in ipairs(annotations.files "examples") do
    local file = assert(io.open(path))
    local returns = ("\n" .. file:read "*a"):find "\nreturn {"
    if returns and not path:find "/pack%.lua$" then paths[#paths + 1] = path end
    file:close()
  end

  -- Returns the result of a script, which may require files from its folder.
  local function run(path)
    local before = package.path
    package.path = path:gsub("[^/]*$", "?.lua;") .. before
    local fine, source = pcall(dofile, path)
    package.path = before
    return assert(fine and source, source)
  end

  it("exist", function()
    assert.is_true(#paths >= 2)
  end)

  for _, path in ipairs(paths) do
    it(path .. " is sound, and each of its functions is called in some game #full", function()
      local report = check.variant(path, { games = 4 })
      assert.are.same({}, report.problems)
      check_calls(run(path))
    end)
  end

  it("with a function that nothing calls would be found", function()
    local never, games = functions.never_called { name = "idle", on_feature_scored = function() end,
      attributes = { { name = "ghost", on = "tile" } },
      phases = { { name = "haunt", timing = "deployment", when = { attribute = "ghost" },
        ask = function() end,
        on_chosen = function() end } } }
    assert.are.same({ "phases.haunt.ask", "phases.haunt.on_chosen" }, never)
    assert.is_true(games > 20)
  end)

  -- A player has made a wish at a well, and the next player is asked.
  local function wished()
    local state = carcassonne.game { players = 3, draws = "manual",
      variants = { "examples/well.lua" } }:new_initial_state()
    for _, action in ipairs { "draw WE-A", "place WE-A 1,0 r0", "throw" } do
      assert(state:apply_action(action))
    end
    assert.are.equal(2, state:current_player())
    assert.are.equal("grant", state:phase())
    return state
  end

  it("well asks the next player, who grants the wish or gets the coin", function()
    local state = wished()
    assert(state:apply_action "grant 1")
    assert.are.same({ 3, 2, 0 }, state:returns())
    assert.are.equal(2, state:variable("coins", 1))
    assert.are.equal(3, state:variable("coins", 2))
    state = wished()
    assert(state:apply_action "pass")
    assert.are.same({ 0, 0, 0 }, state:returns())
    assert.are.equal(4, state:variable("coins", 2))
  end)
end)

-- Returns a page, and the rows of its table of rule values: by rule, the words of its cells.
local function read_page(path)
  local file = assert(io.open(path))
  local text = file:read "*a"
  file:close()
  local rows, header = {}, nil
  for line in text:match("\n## Rule values.-\n(|.-)\n\n"):gmatch "[^\n]+" do
    local cells = {}
    for cell in line:gmatch "|%s*([^|]-)%s*%f[|]" do cells[#cells + 1] = cell end
    header = header or cells
    rows[cells[1]] = cells
  end
  return text, rows, header
end

describe("The table of rule values", function()
  for path, edition_at in pairs { ["lua/doc/SCRIPTING.md"] = 3, ["spec/RULES.md"] = 2 } do
    it("in " .. path .. " holds each rule and edition, and no other", function()
      local _, rows, header = read_page(path)
      local columns = {}
      for i = edition_at, #header do columns[header[i]:match "`(.-)`"] = i end
      local names = { key = true }
      for _, rule in ipairs(core.rules) do
        names[rule.name] = true
        local row = assert(rows[rule.name], rule.name)
        assert.are.equal(#header, #row, rule.name)
        for _, edition in ipairs(core.editions) do
          local said = row[assert(columns[edition], edition)]
          assert.are.equal(tostring(rule.editions[edition]), said, rule.name .. ", " .. edition)
        end
      end
      assert.are.equal(edition_at - 1 + #core.editions, #header)
      for name in pairs(rows) do assert.is_truthy(names[name] or name:match "^%-+$", name) end
    end)
  end
end)

-- Returns the files of the project that may cite a page.
local function citing_files()
  local p =
    assert(io.popen "find README.md Makefile csrc lua spec tests examples .ci -type f | LC_ALL=C sort")
  local list = {}
  for path in p:lines() do
    if path:match "%.[chl]u?a?$" or path:match "%.md$" or path:match "%.sh$" or path == "Makefile" then
      list[#list + 1] = path
    end
  end
  p:close()
  return list
end

-- Folders whose files are cited by their full path in pages.
local FOLDERS = { csrc = true, lua = true, spec = true, tests = true, examples = true, rockspec = true }

it("Each page that a file cites exists, and so does each file that a page cites", function()
  local count = 0
  for _, path in ipairs(citing_files()) do
    local file = assert(io.open(path))
    -- another test checks the links of documents
    local text = file:read("*a"):gsub("%[[^%]]*%]%([^)]*%)", "")
    for name in text:gmatch "[%w_./-]+%.%a+%f[^%w]" do
      local is_page = name:match "%.md$" and not name:match "^build/"
      if is_page or path:match "%.md$" and FOLDERS[name:match "^(%w+)/"] then
        local there = io.open(name)
        assert.is_truthy(there, ("%s cites %s"):format(path, name))
        there:close()
        count = count + 1
      end
    end
    file:close()
  end
  assert.is_true(count > 20)
end)
