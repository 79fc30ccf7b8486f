-- A variant of five lines: a complete monastery scores 12 points instead of 9.
return {
  name = "generous-monks",
  description = "A complete monastery scores 12 points instead of 9.",
  points = function(state, scoring, points)
    if scoring.kind == "monastery" and scoring.complete then return 12 end
    return points
  end,
}
