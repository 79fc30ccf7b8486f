-- Maps the Phantom to the names in logs of the other engine.

return { sets = { "phantom" } }
