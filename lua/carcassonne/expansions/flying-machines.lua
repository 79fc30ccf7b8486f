--- The Flying Machines: eight tiles with a machine that carries a follower one to three tiles away.
--
-- Instead of deploying, a player who places a machine may let it carry a follower from the supply.
-- A die with 1, 2 and 3 decides how many tiles it flies in the direction that the machine shows,
-- straight or diagonally, across all tiles and gaps. The follower lands on an incomplete road, city
-- or monastery (an abbot also in a garden), occupied or not. It can also land in a witch's hut or
-- on the abbot's place of a special monastery, if its kind may be there. It cannot land in a field
-- or on a tower, or on the dragon's tile. It must land if it can. If no feature takes it, or the
-- cell has no tile, it returns to the supply.
--
-- Source: the sheets of both editions; in the second one of the tiles has a garden.

local DIE = 3

-- The direction of each machine as printed, in cells to the east and south.
local looks = { ["flies-west"] = { -1, 0 }, ["flies-north-west"] = { -1, -1 } }

-- Returns the cell to which the machine on the tile just placed flies.
local function destination(state)
  local tile, far = state:tile(state:num_tiles()), state:variable "distance"
  local east, south
  for _, name in ipairs(state:game():tile(tile.id).attributes) do
    if looks[name] then east, south = looks[name][1], looks[name][2] end
  end
  for _ = 1, tile.rotation do east, south = -south, east end
  return { x = tile.x + far * east, y = tile.y + far * south }
end

local function offer_flights(state)
  for _, piece in ipairs(state:game():pieces()) do
    if piece.follower and state:in_hand(state:turn_player(), piece.name) > 0 then
      state:offer { piece = piece.name }
    end
  end
end

local function throw(state)
  for number = 1, DIE do state:offer { number = number } end
  return "chance"
end

-- Returns the attributes of spots for a piece. Only an abbot goes to gardens.
local function spots_for(piece)
  local garden = piece == "abbot" and "garden?" or nil
  return { "russian-promos.yaga-hut?", "monasteries.special-monastery?", garden }
end

local function offer_landings(state)
  local cell, piece = destination(state), state:game():piece(state:variable "carried").name
  if not state:tile_at(cell.x, cell.y) then return end
  local features, spots = { "road", "city", "monastery" }, spots_for(piece)
  for _, place in ipairs { { kind = features }, { kind = "spot", attribute = spots } } do
    state:offer { "segments", at = cell, kind = place.kind, attribute = place.attribute, complete = false,
      can_deploy = piece, needs = {}, except = { at = "princess-and-dragon.dragon?" } }
  end
end

return {
  name = "flying-machines",
  description = "A flying machine carries a follower one to three tiles away; the follower may land on an "
    .. "occupied feature.",
  options = { edition = { 1, 2, description = "in edition 2, one of the tiles has a garden" } },
  modules = {
    tiles = "its eight tiles; the flying machines on them have an effect only with the module `flights`",
    flights = { description = "a flying machine carries a follower to another tile", needs = { "tiles" } },
  },
  attributes = {
    { name = "flies-west", on = "tile" }, { name = "flies-north-west", on = "tile" },
    { name = "garden", shared = true, scores_as_monastery = true, if_options = { edition = 2 } },
  },
  tiles = { { module = "tiles", [[
    FL-A x1 field:NL.NR.EL.ER.SL.SR.WL.WR @flies-north-west
    FL-C x1 field:NL.NR.EL.ER.SL.SR.WL.WR @flies-west
    FL-D x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @flies-north-west
    FL-E x1 road:N.S field:NL.SR.WL.WR field:NR.EL.ER.SL @flies-west
    FL-F x1 road:E.W field:NL.NR.EL.WR field:ER.SL.SR.WL @flies-west
    FL-G x1 road:E.S field:NL.NR.EL.SR.WL.WR field:ER.SL @flies-north-west
    FL-H x1 road:N.W field:NL.WR field:NR.EL.ER.SL.SR.WL @flies-west
    FL-I x1 road:S.W field:NL.NR.EL.ER.SL.WR field:SR.WL @flies-west
  ]] }, { module = "tiles", if_options = { edition = 2 }, [[
    FL-B x1 field:NL.NR.EL.ER.SL.SR.WL.WR spot+garden @flies-north-west instead:FL-A
  ]] } },
  variables = {
    { name = "carried", module = "flights", lifetime = "part" }, -- kind of piece; 0: none
    { name = "distance", module = "flights", lifetime = "part" }, -- result of the die
  },
  phases = {
    {
      name = "fly",
      module = "flights",
      timing = "deployment",
      label = "{piece} flies",
      when = { attribute = { "flies-west", "flies-north-west" }, variable = { carried = 0 } },
      ask = offer_flights,
      on_chosen = function(state, action)
        state:set_variable("carried", state:game():piece(action.piece).index)
      end,
    },
    {
      name = "die",
      module = "flights",
      timing = "before_scoring",
      order = 10,
      when = { variable = "carried" },
      ask = throw,
      on_chosen = function(state, action) state:set_variable("distance", action.number) end,
    },
    {
      name = "landing",
      module = "flights",
      timing = "before_scoring",
      order = 10,
      when = { variable = "distance" },
      question = "Where does the follower land, {player}?",
      ask = offer_landings,
      on_chosen = function(state, action)
        state:deploy(state:turn_player(), action.piece, action.x, action.y, action.segment)
      end,
    },
  },
}
