-- House rule: players who sit opposite each other are partners and share one result. Depending on
-- an option, their followers count together in majorities (and score once) or separately.
return {
  name = "partners",
  description = "Four or six players play in pairs, which share points, majorities and victory.",
  options = { majorities = { "together", "apart" } },
  teams = { [4] = { { 1, 3 }, { 2, 4 } }, [6] = { { 1, 4 }, { 2, 5 }, { 3, 6 } } },
  team_majority = { option = "majorities" },
}
