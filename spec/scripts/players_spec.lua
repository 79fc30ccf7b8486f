-- The numbers of players that a script declares.

local carcassonne = require "carcassonne"
local check = require "carcassonne.lab.check"
local core = require "carcassonne.core"
local plugin = require "carcassonne.plugin"

local function variant(name, players) return { name = name, players = players } end

-- Returns the message with which a game of these scripts is refused.
local function refusal(players, ...)
  local made, message = pcall(carcassonne.game, { players = players, variants = { ... } })
  return not made and message or "accepted"
end

describe("The numbers of players of a script", function()
  it("admit games with these numbers only", function()
    local script = variant("trio", { 3, 5 })
    assert.equal(3, carcassonne.game({ players = 3, variants = { script } }):players())
    assert.equal(5, carcassonne.game({ players = 5, variants = { script } }):players())
    assert.equal("variant 'trio': players: the script is for 3 or 5 players, but the game has 2 (in `players "
      .. "3,5`)", refusal(nil, script))
    assert.equal("variant 'trio': players: the script is for 3 or 5 players, but the game has 4 (in `players "
      .. "3,5`)", refusal(4, script))
  end)

  it("can be a single number, or the value of an option", function()
    assert.match("variant 'duel': players: the script is for 2 players, but the game has 3", refusal(3,
      variant("duel", 2)), 1, true)
    local script = { name = "any", options = { seats = 4 }, players = { { option = "seats" } } }
    assert.match("the script is for 4 players, but the game has 2", refusal(2, script), 1, true)
    assert.equal("accepted", refusal(4, script))
  end)

  it("are compared with those of the other scripts", function()
    local list = { variant("duel", { 2 }), variant("trio", { 3, 4 }) }
    for players, name in pairs { [2] = "trio", [3] = "duel", [5] = "duel" } do
      local message = refusal(players, list[1], list[2])
      assert.match(("variant '%s': players: "):format(name), message, 1, true)
      assert.match("; the scripts of the game have no number of players in common", message, 1, true)
    end
    assert.is_nil(refusal(2, variant("few", { 2, 3 }), variant("trio", 3)):find("in common", 1, true))
  end)

  it("must be numbers of players", function()
    assert.equal("variant 'x': players[2]: expected 1 to 6, got 7", refusal(2, variant("x", { 2, 7 })))
    assert.equal('variant \'x\': players[1]: expected an integer, got string "two"', refusal(2, variant("x",
      { "two" })))
    assert.match("variant 'x': players: players is missing: expected a number from 1 to 6", refusal(2,
      variant("x", {})), 1, true)
  end)

  it("resolve lists by number of players when the script is loaded", function()
    local script = { name = "x", players = 3, variables = { { name = "gold", initial = { 1, 2, 3 } } } }
    local state = carcassonne.game({ players = 3, variants = { script } }):new_initial_state(1)
    assert.equal(3, state:variable "gold")
  end)

  it("are part of a saved game", function()
    local script = variant("trio", 3)
    local text = carcassonne.game({ players = 3, variants = { script } }):new_initial_state(1):serialize()
    assert(carcassonne.load(text, { variants = { script } }))
    local definition = "script trio\nplayers 3\nscript\nplayers 4\nset base\n"
    local _, message, _, line = core.new_game(definition, {}, {}, 0, 0, 0)
    assert.equal("players: the script is for 3 players, but the game has 4", message)
    assert.equal(2, line)
  end)

  it("are the numbers with which `check` plays", function()
    local played = {}
    local script = { name = "trio", players = { 3, 6 }, final_scoring = { { name = "note", after = "goods",
      run = function(state) played[#played + 1] = #state:players() end } } }
    assert.equal(0, #check.variant(script, { games = 2, sets = { "base" } }).problems)
    for _, players in ipairs(played) do assert(players == 3 or players == 6) end
    assert(#played > 0)
    assert.has_error(function() check.variant(script, { games = 1, players = { 2 } }) end,
      "variant 'trio': players: the script is for 3 or 6 players, but the game has 2 (in `players 3,6`)")
  end)
end)

describe("A plug-in with a script for some numbers of players", function()
  local game = plugin.with { variant("trio", { 3, 5 }) }

  it("has the first of them if the host names no number", function()
    assert.equal(3, #game.returns(assert(game.new { ["variant.trio"] = true })))
    assert.equal(2, #game.returns(assert(game.new {})))
  end)

  it("refuses other numbers", function()
    local state, message = game.new { ["variant.trio"] = true, players = 2 }
    assert.is_nil(state)
    assert.match("variant 'trio': players: the script is for 3 or 5 players, but the game has 2", message, 1,
      true)
  end)
end)

describe("A game's own number of players", function()
  it("is one number", function()
    local game, message, _, line = core.new_game("players 2,3\nset base\n", {}, {}, 0, 0, 0)
    assert.is_nil(game)
    assert.equal("players: a game has one number of players; only a script may list several", message)
    assert.equal(1, line)
    assert.has_error(function() carcassonne.game { players = { 2, 3 } } end)
  end)
end)
