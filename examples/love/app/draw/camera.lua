--- The visible part of the table and its scale. Converts between cells and window pixels.
-- @module app.draw.camera

local Camera = {}
Camera.__index = Camera

local NEAREST, FARTHEST = 360, 14 -- size of a tile in pixels
local MARGIN = 0.4 -- number of visible cells around the part that is kept in view

--- Makes a camera that shows the first cell.
---@return table
function Camera.new()
  local self = setmetatable({ x = 0.5, y = 0.5, scale = 110, view = { x = 0, y = 0, w = 800, h = 600 } },
    Camera)
  self.goal = { x = self.x, y = self.y, scale = self.scale }
  return self
end

--- Sets the part of the window that shows the table.
---@param x number
---@param y number
---@param w number
---@param h number
function Camera:set_view(x, y, w, h)
  local view = self.view
  view.x, view.y, view.w, view.h = x, y, w, h
end

--- Converts a point of the table to the window.
---@param x number
---@param y number
---@return number x
---@return number y
function Camera:to_window(x, y)
  local view = self.view
  return view.x + view.w / 2 + (x - self.x) * self.scale, view.y + view.h / 2 + (y - self.y) * self.scale
end

--- Converts a point of the window to the table.
---@param x number
---@param y number
---@return number x
---@return number y
function Camera:to_table(x, y)
  local view = self.view
  return (x - view.x - view.w / 2) / self.scale + self.x, (y - view.y - view.h / 2) / self.scale + self.y
end

--- Returns whether a point of the window shows the table.
---@param x number
---@param y number
---@return boolean
function Camera:shows(x, y)
  local view = self.view
  return x >= view.x and y >= view.y and x < view.x + view.w and y < view.y + view.h
end

local function clamped(scale) return math.max(FARTHEST, math.min(NEAREST, scale)) end

--- Stops automatic moves until `fit` is called. It is used after the player has moved the camera.
function Camera:hold() self.is_held = true end

--- Zooms in by a factor around a fixed point of the window.
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

--- Moves the table by pixels, immediately.
---@param dx number
---@param dy number
function Camera:drag(dx, dy)
  self:hold()
  self.x, self.y = self.x - dx / self.scale, self.y - dy / self.scale
  self.goal.x, self.goal.y = self.x, self.y
end

--- Moves the view by fractions of the visible part.
---@param dx number
---@param dy number
function Camera:pan(dx, dy)
  self:hold()
  self.goal.x = self.goal.x + dx * self.view.w / self.goal.scale
  self.goal.y = self.goal.y + dy * self.view.h / self.goal.scale
end

--- Centers the view on a point.
---@param x number
---@param y number
function Camera:look_at(x, y)
  self:hold()
  self.goal.x, self.goal.y = x, y
end

--- Shows a whole part of the table with a margin.
---@param box { left:number, top:number, right:number, bottom:number } in cells
---@param nearest? number maximum size of a tile in pixels
function Camera:fit(box, nearest)
  self.is_held = false
  local width, height = box.right - box.left + 1.4, box.bottom - box.top + 1.4
  local scale = math.min(self.view.w / width, self.view.h / height, nearest or 150)
  self.goal.x, self.goal.y, self.goal.scale = (box.left + box.right) / 2, (box.top + box.bottom) / 2,
    clamped(scale)
end

-- Returns the centre nearest to `middle` from which the view, with `half` of its size on each side,
-- shows `low` to `high`.
local function nearest_middle(low, high, half, middle)
  half = math.max(half, (high - low) / 2)
  return math.max(high - half, math.min(low + half, middle))
end

-- Moves the view only as far as necessary to show a part of the table.
function Camera:move_to(box)
  local goal, view = self.goal, self.view
  goal.x = nearest_middle(box.left, box.right, view.w / goal.scale / 2 - MARGIN, goal.x)
  goal.y = nearest_middle(box.top, box.bottom, view.h / goal.scale / 2 - MARGIN, goal.y)
end

--- Keeps a part of the table in view, zooming out if necessary. The view does not move if that part
--- is visible already.
---@param box { left:number, top:number, right:number, bottom:number } in cells
function Camera:keep_in_sight(box)
  local view, around = self.view, 2 * MARGIN
  local scale = math.min(view.w / (box.right - box.left + around), view.h / (box.bottom - box.top + around))
  self.goal.scale = clamped(math.min(self.goal.scale, scale))
  self:move_to(box)
end

--- Brings a cell into view without zooming.
---@param x integer
---@param y integer
function Camera:keep_cell_in_sight(x, y) self:move_to { left = x, top = y, right = x + 1, bottom = y + 1 } end

--- Moves towards the target.
---@param dt number
function Camera:update(dt)
  local share = 1 - math.exp(-14 * dt)
  for _, key in ipairs { "x", "y", "scale" } do
    self[key] = self[key] + (self.goal[key] - self[key]) * share
    if math.abs(self[key] - self.goal[key]) < 0.0005 then self[key] = self.goal[key] end
  end
end

--- Returns whether the camera still moves.
---@return boolean
function Camera:is_moving()
  return self.x ~= self.goal.x or self.y ~= self.goal.y or self.scale ~= self.goal.scale
end

--- Jumps to the target.
function Camera:settle() self:update(math.huge) end

return Camera
