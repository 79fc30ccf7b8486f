--- `carcassonne html`: a saved game as a page to step through.
-- @module carcassonne.cli.html

local common = require "carcassonne.cli.common"
local page = require "carcassonne.picture.html"

local html = {
  reads_scripts = true,
  summary = "Write a saved game as a page to step through.",
  description = [[
Writes a saved game as one page of HTML that needs nothing else, no network either: open it in a browser, and
step through the game with keys, buttons or a slider. It shows the table as `carcassonne svg` draws it, what
each player has, what happened in words, and the points as curves.]],
  epilog = [[
Keys: left and right a step, up and down a turn, Home and End, blank plays; + and - or the wheel come near and
go far, 0 shows all. A click on a curve goes to that step.

Examples:
  carcassonne html game.carc -o game.html
  carcassonne html game.carc --seer 2 -o game.html       what player 2 may see of what is hidden]],
}

--- Adds the options of this command.
---@param command table of argparse
function html.options(command)
  command:argument("save", "A saved game; - for standard input."):argname("SAVE")
  command:option("-o --output", "Where the page goes; unless said, standard output."):argname("FILE")
  common.seer_option(command)
  command:option("--variant", "A script that the game was played with, if it is not shipped. May be repeated.")
    :count("*"):argname("PATH")
end

--- Runs the command.
---@param args table
---@return integer status
function html.run(args)
  local state = common.load(args.save, args.variant)
  common.deliver(args.output, page.of(state, { seer = common.seer(args, state), title = common.file_name(args.save) }))
  return 0
end

return html
