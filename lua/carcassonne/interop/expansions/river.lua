--- What the other engine calls the things of the rivers.
-- @module carcassonne.interop.expansions.river

-- Whether a tile lies at the start.
local function begins_with(logged, id)
  for _, tile in ipairs(logged.start or {}) do
    if tile[1] == id then return true end
  end
  return false
end

return {
  code = "RI",
  departures = {
    { "turns", "room", "a river flows on only towards five free cells, by which it cannot turn back either" },
    { "volcano", "stays", "the lake with the volcano is placed as any tile, where no dragon is in the game" },
  },
  tilesets = { ["river/1:2"] = { edition = 2 }, ["river/2:2"] = { edition = 2 }, ["gq11/river"] = { gq11 = true } },
  log = {
    sets = { "river" },
    choose = function(logged, chosen)
      local first, second = logged.tilesets["river/1:1"] or logged.tilesets["river/1:2"],
        logged.tilesets["river/2:1"] or logged.tilesets["river/2:2"]
      chosen.spring = begins_with(logged, "RI-A") and "plain" or "road"
      chosen.rivers = first and second and "both" or second and "second" or "first"
    end,
  },
  saved = { elements = { river = { tiles = true } } },
}
