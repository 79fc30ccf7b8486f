--- Which part of the table is seen, and how near: from cells to the window and back.
-- @module app.draw.camera

local Camera = {}
Camera.__index = Camera

local NEAREST, FARTHEST = 360, 14 -- pixels of a tile
local MARGIN = 0.4 -- cells that are seen around what is kept in sight

--- Looks at the first cell.
---@return table
function Camera.new()
  local self = setmetatable({ x = 0.5, y = 0.5, scale = 110, view = { x = 0, y = 0, w = 800, h = 600 } },
    Camera)
  self.goal = { x = self.x, y = self.y, scale = self.scale }
  return self
end

--- Says which part of the window shows the table.
---@param x number
---@param y number
---@param w number
---@param h number
function Camera:set_view(x, y, w, h)
  local view = self.view
  view.x, view.y, view.w, view.h = x, y, w, h
end

--- Where a point of the table is in the window.
---@param x number
---@param y number
---@return number x
---@return number y
function Camera:to_window(x, y)
  local view = self.view
  return view.x + view.w / 2 + (x - self.x) * self.scale, view.y + view.h / 2 + (y - self.y) * self.scale
end

--- Which point of the table lies under one of the window.
---@param x number
---@param y number
---@return number x
---@return number y
function Camera:to_table(x, y)
  local view = self.view
  return (x - view.x - view.w / 2) / self.scale + self.x, (y - view.y - view.h / 2) / self.scale + self.y
end

--- Whether a point of the window shows the table.
---@param x number
---@param y number
---@return boolean
function Camera:shows(x, y)
  local view = self.view
  return x >= view.x and y >= view.y and x < view.x + view.w and y < view.y + view.h
end

local function clamped(scale) return math.max(FARTHEST, math.min(NEAREST, scale)) end

--- Says that the player has moved it: it stays where it was put, until the whole table is asked
--- for.
function Camera:hold() self.is_held = true end

--- Comes closer by a factor, with a point of the window staying where it is.
---@param factor number
---@param x? number the middle by default
---@param y? number
function Camera:zoom(factor, x, y)
  self:hold()
  local view, goal = self.view, self.goal
  local dx, dy = (x or view.x + view.w / 2) - view.x - view.w / 2,
    (y or view.y + view.h / 2) - view.y - view.h / 2
  local scale = clamped(goal.scale * factor)
  goal.x, goal.y = goal.x + dx / goal.scale - dx / scale, goal.y + dy / goal.scale - dy / scale
  goal.scale = scale
end

--- Moves the table under the window by pixels, at once.
---@param dx number
---@param dy number
function Camera:drag(dx, dy)
  self:hold()
  self.x, self.y = self.x - dx / self.scale, self.y - dy / self.scale
  self.goal.x, self.goal.y = self.x, self.y
end

--- Looks elsewhere, by shares of what is seen.
---@param dx number
---@param dy number
function Camera:pan(dx, dy)
  self:hold()
  self.goal.x = self.goal.x + dx * self.view.w / self.goal.scale
  self.goal.y = self.goal.y + dy * self.view.h / self.goal.scale
end

--- Looks at a point.
---@param x number
---@param y number
function Camera:look_at(x, y)
  self:hold()
  self.goal.x, self.goal.y = x, y
end

--- Shows all of a part of the table, with room around.
---@param box { left:number, top:number, right:number, bottom:number } in cells
---@param nearest? number pixels of a tile at most
function Camera:fit(box, nearest)
  self.is_held = false
  local width, height = box.right - box.left + 1.4, box.bottom - box.top + 1.4
  local scale = math.min(self.view.w / width, self.view.h / height, nearest or 150)
  self.goal.x, self.goal.y, self.goal.scale = (box.left + box.right) / 2, (box.top + box.bottom) / 2,
    clamped(scale)
end

-- The point nearest to `middle` from which `half` to each side shows all from `low` to `high`.
local function nearest_middle(low, high, half, middle)
  half = math.max(half, (high - low) / 2)
  return math.max(high - half, math.min(low + half, middle))
end

-- Looks as far aside as it must to have a part of the table in sight.
function Camera:move_to(box)
  local goal, view = self.goal, self.view
  goal.x = nearest_middle(box.left, box.right, view.w / goal.scale / 2 - MARGIN, goal.x)
  goal.y = nearest_middle(box.top, box.bottom, view.h / goal.scale / 2 - MARGIN, goal.y)
end

--- Keeps a part of the table in sight, from farther away if it must. What is in sight already does
--- not move.
---@param box { left:number, top:number, right:number, bottom:number } in cells
function Camera:keep_in_sight(box)
  local view, around = self.view, 2 * MARGIN
  local scale = math.min(view.w / (box.right - box.left + around), view.h / (box.bottom - box.top + around))
  self.goal.scale = clamped(math.min(self.goal.scale, scale))
  self:move_to(box)
end

--- Brings a cell into sight, no farther away.
---@param x integer
---@param y integer
function Camera:keep_cell_in_sight(x, y) self:move_to { left = x, top = y, right = x + 1, bottom = y + 1 } end

--- Goes on towards where it is to look.
---@param dt number
function Camera:update(dt)
  local share = 1 - math.exp(-14 * dt)
  for _, key in ipairs { "x", "y", "scale" } do
    self[key] = self[key] + (self.goal[key] - self[key]) * share
    if math.abs(self[key] - self.goal[key]) < 0.0005 then self[key] = self.goal[key] end
  end
end

--- Whether it is still on its way.
---@return boolean
function Camera:is_moving()
  return self.x ~= self.goal.x or self.y ~= self.goal.y or self.scale ~= self.goal.scale
end

--- Is where it is to be, at once.
function Camera:settle() self:update(math.huge) end

return Camera
