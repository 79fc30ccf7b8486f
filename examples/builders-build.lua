-- House rule: builders build. A builder in a feature that is completed brings its owner 1 point
-- more a tile.
return {
  name = "builders-build",
  description =
    "A feature that is completed with a builder in it scores 1 more a tile for the builder's owner.",
  options = {
    losers = { true, false, description = "whether it does so for who has no majority there, too" } },
  bonus = {
    { if_options = { losers = true }, piece = "builder", complete = true, per = "tiles", add = 1 },
    { if_options = { losers = false }, piece = "builder", complete = true, player = "majority",
      per = "tiles", add = 1 },
  },
}
