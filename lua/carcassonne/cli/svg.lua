--- `carcassonne svg`: draws a saved game as a picture.
-- @module carcassonne.cli.svg

local cli_options = require "carcassonne.cli.options"
local compat = require "carcassonne.base.compat"
local coprocess = require "carcassonne.program.coprocess"
local file_io = require "carcassonne.program.file_io"
local game_specs = require "carcassonne.program.game_specs"
local output = require "carcassonne.program.output"
local picture = require "carcassonne.svg"
local process = require "carcassonne.program.process"

local svg = {
  reads_scripts = true,
  summary = "Draw a saved game as a picture.",
  description = [[
Draws a saved game as an SVG picture: the tiles, the pieces and tokens on them, the possessions of each
player, and a legend of the signs. The owner of a piece is shown by colour, hatching and number, so that the
picture can be printed in black and white. The tile placed last has a dashed frame.

--png also writes a PNG file, made by rsvg-convert (Debian package librsvg2-bin).]],
  epilog = [[
Examples:
  carcassonne svg game.carc -o game.svg
  carcassonne svg game.carc --png game.png --tile 60     tiles of 60 pixels
  carcassonne svg game.carc --observer 2 -o game.svg         also shows hidden items that player 2 knows
  carcassonne svg - < game.carc > game.svg]],
}

function svg.options(command)
  cli_options.saved_game(command)
  command:option("-o --output",
    "File for the SVG picture; by default, standard output, or no file if --png is given."):argname("FILE")
  command:option("--png", "Write the picture as PNG to this file."):argname("FILE")
  command:option("--tile", "Width of a tile in pixels; 100 by default."):convert(
    cli_options.integer(1)):argname("PIXELS")
  cli_options.observer_option(command)
end

local CONVERTER = "rsvg-convert"
local PNG_END = "IEND\174\66\96\130" -- the last chunk of every complete PNG
local PNG_START = "\137PNG\r\n\26\n"

-- Limits of the converter of an untrusted picture: KB of memory, seconds of processor time.
local LIMITS = "ulimit -v 524288 -t 3600 2>/dev/null; "

function svg.start_programs(args)
  if not args.png then return nil end
  if compat.os.execute(("command -v %s >/dev/null 2>&1"):format(CONVERTER)) ~= true then
    process.refuse("--png requires %s, which is missing (on Debian: apt-get install librsvg2-bin); -o FILE "
      .. "writes the picture as SVG", CONVERTER)
  end
  return coprocess.start((args.untrusted and LIMITS or "") .. CONVERTER .. " --unlimited 2>&1")
end

local function write_png(text, path, converter)
  converter.input:write(text)
  converter.input:close()
  local said = converter.output:read "*a"
  local from = said:find(PNG_START, 1, true)
  if not from then process.refuse("--png: %s", said:gsub("%s+$", "")) end
  if said:sub(-PNG_END:len()) ~= PNG_END then
    process.refuse("--png: %s wrote only a part of the picture", CONVERTER)
  end
  file_io.write_file(path, said:sub(from))
end

function svg.run(args)
  local state = game_specs.load(args.save, args.variant)
  local text = picture.of(state, { observer = cli_options.observer(args, state), tile = args.tile })
  if args.png then write_png(text, args.png, args.started) end
  if args.output or not args.png then output.deliver(args.output, text) end
  return 0
end

return svg
