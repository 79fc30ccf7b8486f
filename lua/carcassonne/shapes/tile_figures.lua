--- Finds the figures of a tile from its segments: their layers, and where roads end or meet.
--
-- Roads and cities separate fields. Therefore the fields beside a road of one side determine where
-- it ends: at a city that both fields border; in the middle, if other roads meet it; or, if the
-- same field is on both sides, at an end of its own. The names of tiles are not used.
-- @module carcassonne.shapes.tile_figures

local cities = require "carcassonne.shapes.cities"
local figures = require "carcassonne.shapes.figures"
local ports = require "carcassonne.shapes.ports"

local tile_figures = {}

--- Half the width of roads and rivers.
---@type table<string, number>
tile_figures.half = { road = 0.055, river = 0.095 }

local HOUSE = { monastery = 0.2, spot = 0.1 } -- radius
-- in radii: the church is this far to the west of a monastery's middle, and a monk this far to the
-- east
local BESIDE = 0.62
local WITH_SIGN = 0.145 -- radius of a spot with room for a piece and a sign
local CROSSING = 0.095 -- radius of a crossing
local END = { road = 0.075, river = 0.17 } -- radius of an end
local SHARES = { 1, 0.8, 0.6 } -- fractions of a house's radius, which are tried in this order
local HOUSE_KINDS = { "monastery", "spot" } -- kinds in the order in which they get their places

local function is_line(segment) return segment.kind == "road" or segment.kind == "river" end

-- ---- Roads and rivers ---------------------------------------------------------------------------

-- Returns the side of the city at which a road from a side ends: the opposite side, if the city has
-- that side or crosses the path to it.
local function city_side(job, side)
  local shared = job.tile:shared_cities(job.tile.left[side], job.tile.right[side])
  for _, city in ipairs(shared) do
    local between = job.tile:has_side(city, (side + 1) % 4) and job.tile:has_side(city, (side + 3) % 4)
    if between or job.tile:has_side(city, (side + 2) % 4) then return (side + 2) % 4 end
  end
  for _, city in ipairs(shared) do
    for _, one in ipairs(job.tile.sides[city.index]) do
      if job.tile:meet(side, one) then return one end
    end
  end
end

local function add_layer(list, segment, figure, paths)
  list[#list + 1] = { segment = segment.index, inside = figure, paths = paths or {} }
end

local function add_straight(list, segment, side, length)
  local half = tile_figures.half[segment.kind]
  add_layer(list, segment, figures.straight(side, half, length), { figures.straight_path(side, length) })
end

local function mark(job, name, x, y, turn, around)
  job.marks[#job.marks + 1] = { name = name, x = x, y = y, turn = turn, around = around }
end

-- Returns the length of a line from a side to a city: it ends where its whole width is in a city.
-- If a city has only half of the opposite side, a part of the width is enough.
local function way_to_city(job, side, half)
  local least = job.tile:along((side + 2) % 4) == 0.5 and 3 or 1
  for deep = 0.02, 0.8, 0.02 do
    local count = 0
    for across = -1, 1 do
      local x, y, found = figures.turned(0.5 + across * half, deep, side)
      for _, city in ipairs(job.cities) do found = found or city.inside(x, y) end
      count = count + (found and 1 or 0)
    end
    if count >= least then return least == 3 and deep or deep + half end
  end
  return 0.8
end

-- Adds a curve from one side to another side, or to the half of it that a city has.
local function add_curve(job, segment, one, other)
  local first, half = (other - one) % 4 == 1 and one or other, tile_figures.half[segment.kind]
  local from, to = 1 - job.tile:along(first), job.tile:along((first + 1) % 4)
  add_layer(job.lines, segment, figures.curve(first, half, from, to), { figures.curve_path(first, from, to) })
end

-- Plans a road or river with a single side: to a city, to the middle, or to its own end.
local function plan_single(job, segment, side)
  if job.tile.left[side] ~= job.tile.right[side] then
    local to = city_side(job, side)
    if not to then
      job.arms[#job.arms + 1] = { segment = segment, side = side }
    elseif (to - side) % 4 == 2 then
      add_straight(job.lines, segment, side, way_to_city(job, side, tile_figures.half[segment.kind]))
    else
      add_curve(job, segment, side, to)
    end
  else
    job.ends[#job.ends + 1] = { segment = segment, side = side }
  end
end

-- Returns whether a city has a side to the left and one to the right of a line.
local function crosses_city(job, sides)
  for _, segment in ipairs(job.segments) do
    if segment.kind == "city" and job.tile:has_side(segment, (sides[1] + 1) % 4)
        and job.tile:has_side(segment, (sides[1] + 3) % 4) then
      return true
    end
  end
  return false
end

-- Returns the sides of cities that touch a line of several sides and that no other line reaches.
local function spurs_of(job, sides)
  local found = {}
  for side = 0, 3 do
    local city = job.tile:city_at(side)
    if city and #job.tile.sides[city.index] == 1 and job.tile:along(side) == 0.5 then
      local all = true
      for _, one in ipairs(sides) do all = all and job.tile:meet(one, side) end
      if all then found[#found + 1] = side end
    end
  end
  return found
end

local function plan_several(job, segment, sides)
  local spurs = segment.kind == "road" and spurs_of(job, sides) or {}
  if #sides > 2 or #spurs > 0 then
    for _, side in ipairs(sides) do job.arms[#job.arms + 1] = { segment = segment, side = side } end
    for _, side in ipairs(spurs) do job.arms[#job.arms + 1] = { segment = segment, side = side } end
  elseif ports.are_opposite(sides) then
    local over = segment.kind == "road" and crosses_city(job, sides)
    add_straight(over and job.over or segment.kind == "river" and job.rivers or job.through, segment,
      sides[1], 1)
    job.crossing[sides[1]] = segment
    if over then mark(job, "bridge", 0.5, 0.5, sides[1] % 2) end
  else
    add_curve(job, segment, sides[1], sides[2])
  end
end

-- Adds an arm to each city of one side at which arms of several segments meet.
local function add_spurs(job)
  local sides, first, several = {}, job.arms[1], false
  for _, arm in ipairs(job.arms) do
    sides[#sides + 1] = arm.side
    several = several or arm.segment ~= first.segment
  end
  if not several then return end
  for _, side in ipairs(spurs_of(job, sides)) do
    local from = first
    for _, arm in ipairs(job.arms) do
      if (arm.side - side) % 4 == 2 then from = arm end
    end
    job.arms[#job.arms + 1] = { segment = from.segment, side = side }
  end
end

-- Returns the part of a crossing that belongs to a segment: its arms, and the nearest part of the
-- middle. `village` says whether a village is in the middle.
local function star(arms, segment, village)
  local own, count = {}, #arms
  local wide = 0
  for _, arm in ipairs(arms) do
    local half = tile_figures.half[arm.segment.kind]
    wide = math.max(wide, half)
    if arm.segment == segment then own[#own + 1] = figures.straight(arm.side, half, 0.5) end
  end
  local in_arm = figures.any(own)
  local in_middle = village and figures.disc(0.5, 0.5, math.max(CROSSING, wide))
    or figures.disc(0.5, 0.5, wide)
  local east, south = {}, {}
  for i, arm in ipairs(arms) do
    local x, y = figures.turned(0.5, 0, arm.side)
    east[i], south[i] = x - 0.5, y - 0.5
  end
  return function(x, y)
    if not in_middle(x, y) and not (math.abs(x - 0.5) < wide and math.abs(y - 0.5) < wide) then
      return in_arm(x, y)
    end
    local best, most
    for i = 1, count do
      local along = (x - 0.5) * east[i] + (y - 0.5) * south[i]
      if not most or along > most then best, most = i, along end
    end
    return arms[best].segment == segment and (in_middle(x, y) or in_arm(x, y))
  end
end

local function arm_paths(arms, segment)
  local paths = {}
  for _, arm in ipairs(arms) do
    if arm.segment == segment then paths[#paths + 1] = figures.straight_path(arm.side, 0.5) end
  end
  return paths
end

-- Returns whether a river runs through the middle.
local function has_river(job)
  for _, one in pairs(job.crossing) do
    if one.kind == "river" then return true end
  end
  return false
end

local function plan_middle(job)
  if #job.arms == 0 then return end
  add_spurs(job)
  local seen, several = {}, false -- checks whether several segments meet without a house
  for _, arm in ipairs(job.arms) do several = several or arm.segment ~= job.arms[1].segment end
  for _, segment in ipairs(job.segments) do several = several and not HOUSE[segment.kind] end
  job.meeting = several and not has_river(job)
  for _, arm in ipairs(job.arms) do
    if not seen[arm.segment] then
      seen[arm.segment] = true
      add_layer(job.lines, arm.segment, star(job.arms, arm.segment, job.meeting),
        arm_paths(job.arms, arm.segment))
    end
  end
  job.busy = true
end

-- Returns the upper of two crossing lines: a road over a river, or the first of two roads.
local function upper_of(one, other)
  if one.kind ~= other.kind then return one.kind == "road" and one or other end
  return one.index < other.index and one or other
end

local function plan_crossing(job)
  local one, other = job.crossing[0], job.crossing[1]
  if not one or not other then return end
  local upper = upper_of(one, other)
  for i, line in ipairs(job.through) do
    if line.segment == upper.index then
      table.insert(job.over, table.remove(job.through, i))
      break
    end
  end
  mark(job, "bridge", 0.5, 0.5, upper == other and 1 or 0)
end

-- ---- Monasteries and other places in the middle -------------------------------------------------

-- Returns whether a disc is on a single segment, and this segment is neither a road nor a river.
local function is_free(job, x, y, radius)
  local function ground(u, v)
    if u < 0 or u > 1 or v < 0 or v > 1 then return false end
    for _, list in ipairs { job.houses, job.over, job.cities, job.rivers, job.through, job.lines } do
      for _, layer in ipairs(list) do
        if layer.inside(u, v) then return list == job.cities and layer.segment or false end
      end
    end
    return 0
  end
  local first = ground(x, y)
  if not first then return false end
  for i = 0, 11 do
    local angle = i * math.pi / 6
    if ground(x + radius * math.cos(angle), y + radius * math.sin(angle)) ~= first then return false end
  end
  return true
end

-- Returns the free point nearest to the middle; of equally near points the northernmost, then the
-- westernmost.
local function free_place(job, radius)
  local best, least
  for row = 3, 21 do
    for column = 3, 21 do
      local x, y = column / 24, row / 24
      local far = (x - 0.5) * (x - 0.5) + (y - 0.5) * (y - 0.5)
      if (not least or far < least - 1e-9) and is_free(job, x, y, radius + 0.03) then
        best, least = { x = x, y = y }, far
      end
    end
  end
  return best
end

-- Returns the place for a house of this radius or a smaller one, and whether there is room for it.
local function place_for(job, radius)
  for _, share in ipairs(SHARES) do
    local place = free_place(job, radius * share)
    if place then return place, radius * share, true end
  end
  return { x = 0.5, y = 0.5 }, radius * 0.6, false
end

local function is_middle_taken(job)
  for _, house in ipairs(job.houses) do
    if house.inside(0.5, 0.5) then return true end
  end
  return job.crossing[0] ~= nil or job.crossing[1] ~= nil or #job.over > 0
end

-- Plans a house. The church of a monastery is in its west, so that a monk has room in the east.
local function plan_house(job, segment)
  local radius = segment.kind == "spot" and segment.attributes[1] and WITH_SIGN or HOUSE[segment.kind]
  local at, is_whole = { x = 0.5, y = 0.5 }, true
  if is_middle_taken(job) or not job.busy and not is_free(job, 0.5, 0.5, radius) and #job.ends == 0 then
    at, radius, is_whole = place_for(job, radius)
  end
  job.houses[#job.houses + 1] = { segment = segment.index, inside = figures.disc(at.x, at.y, radius),
    paths = {},
    x = at.x, y = at.y }
  if segment.kind == "monastery" then
    local east = is_whole and BESIDE * radius or 0
    local around = is_whole and { x = at.x, y = at.y, radius = radius, east = east } or nil
    mark(job, "monastery", at.x - east, at.y, nil, around)
  end
end

local function plan_houses(job)
  for _, kind in ipairs(HOUSE_KINDS) do
    for _, segment in ipairs(job.segments) do
      if segment.kind == kind then plan_house(job, segment) end
    end
  end
end

-- ---- Ends of lines, which depend on houses ------------------------------------------------------

-- Returns the depth of the house that a straight line from a side meets, or nil.
local function house_ahead(job, side)
  for _, house in ipairs(job.houses) do
    local along, deep = figures.turned(house.x, house.y, (4 - side) % 4)
    if math.abs(along - 0.5) < 0.03 then return deep end
  end
end

local function plan_ends(job)
  for _, one in ipairs(job.ends) do
    local segment, side = one.segment, one.side
    local half, house = tile_figures.half[segment.kind], house_ahead(job, side)
    local length = house or job.busy and 0.25 or (is_middle_taken(job) or #job.ends > 1) and 0.3 or 0.42
    local list = { figures.straight(side, half, length) }
    if not house then
      local x, y = figures.turned(0.5, length, side)
      list[2] = figures.disc(x, y, END[segment.kind])
      mark(job, "end", x, y)
    end
    add_layer(segment.kind == "river" and job.rivers or job.lines, segment, figures.any(list),
      { figures.straight_path(side, length) })
  end
end

-- If a road ends at a river, continues it to a monastery or city on the other bank. The road is
-- continued to a city only if no field separates the road from the city.
local function plan_bridges(job)
  for _, arm in ipairs(job.arms) do
    local across = (arm.side + 2) % 4
    local river = job.crossing[arm.side % 2 == 0 and 1 or 0]
    local city = job.tile:city_at(across) and job.tile:meet(arm.side, across)
    local leads = house_ahead(job, arm.side) or city and 1 - cities.depth + 0.01
    if arm.segment.kind == "road" and river and river.kind == "river" and leads then
      add_straight(job.bridges, arm.segment, arm.side, leads)
      mark(job, "bridge", 0.5, 0.5, arm.side % 2)
    end
  end
end

-- ---- All layers ---------------------------------------------------------------------------------

-- Plans the road of a span, which is above all layers except houses.
local function plan_span(job, span)
  if not span then return end
  add_straight(job.bridges, span, span.ports[1] == "N" and 0 or 1, 1)
  mark(job, "bridge", 0.5, 0.5, span.ports[1] == "N" and 0 or 1)
end

---@class Layer
---@field segment integer
---@field inside Figure
---@field paths number[][] middle lines of a road or river, {x1, y1, ...} each

--- Returns the layers of a tile above its fields.
---@param segments Segment[] segments of the printed tile
---@param span? Segment the road of a span across the tile
---@return Layer[] layers in the order from top to bottom
---@return Sign[] marks villages, bridges, ends of roads and churches of monasteries
function tile_figures.of(segments, span)
  local job = { segments = segments, tile = ports.of(segments), marks = {}, arms = {}, ends = {},
    crossing = {},
    houses = {}, bridges = {}, over = {}, cities = {}, rivers = {}, through = {}, lines = {} }
  for _, segment in ipairs(segments) do
    if segment.kind == "city" then add_layer(job.cities, segment, cities.figure(job.tile, segment)) end
  end
  for _, segment in ipairs(segments) do
    local sides = job.tile.sides[segment.index]
    if is_line(segment) and #sides == 1 then plan_single(job, segment, sides[1])
    elseif is_line(segment) then plan_several(job, segment, sides) end
  end
  plan_middle(job)
  plan_crossing(job)
  plan_houses(job)
  if job.meeting then mark(job, "village", 0.5, 0.5) end
  plan_ends(job)
  plan_bridges(job)
  plan_span(job, span)
  local layers = {}
  for _, list in ipairs { job.houses, job.bridges, job.over, job.cities, job.rivers, job.through,
      job.lines } do
    for _, layer in ipairs(list) do layers[#layers + 1] = layer end
  end
  return layers, job.marks
end

return tile_figures
