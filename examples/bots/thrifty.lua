-- A bot in forty lines. It tries the actions of its turn on copies of the state, takes the most
-- points that it can get now, and keeps some followers in its supply. To try it:
-- carcassonne run -n 100 --bot examples/bots/thrifty.lua:keep=3 --bot random

local thrifty = {
  says = "prefers points now, and keeps some followers in the supply",
  options = {
    { name = "keep", type = "integer", usual = 2, min = 0, max = 7,
      says = "The bot keeps this many followers in the supply." },
  },
}

local Thrifty = {}
Thrifty.__index = Thrifty

-- Returns the value of a state for a player: the lead, a third of the points of occupied features,
-- and 2 points for followers in reserve.
function Thrifty:value(state, player)
  local lead, best = 0, 0
  for other, points in ipairs(state:returns()) do
    if other == player then lead = points else best = math.max(best, points) end
  end
  for _, piece in ipairs(state:pieces()) do
    local points = state:feature(piece.x, piece.y, piece.segment).points
    lead = lead + (piece.player == player and points or -points) / 3
  end
  return lead - best - (state:pieces_in_hand(player).follower < self.keep and 2 or 0)
end

-- Returns the value of the state after an action and the best deployment that follows it. The copy
-- gets another seed, so the bot does not see the next draws.
function Thrifty:after(state, index, player)
  local copy = state:clone()
  copy:reseed(self.seed)
  local count = copy:apply_index(index)
  if copy:decision() ~= "deploy" or copy:current_player() ~= player then return self:value(copy, player) end
  local best = -math.huge
  for i = 1, count do best = math.max(best, self:after(copy, i, player)) end
  return best
end

function Thrifty:choose(state, count)
  local best, chosen = -math.huge, 1
  for i = 1, count do
    local value = self:after(state, i, state:current_player())
    if value > best then best, chosen = value, i end
  end
  return chosen
end

function thrifty.new(seed, options) return setmetatable({ seed = seed, keep = options.keep }, Thrifty) end

return thrifty
