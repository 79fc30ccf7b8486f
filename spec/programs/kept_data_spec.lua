--- `check` finds what a script keeps outside of its variables.

local check = require "carcassonne.lab.check"
local files = require "spec.support.files"

-- The data of a script that games change, as texts.
local function changed(text)
  return files.with(text, function(path)
    local list = {}
    for i, one in ipairs(check.variant(path, { games = 1 }).changed) do
      list[i] = ("%s: %s"):format(one.path, tostring(one.from))
    end
    return list
  end)
end

describe("check names the data that a script changes outside of its variables:", function()
  it("a local variable of a function, though the game plays as without it", function()
    assert.same({ "n: 0" }, changed [[
      local n, fixed = 0, 7
      return { name = "late", on_tile_placed = function(state) n = n + fixed end }]])
  end)

  it("a table, a global, and a variable of a function that it calls", function()
    assert.same({ "add.sum: 0", "seen.last: nil", "total: nil" }, changed [[
      local seen, sum = {}, 0
      local function add() sum = sum + 1 end
      return { name = "late", on_tile_placed = function(state) seen.last = "x" total = 1 add() end }]])
  end)

  it("data that a game removes", function()
    assert.same({ "once.more: 1" }, changed [[
      local once = { more = 1 }
      return { name = "late", on_tile_placed = function() once.more = nil end }]])
  end)

  it("and nothing of a script that stores data in variables, or only reads its own", function()
    assert.same({}, changed [[
      local points = { 1, 2 }
      return { name = "early", variables = { { name = "gold", scope = "game" } },
        on_tile_placed = function(state) state:set_variable("gold", points[1]) end }]])
  end)
end)
