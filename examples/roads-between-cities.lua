-- House rule: a complete road with a city at both ends scores double.
return {
  name = "roads-between-cities",
  description = "A complete road with a city at both ends scores 2 points per tile.",
  points = { { kind = "road", complete = true, has = { "ends", into = { kind = "city" }, min = 2 },
    per = "tiles", add = 1 } },
}
