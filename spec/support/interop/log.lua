--- Logs of games that another engine played: one game per line, as JSON; the file may be compressed
--- by gzip.
--
-- A game says which tiles were drawn, what was legal, what was chosen, and what the players had
-- afterwards:
--
-- - `id`, `sets`, `players`; `rules`: rule values by the other engine's names; `start`: tiles on
--   the board, each with x, y and quarter turns; `final`: the points at the end;
--   `final_scoring`: those of the final scoring, by kind (road, city, monastery, field, goods,
--   king, robber, fairy) and player, absent if none;
-- - `turns`, one for each tile after the start tile: `player` (from 0), `tile`, `discarded` (tiles
--   drawn just before that fit nowhere), `legal` and `place` (x, y, quarter turns), `pieces` and
--   `deploy` (piece@feature; the ordinary follower is called meeple), and afterwards by player
--   `scores`, `goods` (wine, grain, cloth) and `supply` (follower, large follower, builder, pig);
-- - or `decisions`, every decision in order: `player`, `turn` (the player whose turn it is, if
--   another), `kind` (place, action, capture, exchange, tunnel, dragon, wagon, abbey,
--   abbey-end, escape), `tile`, `discarded`, `fairy_points` (at the start of this turn), `pass` (if
--   passing is allowed), `options` and `choice` (texts, see spec.support.interop.action_names), and
--   `after` the last one of each part of a turn: `scores`, `goods`, `supply`, `tokens`, `pieces`,
--   `prisoners`, `towers`, `bridges`, `tunnels`, `dragon`, `fairy`, `scored` (name, player,
--   points), `next` (the player of the next turn), `double` (whether a second part follows);
-- - `discarded_at_end`: tiles set aside at the end, after which no tile was placed. A tile whose
--   placement was passed is named in the next `discarded`, or in `discarded_at_end`;
-- - `cut`: true if the log ends before the game does: then `final`, `final_scoring` and
--   `discarded_at_end` are absent.
--
-- Fields of sets that are not in play are absent. A rule that is not named has its default value.
-- The order of lists does not matter.

local compat = require "carcassonne.base.compat"
local json_document = require "carcassonne.base.json_document"
local expansions = require "spec.support.interop.expansions"
local schema = require "spec.support.interop.schema"

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

---@class LoggedTokens
---@field king? integer
---@field robber? integer
---@field abbey? integer[]
---@field bridge? integer[]
---@field tower? integer[]
---@field tunnel? integer[][]

---@class LoggedSnapshot
---@field scores integer[]
---@field goods? integer[][]
---@field supply table<string, integer[]> number of pieces by kind, then by player
---@field tokens? LoggedTokens
---@field pieces string[]
---@field prisoners? string[][] by captor
---@field towers? table<string, integer> heights by cell, "x,y"
---@field bridges? string[]
---@field tunnels? table<string, string[]>
---@field dragon? integer[]
---@field fairy? string
---@field scored any[][] name, player, points
---@field next? integer
---@field double boolean

---@class LoggedDecision
---@field player integer from 0
---@field turn? integer
---@field kind string
---@field tile? string
---@field discarded? string[]
---@field fairy_points? integer
---@field pass? boolean
---@field options string[]
---@field choice string
---@field after? LoggedSnapshot

---@class LoggedGame
---@field id string
---@field sets string[]
---@field players integer
---@field rules? table<string, any>
---@field start? any[][] tile, x, y, rotation
---@field turns? LoggedTurn[]
---@field decisions? LoggedDecision[]
---@field final? integer[]
---@field final_scoring? table<string, integer[]>
---@field discarded_at_end? string[]
---@field cut? boolean

-- ---- Reading ------------------------------------------------------------------------------------

local GZIP = "\31\139"

-- Quotes a text for the shell.
local function quoted(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The first two bytes show whether a file is compressed, whatever its name is.
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
    return nil,
      ("%s: %s"):format(path, why or not start and "no game is in it" or "not compressed, as .gz says")
  end
  file:seek("set", 0)
  return file
end

--- A log that is being read.
---@class Log
---@field path string
---@field line integer number of the last line that was read
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

-- Finishes reading. The log is complete only if gzip has found no error.
local function finish(self)
  local fine, how, code = self.file:close()
  self.file = nil
  -- Lua 5.1 does not report the exit status of a pipe, so gzip runs again to check the file
  if self.pipe and not how then
    fine, how, code = compat.os.execute("gzip -t <" .. quoted(self.path) .. " 2>/dev/null")
  end
  if not self.pipe or fine then return nil end
  if how == "exit" and code == 127 then return ("%s: gzip is not installed"):format(self.path) end
  return ("%s: the compressed file is cut off or damaged, after line %d"):format(self.path, self.line)
end

-- Returns the next line that is not empty.
local function next_line(self)
  while self.file do
    local line = self.file:read "*l"
    if not line then return nil, finish(self) end
    self.line = self.line + 1
    if line:find "%S" then return line end
  end
end

local function decode(text)
  local game, message = json_document.read(text)
  if message then return nil, message end
  if type(game) ~= "table" then return nil, "a game was expected" end
  return game
end

--- Reads the next game. Checks only that the game has a name and a list of tile sets.
---@return LoggedGame? game nil at the end, and if the line cannot be read
---@return string? message what is wrong, with file and line; nil at the end
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

--- Closes the file early.
function Log:close()
  if self.file then self.file:close() end
  self.file = nil
end

--- Returns the number of games in a log.
---@param path string
---@return integer? count
---@return string? message if the log cannot be read to its end
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

-- ---- What a game must have ----------------------------------------------------------------------

local is_list = schema.is_list

local function is_records(value) return is_list(value, schema.table) and #value > 0 end
local function is_placement(value) return is_list(value, schema.integer, 3) end
local function is_placements(value) return is_list(value, is_placement) end
local function is_deployment(value) return schema.text(value) and value:match "^[^@]+@[^@]+$" ~= nil end
local function is_deployments(value) return is_list(value, is_deployment) end
local function is_four(value) return is_list(value, schema.integer, 4) end
local function is_placed(value)
  return schema.table(value) and schema.text(value[1]) and is_list({ compat.table.unpack(value, 2) },
    schema.integer, 3)
end
local function is_scoring(value)
  return schema.table(value) and schema.text(value[1]) and is_list({ compat.table.unpack(value, 2) },
    schema.integer, 2)
end

-- Rows of fields: name, test, expected value, whether the field may be absent.
local OF_TURN = {
  { "player", schema.player, "a player, from 0" },
  { "tile", schema.text, "the name of a tile" },
  { "discarded", schema.texts, "a list of tiles", true },
  { "legal", is_placements, "a list of x, y, rotation" },
  { "place", is_placement, "x, y, rotation" },
  { "pieces", is_deployments, "a list of piece@feature" },
  { "deploy", is_deployment, "piece@feature", true },
  { "scores", schema.by_player, "the points of each player" },
  { "goods", schema.three_by_player, "three goods of each player", true },
  { "supply", function(value, players) return is_list(value, is_four, players) end,
    "four pieces of each player" },
}
local OF_DECISION = {
  { "player", schema.player, "a player, from 0" },
  { "turn", schema.player, "a player, from 0", true },
  { "kind", schema.text, "a kind of decision" },
  { "discarded", schema.texts, "a list of tiles", true },
  { "fairy_points", schema.integer, "a number", true },
  { "pass", schema.boolean, "true or false", true },
  { "options", schema.texts, "a list of options" },
  { "choice", schema.text, "an option, or pass" },
  { "after", schema.table, "a snapshot", true },
}
local OF_PLACEMENT = { { "tile", schema.text, "the name of a tile" } }
local OF_SNAPSHOT = {
  { "scores", schema.by_player, "the points of each player" },
  { "supply", schema.named_by_player, "pieces by kind and player" },
  { "tokens", schema.table, "tokens by kind", true },
  { "pieces", schema.texts, "a list of pieces" },
  { "scored", function(value) return is_list(value, is_scoring) end, "a list of name, player, points" },
  { "next", schema.player, "a player, from 0", true },
  { "double", schema.boolean, "true or false" },
}
local OF_GAME = {
  { "players", schema.integer, "how many play" },
  { "turns", is_records, "a list of turns", true },
  { "decisions", is_records, "a list of decisions", true },
  { "rules", schema.table, "rule values by name", true },
  { "start", function(value) return is_list(value, is_placed) end, "a list of tile, x, y, rotation", true },
  { "cut", schema.boolean, "true or false", true },
}
local OF_END = {
  { "final", schema.by_player, "the points of each player" },
  { "final_scoring", schema.named_by_player, "points by kind and player" },
  { "discarded_at_end", schema.texts, "a list of tiles", true },
}

local function check_fields(given, fields, players)
  for _, field in ipairs(fields) do
    local name, test, expected, optional = compat.table.unpack(field)
    if given[name] == nil then
      if not optional then return ("'%s' is missing: %s"):format(name, expected) end
    elseif not test(given[name], players) then
      return ("'%s' was expected to be %s"):format(name, expected)
    end
  end
end

--- Returns an error if a game lacks a field that every log has: its name and its tile sets.
---@param game table
---@return string? message nil if nothing is wrong
function log.check_heading(game)
  return check_fields(game,
    { { "id", schema.text, "the name of the game" }, { "sets", schema.texts, "a list of tile sets" } })
end

-- The fields of an expansion must be present if, and only if, the expansion is in play.
local function check_fields_of(given, key, game)
  local in_play, message = {}, nil
  for _, expansion in ipairs(expansions.of_sets(game.sets)) do
    local fields = expansion.log[key] or {}
    message = message or check_fields(given, fields, game.players)
    for _, field in ipairs(fields) do in_play[field[1]] = true end
  end
  for _, expansion in ipairs(message and {} or expansions.list) do
    for _, field in ipairs(expansion.log[key] or {}) do
      if given[field[1]] ~= nil and not in_play[field[1]] then
        return ("'%s' is there, and the set '%s' is not in play"):format(field[1], expansion.log.sets[1])
      end
    end
  end
  return message
end

local function check_snapshot(after, game)
  local message = check_fields(after, OF_SNAPSHOT, game.players) or check_fields_of(after, "snapshot", game)
    or check_fields_of(after.tokens or {}, "tokens", game)
  return message and "after: " .. message
end

local function check_decision(decision, game)
  local message = check_fields(decision, OF_DECISION, game.players)
  if not message and decision.kind == "place" then
    message = check_fields(decision, OF_PLACEMENT, game.players)
  end
  if message or not decision.after then return message end
  return check_snapshot(decision.after, game)
end

local function check_turn(turn, game) return check_fields(turn, OF_TURN, game.players) end

-- The fields for the end of a game must be present if, and only if, the log was not cut off.
local function check_end(game)
  if not game.cut then return check_fields(game, OF_END, game.players) end
  for _, field in ipairs(OF_END) do
    if game[field[1]] ~= nil then
      return ("'%s' is there, and the log is cut off before the end"):format(field[1])
    end
  end
end

--- Checks the shape of a game, but not its moves.
---@param game table
---@return string? message nil if nothing is wrong
function log.check(game)
  local message = log.check_heading(game) or check_fields(game, OF_GAME, game.players) or check_end(game)
  if message then return message end
  if not game.turns and not game.decisions then return "'turns' is missing: a list of turns" end
  if game.turns and game.decisions then
    return "'turns' and 'decisions' are there, and one of them was expected"
  end
  if game.decisions and not game.start then return "'start' is missing: a list of tile, x, y, rotation" end
  local check, unit = check_turn, "turn"
  if game.decisions then check, unit = check_decision, "decision" end
  for number, one in ipairs(game.decisions or game.turns) do
    message = check(one, game)
    if message then return ("game %s, %s %d: %s"):format(game.id, unit, number, message) end
  end
end

return log
