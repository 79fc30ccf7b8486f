--- The Ferries: eight tiles with lakes, on each of which a ferry joins two roads.
--
-- Roads end at a lake. A player who has placed a lake lays its ferry after the deployment, between
-- two of its roads, which become one road. Its other roads stay closed there. A player whose tile
-- extends a road may then move ferries on that road: the first ferry in each direction, each once
-- in a part of a turn, to two other roads of its lake. A road that ends at a lake but does not use
-- the ferry does not permit moving it. Roads that are complete after a ferry was moved are scored
-- with the features that the tile completes. A builder that is cut off from all followers of its
-- player returns, or stays, by the rule `orphan_builder`. Tiles that a ferry adds to a road do not
-- grant a double turn; the placed tile does.
--
-- Source: the sheets of both editions, which agree, and the wiki's notes on the builder. The option
-- value "both" follows another engine.

-- The pairs of roads that a ferry can join, as sides of the lake, by number of the option.
local PAIRS = { { "N", "E" }, { "N", "S" }, { "N", "W" }, { "E", "S" }, { "E", "W" }, { "S", "W" } }
local LABELS = { "north and east", "north and south", "north and west", "east and south", "east and west",
  "south and west" }

-- ---- A ferry ------------------------------------------------------------------------------------

-- The pairs of roads of a lake with four roads; after it, the pairs of the other lakes, by the
-- rotation of the tile. As printed, the other lakes have no road in the north.
local ALL = { 1, 2, 3, 4, 5, 6 }
local OF_THREE = { [0] = { 4, 5, 6 }, { 2, 3, 6 }, { 1, 3, 5 }, { 1, 2, 4 } }

-- Offers all pairs of roads except the pair that the ferry joins now.
local function offer_pairs(state, lake)
  local x, y, now = lake.x, lake.y, state:variable("pair", lake.index)
  for _, number in ipairs(lake.id == "FR-C" and ALL or OF_THREE[lake.rotation]) do
    if number ~= now then state:offer { x = x, y = y, number = number } end
  end
end

-- Returns the two road segments of a pair of roads.
local function roads_of(state, x, y, number)
  return state:port(x, y, PAIRS[number][1]), state:port(x, y, PAIRS[number][2])
end

local function lay(state, x, y, number)
  local one, other = roads_of(state, x, y, number)
  state:set_attribute(x, y, one, "landing")
  state:set_attribute(x, y, other, "landing")
  state:set_variable("laying", 1)
  state:join(x, y, one, x, y, other)
  state:set_variable("laying", 0)
  state:set_variable("pair", state:tile_index(x, y), number)
end

local function lay_first(state, action)
  state:put_token("ferry", action)
  lay(state, action.x, action.y, action.number)
end

-- Returns whether a builder stays after a ferry was moved. It stays if a follower of its player is
-- in the feature or, with the option value `cut_off` = "both", if the ferry still lands there.
local function may_stay(state, builder, ferry, options)
  if options.cut_off == "both" and state:matches(ferry, { feature = builder }) then return true end
  return state:any { "pieces", follower = true, player = builder.player, feature = builder }
end

-- Deploys again the builders that returned while the ferry was off the table.
local function bring_back(state, builders, ferry, options)
  for _, one in ipairs(builders) do
    local here = { x = one.x, y = one.y, segment = one.segment, player = one.player }
    if not state:any { "pieces", piece = one.piece, player = one.player } and may_stay(state, here, ferry,
        options) then
      state:deploy(one.player, one.piece, one.x, one.y, one.segment)
    end
  end
end

local function move(state, action, options)
  if not action then return end
  local x, y, lake = action.x, action.y, state:tile_index(action.x, action.y)
  local one, other = roads_of(state, x, y, state:variable("pair", lake))
  local builders = state:pieces { piece = "builder?", feature = { x = x, y = y, segment = one } }
  state:remove_attribute(x, y, one, "landing") -- undoes the join
  state:remove_attribute(x, y, other, "landing")
  lay(state, x, y, action.number)
  state:set_variable("moved", lake, 1)
  bring_back(state, builders, { x = x, y = y, segment = roads_of(state, x, y, action.number) }, options)
  return true -- ask again, for other ferries
end

-- ---- The next ferries ---------------------------------------------------------------------------

-- The landings of the first ferry in each direction that has not been moved in this part.
local NEXT = { "segments", kind = "road", attribute = "landing", variable = { moved = 0 },
  except = { at = "last_placed" },
  feature = "last_placed", as_far_as = { attribute = "landing" } }

local function offer_moves(state)
  local before
  for landing in state:each(NEXT) do
    if landing.tile ~= before then offer_pairs(state, state:tile(landing.tile)) end
    before = landing.tile
  end
  return nil, true
end

return {
  name = "ferries",
  description = "Roads end at lakes, and a ferry joins two roads of a lake; a player who extends a road "
    .. "may move the nearest ferry on it in each direction.",
  options = {
    cut_off = { "own", "both",
      description =
      "own: a builder that is cut off from its player's followers goes home; both: such a builder stays if "
      .. "the ferry still joins its road, and while it is alone there, no follower can be deployed on that "
      .. "road" },
  },
  modules = {
    tiles = "its eight tiles; roads end at the lakes on them",
    ferries = { description = "a ferry joins two roads of its lake, and players can move it",
      needs = { "tiles" } },
  },
  attributes = { { name = "lake", on = "tile" },
    { name = "landing", extra_open_ends = 1, merge = "local", module = "ferries" } },
  tiles = { { module = "tiles", [[
    FR-A x3 @lake city:N road:W road:S road:E field:EL.WR~N field:ER.SL field:SR.WL
    FR-B x4 @lake road:W road:S road:E field:NL.NR.EL.WR field:ER.SL field:SR.WL
    FR-C x1 @lake road:N road:W road:S road:E field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  ]] } },
  tokens = { { name = "ferry", module = "ferries", count = 8 } },
  variables = {
    { name = "pair", module = "ferries", scope = "cell" }, -- number of the pair of roads that the ferry joins
    { name = "laying", module = "ferries" }, -- 1 while a ferry joins two roads
    { name = "moved", module = "ferries", scope = "cell", lifetime = "part" },
  },
  forbidden_deployments = { { module = "ferries", if_options = { cut_off = "both" }, kind = "road",
    feature = { has = { "pieces", piece = "builder?" }, has_no = { "pieces", follower = true } } } },
  extends_builder = { module = "ferries", when = { variable = "laying" }, run = function() return false end },
  phases = {
    {
      name = "ferry",
      module = "ferries",
      timing = "before_scoring",
      order = 40,
      when = { attribute = "lake" },
      ask = function(state) offer_pairs(state, state:tile(state:num_tiles())) end,
      on_chosen = lay_first,
      labels = LABELS,
      question = "Which two roads does the ferry join, {player}?",
    },
    {
      name = "ferry-move",
      module = "ferries",
      timing = "before_scoring",
      order = 45,
      when = { kind = "road", { NEXT } },
      ask = offer_moves,
      on_chosen = move,
      labels = LABELS,
      question = "Which ferry do you move, {player}, and which roads does it join?",
    },
  },
}
