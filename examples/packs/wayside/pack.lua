-- A pack: describes this folder for `carcassonne packs` and `--variant wayside/milestones`.
return {
  name = "wayside",
  version = "1.0.0",
  description = "House rules about roads.",
  needs = { carcassonne = ">= 0.1" },
  scripts = { "milestones", "tolls" },
}
