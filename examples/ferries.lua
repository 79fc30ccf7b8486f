-- Ferries: on a lake three roads end, and a ferry joins two of them. Who places a lake says which two. Who later lengthens a road to a
-- lake may move its ferry, before the scoring: what that cuts off may be complete by it.

local PAIRS = { { 1, 2 }, { 1, 3 }, { 2, 3 } } -- of a lake's roads, which are its first segments

local function has_landing(state, lake, road)
  return state:is({ x = lake.x, y = lake.y, segment = road }, { attribute = "landing" })
end

local function offer_other_pairs(state, lake)
  for number, pair in ipairs(PAIRS) do
    local lies_so = has_landing(state, lake, pair[1]) and has_landing(state, lake, pair[2])
    if not lies_so then state:offer { x = lake.x, y = lake.y, number = number } end
  end
end

local function lay(state, action)
  if not action then return end
  local x, y, pair = action.x, action.y, PAIRS[action.number]
  for road = 1, 3 do
    if has_landing(state, action, road) then state:remove_attribute(x, y, road, "landing") end -- which undoes the join
  end
  for _, road in ipairs(pair) do state:set_attribute(x, y, road, "landing") end
  state:join(x, y, pair[1], x, y, pair[2])
end

return {
  name = "ferries",
  description = "Roads end at lakes, and ferries join two of them; who lengthens a road to a lake may move its ferry.",
  attributes = { { name = "lake", of = "tile" }, { name = "landing", open = 1, merge = "local" } },
  tiles = "LK-A x6 @lake road:N road:E road:S field:NL.SR.WL.WR field:NR.EL field:ER.SL",
  phases = {
    { name = "ferry", at = "before_scoring", when = { attribute = "lake" }, chosen = lay,
      ask = function(state) offer_other_pairs(state, state:tile(state:num_tiles())) end },
    { name = "move-ferry", at = "before_scoring", chosen = lay, ask = function(state)
      local at_lakes = { attribute = "lake", except = { at = "last" }, has = { "segments", kind = "road", feature = "last" } }
      for _, lake in ipairs(state:tiles(at_lakes)) do offer_other_pairs(state, lake) end
      return nil, true -- nobody has to
    end },
  },
}
