--- Siege: The Besiegers and The Cathars, ten tiles each of which besieges its city.
-- Each tile and pennant of a besieged city is worth 1 point less, with a cathedral too: 1, or 2, when it is complete, and
-- nothing at the end if it is not. Fields count it twice. At the end of a turn, if a monastery lies beside a besieging tile,
-- or at its corner, the player may take one own knight out of that city; it does not matter whose monastery it is, nor
-- whether it is complete. Whoever stands in a city as a follower is a knight; a builder is none.
-- `escape_often`  "part": a knight may leave in each part of a double turn; "turn": one a turn, after its last part
-- `monastery`     "besieging-tile": what the monastery lies beside; or "any-tile" of the city
-- `pig`           2: a pig, like its field, counts the city twice, 8 points instead of 6; or 1, once
-- Source: the publisher's sheets of the two sets, and its answer on double turns; there is no second edition. "any-tile" is
-- how another publisher's Siege has it.

local function contains(list, feature)
  for _, one in ipairs(list) do
    if one == feature then return true end
  end
  return false
end

-- Whether a monastery lies in a cell or in one of the eight around it.
local function is_beside_monastery(state, x, y)
  for dx = -1, 1 do
    for dy = -1, 1 do
      if state:feature(x + dx, y + dy, "monastery") then return true end
    end
  end
  return false
end

-- Whether a monastery lies where it has to, given a city and where its besieging tile lies.
local is_open = {
  ["besieging-tile"] = function(state, _, x, y)
    return is_beside_monastery(state, x, y)
  end,
  ["any-tile"] = function(state, city)
    for _, segment in ipairs(city:segments()) do
      if is_beside_monastery(state, segment.x, segment.y) then return true end
    end
    return false
  end,
}

local function offer_knights(state, options)
  local player, offered = state:turn(), {}
  for _, x, y in state:each_marked "besieger" do
    local city = state:feature(x, y, 1) -- it stands first on each of these tiles
    if city:has_follower(player) and not contains(offered, city) and is_open[options.monastery](state, city, x, y) then
      offered[#offered + 1] = city
      state:offer_pieces { player = player, follower = true, feature = city }
    end
  end
  return player, true
end

-- The phase after each part, or after the turn, as the option says.
local function escape(at, often)
  return {
    name = "escape",
    at = at,
    only = { escape_often = often },
    when = { marked = "besieger", follower_in = "besieged" },
    order = 3, -- after a wagon's last move
    ask = offer_knights,
    chosen = function(state, action)
      if action then state:send_home(action) end
    end,
  }
end

return {
  name = "siege",
  description = "Ten tiles besiege cities: they score less, feed their fields twice, and knights may escape to monasteries.",
  options = {
    escape_often = { "part", "turn" },
    monastery = { "besieging-tile", "any-tile" },
    pig = { 2, 1 },
  },
  attributes = {
    { name = "besieged", each = -1, unfinished = -1, field = 2, pig = { option = "pig" } },
    { name = "besieger", of = "tile" },
  },
  tiles = [[
    SI-A x1 city:N.E.W+besieged field:SL.SR~N @besieger
    SI-B x1 city:N.W+besieged road:E field:EL~W field:ER.SL.SR~W @besieger
    SI-C x1 city:N+besieged road:S field:SR.WL.WR~N field:EL.ER.SL~N @besieger
    SI-D x1 city:N+besieged road:E.S field:EL.SR.WL.WR~N field:ER.SL @besieger
    SI-E x1 city:N.W+besieged road:S field:SR~W field:EL.ER.SL~W @besieger
    SI-F x1 city:N+besieged road:S.W field:EL.ER.SL.WR~N field:SR.WL @besieger
    SI-G x1 city:N+besieged field:EL.ER.SL.SR.WL.WR~N @besieger
    SI-H x1 city:N+besieged road:E.W field:EL.WR~N field:ER.SL.SR.WL @besieger
    SI-I x1 city:N.W+besieged field:EL.ER.SL.SR~N @besieger
    SI-J x1 city:N.W+besieged road:E.S field:EL.SR~N field:ER.SL @besieger
  ]],
  phases = { escape("after_scoring", "part"), escape("turn_end", "turn") },
}
