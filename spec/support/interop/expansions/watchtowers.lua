-- Maps the Watchtowers to the names in logs of the other engine.

return { sets = { "watchtowers" }, scored = { watchtower = "watchtower" } }
