--- What the other engine calls the things of the Flying Machines.
-- @module carcassonne.interop.expansions.flying-machines

return {
  code = "FL",
  tilesets = { ["flier:2"] = { edition = 2 } },
  saved = { elements = { flier = { implied = true } }, deployed = { FlyingMachine = "fly" } },
}
