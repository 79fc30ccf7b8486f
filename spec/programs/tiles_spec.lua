-- `carcassonne tiles`: which tiles it draws, and how it describes their segments.

local carcassonne = require "carcassonne"
local cli = require "spec.support.cli"
local compat = require "carcassonne.base.compat"
local files = require "spec.support.files"

-- Returns the output of the command, which must succeed.
local function printed(...)
  local status, output, errors = cli.run { "tiles", ... }
  assert.equal(0, status, errors)
  return output
end

-- Returns the ids of the drawn tiles, in order.
local function drawn(...)
  local list = {}
  for id in printed(...):gmatch "([%w-]+) x%d" do list[#list + 1] = id end
  return table.concat(list, " ")
end

describe("carcassonne tiles", function()
  it("draws a tile in each rotation, with the number of each segment, and its name in each",
      function()
    assert.equal(table.concat({
      " BA-D x4       BA-D r1       BA-D r2       BA-D r3",
      " ··▒▒(2)▒▒··   ·····┃····▒   ····(4)····   ▒····┃·····",
      " ····(3)····   ·····┃(3)▒▒   ···········   ▒▒(3)┃·····",
      " ━━━━(1)━━━━   ·(4)(1)·(2)   ━━━━(1)━━━━   (2)·(1)(4)·",
      " ····(4)····   ·····┃···▒▒   ····(3)····   ▒▒···┃·····",
      " ···········   ·····┃····▒   ··▒▒(2)▒▒··   ▒····┃·····",
      "   BA-D               BA-D r1            BA-D r2            BA-D r3",
      "1  road:E.W           road:N.S           road:E.W           road:N.S",
      "2  city:N             city:E             city:S             city:W",
      "3  field:EL.WR        field:NR.SL        field:ER.WL        field:NL.SR",
      "4  field:ER.SL.SR.WL  field:NL.SR.WL.WR  field:NL.NR.EL.WR  field:NR.EL.ER.SL",
      "", "" }, "\n"), printed "BA-D")
  end)

  it("names the attributes of segments and of the tile", function()
    local text = printed("IC-L", "--variant", "inns-and-cathedrals")
    assert.matches("\n1  city:N%.W +city:N%.E +city:E%.S +city:S%.W +pennant\n2  road:E%.S [^\n]* inn\n",
      text)
    assert.matches("\nattributes of the tile: tower\n", printed("TO-B", "--variant", "tower"))
  end)

  it("finds tiles by what is on them: a kind, an attribute, a pennant, a good; all of several words; ids "
      .. "besides #full", function()
    assert.equal("BA-A TB-J", drawn("monastery", "road"))
    assert.equal("BA-A BA-B TB-J", drawn("monastery"))
    assert.equal("WE-A WE-B", drawn("well", "--variant", "examples/well.lua"))
    assert.equal("BA-U BA-X", drawn("BA-X", "BA-U"))
    assert.equal("BA-C BA-F BA-M BA-O BA-Q BA-S", drawn("pennant", "--sets", "base"))
    assert.matches("^TB%-", drawn "cloth")
  end)

  it("draws all tiles of a game as printed, in the available width", function()
    local text = printed("--width", "60")
    for _, tile in ipairs(carcassonne.game():tiles()) do
      assert.is_truthy(text:find((" %s x%d"):format(tile.id, tile.count), 1, true), tile.id)
    end
    assert.matches("^ BA%-A x2 +BA%-B x4 +BA%-C x1 +BA%-D x4\n", text)
    assert.matches("\npieces: F follower, B builder, P pig", text)
    assert.is_nil(text:find "[\128-\255]" and printed("--ascii"):find "[\128-\255]")
  end)

  it("refuses a word that is neither a tile nor on one, with the nearest right word", function()
    local status, _, errors = cli.run { "tiles", "BA-Z" }
    assert.equal(2, status)
    assert.matches("^carcassonne: tiles: 'BA%-Z' is neither a tile nor a property of tiles in this game "
      .. "%(did you mean BA%-%u%?%); the properties are city, ",
      errors)
    status, _, errors = cli.run { "tiles", "monastry" }
    assert.equal(2, status)
    assert.matches("did you mean monastery%?", errors)
    status, _, errors = cli.run { "tiles", "monastery", "wine" }
    assert.equal(2, status)
    assert.equal("carcassonne: tiles: no tile has all of these properties: monastery, wine\n", errors)
  end)
end)

describe("The picture of tiles, in SVG,", function()
  -- Returns the contents of the picture of these tiles, and the output of the command.
  local function picture(...)
    local path = os.tmpname()
    local said = printed("--picture", path, ...)
    local text = files.read(path)
    os.remove(path)
    return text, (said:gsub(path:gsub("%p", "%%%0"), "FILE"))
  end

  it("shows each tile of a game, as printed, with its segments #full", function()
    local names = { "--sets", "base,traders" }
    for _, name in ipairs(carcassonne.expansions()) do
      names[#names + 1] = "--variant"
      names[#names + 1] = name
    end
    local text, said = picture(compat.table.unpack(names))
    local tiles = carcassonne.game { variants = carcassonne.expansions() }:tiles()
    assert.equal(("%d tiles in FILE\n"):format(#tiles), said)
    for _, tile in ipairs(tiles) do
      assert.is_truthy(text:find((">%s x%d<"):format(tile.id, tile.count), 1, true), tile.id)
      for i, segment in ipairs(tile.segments) do
        assert.is_truthy(text:find((">%d %s<"):format(i, segment.text), 1, true), segment.text)
      end
    end
  end)

  it("shows the named tiles in each rotation", function()
    local text, said = picture("BA-D", "BA-U")
    assert.equal("2 tiles in FILE\n", said)
    for _, words in ipairs { "BA-D x4", "BA-D r1", "BA-D r3", "BA-U r2", "1 road:N.S", "2 city:W" } do
      assert.is_truthy(text:find((">%s<"):format(words), 1, true), words)
    end
    assert.matches("^<svg .*</svg>\n$", text)
  end)

  it("that cannot be written is reported #full", function()
    local status, _, errors = cli.run { "tiles", "--picture", "/no/such/folder/tiles.svg" }
    assert.equal(2, status)
    assert.matches("^carcassonne: cannot write /no/such/folder/tiles%.svg: No such file", errors)
  end)
end)
