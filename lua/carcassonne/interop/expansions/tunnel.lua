--- What the other engine calls the things of the tunnels.
-- @module carcassonne.interop.expansions.tunnel

local function lay(letter)
  return { "tunnel", function() return letter end }
end

return {
  code = "TU",
  departures = { { "often", "turn", "a tunnel token comes once a turn, in a double turn, too" } },
  rules = {
    ["tunnelize-other-expansions"] = { usual = "false", ["false"] = { other_tunnels = false }, ["true"] = { other_tunnels = true } },
    ["more-tunnel-tokens"] = { usual = "3/2", ["3/2"] = { tokens = "3/2" }, ["2/1"] = { tokens = "2/1" }, ["1/1"] = { tokens = "1/1" } },
  },
  saved = {
    elements = { tunnel = { option = "tunnels", tiles = true } },
    tokens = { TUNNEL_A = lay(1), TUNNEL_B = lay(2), TUNNEL_C = lay(3) },
  },
}
