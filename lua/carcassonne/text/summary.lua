--- Formats the scores of a game: points, goods, pieces in hand.
-- @module carcassonne.text.summary

local plain = require("carcassonne.text.style").new { unicode = true }
local tables = require "carcassonne.text.table"
local words = require "carcassonne.describe.words"

local summary = {}

local GOODS = { "wine", "grain", "cloth" }

-- Returns whether any tile of the game shows goods.
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
  if #game:teams() > 0 then row = { "", "team", "points", "own" } end
  if goods then
    for _, good in ipairs(GOODS) do row[#row + 1] = good end
  end
  for _, piece in ipairs(game:pieces()) do row[#row + 1] = words.piece(piece.name) end
  return row
end

--- Returns the table of points, goods and pieces in hand, with a line for each player.
---@param state State
---@param options? {style?:Style, names?:table<integer, string>} names of players, by default "player 1"
---@return string[] lines
function summary.table(state, options)
  options = options or {}
  local style, game = options.style or plain, state:game()
  local goods, teams = has_goods(game), words.teams(state)
  local rows = { heading(game, goods) }
  for player, points in ipairs(state:returns()) do
    local name = words.player(player, options)
    if state:is_out(player) then name = name .. (state:has_resigned(player) and " (gave up)" or " (out)") end
    local row = { style:paint(name, "piece" .. player), points }
    if teams[player] then row = { row[1], teams[player], points, state:own_score(player) } end
    local tokens, supply = state:goods(player), state:pieces_in_hand(player)
    if goods then
      for _, good in ipairs(GOODS) do row[#row + 1] = tokens[good] end
    end
    for _, piece in ipairs(game:pieces()) do row[#row + 1] = supply[piece.name] end
    rows[#rows + 1] = row
  end
  return tables.lines(rows, { heading = true, style = style })
end

return summary
