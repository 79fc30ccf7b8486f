-- Logged games for the tests of the command verify: read, changed, written, verified.

local cli = require "spec.support.cli"
local json = require "dkjson"
local log = require "carcassonne.interop.log"
local verify = require "carcassonne.cli.verify"

local logs = {}

--- Writes a text into a new file: its path.
logs.write = cli.file

--- The text of a file.
logs.read = cli.read

--- Runs the command on these files: its status and what it prints.
function logs.run(paths, args)
  local all = { log = paths, edition = "jcz" }
  for key, value in pairs(args or {}) do all[key] = value end
  local text, status = cli.printed(verify.run, all)
  return status, text
end

--- The program as people call it: its status, and both of its outputs.
function logs.program(...)
  local out, words = os.tmpname(), {}
  for i, word in ipairs { ... } do words[i] = "'" .. word:gsub("'", "'\\''") .. "'" end
  local _, _, status = os.execute(("%s lua/bin/carcassonne verify %s >%s 2>&1 </dev/null"):format(
    os.getenv "LUA" or "lua5.4", table.concat(words, " "), out))
  local text = logs.read(out)
  os.remove(out)
  return status, text
end

--- The n-th game of a log; each time a new table.
function logs.game(path, number)
  local lines, found = assert(log.open(path)), nil
  for _ = 1, number do found = assert(lines:next()) end
  lines:close()
  return found
end

--- The game of a log with this id; each time a new table.
function logs.named(path, id)
  local lines = assert(log.open(path))
  for game in function() return lines:next() end do
    if game.id == id then
      lines:close()
      return game
    end
  end
  error("no game is called " .. id)
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
