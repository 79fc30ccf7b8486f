return {
  name = "back-into-the-bag",
  description = "A tile that fits nowhere is returned to the bag, and another tile is drawn.",
  rules = { unplaceable = "bag" },
}
