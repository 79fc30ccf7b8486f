--- What the other engine calls the things of Mage & Witch.
-- @module carcassonne.interop.expansions.mage-and-witch

return {
  code = "MW",
  tilesets = { ["mage-and-witch:2"] = { edition = 2 } },
  options = { place = "segment" },
  saved = {
    elements = { mage = { option = "mage", tiles = true }, witch = { option = "witch", tiles = true } },
    figures = { mage = { "mage", 1 }, witch = { "mage", 2 } },
  },
}
