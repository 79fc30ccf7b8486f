-- Maps the two sieges to the names in logs of the other engine.

return { sets = { "siege" }, choices = { escape = "piece" } }
