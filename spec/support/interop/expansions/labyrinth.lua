-- What logs of the other engine call the things of the labyrinth.

return { sets = { "labyrinth" } }
