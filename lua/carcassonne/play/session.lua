--- The table that people sit at: what they are told, and the commands that are no choices.
-- @module carcassonne.play.session

local board_output = require "carcassonne.program.board_output"
local bots = require "carcassonne.bots"
local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local choices = require "carcassonne.play.choices"
local compat = require "carcassonne.base.compat"
local events = require "carcassonne.describe.events"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local save_game = require "carcassonne.play.save_game"
local summary = require "carcassonne.text.summary"

local HELP = [[
Answer with the number of a choice. Cells on the board are numbered; the turn of the tile is asked next.
In a long list of choices, tiles on the board are numbered; what to do there is asked next.
  u         take back your last decision
  s FILE    save the game (carcassonne play --load FILE goes on with it); s alone: in the file it has
  r         read the scripts again that --variant names: the game goes on under what they are now
  b         show the board again
  hint      the three best moves, and why
  h or ?    this help
  q         quit; you are asked whether to save]]

---@class Session : Players
---@field state State
---@field style Style
---@field width integer columns
---@field told integer the number of the last event that was told
---@field echo boolean whether answers are shown, since nobody types them
---@field progress Progress
---@field tutor Tutor
---@field numbered? Numbered[] the actions that may be chosen, by what is to be typed
---@field autosave? Autosave
---@field saved? string the game as it was saved, loaded or begun
---@field path? string the file that it was loaded from, or saved in
---@field safe boolean whether `saved` is kept without the autosave
---@field more_words string[] of a command line that goes on with the game
---@field left? boolean whether it is said what becomes of the game
---@field decided? boolean whether the player has said what is to become of the game, so that it need not be kept
local Session = {}
Session.__index = Session

--- Sits people down.
---@param seats table the fields of Session
---@return Session
function Session.new(seats) return setmetatable(seats, Session) end

-- ---- Talking ------------------------------------------------------------------------------------

--- Prints a text in the style of that name.
---@param text string
---@param name? string
function Session:say(text, name) output.print(self.style:paint(text, name)) end

--- Where Ctrl-C may end the game.
function Session:pause() process.pause(self.progress) end

--- Asks for a line; nil at the end of the input. Where input is piped, the answer is shown as well.
---@param prompt string
---@return string?
function Session:ask(prompt)
  output.put(self.style:paint(prompt, "heading"), " ")
  output.flush()
  local line = io.stdin:read("*l")
  self:pause()
  if line and self.echo then output.print(line) end
  return line and line:match("^%s*(.-)%s*$")
end

--- To whom the screen tells what happened.
---@return integer|"spectator"
function Session:observer() return bots.observer(self.bots, self.state:game():players()) end

--- Tells what happened since the last time, but for what is plain to see.
function Session:tell()
  local all = self.state:events(self.told, self:observer())
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

--- Shows the board and how the players stand.
---@param marks? CellChoice[]
---@param focus? table as board_output.print takes it
function Session:show_board(marks, focus)
  output.print()
  board_output.print(self.state, { style = self.style, width = self.width, marks = marks, focus = focus, observer = self:observer() })
  output.print_lines(summary.table(self.state, { style = self.style, names = self.names }))
end

--- Who decides, as the screen calls them.
---@return string
function Session:who()
  local part = self.state:part() > 1 and (", part %d of the turn"):format(self.state:part()) or ""
  local player = self.state:current_player()
  if type(player) ~= "number" then player = self.state:turn_player() end
  return self.style:paint((self.names[player] .. part):gsub("^%l", c_locale.upper), "piece" .. player)
end

-- ---- Commands -------------------------------------------------------------------------------------

--- Back to the last decision of a person who had a choice; back where it was if there is none.
---@return boolean done
function Session:undo()
  local before = self.state:clone()
  repeat
    if not self.state:undo_action() then
      self.state:copy_from(before)
      self:say("There is nothing to take back.", "bad")
      return false
    end
    local player = self.state:current_player()
  until type(player) == "number" and not self.bots[player] and not choices.only(self.state)
  local all = self.state:events()
  self.told = #all
  self.tutor:forget(self.state:decisions())
  self:say("Taken back.")
  return true
end

--- Saves the game, and says so.
---@param path string
function Session:save(path)
  if path == "" and not self.path then
    self:say("Save where? Say: s FILE", "bad")
    return
  end
  save_game.save(self, path ~= "" and path or self.path)
end

-- The names of the variants that are others now.
local function changed(old, new)
  local names = {}
  for i, variant in ipairs(new:variants()) do
    if variant.digest ~= old:variants()[i].digest then names[#names + 1] = variant.name end
  end
  return names
end

--- The same game under its scripts as they are now; as it was if that cannot be.
---@return boolean changed
function Session:reload()
  local state, why = carcassonne.reload(self.state)
  if not state then
    self:say(("%s\nThe game goes on under the scripts as they were."):format(why), "bad")
    return false
  end
  local names = changed(self.state:game(), state:game())
  self:say(#names > 0 and ("Read again: %s."):format(table.concat(names, ", ")) or "No script has changed.")
  self.state, self.told = state, #state:events()
  self.tutor:forget(state:decisions())
  return #names > 0
end

--- Deals with what is no choice.
---@param line string
---@return "quit"|"again"|"stay"|nil after "again" the decision may be another; nil for an answer that is no command
function Session:command(line)
  local word, rest = line:match("^(%S*)%s*(.-)$")
  word = c_locale.lower(word)
  if word == "q" or word == "quit" then return save_game.leave(self) end
  if word == "u" or word == "undo" then return self:undo() and "again" or "stay" end
  if word == "b" or word == "board" then return "again" end
  if word == "r" or word == "reload" then return self:reload() and "again" or "stay" end
  if word == "hint" then
    self.tutor:hint(self)
    return "stay"
  end
  if word == "s" or word == "save" then
    self:save(rest)
    return "stay"
  end
  if word == "h" or word == "help" or word == "?" then
    output.print(HELP)
    return "stay"
  end
end

--- Asks until there is a number from low to high.
---@param prompt string
---@param low integer
---@param high integer
---@return integer? number
---@return "quit"|"again"|nil instead
function Session:number(prompt, low, high)
  while true do
    local line = self:ask(prompt)
    if not line then
      output.print()
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

return Session
