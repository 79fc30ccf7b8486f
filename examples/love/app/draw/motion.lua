--- Animations after a decision: tiles that come down, moving pieces, rising points. They are short
--- and can be skipped. The screen shows the previous state until they end.
-- @module app.draw.motion

local words = require "carcassonne.describe.words"

local Motion = {}
Motion.__index = Motion

---@class Movement
---@field event Event
---@field from number start time in seconds
---@field lasts number duration in seconds
---@field share number progress: below 0 before the start, above 1 after the end

-- For each kind of event: the duration of its movement, and the delay before the next movement.
local TIMES = {
  placed = { lasts = 0.22, wait = 0.20 },
  deployed = { lasts = 0.28, wait = 0.22 },
  moved = { lasts = 0.35, wait = 0.25 },
  completed = { lasts = 0.70, wait = 0.12 },
  scored = { lasts = 1.00, wait = 0.12 },
  awarded = { lasts = 1.00, wait = 0.12 },
  returned = { lasts = 0.45, wait = 0.06 },
  captured = { lasts = 0.45, wait = 0.10 },
}

--- Makes an object without movements.
---@return table
function Motion.new() return setmetatable({ movements = {}, time = 0, on = true }, Motion) end

--- Queues events as movements. They start after those that have not ended.
---@param events Event[]
function Motion:play(events)
  if not self.on then return end
  if #self.movements == 0 then self.time, self.free = 0, 0 end
  local start = math.max(self.time, self.free or 0)
  for _, event in ipairs(events) do
    local times = TIMES[event.kind]
    if times then
      -- many events at once, as in the final scoring, are shown faster
      local pace = #events > 24 and 0.35 or 1
      self.movements[#self.movements + 1] = { event = event, from = start,
        lasts = times.lasts * math.max(pace, 0.6), share = -1 }
      start = start + times.wait * pace
    end
  end
  self.free = start
  self:update(0)
end

--- Advances the time.
---@param dt number seconds
function Motion:update(dt)
  self.time = self.time + dt
  local left = {}
  for _, one in ipairs(self.movements) do
    one.share = (self.time - one.from) / one.lasts
    if one.share < 1 then left[#left + 1] = one end
  end
  self.movements = left
end

--- Ends all movements.
function Motion:skip() self.movements = {} end

--- Returns whether something moves.
function Motion:is_busy() return #self.movements > 0 end

--- Returns whether the next decision must wait for a movement. Rising points do not delay it.
function Motion:is_blocking()
  for _, one in ipairs(self.movements) do
    local points = words.pays[one.event.kind] or one.event.kind == "completed"
    if not points or one.share < 0.35 then return true end
  end
  return false
end

--- Returns the unfinished movement of a kind at a cell.
---@param kind EventKind
---@param x integer
---@param y integer
---@param piece? Piece
---@return Movement?
function Motion:at(kind, x, y, piece)
  for _, one in ipairs(self.movements) do
    local event = one.event
    if event.kind == kind and event.x == x and event.y == y
      and (not piece or event.player == piece.player and event.piece == piece.piece
          and event.segment == piece.segment) then
      return one
    end
  end
end

--- Returns whether a movement of a kind exists.
---@param kind EventKind
---@return boolean
function Motion:has(kind)
  for _, one in ipairs(self.movements) do
    if one.event.kind == kind then return true end
  end
  return false
end

--- Returns the points of a player that have not been shown yet.
---@param player integer
---@return integer
function Motion:pending(player)
  local sum = 0
  for _, one in ipairs(self.movements) do
    local event = one.event
    if one.share < 0.4 and words.pays[event.kind] and event.player == player then
      sum = sum + (event.points or 0)
    end
  end
  return sum
end

--- Easing function from 0 to 1, slow at the end.
---@param share number
---@return number
function Motion.eased(share)
  share = math.max(0, math.min(1, share))
  return 1 - (1 - share) ^ 3
end

return Motion
