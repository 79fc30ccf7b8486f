-- Retrieve: instead of deploying a player may take back one of the own followers, for 2 points.
return {
  name = "retrieve",
  description = "Instead of deploying, a follower comes home for 2 points.",
  options = { price = 2 },
  phases = {
    { name = "retrieve", timing = "deployment", offer = { "pieces", player = "turn_player", follower = true },
    on_chosen = function(state, action, options)
      state:award(state:turn_player(), -options.price, "retrieve")
      state:return_piece(action)
    end } },
}
