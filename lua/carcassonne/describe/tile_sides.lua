--- The four sides of a tile, and the sides that a segment touches.
-- @module carcassonne.describe.tile_sides

local tile_sides = {}

--- Direction of each side: columns to the east, rows to the south.
---@type table<string, integer[]>
tile_sides.step = { N = { 0, -1 }, E = { 1, 0 }, S = { 0, 1 }, W = { -1, 0 } }

---@type table<string, string>
tile_sides.opposite = { N = "S", S = "N", E = "W", W = "E" }

--- Returns the sides that a segment touches with its middle ports, and their number.
---@param segment table with `ports`
---@return table<string, boolean> touched
---@return integer count
function tile_sides.of(segment)
  local touched, count = {}, 0
  for _, port in ipairs(segment.ports) do
    if tile_sides.step[port] then
      touched[port] = true
      count = count + 1
    end
  end
  return touched, count
end

return tile_sides
