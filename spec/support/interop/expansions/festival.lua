-- Maps the festival to the names in logs of the other engine.

return { sets = { "festival" }, choices = { festival = "piece" } }
