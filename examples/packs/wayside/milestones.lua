-- House rule: a complete road scores 1 extra point for every third tile.
local roads = require "roads"

return {
  name = "milestones",
  description = "A complete road scores 1 extra point for every third tile.",
  options = { every = { default = 3, description = "number of tiles from one milestone to the next" } },
  on_feature_scored = { when = roads.complete, run = function(state, scoring, options)
    local milestones = math.floor(scoring.feature.tiles / options.every)
    if milestones == 0 then return end
    for _, player in ipairs(scoring.players) do state:award(player, milestones, "milestones") end
  end },
}
