-- Output for people: events as sentences, the board as text, and the commands `show` and `replay`.

local board = require "spec.support.board"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local cli = require "spec.support.cli"
local words = require "carcassonne.describe.words"
local lua = require "spec.support.lua"
local events = require "carcassonne.describe.events"
local memory = require "carcassonne.text.board_extras"
local picture = require "carcassonne.text.board"
local replay = require "carcassonne.cli.replay"
local show = require "carcassonne.cli.show"
local styles = require "carcassonne.text.style"
local summary = require "carcassonne.text.summary"
local terminal = require "carcassonne.text.terminal"

local function sentences(list, options)
  local texts = {}
  for i, sentence in ipairs(events.sentences(list, options)) do texts[i] = sentence.text end
  return texts
end

local function say(event, options) return sentences({ event }, options)[1] end

-- Returns the events on a board of the spec as sentences.
local function reported(t) return sentences(t.state:events(), { state = t.state }) end

local function has(list, text)
  for _, line in ipairs(list) do
    if line == text then return true end
  end
  error(("'%s' is not among:\n%s"):format(text, table.concat(list, "\n")), 2)
end

-- Runs a command; returns its status and its output, or nil and the error.
local function run(command, args)
  local fine, text, status = pcall(cli.printed, command.run, args)
  if not fine then return nil, text end
  return status, text
end

local saved = cli.file

local function played(options, seed, decisions)
  local state = carcassonne.game(options):new_initial_state(seed)
  for i = 1, decisions or math.huge do
    if state:is_terminal() then break end
    state:apply_index((i * 7919) % state:num_actions() + 1)
  end
  return state
end

describe("A sentence", function()
  it("names the tiles and pennants of a city and the points for each", function()
    assert.are.same({ "Player 1 completes a city of 3 tiles with 1 pennant: 8 points for player 1 " ..
      "(3 tiles x 2 + 1 pennant x 2)." }, sentences {
      { kind = "completed", player = 1, feature = "city", tile = 3, segment = 1, x = 0, y = 0, points = 8 },
      { kind = "scored", player = 1, feature = "city", tile = 3, segment = 1, points = 8,
        items = { { kind = "tiles", count = 3, each = 2 }, { kind = "pennants", count = 1, each = 2 } } },
    })
  end)

  it("names all who share a majority", function()
    local items = { { kind = "tiles", count = 4, each = 1 } }
    assert.are.same(
      { "Player 2 completes a road of 4 tiles: 4 points each for players 1, 2 and 4 (4 tiles x 1)." },
      sentences {
        { kind = "completed", player = 2, feature = "road", tile = 3, segment = 1 },
        { kind = "scored", player = 1, feature = "road", tile = 3, segment = 1, points = 4, items = items },
        { kind = "scored", player = 2, feature = "road", tile = 3, segment = 1, points = 4, items = items },
        { kind = "scored", player = 4, feature = "road", tile = 3, segment = 1, points = 4, items = items },
      })
  end)

  it("calls players by their names", function()
    local function name(player) return ({ "Ann", "Ben" })[player] end
    assert.are.equal("It is the turn of Ben.", say({ kind = "turn", player = 2 }, { name = name }))
    assert.are.equal("Ann draws a tile.", say({ kind = "drew", player = 1, id = "BA-A" }, { name = name }))
    assert.are.same({ "The most wine: 10 points each for Ann and Ben." }, sentences({
      { kind = "scored", final = true, feature = "goods", good = "wine", player = 1, points = 10,
        items = { { kind = "good", count = 1, each = 10 } } },
      { kind = "scored", final = true, feature = "goods", good = "wine", player = 2, points = 10,
        items = { { kind = "good", count = 1, each = 10 } } },
    }, { name = name }))
  end)

  it("exists for every kind of event", function()
    for kind, text in pairs {
      turn = "It is the turn of player 2.", drew = "Player 2 draws a tile.",
        set_aside = "A tile does not fit anywhere and is set aside.",
      placed = "Player 2 places a tile at 3,-1, turned halfway round.",
      deployed = "Player 2 puts a follower on the road, as a thief.",
      extra_part = "Player 2 extended the feature of a builder and takes another tile.",
      extra_declined = "Player 2 declines another tile.",
        resigned = "Player 2 gives up.",
      goods = "Player 2 takes 1 wine and 2 cloth from the completed city.",
      awarded = "Player 2 gets 5 points (harvest).",
      returned = "Back in hand: the follower of player 2.", ended = "The game is over.",
      final = "Final scoring: harvest.", invented = "Invented.",
    } do
      assert.are.equal(text, say { kind = kind, player = 2, id = "TB-A", x = 3, y = -1, rotation = 2,
        feature = "road",
        piece = "follower", goods = { wine = 1, grain = 0, cloth = 2 }, points = 5, label = "harvest" })
    end
  end)

  it("names an abbot, and no tile by its id if a screen shows it", function()
    assert.are.equal("Player 1 puts an abbot in the monastery.",
      say { kind = "deployed", player = 1, piece = "abbot", feature = "monastery" })
    local list = events.sentences({ { kind = "set_aside", id = "TB-A", number = 1, decision = 0 } },
      { seen = true })
    assert.are.equal("The tile that was drawn does not fit anywhere and is set aside.", list[1].text)
  end)

  it("explains a builder, a lost point and a house rule of points", function()
    assert.are.equal("Player 1 puts a builder in the city.",
      say { kind = "deployed", player = 1, piece = "builder", feature = "city" })
    assert.are.equal("Player 1 loses 1 point.", say { kind = "awarded", player = 1, points = -1 })
    local list = { { kind = "tiles", count = 3, each = 1 }, { kind = "script", count = 1, each = -2 } }
    local event = { kind = "scored", player = 1, feature = "road", points = 1, items = list }
    assert.are.equal(
      "A road of 3 tiles scores: 1 point for player 1 (3 tiles x 1 - 2 for a rule of this game).", say(event))
    local state = board.set("start=BA-D here",
      { variants = { { name = "toll-road", points = function() return 1 end }, "cult" } }).state
    assert.are.equal("A road of 3 tiles scores: 1 point for player 1 (3 tiles x 1 - 2 for toll road).",
      say(event, { state = state }))
    for kind, text in pairs { zeroed = "- 2 (all points) for little house",
        halved = "- 2 (half of the points) for little house" } do
      list[2] = { kind = kind, count = 1, each = -2, name = "little-house" }
      assert.are.equal(("A road of 3 tiles scores: 1 point for player 1 (3 tiles x 1 %s)."):format(text),
        say(event))
    end
  end)

  it("says plainly where a tile of a reserve goes, what a step is called, and what a feature becomes",
      function()
    assert.are.equal("Player 2 gets a tile (bought).", say { kind = "put", player = 2, label = "bought" })
    assert.are.equal("A tile is put aside (stall).", say { kind = "put", label = "stall" })
    assert.are.equal("A tile is out of the game.", say { kind = "put", label = "out" })
    assert.are.equal("Final scoring: big top.", say { kind = "final", label = "big-top" })
    assert.are.equal("The road at 1,0 is now marked: old ferry.",
      say { kind = "attribute_set", feature = "road", x = 1, y = 0, complete = true, label = "old_ferry" })
  end)

  it("counts the pieces that return", function()
    local function home(player, piece) return { kind = "returned", player = player, piece = piece } end
    assert.are.same({ "Back in hand: the follower of player 1; 2 followers and the builder of player 3." },
      sentences { home(3, "follower"), home(3, "builder"), home(1, "follower"), home(3, "follower") })
  end)
end)

describe("A game's story", function()
  it(
    "reports the printed example: 10 points for the knight's owner, the goods for whoever completed the city",
      function()
    local t = board.set([[
      knight=BA-E r1  TB-Q  TB-E  TB-G r3
      .               .     .     here
    ]], { standing = { "1 follower knight city:E" }, turn = 2 })
    t:play { "2: BA-E here" }
    has(reported(t), "Player 2 completes a city of 5 tiles: 10 points for player 1 (5 tiles x 2).")
    has(reported(t), "Player 2 takes 1 wine and 2 grain from the completed city.")
  end)

  it("reports a completed city, its owner and the pieces that return", function()
    local t = board.set([[
      north=BA-E r2
      here
    ]], { standing = { "1 follower north city:S" }, turn = 2 })
    t:play { "2: BA-E here r0" }
    has(reported(t), "Player 2 completes a city of 2 tiles: 4 points for player 1 (2 tiles x 2).")
    has(reported(t), "Back in hand: the follower of player 1.")
  end)

  it("reports a city that nobody scores, with its size", function()
    local t = board.set([[
      north=BA-E r2
      here
    ]], { turn = 2 })
    t:play { "2: BA-E here r0" }
    has(reported(t), "Player 2 completes a city of 2 tiles; nobody scores it.")
  end)

  it("reports the end: incomplete features, the fields, and the player with the most of a good", function()
    local t = board.set([[
      north=BA-E r2
      south=BA-E r0
    ]], { standing = { "1 follower north field:NL.NR.EL.ER.WL.WR", "1 pig north field:NL.NR.EL.ER.WL.WR" },
      have = { { wine = 2 }, { grain = 1 } }, bag = "" })
    local list = reported(t)
    has(list, "Final scoring: fields.")
    has(list, "The field at 0,0: 4 points for player 1 (1 city x 3 + 1 x 1 for the pig).")
    has(list, "The most wine: 10 points for player 1.")
    has(list, "The most grain: 10 points for player 2.")
    has(list, "The game is over.")
  end)

  it("has no event without a sentence, in games of every edition", function()
    for i, edition in ipairs(carcassonne.editions) do
      local state = played({ players = i % 5 + 2, edition = edition, variants = { "percentage-goods" } }, i)
      for _, sentence in ipairs(events.sentences(state:events(), { state = state })) do
        assert.is_truthy(sentence.text:match "^%u.*%.$", sentence.text)
        assert.is_nil(sentence.text:match "nil", sentence.text)
        assert.is_nil(sentence.text:match "table:", sentence.text)
      end
    end
  end)
end)

describe("The board as text", function()
  local t = board.set([[
    *north=BA-E r2  east=BA-A
    here            .
  ]], { standing = { "1 follower north city:S", "2 follower east monastery" } })

  it("shows tiles, pieces and the numbers of rows and columns", function()
    local lines = picture.lines(t.state)
    assert.are.equal(5, #lines)
    assert.is_truthy(lines[1]:match "^%s+0%s+1$")
    assert.are.equal(lines[1], lines[5])
    local text = table.concat(lines, "\n")
    assert.is_truthy(text:find("F1", 1, true))
    assert.is_nil(text:find("\27", 1, true))
  end)

  it("keeps a monastery visible if a monk stands beside it, and has a small letter for a farmer",
      function()
    local both = board.set("*here=BA-A", { standing = { "1 follower here monastery",
      "2 follower here field:NL.NR.EL.ER.SL.SR.WL.WR" } })
    for name in pairs(require("carcassonne.text.tile").sizes) do
      local text = table.concat(picture.lines(both.state, { size = name }), "\n")
      for _, sign in ipairs { "[M]", "F1", "f2" } do assert.is_truthy(text:find(sign, 1, true), text) end
    end
    assert.matches("F1 is a follower of player 1, f1 is a farmer of player 1$", picture.legend(both.game)[2])
  end)

  it("uses only characters of ASCII if nothing else is possible", function()
    for _, line in ipairs(picture.lines(t.state, { style = styles.new {} })) do
      assert.is_nil(line:find "[^\32-\126]", line)
    end
    for _, line in ipairs(picture.legend(t.game, styles.new {})) do
      assert.is_nil(line:find "[^\32-\126]", line)
    end
  end)

  it("shows a river, which goes under a bridge, if there is one", function()
    local function shown(style)
      local water = board.set([[ west=RI-G *RI-F r1 ]], { variants = { "river" }, bag = "BA-B" })
      return table.concat(picture.lines(water.state, { style = style, size = "large" }), "\n"),
        picture.legend(water.game, style)[1]
    end
    local text, legend = shown(styles.new { unicode = true })
    -- the tile has a road from north to south over the river
    assert.is_truthy(text:find("≈≈≈≈≈╂≈≈≈≈≈", 1, true), text)
    assert.is_truthy(legend:find("≈≈ river", 1, true))
    text, legend = shown(styles.new {})
    assert.is_truthy(text:find("~~~~~H~~~~~", 1, true), text)
    assert.is_truthy(legend:find("~~ river", 1, true))
    assert.is_nil(picture.legend(t.game, styles.new {})[1]:find("river", 1, true))
  end)

  it("is the same in colours, except for the colours", function()
    local style = styles.new { colour = true, unicode = true }
    local text = table.concat(picture.lines(t.state, { style = style }), "\n")
    assert.is_truthy(text:find("\27[", 1, true))
    assert.is_truthy(styles.strip(text):find("F1", 1, true))
    assert.is_nil(styles.strip(text):find("\27", 1, true))
  end)

  it("marks cells for a choice", function()
    local lines = picture.lines(t.state, { marks = { { x = -1, y = 0, label = "12" } } })
    assert.is_truthy(table.concat(lines, "\n"):find("[12]", 1, true))
  end)

  it("fits into the available width, with smaller tiles and at last with a part of the board", function()
    local state = played({ players = 2 }, 5)
    for _, width in ipairs { 40, 80, 140 } do
      for _, colour in ipairs { false, true } do
        local style = styles.new { colour = colour, unicode = true }
        local lines, note = picture.lines(state, { style = style, width = width })
        for _, line in ipairs(lines) do assert.is_true(styles.width(line) <= width) end
        if width == 40 then assert.is_truthy(note:match "^shown: columns ") end
      end
    end
  end)

  it("draws every tile of every set in every rotation, in every size", function()
    local game = carcassonne.game()
    for _, tile in ipairs(game:tiles()) do
      for _, colour in ipairs { false, true } do
        local shown = {}
        for rotation = 0, 3 do
          shown[rotation + 1] = { id = tile.id, rotation = rotation, title = tostring(rotation + 1) }
        end
        assert.are.equal(6, #picture.row(game, shown, styles.new { colour = colour, unicode = true }))
      end
    end
  end)
end)

describe("The position of a game", function()
  it("is a table of points, goods and pieces in hand", function()
    local state = played({ players = 3 }, 7, 40)
    local lines = summary.table(state)
    assert.are.equal(4, #lines)
    assert.is_truthy(lines[1]:match "^%s+points%s+wine%s+grain%s+cloth%s+follower%s+builder%s+pig$")
    for player = 1, 3 do
      local goods, supply = state:goods(player), state:pieces_in_hand(player)
      local numbers = {}
      for number in lines[player + 1]:gmatch "%d+" do
        numbers[#numbers + 1] = compat.math.tointeger(number)
      end
      assert.are.same({ player, state:score(player), goods.wine, goods.grain, goods.cloth, supply.follower,
        supply.builder, supply.pig }, numbers)
    end
  end)

  it("states the decision, and in the end the winner", function()
    local t = board.set("*BA-D", { sets = { "base" } })
    assert.is_truthy(words.decision(t.state):match "^Player 1 draws a tile%.")
    t:draw "BA-E"
    assert.is_truthy(words.decision(t.state):match "^Player 1 places a tile with a city %(north%)%.")
    assert.is_truthy(words.decision(played({ players = 2 }, 3)):match "^The game is over: ")
  end)
end)

describe("The command show", function()
  it("shows board, house rules, scores, pieces in hand and the decision", function()
    local state = played({ players = 2, variants = { "chained-builders" } }, 4, 32)
    while state:decision() ~= "place" do state:apply_index(1) end
    local path = saved(state:serialize())
    local status, text = run(show, { save = path, color = "never", width = 200 })
    os.remove(path)
    assert.are.equal(0, status)
    assert.is_truthy(text:find("House rules and expansions: chained-builders", 1, true))
    assert.is_truthy(text:match "points%s+wine")
    assert.is_truthy(text:find(("Player %d places %s."):format(state:turn_player(),
      words.tile(state:game(), state:hand())), 1, true), text)
    assert.is_truthy(text:find(("Legal placements: %d."):format(state:num_actions()), 1, true))
    assert.is_nil(text:find("\27", 1, true))
  end)

  it("names offers of scripts in words", function()
    local state = played({ players = 2, variants = { "corn-circles" } }, 4, 1)
    for i = 1, 400 do
      if state:phase() == "corn" then break end
      state:apply_index((i * 7919) % state:num_actions() + 1)
    end
    local path = saved(state:serialize())
    local _, text = run(show, { save = path, color = "never" })
    os.remove(path)
    assert.is_truthy(text:find("Further options: corn: deploy; corn: remove.", 1, true), text)
  end)

  it("names the deployments that are legal", function()
    local state = played({ players = 2 }, 4, 1)
    assert.are.equal("deploy", state:decision())
    local path = saved(state:serialize())
    local status, text = run(show, { save = path, color = "always" })
    os.remove(path)
    assert.are.equal(0, status)
    assert.is_truthy(text:match "Legal deployments: follower as a .*; or pass%.\n$")
    assert.is_truthy(text:find("\27[", 1, true))
  end)

  it("reports the line in which a saved game is wrong", function()
    local text = played({ players = 2 }, 4, 20):serialize():gsub("\nplace (%S+)", "\nplace XX-A", 1)
    local path = saved(text)
    for _, command in ipairs { show, replay } do
      local status, problem = run(command, { save = path })
      assert.is_nil(status)
      assert.is_truthy(problem:find("^" .. path .. ": line %d+: "), problem)
    end
    os.remove(path)
    local status, problem = run(show, { save = "/nowhere/game.carc" })
    assert.is_nil(status)
    assert.is_truthy(problem:find("/nowhere/game.carc: No such file", 1, true), problem)
  end)

  it("finds a user's script by its path", function()
    local script = os.tmpname()
    os.remove(script)
    script = script .. ".lua"
    local file = assert(io.open(script, "w"))
    file:write 'return { name = "mine", rules = { goods_bonus = 12 } }'
    file:close()
    local path = saved(played({ players = 2, variants = { script } }, 4, 20):serialize())
    local status, problem = run(show, { save = path, color = "never" })
    assert.is_nil(status)
    assert.is_truthy(problem:find("mine", 1, true), problem)
    local text
    status, text = run(show, { save = path, variant = { script }, color = "never" })
    assert.are.equal(0, status)
    assert.is_truthy(text:find("House rules and expansions: mine", 1, true))
    assert.are.equal(0, (run(replay, { save = path, variant = { script }, color = "never" })))
    os.remove(path)
    os.remove(script)
  end)
end)

describe("The command replay", function()
  local state = played({ players = 3 }, 3)
  local path

  before_each(function() path = saved(state:serialize()) end)
  after_each(function() os.remove(path) end)

  it("reports a game turn by turn, to its result", function()
    local status, text = run(replay, { save = path, color = "never" })
    assert.are.equal(0, status)
    assert.are.equal("Turn 1: player 1", text:match "^[^\n]*")
    local turns = select(2, text:gsub("\nTurn %d+: player %d\n", ""))
    assert.is_true(turns > 60)
    for _, event in ipairs(state:events()) do
      if event.kind == "placed" then
        local tile = words.tile(state:game(), event.id)
        assert.is_truthy(text:find(("  Player %d places %s at %d,%d,"):format(event.player, tile, event.x,
          event.y), 1, true))
      end
    end
    assert.is_truthy(text:find(words.decision(state), 1, true))
  end)

  it("shows the board after each turn, on request, and the last one unchanged #full", function()
    local status, text = run(replay, { save = path, board = true, color = "never" })
    assert.are.equal(0, status)
    local style = styles.new { unicode = text:find("▒", 1, true) ~= nil }
    local lines = picture.lines(state, { style = style, width = terminal.width() })
    assert.is_truthy(text:find(table.concat(lines, "\n"), 1, true))
    local first = text:match "^(.-)\n\nTurn 2"
    assert.is_truthy(first:match "\n%s+%-?%d", first)
  end)

  it("does not wait without a terminal", function()
    local _, how, status = compat.os.execute(
        ("%s lua/bin/carcassonne replay --step '%s' </dev/null >/dev/null"):format(
      lua.name, path))
    assert.are.same({ "exit", 0 }, { how, status })
  end)
end)

describe("What else is on the board", function()
  local function after_first_tile(variant)
    local state = carcassonne.game { draws = "manual", variants = { variant } }:new_initial_state()
    assert(state:apply_action "draw BA-B")
    assert(state:apply_action(state:action(1)))
    return state
  end

  it("is nothing in a game without scripts", function()
    assert.are.same({}, memory.lines(played({}, 3)))
  end)

  it("is the values of scripts, by the labels of their variables", function()
    local state = after_first_tile { name = "my-mine",
      variables = { { name = "king", label = "tiles of the king" }, { name = "nobody", label = "nobody" },
        "secret",
        { name = "coins", scope = "player", initial = 3, label = "coins" },
          { name = "hill_height", scope = "cell", label = "hill" },
        { name = "vines", scope = "feature", label = "vines" }, { name = "now", lifetime = "part" },
        { name = "token", scope = "segment", label = "the token" } },
      on_tile_placed = function(s, tile)
        s:set_variable("king", nil, 2)
        s:set_variable("secret", nil, 2)
        s:set_variable("hill_height", tile.index, 4)
        s:set_variable("vines", s:feature(tile.x, tile.y, "monastery"), 1)
        s:set_variable("now", nil, 1)
        s:set_variable("token", tile.x, tile.y, "monastery", 1)
      end }
    local x, y = state:last_placed()
    assert.are.same(
      { ("my mine: tiles of the king: 2; coins by player: 3 | 3; hill: 4 at %d,%d; vines: at %d,%d; " ..
      "the token: in the monastery at %d,%d"):format(x, y, x, y, x, y) }, memory.lines(state))
  end)

  it("is the place of a token, while it is on the board", function()
    local function thing(there)
      return { name = "mine", variables = { { name = "dragon", type = "tile", label = "the dragon" },
        "dragon_mood",
          { name = "fairy", type = "segment", label = "the fairy" } },
        on_tile_placed = function(s, tile)
          if there then s:set_variable("dragon", tile) end
          s:set_variable("dragon_mood", 4)
          if there then s:set_variable("fairy", s:segments { at = tile, kind = "monastery" }[1]) end
        end }
    end
    local state = after_first_tile(thing(true))
    local x, y = state:last_placed()
    assert.are.same({ ("mine: the dragon: at %d,%d; the fairy: in the monastery at %d,%d"):format(x, y, x,
      y) }, memory.lines(state))
    assert.are.same({}, memory.lines(after_first_tile(thing(false))))
  end)

  it("is nothing that a script has not named for people, neither there nor in the events", function()
    local function state_of(label)
      return after_first_tile { name = "mine", variables = { { name = "king_size", label = label } },
        on_tile_placed = function(s) s:set_variable("king_size", nil, 2) end }
    end
    local function of_variables(state)
      local list = {}
      for _, one in ipairs(events.sentences(state:events(), { state = state, all = true })) do
        if one.kind == "variable" then list[#list + 1] = one.text end
      end
      return list
    end
    assert.are.same({}, of_variables(state_of(nil)))
    assert.are.same({ "Size of the king: 2." }, of_variables(state_of "size of the king"))
  end)

  it("has attributes that two scripts share, by their one name", function()
    local function gardens(name)
      return { name = name, attributes = { { name = "garden", shared = true } },
        tiles = name:upper() .. "-A x1 city:N+garden field:EL.ER.SL.SR.WL.WR~N" }
    end
    assert.are.same({},
      memory.lines(carcassonne.game({ variants = { gardens "one", gardens "two" } }):new_initial_state(1)))
  end)

  it("has no attributes of tiles, which never change", function()
    local hill = { name = "hill", attributes = { { name = "steep", on = "tile" } },
      tiles = "HI-A x1 @steep city:N field:EL.ER.SL.SR.WL.WR~N", start = { { id = "HI-A", x = 0, y = 0 } } }
    assert.are.same({}, memory.lines(carcassonne.game({ variants = { hill } }):new_initial_state(1)))
  end)

  it("is the contents of reserves, with hidden tiles by their number", function()
    local STRAIGHT, CURVE = "a tile with a road (east and west)", "a tile with a road (south and west)"
    local CROSSING = "a tile with 3 roads (east; south; west)"
    local state = carcassonne.game(
      { variants = { "examples/hand-of-three.lua", { name = "stall", reserves = { "market", "empty" } } },
      position = { tiles = { { id = "BA-D" } }, decision = "place",
        reserves = { hand = { { "BA-B", "BA-U" }, { "BA-V" } }, market = { "BA-W" } } } }):new_initial_state(
          1)
    local all = "tiles in reserve: hand of player 1: %s; hand of player 2: %s; market: %s"
    assert.are.same({ all:format("a tile with a monastery, " .. STRAIGHT, CURVE, CROSSING) },
      memory.lines(state))
    assert.are.same({ all:format("2 tiles", CURVE, CROSSING) }, memory.lines(state, 2))
    assert.are.same({ all:format("2 tiles", "1 tile", CROSSING) },
      memory.lines(state, "spectator"))
  end)

  it("is every bridge and every prisoner", function()
    local state = carcassonne.game { draws = "manual", variants = { "bridges", { name = "prison",
      on_piece_removed = function() end,
        phases = { { name = "grab", timing = "deployment", ask = function(s) s:offer { "pieces" } end,
        on_chosen = function(s, piece) s:capture(piece) end } } } } }:new_initial_state()
    for _, text in ipairs { "draw BA-B", "place BA-B 0,1 r0", "bridge #2 @0,1", "deploy follower monastery",
        "draw BA-B" } do
      assert(state:apply_action(text))
    end
    state:apply_index(1)
    assert(state:apply_action "grab 1 follower monastery @0,1")
    assert.are.same({ "bridge: from west to east at 0,1", "captured: 1 follower of player 1" },
      memory.lines(state))
    has(reported { state = state }, "Player 1 lays a bridge from west to east at 0,1.")
    has(reported { state = state },
      "Player 2 chooses grab: the follower of player 1 in the monastery at 0,1.")
    local path = saved(carcassonne.game({ draws = "manual", variants = { "bridges" } }):new_initial_state(
      ):serialize())
    local status, text = run(show, { save = path })
    os.remove(path)
    assert.are.equal(0, status)
    assert.is_nil(text:find("bridge:", 1, true))
  end)
end)

describe("An option that was chosen", function()
  -- Returns the events and the sentence of an option that a script offers at the start of the first
  -- turn.
  local function chosen(option)
    local state = carcassonne.game {
        variants = { { name = "v", phases = { { name = "deal", timing = "before_scoring", ask = function(s)
      s:offer(option)
    end, on_chosen = function() end } } } } }:new_initial_state(1)
    while state:decision() ~= "choice" do state:apply_index(state:num_actions()) end
    local offered = state:action(1)
    state:apply_action(offered)
    for i, event in ipairs(state:events()) do
      if event.kind == "chose" then
        return event, events.sentences({ event }, { state = state })[1].text, i, offered
      end
    end
  end

  it("is reported with the player and the number that it names", function()
    local event, text = chosen { player = 2, number = 3 }
    assert.equal(2, event.chosen_player)
    assert.equal(3, event.chosen)
    assert.equal(1, event.player)
    assert.equal("Player 1 chooses deal: player 2, 3.", text)
  end)

  it("is reported with the owner of the piece that it names", function()
    local event, text = chosen { player = 2, piece = "builder", number = 0 }
    assert.equal("builder", event.piece)
    assert.equal("Player 1 chooses deal: the builder of player 2, 0.", text)
    assert.equal(2, event.chosen_player)
  end)

  it("is shown with a cell, with or without a tile", function()
    local event, text = chosen { x = 7, y = -3 }
    assert.same({ 7, -3 }, { event.x, event.y })
    assert.is_nil(event.tile)
    assert.equal("Player 1 chooses deal: at 7,-3.", text)
    event, text = chosen { x = 0, y = 0, number = 2 }
    assert.same({ 0, 0, 1 }, { event.x, event.y, event.tile })
    assert.equal("Player 1 chooses deal: 2 at 0,0.", text)
  end)

  it("is reported with the segment that it names, and its sides", function()
    for segment = 1, 3 do
      local event, text, _, action = chosen { x = 0, y = 0, segment = segment, player = 1 }
      assert.equal(segment, event.segment)
      assert.equal(1, event.chosen_player)
      assert.equal(action.text, event.text)
      assert.matches("^Player 1 chooses deal: player 1 %a+ the %a+ %([%a, ]+%) at 0,0%.$", text)
    end
  end)

  it("names no player and no number if the option has none", function()
    local event, text = chosen { piece = "pig" }
    assert.is_nil(event.chosen_player)
    assert.is_nil(event.chosen)
    assert.is_nil(event.x)
    assert.equal("Player 1 chooses deal: the pig.", text)
  end)
end)

describe("The contents of the board, with all expansions together,", function()
  it("are reported if two scripts have an attribute of one name", function()
    local state = played({ variants = { "count", "inns-and-cathedrals" } }, 3, 60)
    assert.is_table(memory.lines(state))
  end)
end)
