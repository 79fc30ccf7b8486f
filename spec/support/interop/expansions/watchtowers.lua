-- What logs of the other engine call the things of the Watchtowers.

return { sets = { "watchtowers" }, scored = { watchtower = "watchtower" } }
