-- The parts of the game in examples/love that need no window; `sh .ci/love.sh` plays it in a
-- window.

package.path = "examples/love/?.lua;" .. package.path

local Camera = require "app.draw.camera"
local Choosing = require "app.game.choosing"
local Session = require "app.game.session"
local Setup = require "app.game.setup"
local carcassonne = require "carcassonne"
local catalogue = require "app.game.catalogue"
local files = require "spec.support.files"
local keys = require "app.keys"
local points = require "app.game.points"

local MONKS = { { name = "generous-monks", path = "examples/generous-monks.lua" } }

local function find(entries, name)
  for _, entry in ipairs(entries) do
    if entry.name == name then return entry end
  end
end

local function new_session(variants, seats)
  local game = carcassonne.game { players = #(seats or { 1, 2 }), variants = variants }
  return Session.new(game:new_initial_state(7), seats or { { name = "Anna" }, { name = "Ben" } })
end

-- Takes a number of decisions, with a different choice each time.
local function play(session, decisions)
  for i = 1, decisions do
    if session.state:is_terminal() then return end
    assert(session:apply((i * 7919) % session.state:num_actions() + 1))
  end
end

describe("The keys", function()
  it("are the same in README as in the program", function()
    local wanted = keys.markdown()
    assert.is_truthy(files.read "examples/love/README.md":find(wanted, 1, true),
      "README wants this table:\n" .. wanted)
  end)

  it("have one meaning each", function()
    local seen = {}
    for _, room in ipairs(keys.rooms) do
      for _, binding in ipairs(room) do
        for _, key in ipairs(binding.keys) do
          assert.is_nil(seen[key], key)
          seen[key] = binding.name
        end
      end
    end
    assert.equal("turn", keys.name "r")
    keys.note("lshift", true)
    assert.equal("turn_back", keys.name "r")
    keys.note("lshift", false)
  end)
end)

describe("Before a game", function()
  it("lists every shipped script with its description", function()
    local entries = catalogue.read(MONKS)
    local count = #carcassonne.expansions() + #carcassonne.shipped_variants() + 1
    assert.equal(count, #entries)
    local tower = find(entries, "tower")
    assert.equal(carcassonne.variant("tower").description, tower.description)
    assert.same({ name = "capture", default = "may", values = { "may", "must" },
      description = "whether a player may or must capture a follower within reach" }, tower.options[1])
    assert.equal("Your scripts", find(entries, "generous-monks").group)
  end)

  it("lists a script with a fault with its error, and plays with the others", function()
    local entries = files.with("return { name = 'broken', colour = 1 }", function(path)
      return catalogue.read { { name = "broken", path = path } }
    end)
    assert.matches("colour: unknown key", find(entries, "broken").problem)
    local setup = Setup.new()
    setup:toggle "tower"
    assert.equal(1, #setup:game(entries):variants())
  end)

  it("two to six play, and each seat is a person or a bot", function()
    local setup = Setup.new()
    for _ = 1, 6 do setup:add_seat() end
    assert.equal(6, #setup.seats)
    for _ = 1, 6 do setup:remove_seat(1) end
    assert.equal(2, #setup.seats)
    setup:turn_seat(2, 1)
    assert.equal("greedy", setup.seats[2].bot)
    setup:turn_seat(2, -1)
    assert.is_nil(setup.seats[2].bot)
  end)

  it("uses a typed seed for one game, and keeps the other settings for the next", function()
    local setup = Setup.new()
    setup:toggle "tower"
    setup.seed = "2024"
    assert.equal(2024, setup:next_seed())
    setup:forget_seed()
    assert.not_equal(2024, setup:next_seed())
    assert.is_table(setup.chosen.tower)
  end)

  it("cycles through the values that the script declares for options", function()
    local setup, entries = Setup.new(), catalogue.read(MONKS)
    local princess = find(entries, "princess-and-dragon")
    setup:toggle(princess.name)
    for _, name in ipairs { "dragon_eats", "dragon_moves", "fairy_bonus", "fairy_stays", "princess",
        "portals" } do
      setup:turn_option(princess.name, find(princess.options, name), 1)
    end
    assert.same({ dragon_eats = "ground", dragon_moves = "after-scoring", fairy_bonus = "majority",
      fairy_stays = false,
      fairy_pays = "beside", fairy_on = "follower", edition = 1, princess = "must", tiles = true,
        princesses = true, portals = false,
      dragon = true,
      fairy = true },
      setup:game(entries):variants()[1].options)
  end)

  it("modules of an expansion may be turned off, and the message says why not all of them", function()
    local setup, entries = Setup.new(), catalogue.read(MONKS)
    local king = find(entries, "king-and-robber")
    setup:toggle(king.name)
    setup:turn_option(king.name, find(king.options, "tiles"), 1)
    setup:turn_option(king.name, find(king.options, "robber"), 1)
    assert.equal(96, setup:game(entries):num_tiles())
    setup:turn_option(king.name, find(king.options, "king"), 1)
    local game, why = setup:game(entries)
    assert.is_nil(game)
    assert.matches("king", why)
  end)

  it("scripts that cannot be combined are reported, and no game starts", function()
    local setup, entries = Setup.new(), catalogue.read(MONKS)
    local bridges = find(entries, "bridges")
    setup:toggle(bridges.name)
    setup:set_option(bridges.name, bridges.options[1], "anywhere")
    local game, problem = setup:game(entries)
    assert.is_nil(game)
    assert.matches("unknown value 'anywhere'", problem)
  end)
end)

describe("The choices", function()
  it("are every legal action, once", function()
    local session = new_session { "tower", "bridges", "princess-and-dragon" }
    for _ = 1, 150 do
      local choosing, seen = Choosing.new(session.state), {}
      for _, cell in ipairs(choosing.cells) do
        for _, choice in ipairs(cell.rotations) do seen[choice.index] = (seen[choice.index] or 0) + 1 end
      end
      for _, choice in ipairs(choosing.lines) do seen[choice.index] = (seen[choice.index] or 0) + 1 end
      for index = 1, session.state:num_actions() do assert.equal(1, seen[index]) end
      play(session, 1)
      if session.state:is_terminal() then break end
    end
  end)

  it("the tile is rotated only to where it fits", function()
    local session = new_session {}
    for _ = 1, 20 do
      local choosing = Choosing.new(session.state)
      for _, cell in ipairs(choosing.cells) do
        for _ = 1, 4 do
          choosing:turn(1, cell)
          assert.is_true(#choosing:placements(cell, choosing:rotation_in(cell)) > 0)
        end
      end
      play(session, 2)
      if session.state:decision() ~= "place" then play(session, 1) end
    end
  end)

  it("of several tiles one is in the hand, and a key or a click selects the next", function()
    local state = require("carcassonne").game(
      { variants = { "examples/hand-of-three.lua" } }):new_initial_state(2)
    local choosing, seen, held = Choosing.new(state), {}, {}
    for _ = 1, #choosing.tiles do
      held[#held + 1] = choosing.id
      assert.is_true(choosing:fits_anywhere(choosing.rotation))
      for _, cell in ipairs(choosing.cells) do
        for rotation = 0, 3 do
          for _, choice in ipairs(choosing:placements(cell, rotation)) do
            assert.equal(choosing.id, choice.action.id)
            seen[choice.index] = true
          end
        end
      end
      choosing:hold_next()
    end
    assert.same(choosing.tiles, held)
    for index = 1, state:num_actions() do assert.is_true(seen[index]) end
  end)

  it("are drawn beside their line if an option names a tile", function()
    local random = require("spec.support.properties").chooser(4)
    local state = require("carcassonne").game({ variants = { "examples/market.lua" } }):new_initial_state(4)
    while state:phase() ~= "buy" do state:apply_index(random(state:num_actions())) end
    local choosing, drawn = Choosing.new(state), {}
    for _, choice in ipairs(choosing.lines) do drawn[#drawn + 1] = choice.tile end
    assert.same(state:reserve "stall", drawn)
  end)

  it("keys reach each cell, and each line", function()
    local session = new_session { "tower" }
    play(session, 41)
    local choosing, cells, lines = Choosing.new(session.state), {}, {}
    for _ = 1, #choosing.cells + #choosing.lines do
      choosing:step(1)
      if choosing:marked_cell() then
        cells[choosing:marked_cell()] = true
      else
        lines[choosing:marked_line()] = true
      end
    end
    for _, cell in ipairs(choosing.cells) do assert.is_true(cells[cell]) end
    for line in ipairs(choosing.lines) do assert.is_true(lines[line]) end
  end)
end)

describe("The camera", function()
  -- Returns the cells that are not wholly visible.
  local function hidden(camera, cells)
    local list, view = {}, camera.view
    camera:settle()
    for _, cell in ipairs(cells) do
      local left, top = camera:to_window(cell.x, cell.y)
      local right, bottom = camera:to_window(cell.x + 1, cell.y + 1)
      local is_in = left >= view.x and top >= view.y
      is_in = is_in and right <= view.x + view.w and bottom <= view.y + view.h
      if not is_in then list[#list + 1] = cell end
    end
    return list
  end

  -- Moves the camera for a board that grows to the north-east, in a small window.
  local function grow(session, camera, decisions)
    for _ = 1, decisions do
      local choosing, best = Choosing.new(session.state), nil
      for _, cell in ipairs(choosing.cells) do
        if not best or cell.x - cell.y > best.x - best.y then best = cell end
      end
      assert(session:apply(best and best.rotations[1].index or choosing.lines[#choosing.lines].index))
      choosing = Choosing.new(session.state)
      camera:keep_in_sight(assert(choosing:box()))
      assert.same({}, hidden(camera, choosing.cells))
    end
    return Choosing.new(session.state)
  end

  it("shows each cell where the tile fits, and moves only as far as necessary", function()
    local session, camera = new_session {}, Camera.new()
    camera:set_view(0, 0, 574, 600)
    local choosing = grow(session, camera, 60)
    local x, y, scale = camera.x, camera.y, camera.scale
    camera:keep_in_sight(choosing:box())
    camera:settle()
    assert.same({ x, y, scale }, { camera.x, camera.y, camera.scale })
  end)

  it("keeps its place when the player moves it, until the whole board is requested", function()
    for _, move in ipairs { { "drag", 40, 0 }, { "zoom", 1.2 }, { "pan", 0.1, 0 }, { "look_at", 4, 4 } } do
      local camera = Camera.new()
      assert.is_falsy(camera.is_held)
      camera[move[1]](camera, move[2], move[3])
      assert.is_true(camera.is_held, move[1])
      camera:fit { left = 0, top = 0, right = 3, bottom = 3 }
      assert.is_false(camera.is_held)
    end
  end)
end)

describe("A game at the table", function()
  it("undo goes back to the last decision of a person, past those of bots", function()
    local session = new_session({}, { { name = "Anna" }, { name = "Bot", bot = "random" } })
    local hash = session.state:hash()
    assert(session:apply(1))
    while session:bot() or session.state:decision() ~= "place" do
      if session:bot() then assert(session:let_bot_decide()) else assert(session:apply(1)) end
    end
    while session.state:hash() ~= hash do assert.is_true(session:undo()) end
    assert.is_false(session:undo())
    assert.equal(hash, session.state:hash())
  end)

  it("is saved with the players of all seats, and loaded with scripts that are not shipped", function()
    local seats = { { name = "Anna" }, { name = "Bob", bot = "random" } }
    local session = new_session({ "tower", "examples/generous-monks.lua" }, seats)
    play(session, 60)
    local game, sitting = session:texts()
    local again = assert(Session.load(game, sitting, MONKS))
    assert.equal(session.state:hash(), again.state:hash())
    assert.same(session.seats, again.seats)
    assert.same(session:log(), again:log())
    local none, problem = Session.load(game, sitting, {})
    assert.is_nil(none)
    assert.matches("generous%-monks", problem)
  end)

  it("a damaged file is refused with a sentence", function()
    local session, problem = Session.load("not a game", nil, {})
    assert.is_nil(session)
    assert.matches("not a saved game", problem)
  end)

  it("points by reason add up to what each player has", function()
    local session = new_session { "tower", "inns-and-cathedrals", "king-and-robber" }
    play(session, math.huge)
    local all = points.table(session.state:events(), 2)
    for player, score in ipairs(session.state:returns()) do
      local sum = 0
      for _, count in pairs(all.of[player]) do sum = sum + count end
      assert.equal(score, sum)
    end
  end)
end)

describe("The sources of points", function()
  local SENTENCES = {
    { kind = "completed", pays = true,
      text = "Anna completes a road of 2 tiles: 2 points for Ann (2 tiles x 1)." },
    { kind = "awarded", pays = true, text = "Anna gets 1 point (fairy)." },
    { kind = "completed", pays = false, text = "Ann completes a city of 2 tiles; nobody scores it." },
  }

  it("are shown for a player by name, and Ann is not Anna", function()
    assert.same({ SENTENCES[1] }, points.about(SENTENCES, "Ann"))
    assert.same({ SENTENCES[1], SENTENCES[2] }, points.about(SENTENCES, "Anna"))
    assert.equal(2, #points.about(SENTENCES))
  end)
end)

describe("A script that changes under the running game", function()
  local RULE = "return { name = 'rule', points = { { kind = 'road', complete = true, add = %d } } }"

  it("is used from then on, and for the past", function()
    files.with(RULE:format(1), function(path)
      local session = new_session { path }
      play(session, 160)
      files.rewrite(path, RULE:format(50))
      local before = session.state:returns()
      assert.same({ "rule" }, session:reload())
      local after = session.state:returns()
      assert.is_true(after[1] + after[2] > before[1] + before[2])
      play(session, 10)
    end)
  end)

  it("stays as it was if it cannot be read", function()
    files.with(RULE:format(1), function(path)
      local session = new_session { path }
      play(session, 30)
      local hash, state = session.state:hash(), session.state
      files.rewrite(path, "return {")
      local changed, problem = session:reload()
      assert.is_nil(changed)
      assert.is_truthy(problem:find(path, 1, true), problem)
      assert.is_true(rawequal(state, session.state))
      assert.equal(hash, session.state:hash())
      play(session, 10)
    end)
  end)
end)
