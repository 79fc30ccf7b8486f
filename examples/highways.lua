-- The rule of the tutorial in lua/doc/SCRIPTING.md.

return {
  name = "highways",
  description = "A complete road of five tiles or more scores additional points.",
  options = { bonus = { default = 4, description = "additional points" } },
  points = { { kind = "road", complete = true, has = { "tiles", min = 5 }, add = { option = "bonus" } } },
}
