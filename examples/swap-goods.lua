-- Swap goods: instead of deploying, a player may propose to swap one of their goods for a good of
-- another player, who may refuse.

local GOODS = { "wine", "grain", "cloth" }

-- Encodes the two goods of a proposal, the one given and the one requested, as one number.
local function number_of(mine, theirs) return 10 * mine + theirs end
local function goods_of(number) return GOODS[math.floor(number / 10)], GOODS[number % 10] end

-- Offers all swaps with one other player.
local function offer_swaps(state, other)
  local player = state:turn_player()
  for mine, good in ipairs(GOODS) do
    for theirs, wanted in ipairs(GOODS) do
      local can = mine ~= theirs and state:good(player, good) > 0 and state:good(other, wanted) > 0
      if can then state:offer { player = other, number = number_of(mine, theirs) } end
    end
  end
end

return {
  name = "swap-goods",
  description = "A player may swap a good for a good of another player.",
  variables = { { name = "partner", lifetime = "part" }, { name = "swap", lifetime = "part" } },
  phases = {
    { name = "propose", timing = "deployment",
      ask = function(state)
        for _, other in ipairs(state:players { player = "others" }) do offer_swaps(state, other) end
      end,
      on_chosen = function(state, action)
        state:set_variable("partner", action.player)
        state:set_variable("swap", action.number)
      end },
    { name = "swap", timing = "before_scoring", when = { variable = "partner" },
      ask = function(state)
        state:offer { player = state:turn_player(), number = state:variable "swap" }
        return state:variable "partner", true
      end,
      on_chosen = function(state, action)
        if not action then return end
        local given, wanted = goods_of(action.number)
        state:give_good(state:turn_player(), state:variable "partner", given)
        state:give_good(state:variable "partner", state:turn_player(), wanted)
      end },
  },
}
