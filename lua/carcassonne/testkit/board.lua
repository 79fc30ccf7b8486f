--- A game set up on a drawn board, and played in lines of text as people tell it: `2: BA-V here r1,
--- follower road:S`.
-- @module carcassonne.testkit.board

local board_drawing = require "carcassonne.testkit.drawing"
local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local error_message = require "carcassonne.base.error_message"
local mismatch = require "carcassonne.testkit.mismatch"
local options = require "carcassonne.base.options"
local steps = require "carcassonne.testkit.steps"
local test_position = require "carcassonne.testkit.position"
local words = require "carcassonne.describe.words"

local board = {}

---@class TestBoard
---@field state State
---@field game Game
---@field cells table<string, DrawnCell> by their names
---@field given GameOptions what the game was made from
local Board = {}
Board.__index = Board

-- ---- Setting up ---------------------------------------------------------------------------------

-- The game as it would be with nothing on the table.
local function empty_game(given, drawn)
  local bare = { start = drawn and "none", position = drawn and { tiles = {} } }
  for key, value in pairs(given) do bare[key] = value end
  return carcassonne.game(bare)
end

--- The same board with another position to begin from.
---@param given GameOptions
---@param cells table<string, DrawnCell>
---@return TestBoard
function board.begin(given, cells)
  local game = carcassonne.game(given)
  return setmetatable({ cells = cells, given = given, game = game, state = game:new_initial_state(1) }, Board)
end

--- Sets up a game, in which whoever plays draws. With an empty bag it is over at once, and scored.
--- Raises what is wrong.
---@param text? string the board, see carcassonne.testkit.drawing; without it the tiles that the game begins with
---@param game_options? GameOptions
---@param lies? Laid
---@return TestBoard
---@usage local t = require("carcassonne.testkit.board").set "start=BA-D here"
--- t:play { "1: BA-U here, follower road:E.W" }
--- assert(t:standing()[1] == "1 follower here road:E.W")
function board.set(text, game_options, lies)
  local given = { draws = "manual" }
  for key, value in pairs(game_options or {}) do given[key] = value end
  local drawn = text and board_drawing.read(text)
  local game = empty_game(given, drawn)
  drawn, lies = drawn or { tiles = {}, cells = {} }, lies or {}
  given.counts = test_position.counts(game, drawn, lies)
  given.position = test_position.position(game, drawn, lies)
  local fine, result = pcall(board.begin, given, drawn.cells)
  if fine then return result end
  local clash = tostring(result):find("does not fit", 1, true) and mismatch.clash(game, drawn.tiles)
  error(clash and "board: " .. clash or (tostring(result):gsub("^game: ", "")), 0)
end

-- ---- Playing ------------------------------------------------------------------------------------

--- A cell by its name, or as "X,Y".
---@param name string
---@return DrawnCell
function Board:cell(name) return board_drawing.cell("board", self.cells, name) end

--- Carries out an action, given in the notation of actions, in which "@name" stands for a cell, or
--- as a part of a line of Board:play. Raises what is wrong with it.
---@param part string
function Board:apply(part)
  local fine, action = pcall(steps.action, self, part)
  if not fine then error(("%s; legal are: %s"):format(action, self:legal_text()), 0) end
  local done, message = self.state:apply_action(action)
  if not done then error(message, 0) end
end

-- What is dealt to a reserve, and how a test says which tile.
local function dealt_text(self, id)
  return ("%s; say which, as in \"draw %s\""):format(words.dealing(self.state:dealing()),
    id or self.state:action(1).id)
end

--- Draws a tile to be placed, if one is to be drawn.
---@param id string
function Board:draw(id)
  if self.state:dealing() then error("no tile is placed now: " .. dealt_text(self, id), 0) end
  if self.state:decision() == "draw" then self:apply("draw " .. id) end
end

-- Draws a tile that can be placed nowhere.
local function set_aside(self, id)
  local tiles = self.state:num_tiles_left()
  self:draw(id)
  if self.state:hand() == id then error(("%s can be placed"):format(id), 0) end
  if self.state:num_tiles_left() >= tiles then error("no tile is drawn now", 0) end
end

-- Returns whether it has placed a tile.
local function play_part(self, part)
  local aside = part:match "^(%S+) aside$"
  if aside then
    set_aside(self, aside)
    return false
  end
  local _, id, cell = steps.placement(self, part)
  if id then self:draw(id) end
  self:apply(part)
  if id then cell.id = id end
  return id ~= nil
end

local function parts_of(text)
  local parts = {}
  for part in (text .. ", "):gmatch "(.-),%s+" do parts[#parts + 1] = part end
  return parts
end

-- Whose turn it is to say something.
local function mover(self)
  local player = self.state:decision() == "choice" and self.state:current_player()
  return type(player) == "number" and player or self.state:turn_player()
end

-- A tile that is dealt is nobody's move; a line that says which may name the player who gets it.
local function check_dealt(self, player, what)
  local reserve, owner = self.state:dealing()
  local id = what:match "^draw (%S+)"
  if id and (owner or self.state:turn_player()) == player then return end
  if id and owner then error(("%s, not to player %d's"):format(words.dealing(reserve, owner), player), 0) end
  id = id or select(2, steps.placement(self, parts_of(what)[1]))
  error(("chance decides, not player %d: %s"):format(player, dealt_text(self, id)), 0)
end

local function check_player(self, player, what)
  if not player then return end
  if self.state:dealing() then return check_dealt(self, player, what) end
  local expected = mover(self)
  if player ~= expected then
    error(("it is not player %d but player %d who decides"):format(player, expected), 0)
  end
end

--- Plays a line; see Board:play.
---@param line string
function Board:play_line(line)
  local player, what = line:match "^%s*(%d+):%s*(.-)%s*$"
  what = what or line:match "^%s*(.-)%s*$"
  check_player(self, tonumber(player), what)
  local goes_on = what:match "^(.-)%s*%.%.%.$"
  local parts = parts_of(goes_on or what)
  local placed
  for _, part in ipairs(parts) do placed = play_part(self, part) end
  if placed and not goes_on and self.state:decision() == "deploy" then self:apply "pass" end
end

--- Plays lines:
---   "1: BA-V here r2, follower road:S"  player 1 draws BA-V, places it on the cell `here`, turned twice, and deploys
---   "1: BA-V here r2"                   the same without a piece
---   "1: BA-V here r2 ..."               stops before the deployment
---   "1: FE-A here, festival 1 follower city:E @west"  chooses an option of a script instead of deploying
---   "1: escape 1 follower city:E @west", "1: pass"    answers a script's question to player 1
---   "1: BA-X aside"                    draws a tile that fits nowhere
---   "draw BA-X"                        deals it to the reserve that waits for a tile
---   "1: take", "1: decline"            the further part of the turn
--- What is not of this form is an action as its text says; the player in front may be left out.
--- Raises an error with the line where something is not legal, or where it is not that player's
--- turn.
---@param lines string[]
---@return TestBoard self
function Board:play(lines)
  for _, line in ipairs(lines) do
    local fine, problem = pcall(self.play_line, self, line)
    if not fine then error(("'%s': %s"):format(line, error_message.plain(problem)), 2) end
  end
  return self
end

-- ---- Looking ------------------------------------------------------------------------------------

--- What a cell is called: its name, or "X,Y".
---@param x integer
---@param y integer
---@return string
function Board:called(x, y)
  for _, name in ipairs(options.keys(self.cells)) do
    if self.cells[name].x == x and self.cells[name].y == y then return name end
  end
  return ("%d,%d"):format(x, y)
end

local function sorted(list)
  c_locale.sort(list)
  return list
end

--- Whether an action is legal, as a part of a line says it: "builder road:S", "BA-U here r1",
--- "pass", "take", "escape 1 follower city:E @west". A tile may be one that is not drawn yet.
--- Raises what is wrong with a part that stands for no action on this board.
---@param part string
---@return boolean
function Board:may(part)
  local state, _, id = self.state, steps.placement(self, part)
  if id and state:decision() == "draw" and not state:dealing() then
    state = state:clone()
    if not state:apply_action("draw " .. id) then return false end
  end
  return state:action_index(steps.action(self, part, state)) ~= nil
end

--- Where a tile could go if it were drawn now: "here r0", "there r2"; other cells as "x,y r0".
--- Sorted.
---@param id? string the tile in hand by default
---@return string[]
function Board:places(id)
  local state, list = self.state:clone(), {}
  id = id or state:hand()
  if id and state:decision() == "draw" then assert(state:apply_action("draw " .. id)) end
  for _, action in ipairs(state:hand() == id and state:legal_actions() or {}) do
    if action.kind == "place" then
      list[#list + 1] = ("%s r%d"):format(self:called(action.x, action.y), action.rotation)
    end
  end
  return sorted(list)
end

--- What may be deployed now: "follower road:S", "builder city:N" ... sorted; "pass" left out. On
--- another tile than the one just placed with its cell: "follower city:N @west".
---@param piece? string only of this kind, and its name left out
---@return string[]
function Board:deployments(piece)
  local list = {}
  for _, action in ipairs(self.state:legal_actions()) do
    if action.kind == "deploy" and (not piece or action.piece == piece) then
      local elsewhere = words.is_elsewhere(self.state, action) and " @" .. self:called(action.x, action.y)
        or ""
      list[#list + 1] = (piece and "" or action.piece .. " ") .. action.text .. elsewhere
    end
  end
  return sorted(list)
end

--- All that is legal now, as text.
---@return string
function Board:legal_text()
  local list = {}
  for i, action in ipairs(self.state:legal_actions()) do list[i] = tostring(action) end
  return #list > 0 and table.concat(list, "; ") or "nothing"
end

--- The options of scripts that are legal now, cells called by their names where they have one:
--- "escape 1 follower city:E @west"; sorted.
---@param name? string only those of that name
---@return string[]
function Board:options(name)
  local list = {}
  for _, action in ipairs(self.state:legal_actions()) do
    if action.kind == "choice" and (not name or action.name == name) then
      list[#list + 1] = (tostring(action):gsub("@(%-?%d+),(%-?%d+)", function(x, y)
        return "@" .. self:called(tonumber(x), tonumber(y))
      end))
    end
  end
  return sorted(list)
end

--- A feature by a cell of it, and by its segment there.
---@param name string
---@param segment string
---@return Feature?
function Board:feature(name, segment)
  local cell = self:cell(name)
  return self.state:feature(cell.x, cell.y, segment)
end

--- The pieces on the table: "1 builder here road:S"; sorted. A tile without a name is called by its
--- cell.
---@return string[]
function Board:standing()
  local list = {}
  for i, piece in ipairs(self.state:pieces()) do
    list[i] = ("%d %s %s %s"):format(piece.player, piece.piece, self:called(piece.x, piece.y), piece.text)
  end
  return sorted(list)
end

--- The events of one kind.
---@param kind string
---@return Event[]
function Board:events(kind)
  local list = {}
  for _, event in ipairs(self.state:events()) do
    if event.kind == kind then list[#list + 1] = event end
  end
  return list
end

--- The points that came for a reason, by player: a kind of feature or goods, or the label under
--- which a script gave them.
---@param reason string
---@param final? boolean only those of the final scoring
---@return integer[]
function Board:scored(reason, final)
  local points = {}
  for player = 1, self.game:players() do points[player] = 0 end
  for _, event in ipairs(self.state:events()) do
    local is_score = event.kind == "scored" and event.feature == reason or event.kind == "awarded"
      and event.label == reason
    if is_score and (event.final or not final) then
      points[event.player] = points[event.player] + event.points
    end
  end
  return points
end

return board
