--- The default limits of scripts: instructions, memory, printed characters.
-- @module carcassonne.sandbox.limits

local compat = require "carcassonne.base.compat"

local limits = {}

local NO_END = 2 ^ 30 -- an integer in every Lua version

--- The defaults for a whole program.
---@class UsualLimits
---@field call integer instructions of a call of a hook; enough for everything except endless loops
---@field memory integer millions of bytes for a script from a file
---@field printed integer characters that a script may print
---@field reading integer instructions for loading a script from a file
---@field decision integer instructions for each decision of a bot in a sandbox
---@field source integer thousands of characters of all files of a script; compiling more can take seconds
---@type UsualLimits
local usual = { call = 10000000, memory = 64, printed = NO_END, reading = 10000000,
  decision = 1000000000, source = 64 }

local TIGHT = { call = 1000000, memory = 16, printed = 10000, reading = 2000000,
  decision = 50000000, source = 64 }

--- The budgets of an action and of a game, as multiples of the budget of a call.
limits.ACTION, limits.GAME = 2, 10

--- Returns the current defaults.
---@return UsualLimits
function limits.usual()
  local copy = {}
  for key, value in pairs(usual) do copy[key] = value end
  copy.call = compat.math.tointeger(os.getenv "CARC_HOOK_BUDGET") or copy.call
  return copy
end

--- Lowers the limits of all later scripts and games, and makes later bots that are files run in
--- sandboxes. It is called before scripts or bots from untrusted sources are loaded.
function limits.tighten() usual = TIGHT end

--- Returns whether the limits were lowered.
---@return boolean
function limits.are_tight() return usual == TIGHT end

return limits
