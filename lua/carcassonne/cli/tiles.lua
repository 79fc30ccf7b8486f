--- `carcassonne tiles`: draws tiles, with the names that scripts use for their segments.
-- @module carcassonne.cli.tiles

local board = require "carcassonne.text.board"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local file_io = require "carcassonne.program.file_io"
local game_specs = require "carcassonne.program.game_specs"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"
local tile_sheet = require "carcassonne.svg.tile_sheet"

local command = {
  summary = "Draw tiles, with the names that scripts use for their segments.",
  reads_scripts = true,
  description = [[
Draws all tiles of a game as printed. If arguments are given, draws only the tiles that they select. Each of
these tiles is drawn in all its rotations, with the number of each segment and the name that scripts, tests
and actions use for it.

A tile is selected by its id or by a property: a kind of segment, an attribute, pennant, wine, grain or
cloth. If several properties are given, a tile is selected if it has all of them; tiles that are named by id
are added.]],
  epilog = [[
Examples:
  carcassonne tiles                              all of the base game and Traders & Builders
  carcassonne tiles BA-D BA-U
  carcassonne tiles monastery road
  carcassonne tiles well --variant my-rule.lua
  carcassonne tiles --variant tower --picture tiles.svg]],
}

function command.options(parser)
  parser:argument("what", "Ids or properties of tiles."):args "*":argname "WHAT"
  cli_options.game_options(parser)
  parser:option("--picture", "Write an SVG picture of the tiles to FILE instead of drawing them "
    .. "here."):argname "FILE"
  parser:option("--width", "Width of the output in columns; by default, that of the terminal."):convert(
    cli_options.integer(20))
    :argname "N"
  cli_options.style_options(parser)
end

-- ---- Selection ----------------------------------------------------------------------------------

-- Returns the words that select a tile by its properties, as a set.
local function words_of(tile)
  local words = {}
  for _, name in ipairs(tile.attributes) do words[name] = true end
  for _, segment in ipairs(tile.segments) do
    words[segment.kind] = true
    if segment.pennants > 0 then words.pennant = true end
    if segment.good then words[segment.good] = true end
    for _, name in ipairs(segment.attributes) do words[name] = true end
  end
  return words
end

-- Returns all words that select tiles: their ids and properties.
local function vocabulary_of(game)
  local ids, words = {}, {}
  for _, tile in ipairs(game:tiles()) do
    ids[tile.id] = true
    for word in pairs(words_of(tile)) do words[word] = true end
  end
  return ids, words
end

local function has_all(tile, wanted)
  local words = words_of(tile)
  for _, word in ipairs(wanted) do
    if not words[word] then return false end
  end
  return #wanted > 0
end

local function chosen_tiles(game, asked)
  local ids, words = vocabulary_of(game)
  local wanted, named, list = {}, {}, {}
  for _, word in ipairs(asked) do
    if ids[word] then
      named[word] = true
    elseif words[word] then
      wanted[#wanted + 1] = word
    else
      local near = options.did_you_mean(word, options.keys(ids))
        .. options.did_you_mean(word, options.keys(words))
      process.refuse("tiles: '%s' is neither a tile nor a property of tiles in this game%s; "
        .. "the properties are %s", word, near, table.concat(options.keys(words), ", "))
    end
  end
  for _, tile in ipairs(game:tiles()) do
    if #asked == 0 or named[tile.id] or has_all(tile, wanted) then list[#list + 1] = tile end
  end
  if #list == 0 then
    process.refuse("tiles: no tile has all of these properties: %s", table.concat(wanted, ", "))
  end
  return list
end

-- ---- Text ---------------------------------------------------------------------------------------

-- Returns "BA-D x4" with the number of copies in this game, or "BA-D r1" for a rotated tile.
local function title_of(tile, rotation)
  return rotation == 0 and ("%s x%d"):format(tile.id, tile.count) or ("%s r%d"):format(tile.id, rotation)
end

-- Prints all tiles in rotation 0, side by side.
local function print_all(game, tiles, look, width)
  local pictures = {}
  for i, tile in ipairs(tiles) do pictures[i] = { id = tile.id, rotation = 0, title = title_of(tile, 0) } end
  for _, lines in ipairs(board.rows(game, pictures, look, width)) do
    output.print_lines(lines)
    output.print()
  end
end

local function carried(segment)
  local parts = {}
  if segment.pennants > 0 then
    parts[1] = segment.pennants > 1 and ("%d pennants"):format(segment.pennants) or "pennant"
  end
  parts[#parts + 1] = segment.good
  for _, name in ipairs(segment.attributes) do parts[#parts + 1] = name end
  return table.concat(parts, ", ")
end

-- Returns rows with the name of each segment in each rotation.
local function segment_rows(game, tile)
  local rows = { { "", tile.id, tile.id .. " r1", tile.id .. " r2", tile.id .. " r3", "" } }
  local turned = {}
  for rotation = 0, 3 do turned[rotation] = game:tile(tile.id, rotation) end
  for i, segment in ipairs(tile.segments) do
    local row = { tostring(i) }
    for rotation = 0, 3 do row[rotation + 2] = turned[rotation].segments[i].text end
    row[6] = carried(segment)
    rows[i + 1] = row
  end
  return rows
end

-- Prints one tile in each rotation, with its segments.
local function print_tile(game, tile, look)
  local pictures, numbers = {}, {}
  for i in ipairs(tile.segments) do numbers[i] = tostring(i) end
  for rotation = 0, 3 do
    pictures[rotation + 1] = { id = tile.id, rotation = rotation, signs = numbers,
      title = title_of(tile, rotation) }
  end
  output.print_lines(board.row(game, pictures, look))
  if #tile.attributes > 0 then
    output.print("attributes of the tile: " .. table.concat(tile.attributes, ", "))
  end
  output.print_lines(tables.lines(segment_rows(game, tile), { heading = true, style = look }))
  output.print()
end

-- ---- Pictures -----------------------------------------------------------------------------------

local ACROSS = 12 -- tiles in a row of the picture

local function write_picture(game, tiles, in_each_rotation, path)
  local list = {}
  for _, tile in ipairs(tiles) do
    for rotation = 0, in_each_rotation and 3 or 0 do
      list[#list + 1] = { id = tile.id, rotation = rotation, title = title_of(tile, rotation) }
    end
  end
  file_io.write_file(path, tile_sheet.svg(game, list, in_each_rotation and 4 or ACROSS))
  output.print(("%d tiles in %s"):format(#tiles, path))
end

function command.run(args)
  local game = carcassonne.game(game_specs.settings(args))
  local tiles, look = chosen_tiles(game, args.what), cli_options.style(args)
  if args.picture then
    write_picture(game, tiles, #args.what > 0, args.picture)
  elseif #args.what == 0 then
    print_all(game, tiles, look, args.width or terminal.width() or 100)
    output.print_lines(board.legend(game, look))
  else
    for _, tile in ipairs(tiles) do print_tile(game, tile, look) end
  end
  return 0
end

return command
