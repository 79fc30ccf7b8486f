-- Maps the labyrinth to the names in logs of the other engine.

return { sets = { "labyrinth" } }
