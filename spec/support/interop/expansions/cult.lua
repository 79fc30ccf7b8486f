-- Maps The Cult to the names in logs of the other engine.

return {
  sets = { "cult" },
  features = { shrine = "shrine" },
  scored = { ["shrine-challenged"] = "shrine.challenged", ["monastery-challenged"] = "monastery.challenged" },
}
