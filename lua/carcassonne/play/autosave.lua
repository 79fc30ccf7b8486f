--- Saves a running game after each move, so that it can be resumed, whatever ended the program.
--
-- By default the file is in the folder for the state of programs: $XDG_STATE_HOME/carcassonne, or
-- %LOCALAPPDATA%\carcassonne on Windows. The running program holds a lock file with the ending
-- `.lock` instead of `.carc`, so that no other program continues or removes the game. The file is
-- removed when the game ends or is given up.
-- @module carcassonne.play.autosave

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local file_io = require "carcassonne.program.file_io"
local notes = require "carcassonne.notes"
local process = require "carcassonne.program.process"
local sys = require "carcassonne.sys"
local terminal = require "carcassonne.text.terminal"

local autosave = {}

--- Maximum number of games in the folder.
autosave.most = 10

local SAVED = "saved" -- key of the note that holds the time

local is_windows = package.config:sub(1, 1) == "\\"

--- Adds --autosave, --no-autosave and --resume.
---@param command table of argparse
function autosave.options(command)
  command:mutex(
    command:option("--autosave",
      "Save the game after each move, in FILE or in a new file of the folder for automatic saves "
      .. "($XDG_STATE_HOME/carcassonne, ~/.local/state/carcassonne, or %LOCALAPPDATA%\\carcassonne). "
      .. "Enabled by default at a terminal."):args("?"):argname("FILE"),
    command:flag("--no-autosave", "Do not save the game after each move."))
  command:flag("--resume --continue",
    "Continue the unfinished game that was saved last. With --autosave FILE, continue the game of FILE."
    )
end

-- ---- The folder ---------------------------------------------------------------------------------

local function is_absolute(path)
  return path:sub(1, 1) == "/" or is_windows and path:find "^%a:[/\\]" ~= nil
end

-- Returns the folder that an environment variable names. A relative path is ignored.
local function folder_in(getenv, name)
  local path = getenv(name)
  return path and is_absolute(path) and path:gsub("[/\\]+$", "") or nil
end

--- Returns the folder for games that are saved after each move.
---@param getenv? fun(name:string):string? os.getenv by default
---@return string? folder
---@return string? problem
function autosave.folder(getenv)
  getenv = getenv or os.getenv
  local state = folder_in(getenv, is_windows and "LOCALAPPDATA" or "XDG_STATE_HOME")
  local home = not is_windows and folder_in(getenv, "HOME")
  if state then return state .. "/carcassonne" end
  if home then return home .. "/.local/state/carcassonne" end
  return nil, ("the folder for automatic saves is unknown, because %s is not "
    .. "set"):format(is_windows and "LOCALAPPDATA" or "HOME")
end

-- Makes a folder and its parents; returns whether the folder exists.
local function make_folder(path)
  if not sys.real_path(path) then
    local command = is_windows and ('mkdir "%s" 2>nul'):format((path:gsub("/", "\\")))
      or ("umask 077; mkdir -p %s 2>/dev/null"):format(process.quoted(path))
    compat.os.execute(command)
  end
  return select(2, sys.real_path(path)) == "folder"
end

-- ---- Saved games --------------------------------------------------------------------------------

local function lock_of(path) return (path:gsub("%.carc$", ".lock")) end

-- Locks a game for this program. Returns the open lock file. If another program has the lock,
-- returns nil; after an error, nil and a message.
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

-- Returns the games of a folder, the newest first.
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

--- Finds the newest game of the folder that no other running program has locked; locks and returns
--- it.
---@param folder string
---@return string? path
---@return file*? lock
function autosave.newest(folder)
  for _, game in ipairs(games_in(folder)) do
    local lock = claim(game.path)
    if lock then return game.path, lock end
  end
end

-- Removes older games, and lock files without a game, unless a running program has locked them.
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
      local part = sys.output_file(path) -- removes the temporary file of a program that was killed
      if part then part:discard() end
      release(path, lock)
    end
  end
end

-- Returns a new locked path in the folder; nil and a message if the folder is not writable.
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
---@field game? string the last saved state of the game, or the initial one, without notes
---@field written boolean whether the file exists
---@field failed boolean whether a failure was already reported
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

-- Returns the file that --autosave names, or nil.
local function chosen_file(args)
  local given = args.autosave
  return type(given) == "table" and given[1] or type(given) == "string" and given or nil
end

--- Locks the game that --resume continues.
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

-- Starts an autosave in a new file of the folder.
local function in_folder()
  local folder, problem = autosave.folder()
  if not folder then return nil, problem end
  if not make_folder(folder) then return nil, "cannot make the folder " .. folder end
  local path, lock = new_game(folder)
  if not path then return nil, "cannot write " .. tostring(lock) end
  tidy(folder, autosave.most - 1)
  return new(path, false, lock, false)
end

--- Starts the autosave of a new game, if the options do not prevent it.
---@param args table
---@return Autosave? autosave nil if the game is not saved
---@return string? problem why the game cannot be saved
function autosave.begin(args)
  local chosen = chosen_file(args)
  if args.no_autosave then return nil end
  if args.untrusted and not chosen and (args.autosave or terminal.is_terminal(io.stdin)) then
    return nil, "with --untrusted, a game is saved only in a file that the command line names: "
      .. "--autosave FILE"
  end
  if chosen then
    if sys.real_path(chosen) then
      process.refuse("--autosave: %s exists already; --resume --autosave %s continues it",
        chosen, chosen)
    end
    return new(chosen, true, nil, false)
  end
  if not args.autosave and not terminal.is_terminal(io.stdin) then return nil end
  return in_folder()
end

--- Returns whether there is another saved game that no running program has locked.
---@return boolean
function Autosave:has_others()
  if self.chosen then return false end
  local path, lock = autosave.newest((self.path:match "^(.*)/"))
  if path then release(path, lock) end
  return path ~= nil
end

--- Saves the game if it has changed; for the first failure, returns a message.
---@param game string the result of State:serialize
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

--- Removes the file of a game that has ended or is saved in another file.
function Autosave:remove()
  if self.written then os.remove(self.path) end
  self.written = false
end

--- Returns the command that continues this game.
---@param more string[] further words of the command
---@return string
function Autosave:command(more)
  local words = { "carcassonne play --resume" }
  if self.chosen then words[2] = "--autosave " .. process.shell_word(self.path) end
  for _, word in ipairs(more) do words[#words + 1] = process.shell_word(word) end
  return table.concat(words, " ")
end

return autosave
