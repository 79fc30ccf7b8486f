-- What logs of the other engine call the things of The Cult.

return {
  sets = { "cult" },
  features = { shrine = "shrine" },
  scored = { ["shrine-challenged"] = "shrine.challenged", ["monastery-challenged"] = "monastery.challenged" },
}
