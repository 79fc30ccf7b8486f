-- House rule: enclosed fields. A field without open edges scores immediately: 3 points for each
-- complete city, plus the pig bonus for an owner with a pig. Its farmers and pigs return home.

local function points_of(state, field, player, options)
  local cities = state:count { "features", kind = "city", complete = true, borders = field }
  local pig = state:any { "pieces", piece = "pig", player = player, feature = field }
  return cities * (options.each + (pig and state:game():rules().pig_bonus or 0))
end

local function score_field(state, field, options)
  for _, player in ipairs(field.majority) do
    local points = points_of(state, field, player, options)
    if points > 0 then state:award(player, points, "enclosed") end
  end
  for piece in state:each { "pieces", feature = field, except = { piece = "barn?" } } do
    state:return_piece(piece, "scored")
  end
end

return {
  name = "enclosed-fields",
  description = "An enclosed field scores 3 points for each complete city, and its farmers go home.",
  options = { each = { default = 3, description = "points for each complete city" } },
  phases = { { name = "enclose", timing = "after_scoring", run = function(state, options)
    for farmer in state:each { "pieces", kind = "field", follower = true } do
      local field = state:feature(farmer.x, farmer.y, farmer.segment)
      if field.open == 0 then score_field(state, field, options) end
    end
  end } },
}
