-- What logs of the other engine call the things of Darmstadt.

return { sets = { "darmstadt" }, scored = { church = "church" } }
