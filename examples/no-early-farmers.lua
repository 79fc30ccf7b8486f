-- House rule: no farmer in the first ten turns of the game.
return {
  name = "no-early-farmers",
  description = "Nobody deploys a farmer in the first ten turns of the game.",
  options = { turns = 10 },
  forbidden_deployments = { { kind = "field", follower = true,
    variable = { turns = { max = { option = "turns" } } } } },
}
