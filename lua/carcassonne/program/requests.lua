--- Calls of a plug-in as JSON, for hosts in other languages. A request is an object:
--
--     {"call": "new", "args": [{"players": 3}, 42]}              answer: {"result": "1"}
--     {"call": "apply", "state": "1", "args": ["place BA-E 1,0 r0"]}     {"result": true}
--     {"call": "legal", "state": "7"}         {"message": "unknown state", "code": "invalid"}
--
-- `call` is a function of lua/doc/PLUGIN.md, and `args` has its arguments, without the state. Null
-- stands for nil. A call that names a field returns its value: {"call": "options"}. `state` is a
-- name, which `new`, `decode`, `clone` and `resample` return; the call `drop` forgets it.
--
-- A nil result is omitted. If the result is nil and there is a message, or if the function raises
-- an error, the call has failed and has changed nothing.
-- @module carcassonne.program.requests

local compat = require "carcassonne.base.compat"
local error_message = require "carcassonne.base.error_message"
local json = require "dkjson"
local json_document = require "carcassonne.base.json_document"
local memory = require "carcassonne.base.memory"

local requests = {}

local next, pairs = compat.basic.next, compat.basic.pairs

local MAKES_STATE = { new = true, decode = true, clone = true, resample = true }
local TAKES_NO_STATE = { new = true, decode = true, bots = true }
-- The answer of calls that change a state. It needs no memory, so a call that has changed the state
-- does not fail afterwards.
local DONE = '{"result":true}'
local CHANGES_STATE = { apply = true, apply_index = true, undo = true, resign = true, drop = true }
-- Functions of carcassonne.plugin whose arguments or results are not data.
local NOT_DATA = { check = true, with = true, with_packs = true }

--- The states of a host, and the functions that it may call.
---@class Requests
---@field game Plugin
---@field further table<string, function> functions without a state, beside those of the plug-in
---@field states table<string, any>
---@field last integer number of the last state that got a name
local Requests = {}
Requests.__index = Requests

--- Returns a table that answers requests.
---@param game Plugin
---@param further? table<string, function> functions without a state that take and return plain data
---@return Requests
---@usage local requests = require "carcassonne.program.requests"
--- local list = requests.new(require "carcassonne.plugin")
--- assert(list:answer '{"call": "name"}' == '{"result":"carcassonne"}')
function requests.new(game, further)
  return setmetatable({ game = game, further = further or {}, states = {}, last = 0 }, Requests)
end

local function refuse(text) error({ message = text, code = "invalid" }, 0) end

-- Returns a copy without metatables, with nil for null.
local function plain(value)
  if value == json.null then return nil end
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, one in pairs(value) do copy[key] = plain(one) end
  return copy
end

-- Returns the request in a text.
local function read(text)
  local request, problem = json_document.read(text, json.null)
  if type(request) ~= "table" then refuse("expected a JSON object" .. (problem and ": " .. problem or "")) end
  return request
end

-- Returns the state of a request: a named one, or that of the host.
function Requests:_state_of(request, given)
  if request.state == nil or request.state == json.null then
    if CHANGES_STATE[request.call] and given then
      refuse(("'%s' needs a named state; `clone` gives a name to a copy"):format(request.call))
    end
    return given or refuse "unknown state"
  end
  return self.states[request.state] or refuse "unknown state"
end

-- Returns the arguments of a request, and their number.
local function arguments(request)
  local list = request.args or {}
  if list == json.null or type(list) ~= "table" or #list == 0 and next(list) ~= nil then
    refuse "args: expected a list"
  end
  return plain(list), #list
end

-- Calls the function of a request. Returns its results.
function Requests:_call(request, given)
  local name, list, count = request.call, arguments(request)
  if NOT_DATA[name] or type(name) ~= "string" then refuse "unknown call" end
  if self.further[name] then return self.further[name](list[1]) end
  local f = self.game[name]
  if f ~= nil and type(f) ~= "function" then return f end
  if f and TAKES_NO_STATE[name] then return f(compat.table.unpack(list, 1, count)) end
  local state = self:_state_of(request, given)
  if name == "drop" then
    self.states[request.state] = nil
    return true
  end
  if not f then refuse "unknown call" end
  return f(state, compat.table.unpack(list, 1, count))
end

-- Encodes a result. A state gets a name.
function Requests:_written(call, result)
  if result == true then return DONE end
  if not MAKES_STATE[call] then return json.encode { result = result } end
  local name = tostring(self.last + 1)
  self.states[name] = result
  local answer = json.encode { result = name }
  self.last = self.last + 1
  return answer
end

function Requests:_answer(text, given)
  local request = read(text)
  local result, message, code = self:_call(request, given)
  if result ~= nil or message == nil then return self:_written(request.call, result) end
  code = code or "invalid"
  return json.encode { message = message, code = code }, code
end

local function failure(err)
  if type(err) == "table" then return err end
  local message = error_message.plain(err)
  return { message = message, code = memory.code(message, "invalid") }
end

--- Answers a request.
---@param text string
---@param given? State the state of requests that name none; they do not change it
---@return string answer
---@return string? code nil if the call succeeded
function Requests:answer(text, given)
  local fine, answer, code = pcall(self._answer, self, text, given)
  if fine then return answer, code end
  local reply = failure(answer)
  return json.encode(reply), reply.code
end

return requests
