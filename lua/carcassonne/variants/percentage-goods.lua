--- House rule: goods pay a share of what their owner has scored.
return {
  name = "percentage-goods",
  description = "The most of a good pays 10 % of that player's points, or 10, whichever is higher.",
  options = { consolation = false }, -- 2 points a token for whoever does not have the most
  final = {
    { name = "goods", run = function(state, options)
      local before, tokens = state:returns(), {} -- every share is of the points before any of them
      for _, good in ipairs { "wine", "grain", "cloth" } do
        local most = 1
        for player = 1, #before do
          local n = state:good(player, good)
          tokens[player] = n
          if n > most then most = n end
        end
        for player = 1, #before do
          local n = tokens[player]
          if n == most then
            state:award(player, math.max(10, before[player] // 10), good)
          elseif options.consolation and n > 0 then
            state:award(player, 2 * n, good)
          end
        end
      end
    end },
  },
}
