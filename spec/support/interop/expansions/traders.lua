-- Maps Traders & Builders to the names in logs of the other engine.

local schema = require "spec.support.interop.schema"

return {
  sets = { "traders" },
  -- if they are missing, a difference is reported
  snapshot = { { "goods", schema.three_by_player, "three goods of each player", true } },
}
