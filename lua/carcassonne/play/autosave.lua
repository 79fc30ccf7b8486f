--- The file in which a running game is saved after each move, so that it can go on after anything
--- that ends the program.
--
-- Unless the player names a file, it is one of the folder for the state of programs:
-- $XDG_STATE_HOME/carcassonne, on Windows %LOCALAPPDATA%\carcassonne. Beside it lies a file with
-- `.lock` in the place of `.carc`, which the running program claims: no other program goes on with
-- this game, or removes it. A game that was brought to its end, or given up, leaves no file.
-- @module carcassonne.play.autosave

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local notes = require "carcassonne.notes"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"
local terminal = require "carcassonne.text.terminal"

local autosave = {}

--- How many games the folder keeps.
autosave.most = 10

local SAVED = "saved" -- the note that says when

local is_windows = package.config:sub(1, 1) == "\\"

--- Adds --autosave, --no-autosave and --resume.
---@param command table of argparse
function autosave.options(command)
  command:mutex(
    command:option("--autosave",
      "Save the game after each move: in FILE, or else in a new file of the folder for such games "
      .. "($XDG_STATE_HOME/carcassonne, ~/.local/state/carcassonne, or %LOCALAPPDATA%\\carcassonne). This "
        .. "is on by default "
      .. "where answers are typed at a terminal."):args("?"):argname("FILE"),
    command:flag("--no-autosave", "Do not save the game after each move."))
  command:flag("--resume --continue",
    "Go on with the game that was saved last after a move and has not ended; with --autosave FILE, with "
    .. "that one.")
end

-- ---- The folder ---------------------------------------------------------------------------------

local function is_absolute(path)
  return path:sub(1, 1) == "/" or is_windows and path:find "^%a:[/\\]" ~= nil
end

-- The value of a variable of the environment that names a folder; a path that is not absolute does
-- not count.
local function folder_in(getenv, name)
  local path = getenv(name)
  return path and is_absolute(path) and path:gsub("[/\\]+$", "") or nil
end

--- The folder for games that are saved after each move.
---@param getenv? fun(name:string):string? os.getenv by default
---@return string? folder
---@return string? problem
function autosave.folder(getenv)
  getenv = getenv or os.getenv
  local state = folder_in(getenv, is_windows and "LOCALAPPDATA" or "XDG_STATE_HOME")
  local home = not is_windows and folder_in(getenv, "HOME")
  if state then return state .. "/carcassonne" end
  if home then return home .. "/.local/state/carcassonne" end
  return nil, ("no folder for it: %s is not set"):format(is_windows and "LOCALAPPDATA" or "HOME")
end

-- Makes a folder, and those around it. Returns whether it is there.
local function make_folder(path)
  if not sys.real_path(path) then
    local command = is_windows and ('mkdir "%s" 2>nul'):format((path:gsub("/", "\\")))
      or ("umask 077; mkdir -p %s 2>/dev/null"):format(process.quoted(path))
    compat.os.execute(command)
  end
  return select(2, sys.real_path(path)) == "folder"
end

-- ---- Games that are kept ------------------------------------------------------------------------

local function lock_of(path) return (path:gsub("%.carc$", ".lock")) end

-- Claims a game for this program. Returns the open lock; nil if another program has the game; or
-- nil and a message.
local function claim(path)
  local file, problem = io.open(lock_of(path), "ab")
  if not file then return nil, problem end
  if sys.claim(file) then return file end
  file:close()
end

local function release(path, lock)
  lock:close()
  os.remove(lock_of(path))
end

local function text_of(path)
  local file = io.open(path, "rb")
  local text = file and file:read "*a"
  if file then file:close() end
  return text
end

-- The games of a folder, those that were saved last first.
local function games_in(folder)
  local games = {}
  for _, name in ipairs(sys.in_folder(folder)) do
    if name:find "^game%-[%d-]+%.carc$" then
      local path = folder .. "/" .. name
      games[#games + 1] = { path = path, saved = notes.of(text_of(path) or "")[SAVED] or "" }
    end
  end
  c_locale.sort(games, function(a, b)
    if a.saved ~= b.saved then return a.saved > b.saved end
    return a.path > b.path
  end)
  return games
end

--- The newest game of the folder that no running program has, claimed for this one.
---@param folder string
---@return string? path
---@return file*? lock
function autosave.newest(folder)
  for _, game in ipairs(games_in(folder)) do
    local lock = claim(game.path)
    if lock then return game.path, lock end
  end
end

-- Removes older games, and locks without a game, unless a running program has them.
local function tidy(folder, most)
  local paths = {}
  for i, game in ipairs(games_in(folder)) do
    if i > most then paths[#paths + 1] = game.path end
  end
  for _, name in ipairs(sys.in_folder(folder)) do
    local path = folder .. "/" .. name:gsub("%.lock$", ".carc")
    if name:find "^game%-[%d-]+%.lock$" and not sys.real_path(path) then paths[#paths + 1] = path end
  end
  for _, path in ipairs(paths) do
    local lock = claim(path)
    if lock then
      os.remove(path)
      local part = sys.output_file(path) -- which removes one that a killed program left
      if part then part:discard() end
      release(path, lock)
    end
  end
end

-- A new name in the folder, claimed. Returns nil and what is wrong where nothing can be written.
local function new_game(folder)
  local stem = folder .. "/game-" .. os.date "%Y%m%d-%H%M%S"
  for n = 1, math.huge do
    local path = stem .. (n > 1 and "-" .. n or "") .. ".carc"
    if not sys.real_path(path) then
      local lock, problem = claim(path)
      if lock or problem then return lock and path, lock or problem end
    end
  end
end

-- ---- One game -----------------------------------------------------------------------------------

---@class Autosave
---@field path string
---@field chosen boolean whether the player named the file
---@field lock? file*
---@field game? string the game as it was saved last, or as it began, without notes
---@field written boolean whether the file is there
---@field failed boolean whether it was said that the game cannot be saved
local Autosave = {}
Autosave.__index = Autosave

local function new(path, chosen, lock, written)
  local self = setmetatable({ path = path, chosen = chosen, lock = lock, written = written, failed = false },
    Autosave)
  process.at_end(function()
    if self.lock then release(self.path, self.lock) end
    self.lock = nil
  end)
  return self
end

-- The file that --autosave names, if it names one.
local function chosen_file(args)
  local given = args.autosave
  return type(given) == "table" and given[1] or type(given) == "string" and given or nil
end

--- Claims the game that --resume goes on with.
---@param args table
---@return Autosave
function autosave.resume(args)
  local chosen = chosen_file(args)
  if chosen then return new(chosen, true, nil, true) end
  local folder, problem = autosave.folder()
  if not folder then process.refuse("--resume: %s", problem) end
  local path, lock = autosave.newest(folder)
  if not path then process.refuse("--resume: there is no unfinished game in %s", folder) end
  return new(path, false, lock, true)
end

-- In a file of the folder.
local function in_folder()
  local folder, problem = autosave.folder()
  if not folder then return nil, problem end
  if not make_folder(folder) then return nil, "cannot make the folder " .. folder end
  local path, lock = new_game(folder)
  if not path then return nil, "cannot write " .. tostring(lock) end
  tidy(folder, autosave.most - 1)
  return new(path, false, lock, false)
end

--- Where a new game is saved after each move, by the options.
---@param args table
---@return Autosave? autosave nil if it is not saved
---@return string? problem why it is not, though it should be
function autosave.begin(args)
  local chosen = chosen_file(args)
  if args.no_autosave then return nil end
  if args.isolate and (args.autosave or terminal.is_terminal(io.stdin)) then
    return nil, "--isolate lets it write no file"
  end
  if chosen then
    if sys.real_path(chosen) then
      process.refuse("--autosave: %s is there already; --resume --autosave %s goes on with it",
        chosen, chosen)
    end
    return new(chosen, true, nil, false)
  end
  if not args.autosave and not terminal.is_terminal(io.stdin) then return nil end
  return in_folder()
end

--- Whether a game is kept that no running program has, besides this one.
---@return boolean
function Autosave:has_others()
  if self.chosen then return false end
  local path, lock = autosave.newest((self.path:match "^(.*)/"))
  if path then release(path, lock) end
  return path ~= nil
end

--- Saves the game if it has changed. Returns a message the first time that this fails.
---@param game string State:serialize
---@param all table<string, string> notes
---@return string? problem
function Autosave:save(game, all)
  if game == self.game then return nil end
  all[SAVED] = os.date "!%Y-%m-%dT%H:%M:%SZ"
  local done, problem = file_io.write(self.path, notes.add(game, all))
  if done then
    self.game, self.written = game, true
  elseif not self.failed then
    self.failed = true
    return problem
  end
end

--- Removes the file: the game has come to its end, or is kept elsewhere.
function Autosave:remove()
  if self.written then os.remove(self.path) end
  self.written = false
end

--- The command that goes on with this game.
---@param more string[] further words that it needs
---@return string
function Autosave:command(more)
  local words = { "carcassonne play --resume" }
  if self.chosen then words[2] = "--autosave " .. process.shell_word(self.path) end
  for _, word in ipairs(more) do words[#words + 1] = process.shell_word(word) end
  return table.concat(words, " ")
end

return autosave
