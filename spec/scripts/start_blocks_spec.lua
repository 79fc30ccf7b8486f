-- Start tiles of several variants: each variant's tiles are a block, which moves as a whole if
-- another block is in its cells.

local carcassonne = require "carcassonne"
local properties = require "spec.support.properties"
local scaled = require "spec.support.scale"

local MEADOW = "field:NL.NR.EL.ER.SL.SR.WL.WR"

-- Returns a variant whose start tiles are drawn as text: rows from north to south, a letter for
-- each tile, a point for none.
local function block(name, tiles, rows, more)
  local source = { name = name, tiles = tiles, start = {} }
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local letter = row:sub(x, x)
      if letter ~= "." then table.insert(source.start, { id = letter, x = x - 1, y = y - 1 }) end
    end
  end
  for key, value in pairs(more or {}) do source[key] = value end
  return source
end

local HILL = block("hill", "A x4 " .. MEADOW, { "AA", "AA" })
local TOWN = block("town", "B x1 city:N.E.S.W", { "B" })
local POND = block("pond", "C x1 " .. MEADOW, { "C" })

-- Returns the tiles on the board at the start, with their cells: "A 0,0 r0; ...".
local function table_of(options)
  local lines = {}
  local observed = carcassonne.game(options):new_initial_state(1):observation_string()
  for line in observed:gmatch "start ([^\n]+)" do lines[#lines + 1] = line end
  return table.concat(lines, "; ")
end

local function refused(options, ...)
  local fine, message = pcall(carcassonne.game, options)
  assert.is_false(fine)
  for _, part in ipairs { ... } do assert.is_truthy(message:find(part, 1, true), message) end
end

describe("Start tiles of two variants", function()
  it("keep their cells if possible", function()
    local street = { name = "street", start = { { id = "BA-D" } } }
    local longer = { name = "longer", start = { { id = "BA-D", x = 1 } } }
    assert.equal("BA-D 0,0 r0; BA-D 1,0 r0", table_of { variants = { street, longer } })
    assert.equal("RI-A 0,0 r0", table_of { variants = { "river" } })
  end)

  it("are beside each other if both claim a cell: the first stays, the other goes to the nearest place",
      function()
    assert.equal("RI-A 0,0 r0; C 0,-1 r0", table_of { variants = { "river", POND } })
    assert.equal("C 0,0 r0; RI-A 0,-1 r0", table_of { variants = { POND, "river" } })
  end)

  it("move as a whole", function()
    assert.equal("C 0,0 r0; A 1,0 r0; A 2,0 r0; A 1,1 r0; A 2,1 r0", table_of { variants = { POND, HILL } })
    assert.equal("A 0,0 r0; A 1,0 r0; A 0,1 r0; A 1,1 r0; C 0,-1 r0", table_of { variants = { HILL, POND } })
  end)

  it("go to the north before the west, and to the west before the east, at equal distances", function()
    local walled = block("walled", "A x1 city:N field:EL.ER.SL.SR.WL.WR", { "A" })
    assert.equal("A 0,0 r0; C -1,0 r0", table_of { variants = { walled, POND } })
  end)

  it("may be those of three variants, and of the game, whose own tiles keep their cells", function()
    assert.equal("C 0,0 r0; RI-A 0,-1 r0; D -1,0 r0",
      table_of {
        variants = { POND, "river", block("dell", "D x1 city:N field:EL.ER.SL.SR.WL.WR", { "D" }) } })
    assert.equal("BA-D 0,0 r0; RI-A 0,1 r0", table_of { variants = { "river" }, start = { { id = "BA-D" } } })
  end)

  it("are refused with the names of both variants if no two of their sides agree", function()
    local before = carcassonne.game { variants = { HILL } }:new_initial_state(1)
    local hash = before:hash()
    refused({ variants = { HILL, TOWN } }, "variant 'town': start:",
      "the start tiles of town do not fit beside those of hill", "start B 0,0 r0")
    refused({ variants = { HILL, POND, TOWN } },
      "the start tiles of town do not fit beside those of hill and pond")
    assert.equal(hash, before:hash())
  end)

  it("are refused if a block that has to move is not connected", function()
    local apart = block("apart", "B x2 " .. MEADOW, { "B.......B" })
    refused({ variants = { HILL, apart } }, "variant 'apart'",
      "each of these tiles must touch another one of these tiles")
  end)
end)

describe("A river that begins beside another variant's tiles", function()
  -- A lake with a mouth to the west; the spring's end in the east would fit it.
  local lake = block("lake", "L x1 river:W field:NL.NR.EL.ER.SL.SR.WL.WR", { "L" })

  it("is not closed by them", function()
    assert.equal("L 0,0 r0; RI-A 0,-1 r0", table_of { variants = { lake, "river" } })
  end)

  it("is closed if a joint says so", function()
    local spring = block("spring", "S x1 river:E field:NL.NR.EL.ER.SL.SR.WL.WR", {},
      { start = { { id = "S", joint = "E" } } })
    assert.equal("L 0,0 r0; S -1,0 r0", table_of { variants = { lake, spring } })
  end)
end)

describe("A joint", function()
  local function post(joint)
    return { name = "post", tiles = "P x1 " .. MEADOW, start = { { id = "P", joint = joint } } }
  end

  it("is the side of a start tile that touches the other tiles", function()
    assert.equal("A 0,0 r0; A 1,0 r0; A 0,1 r0; A 1,1 r0; P 0,2 r0",
      table_of { variants = { HILL, post "N" } })
    assert.equal("A 0,0 r0; A 1,0 r0; A 0,1 r0; A 1,1 r0; P 2,0 r0",
      table_of { variants = { HILL, post { "W" } } })
  end)

  it("has no effect if there are no other tiles", function()
    assert.equal("P 0,0 r0", table_of { variants = { post "N" } })
  end)

  it("that can touch nothing is refused: two opposite sides of one tile", function()
    refused({ variants = { HILL, post { "N", "S" } } },
      "the start tiles of post do not fit beside those of hill", "a side in `joint`")
  end)

  it("that is not a side, or of the game's own tiles, is refused with its place", function()
    refused({ variants = { post "X" } }, "variant 'post': start[1].joint", "'X'")
    refused({ variants = { post { "N", "north" } } }, "start[1].joint[2]", "'north'")
    refused({ start = { { id = "BA-D", joint = "N" } } }, "game: start[1].joint",
      "tiles of the game have fixed cells")
    refused({ position = { tiles = { { id = "BA-D", joint = "N" } } } }, "joint")
  end)
end)

describe("A game on moved start tiles", function()
  it("is saved, observed, undone and played like any other", function()
    for seed = 1, scaled(24, 6) do
      local game = carcassonne.game { players = 2 + seed % 3,
        variants = { HILL, "river", POND, "inns-and-cathedrals" } }
      local state = properties.play(game, seed, 20 + seed * 5)
      local position = carcassonne.game { players = game:players(), position = state:observation_string(),
        variants = { HILL, "river", POND, "inns-and-cathedrals" } }
      assert.equal(state:observation_string(), position:new_initial_state(1):observation_string())
      while state:undo_action() do end
      assert.is_true(state == game:new_initial_state(seed))
    end
  end)

  it("is the same game when it is made again from its text, with the variants that it names", function()
    local saved = carcassonne.game { variants = { "river" },
      start = { { id = "BA-D" } } }:new_initial_state(3)
    assert.equal(2, saved:num_tiles())
    assert.equal(saved:hash(), carcassonne.load(saved:serialize()):hash())
  end)
end)
