return {
  name = "back-into-the-bag",
  description = "A tile that fits nowhere goes back into the bag, and another is drawn.",
  rules = { unplaceable = "bag" },
}
