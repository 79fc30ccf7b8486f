--- Darmstadt: three tiles, with a congress centre and two churches.
--
-- A complete city with the Darmstadtium scores 3 more points. A church is a monastery. When it is
-- complete, occupied or not, the player with the most followers on its nine tiles scores 3 points,
-- and so does each player who ties. Each follower counts as one, in any place, even if the same
-- tile returns it to its player.
--
-- Source: the publisher's sheet and its answers. For the base game alone the sheet recommends
-- leaving out two monasteries.

local BONUS = 3

-- Churches that the tile just placed completes, as the last of their nine tiles.
local completed = { "segments", kind = "monastery", attribute = "church", complete = true,
  around = "last_placed" }

local function pay_for_church(state, church)
  local followers, most = {}, 1
  for follower in state:each { "pieces", follower = true, around = church } do
    local count = (followers[follower.player] or 0) + 1
    followers[follower.player], most = count, math.max(most, count)
  end
  for player = 1, state:game():players() do
    if followers[player] == most then state:award(player, BONUS, "church") end
  end
end

return {
  name = "darmstadt",
  description =
    "Three tiles: a hall makes its city worth more, and churches pay the player with the most followers "
    .. "around them.",
  options = {
    monasteries = { "all", "two-fewer",
      description = "two-fewer: two monasteries of the base game are left out, as the rule sheet "
        .. "recommends" },
  },
  modules = {
    tiles = "its three tiles; the hall and the churches have an effect only with the other modules",
    darmstadtium = { description = "a complete city with the hall scores 3 points more",
      needs = { "tiles" } },
    churches = { description = "a complete church pays 3 points to the player with the most followers "
      .. "around it", needs = { "tiles" } },
  },
  attributes = { "darmstadtium", "church" },
  tiles = { { module = "tiles", [[
    DA-A x1 city:N.E.S.W+darmstadtium
    DA-B x1 monastery+church road:N road:E road:S road:W field:NL.WR field:NR.EL field:ER.SL field:SR.WL
    DA-C x1 monastery+church road:E.S field:NL.NR.EL.SR.WL.WR field:ER.SL
  ]] } },
  counts = { if_options = { monasteries = "two-fewer" }, ["BA-B"] = 2 },
  points = { { kind = "city", complete = true, attribute = "darmstadtium", add = BONUS,
    module = "darmstadtium" } },
  phases = {
    {
      name = "church",
      module = "churches",
      timing = "before_scoring",
      order = 99, -- after all moves of followers
      when = { completed },
      run = function(state)
        for church in state:each(completed) do pay_for_church(state, church) end
      end,
    },
  },
}
