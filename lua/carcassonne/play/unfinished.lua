--- Saves an unfinished game after each move, and prints how to resume it.
-- @module carcassonne.play.unfinished

local autosave = require "carcassonne.play.autosave"
local output = require "carcassonne.program.output"
local players = require "carcassonne.play.players"
local process = require "carcassonne.program.process"

local unfinished = {}

--- Key of the note with the command that continues the game, if the command has more words than
--- `play --resume`.
unfinished.COMMAND = "resume.command"

-- Returns the options for scripts and bots that are files, which a saved game cannot restore.
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

--- Returns the message for an interrupted game.
---@param seats Session
---@return string
function unfinished.word(seats)
  if not seats.autosave or not seats.autosave.written then return "the game is not saved" end
  return ("to continue: %s"):format(seats.autosave:command(seats.more_words))
end

-- Prints how to continue a game if the program ends before its players quit.
local function report_at_end(seats)
  process.at_end(function()
    if not seats.left and seats.autosave and seats.autosave.written then
      output.complain("the game is saved; " .. unfinished.word(seats))
    end
  end)
end

-- Starts the autosave of a new or loaded game.
local function choose_file(seats, args)
  local problem
  seats.autosave, problem = autosave.begin(args)
  if problem then return seats:say(("This game is not saved after each move: %s."):format(problem), "bad") end
  if not seats.autosave then return end
  output.print("The game is saved after each move: " .. seats.autosave.path)
  if seats.autosave:has_others() then
    output.print "Another game is unfinished; to continue that game: carcassonne play --resume"
  end
end

--- Starts the autosave; prints its file, or the reason why there is no autosave.
---@param seats Session
---@param args table the options of the command
function unfinished.begin(seats, args)
  if seats.autosave then
    output.print("The game continues and is saved after each move: " .. seats.autosave.path)
  else
    choose_file(seats, args)
  end
  if seats.autosave then seats.autosave.game = seats.saved end
  seats.more_words = more_words(seats, args.variant)
  report_at_end(seats)
end

--- Starts the autosave of another game in the same file.
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

--- Ends the session: removes the file, unless it is needed to continue the game.
---@param seats Session
function unfinished.leave(seats)
  seats.left = true
  if not seats.autosave then return end
  if seats.decided then seats.autosave:remove() end
  if seats.autosave.written then output.print(("The game is saved; %s"):format(unfinished.word(seats))) end
end

return unfinished
