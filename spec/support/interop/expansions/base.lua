-- Maps the base game to the names in logs of the other engine.

return { sets = { "base" }, pieces = { follower = "meeple" } }
