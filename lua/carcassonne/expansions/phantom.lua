--- The Phantom: a second follower on the same tile.
--
-- A phantom is deployed like a follower, or after any other action as a second piece on the tile
-- just placed. The rules of deployment apply, so it cannot join the first follower's feature. It
-- can use a portal like a follower, and can be deployed on a tower. It cannot be deployed on
-- gardens. A player who has passed the action, or has dismissed a knight with a princess, cannot
-- deploy the phantom in this part of the turn.
--
-- Source: the publisher's sheet, which does not mention other expansions, and the wiki's rulings on
-- them.

-- Returns an offer for a phantom, on condition that the action was taken.
local function deployments(selector)
  selector[1], selector.can_deploy, selector.deploy = "segments", "phantom", true
  return selector
end

-- The spots that are open to every follower.
local SPOTS = { "russian-promos.yaga-hut?", "monasteries.special-monastery?" }

local dragon_tile = { at = "princess-and-dragon.dragon?" }

return {
  name = "phantom",
  description = "A phantom may be deployed as a second follower on the same tile.",
  pieces = { phantom = { count = 1, role = "follower" } },
  -- 1: a knight was dismissed, instead of deploying
  variables = { { name = "dismissed", shared = true, lifetime = "part" } },
  phases = {
    {
      name = "phantom",
      timing = "before_scoring",
      order = 30,
      question = "Deploy the phantom as well, {player}?",
      when = { variable = { passed = 0, dismissed = 0 }, player = { hand = "phantom" } },
      offer = {
        deployments { at = "last_placed", except = dragon_tile },
        deployments { complete = false, when = { attribute = "princess-and-dragon.portal?" },
          except = dragon_tile },
        deployments { kind = "spot", token = "tower.tower?", except = { attribute = "garden?" } },
        deployments { kind = "spot", attribute = SPOTS, at = "last_placed" },
        deployments { kind = "spot", attribute = SPOTS, complete = false,
          when = { attribute = "princess-and-dragon.portal?" }, except = dragon_tile },
      },
      may_pass = true,
    },
  },
}
