--- A game that has not ended: saves it after each move, and tells the player how to resume it.
-- @module carcassonne.play.unfinished

local autosave = require "carcassonne.play.autosave"
local output = require "carcassonne.program.output"
local players = require "carcassonne.play.players"
local process = require "carcassonne.program.process"

local unfinished = {}

--- The note of an autosave that names the whole command to go on, if `play --resume` alone lacks a
--- script.
unfinished.COMMAND = "resume.command"

-- The words of a command line that a saved game cannot give back: scripts and bots that are files.
local function more_words(seats, variants)
  local list = players.words(seats)
  for _, text in ipairs(variants) do
    if text:find "[/\\]" or text:find "%.lua" then
      list[#list + 1] = "--variant"
      list[#list + 1] = text
    end
  end
  return list
end

--- What is said of a game that ends before its end.
---@param seats Session
---@return string
function unfinished.word(seats)
  if not seats.autosave or not seats.autosave.written then return "the game is not saved" end
  return ("%s goes on with it"):format(seats.autosave:command(seats.more_words))
end

-- Says how to go on with a game that anything else ends than its players.
local function tell_at_end(seats)
  process.at_end(function()
    if not seats.left and seats.autosave and seats.autosave.written then
      output.complain("the game is kept: " .. unfinished.word(seats))
    end
  end)
end

-- Chooses where a new game, or one of a file that --load names, is saved after each move.
local function choose_file(seats, args)
  local problem
  seats.autosave, problem = autosave.begin(args)
  if problem then return seats:say(("This game is not saved after each move: %s."):format(problem), "bad") end
  if not seats.autosave then return end
  output.print("Saved after each move: " .. seats.autosave.path)
  if seats.autosave:has_others() then
    output.print "Another game is not finished: carcassonne play --resume goes on with it."
  end
end

--- Begins to save a game after each move, and says where, or why not.
---@param seats Session
---@param args table the options of the command
function unfinished.begin(seats, args)
  if seats.autosave then
    output.print("This game goes on, and is saved after each move: " .. seats.autosave.path)
  else
    choose_file(seats, args)
  end
  if seats.autosave then seats.autosave.game = seats.saved end
  seats.more_words = more_words(seats, args.variant)
  tell_at_end(seats)
end

--- Begins to save another game in the same file, without what it has.
---@param seats Session
function unfinished.begin_again(seats)
  if not seats.autosave then return end
  seats.autosave:remove()
  seats.autosave.game = seats.saved
end

--- Saves the game after a move.
---@param seats Session
function unfinished.save(seats)
  if not seats.autosave then return end
  local all = players.notes(seats)
  if #seats.more_words > 0 then all[unfinished.COMMAND] = seats.autosave:command(seats.more_words) end
  local problem = seats.autosave:save(seats.state:serialize(), all)
  if problem then seats:say(("This game cannot be saved after each move: %s."):format(problem), "bad") end
end

--- The players leave: the file goes, unless the game needs it.
---@param seats Session
function unfinished.leave(seats)
  seats.left = true
  if not seats.autosave then return end
  if seats.decided then seats.autosave:remove() end
  if seats.autosave.written then output.print(("The game is kept: %s."):format(unfinished.word(seats))) end
end

return unfinished
