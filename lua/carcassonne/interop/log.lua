--- Logs of games that another engine played: one game a line, as JSON, the file compressed by gzip or not.
--
-- A game says which tiles were drawn, what was legal, what was chosen, and what the players then had:
--
-- - `id`, `sets`, `players`; `final`: the points at the end; `final_scoring`: those of the final scoring, by kind
--   (road, city, monastery, field, goods) and player, none where absent;
-- - `turns`, one for each tile after the start tile: `player` (from 0), `tile`, `discarded` (tiles drawn just before
--   that fit nowhere), `legal` and `place` (x, y, quarter turns), `pieces` and `deploy` (piece@feature; the
--   ordinary follower is called meeple), and afterwards by player `scores`, `goods` (wine, grain, cloth) and
--   `supply` (follower, large follower, builder, pig);
-- - `discarded_at_end`: tiles set aside with no tile after them.
-- @module carcassonne.interop.log

local json = require "dkjson"

local log = {}

---@class LoggedTurn
---@field player integer from 0
---@field tile string
---@field discarded? string[]
---@field legal integer[][]
---@field place integer[]
---@field pieces string[]
---@field deploy? string
---@field scores integer[]
---@field goods? integer[][]
---@field supply integer[][]

---@class LoggedGame
---@field id string
---@field sets string[]
---@field players integer
---@field turns LoggedTurn[]
---@field final integer[]
---@field final_scoring table<string, integer[]>
---@field discarded_at_end? string[]

-- ---- Reading ----------------------------------------------------------------------------------------------------

local GZIP = "\31\139"

-- A word for the shell that means this text and nothing else.
local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The first two bytes tell whether a file is compressed, whatever it is called.
local function open_lines(path)
  local file, message = io.open(path, "rb")
  if not file then return nil, message end
  local start, why = file:read(2)
  if start == GZIP then
    file:close()
    file, message = io.popen("gzip -dc <" .. quoted(path) .. " 2>/dev/null", "r")
    if not file then return nil, ("%s: gzip cannot be started: %s"):format(path, message) end
    return file, nil, true
  end
  if not start or path:match "%.gz$" then
    file:close()
    return nil, ("%s: %s"):format(path, why or not start and "no game is in it" or "not compressed, as .gz says")
  end
  file:seek("set", 0)
  return file
end

--- A log that is being read.
---@class Log
---@field path string
---@field line integer the number of the line read last
local Log = {}
Log.__index = Log

--- Opens a log.
---@param path string
---@return Log? log
---@return string? message
function log.open(path)
  local file, message, pipe = open_lines(path)
  if not file then return nil, message end
  return setmetatable({ path = path, line = 0, file = file, pipe = pipe }, Log)
end

-- The end of the lines is the end of the log only if gzip says so, too.
local function finish(self)
  local fine, how, code = self.file:close()
  self.file = nil
  if not self.pipe or fine then return nil end
  if how == "exit" and code == 127 then return ("%s: gzip is not installed"):format(self.path) end
  return ("%s: the compressed file is cut off or damaged, after line %d"):format(self.path, self.line)
end

-- The next line that is not empty.
local function next_line(self)
  while self.file do
    local line = self.file:read "l"
    if not line then return nil, finish(self) end
    self.line = self.line + 1
    if line:find "%S" then return line end
  end
end

local function decode(text)
  local game, after, message = json.decode(text)
  if game == nil then return nil, message or "nothing is there" end
  if text:find("%S", after) then return nil, ("something follows the game, at column %d"):format(after) end
  if type(game) ~= "table" then return nil, "a game was expected" end
  return game
end

--- Reads the next game. Nothing of its shape has been checked but that it has a name and a list of tile sets.
---@return LoggedGame? game nil at the end, and when the line cannot be read
---@return string? message what is wrong, with file and line; none at the end
function Log:next()
  local line, message = next_line(self)
  if not line then return nil, message end
  local game
  game, message = decode(line)
  message = message and "not JSON: " .. message or log.check_heading(game)
  if not message then return game end
  self:close()
  return nil, ("%s:%d: %s"):format(self.path, self.line, message)
end

--- Closes the file before its end.
function Log:close()
  if self.file then self.file:close() end
  self.file = nil
end

--- How many games a log has.
---@param path string
---@return integer? count
---@return string? message if it cannot be read to its end
function log.count(path)
  local self, message = log.open(path)
  if not self then return nil, message end
  local count, problem = 0, nil
  local function more()
    local line, why = next_line(self)
    problem = why
    return line
  end
  for _ in more do count = count + 1 end
  if not problem and count == 0 then problem = path .. ": no game is in it" end
  if problem then return nil, problem end
  return count
end

-- ---- What a game must have --------------------------------------------------------------------------------------

local function is_text(value) return type(value) == "string" end
local function is_integer(value) return type(value) == "number" and math.tointeger(value) ~= nil end

-- Whether a value is a list of such things, of so many if `count` is given.
local function is_list(value, test, count)
  if type(value) ~= "table" or count and #value ~= count then return false end
  local length = #value
  for key, item in pairs(value) do
    if not is_integer(key) or key < 1 or key > length or not test(item) then return false end
  end
  return true
end

local function is_texts(value) return is_list(value, is_text) end
local function is_turn(value) return type(value) == "table" end
local function is_cell(value) return is_list(value, is_integer, 3) end
local function is_cells(value) return is_list(value, is_cell) end
local function is_deployment(value) return is_text(value) and value:match "^[^@]+@[^@]+$" ~= nil end
local function is_deployments(value) return is_list(value, is_deployment) end
local function is_points(value, players) return is_list(value, is_integer, players) end
local function is_three(value) return is_list(value, is_integer, 3) end
local function is_four(value) return is_list(value, is_integer, 4) end

local function is_points_by_kind(value, players)
  if type(value) ~= "table" then return false end
  for kind, points in pairs(value) do
    if not is_text(kind) or not is_points(points, players) then return false end
  end
  return true
end

-- Name, test, what is expected, whether it may be absent.
local OF_TURN = {
  { "player", function(value, players) return is_integer(value) and value >= 0 and value < players end, "a player, from 0" },
  { "tile", is_text, "the name of a tile" },
  { "discarded", is_texts, "a list of tiles", true },
  { "legal", is_cells, "a list of x, y, rotation" },
  { "place", is_cell, "x, y, rotation" },
  { "pieces", is_deployments, "a list of piece@feature" },
  { "deploy", is_deployment, "piece@feature", true },
  { "scores", is_points, "the points of each player" },
  { "goods", function(value, players) return is_list(value, is_three, players) end, "three goods of each player", true },
  { "supply", function(value, players) return is_list(value, is_four, players) end, "four pieces of each player" },
}
local OF_GAME = {
  { "players", is_integer, "how many play" },
  { "turns", function(value) return is_list(value, is_turn) end, "a list of turns" },
  { "final", is_points, "the points of each player" },
  { "final_scoring", is_points_by_kind, "points by kind and player" },
  { "discarded_at_end", is_texts, "a list of tiles", true },
}

local function check_fields(given, fields, players)
  for _, field in ipairs(fields) do
    local name, test, expected, optional = table.unpack(field)
    if given[name] == nil then
      if not optional then return ("'%s' is missing: %s"):format(name, expected) end
    elseif not test(given[name], players) then
      return ("'%s' was expected to be %s"):format(name, expected)
    end
  end
end

--- Says what a game lacks that every log has: its name and its tile sets.
---@param game table
---@return string? message nil if nothing is wrong
function log.check_heading(game)
  return check_fields(game, { { "id", is_text, "the name of the game" }, { "sets", is_texts, "a list of tile sets" } })
end

--- Says what is wrong with the shape of a game, whatever happens in it.
---@param game table
---@return string? message nil if nothing is wrong
function log.check(game)
  local message = log.check_heading(game) or check_fields(game, OF_GAME, game.players)
  if message then return message end
  for number, turn in ipairs(game.turns) do
    message = check_fields(turn, OF_TURN, game.players)
    if message then return ("game %s, turn %d: %s"):format(game.id, number, message) end
  end
end

return log
