-- House rule: partners. Who sit opposite one another play together: one result, one win. Followers
-- of partners count together in majorities, and bring the points once; or apart.
return {
  name = "partners",
  description = "Four or six play in pairs, across the table: points together, majorities together, one win.",
  options = { majorities = { "together", "apart" } },
  teams = { [4] = { { 1, 3 }, { 2, 4 } }, [6] = { { 1, 4 }, { 2, 5 }, { 3, 6 } } },
  team_majority = { option = "majorities" },
}
