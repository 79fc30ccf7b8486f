--- A test kit for authors of scripts: a drawn board, the lines to play, and the expected results.
--
--     local test = require "carcassonne.testkit"
--
--     test "a monastery with all neighbours is worth 12" {
--       variants = { "generous-monks.lua" },
--       board = [[
--         BA-B  BA-B  BA-B
--         BA-B *BA-B  BA-B
--         BA-B  BA-B  last
--       ]],
--       pieces = { "1 follower 0,0 monastery" },
--       play = { "1: BA-B last" },
--       expect = { points = { 12, 0 } },
--     }
--
-- `carcassonne test FILE...` runs such files. If the global `it` exists, as in busted, each test
-- becomes a test of busted. Otherwise it runs immediately and raises an error on failure.
-- @module carcassonne.testkit

local board = require "carcassonne.testkit.board"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local expectations = require "carcassonne.testkit.expectations"
local options = require "carcassonne.base.options"
local report = require "carcassonne.testkit.report"
local test_position = require "carcassonne.testkit.position"
local vocabulary = require "carcassonne.definition.vocabulary"

local test = {}

--- The keys of a test. The keys of carcassonne.game are also allowed, except `start` and `draws`;
--- `pieces`, `goods`, `variables` and `position` describe the table here. The test chooses the
--- draws.
---@class TestCase: Laid, GameOptions
---@field board? string the tiles on the table, as words in rows; see carcassonne.testkit.drawing
---@field variants? (string|table|Variant)[] variants; a path is searched beside the test's file first; { "tower", capture = "must" }
--- sets options
---@field play? (string|Holds)[] lines to play, see carcassonne.testkit.board; a table has expectations for the position at that point
---@field expect? Expectations expectations at the end

--- A parsed test.
---@class ReadTest
---@field name string
---@field file string
---@field line integer
---@field given TestCase

local of_test = { board = "string", play = "list", expect = "table" }

local shape = {}
for _, part in ipairs { of_test, vocabulary.game, vocabulary.beside_game, test_position.shape } do
  for key, kind in pairs(part) do shape[key] = kind end
end
shape.start, shape.draws = nil, nil

-- ---- Variants -----------------------------------------------------------------------------------

local function is_there(path)
  local file = io.open(path, "rb")
  if file then file:close() end
  return file ~= nil
end

-- Returns the path of a file beside the test's file, if it exists.
local function beside(folder, name)
  if type(name) ~= "string" or not name:find "%.lua$" then return name end
  return is_there(folder .. name) and folder .. name or name
end

local function read_variant(folder, one)
  if type(one) == "string" then return beside(folder, one) end
  if type(one) ~= "table" or type(one[1]) ~= "string" then return one end
  return carcassonne.variant(beside(folder, one[1]), options.beside(one, 1))
end

local function folder_of(case) return case.file:match "^(.*[/\\])" or "" end

local function variants_of(case)
  local folder, list = folder_of(case), {}
  for i, one in ipairs(case.given.variants or {}) do list[i] = read_variant(folder, one) end
  return list
end

--- Returns the paths of the scripts of a test, including those of packs.
---@param case ReadTest
---@return string[]
function test.scripts(case)
  local list, folder = {}, folder_of(case)
  for _, one in ipairs(type(case.given.variants) == "table" and case.given.variants or {}) do
    local path = beside(folder, type(one) == "table" and one[1] or one)
    if type(path) == "string" and (path:find "%.lua$" or path:find "/") then list[#list + 1] = path end
  end
  return list
end

-- ---- Running ------------------------------------------------------------------------------------

local function check_case(given)
  options.check("test", given, shape)
  for i, step in ipairs(given.play or {}) do
    options.check_type(("play[%d]"):format(i), step, "string|table")
    if type(step) == "table" then options.check(("play[%d]"):format(i), step, expectations.shape) end
  end
  options.check("expect", given.expect or {}, expectations.shape)
end

local function set_up(case)
  local lies, game_options = {}, { variants = variants_of(case) }
  for key, value in pairs(case.given) do
    if test_position.shape[key] then lies[key] = value
    elseif not of_test[key] and key ~= "variants" then game_options[key] = value end
  end
  return board.set(case.given.board, game_options, lies)
end

-- Plays a step; returns its problems, and the text that caused them.
local function take(t, step)
  if type(step) == "table" then
    local problems, at = expectations.problems(t, step)
    return { problems = problems, at = at }
  end
  local fine, problem = pcall(t.play_line, t, step)
  return { problems = fine and {} or { error_message.plain(problem) }, refused = not fine }
end

-- Plays the test; returns the failure, or nil.
local function play(t, case)
  local steps, last = {}, nil
  for i, step in ipairs(case.given.play or {}) do steps[i] = step end
  steps[#steps + 1] = case.given.expect or {}
  for _, step in ipairs(steps) do
    local failure = take(t, step)
    last = type(step) == "string" and step or last
    if #failure.problems > 0 then
      failure.case, failure.step, failure.board = case, last, t
      return failure
    end
  end
end

--- A failed test.
---@class TestFailure
---@field case ReadTest
---@field problems string[] problems; at least one
---@field step? string the last line that was played
---@field refused? boolean whether that line was refused
---@field at? string the text of the test that is not an action on the board
---@field board? TestBoard nil if the board could not be set up

--- Runs a test.
---@param case ReadTest
---@return TestFailure? failure nil on success
function test.run(case)
  local fine, t = pcall(function()
    check_case(case.given)
    return set_up(case)
  end)
  if not fine then return { case = case, problems = { error_message.plain(t) } } end
  return play(t, case)
end

-- Calls a function as if from a line of a file, so that busted and editors report that line.
local function call_from(file, line, run, one, other)
  compat.basic.load(("\n"):rep(line - 1) .. "local run, one, other = ... run(one, other)",
    "@" .. file)(run, one, other)
end

local function verify(case)
  local failure = test.run(case)
  if failure then
    call_from(case.file, report.line(failure), error, table.concat(report.lines(failure), "\n"), 0)
  end
end

-- ---- Reading files ------------------------------------------------------------------------------

local collected -- tests of the file that is being read, or nil

--- Runs a file and returns its tests. Raises an error for an invalid file.
---@param path string
---@param text? string the content; by default the file is read
---@return ReadTest[]
function test.read(path, text)
  local chunk, problem
  if text then chunk, problem = compat.basic.load(text, "@" .. path) else chunk, problem = loadfile(path) end
  if not chunk then error(problem, 0) end
  local before, list = collected, {}
  collected = list
  local fine, raised = pcall(chunk)
  collected = before
  if not fine then error(raised, 0) end
  return list
end

local function declare(case)
  if collected then
    table.insert(collected, case)
    return
  end
  local it = compat.debug.environment(debug.getinfo(3, "f").func).it
  if not it then return verify(case) end
  call_from(case.file, case.line, it, case.name, function() verify(case) end)
end

-- Raises an error for an invalid value at the line of the test.
local function check_given(where, value, wanted)
  local fine, problem = pcall(options.check_type, where, value, wanted)
  if not fine then error(error_message.plain(problem), 3) end
end

return setmetatable(test, { __call = function(_, name)
  check_given("test", name, "string")
  local at = debug.getinfo(2, "Sl")
  return function(given)
    check_given(("test \"%s\""):format(name), given, "table")
    declare { name = name, file = at.source:match "^@(.*)$" or "", line = at.currentline,
      given = options.alike(given) }
  end
end })
