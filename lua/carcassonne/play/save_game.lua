--- Saves a game in the terminal: chooses the file, and asks before overwriting and before quitting.
-- @module carcassonne.play.save_game

local c_locale = require "carcassonne.base.c_locale"
local file_io = require "carcassonne.program.file_io"
local notes = require "carcassonne.notes"
local players = require "carcassonne.play.players"
local sys = require "carcassonne.sys"

local save_game = {}

--- Records that the current game is saved or need not be saved.
---@param seats Session
---@param path? string path of its file; nil if the game is only in the autosave
function save_game.mark(seats, path)
  seats.saved, seats.path = seats.state:serialize(), path or seats.path
end

--- Returns whether the game has changed since it was saved, loaded or started.
---@param seats Session
---@return boolean
function save_game.has_changed(seats) return seats.state:serialize() ~= seats.saved end

-- ---- Files --------------------------------------------------------------------------------------

-- Returns whether a file exists and is not empty.
local function has_text(path)
  local file = io.open(path, "rb")
  if not file then return false end
  local text = file:read(1)
  file:close()
  return text ~= nil
end

-- Expands ~/FILE as a shell does.
local function at_home(path)
  local home = os.getenv "HOME"
  return home and home ~= "" and path:find "^~/" and home .. path:sub(2) or path
end

-- Returns an unused file name.
local function free_name(stem, ending)
  local path, n = stem .. ending, 1
  while sys.real_path(path) do
    n = n + 1
    path = ("%s-%d%s"):format(stem, n, ending)
  end
  return path
end

--- Returns a file name to suggest.
---@param seats Session
---@param ending string ".carc"
---@return string
function save_game.suggestion(seats, ending)
  local stem = seats.path and seats.path:gsub("%.carc$", "") or "carcassonne-" .. os.date "%Y-%m-%d"
  return free_name(stem, ending)
end

--- Asks a question until the answer is yes or no.
---@param seats Session
---@param prompt string
---@param other? string another accepted answer
---@return "y"|"n"|string|nil answer nil at the end of the input
function save_game.ask_yes(seats, prompt, other)
  while true do
    local line = seats:ask(prompt)
    local word = line and c_locale.lower(line):gsub("^yes$", "y"):gsub("^no$", "n")
    if not word or word == "y" or word == "n" or word == other then return word end
    seats:say(("Answer y or n%s."):format(other and ", or " .. other or ""), "bad")
  end
end

--- Asks for the name of a file.
---@param seats Session
---@param prompt string
---@param suggested string the path for an empty answer
---@return string? path nil if no file is named
function save_game.ask_file(seats, prompt, suggested)
  local line = seats:ask(("%s (Enter: %s, 0: none)"):format(prompt, suggested))
  if not line or line == "0" then return nil end
  return line == "" and suggested or line
end

-- Returns whether two paths lead to the same file.
local function is_same(path, other)
  local real = sys.real_path(path)
  return real ~= nil and real == sys.real_path(other)
end

--- Writes a file that a player named; asks before overwriting another file.
---@param seats Session
---@param path string
---@param text string
---@param own? string file with an older version of the text, which is overwritten without a question
---@return boolean done
function save_game.write(seats, path, text, own)
  path = at_home(path)
  if seats.autosave and is_same(path, seats.autosave.path) then
    seats:say("Not saved, because that file is removed when the game ends; choose another file.", "bad")
    return false
  end
  if path ~= own and has_text(path) then
    local answer = save_game.ask_yes(seats, ("%s exists already. Overwrite it? (y/n)"):format(path))
    if answer ~= "y" then
      seats:say "Nothing was written."
      return false
    end
  end
  local done, why = file_io.write(path, text)
  if done then seats:say("Saved in " .. path .. ".") else seats:say("Not saved: " .. why, "bad") end
  return done == true
end

--- Saves the game in a file and prints a confirmation.
---@param seats Session
---@param path string
---@return boolean done
function save_game.save(seats, path)
  if not save_game.write(seats, path, notes.add(seats.state:serialize(), players.notes(seats)),
      seats.path) then
    return false
  end
  save_game.mark(seats, at_home(path))
  seats.safe = true
  return true
end

--- Asks for a file and saves the game there.
---@param seats Session
---@return boolean done
function save_game.save_as(seats)
  local path = save_game.ask_file(seats, "File for the game?",
    seats.path or save_game.suggestion(seats, ".carc"))
  return path ~= nil and save_game.save(seats, path)
end

-- ---- Quitting -----------------------------------------------------------------------------------

--- Before quitting, asks whether to save the game, if it has changed since it was saved.
---@param seats Session
---@return "quit"|"stay"
function save_game.leave(seats)
  local stay = seats.state:is_terminal() and "go back" or "continue the game"
  if not save_game.has_changed(seats) then
    seats.decided = seats.safe
    return "quit"
  end
  local answer = save_game.ask_yes(seats, ("Save the game first? (y/n, 0: %s)"):format(stay), "0")
  if answer == "0" or answer == "y" and not save_game.save_as(seats) then return "stay" end
  seats.decided = answer ~= nil
  return "quit"
end

return save_game
