--- Saved games of JCloisterZone: reading them, playing them here, and checking what a scenario asserts.
--
-- A file is one JSON object: `setup` (tile sets with counts, elements in use, rules, start tiles), `players`, `replay`
-- (the moves) and, in a scenario, `test.assertions`. Tiles are drawn in the order in which the moves place them. Where
-- `gameAnnotations.endTurn` stands the game ends after that many draws; otherwise it stays as the last move leaves it.
-- @module carcassonne.interop.jcz

local assertions = require "carcassonne.interop.jcz_assertions"
local carcassonne = require "carcassonne"
local document = require "carcassonne.interop.document"
local jcz_schema = require "carcassonne.interop.jcz_schema"
local plain = require("carcassonne.base.error_message").plain
local replay = require "carcassonne.interop.jcz_replay"
local setup = require "carcassonne.interop.jcz_setup"

local jcz = {}

---@class SavedJcz
---@field setup {sets:table<string, integer>, elements:table<string, any>, rules:table<string, any>, start:table[]}
---@field players {name:string}[]
---@field replay {type:string, payload:table, player?:integer}[]
---@field gameAnnotations? {endTurn?:integer, drawOrder?:string[]}
---@field test? {description?:string, assertions:string[]}

--- Reads the text of a file.
---@param text string
---@return SavedJcz? saved
---@return string? message what is wrong with it, with its line or key
function jcz.read(text)
  local saved, message = document.read(text)
  message = message or jcz_schema.check(saved)
  if message then return nil, message end
  return saved
end

-- ---- Playing and checking ---------------------------------------------------------------------------------------

--- What became of a game.
---@class JczOutcome
---@field names string[] of the players
---@field state? State where it ended; nil if it could not be begun
---@field missing string[] what it needs and we do not have
---@field problem? string where it differs from the file and could not be followed
---@field chances? integer[] how many outcomes there were each time that chance decided for a script

-- The game of a file. Settings that are none here - too many tiles, a start that does not fit - are something that we lack.
local function game_of(saved)
  local settings, missing = setup.read(saved)
  if not settings then return nil, missing end
  local fine, game = pcall(carcassonne.game, settings)
  if not fine then return nil, { "the game cannot be begun: " .. plain(game) } end
  return game
end

local function names_of(saved)
  local names = {}
  for i, player in ipairs(saved.players) do names[i] = player.name end
  return names
end

-- What became of the file's game, begun once more.
local function play(game, saved, forced)
  local names, state = names_of(saved), game:new_initial_state()
  local _, problem, lacking, chances = replay.run(state, saved, names, forced)
  return { names = names, state = state, problem = problem, missing = { lacking }, chances = chances }
end

--- Plays a game.
---@param saved SavedJcz
---@return JczOutcome
function jcz.play(saved)
  local game, missing = game_of(saved)
  return game and play(game, saved) or { names = names_of(saved), missing = missing }
end

local function judge(game, saved, forced)
  local outcome = play(game, saved, forced)
  if #outcome.missing > 0 then return "not supported", outcome.missing, outcome end
  if outcome.problem then return "failed", { outcome.problem }, outcome end
  local failed, unknown = assertions.check(outcome.state, outcome.names, saved.test and saved.test.assertions or {})
  if #failed > 0 then return "failed", failed, outcome end
  if #unknown > 0 then return "not supported", unknown, outcome end
  return "passed", {}, outcome
end

-- The outcomes to be tried after these, of so many each time; nil after the last.
local function next_outcomes(forced, chances)
  local list = {}
  for i = 1, #chances do list[i] = forced[i] or 1 end
  for i = #list, 1, -1 do
    if list[i] < chances[i] then
      list[i] = list[i] + 1
      return list
    end
    list[i] = nil
  end
end

local MOST_TRIES = 1000 -- of outcomes

--- Plays a scenario and compares what it asserts. What came by chance to a script cannot be told from a file, but by the
--- assertions: it passes if they hold after some outcomes.
---@param saved SavedJcz
---@return "passed"|"failed"|"not supported" result
---@return string[] notes what was expected and what came, or what is missing
---@return JczOutcome outcome
function jcz.check(saved)
  local game, missing = game_of(saved)
  if not game then return "not supported", missing, { names = names_of(saved), missing = missing } end
  local result, notes, outcome = judge(game, saved)
  if result == "passed" or #(outcome.chances or {}) == 0 then return result, notes, outcome end
  local forced, chances = {}, outcome.chances
  for i = 1, #chances do forced[i] = 1 end
  for _ = 1, MOST_TRIES do
    local again, said, other = judge(game, saved, forced)
    if again == "passed" then return again, said, other end
    forced = next_outcomes(forced, other.chances or {})
    if not forced then break end
  end
  return result, notes, outcome
end

return jcz
