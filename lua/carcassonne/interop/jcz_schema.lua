--- Checks the structure of a JCloisterZone game before it is used: types of values, and bounds of
--- counts.
-- @module carcassonne.interop.jcz_schema

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local jcz_schema = {}

local MOST_TILES = 1023 -- in a game
local FARTHEST = 254    -- cells from the origin: the maximum width of the board
local MOST_PIECES = 127
local MOST_MESSAGES = 20000
local MOST_PLAYERS = 100 -- more than six are reported as not supported
local LONGEST = 2000     -- of a text
local PLACE_NAMES = { "feature", "location" } -- optional keys of a place beside its cell

local Stop = {}

local function refuse(key, ...)
  error(setmetatable({ text = ("%s: %s"):format(key, string.format(...)) }, Stop), 0)
end

-- Returns a value as text for messages.
local function shown(value)
  if type(value) == "string" then
    return ("'%s'"):format(#value > 40 and value:sub(1, 40) .. "..." or value)
  end
  if type(value) == "number" then return c_locale.format("%.14g", value) end
  return type(value) == "table" and "a table" or tostring(value)
end

local function expect(value, kind, key)
  if type(value) ~= kind then refuse(key, "expected %s, got %s", kind, type(value)) end
  if kind == "string" and #value > LONGEST then
    refuse(key, "expected at most %d characters, got %d", LONGEST, #value)
  end
  return value
end

local function is_integer(value, least, most)
  return type(value) == "number" and compat.math.tointeger(value) ~= nil and value >= least and value <= most
end

local function expect_integer(value, least, most, key)
  if not is_integer(value, least, most) then
    refuse(key, "expected a whole number from %d to %d, got %s", least, most, shown(value))
  end
end

-- Iterates over the items of a list and their keys; refuses other tables, and lists that are too
-- long.
local function each(value, most, key)
  expect(value, "table", key)
  local length = #value
  for name in core.bounded.basic.pairs(value) do
    if compat.math.type(name) ~= "integer" or name < 1 or name > length then
      refuse(key, "expected a list, got the key '%s'", name)
    end
  end
  if length > most then refuse(key, "expected at most %d items, got %d", most, length) end
  local i = 0
  return function()
    i = i + 1
    if value[i] ~= nil then return value[i], ("%s[%d]"):format(key, i), i end
  end
end

-- Iterates over the names and values of an object, with their keys.
local function each_named(value, key)
  local names = {}
  for name in core.bounded.basic.pairs(expect(value, "table", key)) do
    if type(name) ~= "string" then refuse(key, "expected names as keys, got a list") end
    names[#names + 1] = expect(name, "string", key)
  end
  c_locale.sort(names)
  local i = 0
  return function()
    i = i + 1
    if names[i] then return names[i], value[names[i]], key .. "." .. names[i] end
  end
end

-- Checks a cell: two whole numbers.
local function expect_cell(value, key)
  expect(value, "table", key)
  for i = 1, 2 do
    if not is_integer(value[i], -FARTHEST, FARTHEST) then
      refuse(key, "expected x and y as whole numbers from %d to %d, got %s", -FARTHEST, FARTHEST,
        shown(value[i]))
    end
  end
end

-- Checks a pointer: {position=, feature=, location=}, or only a position.
local function expect_pointer(value, key)
  expect(value, "table", key)
  if value[1] ~= nil then return expect_cell(value, key) end
  expect_cell(value.position, key .. ".position")
  for _, name in ipairs(PLACE_NAMES) do
    if value[name] ~= nil then expect(value[name], "string", key .. "." .. name) end
  end
end

-- Checks a pointer that names a feature.
local function expect_place(value, key)
  expect_pointer(value, key)
  expect(value.feature, "string", key .. ".feature")
  expect(value.location, "string", key .. ".location")
end

-- Checks a piece: {featurePointer=, meepleId=}
local function expect_piece(value, key)
  expect(value, "table", key)
  expect(value.meepleId, "string", key .. ".meepleId")
  expect_place(value.featurePointer, key .. ".featurePointer")
end

local PAYLOAD = {
  PLACE_TILE = function(payload, key)
    expect(payload.tileId, "string", key .. ".tileId")
    expect(payload.rotation, "string", key .. ".rotation")
    expect_cell(payload.position, key .. ".position")
  end,
  DEPLOY_MEEPLE = function(payload, key)
    expect(payload.meepleId, "string", key .. ".meepleId")
    expect_place(payload.pointer, key .. ".pointer")
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
  RETURN_MEEPLE = function(payload, key)
    expect_piece(payload.pointer, key .. ".pointer")
    expect(payload.source, "string", key .. ".source")
  end,
  CAPTURE_FOLLOWER = function(payload, key) expect_piece(payload.pointer, key .. ".pointer") end,
  EXCHANGE_FOLLOWER = function(payload, key) expect(payload.meepleId, "string", key .. ".meepleId") end,
  PAY_RANSOM = function(payload, key) expect(payload.meepleId, "string", key .. ".meepleId") end,
}

local QUARTERS = { [0] = true, true, true, true, [90] = true, [180] = true, [270] = true }

local function check_start(start)
  for tile, key in each(start, MOST_TILES, "setup.start") do
    expect(expect(tile, "table", key).tile, "string", key .. ".tile")
    expect_cell({ tile.x, tile.y }, key)
    local rotation = tile.rotation
    if rotation ~= nil and not QUARTERS[rotation] then
      refuse(key .. ".rotation", "expected 0 to 3 quarter turns, or 90, 180 or 270 degrees, got %s",
        shown(rotation))
    end
  end
end

local function check_setup(setup)
  expect(setup, "table", "setup")
  for _, count, key in each_named(setup.sets, "setup.sets") do expect_integer(count, 0, MOST_TILES, key) end
  for _, value, key in each_named(setup.elements, "setup.elements") do
    if type(value) ~= "boolean" then expect_integer(value, 0, MOST_PIECES, key) end
  end
  for _, value, key in each_named(setup.rules or {}, "setup.rules") do
    if type(value) ~= "boolean" and type(value) ~= "number" then expect(value, "string", key) end
  end
  check_start(setup.start or {})
end

local function check_replay(messages)
  for message, key in each(messages, MOST_MESSAGES, "replay") do
    expect(expect(message, "table", key).type, "string", key .. ".type")
    if message.player ~= nil then expect_integer(message.player, 0, MOST_PLAYERS - 1, key .. ".player") end
    local check = PAYLOAD[message.type]
    if check then check(expect(message.payload, "table", key .. ".payload"), key .. ".payload") end
  end
end

local function check_annotations(annotations)
  expect(annotations, "table", "gameAnnotations")
  if annotations.endTurn ~= nil then
    expect_integer(annotations.endTurn, 0, MOST_TILES, "gameAnnotations.endTurn")
  end
  for id, key in each(annotations.drawOrder or {}, MOST_MESSAGES, "gameAnnotations.drawOrder") do
    expect(id, "string", key)
  end
end

local function check_test(test)
  expect(test, "table", "test")
  for text, key in each(test.assertions, MOST_MESSAGES, "test.assertions") do expect(text, "string", key) end
end

local function check(saved)
  expect(saved, "table", "the file")
  check_setup(saved.setup)
  local count = 0
  for player, key in each(saved.players, MOST_PLAYERS, "players") do
    expect(expect(player, "table", key).name, "string", key .. ".name")
    count = count + 1
  end
  if count == 0 then refuse("players", "nobody plays") end
  check_replay(saved.replay)
  if saved.gameAnnotations ~= nil then check_annotations(saved.gameAnnotations) end
  if saved.test ~= nil then check_test(saved.test) end
end

--- Checks the structure of a saved game.
---@param saved any
---@return string? message the fault, with the key; nil if the structure is valid
function jcz_schema.check(saved)
  local fine, why = pcall(check, saved)
  if fine then return nil end
  if getmetatable(why) ~= Stop then error(why, 0) end
  return why.text
end

return jcz_schema
