--- A game that is set up on a drawn board and played in lines of text: `2: BA-V here r1, follower
--- road:S`.
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
---@field cells table<string, DrawnCell> cells by name
---@field given GameOptions options of the game
local Board = {}
Board.__index = Board

-- ---- Setting up ---------------------------------------------------------------------------------

-- Makes the game with an empty table.
local function empty_game(given, drawn)
  local bare = { start = drawn and "none", position = drawn and { tiles = {} } }
  for key, value in pairs(given) do bare[key] = value end
  return carcassonne.game(bare)
end

--- Returns a board with these options of a game and these named cells. Raises an error if the
--- options are invalid.
---@param given GameOptions
---@param cells table<string, DrawnCell>
---@return TestBoard
function board.begin(given, cells)
  local game = carcassonne.game(given)
  return setmetatable({ cells = cells, given = given, game = game, state = game:new_initial_state(1) }, Board)
end

--- Sets up a game in which the test chooses the draws. If the bag is empty, the game ends and
--- scores immediately. Raises an error for invalid arguments.
---@param text? string the drawn board, see carcassonne.testkit.drawing; by default the start tiles of the game
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

--- Returns a cell by its name, or by its coordinates as "X,Y".
---@param name string
---@return DrawnCell
function Board:cell(name) return board_drawing.cell("board", self.cells, name) end

--- Applies an action. The action is in notation, with "@name" for a cell, or in the form of a part
--- of a line of Board:play. Raises an error for an invalid part.
---@param part string
function Board:apply(part)
  local fine, action = pcall(steps.action, self, part)
  if not fine then error(("%s; legal actions: %s"):format(action, self:legal_text()), 0) end
  local done, message = self.state:apply_action(action)
  if not done then error(message, 0) end
end

-- Describes the tile that is dealt next, and the line with which a test deals it.
local function dealt_text(self, id)
  return ("%s; name the tile, as in \"draw %s\""):format(words.dealing(self.state:dealing()),
    id or self.state:action(1).id)
end

--- Draws a tile for placement, if the decision is to draw a tile.
---@param id string
function Board:draw(id)
  if self.state:dealing() then error("no tile can be placed now: " .. dealt_text(self, id), 0) end
  if self.state:decision() == "draw" then self:apply("draw " .. id) end
end

-- Draws a tile that does not fit anywhere.
local function set_aside(self, id)
  local tiles = self.state:num_tiles_left()
  self:draw(id)
  if self.state:hand() == id then error(("expected a tile that fits nowhere, but %s can be "
    .. "placed"):format(id), 0) end
  if self.state:num_tiles_left() >= tiles then error("no tile can be drawn now", 0) end
end

-- Plays a part of a line; returns whether the part placed a tile.
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

-- Returns the deciding player.
local function mover(self)
  local player = self.state:decision() == "choice" and self.state:current_player()
  return type(player) == "number" and player or self.state:turn_player()
end

-- While chance deals a tile, refuses a line that names a player, unless it is the player who gets
-- the tile.
local function check_dealt(self, player, what)
  local reserve, owner = self.state:dealing()
  local id = what:match "^draw (%S+)"
  if id and (owner or self.state:turn_player()) == player then return end
  if id and owner then error(("%s, not to the reserve of player "
    .. "%d"):format(words.dealing(reserve, owner), player), 0) end
  id = id or select(2, steps.placement(self, parts_of(what)[1]))
  error(("chance decides, not player %d: %s"):format(player, dealt_text(self, id)), 0)
end

local function check_player(self, player, what)
  if not player then return end
  if self.state:dealing() then return check_dealt(self, player, what) end
  local expected = mover(self)
  if player ~= expected then
    error(("player %d decides, not player %d"):format(expected, player), 0)
  end
end

--- Plays one line; see Board:play.
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
---   "1: BA-V here r2, follower road:S"  draws BA-V, places it on `here`, rotated twice, deploys
---   "1: BA-V here r2"                   places the tile and deploys no piece
---   "1: BA-V here r2 ..."               stops before the deployment
---   "1: FE-A here, festival 1 follower city:E @west"  chooses an option of a script
---   "1: escape 1 follower city:E @west", "1: pass"    answers a question of a script
---   "1: BA-X aside"                    draws a tile that does not fit
---   "draw BA-X"                        deals a tile to the reserve that gets one
---   "1: take", "1: decline"            accepts or declines another part of the turn
--- Other lines are actions in notation. The player at the start of a line is optional. Raises an
--- error with the line for an illegal action or the wrong player.
---@param lines string[]
---@return TestBoard self
function Board:play(lines)
  for _, line in ipairs(lines) do
    local fine, problem = pcall(self.play_line, self, line)
    if not fine then error(("'%s': %s"):format(line, error_message.plain(problem)), 2) end
  end
  return self
end

-- ---- Queries ------------------------------------------------------------------------------------

--- Returns the name of a cell, or "X,Y".
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

--- Returns whether an action is legal, given as a part of a line: "builder road:S", "BA-U here r1",
--- "pass", "take", "escape 1 follower city:E @west". The tile need not have been drawn. Raises an
--- error for a part that is not an action on this board.
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

--- Returns the legal placements of a tile as sorted texts: "here r0", "there r2", or "x,y r0" for
--- unnamed cells.
---@param id? string id of a tile; the tile in hand by default
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

--- Returns the legal deployments as sorted texts, without "pass": "follower road:S", "builder
--- city:N". A deployment on another tile includes its cell: "follower city:N @west".
---@param piece? string return only deployments of this kind of piece, without its name
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

--- Returns all legal actions as text.
---@return string
function Board:legal_text()
  local list = {}
  for i, action in ipairs(self.state:legal_actions()) do list[i] = tostring(action) end
  return #list > 0 and table.concat(list, "; ") or "nothing"
end

--- Returns the legal options of scripts as sorted texts, with names of cells: "escape 1 follower
--- city:E
--- @west".
---@param name? string return only options with this name
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

--- Returns a feature by one of its cells and its segment there.
---@param name string
---@param segment string
---@return Feature?
function Board:feature(name, segment)
  local cell = self:cell(name)
  return self.state:feature(cell.x, cell.y, segment)
end

--- Returns the pieces on the table as sorted texts: "1 builder here road:S", or with "x,y" for
--- unnamed cells.
---@return string[]
function Board:standing()
  local list = {}
  for i, piece in ipairs(self.state:pieces()) do
    list[i] = ("%d %s %s %s"):format(piece.player, piece.piece, self:called(piece.x, piece.y), piece.text)
  end
  return sorted(list)
end

--- Returns the events of one kind.
---@param kind string
---@return Event[]
function Board:events(kind)
  local list = {}
  for _, event in ipairs(self.state:events()) do
    if event.kind == kind then list[#list + 1] = event end
  end
  return list
end

--- Returns the points of each player for a reason: a kind of feature, goods, or the label of a
--- script.
---@param reason string
---@param final? boolean count only points of the final scoring
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
