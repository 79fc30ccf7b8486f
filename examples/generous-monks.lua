-- A variant of one row: a complete monastery scores 12 points instead of 9.
return {
  name = "generous-monks",
  description = "A complete monastery scores 12 points instead of 9.",
  points = { { kind = "monastery", complete = true, add = 3 } },
}
