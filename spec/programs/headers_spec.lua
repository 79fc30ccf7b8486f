-- Checks the promises of the public headers to hosts in C.

local carcassonne = require "carcassonne"
local core = require "carcassonne.core"
local files = require "spec.support.files"

-- Returns the paragraph of a header that begins with these words, as one line.
local function paragraph(header, words)
  local text = files.read(header):gsub("\n%*%* ?", "\n")
  return (assert(text:match("\n(" .. words .. ".-)\n%s*[\n*]"), header .. " says nothing of it"):gsub("\n",
    " "))
end

local function names(text, name)
  return (" " .. text .. " "):find("[^%w-]" .. name:gsub("%p", "%%%0") .. "[^%w-]") ~= nil
end

-- Returns the points of random games.
local function points(game)
  local list = {}
  for seed = 1, 8 do
    local state = game:new_initial_state(seed)
    state:random_playout(seed)
    list[seed] = table.concat(state:returns(), " : ")
  end
  return list
end

describe("carcassonne.h", function()
  local WITHOUT = { cult = "challenge" } -- a module for which the header makes an exception
  local said = paragraph("csrc/include/carcassonne.h", "A program without Lua")

  for _, name in ipairs(carcassonne.expansions()) do
    it("says whether " .. name .. " needs Lua", function()
      local game = carcassonne.game {
        variants = { carcassonne.variant(name, WITHOUT[name] and { without = WITHOUT[name] }) } }
      local plain = core.new_game(game:text(), {}, {}, 0) -- nil if the script's functions are missing
      local same = plain ~= nil and pcall(assert.are.same, points(game), points(plain))
      assert.are.equal(names(said, name), same)
    end)
  end

  it("says where the players in a text are counted from", function()
    local state = carcassonne.game():new_initial_state(1)
    state:resign(2)
    assert.matches("\nresign 2 ", state:serialize(), 1, true)
    assert.matches("at 1 in texts", files.read "csrc/include/carcassonne.h", 1, true)
  end)
end)

describe("carcassonne_lua.h", function()
  local said = paragraph("csrc/embed/carcassonne_lua.h", "Open these Lua libraries")

  for _, library in ipairs { "coroutine", "debug", "io", "math", "os", "string", "table", "utf8" } do
    it("says whether a host must open " .. library, function()
      local output, status = files.run(([[
        local print = print
        _G.%s, package.loaded.%s = nil, nil
        local carcassonne = require "carcassonne"
        local state = carcassonne.game { variants = { "tower" } }:new_initial_state(1)
        state:random_playout(1)
        carcassonne.load(state:serialize())]]):format(library, library))
      assert.are.equal(names(said:match "^[^.]*", library), status ~= 0, output)
    end)
  end
end)
