--- Letters for the attributes of tiles and segments that a game declares: inns, princesses,
--- volcanoes.
-- @module carcassonne.describe.attribute_letters

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"

local attribute_letters = {}

local GOODS = "wgc"
local BRIDGE = "H" -- the letter of a bridge in ASCII
local ANY = "abcdefghijklmnopqrstuvwxyz"

-- Returns the tiles that have each attribute, and the visible properties of each tile: spots,
-- rivers, attributes of segments.
local function survey(game)
  local on_tile, on_segment, seen = {}, {}, {}
  local function note(into, name, id)
    into[name] = into[name] or {}
    into[name][id] = true
  end
  for _, tile in ipairs(game:tiles()) do
    for _, name in ipairs(tile.attributes) do note(on_tile, name, tile.id) end
    for _, segment in ipairs(tile.segments) do
      for _, name in ipairs(segment.attributes) do
        note(on_segment, name, tile.id)
        note(seen, "with " .. name, tile.id)
      end
      if segment.kind == "spot" or segment.kind == "river" then note(seen, segment.kind, tile.id) end
    end
  end
  return on_tile, on_segment, seen
end

local function size(set)
  local count = 0
  for _ in pairs(set) do count = count + 1 end
  return count
end

local function is_within(set, other)
  for id in pairs(set) do
    if not other[id] then return false end
  end
  return true
end

local function sorted_names(sets)
  local names = {}
  for name in pairs(sets) do names[#names + 1] = name end
  c_locale.sort(names, function(a, b)
    local more, less = size(sets[a]), size(sets[b])
    if more ~= less then return more > less end
    return a < b
  end)
  return names
end

-- Returns whether a tile attribute needs no sign, because all its tiles share another visible
-- property, and other tiles with that property have a sign.
local function is_visible(name, on_tile, seen, untold)
  for _, shown in pairs(seen) do
    if is_within(on_tile[name], shown) then
      local others = {}
      for id in pairs(shown) do
        if not on_tile[name][id] then others[id] = true end
      end
      for other, set in pairs(on_tile) do
        if other ~= name and untold[other] then
          for id in pairs(set) do others[id] = nil end
        end
      end
      if next(others) == nil then return true end
    end
  end
  return false
end

-- Returns the first free letter of a name, or any free letter: lower case first, digits last.
local function letter_for(name, used)
  for letter in (name .. ANY .. c_locale.upper(name .. ANY) .. "0123456789"):gmatch "%w" do
    if not used[letter] then return letter end
  end
  return "?"
end

local known = setmetatable({}, { __mode = "k" })

--- Returns the letters of a game by attribute. An attribute without a letter is visible in another
--- way.
---@param game Game
---@return table<string, string> letters
---@return string[] names attributes with a letter, in alphabetical order
function attribute_letters.of(game)
  if known[game] then return compat.table.unpack(known[game]) end
  local on_tile, on_segment, seen = survey(game)
  local untold, letters, names, used = {}, {}, {}, {}
  for name in pairs(on_tile) do untold[name] = true end
  for _, name in ipairs(sorted_names(on_tile)) do
    if is_visible(name, on_tile, seen, untold) then untold[name] = nil end
  end
  for name in pairs(on_segment) do names[#names + 1] = name end
  for name in pairs(untold) do
    if not on_segment[name] then names[#names + 1] = name end
  end
  c_locale.sort(names)
  for letter in (GOODS .. BRIDGE):gmatch "." do used[letter] = true end
  for _, name in ipairs(names) do
    letters[name] = letter_for(name, used)
    used[letters[name]] = true
  end
  known[game] = { letters, names }
  return letters, names
end

return attribute_letters
