--- Finds places on a tile for pieces, several per segment, and for printed signs. Each place is in
--- the widest part of its segment, away from the other places.
-- @module carcassonne.shapes.anchors

local anchors = {}

local SLOTS = 3
local ENOUGH = 0.12 -- enough distance from an item to the border of its segment
local APART = 0.2 -- distance between two items
local PIECES_APART = 0.27 -- distance between two pieces, which are larger than signs
local TOUCHING = 0.07 -- smaller distances are used only as a last resort
-- kinds with the fewest possible places come first
local FIRST = { "spot", "monastery", "road", "river", "city", "field" }

-- Returns the distance of each grid point to another segment or the edge of the tile, in tiles.
local function rooms(at, cells)
  local width, room = cells + 1, {}
  local straight, oblique = 1 / cells, 1.41 / cells
  local function is_border(point, column, row)
    if column == 0 or column == cells or row == 0 or row == cells then return true end
    local own = at[point]
    return at[point - 1] ~= own or at[point + 1] ~= own or at[point - width] ~= own
      or at[point + width] ~= own
  end
  for row = 0, cells do
    for column = 0, cells do
      local point = row * width + column + 1
      room[point] = is_border(point, column, row) and straight / 2 or math.huge
    end
  end
  local function spread(from, to, step, beside)
    for point = from, to, step do
      local best = room[point]
      if best > straight then
        best = math.min(best, room[point - step] + straight, room[point - beside] + straight,
          room[point - beside - 1] + oblique, room[point - beside + 1] + oblique)
        room[point] = best
      end
    end
  end
  spread(width + 2, width * (width - 1) - 1, 1, width)
  spread(width * (width - 1) - 1, width + 2, -1, -width)
  return room
end

-- Returns a point and its rating on a tile without items. A point with more space around it is
-- better, and so is a point nearer to the middle.
local function candidate(x, y, room)
  return { x = x, y = y,
    fit = math.min(room, ENOUGH) / ENOUGH - 0.02 * (math.abs(x - 0.5) + math.abs(y - 0.5)) }
end

-- Returns the rated points of each segment.
local function candidates(at, cells, count)
  local room, width, lists = rooms(at, cells), cells + 1, {}
  for i = 1, count do lists[i] = {} end
  for point = 1, width * width do
    local list, column = lists[at[point]], (point - 1) % width
    if list and room[point] > 0.6 / cells then
      list[#list + 1] = candidate(column / cells, (point - 1 - column) / width / cells, room[point])
    end
  end
  return lists
end

-- Rates a point by its distance to items; stops early below `least`.
local function fitness(one, taken, apart, least)
  local fit = one.fit
  for i = 1, #taken do
    local east, south = one.x - taken[i].x, one.y - taken[i].y
    local square = east * east + south * south
    if square < apart * apart then
      local far = math.sqrt(square)
      fit = fit - (1 - far / apart) * 1.5 - (far < TOUCHING and 1 or 0)
      if fit <= least then break end
    end
  end
  return fit
end

local function take(taken, x, y)
  local point = { x = x, y = y }
  taken[#taken + 1] = point
  return point
end

local function choose(list, taken, apart)
  local best, most = nil, -math.huge
  for i = 1, #list do
    local least = most + 1e-9
    local fit = list[i].fit > least and fitness(list[i], taken, apart or APART, least) or least
    if fit > least then best, most = list[i], fit end
  end
  return best and take(taken, best.x, best.y)
end

local function names_of(segment)
  local names = {}
  for _ = 1, segment.pennants do names[#names + 1] = "pennant" end
  if segment.good then names[#names + 1] = segment.good end
  for _, name in ipairs(segment.attributes) do names[#names + 1] = name end
  return names
end

-- Marks an item in the round place around a point. Such items keep their offset to the point in
-- every rotation.
local function stand_upright(one, around)
  local east, south = around and one.x - around.x, around and one.y - around.y
  if around and east * east + south * south < around.radius * around.radius then one.around = around end
end

-- Reserves the places of such an item in all rotations.
local function add_turned(point, around, taken)
  local east, south = point.x - around.x, point.y - around.y
  for _ = 1, 3 do
    east, south = -south, east
    taken[#taken + 1] = { x = around.x + east, y = around.y + south }
  end
end

---@class Anchors
---@field slots Point[] each with `around` if it keeps its offset to a point in every rotation
---@field signs Sign[]

--- Returns the places by segment, and the signs of the tile itself.
---@param at integer[] the number of the segment at each point of the grid
---@param cells integer
---@param segments Segment[]
---@param attributes string[] attributes of the tile
---@param marks Sign[] other signs, such as villages, which need room
---@param upright table<integer, {x:number, y:number, radius:number, east:number}> by segment: a round place in which pieces
--- and signs are upright in every rotation; the first piece is `east` of its middle
---@return Anchors[]
---@return Sign[] signs
function anchors.of(at, cells, segments, attributes, marks, upright)
  local lists, found, taken, all = candidates(at, cells, #segments), {}, {}, {}
  for _, mark in ipairs(marks) do taken[#taken + 1] = mark end
  local function each(run)
    for _, kind in ipairs(FIRST) do
      for _, segment in ipairs(segments) do
        if segment.kind == kind then run(segment) end
      end
    end
  end
  local function add_slot(segment)
    local slots = found[segment.index].slots
    local around, is_first = upright[segment.index], #slots == 0
    slots[#slots + 1] = is_first and around and take(taken, around.x + around.east, around.y)
      or choose(lists[segment.index], taken, is_first and PIECES_APART or APART)
      or is_first and { x = 0.5, y = 0.5 } or nil
    stand_upright(slots[#slots], around)
  end
  each(function(segment)
    found[segment.index] = { slots = {}, signs = {} }
    add_slot(segment)
    if upright[segment.index] then
      add_turned(found[segment.index].slots[1], upright[segment.index], taken)
    end
  end)
  each(function(segment)
    for _, name in ipairs(names_of(segment)) do
      local point = choose(lists[segment.index], taken) or found[segment.index].slots[1]
      local sign = { name = name, x = point.x, y = point.y }
      stand_upright(sign, upright[segment.index])
      table.insert(found[segment.index].signs, sign)
    end
    for _, one in ipairs(lists[segment.index]) do all[#all + 1] = one end
  end)
  local signs = {}
  for _, name in ipairs(attributes) do
    local point = choose(all, taken)
    signs[#signs + 1] = { name = name, x = point.x, y = point.y }
  end
  each(function(segment)
    for _ = 2, SLOTS do add_slot(segment) end
  end)
  return found, signs
end

return anchors
