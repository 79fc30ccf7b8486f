--- Assigns each point of a tile to a segment. Points outside cities, roads and houses are field.
--- Each connected piece of field belongs to the field whose ports are in it; a piece without ports
--- belongs to a field inside the tile.
-- @module carcassonne.shapes.ground

local figures = require "carcassonne.shapes.figures"
local tile_figures = require "carcassonne.shapes.tile_figures"

local ground = {}

--- Number of grid cells per side.
ground.cells = 40

local N = ground.cells
local W = N + 1 -- points in a row
local SLIVER = 6 -- points; smaller pieces of field get no segment of their own
local WALL = 0.07 -- width of a city wall between two fields that nothing else separates

local APART = 0.3 -- distance between fields in the same piece

local MARGIN = 0.07 -- distance of a field inside the tile from its neighbours

local SIDES = { N = 0, E = 1, S = 2, W = 3 }
local HALF = { L = 0.22, R = 0.78 }

local function layer_at(layers, x, y)
  for i = 1, #layers do
    if layers[i].inside(x, y) then return i end
  end
  return 0
end

-- Returns the number of the layer at each grid point, from the north-west, row by row; 0 where
-- there is no layer.
local function sample(layers)
  local at = {}
  for row = 0, N do
    for column = 0, N do at[row * W + column + 1] = layer_at(layers, column / N, row / N) end
  end
  return at
end

local STEPS = { { 1, 0 }, { -1, 0 }, { 0, 1 }, { 0, -1 } }
local CORNERS = { { 1, 1 }, { -1, -1 }, { 1, -1 }, { -1, 1 } }

local function neighbour(point, step)
  local column, row = (point - 1) % W + step[1], math.floor((point - 1) / W) + step[2]
  return column >= 0 and column <= N and row >= 0 and row <= N and row * W + column + 1 or nil
end

local CORNER = 5 / N -- distance from a corner within which a wall may be thinner than a cell

-- Returns whether a layer separates two neighbouring field points.
local function is_parted(layers, one, other)
  local x, y = (one - 1) % W / N, math.floor((one - 1) / W) / N
  if math.min(x, 1 - x) > CORNER or math.min(y, 1 - y) > CORNER then return false end
  local u, v = (other - 1) % W / N, math.floor((other - 1) / W) / N
  for i = 1, 7 do
    if layer_at(layers, x + (u - x) * i / 8, y + (v - y) * i / 8) ~= 0 then return true end
  end
  return false
end

-- Returns the connected pieces of points without a layer, each as a list of points, and the piece
-- of each point.
local function pieces_of(layers, at)
  local pieces, piece_at = {}, {}
  for start = 1, W * W do
    if at[start] == 0 and not piece_at[start] then
      local piece, head = { start }, 1
      pieces[#pieces + 1] = piece
      piece_at[start] = #pieces
      while piece[head] do
        for _, step in ipairs(STEPS) do
          local next_point = neighbour(piece[head], step)
          if next_point and at[next_point] == 0 and not piece_at[next_point]
              and not is_parted(layers, piece[head], next_point) then
            piece_at[next_point] = #pieces
            piece[#piece + 1] = next_point
          end
        end
        head = head + 1
      end
    end
  end
  return pieces, piece_at
end

local function nearest_point(x, y)
  return math.floor(y * N + 0.5) * W + math.floor(x * N + 0.5) + 1
end

-- Returns the ports of fields, which are seeds: for each piece a list of {segment=, x=, y=}. Also
-- returns the set of fields that have a seed.
local function seeds_of(segments, piece_at)
  local seeds, seeded = {}, {}
  for _, segment in ipairs(segments) do
    for _, port in ipairs(segment.kind == "field" and segment.ports or {}) do
      local x, y = figures.turned(HALF[port:sub(2)], 0, SIDES[port:sub(1, 1)])
      local piece = piece_at[nearest_point(x, y)]
      if piece then
        seeds[piece] = seeds[piece] or {}
        table.insert(seeds[piece], { segment = segment.index, x = x, y = y })
        seeded[segment.index] = true
      end
    end
  end
  return seeds, seeded
end

-- Assigns pieces that contain no ports to fields inside the tile, in order.
local function settle_inner(segments, pieces, seeds, seeded)
  local inner, free, others = {}, {}, {}
  for _, segment in ipairs(segments) do
    if segment.kind == "field" then
      if not seeded[segment.index] then inner[#inner + 1] = segment end
      others[#others + 1] = segment
    end
  end
  for i, piece in ipairs(pieces) do
    if not seeds[i] and #piece >= SLIVER then free[#free + 1] = i end
  end
  for i, piece in ipairs(free) do
    local segment = inner[math.ceil(i * #inner / #free)] or others[1] or segments[1]
    if segment then
      seeds[piece] = { { segment = segment.index, x = 0, y = 0 } }
      seeded[segment.index] = true
    end
  end
end

-- Rates a point by its distance to the nearest seed, up to a limit, and then by its closeness to
-- the middle.
local function room_at(seeds, x, y)
  local least = APART
  for _, list in pairs(seeds) do
    for _, seed in ipairs(list) do
      least = math.min(least, math.sqrt((x - seed.x) * (x - seed.x) + (y - seed.y) * (y - seed.y)))
    end
  end
  return least - 0.02 * (math.abs(x - 0.5) + math.abs(y - 0.5))
end

-- Assigns a part of a piece to each field that has no area yet, away from other fields.
local function settle_rest(segments, pieces, seeds, seeded)
  for _, segment in ipairs(segments) do
    if segment.kind == "field" and not seeded[segment.index] then
      local best, most, x, y
      for i, piece in ipairs(pieces) do
        for _, point in ipairs(#piece >= SLIVER and piece or {}) do
          local u, v = (point - 1) % W / N, math.floor((point - 1) / W) / N
          local room = room_at(seeds, u, v)
          if not most or room > most then best, most, x, y = i, room, u, v end
        end
      end
      if best then
        table.insert(seeds[best], { segment = segment.index, x = x, y = y, inner = #segment.ports == 0 })
      end
    end
  end
end

-- Returns the seeds of the piece that a sliver touches at a corner.
local function touched(piece, piece_at, seeds)
  for _, point in ipairs(piece) do
    for _, step in ipairs(CORNERS) do
      local other = neighbour(point, step)
      local near = other and piece_at[other]
      if near and seeds[near] then return seeds[near] end
    end
  end
end

-- Assigns slivers to the pieces that they touch at a corner, repeatedly.
local function settle_slivers(pieces, piece_at, seeds)
  local again
  repeat
    again = false
    for i, piece in ipairs(pieces) do
      local found = not seeds[i] and touched(piece, piece_at, seeds)
      if found then seeds[i], again = found, true end
    end
  until not again
end

local function common_city(one, other)
  for _, index in ipairs(one.borders) do
    for _, second in ipairs(other.borders) do
      if index == second then return index end
    end
  end
end

-- Returns a test whether a point is near a side of the tile with a field.
local function near_field_side(segments)
  local is_city = {}
  for _, segment in ipairs(segments) do
    for _, port in ipairs(segment.kind == "city" and segment.ports or {}) do
      local side = port:sub(1, 1)
      -- if a city has half of a side, a field has the other half
      is_city[side] = is_city[side] ~= false and #port == 1
    end
  end
  return function(x, y)
    return y < MARGIN and not is_city.N or x > 1 - MARGIN and not is_city.E or y > 1 - MARGIN
      and not is_city.S
      or x < MARGIN and not is_city.W
  end
end

-- Returns a function that finds the segment of a point in a piece with several seeds. This is the
-- segment of the nearest seed; if two seeds are equally near, it is the wall of the city that their
-- fields share. A field inside the tile stays away from the sides.
local function divided(segments, seeds)
  local is_outer = near_field_side(segments)
  return function(x, y)
    local best, least, second, next_least
    local outer = is_outer(x, y)
    for i = 1, #seeds do
      local seed = seeds[i]
      local far = outer and seed.inner and math.huge
        or math.sqrt((x - seed.x) * (x - seed.x) + (y - seed.y) * (y - seed.y))
      if best and seed.segment == best.segment then
        least = math.min(least, far)
      elseif not least or far < least then
        second, next_least = best, least
        best, least = seed, far
      elseif not next_least or far < next_least then
        second, next_least = seed, far
      end
    end
    if next_least - least >= WALL then return best.segment end
    return common_city(segments[best.segment], segments[second.segment]) or best.segment
  end
end

local function is_of_one(seeds)
  for i = 2, #seeds do
    if seeds[i].segment ~= seeds[1].segment then return false end
  end
  return true
end

---@class Ground
---@field at integer[] the segment at each point of the grid, from the north-west, row by row
---@field label fun(x:number, y:number):integer segment of any point; 0 for a field that is too small for the grid
---@field layers Layer[] layers other than fields, from top to bottom
---@field marks Sign[] villages, bridges and ends of roads

-- Returns the piece of the nearest field point among the corners of a grid cell.
local function piece_near(piece_at, x, y)
  local nearest = piece_at[nearest_point(x, y)]
  if nearest then return nearest end
  local best, least
  for row = math.floor(y * N), math.min(math.floor(y * N) + 1, N) do
    for column = math.floor(x * N), math.min(math.floor(x * N) + 1, N) do
      local piece = piece_at[row * W + column + 1]
      local far = (column / N - x) * (column / N - x) + (row / N - y) * (row / N - y)
      if piece and (not least or far < least) then best, least = piece, far end
    end
  end
  return best
end

--- Returns the ground of a tile.
---@param segments Segment[] segments of the printed tile
---@param span? Segment the road of a span across the tile
---@return Ground
function ground.of(segments, span)
  local layers, marks = tile_figures.of(segments, span)
  local at = sample(layers)
  local pieces, piece_at = pieces_of(layers, at)
  local seeds, seeded = seeds_of(segments, piece_at)
  settle_inner(segments, pieces, seeds, seeded)
  settle_rest(segments, pieces, seeds, seeded)
  settle_slivers(pieces, piece_at, seeds)
  local segment_at = {}
  for i = 1, #pieces do
    if not seeds[i] then
      local nobody = segments[1].index
      segment_at[i] = function() return nobody end
    elseif is_of_one(seeds[i]) then
      local one = seeds[i][1].segment
      segment_at[i] = function() return one end
    else
      segment_at[i] = divided(segments, seeds[i])
    end
  end
  local found = {}
  for point = 1, W * W do
    local layer = at[point]
    if layer > 0 then
      found[point] = layers[layer].segment
    else
      found[point] = segment_at[piece_at[point]]((point - 1) % W / N, math.floor((point - 1) / W) / N)
    end
  end
  local function label(x, y)
    local layer = layer_at(layers, x, y)
    if layer > 0 then return layers[layer].segment end
    local piece = piece_near(piece_at, x, y)
    return piece and segment_at[piece](x, y) or 0
  end
  return { at = found, label = label, layers = layers, marks = marks }
end

return ground
