--- Runs an untrusted script in a child process that can do nothing else.
-- @module carcassonne.sandbox.isolated

local child_process = require "carcassonne.sandbox.child_process"
local compat = require "carcassonne.base.compat"
local json = require "dkjson"
local json_document = require "carcassonne.base.json_document"
local optional_module = require "carcassonne.base.optional_module"
local options = require "carcassonne.base.options"

local isolated = {}

local MOST_GAMES, MOST_OUTPUT, MOST_SECONDS, MOST_MEGABYTES = 10000, 1000000, 100000, 100000
local SECONDS, MEGABYTES = 10, 256 -- by default

--- What to do with an untrusted script.
---@class IsolatedOptions
---@field path? string the file of the script; it may require files of its folder
---@field source? string the text of the script, instead of its file
---@field options? table<string, any> values for the options of the script
---@field games? integer number of random games to play after the check, up to 10,000; none by default
---@field seed? integer seed of the first game, from 0; 1 by default; each further game has the next seed
---@field players? integer 1 to 6; 2 by default
---@field seconds? integer limit of processor time and of wall-clock time; 10 by default
---@field megabytes? integer limit of memory, from 64; 256 by default
---@field lua? string the interpreter to start; the one that runs this program by default

--- The result of an untrusted script.
---@class IsolatedResult
---@field name string of the variant
---@field games {seed:integer, points:integer[], tiles:integer}[] the final points of each player, and the tiles on the table
---@field unlimited? string what this system cannot limit

local SHAPE = { path = "string", source = "string", options = "table", games = "integer", seed = "integer",
  players = "integer", seconds = "integer", megabytes = "integer", lua = "string" }
local RANGES = { games = { 0, MOST_GAMES }, seed = { 0, 2 ^ 31 - 1 }, players = { 1, 6 },
  seconds = { 1, MOST_SECONDS }, megabytes = { 64, MOST_MEGABYTES } }

local function check(given)
  options.check("isolated.run", given, SHAPE)
  if (given.path == nil) == (given.source == nil) then
    options.refuse("isolated.run", "expected either `path` or `source`")
  end
  for key, range in pairs(RANGES) do
    local value = given[key]
    if value and (value < range[1] or value > range[2]) then
      options.refuse("isolated.run: " .. key, ("expected %d to %d, got %s"):format(range[1], range[2],
        tostring(value)))
    end
  end
end

-- Returns the text that the child reads from its standard input.
local function task_of(given, seconds, megabytes)
  local reads = {}
  if given.path then child_process.add_file(reads, given.path) end
  return json.encode { path = given.path, source = given.source, options = given.options,
    games = given.games or 0, seed = given.seed or 1, players = given.players or 2,
    limits = { seconds = seconds, megabytes = megabytes, reads = reads, writes = {} } }
end

-- Returns the last line of a text.
local function last_line(text) return text:match "([^\n]*)\n*$" end

local function is_integer(value) return compat.math.type(value) == "integer" end

local function are_integers(list)
  if type(list) ~= "table" then return false end
  for i = 1, #list do
    if not is_integer(list[i]) then return false end
  end
  return true
end

-- Returns the games of a result, without any unknown fields; nil unless all games are well-formed.
-- A script that escapes from its sandbox can print any result, so the result is not trusted.
local function games_of(list)
  if type(list) ~= "table" then return nil end
  local games = {}
  for i, one in ipairs(list) do
    local fine = type(one) == "table" and is_integer(one.seed) and is_integer(one.tiles)
      and are_integers(one.points)
    if not fine then return nil end
    games[i] = { seed = one.seed, points = one.points, tiles = one.tiles }
  end
  return games
end

-- Reads the output of a child that exited with status 0.
local function result_of(text)
  local answer = json_document.decode(last_line(text))
  if type(answer) ~= "table" then return nil, "the child process returned no result", "crash" end
  if answer.problem then
    local problem = tostring(answer.problem)
    return nil, problem, problem:find "not enough memory" and "memory" or "script"
  end
  local games = games_of(answer.games)
  if type(answer.name) ~= "string" or not games then
    return nil, "the child process returned no valid result", "crash"
  end
  return { name = options.line(answer.name), games = games,
    unlimited = answer.unlimited and options.line(tostring(answer.unlimited)) }
end

--- Checks an untrusted script, and plays games with it, in a child process with limits on time,
--- memory, files and system calls. Each call starts a new process, so calls do not affect each
--- other. On Windows there are no such processes: the call returns nil and a message.
---@param given IsolatedOptions
---@return IsolatedResult? result
---@return string? message
---@return "script"|"time"|"memory"|"output"|"crash"|"system"|nil kind the cause
---@usage local isolated = require "carcassonne.sandbox.isolated"
--- local result, message = isolated.run { source = "return { name = 'mine' }", games = 2 }
--- assert(result and #result.games == 2, message)
function isolated.run(given)
  check(given)
  local sys = optional_module.find "carcassonne.sys"
  if not sys then return nil, "this host lacks the module carcassonne.sys", "system" end
  local seconds, megabytes = given.seconds or SECONDS, given.megabytes or MEGABYTES
  local words = { given.lua or child_process.interpreter(), "-e",
    "require('carcassonne.program.isolated_child').run()" }
  local how, code, text = sys.run(words, { environment = child_process.environment {}, seconds = seconds,
    input = task_of(given, seconds, megabytes), output = MOST_OUTPUT })
  if not how then return nil, tostring(code), "system" end
  local problem, kind = child_process.problem(how, compat.math.tointeger(code) or 0,
    { seconds = seconds, output = MOST_OUTPUT })
  if problem then return nil, "the script was ended: " .. problem, kind end
  if code == 127 then return nil, ("cannot run '%s'"):format(words[1]), "system" end
  if code ~= 0 then
    return nil, ("the child process exited with status %d: %s"):format(code, options.line(last_line(text))),
      "crash"
  end
  return result_of(text)
end

return isolated
