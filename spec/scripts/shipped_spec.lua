-- Shipped scripts as modules: a host has all of them, in any place where `require` finds modules.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local files = require "spec.support.files"
local lfs = require "lfs"
local manual = require "spec.support.manual"
local modules = require "carcassonne.variant.modules"
local scaled = require "spec.support.scale"
local shipped = require "carcassonne.variant.shipped"
local words = require "carcassonne.describe.words"

local WAYS = { "archive", "preload", "compiled" }

-- Returns the output of a program in which memory.serve has been called with `arguments`; the
-- program must succeed.
local function printed(arguments, program)
  local output, status = files.run(
    ("local memory = dofile 'spec/support/memory.lua'\nmemory.serve(%s)\n%s"):format(arguments, program))
  assert.are.equal(0, status, output)
  return output
end

local function in_folder()
  local names = {}
  for file in lfs.dir "lua/carcassonne/expansions" do names[#names + 1] = file:match "^(.*)%.lua$" end
  table.sort(names)
  return names
end

local function sorted(names)
  local list = {}
  for i, name in ipairs(names) do list[i] = name end
  table.sort(list)
  return list
end

local ALL = {}
for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
  for _, name in ipairs(names) do ALL[#ALL + 1] = name end
end

-- Returns the keys of a variant in the order of the manual: its data, then hooks, phases and steps.
local function taught_keys()
  local text, names = manual.read "lua/doc/SCRIPTING.md", {}
  for _, title in ipairs { "Keys of a variant", "Hooks" } do
    for name in manual.section(text, title):gmatch "\n### `([%l_]+)`" do names[#names + 1] = name end
  end
  return names
end

-- Returns the keys of the table in a script, in their order: each begins a line.
local function keys_in(path)
  local names = {}
  for name in manual.read(path):match "\nreturn (%b{})":gmatch "\n  ([%l_]+) =%s" do
    names[#names + 1] = name
  end
  return names
end

-- A game with all shipped scripts, after some turns.
local GAME = [[
  local carcassonne = require "carcassonne"
  local all = carcassonne.expansions()
  for _, name in ipairs(carcassonne.shipped_variants()) do all[#all + 1] = name end
  local state = carcassonne.game { variants = all }:new_initial_state(1)
  for _ = 1, 60 do state:apply_index(state:num_actions()) end
]]

local function game_text()
  local state = carcassonne.game({ variants = ALL }):new_initial_state(1)
  for _ = 1, 60 do state:apply_index(state:num_actions()) end
  return state:serialize()
end

describe("The shipped scripts", function()
  it("are exactly those in their folder",
    function() assert.are.same(in_folder(), sorted(ALL)) end)

  it("are modules by their names", function()
    assert.are.equal("carcassonne.expansions.inns-and-cathedrals", shipped.module "inns-and-cathedrals")
    assert.are.equal("carcassonne.expansions.chained-builders", shipped.module "chained-builders")
    for _, name in ipairs { "", "..", "init", "inns", "carcassonne.expansions.tower", "expansions/tower" } do
      assert.is_nil(shipped.module(name))
    end
  end)

  for _, name in ipairs(in_folder()) do
    it("have their keys in the order in which the manual teaches them: " .. name, function()
      local declared, expected = carcassonne.variant(name).written, {}
      for _, key in ipairs(taught_keys()) do
        local is_there = declared[key] ~= nil
          and (key ~= "options" or next(modules.own_options(declared)) ~= nil)
        expected[#expected + 1] = is_there and key or nil
      end
      assert.are.same(expected, keys_in(("lua/carcassonne/expansions/%s.lua"):format(name)))
    end)
  end

  it("ask players in words of their own", function()
    local asked = {}
    for seed = 1, scaled(12, 4) do
      local state = carcassonne.game({ variants = ALL }):new_initial_state(seed)
      local player = bots.new("random", seed)
      while not state:is_terminal() do
        if state:decision() == "choice" and state:current_player() > 0 then
          asked[state:phase()] = true
          assert.is_truthy(words.asks(state), state:phase())
        end
        state:apply_index(bots.decide(player, state))
      end
    end
    assert.is_truthy(next(asked))
  end)

  for _, way in ipairs(WAYS) do
    it("play in a host with no file to be found, by way of " .. way, function()
      assert.are.equal(game_text(), printed(("%q"):format(way), GAME .. "io.write(state:serialize())"))
    end)

    it("go on there with a game that was saved where they are files, by way of " .. way, function()
      files.with(game_text(), function(path)
        assert.are.equal("true", printed(("%q"):format(way), ([[
          local text = io.open(%q):read "*a"
          io.write(tostring(assert(require("carcassonne").load(text)):serialize() == text))]]):format(path)))
      end)
    end)
  end
end)

describe("A shipped script from a host's memory", function()
  -- Returns the output of a program that has the modules as files, and runs this text first.
  local function beside_files(program)
    local output, status = files.run(program)
    assert.are.equal(0, status, output)
    return output
  end

  it("has a script's environment, not the host's", function()
    assert.are.equal("nil nil nil", beside_files [[
      local text = "return { name = 'festival', description = tostring(os) .. ' ' .. tostring(HOST) .. ' "
        .. "' .. tostring(package) }"
      HOST = "the host's"
      package.preload["carcassonne.expansions.festival"] = (loadstring or load)(text)
      io.write(require("carcassonne").variant("festival").description)]])
  end)

  it("has a fresh copy of that environment for each reader, and leaves the host's function as it was",
      function()
    assert.are.equal("1 1 the host's", beside_files [[
      local text = "N = (N or 0) + 1 return { name = 'festival', description = tostring(N) .. "
        .. "tostring(HOST or '') }"
      HOST = " the host's"
      package.preload["carcassonne.expansions.festival"] = (loadstring or load)(text)
      local carcassonne = require "carcassonne"
      local first = carcassonne.variant("festival").description
      local _ = carcassonne.variant("festival").description
      io.write(first, " ", require("carcassonne.expansions.festival").description)]])
  end)

  it("has another digest if it declares other things, but not for a comment or compiled", function()
    assert.are.equal("true true false false", beside_files [[
      local load, name = loadstring or load, "carcassonne.expansions.festival"
      local file = io.open("lua/carcassonne/expansions/festival.lua")
      local text = file:read "*a"
      local function digest(chunk)
        package.preload[name] = chunk
        return require("carcassonne").variant("festival").digest
      end
      local as_file = digest(nil)
      io.write(tostring(digest(load("-- a comment\n" .. text)) == as_file), " ",
        tostring(digest(load(string.dump(load(text), true))) == as_file), " ",
        tostring(digest(load((text:gsub(" x1 ", " x3 ", 1)))) == as_file), " ",
        tostring(digest(load((text:gsub("return {", "return { rules = { pig_bonus = 2 },", 1))))
          == as_file))]])
  end)

  it("is stopped when it does not come to an end", function()
    assert.matches("instructions", beside_files [[
      package.preload["carcassonne.expansions.festival"] = (loadstring or load) "while true do end"
      print(pcall(require("carcassonne").variant, "festival"))]])
  end)

  it("is refused if it is not a chunk of Lua, with what is expected", function()
    for _, loader in ipairs { "print", "function() return text end",
        "coroutine.wrap(function() return {} end)" } do
      local said = beside_files(([[
        local text = {}
        package.preload["carcassonne.expansions.festival"] = %s
        print(select(2, pcall(require("carcassonne").variant, "festival")), text)]]):format(loader))
      assert.matches(
        "^variant 'carcassonne.expansions.festival': this module cannot run in a sandbox: its loader "
        .. "%(in package.preload", said)
    end
  end)

  it("that a host has omitted is reported by the name of its module, with the searched places", function()
    local said = printed([['archive', (function()
      local texts = memory.texts()
      texts["carcassonne.expansions.tower"] = nil
      return texts
    end)()]], [[
      local carcassonne = require "carcassonne"
      carcassonne.game { variants = { "festival" } }
      print(select(2, pcall(carcassonne.game, { variants = { "tower" } })))
      print(#carcassonne.expansions())]])
    assert.matches("^variant 'tower': the variant is shipped, but its module "
      .. "'carcassonne.expansions.tower' is missing:\n", said)
    assert.matches("\tnothing of the name 'carcassonne.expansions.tower' in the archive\n", said)
    assert.matches("\n" .. #carcassonne.expansions() .. "\n$", said)
  end)

  it("is named with its line when it fails", function()
    assert.matches("archive/carcassonne.expansions.festival:2: no", printed([['archive', (function()
      local texts = memory.texts()
      texts["carcassonne.expansions.festival"] = "\nerror 'no'"
      return texts
    end)()]], "print(pcall(require('carcassonne').variant, 'festival'))"))
  end)
end)
