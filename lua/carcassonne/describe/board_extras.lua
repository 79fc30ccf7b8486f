--- Items on the table besides tiles and pieces, and items of players besides goods and pieces:
--- tokens, variables of scripts, and attributes that features have gained or lost.
-- @module carcassonne.describe.board_extras

local game_cache = require "carcassonne.describe.game_cache"
local variable_values = require "carcassonne.describe.variable_values"
local tokens = require "carcassonne.describe.tokens"
local words = require "carcassonne.describe.words"

local board_extras = {}

---@class Thing
---@field name string name of the token or attribute, or label of the variable
---@field x integer
---@field y integer
---@field segment? integer
---@field number? integer nil for an item that exists once
---@field sign? string letters for a token; for a numbered token a letter and the number, such as C3
---@field bears? integer|"?" the number on the token, "?" if it is hidden
---@field count? integer number of equal tokens
---@field player? integer owner of the tokens
---@field attribute? "new"|"gone" for an attribute that the feature has gained or lost

-- The kinds of tokens of which only one exists.
local single = game_cache.new(function(game)
  local names = {}
  for _, kind in ipairs(game:tokens()) do
    names[kind.name] = kind.owner == "game" and kind.count * kind.numbers == 1
  end
  return names
end)

local function add_tokens(list, state, observer)
  local alone = single(state:game())
  for _, one in ipairs(tokens.lying(state, observer)) do
    local number = one.number or one.hidden and "?" or nil
    local sign = number and one.sign:sub(1, 1) .. number or one.sign
    list[#list + 1] = { name = one.token, x = one.x, y = one.y, segment = one.segment, sign = sign,
      bears = number,
      count = one.count, player = one.owner, number = not alone[one.token] and one.count or nil }
  end
end

local function add_remembered(list, state, tiles)
  for _, variable in ipairs(variable_values.labelled(state:game())) do
    for _, one in ipairs(variable.scope ~= "player" and variable_values.values(state, variable, tiles)
        or {}) do
      local at = one.place or one
      if at.x then
        list[#list + 1] = { name = variable.label, x = at.x, y = at.y, segment = at.segment,
          number = one.value }
      end
    end
  end
end

---@class AttributeOfGame
---@field script string the variant that declares it; "" for the game itself
---@field name string its name in the script, with the name of the script if several scripts use it

--- Returns the attributes of segments that a game declares.
---@type fun(game:Game):AttributeOfGame[]
board_extras.attributes = game_cache.new(function(game)
  local list, count, script = {}, {}, ""
  for line in game:text():gmatch "[^\n]+" do
    script = line:match "^script ?(%S*)" or script
    local name = line:match "^attribute (%S+)"
    local again = name and count[name] and line:find(" shared", 1, true)
    if name and not again then count[name] = (count[name] or 0) + 1 end
    if name and not again and not line:find(" on=tile", 1, true) then
      list[#list + 1] = { script = script, name = name }
    end
  end
  for _, one in ipairs(list) do
    if count[one.name] > 1 then one.name = one.script .. "." .. one.name end
  end
  return list
end)

-- Printed attributes of segments, by tile.
local printed_in = game_cache.new(function(game)
  local by_tile = {}
  for _, tile in ipairs(game:tiles()) do
    by_tile[tile.id] = {}
    for i, segment in ipairs(tile.segments) do
      for _, name in ipairs(segment.attributes) do
        table.insert(by_tile[tile.id], { name = name, segment = i })
      end
    end
  end
  return by_tile
end)

-- Places on the table with each printed attribute.
local function printed_on(state, tiles)
  local places, printed = {}, printed_in(state:game())
  for _, tile in ipairs(tiles) do
    for _, one in ipairs(printed[tile.id]) do
      local list = game_cache.entry(places, one.name, function() return {} end)
      list[#list + 1] = { tile = tile, x = tile.x, y = tile.y, segment = one.segment }
    end
  end
  return places
end

-- Returns the elements of a list that are missing in another list.
local function beyond(list, other)
  local there, found = {}, {}
  for _, one in ipairs(other) do there[("%d,%d,%d"):format(one.x, one.y, one.segment)] = true end
  for _, one in ipairs(list) do
    if not there[("%d,%d,%d"):format(one.x, one.y, one.segment)] then found[#found + 1] = one end
  end
  return found
end

--- Returns segments that have gained or lost an attribute.
---@param state State
---@param tiles? Tile[] result of state:tiles(), if known
---@return Thing[] marks with the `text` of the segment
function board_extras.marked(state, tiles)
  local list, game, printed = {}, state:game(), printed_on(state, tiles or state:tiles())
  for _, attribute in ipairs(board_extras.attributes(game)) do
    local name = attribute.name
    local found, before = state:segments { attribute = name }, printed[name] or {}
    local function add(one, text, how)
      list[#list + 1] = { name = name, x = one.x, y = one.y, segment = one.segment, text = text, number = 1,
        attribute = how }
    end
    for _, one in ipairs(beyond(found, before)) do add(one, one.text, "new") end
    for _, one in ipairs(beyond(before, found)) do
      add(one, game:tile(one.tile.id, one.tile.rotation).segments[one.segment].text, "gone")
    end
  end
  return list
end

--- Returns tokens on the table, and variables of scripts that belong to a place.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@param tiles? Tile[] result of state:tiles(), if known
---@return Thing[]
function board_extras.lying(state, observer, tiles)
  local list = {}
  add_tokens(list, state, observer)
  add_remembered(list, state, tiles or state:tiles())
  return list
end

--- Returns as text the items of players besides goods and pieces: "tower 10".
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return table<integer, string[]> by player
function board_extras.of_players(state, observer)
  local list = {}
  for player = 1, state:game():players() do list[player] = {} end
  for _, one in ipairs(tokens.in_hands(state, observer)) do
    local name = words.name(one.token)
      .. (one.number and (" (%d)"):format(one.number) or one.hidden and " (hidden)" or "")
    table.insert(list[one.player], one.count > 1 and ("%s %d"):format(name, one.count) or name)
  end
  for _, variable in ipairs(variable_values.labelled(state:game())) do
    for _, one in ipairs(variable.scope == "player" and variable_values.values(state, variable) or {}) do
      if one.value then table.insert(list[one.player], ("%s %d"):format(variable.label, one.value)) end
    end
  end
  return list
end

return board_extras
