--- Short labels for what tiles, segments and scripts bring: two or three letters, each once in a
--- game.
-- @module carcassonne.describe.labels

local attribute_letters = require "carcassonne.describe.attribute_letters"
local board_extras = require "carcassonne.describe.board_extras"
local c_locale = require "carcassonne.base.c_locale"
local game_cache = require "carcassonne.describe.game_cache"
local variable_values = require "carcassonne.describe.variable_values"

local labels = {}

-- What is drawn by itself needs none.
local DRAWN = { pennant = true, wine = true, grain = true, cloth = true, village = true, bridge = true,
  ["end"] = true }

local function large(text) return c_locale.upper(text:sub(1, 1)) .. c_locale.lower(text:sub(2)) end

-- What a name may be cut to, the best first: a last word of two letters, initials of several words,
-- its beginning, its first and any other letter.
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

-- All names that may need one: places, attributes, and variables of which something may lie on the
-- table.
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
  for _, variable in ipairs(variable_values.told(game)) do add(variable.label) end
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

--- The label of a place, an attribute or a variable.
---@param game Game
---@param name string
---@return string
---@usage local inns = carcassonne.game { variants = { "inns-and-cathedrals" } }
--- assert(require("carcassonne.describe.labels").of(inns, "inn") == "In")
function labels.of(game, name) return known_of(game)[name] or candidates(name)[1] end

--- The label of an attribute as printed; nil where the tile shows it anyway: a river, the place of
--- a tower.
---@param game Game
---@param name string
---@return string?
function labels.printed(game, name)
  return attribute_letters.of(game)[name] and labels.of(game, name) or nil
end

--- The label of a variable with a number that it holds; a 1 goes without saying.
---@param game Game
---@param name string
---@param number? integer
---@return string
function labels.numbered(game, name, number)
  return labels.of(game, name) .. (number and number ~= 1 and " " .. number or "")
end

return labels
