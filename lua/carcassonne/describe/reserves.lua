--- The tiles outside the bag and the table, as an observer sees them.
-- @module carcassonne.describe.reserves

local reserves = {}

---@class ViewReserve
---@field name string
---@field player? integer owner, for a reserve of players
---@field play_from "no"|"next"|"any" which tiles of it can be placed in a turn
---@field count integer number of tiles
---@field tiles? string[] ids in order of arrival; nil if they are hidden

local function sees(reserve, owner, observer)
  return observer == nil or reserve.visible_to == "all" or reserve.visible_to == "owner" and owner == observer
end

--- Returns the reserves of a game. A reserve of players is returned once for each player.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return ViewReserve[]
function reserves.of(state, observer)
  local list = {}
  for _, reserve in ipairs(state:game():reserves()) do
    local of_players = reserve.owner == "player"
    for owner = 1, of_players and state:game():players() or 1 do
      local whose = of_players and owner or nil
      list[#list + 1] = { name = reserve.name, player = whose, play_from = reserve.play_from,
        count = state:num_in_reserve(reserve.name, whose),
        tiles = sees(reserve, whose, observer) and state:reserve(reserve.name, whose) or nil }
    end
  end
  return list
end

return reserves
