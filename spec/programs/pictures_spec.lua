-- The pictures of tiles: tiles that play differently look different.

local canvas = require "carcassonne.text.canvas"
local carcassonne = require "carcassonne"
local cells = require "carcassonne.text.tile_cells"
local compat = require "carcassonne.base.compat"
local picture = require "carcassonne.text.tile"
local screen = require "carcassonne.ui"
local signs = require "carcassonne.describe.attribute_letters"
local styles = require "carcassonne.text.style"

local STYLES = {
  ["plain text"] = styles.new { unicode = true }, ["ASCII"] = styles.new {},
  ["colours"] = styles.new { colour = true, unicode = true },
    ["colours and ASCII"] = styles.new { colour = true },
}

-- All shipped scripts in one game.
local game = carcassonne.game { variants = carcassonne.expansions() }
local letters = signs.of(game)

local function drawn(id, rotation, style, size)
  local sheet = canvas.new(size.width, size.height)
  picture.draw(sheet, game, { id = id, rotation = rotation }, { size = size, style = style, signs = letters })
  return sheet:lines(style)
end

-- Returns the parts of a tile that matter for the rules: which ports belong together, and the
-- attributes of segments and tile.
local function playing(tile)
  local words = {}
  for i, segment in ipairs(tile.segments) do
    local borders, attributes = {}, compat.table.move(segment.attributes, 1, #segment.attributes, 1, {})
    for k, city in ipairs(segment.borders) do borders[k] = tile.segments[city].text end
    table.sort(borders)
    table.sort(attributes)
    local ports = compat.table.move(segment.ports, 1, #segment.ports, 1, {})
    table.sort(ports)
    words[i] = ("%s %s %d %s %s %s"):format(segment.kind, table.concat(ports, "."), segment.pennants,
      segment.good or "-",
      table.concat(attributes, "."), table.concat(borders, "."))
  end
  table.sort(words)
  local attributes = compat.table.move(tile.attributes, 1, #tile.attributes, 1, {})
  table.sort(attributes)
  return table.concat(words, "; ") .. "; " .. table.concat(attributes, ".")
end

describe("The picture of a tile", function()
  for name, style in pairs(STYLES) do
    for size_name, size in pairs(picture.sizes) do
      it(("distinguishes what plays apart, among all tiles in all rotations, %s, in %s #full"):format(
        size_name,
          name), function()
        local seen, alike = {}, {}
        for _, type in ipairs(game:tiles()) do
          for rotation = 0, 3 do
            local text = table.concat(drawn(type.id, rotation, style, size), "\n")
            local plays = playing(game:tile(type.id, rotation))
            local one = ("%s r%d"):format(type.id, rotation)
            if seen[text] and seen[text].plays ~= plays then
              alike[#alike + 1] = one .. " and " .. seen[text].one
            end
            seen[text] = seen[text] or { plays = plays, one = one }
          end
        end
        assert.same({}, alike)
      end)
    end
  end

  it("shows in each cell the field or city that other displays have in its middle #full", function()
    local size, differing = picture.sizes.large, {}
    for _, type in ipairs(game:tiles()) do
      for rotation = 0, 3 do
        local grid, counts = cells.of(game, { id = type.id, rotation = rotation }, size.width, size.height),
          {}
        for row = 1, size.height do
          for column = 1, size.width do counts[grid[row][column]] = (counts[grid[row][column]] or 0) + 1 end
        end
        for row = 1, size.height do
          for column = 1, size.width do
            local x, y = (column - 0.5) / size.width, (row - 0.5) / size.height
            local function at(far)
              return grid.segments[screen.hit(game, type.id, rotation, x + far, y + far, 0)]
            end
            local there = at(0)
            local is_ground = there == at(0.01) and there == at(-0.01) and not grid.roads[row * 100 + column]
              and (there.kind == "field" or there.kind == "city")
            -- a segment that fills the middle of no cell has a few pixels
            if is_ground and there.index ~= grid[row][column] and counts[grid[row][column]] > 5 then
              differing[#differing + 1] = ("%s r%d %d,%d"):format(type.id, rotation, column, row)
            end
          end
        end
      end
    end
    assert.same({}, differing)
  end)

  -- Returns the large picture, with the same character for the shapes of all cities.
  local function large(id, rotation)
    return drawn(id, rotation or 0, STYLES["plain text"], picture.sizes.large)
  end

  it("lets roads that do not meet stay apart: one ends at the city, others in a village, two curves pass",
      function()
    assert.same({ "·····┃·····", "···┏━┛·····", "━━━┛···┏━━━", "·····┏━┛···", "·····┃·····" }, large "IC-E")
    assert.same({ "·····┃·····", "·····┗━┓···", "━━━┓···┗━━━", "···┗━┓·····", "·····┃·····" },
      large("IC-E", 1))
    assert.same({ ":┏┛··", "━┛·┏━", "··┏┛'" }, drawn("IC-E", 0, STYLES["plain text"], picture.sizes.small))
    assert.equal("━━━━━╂━━━━━", large("TB-B")[3])
    assert.equal("━━━━━●━━━━━", large("BA-X")[3])
    assert.equal("━━━━━┳━━━━━", large("RP-B")[3])
    assert.same({ "···┏┛······", "━━━┛···┏━━━" }, { large("KR-D")[2], large("KR-D")[3] })
    assert.equal("╹", large("TU-D")[2]:match "╹") -- the road without a tunnel has an end of its own
  end)

  it("shows the road that crosses a city, and the tower or the monastery beside a road that passes it",
      function()
    assert.matches("┃", large("AM-M")[3])
    assert.matches("38;5;231m┃", drawn("AM-M", 0, STYLES.colours, picture.sizes.large)[3])
    assert.matches("┓", large("TO-L")[3])
    -- the road of this tile crosses the river
    assert.same({ "····[M]····", "≈≈≈≈≈╂≈≈≈≈≈" }, { large("RI-E")[2], large("RI-E")[3] })
  end)

  it("gives a field its half of a side where a city has the other, all behind the city, and the legend says "
    .. "so",
      function()
    -- a city in the west that has the western halves of the sides in the north and the south
    local rows = large("CO-H")
    for _, row in ipairs(rows) do
      assert.equal("▒", row:match "^[%z\1-\127\194-\244][\128-\191]*")
      assert.matches("·····$", row)
    end
    rows = large("CO-H", 1)
    assert.matches("▒▒▒▒▒▒▒▒▒▒▒", rows[1])
    assert.equal("···········", rows[5])
    rows = large "CO-I" -- the field in the south keeps the whole of its side
    assert.matches("·▒▒▒", rows[1])
    assert.equal("··▒▒▒▒▒▒▒··", rows[5])
    local function says(one)
      return table.concat(require("carcassonne.text.board").legend(one, STYLES.ASCII), "\n")
    end
    assert.matches("a city can end in the middle of a side; the other half of the side is a field",
      says(game))
    assert.is_nil(says(carcassonne.game()):find "other half")
  end)

  it("has a letter for each attribute of a tile or a segment, and the legend names it", function()
    local inns = carcassonne.game { variants = { "inns-and-cathedrals" } }
    local found, names = signs.of(inns)
    assert.same({ "cathedral", "inn" }, names)
    assert.are_not.equal(found.inn, found.cathedral)
    local sheet = canvas.new(11, 5)
    picture.draw(sheet, inns, { id = "IC-B", rotation = 0 },
      { size = picture.sizes.large, style = STYLES.ASCII, signs = found })
    assert.is_truthy(table.concat(sheet:lines(STYLES.ASCII), "\n"):find(found.inn, 1, true))
    local legend = require("carcassonne.text.board").legend(inns, STYLES.ASCII)
    assert.equal(("signs: %s cathedral  %s inn "):format(found.cathedral, found.inn), legend[#legend])
    for i, line in ipairs(require("carcassonne.text.board").legend(game, STYLES.ASCII)) do
      assert.is_true(i <= 2 or #line <= 80, line)
    end
  end)

  it("needs no letter if the tile shows it anyway: a river, a tower's place", function()
    local few = carcassonne.game { variants = { "river", "tower", "siege", "princess-and-dragon" } }
    local reported = signs.of(few)
    assert.is_nil(reported.river)
    assert.is_nil(reported.tower)
    assert.is_nil(reported.besieger)
    assert.is_string(reported.besieged)
    assert.is_string(reported.volcano)
    assert.is_string(letters.tower) -- gardens and acrobats are also on tiles with other places
  end)

  it("has a letter for each attribute that many expansions show, small ones first", function()
    local used = {}
    for name, letter in pairs(letters) do
      assert.matches("^%w$", letter, nil, name)
      assert.is_nil(used[letter], name)
      used[letter] = name
    end
    assert.is_truthy(used.a and used.z and used.R)
  end)

  it("leaves a road free that passes beside a monastery", function()
    assert.are_not.equal(large("BB-I", 1)[3], large("IC-D", 1)[3])
    assert.matches("┃", large("BB-I", 1)[3])
  end)
end)
