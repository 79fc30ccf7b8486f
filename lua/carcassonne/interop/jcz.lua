--- Reads and plays saved games of JCloisterZone.
--
-- A file is one JSON object: `setup` (tile sets with counts, elements in use, rules, start tiles),
-- `players`, `replay` (the moves) and, in a scenario, `test.assertions`. Tiles are drawn in the
-- order in which the moves place them. If the file has `gameAnnotations.endTurn`, the game ends
-- after this number of draws. Otherwise it stays at the position after the last move.
-- @module carcassonne.interop.jcz

local carcassonne = require "carcassonne"
local jcz_schema = require "carcassonne.interop.jcz_schema"
local json_document = require "carcassonne.base.json_document"
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
---@return string? message the fault, with its line or key
function jcz.read(text)
  local saved, message = json_document.read(text)
  message = message or jcz_schema.check(saved)
  if message then return nil, message end
  return saved
end

-- ---- Playing ------------------------------------------------------------------------------------

--- The result of playing a game.
---@class JczOutcome
---@field names string[] names of the players
---@field state? State the state at the end; nil if the game could not be begun
---@field missing string[] what the game requires and this engine does not support
---@field problem? string the first difference from the file, after which the replay stopped
---@field chances? integer[] the number of outcomes of each random decision of a script

--- Makes the game of a file. Settings that are not valid in this engine (too many tiles, a start
--- that does not fit) are returned as missing.
---@param saved SavedJcz
---@return Game? game
---@return string[]? missing what the game requires and this engine does not support
function jcz.game(saved)
  local settings, missing = setup.read(saved)
  if not settings then return nil, missing end
  local fine, game = pcall(carcassonne.game, settings)
  if not fine then return nil, { "the game cannot start: " .. plain(game) } end
  return game
end

local function names_of(saved)
  local names = {}
  for i, player in ipairs(saved.players) do names[i] = player.name end
  return names
end

--- Plays a saved game with a given game, so that it can be played several times.
---@param game Game the result of jcz.game
---@param saved SavedJcz
---@param forced? integer[] the first outcomes of scripts' random decisions, as indices of legal actions
---@return JczOutcome
function jcz.play_as(game, saved, forced)
  local names, state = names_of(saved), game:new_initial_state()
  local _, problem, lacking, chances = replay.run(state, saved, names, forced)
  return { names = names, state = state, problem = problem, missing = { lacking }, chances = chances }
end

--- Plays a game.
---@param saved SavedJcz
---@return JczOutcome
function jcz.play(saved)
  local game, missing = jcz.game(saved)
  return game and jcz.play_as(game, saved) or { names = names_of(saved), missing = missing }
end

return jcz
