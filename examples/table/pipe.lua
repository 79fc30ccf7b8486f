-- A game for programs in other languages: each line of JSON in is answered by a line of JSON. It
-- runs any game that follows the contract of lua/doc/PLUGIN.md.
--
--     lua pipe.lua [GAME]            GAME is a module or a file; requires dkjson
--     > {"call": "new", "args": [{"players": 3}, 42]}
--     < {"result": "1"}
--     > {"call": "apply", "state": "1", "args": ["place BA-E 1,0 r0"]}
--     < {"message": "'place BA-E 1,0 r0' is not legal here", "code": "illegal"}
--
-- lua/carcassonne/program/requests.lua describes the requests.
local requests = require "carcassonne.program.requests"

local name = arg[1] or "carcassonne.plugin"
local list = requests.new((name:match "%.lua$" and dofile or require)(name))

for line in io.lines() do
  io.write((list:answer(line)), "\n")
  io.flush()
end
