-- House rule: enclosed fields. A field of which no edge is open any more scores at once, 3 points a
-- complete city, and its farmers go home; with them their pigs, each of which brings its owner the
-- bonus that the rules give.

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
  description = "A field that is enclosed scores at once, 3 points a complete city, and its farmers go home.",
  options = { each = { default = 3, description = "points for each complete city" } },
  phases = { { name = "enclose", timing = "after_scoring", run = function(state, options)
    for farmer in state:each { "pieces", kind = "field", follower = true } do
      local field = state:feature(farmer.x, farmer.y, farmer.segment)
      if field.open == 0 then score_field(state, field, options) end
    end
  end } },
}
