--- Short labels for attributes and variables: two or three letters, unique in a game.
-- @module carcassonne.describe.labels

local attribute_letters = require "carcassonne.describe.attribute_letters"
local board_extras = require "carcassonne.describe.board_extras"
local c_locale = require "carcassonne.base.c_locale"
local game_cache = require "carcassonne.describe.game_cache"
local variable_values = require "carcassonne.describe.variable_values"

local labels = {}

-- These attributes have their own picture and need no label.
local DRAWN = { pennant = true, wine = true, grain = true, cloth = true, village = true, bridge = true,
  ["end"] = true }

local function large(text) return c_locale.upper(text:sub(1, 1)) .. c_locale.lower(text:sub(2)) end

-- Returns possible labels of a name, best first: its last word, if this has two letters; the
-- initials of its words, if there are several; its first letters; its first letter with a later
-- one; its first letter with a number.
local function candidates(name)
  local list, plain, initials = {}, name:gsub("[^%w]", ""), ""
  for word in name:gmatch "%w+" do initials = initials .. c_locale.upper(word:sub(1, 1)) end
  list[1] = c_locale.upper(name):match "%W(%w%w)$"
  if #initials > 1 then list[#list + 1] = initials:sub(1, 3) end
  list[#list + 1] = large(plain:sub(1, 2))
  list[#list + 1] = large(plain:sub(1, 3))
  for i = 3, #plain do list[#list + 1] = large(plain:sub(1, 1) .. plain:sub(i, i)) end
  for i = 1, 99 do list[#list + 1] = large(plain:sub(1, 1)) .. i end
  return list
end

-- Returns all names that may need a label: spots, attributes, and variables that belong to a place.
local function names_of(game)
  local found, list = {}, {}
  local function add(name)
    if not found[name] and not DRAWN[name] then list[#list + 1] = name end
    found[name] = true
  end
  for _, tile in ipairs(game:tiles()) do
    for _, name in ipairs(tile.attributes) do add(name) end
    for _, segment in ipairs(tile.segments) do
      for _, name in ipairs(segment.attributes) do add(name) end
    end
  end
  for _, attribute in ipairs(board_extras.attributes(game)) do add(attribute.name) end
  for _, variable in ipairs(variable_values.labelled(game)) do add(variable.label) end
  for _, name in ipairs(game:areas()) do add(name) end
  c_locale.sort(list)
  return list
end

local known_of = game_cache.new(function(game)
  local found, used = {}, {}
  for _, kind in ipairs(game:tokens()) do used[c_locale.upper(kind.symbol)] = true end
  for _, name in ipairs(names_of(game)) do
    for _, text in ipairs(candidates(name)) do
      if not found[name] and not used[c_locale.upper(text)] then
        found[name], used[c_locale.upper(text)] = text, true
      end
    end
  end
  return found
end)

--- Returns the label of a spot, attribute or variable.
---@param game Game
---@param name string
---@return string
---@usage local inns = carcassonne.game { variants = { "inns-and-cathedrals" } }
--- assert(require("carcassonne.describe.labels").of(inns, "inn") == "In")
function labels.of(game, name) return known_of(game)[name] or candidates(name)[1] end

--- Returns the label of a printed attribute, or nil if the tile shows it anyway, such as a river or
--- the spot of a tower.
---@param game Game
---@param name string
---@return string?
function labels.printed(game, name)
  return attribute_letters.of(game)[name] and labels.of(game, name) or nil
end

--- Returns the label of a variable with its number; a 1 is omitted.
---@param game Game
---@param name string
---@param number? integer
---@return string
function labels.numbered(game, name, number)
  return labels.of(game, name) .. (number and number ~= 1 and " " .. number or "")
end

return labels
