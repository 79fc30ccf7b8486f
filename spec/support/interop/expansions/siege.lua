-- What logs of the other engine call the things of the two sieges.

return { sets = { "siege" }, choices = { escape = "piece" } }
