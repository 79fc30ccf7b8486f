-- Maps Darmstadt to the names in logs of the other engine.

return { sets = { "darmstadt" }, scored = { church = "church" } }
