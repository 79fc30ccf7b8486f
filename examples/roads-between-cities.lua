-- House rule: roads between cities.
return {
  name = "roads-between-cities",
  description = "A complete road that runs into a city at both ends scores 2 points a tile.",
  points = { { kind = "road", complete = true, has = { "ends", into = { kind = "city" }, min = 2 },
    per = "tiles", add = 1 } },
}
