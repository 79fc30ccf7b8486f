--- Describes the items on the table besides tiles and pieces: areas, spans, captured pieces, joins,
--- reserves, tokens, labelled variables of scripts, and changed attributes.
-- @module carcassonne.text.board_extras

local areas = require "carcassonne.describe.areas"
local compat = require "carcassonne.base.compat"
local extras = require "carcassonne.describe.board_extras"
local reserves = require "carcassonne.describe.reserves"
local variable_values = require "carcassonne.describe.variable_values"
local tokens = require "carcassonne.describe.tokens"
local variant_game = require "carcassonne.variant.game"
local victory = require "carcassonne.describe.victory"
local words = require "carcassonne.describe.words"

local board_extras = {}

local MAX = 12 -- maximum number of places named for one variable; further places are counted

-- Returns "on the road (north) at 1,-4", or only the cell.
local function place_text(state, at)
  return (at.text and words.on_segment(state, at.text, at) .. " " or "") .. words.at(at.x, at.y)
end

-- Shortens a list to MAX places, and adds the number of further places.
local function few(parts)
  if #parts <= MAX then return parts end
  return compat.table.move(parts, 1, MAX, 1, { [MAX + 1] = ("and %d more"):format(#parts - MAX) })
end

-- Returns "tower height: 2 at 1,-4, 1 at 0,3". If all values are 1, they are omitted.
local function places_text(state, name, found)
  local all_ones, parts = true, {}
  for _, one in ipairs(found) do all_ones = all_ones and one.value == 1 end
  for i, one in ipairs(found) do
    parts[i] = (all_ones and "" or one.value .. " ") .. place_text(state, one)
  end
  return parts[1] and ("%s: %s"):format(name, table.concat(few(parts), ", ")) or nil
end

-- Returns the text of a number or a place.
local function value_text(state, entry)
  local at = entry and entry.place
  return at and place_text(state, at) or entry and tostring(entry.value) or "0"
end

local function players_text(state, variable, entries)
  local parts = {}
  for player = 1, state:game():players() do parts[player] = "0" end
  for _, entry in ipairs(entries) do parts[entry.player] = value_text(state, entry) end
  return entries[1] and ("%s by player: %s"):format(variable.label, table.concat(parts, " | ")) or nil
end

-- ---- Tokens -------------------------------------------------------------------------------------

-- Returns the number of a token: "(3)", "(hidden)"; nil for a token without a number.
local function number_text(group)
  return group.number and ("(%d)"):format(group.number) or group.hidden and "(hidden)" or nil
end

local function token_text(state, group, several)
  local parts = { several and group.count or nil }
  parts[#parts + 1] = number_text(group)
  parts[#parts + 1] = group.owner and "of player " .. group.owner or nil
  parts[#parts + 1] = place_text(state, group)
  return table.concat(parts, " ")
end

-- Returns "2 at 1,-4, 1 at 0,3". If all counts are 1, they are omitted.
local function lying_text(state, groups)
  local several, parts = false, {}
  for _, group in ipairs(groups) do several = several or group.count > 1 end
  for i, group in ipairs(groups) do parts[i] = token_text(state, group, several) end
  return table.concat(few(parts), ", ")
end

-- Returns "in hand 9 | 8", or, with the known numbers of tokens that may be hidden: "in hand (2)
-- (5) | 3".
local function hands_text(groups, kind, players)
  local counts, faces = {}, {}
  for player = 1, players do counts[player], faces[player] = 0, {} end
  for _, group in ipairs(groups) do
    counts[group.player] = counts[group.player] + group.count
    for _ = 1, kind.seen ~= "all" and group.number and group.count or 0 do
      table.insert(faces[group.player], number_text(group))
    end
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

-- Adds a line for each kind of token that is on the table or in a hand.
local function token_lines(state, observer)
  local lines, lying, held = {}, tokens.lying(state, observer), tokens.in_hands(state, observer)
  for _, kind in ipairs(state:game():tokens()) do
    local parts, on_table, in_hands = {}, of_kind(lying, kind.name), of_kind(held, kind.name)
    if #on_table > 0 then parts[1] = lying_text(state, on_table) end
    if #in_hands > 0 then parts[#parts + 1] = hands_text(in_hands, kind, state:game():players()) end
    local left = state:num_tokens(kind.name)
    if left > 0 and #parts > 0 then parts[#parts + 1] = left .. " left" end
    if #parts > 0 then
      lines[#lines + 1] = ("%s: %s"):format(words.name(kind.name), table.concat(parts, "; "))
    end
  end
  return lines
end

-- Returns the values of a variable as a line.
local function variable_text(state, variable, tiles)
  local entries = variable_values.values(state, variable, tiles)
  if variable.scope == "player" then return players_text(state, variable, entries) end
  if variable.scope ~= "game" then return places_text(state, variable.label, entries) end
  return entries[1] and ("%s: %s"):format(variable.label, value_text(state, entries[1])) or nil
end

-- Returns a text that says where an attribute was added, and where it was removed.
local function marked_text(state, marks, name)
  local now, gone = {}, {}
  for _, mark in ipairs(marks) do
    if mark.name == name then
      table.insert(mark.attribute == "new" and now or gone,
        { value = 1, x = mark.x, y = mark.y, segment = mark.segment, text = mark.text })
    end
  end
  name = words.name(name)
  return places_text(state, name, now), places_text(state, "no " .. name, gone)
end

-- Returns the labelled variables and changed attributes of a variant.
local function remembered(state, source, marks, tiles)
  local parts = {}
  for _, variable in ipairs(variable_values.labelled(state:game())) do
    if variable.script == source.name then parts[#parts + 1] = variable_text(state, variable, tiles) end
  end
  for _, attribute in ipairs(extras.attributes(state:game())) do
    if attribute.script == source.name then
      local now, gone = marked_text(state, marks, attribute.name)
      parts[#parts + 1] = now
      parts[#parts + 1] = gone
    end
  end
  return parts
end

local function span_places(tiles)
  local parts = {}
  for _, tile in ipairs(tiles) do
    if tile.span then
      parts[#parts + 1] = ("%s %s"):format(words.axis[tile.span], words.at(tile.x, tile.y))
    end
  end
  return parts
end

local function span_name(game)
  local names = {}
  for _, piece in ipairs(game:pieces()) do
    if piece.span then names[#names + 1] = words.piece(piece.name) end
  end
  return table.concat(names, ", ")
end

local function captured(state)
  local parts = {}
  for player = 1, state:game():players() do
    for _, piece in ipairs(state:game():pieces()) do
      local count = state:captured(player)[piece.name] or 0
      if count > 0 then
        parts[#parts + 1] = ("%s of player %d"):format(words.count(count, words.piece(piece.name)), player)
      end
    end
  end
  return parts
end

-- Returns the contents of reserves that are not empty: "hand of player 1: 3 tiles", "market: a tile
-- with a monastery, a tile with a road (east and west)".
local function reserve_texts(state, observer)
  local parts, game = {}, state:game()
  for _, reserve in ipairs(reserves.of(state, observer)) do
    local tiles = {}
    for i, id in ipairs(reserve.tiles or {}) do tiles[i] = words.tile(game, id) end
    local what = reserve.tiles and table.concat(tiles, ", ") or words.count(reserve.count, "tile")
    local whose = reserve.player and " of player " .. reserve.player or ""
    if reserve.count > 0 then
      parts[#parts + 1] = ("%s%s: %s"):format(words.name(reserve.name), whose, what)
    end
  end
  return parts
end

-- Returns "the road (north)".
local function joined_part(text)
  local sides = words.sides(text)
  return ("the %s%s"):format(text:match "^%a+", sides and (" (%s)"):format(sides) or "")
end

-- Returns "the road (north) and the road (east) at 0,1", or "the road (west) at 0,0 and the road
-- (south) at 3,1".
local function joined(state)
  local parts = {}
  for i, join in ipairs(state:joins()) do
    local one, other = join[1], join[2]
    local first = one.tile == other.tile and joined_part(one.text) or joined_part(one.text) .. " "
      .. words.at(one.x, one.y)
    parts[i] = ("%s and %s %s"):format(first, joined_part(other.text), words.at(other.x, other.y))
  end
  return few(parts)
end

-- Returns the tiles of each area: "castle at 1,2 and 2,2".
local function area_texts(state)
  local parts = {}
  for i, area in ipairs(areas.of(state)) do
    local cells, seen = {}, {}
    for _, place in ipairs(area.places) do
      local cell = words.at(place.x, place.y)
      if not seen[cell] then cells[#cells + 1] = cell end
      seen[cell] = true
    end
    if #cells > MAX then
      cells = compat.table.move(cells, 1, MAX, 1, { [MAX + 1] = ("%d more"):format(#cells - MAX) })
    end
    parts[i] = ("%s %s"):format(words.name(area.name), table.concat(cells, " and "))
  end
  return parts
end

--- Returns lines about the items on the table besides tiles and pieces: areas, spans, captured
--- pieces, reserves, each kind of token, joins, and the variables of each script. The first line
--- has the rule of victory, unless the most points win.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@param marks? Thing[] the result of carcassonne.describe.board_extras.marked
---@return string[] lines empty if no such items exist
---@usage assert(#require("carcassonne.text.board_extras").lines(state) == 0)
function board_extras.lines(state, observer, marks)
  local lines, tiles = {}, state:tiles()
  local function add(name, parts, separator)
    if #parts > 0 then lines[#lines + 1] = ("%s: %s"):format(name, table.concat(parts, separator)) end
  end
  add("victory", { victory.text(state:game()) })
  add("places", area_texts(state), "; ")
  add(span_name(state:game()), span_places(tiles), ", ")
  add("captured", captured(state), ", ")
  add("tiles in reserve", reserve_texts(state, observer), "; ")
  for _, line in ipairs(token_lines(state, observer)) do lines[#lines + 1] = line end
  add("joined", joined(state), ", ")
  marks = marks or extras.marked(state, tiles)
  for _, variant in ipairs(variant_game.variants_of(state:game())) do
    add(words.name(variant.name), remembered(state, variant.source, marks, tiles), "; ")
  end
  return lines
end

return board_extras
