--- Menu at the end of a game: save it, write its page, analyse it, or play again.
-- @module carcassonne.play.game_end

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local evaluator = require "carcassonne.program.evaluator"
local output = require "carcassonne.program.output"
local page = require "carcassonne.svg.html"
local review_output = require "carcassonne.program.review_output"
local save_game = require "carcassonne.play.save_game"
local words = require "carcassonne.describe.words"

local game_end = {}

local MENU = [[
  s FILE    save the game
  p FILE    write the game as a page for a browser
  a N       analyse the game: the N most costly decisions, or all
  n         new game with the same settings
  u         undo your last decision
  b         show the board again
  q         quit]]

local PROMPT = "Next (s, p, a, n, u, b or q)?"

--- Reports the result; if there is a tutor, also the points that each player lost.
---@param seats Session
function game_end.report(seats)
  seats:report_events()
  seats:show_board()
  output.print()
  output.print(words.decision(seats.state, { names = seats.names }))
  seats.tutor:sum(seats)
end

-- ---- Choices ------------------------------------------------------------------------------------

local chosen = {}

function chosen.s(seats, path)
  if path ~= "" then save_game.save(seats, path) else save_game.save_as(seats) end
end

function chosen.p(seats, path)
  if path == "" then
    path = save_game.ask_file(seats, "File for the page?", save_game.suggestion(seats, ".html"))
  end
  local text = path and page.of(seats.state, { observer = "spectator", title = seats.path or "Carcassonne" })
  if path and save_game.write(seats, path, text, seats.page) then seats.page = path end
end

function chosen.a(seats, count)
  local worst = compat.math.tointeger(tonumber(count))
  if count ~= "" and (not worst or worst < 1) then
    seats:say(("'%s' is not a number of decisions; expected the letter a alone, or with a number: a "
      .. "5"):format(count), "bad")
    return
  end
  local found = evaluator.review(seats.state, seats.tutor.judge, 0)
  review_output.print(found, seats.state,
    { title = "this game", worst = worst, style = seats.style, names = seats.names })
end

-- Returns a choice that asks whether to save the game, and then leaves it.
local function leave_for(result)
  return function(seats) return save_game.leave(seats) == "quit" and result or nil end
end

chosen.n, chosen.q = leave_for "new", leave_for "quit"

function chosen.u(seats) return seats:undo() and "again" or nil end

function chosen.b(seats)
  seats:show_board()
  output.print()
  output.print(words.decision(seats.state, { names = seats.names }))
end

function chosen.h() output.print(MENU) end

chosen["?"] = chosen.h

local LONG = { save = "s", page = "p", analyse = "a", new = "n", undo = "u", board = "b", quit = "q",
  help = "h" }

--- Asks for a choice until the game continues, a new game begins, or the player quits.
---@param seats Session
---@return "quit"|"again"|"new"
function game_end.ask(seats)
  output.print()
  output.print(MENU)
  while true do
    local line = seats:ask(PROMPT)
    if not line then
      output.print()
      return "quit"
    end
    local word, rest = line:match "^(%S*)%s*(.-)$"
    word = c_locale.lower(word)
    local choice = chosen[LONG[word] or word]
    local result
    if choice then result = choice(seats, rest) else
      seats:say(line == "" and "Answer with one of these letters, or h for help."
        or ("'%s' is not one of the choices: answer with one of these letters, or h for help."):format(line),
          "bad")
    end
    if result then return result end
  end
end

return game_end
