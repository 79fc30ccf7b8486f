-- Games with the same content share one definition, but no change of one game affects another.

local carcassonne = require "carcassonne"
local files = require "spec.support.files"
local plugin = require "carcassonne.plugin"

local function script(points)
  return ("return { name = 'tolls', points = { { complete = true, add = %d } }, on_tile_placed = function() "
    .. "end }"):format(points)
end

-- Returns the game of a new state of the plug-in.
local function game_of(options) return assert(plugin.new(options, 1)):game() end

describe("A server with many games of the same options", function()
  local options = { players = 3, ["variant.tower"] = true, ["rule.pig_bonus"] = 4 }

  it("has one definition for all of them, whether they are new or read from text", function()
    local first = assert(plugin.new(options, 1))
    for seed = 2, 5 do
      local state = assert(plugin.new(options, seed))
      assert.are.equal(first:game(), state:game())
      assert.are.equal(first:game(), assert(plugin.decode(plugin.encode(state))):game())
    end
  end)

  it("has another one for other options", function()
    local one = game_of(options)
    for key, value in pairs { players = 4, ["variant.tower"] = false, ["rule.pig_bonus"] = 5, chance = "host",
        edition = "2003" } do
      local other = {}
      for name, chosen in pairs(options) do other[name] = chosen end
      other[key] = value
      assert.are_not.equal(one, game_of(other), key)
    end
  end)

  it("plays each by itself: the decisions, undos and resignations of one do not affect others", function()
    local one, other = assert(plugin.new(options, 1)), assert(plugin.new(options, 1))
    local before = plugin.encode(other)
    assert(plugin.apply(one, plugin.legal(one)[1]))
    assert.are.equal(before, plugin.encode(other))
    assert(plugin.resign(one, 2))
    assert(plugin.apply(other, plugin.legal(other)[1]))
    assert(plugin.undo(other))
    assert.are.equal(before, plugin.encode(other))
  end)

  it("frees the definition after the last of them", function()
    local weak = setmetatable({ game_of { players = 5 } }, { __mode = "v" })
    for _ = 1, 3 do collectgarbage() end
    assert.is_nil(weak[1])
  end)
end)

describe("A script that is a file", function()
  it("is shared while its text is the same; after a change on disk, a new game plays the new version",
      function()
    files.with(script(1), function(path)
      local function make() return carcassonne.game { variants = { path } } end
      local old = make()
      assert.are.equal(old, make())
      files.rewrite(path, script(2))
      local new = make()
      assert.are_not.equal(old, new)
      assert.are_not.equal(old:text(), new:text())
      assert.are.equal(new, make())
    end)
  end)

  it("is reloaded for one state, and the other games continue with the old version", function()
    files.with(script(1), function(path)
      local function make() return carcassonne.game { variants = { path } }:new_initial_state(1) end
      local one, other = make(), make()
      local text = other:game():text()
      files.rewrite(path, script(2))
      local again = assert(carcassonne.reload(one))
      assert.are_not.equal(again:game():text(), text)
      assert.are.equal(text, other:game():text())
      assert.are.equal(one:game(), other:game())
    end)
  end)

  it("is not shared among games with other limits, nor if a host reads it by its own function",
      function()
    files.with(script(1), function(path)
      local function read() return script(1) end
      local function own()
        return carcassonne.game { variants = { carcassonne.variant(path, nil, { read = read }) } }
      end
      local usual = carcassonne.game { variants = { path } }
      assert.are_not.equal(usual, carcassonne.game { variants = { path }, memory = 32 })
      assert.are_not.equal(usual, carcassonne.game { variants = { path }, budget = 1000 })
      assert.are_not.equal(own(), own())
    end)
  end)
end)

describe("A script that is a table of the host's", function()
  local function make(points, run)
    return carcassonne.game { variants = { { name = "tolls", points = { { complete = true, add = points } },
      on_tile_placed = run } } }
  end

  it("is shared with an equal one that has the same functions", function()
    local function run() end
    assert.are.equal(make(1, run), make(1, run))
    assert.are.equal(make(1), make(1))
    assert.are_not.equal(make(1, run), make(2, run))
  end)

  it("is not shared with one that has other functions, even from the same line", function()
    local function counter(by)
      return function() return by end
    end
    assert.are_not.equal(make(1, counter(1)), make(1, counter(2)))
  end)
end)

describe("A game that its host has closed", function()
  it("is not reused for a new game", function()
    local options = { players = 6 }
    local closed = carcassonne.game(options)
    debug.getmetatable(closed).__gc(closed)
    assert.are.equal(6, carcassonne.game(options):players())
  end)
end)
