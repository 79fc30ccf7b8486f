--- What the other engine calls the things of The Tower.
-- @module carcassonne.interop.expansions.tower

return {
  code = "TO",
  tilesets = { ["tower:2"] = { edition = 2 } },
  options = { own_captured = "home", capture = "may" },
  departures = {
    { "exchange", "asked", "a prisoner bought back while an exchange is open can still be named for it" },
  },
  saved = {
    elements = { tower = { option = "towers", tiles = true } },
    tokens = { TOWER_PIECE = { "tower" } },
  },
}
