-- Maps the wind roses to the names in logs of the other engine.

return { sets = { "windrose" }, scored = { ["wind-rose"] = "wind-rose" } }
