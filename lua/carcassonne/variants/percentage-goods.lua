--- House rule: goods pay a share of what their owner has scored.
return {
  name = "percentage-goods",
  description = "The most of a good pays 10 % of that player's points, or 10, whichever is higher.",
  options = { consolation = false }, -- 2 points a token for whoever does not have the most
  final = {
    { name = "goods", run = function(state, options)
      local before, goods = state:returns(), {} -- every share is of the points before any of them
      for player in ipairs(before) do goods[player] = state:goods(player) end
      for _, good in ipairs { "wine", "grain", "cloth" } do
        local most = 1
        for _, owned in ipairs(goods) do most = math.max(most, owned[good]) end
        for player, owned in ipairs(goods) do
          local tokens = owned[good]
          if tokens == most then
            state:award(player, math.max(10, before[player] // 10), good)
          elseif options.consolation and tokens > 0 then
            state:award(player, 2 * tokens, good)
          end
        end
      end
    end },
  },
}
