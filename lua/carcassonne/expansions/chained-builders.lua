--- House rule: a builder's turn continues for as long as each tile extends a feature with the
--- player's builder.
return {
  name = "chained-builders",
  description =
    "A player keeps drawing tiles as long as each one extends a feature with the player's builder.",
  extra_part = function(_, part)
    return part.extended_builder
  end,
}
