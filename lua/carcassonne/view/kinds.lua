--- What people call the kinds of segments, and who stands on them.
-- @module carcassonne.view.kinds

local kinds = {}

--- What a follower is there.
---@type table<Kind, string>
kinds.role = { city = "knight", road = "thief", monastery = "monk", field = "farmer" }

--- Where a piece is that stands there.
---@type table<Kind, string>
kinds.where = { city = "in the city", road = "on the road", monastery = "in the monastery", field = "in the field",
  spot = "on its place", river = "on the river" }

return kinds
