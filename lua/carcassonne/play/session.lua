--- The table that people sit at: what they are told, and the commands that are no choices.
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
Answer with the number of a choice. Cells on the board are numbered; the turn of the tile is asked next.
In a long list of choices, tiles on the board are numbered; what to do there is asked next.
  u         take back your last decision
  s FILE    save the game (carcassonne play --load FILE goes on with it); s alone: in the file it has
  r         read the scripts again that --variant names: the game goes on under what they are now
  b         show the board again
  v         show the cells that lie outside the view; v n, e, s or w goes on to a side, v 12 to cell 12
  hint      the three best moves, and why
  h or ?    this help
  q         quit; you are asked whether to save]]

---@class View
---@field marks CellChoice[]
---@field box BoardBox the cells that are shown
---@field seen table<integer, boolean> the numbers of marks that were shown since the decision was asked

---@class Session : Players
---@field state State
---@field style Style
---@field width? integer columns; nil: as many as a board takes
---@field height? integer lines
---@field view View what of the board is shown
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
  output.put(output.broken(self.style:paint(prompt, "heading")), " ")
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

-- ---- The board ----------------------------------------------------------------------------------

-- Shows a part of the board, and how the players stand; `below`: lines that follow.
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

-- Cells by how far they are from another one, the nearest first.
local function by_distance(cells, from)
  local list = compat.table.move(cells, 1, #cells, 1, {})
  local function distance(cell) return math.max(math.abs(cell.x - from.x), math.abs(cell.y - from.y)) end
  c_locale.sort(list, function(a, b)
    local one, other = distance(a), distance(b)
    return one < other or one == other and a.label < b.label
  end)
  return list
end

--- Shows the board and how the players stand. Where the whole board does not fit: the cells to
--- keep, the last tile, and marked cells near it.
---@param marks? CellChoice[]
---@param keep? {x:integer, y:integer}[] cells to keep in sight, the first before the others
---@param below? integer lines that follow before the next question ends; 1 by default
function Session:show_board(marks, keep, below)
  local all, tiles = keep or {}, self.state:tiles()
  self.view = { marks = marks or {}, seen = {} }
  all[#all + 1] = tiles[#tiles]
  local near = tiles[1] and by_distance(self.view.marks, tiles[#tiles]) or {}
  compat.table.move(near, 1, #near, #all + 1, all)
  self:_show(nil, all, below)
end

--- Shows further parts of the board until each of these cells was in sight.
---@param cells {x:integer, y:integer}[]
function Session:show_cells(cells)
  local outside = board_view.outside(self.view.box, cells)
  while #outside > 0 do
    self:_show(outside[1], outside)
    outside = board_view.outside(self.view.box, outside)
  end
end

--- What a question says of marked cells that are out of sight.
---@return string
function Session:outside()
  local count = #board_view.outside(self.view.box, self.view.marks)
  if count == 0 then return "" end
  local one = count == 1
  return (" (%d %s outside this view: v shows %s)"):format(count, one and "lies" or "lie",
    one and "it" or "them")
end

local SIDES = { n = { 0, -1 }, e = { 1, 0 }, s = { 0, 1 }, w = { -1, 0 } }
local WORDS = { north = "n", east = "e", south = "s", west = "w" }

-- The middle of the next part on a side.
local function beyond_side(box, side)
  local east, south = SIDES[side][1], SIDES[side][2]
  return { x = math.floor((box.west + box.east + 1) / 2) + east * math.max(box.east - box.west, 1),
    y = math.floor((box.north + box.south + 1) / 2) + south * math.max(box.south - box.north, 1) }
end

-- The marked cells that were not in sight yet; all, once each was.
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
---@param word string a side, the number of a marked cell, or "" for those that were not in sight yet
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
      ("'%s' is not a direction or a cell: type v, or v with n, e, s, w or the number of a cell."):format(
      word),
      "bad")
  end
end

--- Who decides, as the screen calls them.
---@return string
function Session:who()
  local part = self.state:part() > 1 and (", part %d of the turn"):format(self.state:part()) or ""
  local player = self.state:current_player()
  if type(player) ~= "number" then player = self.state:turn_player() end
  return self.style:paint((self.names[player] .. part):gsub("^%l", c_locale.upper), "piece" .. player)
end

-- ---- Commands -----------------------------------------------------------------------------------

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

--- Asks until there is a number from low to high.
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
        or ("'%s' is no choice: answer with a number from %d to %d, or h for help."):format(line, low, high),
          "bad")
    end
  end
end

return Session
