-- What logs of the other engine call the things of the wind roses.

return { sets = { "windrose" }, scored = { ["wind-rose"] = "wind-rose" } }
