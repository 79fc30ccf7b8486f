--- Prints a bot's evaluation of a game.
-- @module carcassonne.program.review_output

local evaluations = require "carcassonne.text.evaluations"
local output = require "carcassonne.program.output"
local review = require "carcassonne.bots.review"
local style_of = require "carcassonne.text.style"
local words = require "carcassonne.describe.words"

local review_output = {}

local function of_player(entries, player)
  local list = {}
  for _, entry in ipairs(entries) do
    if not player or entry.player == player then list[#list + 1] = entry end
  end
  return list
end

--- Returns the decisions of a review to print: all, those of a player, or the most costly.
---@param found Review
---@param about {player?:integer, worst?:integer}
---@return ReviewEntry[]
function review_output.entries(found, about)
  local entries = of_player(found.entries, about.player)
  return about.worst and review.worst(entries, about.worst) or entries
end

local function heading(found, state, title)
  local over = state:is_terminal() and "" or " The game is not over yet."
  return ("Evaluation by %s of %s: %s.%s"):format(found.bot, title,
    words.count(state:decisions(), "decision"), over)
end

local function print_entry(entry, style, who)
  local verdict = evaluations.verdict(entry.cost)
  local cost = verdict.name == "best" and "best" or (entry.looked and "" or "about ")
    .. evaluations.points(entry.cost)
  local before = ("%4d  turn %-3d %s  "):format(entry.decision, entry.turn, who[entry.player])
  output.print(before .. style:paint(("%10s"):format(cost), verdict.colour) .. "  " .. entry.chosen)
  if verdict.name ~= "best" then
    output.print((" "):rep(#before + 4) .. style:paint("better  " .. entry.best, "faint"))
  end
end

-- Returns the names of players, padded to the longest, and the padding after the heading `who`.
local function padded_names(count, names)
  local list, width = {}, 0
  for player = 1, count do
    list[player] = words.player(player, { names = names })
    width = math.max(width, style_of.width(list[player]))
  end
  for player, name in ipairs(list) do list[player] = name .. (" "):rep(width - style_of.width(name)) end
  return list, (" "):rep(math.max(width - 3, 0))
end

--- Prints a bot's evaluation of a game.
---@param found Review
---@param state State
---@param about {title:string, style:Style, names?:string[], player?:integer, worst?:integer}
--- title: name of the game; player and worst: which decisions to print: all, those of a player, or
--- the most costly
function review_output.print(found, state, about)
  local style, entries = about.style, review_output.entries(found, about)
  output.print(style:paint(heading(found, state, about.title), "heading"))
  if #entries == 0 then output.print "No player has had a choice so far." end
  local who, gap = padded_names(state:game():players(), about.names)
  if #entries > 0 then output.print(("\n  no.  turn     who%s        cost  action"):format(gap)) end
  for _, entry in ipairs(entries) do print_entry(entry, style, who) end
  output.print()
  for player, sum in ipairs(found.by_player) do
    if not about.player or about.player == player then
      output.print(evaluations.sum(words.player(player, about), sum))
    end
  end
end

return review_output
