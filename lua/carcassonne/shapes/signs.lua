--- Flat shapes of the signs printed on tiles, centred at 0,0. Each display uses its own colours for
--- the parts of a sign.
-- @module carcassonne.shapes.signs

local signs = {}

local function box(x, y, width, height)
  return { x, y, x + width, y, x + width, y + height, x, y + height }
end

--- Closed lines, {x1, y1, ...} each, from bottom to top; y points down.
---@class SignShape
---@field size number size of one unit in tiles
---@field [integer] {part:string, points:number[], thin?:boolean} convex areas; thin ones have no outline

--- Shapes by name of the sign.
---@type table<string, SignShape>
signs.shapes = {
  monastery = { size = 0.22,
    { part = "wall", points = box(-0.42, -0.02, 0.48, 0.44) },
    { part = "roof", points = { -0.48, 0.0, -0.40, -0.26, 0.04, -0.26, 0.12, 0.0 } },
    { part = "wall", points = box(0.06, -0.22, 0.34, 0.64) },
    { part = "roof", points = { 0.02, -0.20, 0.23, -0.56, 0.44, -0.20 } },
    { part = "door", thin = true, points = box(0.16, 0.16, 0.14, 0.26) },
    { part = "door", thin = true, points = box(0.205, -0.78, 0.05, 0.22) },
    { part = "door", thin = true, points = box(0.15, -0.715, 0.16, 0.05) },
  },
  pennant = { size = 0.15,
    { part = "shield", points = { -0.40, -0.46, 0.40, -0.46, 0.40, 0.06, 0.24, 0.34, 0, 0.52, -0.24, 0.34,
      -0.40, 0.06 } },
    { part = "charge", thin = true, points = box(-0.07, -0.36, 0.14, 0.70) },
    { part = "charge", thin = true, points = box(-0.30, -0.14, 0.60, 0.14) },
  },
  village = { size = 0.17,
    { part = "wall", points = box(-0.26, -0.02, 0.52, 0.30) },
    { part = "roof", points = { -0.36, 0.02, 0, -0.34, 0.36, 0.02 } },
  },
  -- a road from north to south
  bridge = { size = 1,
    { part = "plank", points = box(-0.085, -0.17, 0.17, 0.34) },
    { part = "road", points = box(-0.05, -0.17, 0.10, 0.34) },
    { part = "rail", points = box(-0.096, -0.19, 0.022, 0.38) },
    { part = "rail", points = box(0.074, -0.19, 0.022, 0.38) },
  },
}

return signs
