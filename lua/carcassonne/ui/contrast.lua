--- Contrast of two colours by the Web Content Accessibility Guidelines (WCAG 2, 1.4.11).
-- @module carcassonne.ui.contrast

local contrast = {}

local function luminance(colour)
  local light = {}
  for i = 1, 3 do
    local value = colour[i]
    light[i] = value <= 0.04045 and value / 12.92 or ((value + 0.055) / 1.055) ^ 2.4
  end
  return 0.2126 * light[1] + 0.7152 * light[2] + 0.0722 * light[3]
end

--- Returns the contrast of two colours.
---@param one Colour
---@param other Colour
---@return number ratio from 1 to 21; lines and signs need at least 3
---@usage assert(require("carcassonne.ui.contrast").ratio({ 1, 1, 1 }, { 0, 0, 0 }) > 20.9)
function contrast.ratio(one, other)
  local a, b = luminance(one), luminance(other)
  return (math.max(a, b) + 0.05) / (math.min(a, b) + 0.05)
end

local STEPS = 50

--- Mixes a colour with black or white until it has enough contrast to a ground; returns the new
--- colour.
---@param colour Colour
---@param ground Colour the ground; black is mixed in for a light ground, white for a dark one
---@param least number minimum contrast
---@return Colour
function contrast.raised(colour, ground, least)
  local to = luminance(ground) > 0.18 and 0 or 1
  local mixed = colour
  for step = 1, STEPS do
    if contrast.ratio(mixed, ground) >= least then break end
    mixed = {}
    for i = 1, 3 do mixed[i] = colour[i] + (to - colour[i]) * step / STEPS end
  end
  return mixed
end

return contrast
