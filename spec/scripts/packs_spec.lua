-- Packs: folders of scripts with a pack.lua, which are found on the path of modules, are listed,
-- and are used by name.

package.path = "examples/love/?.lua;" .. package.path

local carcassonne = require "carcassonne"
local catalogue = require "app.game.catalogue"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"
local json = require "dkjson"
local lua = require "spec.support.lua"
local plugin = require "carcassonne.plugin"
local scripts = require "carcassonne.variant"
local versions = require "carcassonne.variant.versions"

local PACK =
  [[return { name = "fair", version = "1.2", description = "Fair play.", scripts = { "alms", "gifts" } }]]
local ALMS = [[
local shared = require "shared"
return { name = "alms", description = "Of each monastery.", options = { gift = 2 },
  points = { { kind = "monastery", complete = true, add = shared.gift } } }]]
local FAIR = { ["pack.lua"] = PACK, ["alms.lua"] = ALMS, ["gifts.lua"] = "return { name = 'gifts' }",
  ["shared.lua"] = "return { gift = { option = 'gift' } }" }

-- Returns the files of a pack in a folder of packs, with some files replaced.
local function pack_files(name, other, folder)
  local texts = {}
  for _, list in ipairs { FAIR, other or {} } do
    for path, text in pairs(list) do texts[(folder or "") .. name .. "/" .. path] = text or nil end
  end
  return texts
end

local function merged(...)
  local all = {}
  for _, texts in ipairs { ... } do
    for path, text in pairs(texts) do all[path] = text end
  end
  return all
end

-- Runs a function with packs of these files installed in one of the places where modules are
-- searched.
local function installed(texts, use)
  local below = {}
  for path, text in pairs(texts) do below["carcassonne/packs/" .. path] = text end
  local before = package.path
  return files.with_folder(below, function(folder)
    package.path = ("%s;%s/?.lua;%s/?/init.lua"):format(before, folder, folder)
    local results = compat.table.pack(pcall(use, folder .. "/carcassonne/packs/", folder))
    package.path = before
    if not results[1] then error(results[2], 0) end
  end)
end

-- Returns the error about a script of packs with these files, and checks that a running game does
-- not change.
local function refusal(texts, name)
  local state, message = carcassonne.game({ variants = { "tower" } }):new_initial_state(1), nil
  local before = state:hash()
  installed(texts, function(folder)
    local fine, problem = pcall(carcassonne.game, { variants = { name or "fair/alms" } })
    assert.is_false(fine)
    message = tostring(problem):gsub(folder:gsub("%p", "%%%0"), "")
  end)
  assert.are.equal(before, state:hash())
  return message
end

-- Returns the error about a pack with this pack.lua.
local function refused(text) return refusal(pack_files("fair", { ["pack.lua"] = text })) end

local function needing(needs, more)
  return pack_files("fair", merged({ ["pack.lua"] =
    ("return { name = 'fair', version = '1', scripts = { 'alms' }, needs = %s }"):format(needs) },
      more or {}))
end

describe("A pack", function()
  it("that is installed gives games its scripts by name, with their options", function()
    installed(pack_files "fair", function()
      local variant = carcassonne.variant("fair/alms", { gift = 5 })
      assert.are.equal(5, variant.source.points[1].add)
      local state = carcassonne.game({ variants = { "fair/alms", "fair/gifts" } }):new_initial_state(1)
      state:random_playout(1)
      local again = assert(carcassonne.load(state:serialize(), { variants = { "fair/alms", "fair/gifts" } }))
      assert.are.equal(state:serialize(), again:serialize())
    end)
  end)

  it("in any other folder does so by its path", function()
    files.with_folder(pack_files "fair", function(folder)
      assert.are.equal("alms", carcassonne.variant(folder .. "/fair/alms").name)
      assert.are.same({ folder .. "/fair/pack.lua", folder .. "/fair/alms.lua",
        folder .. "/fair/shared.lua" },
        scripts.paths(folder .. "/fair/alms"))
    end)
  end)

  it("has the digest of its script and the required files: another version does not change it",
      function()
    installed(pack_files "fair", function(folder)
      local state = carcassonne.game({ variants = { "fair/alms" } }):new_initial_state(1)
      local text = state:serialize()
      files.rewrite(folder .. "fair/pack.lua", (PACK:gsub("1%.2", "1.3")))
      assert(carcassonne.load(text, { variants = { "fair/alms" } }))
      files.rewrite(folder .. "fair/shared.lua", "return { gift = 7 }")
      assert.matches("has changed since", select(2, carcassonne.load(text, { variants = { "fair/alms" } })))
      local again = assert(carcassonne.reload(state))
      assert.are_not.equal(state:game():variants()[1].digest, again:game():variants()[1].digest)
    end)
  end)

  it("is found by every searcher of modules, and no C library is loaded for it", function()
    files.with_folder(pack_files "fair", function(folder)
      local function search(module)
        if module == "carcassonne.packs.fair.pack" then
          return assert(loadfile(folder .. "/fair/pack.lua"))
        end
      end
      local searchers = rawget(package, "searchers") or rawget(package, "loaders")
      table.insert(searchers, 2, search)
      local fine, variant = pcall(carcassonne.variant, "fair/alms")
      table.remove(searchers, 2)
      assert.is_true(fine, variant)
      assert.are.equal("alms", variant.name)
    end)
    files.with_folder({ ["carcassonne/packs/fair/pack.so"] = "\127ELF" }, function(folder)
      local before = package.cpath
      package.cpath = folder .. "/?.so"
      local _, message = pcall(carcassonne.variant, "fair/alms")
      package.cpath = before
      assert.matches("this is not a shipped variant", message)
    end)
  end)

  it("of a host with its own files is read by the host's function", function()
    local texts = pack_files("fair", nil, "carcassonne/packs/")
    local places = { read = function(path) return texts[path], "not there" end, list = function(folder)
      return folder == "carcassonne/packs/" and { "fair", "none" } or {}
    end }
    assert.are.equal("alms", carcassonne.variant("fair/alms", nil, { read = places.read }).name)
    local list = carcassonne.packs(places)
    assert.are.same({ 1, "fair", "1.2", { "fair/alms", "fair/gifts" } },
      { #list, list[1].name, list[1].version, list[1].scripts })
  end)
end)

describe("A pack is refused, with the script, the file and what to do,", function()
  it("if its pack.lua is wrong", function()
    assert.matches("^variant 'fair/alms': pack 'fair/pack.lua': fair/pack.lua:2: [^\n]*near",
      refused "return {\n name name }")
    assert.matches("^variant 'fair/alms': pack 'fair/pack.lua': fair/pack.lua:1: boom",
      refused "error 'boom'")
    assert.matches("too many instructions", refused "while true do end")
    assert.matches("the file returned nil, expected a table", refused "")
    assert.matches(
      "pack 'fair/pack.lua': version: expected numbers separated by dots, such as \"1.2.0\", got nil",
      refused "return { name = 'fair', scripts = { 'alms' } }")
    assert.matches("version: [^\n]*got string \"new\"",
      refused "return { name = 'fair', version = 'new', scripts = { 'alms' } }")
    assert.matches("script: unknown key %(did you mean scripts%?%)",
      refused "return { name = 'fair', version = '1', script = {} }")
    assert.matches("scripts: expected the names of the pack's scripts",
      refused "return { name = 'fair', version = '1', scripts = {} }")
    assert.matches("scripts: 'alms' is listed twice",
      refused "return { name = 'fair', version = '1', scripts = { 'alms', 'alms' } }")
    assert.matches("name: expected the name of the pack's folder, got 'unfair'",
      refused "return { name = 'unfair', version = '1', scripts = { 'alms' } }")
  end)

  it("if it names a script outside of its folder", function()
    for _, name in ipairs { "../alms", "/etc/passwd", "sub/alms", "alms.lua", "." } do
      assert.matches("scripts%[1%]: expected a small letter, then letters, digits, _ and %-, at most 60 "
        .. "characters, got string",
        refused(("return { name = 'fair', version = '1', scripts = { %q } }"):format(name)))
    end
    installed(pack_files "fair", function(folder)
      files.with("return { name = 'x' }", function(outside)
        os.remove(folder .. "fair/gifts.lua")
        assert(compat.os.execute(("ln -s '%s' '%sfair/gifts.lua'"):format(outside, folder)))
        local _, message = pcall(carcassonne.variant, "fair/gifts")
        assert.matches("^variant 'fair/gifts': '[^\n]*fair/gifts.lua' is a link that leads out of the folder",
          message)
      end)
    end)
  end)

  it("if a script is missing, unknown, or requires a file outside", function()
    assert.matches("^variant 'fair/gifts': there is no file 'fair/gifts.lua'",
      refusal(pack_files("fair", { ["gifts.lua"] = false }), "fair/gifts"))
    assert.matches(
      "pack 'fair/pack.lua': unknown script 'gift' %(did you mean gifts%?%); expected alms, gifts",
      refusal(pack_files "fair", "fair/gift"))
    assert.matches("name one of the pack's scripts: fair/alms, fair/gifts",
      refusal(pack_files "fair", "fair"))
    assert.matches("fair/alms.lua:1: require '../other/x': the name of a file must have",
      refusal(pack_files("fair", { ["alms.lua"] = "require '../other/x' return {}" })))
  end)

  it("if it needs another version of the program", function()
    assert.matches("^variant 'fair/alms': pack 'fair/pack.lua': needs.carcassonne: requires carcassonne >= "
      .. "99, but this is version %d",
      refusal(needing "{ carcassonne = '>= 99' }"))
    assert.matches(
      "needs.carcassonne: expected versions, such as \">= 1.2\" or \">= 1, < 2\", got string \"newest\"",
      refusal(needing "{ carcassonne = 'newest' }"))
    installed(needing(("{ carcassonne = '>= %s' }"):format(carcassonne.version)), function()
      assert.are.equal("alms", carcassonne.variant("fair/alms").name)
    end)
  end)

  it("if it needs a missing pack, or another version of it", function()
    local other = pack_files("other",
      { ["pack.lua"] = "return { name = 'other', version = '2.1', scripts = { 'alms' } }" })
    assert.matches("needs.other: requires the pack 'other' in version >= 1, but no such pack is installed",
      refusal(needing "{ other = '>= 1' }"))
    assert.matches("needs.other: requires the pack 'other' in version >= 3, but found version 2.1 in "
      .. "[^\n]*other/pack.lua",
      refusal(merged(needing "{ other = '>= 3' }", other)))
    installed(merged(needing "{ other = '>= 2, < 3' }", other), function()
      assert.are.equal("alms", carcassonne.variant("fair/alms").name)
    end)
    local back = "return { name = 'other', version = '2.1', scripts = { 'alms' }, needs = { fair = '1' } }"
    installed(merged(needing "{ other = '2.1' }", pack_files("other", { ["pack.lua"] = back })), function()
      assert.are.equal("alms", carcassonne.variant("fair/alms").name)
    end)
  end)

  it("if two packs have its name", function()
    installed(pack_files "fair", function(first)
      local both
      files.with_folder(pack_files("fair", nil, "carcassonne/packs/"), function(folder)
        package.path = package.path .. (";%s/?.lua"):format(folder)
        both = { pcall(carcassonne.variant, "fair/alms") }
        local list = carcassonne.packs()
        assert.matches("two packs have this name", list[#list].problem)
      end)
      assert.is_false(both[1])
      local said =
        ("variant 'fair/alms': pack 'fair': two packs have this name: %sfair/pack.lua and "):format(first)
      assert.is_truthy(both[2]:find(said, 1, true), both[2])
      assert.matches("remove one", both[2])
    end)
  end)
end)

describe("Versions", function()
  it("are compared number by number", function()
    for _, row in ipairs { { "1.10", ">= 1.9", true }, { "1.9", "> 1.10", false }, { "1.0.0", "1", true },
      { "2", ">= 1, < 2", false }, { "0.9.9", "<1", true }, { "1.2", "== 1.2.0", true },
          { "1.2.1", "<= 1.2", false } } do
      assert.are.equal(row[3], versions.fits(row[1], row[2]), row[1] .. " " .. row[2])
    end
    for _, wanted in ipairs { "", ">=", "=> 1", "1..2", "1.", "latest", ">= 1,", ">= 1 < 2", "!= 1" } do
      assert.is_nil(versions.fits("1", wanted), wanted)
    end
  end)
end)

describe("Packs are listed", function()
  it("by the command, with versions, scripts and errors #full", function()
    installed(merged(pack_files "fair", pack_files("bad", { ["pack.lua"] = "return { name = 'bad' }" }),
      pack_files("worse", { ["pack.lua"] = PACK:gsub("fair", "worse"), ["gifts.lua"] = "return {" })),
        function(_, root)
      local environment = ("LUA_PATH='%s/?.lua;%s'"):format(root, package.path)
      local status, output, errors = cli.run({ "packs" }, "", environment)
      assert.are.same({ 1, "" }, { status, errors })
      assert.matches("\nfair +1.2 +fair/alms +Of each monastery.\n +fair/gifts\n", output)
      assert.matches("problem: pack '[^\n]*bad/pack.lua': version: expected numbers", output)
      assert.matches("problem: variant '[^\n]*worse/gifts.lua:1: ", output)
      local _, names = cli.run({ "packs", "--names" }, "", environment)
      assert.are.equal("fair/alms\nfair/gifts\nworse/alms\nworse/gifts\n", names)
      local list = json.decode((select(2, cli.run({ "packs", "--json" }, "", environment))))
      assert.are.same({ "bad", "fair", "worse" }, { list[1].name, list[2].name, list[3].name })
      assert.are.equal("fair/gifts", list[2].scripts[2].name)
      status = cli.run({ "run", "-n", "2", "--variant", "fair/alms:gift=3" }, "", environment)
      assert.are.equal(0, status)
    end)
  end)

  it("of a folder: the example's scripts play, alone and together", function()
    local status, output = cli.run { "packs", "examples/packs" }
    assert.are.equal(0, status)
    assert.matches("wayside +1.0.0 +examples/packs/wayside/milestones", output)
    status, output = cli.run { "test", "examples/packs/wayside/wayside_spec.lua" }
    assert.are.equal(0, status, output)
    local game = carcassonne.game { players = 3,
      variants = { "examples/packs/wayside/tolls", "examples/packs/wayside/milestones" } }
    local state = game:new_initial_state(2)
    state:random_playout(2)
    local kinds = {}
    for _, event in ipairs(state:events()) do kinds[event.label or ""] = true end
    assert.is_true(kinds.toll and kinds.milestones)
  end)

  it("do not exist if none is installed", function()
    files.with_folder({ ["empty/x"] = "" }, function(folder)
      assert.are.same({}, carcassonne.packs { folder = folder })
      assert.are.equal("no packs\n", (select(2, cli.run { "packs", folder })))
    end)
    assert.are.same({}, carcassonne.packs { folder = "/nowhere" })
    assert.has_error(function() carcassonne.packs { folders = "x" } end,
      "packs: folders: unknown key (did you mean folder?)")
  end)

  it("by the plug-in, with the errors of those that it omits", function()
    installed(merged(pack_files "fair", pack_files("again", { ["pack.lua"] = PACK:gsub("fair", "again") })),
        function()
      local face, problems = plugin.with_packs()
      local names = {}
      for _, option in ipairs(face.options) do names[option.name] = true end
      assert.is_true(names["variant.alms"] and names["variant.alms.gift"] and names["variant.gifts"])
      -- `alms` and `gifts` of the second pack have the same names as those of the first
      assert.are.equal(2, #problems)
      local state = assert(face.new({ ["variant.alms"] = true }, 1))
      assert(face.decode(face.encode(state)))
      assert.are.equal("alms",
        plugin.with({ "fair/alms" }).new({ ["variant.alms"] = true }):game():variants()[1].name)
    end)
  end)

  it("by the game on LÖVE, installed or in its folder for scripts, but their helpers are not scripts",
      function()
    local texts = merged(pack_files("fair", nil, "scripts/"),
      pack_files("bad", { ["pack.lua"] = "oops" }, "scripts/"),
      { ["scripts/mine.lua"] = "return { name = 'mine', description = require 'shared' }",
        ["scripts/shared.lua"] = "return 'said'" })
    local love_before = rawget(_G, "love")
    local items = { scripts = { "bad", "fair", "mine.lua", "shared.lua" } }
    rawset(_G, "love", { filesystem = { createDirectory = function() end,
      read = function(path) return texts[path], "not there" end,
      getDirectoryItems = function(folder) return items[folder:gsub("/$", "")] or {} end } })
    local reported, entries = {}, nil
    local house = { ["pack.lua"] = PACK:gsub("fair", "house"),
      ["alms.lua"] = ALMS:gsub("alms", "house-alms") }
    installed(pack_files("house", house), function() entries = catalogue.read() end)
    rawset(_G, "love", love_before)
    for _, entry in ipairs(entries) do
      reported[#reported + 1] = (entry.group == "Packs" or entry.group == "Your scripts")
        and entry.group .. ": "
        .. entry.name
        .. (entry.problem and " !" or "") or nil
    end
    assert.are.same({ "Packs: house-alms", "Packs: gifts", "Your scripts: bad !", "Your scripts: alms",
      "Your scripts: gifts",
      "Your scripts: mine" }, reported)
  end)
end)

describe("A program of its own", function()
  it("finds packs where its modules are, in this Lua", function()
    installed(pack_files "fair", function(_, root)
      local program = "package.path = '%s/?.lua;' .. package.path "
        .. "io.write(require('carcassonne').variant('fair/alms').name)"
      local output = files.run(program:format(root))
      assert.are.equal("alms", output, lua.name)
    end)
  end)
end)
