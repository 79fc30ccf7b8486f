-- What logs of the other engine call the things of the base game.

return { sets = { "base" }, pieces = { follower = "meeple" } }
