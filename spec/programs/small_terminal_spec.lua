-- `carcassonne play` in a terminal of 80 columns and 24 lines. A board soon has no room in it, and
-- its view follows the choice.

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local choices = require "carcassonne.play.choices"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local style = require "carcassonne.text.style"

local COLUMNS, LINES = 80, 24

-- Returns a game that the bot greedy has played against itself until a number of tiles are placed.
local function begun(tiles, variants)
  local state, bot = carcassonne.game({ variants = variants }):new_initial_state(5), bots.named("greedy", 1)
  while state:num_tiles() < tiles or state:decision() ~= "place" do
    state:apply_index(bots.decide(bot, state))
  end
  return state
end

-- Continues the game. Returns the output, in parts that end with a question for a cell.
local function play(state, answers, words)
  local path = cli.file(state:serialize())
  local all = { "play", "--load", path, "--width", tostring(COLUMNS), "--height", tostring(LINES) }
  compat.table.move(words or {}, 1, #(words or {}), #all + 1, all)
  local status, output, errors = cli.run(all, table.concat(answers, "\n") .. "\n")
  os.remove(path)
  assert.same({ 0, "" }, { status, errors })
  local parts = {}
  for part in output:gmatch "(.-Which [cr][^?\n]*%?)" do parts[#parts + 1] = part end
  return parts, output
end

-- Returns the boards of a part, each between two equal axes.
local function boards_of(part)
  local boards = {}
  for _, board in ("\n" .. part):gmatch "\n( +%-?%d+ [ %d-]+)\n(.-)\n%1\n" do boards[#boards + 1] = board end
  return boards
end

-- Returns the last board of a part.
local function board_of(part)
  local boards = boards_of(part)
  return boards[#boards] or ""
end

-- Returns the numbers of the cells that a board shows.
local function shown_in(board)
  local found = {}
  for label in board:gmatch "%[(%d+)%]" do found[tonumber(label)] = true end
  return found
end

local function count(found)
  local n = 0
  for _ in pairs(found) do n = n + 1 end
  return n
end

describe("In a small terminal", function()
  local state = begun(60)
  local cells = choices.cells(state)

  it("the board takes only the available lines and columns, and says what it omits", function()
    local parts, output = play(state, { "q" })
    for line in output:gmatch "[^\n]+" do assert.is_true(style.width(line) <= COLUMNS, line) end
    local last = parts[1]:match "\n\n( +%-?%d+ [ %d-]*\n.*)$"
    assert.is_true(select(2, last:gsub("\n", "")) < LINES, last)
    assert.matches("\nshown: columns %-?%d+ to %-?%d+ %(of %-?%d+ to %-?%d+%), rows %-?%d+ to %-?%d+ "
      .. "%(of %-?%d+ to %-?%d+%)\n", last)
  end)

  it("the question says how many cells are outside, and v shows them, part by part", function()
    local answers = {}
    for i = 1, 12 do answers[i] = "v" end
    local parts = play(state, answers)
    local seen = {}
    for i, part in ipairs(parts) do
      local shown = shown_in(board_of(part))
      local question = "Which cell, 1 to %d (%d are outside of this view: v shows them)?"
      assert.is_truthy(part:find(question:format(#cells, #cells - count(shown)), 1, true), part)
      for label in pairs(shown) do seen[label] = true end
      if i == 1 then assert.is_true(count(shown) < #cells) end
    end
    assert.equal(#cells, count(seen))
  end)

  it("v shows the cell of a number, and moves to a side", function()
    local parts = play(state, { "v " .. #cells, "v north", "v n", "v 1", "v sideways" })
    assert.is_true(shown_in(board_of(parts[2]))[#cells])
    local function northmost(part) return tonumber(part:match ".*, rows (%-?%d+) to") end
    assert.is_true(northmost(parts[3]) < northmost(parts[2]))
    assert.is_true(shown_in(board_of(parts[5]))[1])
    assert.matches("'sideways' is not a direction or a cell", parts[6])
    for _, side in ipairs { "n", "e", "s", "w" } do
      local answers = {}
      for i = 1, 9 do answers[i] = "v " .. side end
      local far = play(state, answers)
      assert.equal(board_of(far[9]), board_of(far[10]), side)
      assert.matches("%[%d", board_of(far[10]) .. board_of(far[1]))
    end
  end)

  it("a chosen cell is brought into view before the question for the rotation", function()
    local outside
    local shown = shown_in(board_of(play(state, { "q" })[1]))
    for i, cell in ipairs(cells) do
      if not shown[i] and #cell.actions > 1 then outside = i end
    end
    local parts = play(state, { tostring(outside), "0", "q" })
    assert.matches("Which rotation", parts[2])
    assert.is_true(shown_in(board_of(parts[2]))[outside])
  end)

  it("the cells that a hint names are in view", function()
    for _, words in ipairs { { "--hint" }, {} } do
      local _, output = play(state, { words[1] and "b" or "hint", "q" }, words)
      local before, hint = output:match "^(.-)(Greedy advises.-)Which"
      local seen = {}
      for _, board in ipairs(boards_of(before)) do
        for label in pairs(shown_in(board)) do seen[label] = true end
      end
      for label in hint:gmatch "\n  (%d+)[ ,]" do
        assert.is_true(seen[tonumber(label)] or false, label .. before .. hint)
      end
    end
  end)

  it("a cell beyond the tiles is brought into view, too: a script may offer it", function()
    local board_view = require "carcassonne.text.board_view"
    local far = { x = 40, y = -40 }
    local _, _, box = require("carcassonne.text.board").lines(state,
      { width = COLUMNS, height = LINES, keep = { far } })
    assert.is_true(board_view.has(box, far))
  end)

  it("further lines of a styled line start below its first word, too", function()
    local wrap = require "carcassonne.text.wrap"
    assert.same({ "\27[2m      -2.2 expected before;", "      +6.0 of builders\27[0m" },
      wrap.line("\27[2m      -2.2 expected before; +6.0 of builders\27[0m", 30))
  end)

  it("text breaks between words", function()
    local dragon = begun(50, { "princess-and-dragon" })
    local _, output = play(dragon, { "h", "q" })
    for line in output:gmatch "[^\n]+" do assert.is_true(style.width(line) <= COLUMNS, line) end
    assert.matches("\nsigns: [^\n]*v volcano", output)
    local help = "\n  s FILE    save the game (to continue: carcassonne play --load FILE); without\n"
      .. "            FILE: in its last file"
    assert.is_truthy(output:find(help, 1, true), output)
  end)
end)
