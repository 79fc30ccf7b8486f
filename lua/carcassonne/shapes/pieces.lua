--- Flat shapes of pieces: a shape for each known name, and a pawn for pieces of scripts.
-- @module carcassonne.shapes.pieces

local pieces = {}

-- Rounds a closed line by cutting its corners twice.
local function rounded(points)
  for _ = 1, 2 do
    local cut, n = {}, #points
    for i = 1, n, 2 do
      local x1, y1, x2, y2 = points[i], points[i + 1], points[(i + 1) % n + 1], points[(i + 2) % n + 1]
      cut[#cut + 1], cut[#cut + 2] = x1 * 0.75 + x2 * 0.25, y1 * 0.75 + y2 * 0.25
      cut[#cut + 1], cut[#cut + 2] = x1 * 0.25 + x2 * 0.75, y1 * 0.25 + y2 * 0.75
    end
    points = cut
  end
  return points
end

-- Adds the mirror image of points from the middle at the top to the middle at the bottom.
local function mirrored(points)
  local all = {}
  for i, value in ipairs(points) do all[i] = value end
  for i = #points - 1, 1, -2 do
    if points[i] ~= 0 then all[#all + 1], all[#all + 2] = -points[i], points[i + 1] end
  end
  return all
end

local function disc(x, y, r)
  local points = {}
  for i = 0, 23 do
    local a = i * math.pi / 12
    points[#points + 1], points[#points + 2] = x + r * math.cos(a), y + r * math.sin(a)
  end
  return points
end

local TRUNK = rounded(mirrored { 0, -0.20, 0.14, -0.20, 0.47, 0.02, 0.45, 0.15, 0.20, 0.14, 0.38, 0.48, 0.06,
  0.48, 0, 0.30 })
local HEAD = disc(0, -0.27, 0.19)
local GOWN = rounded(mirrored { 0, -0.16, 0.13, -0.16, 0.24, 0.10, 0.34, 0.48, 0, 0.48 })
local ROBE = rounded(mirrored { 0, -0.14, 0.20, -0.14, 0.34, -0.02, 0.42, 0.22, 0.26, 0.24, 0.24,
  0.12, 0.34, 0.48,
  0, 0.48 })
local HOOD = rounded(mirrored { 0, -0.62, 0.05, -0.60, 0.13, -0.40, 0.25, -0.24, 0.16, -0.10, 0, -0.08 })
local HAT = { -0.29, -0.28, -0.18, -0.30, -0.15, -0.46, 0.15, -0.46, 0.18, -0.30, 0.29, -0.28 }
local TOP_HAT = { -0.28, -0.36, 0.28, -0.36, 0.28, -0.42, 0.17, -0.42, 0.17, -0.60, -0.17, -0.60, -0.17,
  -0.42, -0.28, -0.42 }
local PIG = rounded { -0.42, 0.02, -0.34, -0.26, 0.22, -0.28, 0.34, -0.36, 0.36, -0.20, 0.50, -0.06, 0.48,
  0.08, 0.34, 0.12,
  0.30, 0.38, 0.16, 0.38, 0.13, 0.22, -0.16, 0.22, -0.19, 0.38, -0.33, 0.38, -0.36, 0.16 }
local CART = rounded { -0.46, 0.18, -0.46, -0.22, -0.30, -0.36, 0.30, -0.36, 0.46, -0.22, 0.46, 0.18 }
local BARN = { -0.46, 0.42, -0.46, -0.06, -0.26, -0.34, 0.26, -0.34, 0.46, -0.06, 0.46, 0.42 }
local ARCH = { -0.5, 0.22, -0.5, -0.18, 0.5, -0.18, 0.5, 0.22, 0.32, 0.22, 0.22, 0.06, 0.10, 0, -0.10, 0,
  -0.22, 0.06,
  -0.32, 0.22 }

---@class Body
---@field size number size relative to a follower
---@field x number place for a sign, relative to the middle
---@field y number
---@field [integer] number[] areas, {x1, y1, ...} each, from -0.5 to 0.5; y points down

local BODIES = {
  follower = { size = 1, x = 0, y = 0.10, TRUNK, HEAD },
  large = { size = 1.32, x = 0, y = 0.10, TRUNK, HEAD },
  builder = { size = 0.95, x = 0, y = 0.22, GOWN, HEAD, HAT },
  mayor = { size = 1.1, x = 0, y = 0.10, TRUNK, HEAD, TOP_HAT },
  wagon = { size = 1.05, x = 0, y = 0.02, CART, disc(-0.26, 0.26, 0.17), disc(0.26, 0.26, 0.17) },
  barn = { size = 1.15, x = 0, y = 0.14, BARN },
  pig = { size = 0.9, x = 0, y = 0.02, PIG },
  bridge = { size = 1.1, x = 0, y = -0.08, ARCH },
}
local PAWN = { size = 0.95, x = 0, y = 0.20, GOWN, HEAD }

-- Monks have a robe and a hood.
local MONKS = {
  follower = { size = 1, x = 0, y = 0.20, ROBE, HOOD },
  large = { size = 1.32, x = 0, y = 0.20, ROBE, HOOD },
}

-- Rotates a body for a farmer, who lies with the head to the west.
local function lying(body)
  local turned = { size = body.size, x = body.y, y = 0 }
  for i, area in ipairs(body) do
    turned[i] = {}
    for k = 1, #area, 2 do turned[i][k], turned[i][k + 1] = area[k + 1], -area[k] end
  end
  return turned
end

local FARMERS = { [PAWN] = lying(PAWN) }
for _, body in pairs(BODIES) do FARMERS[body] = lying(body) end

--- Returns whether a kind of piece has its own shape. A pawn is shown with the first letter of its
--- kind.
---@param piece string name of the kind
---@return boolean
function pieces.is_own(piece) return BODIES[piece] ~= nil end

--- Returns the shape of a kind of piece.
---@param piece string name of the kind
---@param role? string role from carcassonne.describe.words: a monk has a hood, a farmer lies
---@return Body
---@return string? role the role, if the shape shows it
---@usage local pieces = require "carcassonne.shapes.pieces"
--- assert(#pieces.of "wagon" == 3) -- a cart and two wheels
--- assert(pieces.of("follower", "monk") ~= pieces.of("follower", "knight"))
function pieces.of(piece, role)
  local body = BODIES[piece] or PAWN
  if role == "monk" and MONKS[piece] then return MONKS[piece], role end
  if role == "farmer" then return FARMERS[body], role end
  return body
end

return pieces
