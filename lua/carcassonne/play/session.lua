--- A session of a game in the terminal: prints events and the board, and runs the commands.
-- @module carcassonne.play.session

local board_output = require "carcassonne.program.board_output"
local board_view = require "carcassonne.text.board_view"
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
Answer with the number of a choice. To place a tile, first choose a numbered cell, then a rotation.
If there are many choices, first choose a numbered tile of the board, then one of the choices on it.
  u         undo your last decision
  s FILE    save the game (to continue: carcassonne play --load FILE); without FILE: in its last file
  r         reload the scripts of --variant; the game continues with the new versions
  b         show the board again
  v         show the cells outside of the view; v n, v e, v s and v w move the view, v 12 shows cell 12
  hint      the three best moves, and why
  h or ?    this help
  q         quit, after asking whether to save]]

---@class View
---@field marks CellChoice[]
---@field box BoardBox the visible cells
---@field seen table<integer, boolean> numbers of the marks that were visible at some time since the decision began

---@class Session : Players
---@field state State
---@field style Style
---@field width? integer columns; nil: as many columns as the board needs
---@field height? integer lines
---@field view View the visible part of the board
---@field reported integer number of the last reported event
---@field echo boolean whether answers are printed, because nobody types them at a terminal
---@field progress Progress
---@field tutor Tutor
---@field numbered? Numbered[] possible actions with their answers
---@field autosave? Autosave
---@field saved? string the game when it was last saved, loaded or started
---@field path? string path of the file from which it was loaded or in which it was saved
---@field safe boolean whether the game in `saved` is kept even if the autosave is removed
---@field more_words string[] options of the command line that continues the game
---@field left? boolean whether the session has already reported that the file is kept or removed
---@field decided? boolean whether the player has decided about saving, so that the autosave can be removed
local Session = {}
Session.__index = Session

--- Makes a session.
---@param seats table the fields of Session
---@return Session
function Session.new(seats) return setmetatable(seats, Session) end

-- ---- Input and output ---------------------------------------------------------------------------

--- Prints a text in a named style.
---@param text string
---@param name? string
function Session:say(text, name) output.print(self.style:paint(text, name)) end

--- A point at which Ctrl-C can end the game.
function Session:pause() process.pause(self.progress) end

--- Asks for a line; returns nil at the end of the input. Input from a pipe is also printed.
---@param prompt string
---@return string?
function Session:ask(prompt)
  output.put(output.broken(self.style:paint(prompt, "heading")), " ")
  output.flush()
  local line = io.stdin:read("*l")
  self:pause()
  if line and self.echo then output.print(line) end
  return line and line:match("^%s*(.-)%s*$")
end

--- Returns the observer for the screen.
---@return integer|"spectator"
function Session:observer() return bots.observer(self.bots, self.state:game():players()) end

--- Prints the events since the last call, except obvious events.
function Session:report_events()
  local all = self.state:events(self.reported, self:observer())
  if #all == 0 then return end
  local name = function(player) return self.names[player] end
  for _, sentence in ipairs(events.sentences(all, { state = self.state, name = name })) do
    if sentence.kind ~= "turn" then
      local pays = sentence.kind == "completed" or sentence.kind == "scored" or sentence.kind == "awarded"
      self:say("  " .. sentence.text, pays and "good" or nil)
    end
  end
  self.reported = all[#all].number
end

-- ---- The board ----------------------------------------------------------------------------------

-- Shows a part of the board and the scores; `below` is the number of lines that follow.
function Session:_show(focus, keep, below)
  local view, scores = self.view, summary.table(self.state, { style = self.style, names = self.names })
  output.print()
  view.box = board_output.print(self.state, { style = self.style, width = self.width, marks = view.marks,
    focus = focus, keep = keep, height = self.height and self.height - 1 - #scores - (below or 1),
    observer = self:observer() })
  output.print_lines(scores)
  for _, mark in ipairs(view.marks) do
    if board_view.has(view.box, mark) then view.seen[mark.label] = true end
  end
end

-- Sorts cells by their distance from a given cell.
local function by_distance(cells, from)
  local list = compat.table.move(cells, 1, #cells, 1, {})
  local function distance(cell) return math.max(math.abs(cell.x - from.x), math.abs(cell.y - from.y)) end
  c_locale.sort(list, function(a, b)
    local one, other = distance(a), distance(b)
    return one < other or one == other and a.label < b.label
  end)
  return list
end

--- Shows the board and the scores. If the board does not fit, the view includes the cells to keep,
--- the last tile, and marked cells near it.
---@param marks? CellChoice[]
---@param keep? {x:integer, y:integer}[] cells to keep in view, by priority
---@param below? integer number of lines that follow, with the next question; 1 by default
function Session:show_board(marks, keep, below)
  local all, tiles = keep or {}, self.state:tiles()
  self.view = { marks = marks or {}, seen = {} }
  all[#all + 1] = tiles[#tiles]
  local near = tiles[1] and by_distance(self.view.marks, tiles[#tiles]) or {}
  compat.table.move(near, 1, #near, #all + 1, all)
  self:_show(nil, all, below)
end

--- Shows further parts of the board until each of these cells has been in view.
---@param cells {x:integer, y:integer}[]
function Session:show_cells(cells)
  local outside = board_view.outside(self.view.box, cells)
  while #outside > 0 do
    self:_show(outside[1], outside)
    outside = board_view.outside(self.view.box, outside)
  end
end

--- Returns the text that a question has about marked cells outside of the view.
---@return string
function Session:outside()
  local count = #board_view.outside(self.view.box, self.view.marks)
  if count == 0 then return "" end
  local one = count == 1
  return (" (%d %s outside of this view: v shows %s)"):format(count, one and "is" or "are",
    one and "it" or "them")
end

local SIDES = { n = { 0, -1 }, e = { 1, 0 }, s = { 0, 1 }, w = { -1, 0 } }
local WORDS = { north = "n", east = "e", south = "s", west = "w" }

-- Returns the middle of the next view towards a side.
local function beyond_side(box, side)
  local east, south = SIDES[side][1], SIDES[side][2]
  return { x = math.floor((box.west + box.east + 1) / 2) + east * math.max(box.east - box.west, 1),
    y = math.floor((box.north + box.south + 1) / 2) + south * math.max(box.south - box.north, 1) }
end

-- Returns the marked cells that have not been in view yet; if all have been, returns all.
local function unseen(view)
  local list = {}
  for _, mark in ipairs(view.marks) do
    if not view.seen[mark.label] then list[#list + 1] = mark end
  end
  if #list > 0 then return list end
  view.seen = {}
  return view.marks
end

--- Shows another part of the board.
---@param word string a side, the number of a marked cell, or "" for cells that have not been in view yet
function Session:scroll(word)
  local view, side = self.view, WORDS[word] or word
  local mark = view.marks[compat.math.tointeger(tonumber(word))]
  if SIDES[side] then
    self:_show(beyond_side(view.box, side))
  elseif word == "" then
    local list = unseen(view)
    self:_show(list[1], list)
  elseif mark then
    self:_show(mark, { mark })
  else
    self:say(
      ("'%s' is not a direction or a cell; expected v, or v with n, e, s, w or the number of a cell."):format(
      word),
      "bad")
  end
end

--- Returns the name of the deciding player.
---@return string
function Session:who()
  local part = self.state:part() > 1 and (", part %d of the turn"):format(self.state:part()) or ""
  local player = self.state:current_player()
  if type(player) ~= "number" then player = self.state:turn_player() end
  return self.style:paint((self.names[player] .. part):gsub("^%l", c_locale.upper), "piece" .. player)
end

-- ---- Commands -----------------------------------------------------------------------------------

--- Undoes decisions back to the last decision at which a person had a choice. If there is no such
--- decision, the game does not change.
---@return boolean done
function Session:undo()
  local before = self.state:clone()
  repeat
    if not self.state:undo_action() then
      self.state:copy_from(before)
      self:say("There is no decision to undo.", "bad")
      return false
    end
    local player = self.state:current_player()
  until type(player) == "number" and not self.bots[player] and not choices.only(self.state)
  local all = self.state:events()
  self.reported = #all
  self.tutor:forget(self.state:decisions())
  self:say("Undone.")
  return true
end

--- Saves the game and prints a confirmation.
---@param path string
function Session:save(path)
  if path == "" and not self.path then
    self:say("Expected the name of a file: s FILE", "bad")
    return
  end
  save_game.save(self, path ~= "" and path or self.path)
end

-- Returns the names of the changed variants.
local function changed(old, new)
  local names = {}
  for i, variant in ipairs(new:variants()) do
    if variant.digest ~= old:variants()[i].digest then names[#names + 1] = variant.name end
  end
  return names
end

--- Reloads the scripts. The game does not change if a script cannot be used.
---@return boolean changed
function Session:reload()
  local state, why = carcassonne.reload(self.state)
  if not state then
    self:say(("%s\nThe game continues with the old scripts."):format(why), "bad")
    return false
  end
  local names = changed(self.state:game(), state:game())
  self:say(#names > 0 and ("Reloaded: %s."):format(table.concat(names, ", ")) or "No script has changed.")
  self.state, self.reported = state, #state:events()
  self.tutor:forget(state:decisions())
  return #names > 0
end

--- Runs a command.
---@param line string
---@return "quit"|"again"|"stay"|nil result "again" if the decision may have changed; nil if the line is not a command
function Session:command(line)
  local word, rest = line:match("^(%S*)%s*(.-)$")
  word = c_locale.lower(word)
  if word == "q" or word == "quit" then return save_game.leave(self) end
  if word == "u" or word == "undo" then return self:undo() and "again" or "stay" end
  if word == "b" or word == "board" then return "again" end
  if word == "v" or word == "view" then
    self:scroll(rest)
    return "stay"
  end
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

--- Asks until the answer is a number from low to high.
---@param prompt string|fun():string
---@param low integer
---@param high integer
---@return integer? number
---@return "quit"|"again"|nil instead
function Session:number(prompt, low, high)
  while true do
    local line = self:ask(type(prompt) == "function" and prompt() or prompt)
    if not line then
      output.print()
      self:say("End of the input; the game ends here.")
      return nil, "quit"
    end
    local number = compat.math.tointeger(tonumber(line))
    if number and number >= low and number <= high then return number end
    local result = not number and self:command(line)
    if result == "quit" or result == "again" then return nil, result end
    if not result then
      self:say(number and ("Expected a number from %d to %d."):format(low, high)
        or line == "" and ("Answer with a number from %d to %d, or h for help."):format(low, high)
        or ("'%s' is not a choice: answer with a number from %d to %d, or h for help."):format(line, low,
          high),
          "bad")
    end
  end
end

return Session
