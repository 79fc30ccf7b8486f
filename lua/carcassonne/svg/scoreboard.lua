--- Texts for pictures: the items of each player, the decision, and what is on the table besides
--- tiles and pieces.
-- @module carcassonne.svg.scoreboard

local board_extras = require "carcassonne.describe.board_extras"
local extras_text = require "carcassonne.text.board_extras"
local words = require "carcassonne.describe.words"

local scoreboard = {}

local GOODS = { "wine", "grain", "cloth" }

---@class PlayerStanding
---@field player integer
---@field name string "player 1", with team and status
---@field points integer
---@field has string[] "wine 2", "follower 3", "tower 9"

local function counted(name, count) return ("%s %d"):format(name, count) end

local function has_of(state, player, own)
  local list, goods, supply, captured = {}, state:goods(player), state:pieces_in_hand(player),
    state:captured(player)
  for _, good in ipairs(state:game():goods_count() and GOODS or {}) do
    list[#list + 1] = counted(good, goods[good])
  end
  for _, piece in ipairs(state:game():pieces()) do
    list[#list + 1] = counted(words.piece(piece.name), supply[piece.name] or 0)
    if (captured[piece.name] or 0) > 0 then
      list[#list + 1] = counted("captured " .. words.piece(piece.name), captured[piece.name])
    end
  end
  for _, text in ipairs(own) do list[#list + 1] = text end
  return list
end

--- Returns the items of each player.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return PlayerStanding[]
function scoreboard.players(state, observer)
  local list, teams, of_players = {}, words.teams(state), board_extras.of_players(state, observer)
  for player = 1, state:game():players() do
    local name = words.player(player)
    if teams[player] then name = ("%s (team %d)"):format(name, teams[player]) end
    if state:is_out(player) then name = name .. (state:has_resigned(player) and " (gave up)" or " (out)") end
    list[player] = { player = player, name = name, points = state:score(player),
      has = has_of(state, player, of_players[player]) }
  end
  return list
end

-- Returns whether the question is hidden, because the observer must not know the options.
local function hides(state, observer) return observer ~= nil and observer ~= state:current_player() end

--- Describes the current decision, or the result.
---@param state State
---@param observer? integer|"spectator"
---@return string
function scoreboard.decision(state, observer)
  if state:is_terminal() or not state:phase() or not hides(state, observer) then
    return words.decision(state)
  end
  return ("%s chooses: %s. Tiles still to be drawn: %d."):format(
    words.sentence(words.player(state:current_player())),
    words.name(state:phase()), state:num_tiles_left())
end

--- Describes what is on the table besides tiles and pieces.
---@param state State
---@param observer? integer|"spectator"
---@param marks? Thing[] the result of board_extras.marked
---@return string[]
function scoreboard.besides(state, observer, marks) return extras_text.lines(state, observer, marks) end

return scoreboard
