--- What lies outside the bag and the table, as one who looks on may see it.
-- @module carcassonne.describe.reserves

local reserves = {}

---@class ViewReserve
---@field name string
---@field player? integer whose, of a reserve of players
---@field play_from "no"|"next"|"any" whether turns take their tiles from there
---@field count integer how many tiles there are
---@field tiles? string[] which, in the order in which they came; none where they are hidden

local function sees(reserve, owner, observer)
  return observer == nil or reserve.visible_to == "all" or reserve.visible_to == "owner" and owner == observer
end

--- The reserves of a game, of players one for each.
---@param state State
---@param observer? integer|"spectator" nobody, who knows all, by default
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
