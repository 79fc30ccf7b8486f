--- `carcassonne play`: a game in the terminal, hot-seat or against bots.
-- @module carcassonne.cli.play

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local asking = require "carcassonne.cli.asking"
local common = require "carcassonne.cli.common"
local compat = require "carcassonne.compat"
local Table = require "carcassonne.cli.table"
local teacher = require "carcassonne.cli.teacher"
local words = require "carcassonne.screen.words"
local board = require "carcassonne.view.board"
local message = require "carcassonne.view.message"
local progress = require "carcassonne.view.progress"
local terminal = require "carcassonne.view.terminal"

local play = {
  reads_scripts = true,
  summary = "Play a game in the terminal.",
  description = [[
Plays a game in the terminal, several people at one keyboard or against bots. Answers are numbers and single
letters, read from standard input line by line.]],
  epilog = [[
While playing a number chooses; u takes back, s FILE saves, r reads the scripts again, b shows the board again,
hint names the three best moves, h helps, q quits.

A hint says what is to be typed, the points that the bot expects to be ahead by in the end, and what the move changes:
  3, then 2    +6.2  BA-J at 0,-1, upside down; then follower as a knight in the city

Examples:
  carcassonne play                        two people at one keyboard
  carcassonne play --players 3 --bot 2,3  one person against two bots
  carcassonne play --players 3 --bot 2=greedy --bot 3=random
  carcassonne play --variant chained-builders --seed 7
  carcassonne play --variant tower:capture=must --variant bridges --bot 2
  carcassonne play --load game.carc
  carcassonne play --bot 2 --hint         the three best moves before each decision
  carcassonne play --bot 2 --teach        what each move cost, and a sum at the end
  carcassonne play --bot 2 --hint mcts:milliseconds=500 --teach]],
}

--- Adds the options of this command.
---@param command table of argparse
function play.options(command)
  common.game_options(command)
  command:option("--bot", "The players who are bots, with commas: 2,3; and which: 2,3=NAME, as carcassonne run has them."):count("*")
    :argname "PLAYERS"
  teacher.options(command)
  command:option("--seed", "Of the draws; unless said, another one each time."):convert(common.integer(0)):argname("N")
  command:option("--load", "Go on with a saved game."):argname("FILE")
  command:option("--width", "Columns to fit the board into; unless said, those of the terminal.")
    :convert(common.integer(20)):argname("N")
  common.style_options(command)
end

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
  local self = Table.new {
    state = state, style = common.style(args), seed = args.seed or seed or 0,
    bots = bot_players(args.bot, players, args.seed or seed or 0),
    width = args.width or terminal.width(), told = 0, echo = not terminal.is_terminal(io.stdin), names = {},
    progress = progress.new(1, "", function() return "; the game is not saved" end),
    teacher = teacher.new(args, args.seed or seed or 0),
  }
  for player = 1, players do self.names[player] = "player " .. player .. (self.bots[player] and " (bot)" or "") end
  return self, seed
end

-- One decision of whoever is to take it. Returns "quit" when the game is to be left.
local function decide(self)
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
  local action, instead = asking.action(self)
  if not action then return instead end
  local entry = self.teacher:judged(self, action)
  -- A script that fails leaves the game as it was; something else may still be chosen.
  local fine, done, why = pcall(state.apply_action, state, action)
  if not fine then self:say(message.plain(done), "bad") elseif not done then self:say(why, "bad")
  else self.teacher:tell(self, entry) end
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
    if decide(self) == "quit" then
      self.teacher:sum(self)
      return 0
    end
  end
  self:tell()
  self:show_board()
  common.print()
  common.print(words.decision(self.state, { names = self.names }))
  self.teacher:sum(self)
  return 0
end

return play
