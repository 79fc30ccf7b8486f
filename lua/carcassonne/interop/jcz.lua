--- Saved games of JCloisterZone: reading them, playing them here, and checking what a scenario asserts.
--
-- A file is one JSON object: `setup` (tile sets with counts, elements in use, rules, start tiles), `players`, `replay`
-- (the moves) and, in a scenario, `test.assertions`. Tiles are drawn in the order in which the moves place them. Where
-- `gameAnnotations.endTurn` stands the game ends after that many draws; otherwise it stays as the last move leaves it.
-- @module carcassonne.interop.jcz

local json = require "dkjson"
local carcassonne = require "carcassonne"
local assertions = require "carcassonne.interop.jcz_assertions"
local replay = require "carcassonne.interop.jcz_replay"
local setup = require "carcassonne.interop.jcz_setup"

local jcz = {}

---@class SavedJcz
---@field setup {sets:table<string, integer>, elements:table<string, any>, rules:table<string, any>, start:table[]}
---@field players {name:string}[]
---@field replay {type:string, payload:table, player?:integer}[]
---@field gameAnnotations? {endTurn?:integer, drawOrder?:string[]}
---@field test? {description?:string, assertions:string[]}

-- ---- What a file must have --------------------------------------------------------------------------------------

local Stop = {}

local function expect(value, kind, key)
  if type(value) == kind then return value end
  error(setmetatable({ text = ("%s: expected %s, got %s"):format(key, kind, type(value)) }, Stop), 0)
end

-- Two whole numbers.
local function expect_cell(value, key)
  expect(value, "table", key)
  for i = 1, 2 do
    if not math.tointeger(tonumber(value[i])) then
      error(setmetatable({ text = key .. ": expected x, y" }, Stop), 0)
    end
  end
end

-- {position=, feature=, location=}, or nothing but a position.
local function expect_pointer(value, key)
  expect(value, "table", key)
  if value[1] ~= nil then return expect_cell(value, key) end
  expect_cell(value.position, key .. ".position")
  if value.location ~= nil then expect(value.location, "string", key .. ".location") end
end

-- {featurePointer=, meepleId=}
local function expect_piece(value, key)
  expect(value, "table", key)
  expect(value.meepleId, "string", key .. ".meepleId")
  expect_pointer(value.featurePointer, key .. ".featurePointer")
  expect(value.featurePointer.location, "string", key .. ".featurePointer.location")
end

local PAYLOAD = {
  PLACE_TILE = function(payload, key)
    expect(payload.tileId, "string", key .. ".tileId")
    expect(payload.rotation, "string", key .. ".rotation")
    expect_cell(payload.position, key .. ".position")
  end,
  DEPLOY_MEEPLE = function(payload, key)
    expect(payload.meepleId, "string", key .. ".meepleId")
    expect_pointer(payload.pointer, key .. ".pointer")
    expect(payload.pointer.location, "string", key .. ".pointer.location")
  end,
  PLACE_TOKEN = function(payload, key)
    expect(payload.token, "string", key .. ".token")
    expect_pointer(payload.pointer, key .. ".pointer")
  end,
  MOVE_NEUTRAL_FIGURE = function(payload, key)
    expect(payload.figureId, "string", key .. ".figureId")
    if expect(payload.to, "table", key .. ".to").meepleId then expect_piece(payload.to, key .. ".to")
    else expect_pointer(payload.to, key .. ".to") end
  end,
  RETURN_MEEPLE = function(payload, key) expect_piece(payload.pointer, key .. ".pointer") end,
  CAPTURE_FOLLOWER = function(payload, key) expect_piece(payload.pointer, key .. ".pointer") end,
  EXCHANGE_FOLLOWER = function(payload, key) expect(payload.meepleId, "string", key .. ".meepleId") end,
  PAY_RANSOM = function(payload, key) expect(payload.meepleId, "string", key .. ".meepleId") end,
}

local function check_setup(given)
  expect(given, "table", "setup")
  expect(given.sets, "table", "setup.sets")
  expect(given.elements, "table", "setup.elements")
  if given.rules ~= nil then expect(given.rules, "table", "setup.rules") end
  for i, tile in ipairs(given.start ~= nil and expect(given.start, "table", "setup.start") or {}) do
    local key = ("setup.start[%d]"):format(i)
    expect(expect(tile, "table", key).tile, "string", key .. ".tile")
    expect_cell({ tile.x, tile.y }, key)
  end
end

local function check_replay(messages)
  for i, message in ipairs(expect(messages, "table", "replay")) do
    local key = ("replay[%d]"):format(i)
    expect(expect(message, "table", key).type, "string", key .. ".type")
    local check = PAYLOAD[message.type]
    if check then check(expect(message.payload, "table", key .. ".payload"), key .. ".payload") end
  end
end

local function check_test(test)
  expect(test, "table", "test")
  for i, text in ipairs(expect(test.assertions, "table", "test.assertions")) do
    expect(text, "string", ("test.assertions[%d]"):format(i))
  end
end

local function check(saved)
  expect(saved, "table", "the file")
  check_setup(saved.setup)
  for i, player in ipairs(expect(saved.players, "table", "players")) do
    expect(expect(player, "table", ("players[%d]"):format(i)).name, "string", ("players[%d].name"):format(i))
  end
  if #saved.players == 0 then error(setmetatable({ text = "players: nobody plays" }, Stop), 0) end
  check_replay(saved.replay)
  if saved.gameAnnotations ~= nil then expect(saved.gameAnnotations, "table", "gameAnnotations") end
  if saved.test ~= nil then check_test(saved.test) end
end

--- Reads the text of a file.
---@param text string
---@return SavedJcz? saved
---@return string? message what is wrong with it, with its line or key
function jcz.read(text)
  local saved, after, message = json.decode(text)
  if saved == nil then return nil, message or "no JSON is in it" end
  if text:find("%S", after) then return nil, "something follows the game" end
  local fine, why = pcall(check, saved)
  if fine then return saved end
  if getmetatable(why) ~= Stop then error(why, 0) end
  return nil, why.text
end

-- ---- Playing and checking ---------------------------------------------------------------------------------------

--- What became of a game.
---@class JczOutcome
---@field names string[] of the players
---@field state? State where it ended; nil if it could not be begun
---@field missing string[] what it needs and we do not have
---@field problem? string where it differs from the file and could not be followed

--- Plays a game.
---@param saved SavedJcz
---@return JczOutcome
function jcz.play(saved)
  local names = {}
  for i, player in ipairs(saved.players) do names[i] = player.name end
  local settings, missing = setup.read(saved)
  if not settings then return { names = names, missing = missing } end
  local state = carcassonne.game(settings):new_initial_state()
  local _, problem, lacking = replay.run(state, saved, names)
  return { names = names, state = state, problem = problem, missing = { lacking } }
end

--- Plays a scenario and compares what it asserts.
---@param saved SavedJcz
---@return "passed"|"failed"|"not supported" result
---@return string[] notes what was expected and what came, or what is missing
---@return JczOutcome outcome
function jcz.check(saved)
  local outcome = jcz.play(saved)
  if #outcome.missing > 0 then return "not supported", outcome.missing, outcome end
  if outcome.problem then return "failed", { outcome.problem }, outcome end
  local failed, unknown = assertions.check(outcome.state, outcome.names, saved.test and saved.test.assertions or {})
  if #failed > 0 then return "failed", failed, outcome end
  if #unknown > 0 then return "not supported", unknown, outcome end
  return "passed", {}, outcome
end

return jcz
