-- What logs of the other engine call the things of Inns & Cathedrals.

return { sets = { "inns" } }
