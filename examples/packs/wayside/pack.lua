-- A pack: what is in this folder, for `carcassonne packs` and for games with `--variant
-- wayside/milestones`.
return {
  name = "wayside",
  version = "1.0.0",
  description = "House rules about roads.",
  needs = { carcassonne = ">= 0.1" },
  scripts = { "milestones", "tolls" },
}
