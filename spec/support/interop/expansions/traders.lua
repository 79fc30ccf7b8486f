-- What logs of the other engine call the things of Traders & Builders.

local schema = require "spec.support.interop.schema"

return {
  sets = { "traders" },
  -- their lack is reported as a difference
  snapshot = { { "goods", schema.three_by_player, "three goods of each player", true } },
}
