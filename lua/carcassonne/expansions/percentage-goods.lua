--- House rule: goods pay a share of what their owner has scored.
--
-- The player with the most tokens of a good gets 10 % of that player's total, rounded down, or 10
-- points, whichever is higher. If several players tie, each of them gets this share. It replaces
-- the 10 points that a good is usually worth, and is paid after incomplete features and fields have
-- scored.
--
-- Source: the house rule that the sheets of Traders & Builders print. They do not decide how
-- `consolation_for` and `shares` are meant.

local GOODS = { "wine", "grain", "cloth" }

local function share_out(state, options)
  -- most: the winning number of tokens for each good; wins: whether a player wins any good
  local before, most, wins = state:returns(), {}, {}
  for _, good in ipairs(GOODS) do
    most[good] = 1
    for player = 1, #before do most[good] = math.max(most[good], state:good(player, good)) end
    for player = 1, #before do wins[player] = wins[player] or state:good(player, good) == most[good] end
  end
  for _, good in ipairs(GOODS) do
    local total = options.shares == "one-after-the-other" and state:returns() or before
    for player = 1, #total do
      local tokens = state:good(player, good)
      local consoled = options.consolation and not (options.consolation_for == "no-majority" and wins[player])
      if tokens == most[good] then
        state:award(player, math.max(10, math.floor(total[player] / 10)), good)
      elseif consoled and tokens > 0 then
        state:award(player, 2 * tokens, good)
      end
    end
  end
end

return {
  name = "percentage-goods",
  description = "A player with the most tokens of a good gets 10 % of that player's points, at least 10.",
  options = {
    consolation = { false, true, description = "whether the others get 2 points for each token of the good" },
    consolation_for = { "lost-goods", "no-majority", description = "who gets the 2 points; lost-goods: all "
      .. "other players with tokens of the good; no-majority: only those who win no good at all" },
    shares = { "of-the-same-total", "one-after-the-other",
      description = "of-the-same-total: 10 % of the points before any good was paid; one-after-the-other: "
        .. "points from goods that were paid earlier count, too" } },
  final_scoring = { { name = "goods", run = share_out } } }
