-- A game as a picture: everything on the board is in the picture and in its legend; and the command
-- that writes it.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local drawing = require "carcassonne.svg.elements"
local labels = require "carcassonne.describe.labels"
local legend = require "carcassonne.svg.legend"
local marks = require "carcassonne.svg.marks"
local palette = require "carcassonne.ui.palette"
local played = require "spec.support.played"
local scale = require "spec.support.scale"
local pieces = require "carcassonne.shapes.pieces"
local scene = require "carcassonne.ui.scene"
local variables = require "carcassonne.describe.variable_values"
local standing = require "carcassonne.svg.scoreboard"
local svg = require "carcassonne.svg"
local things = require "carcassonne.describe.board_extras"
local words = require "carcassonne.describe.words"

local function count(text, what)
  local found = 0
  for _ in text:gmatch(what) do found = found + 1 end
  return found
end

-- Checks that each opening tag has a closing tag of the same name.
local function assert_sound(text)
  local open = {}
  for close, name, rest in text:gmatch "<(/?)([%a]+)([^<>]*)>" do
    if close == "/" then
      assert.equal(table.remove(open), name)
    elseif rest:sub(-1) ~= "/" then
      open[#open + 1] = name
    end
  end
  assert.same({}, open)
  assert.is_nil(text:find "&[^lgaq]")
end

local function texts_of(items)
  local list = {}
  for _, item in ipairs(items) do list[item.text] = item.sample end
  return list
end

-- Returns the items that are missing in the picture or in its legend, as text.
local function missing_of(state)
  local text, seen, game = svg.of(state), scene.of(state), state:game()
  local reported, missing = texts_of(legend.items(legend.add(game, seen))), {}
  local function want(fine, ...)
    if not fine then missing[#missing + 1] = table.concat({ ... }, " ") end
  end
  assert_sound(text)
  local tokens, lying = 0, 0
  for _, one in ipairs(seen.figures) do tokens = tokens + (one.kind == "token" and one.count or 0) end
  for _, kind in ipairs(game:tokens()) do
    local number = #state:tokens { token = kind.name, in_hand = false }
    lying = lying + number
    for bears = 1, number > 0 and kind.numbers == 1 and 1 or 0 do
      want(reported[words.name(kind.name)], "token", kind.name, bears)
    end
  end
  want(tokens == lying, lying, "tokens, not", tokens)
  want(count(text, '<g class="piece">') == #state:pieces(), #state:pieces(), "pieces")
  want(count(text, '<g class="join"') == #state:joins(), #state:joins(), "joins")
  for _, one in ipairs(seen.figures) do
    local _, role = pieces.of(one.name, one.role)
    local said = words.piece(one.name) .. " of player 1" .. (role and ", a " .. role or "")
    want(one.kind ~= "piece" or reported[said], said)
  end
  for _, area in ipairs(seen.areas) do want(reported[words.name(area.name)], "place", area.name) end
  for _, tile in ipairs(state:tiles()) do
    local printed = game:tile(tile.id, 0)
    local names = compat.table.move(printed.attributes, 1, #printed.attributes, 1, {})
    for _, segment in ipairs(printed.segments) do
      want(reported[segment.kind] or segment.kind == "spot" and reported["place for a piece"], segment.kind)
      compat.table.move(segment.attributes, 1, #segment.attributes, #names + 1, names)
    end
    for _, name in ipairs(names) do
      local label = labels.printed(game, name)
      want(not label or text:find(">" .. label .. "<", 1, true) and reported[words.name(name)], tile.id, name)
    end
  end
  return missing
end

describe("The picture of a game", function()
  it("shows each piece, token, join, named place and sign of all expansions together, and says what each is "
      .. "#full", function()
    assert.same({}, missing_of(played(carcassonne.expansions(), 1, scale(nil, 150))))
  end)

  it("has a dark line around each good, for grain is as light as paper", function()
    for _, good in ipairs { "wine", "grain", "cloth" } do
      for circle in marks.sign({ name = good }, 0, 0):gmatch "<circle[^>]*>" do
        assert.is_truthy(circle:find(('stroke="%s"'):format(drawing.rgb(palette.line)), 1, true), circle)
      end
    end
  end)

  it("distinguishes players without colours: each has a hatching, a shape and a number", function()
    local text, seen = svg.of(carcassonne.game({ players = 6 }):new_initial_state(1)), {}
    for player = 1, 6 do
      local lines = text:match('<pattern id="player' .. player .. '".-<path d="([^"]*)"')
      assert.is_string(lines)
      assert.is_nil(seen[lines])
      seen[lines] = true
    end
    local shown = svg.of(played({}, 3, 30))
    for player = 1, 3 do
      assert.matches(('fill="url%%(#player%d%%)"/><text[^>]*>%d</text>'):format(player, player), shown)
    end
  end)

  it("keeps the pieces on a tile apart #full", function()
    local state = played({ "tower", "tunnel", "princess-and-dragon", "hills-and-sheep" }, 5, 160)
    local figures = scene.of(state).figures
    assert.is_true(#figures > 10)
    for i, one in ipairs(figures) do
      for k = i + 1, #figures do
        local other = figures[k]
        local far = math.sqrt((one.x - other.x) ^ 2 + (one.y - other.y) ^ 2)
        assert.is_true(far > 0.12, ("%s and %s at %d,%d"):format(one.name, other.name, one.at.x, one.at.y))
      end
    end
  end)

  it("marks the tile placed last, and draws tokens on empty cells", function()
    local state = played({ "examples/treasure.lua" }, 2, 70)
    local x, y = state:last_placed()
    local text = svg.of(state)
    assert.matches(('<g class="last" fill="none"><rect x="%d" y="%d" width="100"'):format(x * 100,
      y * 100):gsub("%-", "%%-"), text)
    assert.is_true(#scene.of(state).cells > 0)
    assert.matches(">empty cell<", text)
  end)

  it("shows hidden things only to the player who sees them", function()
    local state = played({ "examples/treasure.lua" }, 2, 70)
    local numbers
    for _, one in ipairs(state:tokens { token = "chest", in_hand = false }) do numbers = one.number end
    assert.is_number(numbers)
    assert.matches(">C%d<", svg.of(state))
    local text = svg.of(state, { observer = "spectator" })
    assert.matches(">C%?<", text)
    assert.is_nil(text:find ">C%d<")
    assert.is_nil(text:find "chest #%d")
  end)

  it("counts the tiles still to be drawn alike for all, be some of them hidden elsewhere and a question be "
      .. "for another player", function()
    local state = carcassonne.game(
      { players = 3, variants = { "examples/hand-of-three.lua", "tower" } }):new_initial_state(3)
    local value, seen = 5, 0
    while not state:is_terminal() and seen < 3 do
      value = value * 16807 % 2147483647
      state:apply_index(value % state:num_actions() + 1)
      local left = state:num_tiles_left()
      if state:phase() and state:num_tiles_left "spectator" ~= left then
        seen = seen + 1
        assert.matches("Tiles still to be drawn: " .. left .. "%.", standing.decision(state, "spectator"))
        assert.matches("Tiles still to be drawn: " .. left .. "%.", standing.decision(state))
      end
    end
    assert.equal(3, seen)
  end)

  it("has different letters for each attribute, place and number, and other letters than tokens", function()
    local game, seen = carcassonne.game { variants = carcassonne.expansions() }, {}
    local function add(name)
      local label = labels.of(game, name)
      assert.is_true(#label <= 4, label)
      assert.is_true(seen[label] == nil or seen[label] == name, label)
      seen[label] = name
    end
    for _, kind in ipairs(game:tokens()) do seen[kind.symbol] = "token " .. kind.name end
    for _, attribute in ipairs(things.attributes(game)) do add(attribute.name) end
    for _, variable in ipairs(variables.labelled(game)) do add(variable.label) end
    for _, name in ipairs(game:areas()) do add(name) end
    assert.are_not.equal(labels.of(game, "lake"), labels.of(game, "landing"))
  end)

  it("shows on a quarter of a wind rose its direction", function()
    local game = carcassonne.game { variants = { "wind-roses" } }
    assert.are.same({ "NE", "SE", "SW", "NW", "Ro" },
      { labels.of(game, "rose-ne"), labels.of(game, "rose-se"),
      labels.of(game, "rose-sw"), labels.of(game, "rose-nw"), labels.of(game, "rose") })
  end)

  it("has the size that its tiles give it", function()
    local state = played({}, 3, 5)
    local wide = tonumber(svg.of(state):match 'width="(%d+)"')
    assert.equal(math.ceil(wide / 4), tonumber(svg.of(state, { tile = 25 }):match 'width="(%d+)"'))
  end)

  it("has lines that omit no corner if two points are equal", function()
    assert.equal("M0 10l0 -10 10 10z", drawing.path({ { 0, 1, 0, 0, 0, 0, 1, 1 } }, 10))
  end)
end)

describe("carcassonne svg", function()
  local state = played({ "tower" }, 3, 30)
  local path = cli.file(state:serialize())
  teardown(function() os.remove(path) end)

  it("writes the picture of a saved game, to standard output or a file", function()
    local status, output, errors = cli.run { "svg", path }
    assert.same({ 0, "" }, { status, errors })
    assert.equal(svg.of(state, { observer = "spectator" }), output)
    local into = os.tmpname()
    assert.equal(0, (cli.run { "svg", path, "-o", into, "--tile", "50", "--observer", "2" }))
    assert.equal(svg.of(state, { observer = 2, tile = 50 }), cli.read(into))
    os.remove(into)
  end)

  it("makes a PNG if rsvg-convert is installed, and names it otherwise", function()
    local into = os.tmpname()
    local status, output, errors = cli.run { "svg", path, "--png", into, "--tile", "20" }
    if compat.os.execute "command -v rsvg-convert >/dev/null 2>&1" == true then
      assert.same({ 0, "", "" }, { status, output, errors })
      assert.equal("\137PNG", cli.read(into):sub(1, 4))
    else
      assert.is_truthy(errors:find("--png requires rsvg-convert, which is missing (on Debian: "
        .. "apt-get install librsvg2-bin)", 1, true), errors)
    end
    os.remove(into)
  end)

  -- The arguments, and the message.
  local WRONG = {
    ["a file that is not there"] = { { "svg", "/no/such.carc" }, "cannot read /no/such.carc: No such file" },
    ["a directory"] = { { "svg", "/tmp" }, "cannot read /tmp: Is a directory" },
    ["what is not a saved game"] = { { "svg", "Makefile" }, "Makefile: " },
    ["a player who is not there"] = { { "svg", path, "--observer", "9" },
      "--observer: unknown observer '9'; expected a player from 1 to 3, spectator or all" },
    ["tiles of no pixels"] = { { "svg", path, "--tile", "0" },
      "expected a whole number of at least 1, got '0'" },
    ["a folder that is not there"] = { { "svg", path, "-o", "/no/such/a.svg" },
      "cannot write /no/such/a.svg: No such file" },
    ["a full disk"] = { { "svg", path, "-o", "/dev/full" },
      "cannot write /dev/full: No space left on device" },
  }
  for what, case in pairs(WRONG) do
    it("refuses " .. what .. " #full", function() cli.assert_refused(case[1], case[2]) end)
  end
end)
