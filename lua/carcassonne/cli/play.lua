--- `carcassonne play`: plays a game in the terminal, hot-seat or against bots.
-- @module carcassonne.cli.play

local autosave = require "carcassonne.play.autosave"
local board = require "carcassonne.text.board"
local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local cli_options = require "carcassonne.cli.options"
local error_message = require "carcassonne.base.error_message"
local file_io = require "carcassonne.program.file_io"
local game_end = require "carcassonne.play.game_end"
local game_specs = require "carcassonne.program.game_specs"
local notes = require "carcassonne.notes"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local players = require "carcassonne.play.players"
local process = require "carcassonne.program.process"
local progress = require "carcassonne.text.progress"
local prompt = require "carcassonne.play.prompt"
local save_game = require "carcassonne.play.save_game"
local Session = require "carcassonne.play.session"
local terminal = require "carcassonne.text.terminal"
local tutor = require "carcassonne.play.tutor"
local unfinished = require "carcassonne.play.unfinished"

local play = {
  reads_scripts = true,
  summary = "Play a game in the terminal.",
  description = [[
Plays a game in the terminal, with several people at one keyboard or against bots. Each answer is a number
or a single letter, on a line of standard input.]],
  epilog = [[
A number chooses an action. Other answers are commands; h lists them:
  u         undo a move
  s FILE    save the game
  r         reload the scripts
  b         show the board again
  v         show the cells outside of the view
  hint      name the three best moves
  q         quit, after asking whether to save

At a terminal, the game is saved automatically after each move. If Ctrl-C or anything else ends the program,
you can continue the game with --resume. The automatic file is removed when the game is over, or when a
player quits and either saves the game to another file or discards it. Of the automatic files, the ten newest
are kept. If the answers come from a file or a pipe, the game is saved after each move only if --autosave is
given.

When the game is over, there are other commands:
  s FILE    save the game
  p FILE    write a page, as `carcassonne html` does
  a         analyse the game, as `carcassonne analyse` does
  n         start a new game with the same settings
  q         quit

A saved game contains the names of players and bots. It cannot make the program run files, however: name its
scripts, and bots that are files, again on the command line.

A hint shows the answer to type, the final lead that the bot expects, and the effects of the move:
  3, then 2    +6.2  BA-J at 0,-1, turned halfway round; then follower as a knight in the city

Examples:
  carcassonne play                        two people at one keyboard
  carcassonne play --players 3 --bot 2,3  one person against two bots
  carcassonne play --players 3 --bot 2=greedy --bot 3=random
  carcassonne play --variant chained-builders --seed 7
  carcassonne play --variant tower:capture=must --variant bridges --bot 2
  carcassonne play --names Anna,Ben
  carcassonne play --load game.carc
  carcassonne play --resume               continue the unfinished game
  carcassonne play --bot 2 --hint         the three best moves before each decision
  carcassonne play --bot 2 --teach        the cost of each move, and a sum at the end
  carcassonne play --bot 2 --hint mcts:milliseconds=500 --teach]],
}

local GAME_OPTIONS = { "edition", "players", "sets" } -- options that cannot change a loaded game

function play.options(command)
  cli_options.game_options(command)
  players.options(command)
  tutor.options(command)
  command:option("--seed", "Seed of the draws; by default, a new seed for each game."):convert(
    cli_options.integer(0)):argname("N")
  command:option("--load", "Continue a saved game."):argname("FILE")
  autosave.options(command)
  command:option("--width", "Width of the board in columns; by default, that of the terminal.")
    :convert(cli_options.integer(20)):argname("N")
  command:option("--height",
    "Height in lines of the board, the scores and the question together; by default, that of the "
    .. "terminal."):convert(cli_options.integer(1)):argname("N")
  cli_options.style_options(command)
end

-- Refuses options that would change a loaded game.
local function load_state(args, path, option)
  for _, name in ipairs(GAME_OPTIONS) do
    if args[name] then process.refuse("--%s cannot change a loaded game", name) end
  end
  if path == "-" then
    process.refuse("%s: standard input is used for the answers; expected a file with the game",
      option)
  end
  local state, text = game_specs.load(path, args.variant)
  return state, notes.of(text)
end

local function new_seed(other)
  local seed = os.time() % 1000000
  return seed == other and seed + 1 or seed
end

local function new_state(args)
  local seed = args.seed or new_seed()
  return carcassonne.game(game_specs.settings(args)):new_initial_state(seed), seed
end

-- Returns the game of an autosave. If a script is missing, the error shows the command that names
-- the script.
local function resumed_game(args, resumed)
  local loaded, state, noted = pcall(load_state, args, resumed.path, "--resume")
  if not loaded then
    local command = notes.of(file_io.read(resumed.path))[unfinished.COMMAND]
    error(command and ("%s; to continue: %s"):format(state, options.line(command)) or state, 0)
  end
  return { state = state, notes = noted, autosave = resumed }
end

-- Returns the game to play: a resumed one, one from a file, or a new one.
---@param args table
---@return table begun `state`, `notes`; `seed` if new, `autosave` if resumed, `path` if loaded
local function begun_game(args)
  if args.resume then
    local other = args.load and "--load" or args.no_autosave and "--no-autosave"
      or args.untrusted and not args.autosave and "--untrusted, unless --autosave names a file"
    if other then process.refuse("--resume cannot be combined with %s", other) end
    return resumed_game(args, autosave.resume(args))
  end
  if args.load then
    local state, noted = load_state(args, args.load, "--load")
    return { state = state, notes = noted, path = args.load }
  end
  local state, seed = new_state(args)
  return { state = state, seed = seed, notes = {} }
end

local function sit_down(args)
  local begun = begun_game(args)
  local state = begun.state
  local self = Session.new {
    state = state, style = cli_options.style(args), width = args.width or terminal.width(),
    height = args.height or terminal.height(), reported = begun.seed and 0 or #state:events(),
    echo = not terminal.is_terminal(io.stdin), autosave = begun.autosave, safe = not begun.autosave,
  }
  output.width = self.width
  local who, said = players.of(args, state:game():players(), args.seed or begun.seed, begun.notes)
  for key, value in pairs(who) do self[key] = value end
  self.tutor = tutor.new(args, self.seed)
  self.progress = progress.new(1, "", function()
    self.left = true
    return "; " .. unfinished.word(self)
  end)
  save_game.mark(self, begun.path)
  return self, begun.seed, said
end

-- Carries out one decision of a player, bot or chance; returns "quit" if the player quits.
local function decide(self)
  local state = self.state
  local player = state:current_player()
  local bot = self.bots[player]
  self:pause()
  if bot then
    -- The seed depends on the position, so that the bot decides the same way again after undo.
    if type(bot.seed) == "function" then bot:seed(self.seed + player + 7919 * state:decisions()) end
    state:apply_index(bots.decide(bot, state))
    return
  end
  local action, instead = prompt.action(self)
  if not action then return instead end
  local entry = self.tutor:judged(self, action)
  -- A failing script leaves the game unchanged, and the player can choose another action.
  local fine, done, why = pcall(state.apply_action, state, action)
  if not fine then self:say(error_message.plain(done), "bad") elseif not done then self:say(why, "bad")
  else self.tutor:report(self, entry) end
end

-- Plays until the game is over or a player quits; returns whether the game is over.
local function play_on(self)
  local turn
  while not self.state:is_terminal() do
    self:report_events()
    if not self.bots[self.state:current_player()] or self.state:turn_number() ~= turn then
      unfinished.save(self)
    end
    turn = self.state:turn_number()
    if decide(self) == "quit" then return false end
  end
  unfinished.save(self)
  return true
end

-- Starts a new game with the same settings.
local function begin_again(self, args)
  local seed = new_seed(self.seed)
  self.state, self.reported, self.path, self.safe = self.state:game():new_initial_state(seed), 0, nil, true
  players.seat_bots(self, seed)
  self.tutor = tutor.new(args, seed)
  save_game.mark(self)
  unfinished.begin_again(self)
  output.print()
  output.print(("A new game, seed %d."):format(seed))
end

-- Prints the settings of the game, and the players.
local function greet(self, args, seed, said)
  if seed then output.print(("A new game, seed %d. h helps."):format(seed)) end
  unfinished.begin(self, args)
  for _, line in ipairs(said) do output.print(line) end
  for _, line in ipairs(board.legend(self.state:game(), self.style)) do output.print(line) end
end

function play.run(args)
  local self, seed, said = sit_down(args)
  greet(self, args, seed, said)
  local next_step
  repeat
    if not play_on(self) then
      self.tutor:sum(self)
      break
    end
    game_end.report(self)
    next_step = game_end.ask(self)
    if next_step == "new" then begin_again(self, args) end
    self.decided = next_step == "quit"
  until self.decided
  unfinished.leave(self)
  return 0
end

return play
