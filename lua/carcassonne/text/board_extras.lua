--- What lies on the table besides tiles and pieces, in text: places with names, spans, captured pieces, what scripts have joined,
-- what they remember, and the attributes that they have changed.
--
-- A variable is told by its name, one that holds a place while it holds one; other variables of the game named `NAME_...` are about what
-- lies there, and left out. What is remembered for a turn or a part of it is left out, too.
-- @module carcassonne.text.board_extras

local areas = require "carcassonne.describe.areas"
local compat = require "carcassonne.base.compat"
local extras = require "carcassonne.describe.board_extras"
local game_cache = require "carcassonne.describe.game_cache"
local reserves = require "carcassonne.describe.reserves"
local variable_values = require "carcassonne.describe.variable_values"
local tokens = require "carcassonne.describe.tokens"
local variant_game = require "carcassonne.variant.game"
local words = require "carcassonne.describe.words"

local board_extras = {}

local MOST = 12 -- places named for one variable; the rest is counted
local LONG = 6 -- numbers of a variable that are listed, zeros and all

-- "tower height: 2 at 1,-4, 1 at 0,3"; a 1 is left out where all are 1.
local function places_text(name, found)
  if #found == 0 then return nil end
  local all_ones, parts = true, {}
  for _, one in ipairs(found) do all_ones = all_ones and one.value == 1 end
  for i = 1, math.min(#found, MOST) do
    local one = found[i]
    parts[i] = (all_ones and "" or one.value .. " ") .. (one.text and one.text .. " " or "") .. words.at(one.x, one.y)
  end
  if #found > MOST then parts[#parts + 1] = ("and %d more"):format(#found - MOST) end
  return ("%s: %s"):format(words.name(name), table.concat(parts, ", "))
end

-- The numbers or places that are listed together as texts, 0 where there is none; and whether there is anything to tell.
local function numbers(variable, entries)
  local list, some = {}, false
  for i = 1, variable.size do list[i] = "0" end
  for _, entry in ipairs(entries) do
    local at = entry.place
    list[entry.index or 1] = at and (at.text and at.text .. " " or "") .. words.at(at.x, at.y) or tostring(entry.value)
    some = some or at ~= nil or entry.value ~= 0
  end
  return list, some
end

-- A long list, or one of places, as those that there are, each behind its index: "#9 1".
local function list_text(list, variable)
  if #list <= (variable.type and 1 or LONG) then return table.concat(list, " ") end
  local parts = {}
  for i, value in ipairs(list) do
    if value ~= "0" then parts[#parts + 1] = ("#%d %s"):format(i, value) end
  end
  return #parts > 0 and table.concat(parts, ", ") or "0"
end

local function game_text(variable, entries)
  local list, some = numbers(variable, entries)
  return some and ("%s %s"):format(words.name(variable.name), list_text(list, variable)) or nil
end

local function players_text(variable, entries, players)
  local parts, any = {}, false
  for player = 1, players do
    local own = {}
    for _, entry in ipairs(entries) do
      if entry.player == player then own[#own + 1] = entry end
    end
    local list, some = numbers(variable, own)
    any = any or some
    parts[player] = list_text(list, variable)
  end
  return any and ("%s by player: %s"):format(words.name(variable.name), table.concat(parts, " | ")) or nil
end

-- ---- Tokens -------------------------------------------------------------------------------------------------------------

local function token_text(group, several)
  local number = group.number and " #" .. group.number or group.hidden and " #?" or ""
  local owner = group.owner and " of player " .. group.owner or ""
  local place = (group.text and group.text .. " " or "") .. words.at(group.x, group.y)
  return (several and group.count .. number .. owner .. " " or (number .. owner .. " "):sub(2)) .. place
end

-- "2 at 1,-4, 1 at 0,3"; a 1 is left out where there is but one of each.
local function lying_text(groups)
  local several, parts = false, {}
  for _, group in ipairs(groups) do several = several or group.count > 1 end
  for i = 1, math.min(#groups, MOST) do parts[i] = token_text(groups[i], several) end
  if #groups > MOST then parts[#parts + 1] = ("and %d more"):format(#groups - MOST) end
  return table.concat(parts, ", ")
end

-- "in hand 9 | 8"; of hidden ones the numbers that are seen: "in hand #2 #5 | 3".
local function hands_text(groups, kind, players)
  local counts, faces = {}, {}
  for player = 1, players do counts[player], faces[player] = 0, {} end
  for _, group in ipairs(groups) do
    counts[group.player] = counts[group.player] + group.count
    for _ = 1, kind.seen ~= "all" and group.number and group.count or 0 do table.insert(faces[group.player], "#" .. group.number) end
  end
  for player = 1, players do
    if #faces[player] > 0 then counts[player] = table.concat(faces[player], " ") end
  end
  return "in hand " .. table.concat(counts, " | ")
end

local function of_kind(groups, name)
  local list = {}
  for _, group in ipairs(groups) do
    if group.token == name then list[#list + 1] = group end
  end
  return list
end

-- A line for each kind of token of which some are on the table or in a hand.
local function token_lines(state, observer)
  local lines, lying, held = {}, tokens.lying(state, observer), tokens.in_hands(state, observer)
  for _, kind in ipairs(state:game():tokens()) do
    local parts, on_table, in_hands = {}, of_kind(lying, kind.name), of_kind(held, kind.name)
    if #on_table > 0 then parts[1] = lying_text(on_table) end
    if #in_hands > 0 then parts[#parts + 1] = hands_text(in_hands, kind, state:game():players()) end
    local left = state:num_tokens(kind.name)
    if left > 0 and #parts > 0 then parts[#parts + 1] = left .. " left" end
    if #parts > 0 then lines[#lines + 1] = ("%s: %s"):format(words.name(kind.name), table.concat(parts, "; ")) end
  end
  return lines
end

-- What is in a variable, on a line.
local function variable_text(state, variable, tiles)
  local entries = variable_values.values(state, variable, tiles)
  if variable.scope == "game" then return game_text(variable, entries) end
  if variable.scope == "player" then return players_text(variable, entries, state:game():players()) end
  return places_text(variable.name, entries)
end

-- Where an attribute is otherwise than printed: where it is new, and where it is gone.
local function marked_text(marks, name)
  local now, gone = {}, {}
  for _, mark in ipairs(marks) do
    if mark.name == name then
      table.insert(mark.attribute == "new" and now or gone, { value = 1, x = mark.x, y = mark.y, text = mark.text })
    end
  end
  return places_text(name, now), places_text("no " .. name, gone)
end

-- Whether a variable of the game is about what lies where another one, or a token, says.
local function is_detail(variable, all, kinds)
  for _, kind in ipairs(kinds) do
    if variable.scope == "game" and variable.name:sub(1, #kind.name + 1) == kind.name .. "_" then return true end
  end
  for _, other in ipairs(all) do
    local about = other.type and other.scope == "game" and variable.name:sub(1, #other.name + 1) == other.name .. "_"
    if about and other.script == variable.script and variable.scope == "game" then return true end
  end
  return false
end

-- By script, its variables that are told.
local told_of = game_cache.new(function(game)
  local by_script, all, kinds = {}, variable_values.of(game), game:tokens()
  for _, variable in ipairs(all) do
    if variable.lifetime == "game" and not is_detail(variable, all, kinds) then
      table.insert(game_cache.entry(by_script, variable.script, function() return {} end), variable)
    end
  end
  return by_script
end)

-- What the script of one variant remembers.
local function remembered(state, source, marks, tiles)
  local parts = {}
  for _, variable in ipairs(told_of(state:game())[source.name] or {}) do parts[#parts + 1] = variable_text(state, variable, tiles) end
  for _, attribute in ipairs(extras.attributes(state:game())) do
    if attribute.script == source.name then
      local now, gone = marked_text(marks, attribute.name)
      parts[#parts + 1] = now
      parts[#parts + 1] = gone
    end
  end
  return parts
end

local function span_places(tiles)
  local parts = {}
  for _, tile in ipairs(tiles) do
    if tile.span then parts[#parts + 1] = ("%s %s"):format(tile.span, words.at(tile.x, tile.y)) end
  end
  return parts
end

local function span_name(game)
  local names = {}
  for _, piece in ipairs(game:pieces()) do
    if piece.span then names[#names + 1] = piece.name end
  end
  return table.concat(names, ", ")
end

local function captured(state)
  local parts = {}
  for player = 1, state:game():players() do
    for _, piece in ipairs(state:game():pieces()) do
      local count = state:captured(player)[piece.name] or 0
      if count > 0 then parts[#parts + 1] = ("%d %s%s of player %d"):format(count, piece.name, count > 1 and "s" or "", player) end
    end
  end
  return parts
end

-- "hand of player 1: 3 tiles", "market: BA-B BA-U"; where nothing lies, nothing.
local function reserve_texts(state, observer)
  local parts = {}
  for _, reserve in ipairs(reserves.of(state, observer)) do
    local what = reserve.tiles and table.concat(reserve.tiles, " ") or words.count(reserve.count, "tile")
    local whose = reserve.player and " of player " .. reserve.player or ""
    if reserve.count > 0 then parts[#parts + 1] = ("%s%s: %s"):format(words.name(reserve.name), whose, what) end
  end
  return parts
end

-- "road:N and road:E at 0,1", "road:W at 0,0 and road:S at 3,1": as many as of other places.
local function joined(state)
  local parts, joins = {}, state:joins()
  for i = 1, math.min(#joins, MOST) do
    local one, other = joins[i][1], joins[i][2]
    local first = one.tile == other.tile and one.text or one.text .. " " .. words.at(one.x, one.y)
    parts[i] = ("%s and %s %s"):format(first, other.text, words.at(other.x, other.y))
  end
  if #joins > MOST then parts[#parts + 1] = ("and %d more"):format(#joins - MOST) end
  return parts
end

-- "castle at 1,2 and 2,2": the tiles of each area.
local function area_texts(state)
  local parts = {}
  for i, area in ipairs(areas.of(state)) do
    local cells, told = {}, {}
    for _, place in ipairs(area.places) do
      local cell = words.at(place.x, place.y)
      if not told[cell] then cells[#cells + 1] = cell end
      told[cell] = true
    end
    if #cells > MOST then cells = compat.table.move(cells, 1, MOST, 1, { [MOST + 1] = ("%d more"):format(#cells - MOST) }) end
    parts[i] = ("%s %s"):format(words.name(area.name), table.concat(cells, " and "))
  end
  return parts
end

--- What lies on the table besides tiles and pieces, a line for places with names, one for the spans, one for the captured pieces, one
--- for tiles in reserves, one for each kind of token that is somewhere, one for what scripts have joined, and one for each script that
--- remembers something.
---@param state State
---@param observer? integer|"spectator" who is told; nobody, who knows all, by default
---@param marks? Thing[] what carcassonne.describe.board_extras.marked gave
---@return string[] lines none where there is nothing to tell
---@usage assert(#require("carcassonne.text.board_extras").lines(state) == 0)
function board_extras.lines(state, observer, marks)
  local lines, tiles = {}, state:tiles()
  local function add(name, parts, separator)
    if #parts > 0 then lines[#lines + 1] = ("%s: %s"):format(name, table.concat(parts, separator)) end
  end
  add("places", area_texts(state), "; ")
  add(span_name(state:game()), span_places(tiles), ", ")
  add("captured", captured(state), ", ")
  add("tiles in reserve", reserve_texts(state, observer), "; ")
  for _, line in ipairs(token_lines(state, observer)) do lines[#lines + 1] = line end
  add("joined", joined(state), ", ")
  marks = marks or extras.marked(state, tiles)
  for _, variant in ipairs(variant_game.variants_of(state:game())) do
    add(variant.name, remembered(state, variant.source, marks, tiles), "; ")
  end
  return lines
end

return board_extras
