--- `carcassonne play`: a game in the terminal, hot-seat or against bots.
-- @module carcassonne.cli.play

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local choices = require "carcassonne.cli.choices"
local common = require "carcassonne.cli.common"
local compat = require "carcassonne.compat"
local show = require "carcassonne.cli.show"
local words = require "carcassonne.screen.words"
local board = require "carcassonne.view.board"
local events = require "carcassonne.view.events"
local message = require "carcassonne.view.message"
local progress = require "carcassonne.view.progress"
local summary = require "carcassonne.view.summary"
local terminal = require "carcassonne.view.terminal"

local play = {
  reads_scripts = true,
  summary = "Play a game in the terminal.",
  description = [[
Plays a game in the terminal, several people at one keyboard or against bots. Answers are numbers and single
letters, read from standard input line by line.]],
  epilog = [[
While playing a number chooses; u takes back, s FILE saves, r reads the scripts again, b shows the board again,
h helps, q quits.

Examples:
  carcassonne play                        two people at one keyboard
  carcassonne play --players 3 --bot 2,3  one person against two bots
  carcassonne play --players 3 --bot 2=greedy --bot 3=random
  carcassonne play --variant chained-builders --seed 7
  carcassonne play --variant tower:capture=must --variant bridges --bot 2
  carcassonne play --load game.carc]],
}

local HELP = [[
Answer with the number of a choice. Cells on the board are numbered; the turn of the tile is asked next.
  u         take back your last decision
  s FILE    save the game (carcassonne play --load FILE goes on with it)
  r         read the scripts again that --variant names: the game goes on under what they are now
  b         show the board again
  h or ?    this help
  q         quit]]

--- Adds the options of this command.
---@param command table of argparse
function play.options(command)
  common.game_options(command)
  command:option("--bot", "The players who are bots, with commas: 2,3; and which: 2,3=NAME, as carcassonne run has them."):count("*")
    :argname "PLAYERS"
  command:option("--seed", "Of the draws; unless said, another one each time."):convert(common.integer(0)):argname("N")
  command:option("--load", "Go on with a saved game."):argname("FILE")
  command:option("--width", "Columns to fit the board into; unless said, those of the terminal.")
    :convert(common.integer(20)):argname("N")
  common.style_options(command)
end

local Table = {} -- the table that people sit at
Table.__index = Table

local USUAL_BOT = "greedy"

-- `2,3` or `2,3=NAME` as the players and the bot.
local function players_of(text, players)
  local list, name = text:match "^([%d%s,]+)=(.+)$"
  local found = {}
  for _, word in ipairs(common.words(list or text)) do
    local player = compat.math.tointeger(tonumber(word))
    if not player or player < 1 or player > players then
      common.refuse("--bot: '%s' is no player; there are 1 to %d", word, players)
    end
    found[#found + 1] = player
  end
  return found, name or USUAL_BOT
end

-- The players who are bots, each with a seed of its own.
local function bot_players(texts, players, seed)
  local found = {}
  for _, text in ipairs(texts) do
    local list, name = players_of(text, players)
    common.check_bots { name }
    for _, player in ipairs(list) do found[player] = bots.named(name, seed + player) end
  end
  return found
end

-- What would change a loaded game cannot be asked for.
local function load_state(args)
  for _, name in ipairs { "edition", "players", "sets" } do
    if args[name] then common.refuse("--%s cannot change a game that is loaded", name) end
  end
  if args.load == "-" then common.refuse "--load: the answers come from standard input; the game must be in a file" end
  return common.load(args.load, args.variant)
end

local function new_state(args)
  local seed = args.seed or os.time() % 1000000
  return carcassonne.game(common.settings(args)):new_initial_state(seed), seed
end

local function sit_down(args)
  local state, seed
  if args.load then state = load_state(args) else state, seed = new_state(args) end
  local players = state:game():players()
  local self = setmetatable({
    state = state, style = common.style(args), seed = args.seed or seed or 0,
    bots = bot_players(args.bot, players, args.seed or seed or 0),
    width = args.width or terminal.width(), told = 0, echo = not terminal.is_terminal(io.stdin), names = {},
    progress = progress.new(1, "", function() return "; the game is not saved" end),
  }, Table)
  for player = 1, players do self.names[player] = "player " .. player .. (self.bots[player] and " (bot)" or "") end
  return self, seed
end

-- ---- Talking ------------------------------------------------------------------------------------

function Table:say(text, name) common.print(self.style:paint(text, name)) end

-- Where Ctrl-C may end the game.
function Table:pause() common.pause(self.progress) end

-- Asks for a line; nil at the end of the input. Where input is piped, the answer is shown as well.
function Table:ask(prompt)
  common.put(self.style:paint(prompt, "heading"), " ")
  common.flush()
  local line = io.stdin:read("*l")
  self:pause()
  if line and self.echo then common.print(line) end
  return line and line:match("^%s*(.-)%s*$")
end

-- To whom the screen tells what happened.
function Table:seer() return bots.seer(self.bots, self.state:game():players()) end

-- Tells what happened since the last time, but for what is plain to see.
function Table:tell()
  local all = self.state:events(self.told, self:seer())
  if #all == 0 then return end
  local name = function(player) return self.names[player] end
  for _, sentence in ipairs(events.sentences(all, { state = self.state, name = name })) do
    if sentence.kind ~= "turn" then
      local pays = sentence.kind == "completed" or sentence.kind == "scored" or sentence.kind == "awarded"
      self:say("  " .. sentence.text, pays and "good" or nil)
    end
  end
  self.told = all[#all].number
end

function Table:show_board(marks, focus)
  common.print()
  show.board(self.state, { style = self.style, width = self.width, marks = marks, focus = focus, seer = self:seer() })
  common.print_lines(summary.table(self.state, { style = self.style, names = self.names }))
end

-- ---- Commands -------------------------------------------------------------------------------------

-- Back to the last decision of a person; back where it was if there is none.
function Table:undo()
  local before = self.state:clone()
  repeat
    if not self.state:undo_action() then
      self.state:copy_from(before)
      self:say("There is nothing to take back.", "bad")
      return false
    end
    local player = self.state:current_player()
  until type(player) == "number" and not self.bots[player]
  local all = self.state:events()
  self.told = #all
  self:say("Taken back.")
  return true
end

function Table:save(path)
  if path == "" then
    self:say("Save where? Say: s FILE", "bad")
    return
  end
  local done, why = common.write(path, self.state:serialize())
  if done then self:say("Saved in " .. path .. ".") else self:say("Not saved: " .. why, "bad") end
end

-- The names of the variants that are others now.
local function changed(old, new)
  local names = {}
  for i, variant in ipairs(new:variants()) do
    if variant.digest ~= old:variants()[i].digest then names[#names + 1] = variant.name end
  end
  return names
end

-- The same game under its scripts as they are now; as it was if that cannot be.
function Table:reload()
  local state, why = carcassonne.reload(self.state)
  if not state then
    self:say(("%s\nThe game goes on under the scripts as they were."):format(why), "bad")
    return false
  end
  local names = changed(self.state:game(), state:game())
  self:say(#names > 0 and ("Read again: %s."):format(table.concat(names, ", ")) or "No script has changed.")
  self.state, self.told = state, #state:events()
  return #names > 0
end

-- Deals with what is no choice. Returns "quit", "again" (the decision may be another now), "stay", or nil for an
-- answer that is no command.
function Table:command(line)
  local word, rest = line:match("^(%S*)%s*(.-)$")
  word = word:lower()
  if word == "q" or word == "quit" then return "quit" end
  if word == "u" or word == "undo" then return self:undo() and "again" or "stay" end
  if word == "b" or word == "board" then return "again" end
  if word == "r" or word == "reload" then return self:reload() and "again" or "stay" end
  if word == "s" or word == "save" then
    self:save(rest)
    return "stay"
  end
  if word == "h" or word == "help" or word == "?" then
    common.print(HELP)
    return "stay"
  end
end

-- Asks until there is a number from low to high. Returns it, or nil and "quit" or "again".
function Table:number(prompt, low, high)
  while true do
    local line = self:ask(prompt)
    if not line then
      common.print()
      self:say("The input is over; the game is left as it stands.")
      return nil, "quit"
    end
    local number = compat.math.tointeger(tonumber(line))
    if number and number >= low and number <= high then return number end
    local result = not number and self:command(line)
    if result == "quit" or result == "again" then return nil, result end
    if not result then
      self:say(number and ("There are the choices %d to %d."):format(low, high)
        or line == "" and ("Answer with a number from %d to %d, or h for help."):format(low, high)
        or ("'%s' is no choice: answer with a number from %d to %d, or h for help."):format(line, low, high), "bad")
    end
  end
end

-- ---- Decisions ----------------------------------------------------------------------------------

-- What can be done instead of placing the tile, numbered on from the cells.
local function print_instead(others, from)
  for i, choice in ipairs(others) do common.print(("  %d  %s"):format(from + i, choice.text)) end
end

-- Which way round, if there is more than one.
function Table:choose_turn(turns)
  if #turns == 1 and not turns[1].span then return turns[1] end
  local tiles = {}
  for i, action in ipairs(turns) do tiles[i] = { id = turns[1].id, rotation = action.rotation, title = tostring(i) } end
  common.print_lines(board.row(self.state:game(), tiles, self.style))
  for i, action in ipairs(turns) do
    if action.span then common.print(("  %d  %s"):format(i, words.span(action))) end
  end
  local number, instead = self:number(("Which way round, 1 to %d (0: another cell)?"):format(#turns), 0, #turns)
  if number == 0 then return nil, "again" end
  return turns[number or 0], instead
end

-- Tiles side by side, in as many rows as the terminal needs.
function Table:show_tiles(tiles)
  for _, lines in ipairs(board.rows(self.state:game(), tiles, self.style, self.width)) do common.print_lines(lines) end
end

-- Which of several tiles. Returns its id, or else an action, or what else is to be done.
function Table:choose_tile(tiles, others)
  self:show_board()
  common.print()
  common.print(("%s places one of these:"):format(self:who()))
  local shown = {}
  for i, id in ipairs(tiles) do shown[i] = { id = id, rotation = 0, title = ("%d  %s"):format(i, id) } end
  self:show_tiles(shown)
  print_instead(others, #tiles)
  local count = #tiles + #others
  local number, instead = self:number(("Which tile, 1 to %d?"):format(count), 1, count)
  if not number then return nil, nil, instead end
  return tiles[number], number > #tiles and others[number - #tiles].action or nil
end

-- Which cell, then which way round. Returns an action, or nil and what else is to be done.
function Table:choose_place()
  local tiles, others = choices.tiles(self.state), choices.instead(self.state, { names = self.names })
  local id = tiles[1]
  if #tiles > 1 then
    local action, instead
    id, action, instead = self:choose_tile(tiles, others)
    if not id then return action, instead end
  end
  return self:choose_cell(id, others)
end

-- The same for one tile.
function Table:choose_cell(id, others)
  local cells = choices.cells(self.state, id)
  self:show_board(cells)
  common.print()
  common.print(("%s places %s:"):format(self:who(), id))
  common.print_lines(board.row(self.state:game(), { { id = id, rotation = 0 } }, self.style))
  print_instead(others, #cells)
  local count = #cells + #others
  local number, instead = self:number(("Which cell, 1 to %d?"):format(count), 1, count)
  if not number then return nil, instead end
  if number > #cells then return others[number - #cells].action end
  return self:choose_turn(cells[number].actions)
end

-- The tile just placed, with the numbers of the choices on its segments.
function Table:show_signs(signs)
  if next(signs) == nil then return end
  local tile = self.state:tile_at(self.state:last_placed())
  common.print_lines(board.row(self.state:game(), { { id = tile.id, rotation = tile.rotation, signs = signs, span = tile.span } },
    self.style))
end

-- The tiles that options name, each once, with the numbers of the choices.
function Table:show_named_tiles(list)
  self:show_tiles(choices.named_tiles(list))
end

function Table:choose_from_list()
  self:show_board()
  common.print()
  local phase, to = self.state:phase(), { names = self.names }
  local asks = words.asks(self.state, to)
  common.print(self:who() .. (asks and ": " .. asks or phase and (" chooses (%s):"):format(words.name(phase)) or ":"))
  local list = choices.list(self.state, to)
  self:show_signs(choices.signs(self.state, list))
  self:show_named_tiles(list)
  for i, choice in ipairs(list) do common.print(("  %d  %s"):format(i, choice.text)) end
  local number, instead = self:number(("Which, 1 to %d?"):format(#list), 1, #list)
  return number and list[number].action, instead
end

function Table:who()
  local part = self.state:part() > 1 and (", part %d of the turn"):format(self.state:part()) or ""
  local player = self.state:current_player()
  if type(player) ~= "number" then player = self.state:turn() end
  return self.style:paint((self.names[player] .. part):gsub("^%l", string.upper), "piece" .. player)
end

-- One decision of whoever is to take it. Returns "quit" when the game is to be left.
function Table:decide()
  local state = self.state
  local player = state:current_player()
  local bot = self.bots[player]
  self:pause()
  if bot then
    -- By where the game stands: taken back and decided again it goes on as before.
    if type(bot.seed) == "function" then bot:seed(self.seed + player + 7919 * state:decisions()) end
    state:apply_index(bots.decide(bot, state))
    return
  end
  local action, instead
  if state:decision() == "place" then action, instead = self:choose_place()
  else action, instead = self:choose_from_list() end
  if not action then return instead end
  -- A script that fails leaves the game as it was; something else may still be chosen.
  local fine, done, why = pcall(state.apply_action, state, action)
  if not fine then self:say(message.plain(done), "bad") elseif not done then self:say(why, "bad") end
end

--- Runs the command.
---@param args table
---@return integer status
function play.run(args)
  local self, seed = sit_down(args)
  if seed then common.print(("A new game, seed %d. h helps."):format(seed)) end
  self.told = args.load and #self.state:events() or 0
  common.print_lines(board.legend(self.state:game(), self.style))
  while not self.state:is_terminal() do
    self:tell()
    if self:decide() == "quit" then return 0 end
  end
  self:tell()
  self:show_board()
  common.print()
  common.print(words.decision(self.state, { names = self.names }))
  return 0
end

return play
