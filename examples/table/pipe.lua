-- A game for programs in other languages: each line of JSON in is answered by a line of JSON. It
-- runs any game that follows the contract of lua/doc/PLUGIN.md.
--
--     lua pipe.lua [GAME]            GAME is a module or a file; requires dkjson
--     > {"call": "new", "args": [{"players": 3}, 42]}
--     < {"result": "1"}
--     > {"call": "apply", "state": "1", "args": ["place BA-E 1,0 r0"]}
--     < {"message": "'place BA-E 1,0 r0' is not legal here"}
--
-- `state` is a name that new, decode, clone or resample returned; {"call": "drop", "state": "1"}
-- frees it. A call that names a field without a function returns its value: {"call": "options"}.
local json = require "dkjson"

local name = arg[1] or "carcassonne.plugin"
local game = (name:match "%.lua$" and dofile or require)(name)
local unpack = table.unpack or rawget(_G, "unpack")
local makes_state = { new = true, decode = true, clone = true, resample = true }
local takes_no_state = { new = true, decode = true }
local states, last = {}, 0

-- Returns the arguments of the function, with nil for null.
local function arguments(request)
  local list, n, first = {}, #(request.args or {}), takes_no_state[request.call] and 0 or 1
  for i = 1, n do
    if request.args[i] ~= json.null then list[first + i] = request.args[i] end
  end
  if first == 1 then list[1] = states[request.state] end
  return unpack(list, 1, first + n)
end

local function answer(line)
  local request = json.decode(line, 1, json.null)
  if type(request) ~= "table" then return { message = "expected a JSON object" } end
  local f = game[request.call]
  if f ~= nil and type(f) ~= "function" then return { result = f } end
  if not takes_no_state[request.call] and not states[request.state] then
    return { message = "unknown state" }
  end
  if request.call == "drop" then
    states[request.state] = nil
    return { result = true }
  end
  if not f then return { message = "unknown call" } end
  local result, message = f(arguments(request))
  if not makes_state[request.call] or result == nil then return { result = result, message = message } end
  last = last + 1
  states[tostring(last)] = result
  return { result = tostring(last) }
end

for line in io.lines() do
  local fine, reply = pcall(function() return json.encode(answer(line)) end)
  io.write(fine and reply or json.encode { message = tostring(reply) }, "\n")
  io.flush()
end
