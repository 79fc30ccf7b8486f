-- House rule: a builder in a completed feature scores 1 extra point per tile for its owner.
return {
  name = "builders-build",
  description =
    "A builder in a completed feature scores 1 extra point per tile for its owner.",
  options = {
    losers = { true, false, description = "whether owners without the majority also score" } },
  bonus = {
    { if_options = { losers = true }, piece = "builder", complete = true, per = "tiles", add = 1 },
    { if_options = { losers = false }, piece = "builder", complete = true, player = "majority",
      per = "tiles", add = 1 },
  },
}
