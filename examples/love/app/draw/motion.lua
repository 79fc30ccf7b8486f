--- What moves after a decision: tiles that come down, pieces on their way, points that rise. All of
--- it is short, and can be
-- skipped; until it is over the screen shows what was before.
-- @module app.draw.motion

local words = require "carcassonne.describe.words"

local Motion = {}
Motion.__index = Motion

---@class Movement
---@field event Event
---@field from number seconds from the beginning
---@field lasts number
---@field share number how much of it is over: below 0 before it begins, above 1 after its end

-- By kind of event: how long it lasts, and how long the next one waits for it.
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

--- Begins with nothing that moves.
---@return table
function Motion.new() return setmetatable({ movements = {}, time = 0, on = true }, Motion) end

--- Lets events be seen, one after the other, behind those that are still moving.
---@param events Event[]
function Motion:play(events)
  if not self.on then return end
  if #self.movements == 0 then self.time, self.free = 0, 0 end
  local start = math.max(self.time, self.free or 0)
  for _, event in ipairs(events) do
    local times = TIMES[event.kind]
    if times then
      -- many at once, as in the final scoring, go faster
      local pace = #events > 24 and 0.35 or 1
      self.movements[#self.movements + 1] = { event = event, from = start,
        lasts = times.lasts * math.max(pace, 0.6), share = -1 }
      start = start + times.wait * pace
    end
  end
  self.free = start
  self:update(0)
end

--- Goes on.
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

--- Ends all of it at once.
function Motion:skip() self.movements = {} end

--- Whether something moves.
function Motion:is_busy() return #self.movements > 0 end

--- Whether something moves that the next decision should wait for; rising points need not be waited
--- for.
function Motion:is_blocking()
  for _, one in ipairs(self.movements) do
    local points = words.pays[one.event.kind] or one.event.kind == "completed"
    if not points or one.share < 0.35 then return true end
  end
  return false
end

--- The movement of a kind at a cell that is not over.
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

--- Whether something of a kind moves.
---@param kind EventKind
---@return boolean
function Motion:has(kind)
  for _, one in ipairs(self.movements) do
    if one.event.kind == kind then return true end
  end
  return false
end

--- Points that a player is yet to get before the eyes of all.
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

--- From 0 to 1, slow at the end.
---@param share number
---@return number
function Motion.eased(share)
  share = math.max(0, math.min(1, share))
  return 1 - (1 - share) ^ 3
end

return Motion
