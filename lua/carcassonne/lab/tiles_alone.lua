--- Separates the tiles of a script from its rules: a variant that only brings the tiles.
--
-- A script that brings tiles changes a game by these tiles and by its rules. In games with its
-- tiles alone, the attributes of the tiles mean nothing.
-- @module carcassonne.lab.tiles_alone

local carcassonne = require "carcassonne"

local tiles_alone = {}

-- The keys that decide which tiles a game has and in what order they are drawn.
local KEPT = { "sets", "tiles", "counts", "start", "draw_order", "edges" }
-- The keys of an attribute that tiles need; the others are rules.
local OF_ATTRIBUTE = { "name", "on", "shared", "merge" }
-- Keys that do not change a game by themselves.
local OTHERS = { "name", "format", "description", "options", "modules", "attributes" }

local function picked(source, keys)
  local copy = {}
  for _, key in ipairs(keys) do copy[key] = source[key] end
  return copy
end

-- Returns whether a variant has other keys than those of tiles.
local function has_rules(source)
  local rest = {}
  for key in pairs(source) do rest[key] = true end
  for _, keys in ipairs { KEPT, OTHERS } do
    for _, key in ipairs(keys) do rest[key] = nil end
  end
  return next(rest) ~= nil
end

--- Returns a variant with the tiles of another one, and without its rules; nil if the other one
--- brings no tiles, or has no rules.
---@param variant Variant
---@return Variant?
---@usage local tower = require("carcassonne.lab.tiles_alone").of(require("carcassonne").variant("tower"))
--- assert(tower.source.tiles and not tower.source.phases)
function tiles_alone.of(variant)
  local source = variant.source
  if not (source.tiles or source.counts) or not has_rules(source) then return nil end
  local alone = picked(source, KEPT)
  alone.name = variant.name
  for i, row in ipairs(source.attributes or {}) do
    alone.attributes = alone.attributes or {}
    alone.attributes[i] = type(row) == "table" and picked(row, OF_ATTRIBUTE) or row
  end
  return carcassonne.variant(alone)
end

return tiles_alone
