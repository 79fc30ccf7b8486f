--- How a game stands, in text: points, goods, pieces in hand, and what is to be decided.
-- @module carcassonne.view.summary

local tables = require "carcassonne.view.table"
local plain = require("carcassonne.view.style").new { unicode = true }

local summary = {}

local GOODS = { "wine", "grain", "cloth" }

-- Whether any tile of the game shows goods.
local function has_goods(game)
  for _, tile in ipairs(game:tiles()) do
    for _, segment in ipairs(tile.segments) do
      if segment.good then return true end
    end
  end
  return false
end

local function heading(game, goods)
  local row = { "", "points" }
  if goods then
    for _, good in ipairs(GOODS) do row[#row + 1] = good end
  end
  for _, piece in ipairs(game:pieces()) do row[#row + 1] = piece.name end
  return row
end

--- The table of points, goods and pieces in hand, a line for each player.
---@param state State
---@param options? {style?:Style, names?:table<integer, string>} names: of players, "player 1" unless said
---@return string[] lines
function summary.table(state, options)
  options = options or {}
  local style, names, game = options.style or plain, options.names or {}, state:game()
  local goods = has_goods(game)
  local rows = { heading(game, goods) }
  for player, points in ipairs(state:returns()) do
    local name = names[player] or "player " .. player
    if state:has_resigned(player) then name = name .. " (gave up)" end
    local row = { style:paint(name, "piece" .. player), points }
    local tokens, supply = state:goods(player), state:supply(player)
    if goods then
      for _, good in ipairs(GOODS) do row[#row + 1] = tokens[good] end
    end
    for _, piece in ipairs(game:pieces()) do row[#row + 1] = supply[piece.name] end
    rows[#rows + 1] = row
  end
  return tables.lines(rows, { heading = true, style = style })
end

local function names_of(players, names)
  local words = {}
  for i, player in ipairs(players) do words[i] = names[player] or "player " .. player end
  return table.concat(words, " and ")
end

local WHAT = {
  place = "places %s", deploy = "may deploy a piece on %s", extra = "may go on with another tile",
  draw = "draws a tile", choice = "chooses: %s",
}

--- Whose turn it is and what is to be decided, or who won.
---@param state State
---@param options? {names?:table<integer, string>}
---@return string
function summary.decision(state, options)
  local names = options and options.names or {}
  if state:is_terminal() then
    local winners = state:winners()
    local verb = #winners == 1 and "wins" or "share the victory"
    return ("The game is over: %s %s with %d points."):format(names_of(winners, names), verb, state:score(winners[1] or 1))
  end
  local decision, turn = state:decision(), state:turn()
  local who = decision == "draw" and turn or state:current_player()
  local what = decision == "choice" and state:phase() or state:hand() or "a tile"
  local part = state:part() > 1 and (" (part %d of the turn)"):format(state:part()) or ""
  local text = WHAT[decision]:format(what)
  local name = who == "chance" and who or names_of({ who }, names)
  return ("%s%s %s. Tiles still to be drawn: %d."):format(name:gsub("^%l", string.upper), part, text, state:num_tiles_left())
end

return summary
