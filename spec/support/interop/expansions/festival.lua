-- What logs of the other engine call the things of the festival.

return { sets = { "festival" }, choices = { festival = "piece" } }
