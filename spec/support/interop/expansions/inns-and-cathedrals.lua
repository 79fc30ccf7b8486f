-- Maps Inns & Cathedrals to the names in logs of the other engine.

return { sets = { "inns" } }
