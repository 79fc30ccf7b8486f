--- What scripts may use unless a game or a variant says otherwise: instructions, memory, lines on
--- the screen.
-- @module carcassonne.sandbox.limits

local compat = require "carcassonne.base.compat"

local limits = {}

local NO_END = 2 ^ 30 -- which is an integer everywhere

--- For a whole program.
---@class UsualLimits
---@field call integer instructions of a call of a hook; enough for anything but a loop without end
---@field memory integer millions of bytes of a script from outside
---@field printed integer characters that it may print
---@field reading integer instructions that its file may take
---@type UsualLimits
local usual = { call = 10000000, memory = 64, printed = NO_END, reading = 10000000 }

local TIGHT = { call = 1000000, memory = 16, printed = 10000, reading = 2000000 }

--- The bounds of the hooks of an action, and of a game, in calls.
limits.ACTION, limits.GAME = 2, 10

--- What scripts may use now.
---@return UsualLimits
function limits.usual()
  local copy = {}
  for key, value in pairs(usual) do copy[key] = value end
  copy.call = compat.math.tointeger(os.getenv "CARC_HOOK_BUDGET") or copy.call
  return copy
end

--- Has all scripts that are read from now on, and games that are made, bound more tightly, as those
--- of people whom nobody knows.
function limits.tighten() usual = TIGHT end

return limits
