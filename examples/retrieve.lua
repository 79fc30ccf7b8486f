-- Retrieve: instead of deploying, a player may pay 2 points to take back one of their followers.
return {
  name = "retrieve",
  description = "Instead of deploying, a player may pay 2 points to take a follower back.",
  options = { price = 2 },
  phases = {
    { name = "retrieve", timing = "deployment", offer = { "pieces", player = "turn_player", follower = true },
    on_chosen = function(state, action, options)
      state:award(state:turn_player(), -options.price, "retrieve")
      state:return_piece(action)
    end } },
}
