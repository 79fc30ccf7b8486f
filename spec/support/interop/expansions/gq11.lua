-- Maps Games Quarterly 11 to the names in logs of the other engine.

return { sets = { "gq11" } }
