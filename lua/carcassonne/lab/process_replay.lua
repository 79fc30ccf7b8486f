--- Plays a game again in a new process, in which Lua has other addresses and visits the keys of
--- tables in another order.
-- @module carcassonne.lab.process_replay

local carcassonne = require "carcassonne"
local child_process = require "carcassonne.sandbox.child_process"
local error_message = require "carcassonne.base.error_message"
local json = require "dkjson"
local json_document = require "carcassonne.base.json_document"
local optional_module = require "carcassonne.base.optional_module"

local process_replay = {}

local SECONDS, MOST_OUTPUT = 600, 10000000

--- A game to replay.
---@class ReplayTask
---@field scripts CheckedScript[]
---@field settings table options of carcassonne.game, without variants
---@field seed integer
---@field choices integer[] the index of each action

--- Returns a position as a text that another process can compare.
---@param state State
---@return string
function process_replay.mark(state)
  return ("%s %d %s"):format(tostring(state:hash()), state:num_actions(),
    table.concat(state:returns(), " "))
end

local function are_names(scripts)
  for _, one in ipairs(scripts) do
    if type(one.from) ~= "string" then return false end
  end
  return true
end

-- Replays a game in this process. Returns the mark of each position.
local function replay(task)
  local list, settings = {}, task.settings
  for i, one in ipairs(task.scripts) do list[i] = carcassonne.variant(one.from, one.options) end
  settings.variants = list
  local state = carcassonne.game(settings):new_initial_state(task.seed)
  local marks = { process_replay.mark(state) }
  for i, choice in ipairs(task.choices) do
    state:apply_index(choice)
    marks[i + 1] = process_replay.mark(state)
  end
  return marks
end

--- Replays a game in a new process.
---@param task ReplayTask
---@return string[]? marks the mark of each position; nil if the game cannot be replayed
---@return string? problem an error of the script; nil if this system or host cannot start the process
function process_replay.run(task)
  local sys = optional_module.find "carcassonne.sys"
  if not sys or not are_names(task.scripts) or os.getenv "CARC_ISOLATED" then return nil end
  local words = { child_process.interpreter(), "-e", "require('carcassonne.lab.process_replay').answer()" }
  local how, code, text = sys.run(words, { environment = child_process.environment {}, seconds = SECONDS,
    input = json.encode(task), output = MOST_OUTPUT })
  if how ~= "exit" or code ~= 0 then return nil end
  local answer = json_document.decode(text:match "([^\n]*)\n*$")
  if type(answer) ~= "table" then return nil end
  return answer.marks, answer.problem
end

--- Replays the game of the task on standard input, and prints the answer as the last line.
function process_replay.answer()
  local task = json.decode(io.read "*a")
  local fine, result = pcall(replay, task)
  io.write("\n", json.encode(fine and { marks = result } or { problem = error_message.plain(result) }), "\n")
end

return process_replay
