-- Logged games for the tests of the command verify: reads, changes, writes and verifies them.

local compat = require "carcassonne.base.compat"
local cli = require "spec.support.cli"
local json = require "dkjson"
local log = require "spec.support.interop.log"
local lua = require "spec.support.lua"
local mutations = require "spec.support.mutations"
local verify = require "spec.support.interop.verify"

local logs = {}

--- Writes a text into a new file and returns its path.
logs.write = cli.file

--- Returns the text of a file.
logs.read = cli.read

--- Runs the command on these files; returns its status and what it prints.
function logs.run(paths, args)
  local all = { log = paths, edition = "jcz" }
  for key, value in pairs(args or {}) do all[key] = value end
  local text, status = cli.printed(verify.run, all)
  return status, text
end

--- Runs the program as a user would; returns its status and both outputs.
function logs.program(...)
  local out, words = os.tmpname(), {}
  for i, word in ipairs { ... } do words[i] = "'" .. word:gsub("'", "'\\''") .. "'" end
  local _, _, status = compat.os.execute(("%s spec/interop_tools.lua verify %s >%s 2>&1 </dev/null"):format(
    lua.name, table.concat(words, " "), out))
  local text = logs.read(out)
  os.remove(out)
  return status, text
end

-- The games of a log that have been read so far, and the function that reads more. Reading a
-- fixture takes longer than any test of it.
local known = {}

local function game_at(path, number)
  known[path] = known[path] or { lines = assert(log.open(path)), games = {} }
  local games = known[path].games
  while #games < number do games[#games + 1] = assert(known[path].lines:next()) end
  return games[number]
end

--- Returns the n-th game of a log, as a new table each time.
function logs.game(path, number) return mutations.copy(game_at(path, number)) end

--- Returns the game of a log with this id, as a new table each time.
function logs.named(path, id)
  local number = 1
  while game_at(path, number).id ~= id do number = number + 1 end
  return logs.game(path, number)
end

--- Verifies games that a test has changed.
function logs.run_games(games, args)
  local texts = {}
  for i, one in ipairs(games) do texts[i] = json.encode(one) end
  local path = logs.write(table.concat(texts, "\n") .. "\n")
  local status, text = logs.run({ path }, args)
  os.remove(path)
  return status, text
end

return logs
