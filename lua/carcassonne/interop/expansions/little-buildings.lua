--- What the other engine calls the things of the Little Buildings.
-- @module carcassonne.interop.expansions.little-buildings

return {
  rules = {
    ["little-buildings-scoring"] = { usual = "1/1/1", ["1/1/1"] = { scoring = "1/1/1" }, ["3/2/1"] = { scoring = "3/2/1" } },
  },
  saved = {
    elements = { ["little-buildings"] = {} },
    tokens = { LB_SHED = { "building", token = "little-shed" }, LB_HOUSE = { "building", token = "little-house" },
      LB_TOWER = { "building", token = "little-tower" } },
  },
}
