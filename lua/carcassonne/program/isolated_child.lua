--- The child process of carcassonne.sandbox.isolated. Reads its task from standard input, plays,
--- and prints the result as one line of JSON.
-- @module carcassonne.program.isolated_child

local carcassonne = require "carcassonne"
local child_process = require "carcassonne.sandbox.child_process"
local error_message = require "carcassonne.base.error_message"
local json = require "dkjson"
local limits = require "carcassonne.sandbox.limits"

local isolated_child = {}

local function read_variant(task)
  if task.path then return carcassonne.variant(task.path, task.options) end
  return carcassonne.variant("source.lua", task.options, {
    read = function(path)
      if path == "source.lua" then return task.source end
      return nil, "a script that is given as text cannot require files"
    end,
  })
end

local function play(game, seed, players)
  local state, points = game:new_initial_state(seed), {}
  state:random_playout(seed)
  for player = 1, players do points[player] = state:score(player) end
  return { seed = seed, points = points, tiles = state:num_tiles() }
end

local function perform(task)
  local variant = read_variant(task)
  local game = carcassonne.game { variants = { variant }, players = task.players }
  local games = {}
  for i = 1, task.games do games[i] = play(game, task.seed + i - 1, task.players) end
  return { name = variant.name, games = games }
end

--- Performs the task of this process.
function isolated_child.run()
  local task = json.decode(io.read "*a")
  limits.tighten()
  local missing = child_process.restrict(task.limits)
  local fine, result = pcall(perform, task)
  if fine then result.unlimited = missing else result = { problem = error_message.plain(result) } end
  io.write("\n", json.encode(result), "\n")
end

return isolated_child
