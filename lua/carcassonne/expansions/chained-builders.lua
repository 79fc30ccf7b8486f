--- House rule: a builder's turn continues for as long as each tile extends a feature with the
--- player's builder.
return {
  name = "chained-builders",
  description =
    "A player takes another tile as long as each tile extends a feature that holds the player's builder.",
  extra_part = function(_, part)
    return part.extended_builder
  end,
}
