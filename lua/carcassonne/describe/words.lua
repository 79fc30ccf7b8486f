--- All names and phrases for people: kinds, sides, pieces, items of scripts, actions and decisions.
-- @module carcassonne.describe.words

local c_locale = require "carcassonne.base.c_locale"
local phrases = require "carcassonne.describe.phrases"

local words = {}

--- The name of a follower on each kind of segment.
---@type table<Kind, string>
words.role = { city = "knight", road = "thief", monastery = "monk", field = "farmer" }

--- The place of a piece on each kind of segment.
---@type table<Kind, string>
words.where = { city = "in the city", road = "on the road", monastery = "in the monastery",
  field = "in the field",
  spot = "on the place for a piece", river = "on the river" }

--- Direction of a span.
---@type table<Axis, string>
words.axis = { ["N.S"] = "from north to south", ["E.W"] = "from west to east" }

--- The rotations of a tile in words.
---@type table<integer, string>
words.turned = {
  [0] = "as printed", "turned a quarter clockwise", "turned halfway round", "turned a quarter anticlockwise",
}

--- Whether an event of a kind changes points.
---@type table<EventKind, boolean>
words.pays = { scored = true, awarded = true }

local AXES = { "N.S", "E.W" } -- indexed by the number of an option that lays a span
local SIDES = { N = "north", E = "east", S = "south", W = "west" }

-- ---- Names and numbers --------------------------------------------------------------------------

--- Formats the name of a phase, piece, attribute, variable, option or variant for people.
---@param name string
---@return string
---@usage assert(require("carcassonne.ui").words.name "longest_road" == "longest road")
--- assert(require("carcassonne.ui").words.name "my-rule.longest_road" == "longest road")
function words.name(name) return (name:match "[^.]*$":gsub("[_%-]", " ")) end

-- Names of pieces whose names in scripts are not nouns.
local NOUNS = { large = "large follower" }

--- Formats the name of a kind of piece for people.
---@param piece string name of the kind
---@return string
---@usage assert(require("carcassonne.ui").words.piece "large" == "large follower")
function words.piece(piece) return NOUNS[piece] or words.name(piece) end

--- What the reader of a text knows.
---@class SaidTo
---@field names? table<integer, string> names of players, "player 1" by default
---@field seen? boolean whether the screen shows places: a cell is then named by its distance to the last tile, and only if
--- nothing else distinguishes it; if `seen` is not set, a cell is named as "at 4,-1"

--- Returns the name of a player.
---@param player integer
---@param to? SaidTo
---@return string
---@usage local words = require("carcassonne.ui").words
--- assert(words.player(2) == "player 2" and words.player(2, { names = { "Anna", "Ben" } }) ==
--- "Ben")
function words.player(player, to) return to and to.names and to.names[player] or "player " .. player end

--- Returns the functions that replace words in braces in the texts of scripts.
---@param name? fun(player:integer):string name of a player, "player 1" by default
---@return Naming
function words.naming(name)
  return { player = name or words.player, piece = words.piece, token = words.name,
    tile = function(id, game) return words.tile(game, id) end, number = tostring }
end

--- Formats the value of a script's option.
---@param value string|number|boolean
---@return string
function words.value(value)
  if type(value) == "boolean" then return value and "yes" or "no" end
  return words.name(c_locale.tostring(value))
end

--- Formats a script's option and its value.
---@param name string
---@param value string|number|boolean
---@return string
function words.option(name, value) return words.name(name) .. ": " .. words.value(value) end

--- Capitalizes the first letter.
---@param text string
---@return string
function words.sentence(text) return (text:gsub("^%l", c_locale.upper)) end

--- Formats a count with its noun.
---@param count integer
---@param one string
---@param many? string plural; by default `one` with an s
---@return string
function words.count(count, one, many)
  return ("%d %s"):format(count, count == 1 and one or many or one .. "s")
end

--- Joins a list: "a", "a and b", "a, b and c".
---@param list string[]
---@return string
function words.list(list)
  if #list <= 1 then return list[1] or "" end
  return table.concat(list, ", ", 1, #list - 1) .. " and " .. list[#list]
end

--- Formats a cell as "at 4,-1"; returns "" if there is no cell.
---@param x? integer
---@param y? integer
---@return string
function words.at(x, y) return x and ("at %d,%d"):format(x, y) or "" end

local function steps(count, one, other)
  if count == 0 then return nil end
  return ("%d %s"):format(math.abs(count), count > 0 and one or other)
end

--- Formats the distance from one cell to another.
---@param east integer number of cells to the east
---@param south integer
---@return string? text nil for the same cell
---@usage local away = require("carcassonne.ui").words.away
--- assert(away(-2, 1) == "2 west and 1 south" and away(0, 0) == nil)
function words.away(east, south)
  local list = {}
  list[1] = steps(east, "east", "west")
  list[#list + 1] = steps(south, "south", "north")
  return list[1] and words.list(list) or nil
end

--- Returns the sides that a segment touches, from the text of the segment.
---@param text string
---@return string? sides nil if the segment touches no side
---@usage local sides = require("carcassonne.ui").words.sides
--- assert(sides "road:N.S" == "north and south" and sides "monastery" == nil)
function words.sides(text)
  local names, seen = {}, {}
  for port in (text:match(":(.*)$") or ""):gmatch("[^.]+") do
    local side = SIDES[port:sub(1, 1)]
    if side and not seen[side] then names[#names + 1] = side end
    seen[side or port] = true
  end
  return names[1] and words.list(names) or nil
end

-- ---- Tiles --------------------------------------------------------------------------------------

local NAMED_KINDS = { city = true, road = true, monastery = true, river = true, spot = true }

local function with_article(noun) return (noun:find "^[aeiou]" and "an " or "a ") .. noun end

-- Returns " marked old ferry and tower", or "" without attributes.
local function marked(attributes)
  local names = {}
  for i, name in ipairs(attributes) do names[i] = words.name(name) end
  return names[1] and " marked " .. words.list(names) or ""
end

-- Describes a segment: "city with 2 pennants and wine", "road marked inn". Returns nil for a spot
-- without attributes.
local function noun_of(segment)
  if segment.kind == "spot" then return segment.attributes[1] and words.name(segment.attributes[1]) end
  local bears = {}
  if segment.pennants > 0 then
    bears[1] = segment.pennants == 1 and "a pennant" or words.count(segment.pennants, "pennant")
  end
  bears[#bears + 1] = segment.good
  return segment.kind .. (bears[1] and " with " .. words.list(bears) or "") .. marked(segment.attributes)
end

-- Groups equal segments: { { noun=, count=, sides={...} }, ... }, in the order of the tile.
local function nouns_of(tile)
  local list, by_noun = {}, {}
  for _, segment in ipairs(tile.segments) do
    local noun = NAMED_KINDS[segment.kind] and noun_of(segment)
    local one = noun and (by_noun[noun] or { noun = noun, count = 0, sides = {} })
    if one then
      list[#list + 1], by_noun[noun] = not by_noun[noun] and one or nil, one
      one.count = one.count + 1
      table.insert(one.sides, words.sides(segment.text))
    end
  end
  return list
end

local function noun_text(one)
  local name, rest = one.noun:match "^(%S+)(.*)$"
  local text = one.count == 1 and with_article(one.noun) or one.count .. " " .. (name:gsub("y$", "ie"))
    .. "s" .. rest
  return text .. (one.sides[1] and (" (%s)"):format(table.concat(one.sides, "; ")) or "")
end

-- Returns a tile of a game or of a GameView.
local function printed_tile(game, id)
  if type(game) == "userdata" then return game:tile(id) end
  for _, tile in ipairs(game.tiles) do
    if tile.id == id then return tile end
  end
end

--- Describes a printed tile in words.
---@param game? Game|table a game or its view
---@param id? string nil for a hidden tile
---@return string
---@usage local tile = require("carcassonne.ui").words.tile
--- local text = tile(carcassonne.game(), "BA-D")
--- assert(text == "a tile with a road (east and west) and a city (north)")
function words.tile(game, id)
  local printed = game and id and printed_tile(game, id)
  if not printed then return "a tile" end
  local parts = {}
  for i, one in ipairs(nouns_of(printed)) do parts[i] = noun_text(one) end
  local marks = marked(printed.attributes)
  return "a tile with " .. (parts[1] and words.list(parts) or "fields only")
    .. (marks ~= "" and "," .. marks or "")
end

-- ---- Actions ------------------------------------------------------------------------------------

--- Describes the span of a placement.
---@param action Action
---@param to? SaidTo
---@return string text "" without a span
function words.span(action, to)
  local span = action.span
  if not span then return "" end
  local away = words.away(span.x - action.x, span.y - action.y)
  local seen = away and away .. " of this tile" or "on this tile"
  return ("with a %s %s %s"):format(words.piece(span.piece), words.axis[span.axis],
    to and to.seen and seen or words.at(span.x, span.y))
end

local function size_text(state, feature)
  if feature.kind == "field" then
    return words.count(state:count { "features", kind = "city", complete = true, borders = feature },
      "complete city",
      "complete cities")
  end
  return words.count(feature.tiles, "tile") .. " so far"
end

--- Returns whether an action concerns a tile other than the one just placed.
---@param state State
---@param action Action
---@return boolean
function words.is_elsewhere(state, action)
  local x, y = state:last_placed()
  return action.x ~= x or action.y ~= y
end

--- Describes the place of a piece on a segment: the area, the attribute of a spot, or the kind.
---@param state? State nil for a view, which gives a less specific text
---@param kind Kind
---@param x? integer
---@param y? integer
---@param segment? integer
---@return string? where nil for an unknown kind
function words.place(state, kind, x, y, segment)
  local area = state and x and segment and state:areas({ x = x, y = y, segment = segment })[1]
  if area then return "in the " .. words.name(area) end
  local tile = kind == "spot" and state and x and state:tile_at(x, y)
  local printed = tile and state:game():tile(tile.id)
  local inside = printed and segment and printed.segments[segment].attributes[1]
  if inside then return "in the " .. words.name(inside) end
  return printed and printed.attributes[1] and "on the " .. words.name(printed.attributes[1])
    or words.where[kind]
end

--- Describes the place on a segment with its sides: "on the road (east and west)".
---@param state? State
---@param text string the segment in notation, or only its kind
---@param at {x?:integer, y?:integer, segment?:integer}
---@return string
function words.on_segment(state, text, at)
  local sides = words.sides(text)
  return (words.place(state, text:match "^%a+", at.x, at.y, at.segment) or "there")
    .. (sides and (" (%s)"):format(sides) or "")
end

--- Returns the role of a kind of piece on a kind of segment, if it acts as a follower.
---@param game Game
---@param piece string
---@param kind Kind
---@return string? role knight, thief, monk, farmer
function words.role_of(game, piece, kind)
  local known = game:piece(piece)
  return known and known.follower and words.role[kind] or nil
end

local function place_text(game, piece, kind, where)
  local role = words.role_of(game, piece, kind)
  return role and ("as a %s %s"):format(role, where) or where
end

local function deploy_text(state, action, to)
  local feature = state:feature(action.x, action.y, action.segment)
  local kind = feature and feature.kind or action.text:match("^%a+")
  local where = words.sides(action.text)
  local detail = where and "to the " .. where or kind == "field" and "inside the tile" or nil
  local size = feature and size_text(state, feature)
  local rest = {}
  if detail and kind ~= "monastery" then rest[#rest + 1] = detail end
  if size and kind ~= "spot" then rest[#rest + 1] = size end
  if not to.seen and words.is_elsewhere(state, action) then rest[#rest + 1] = words.at(action.x, action.y) end
  local place = words.place(state, kind, action.x, action.y, action.segment) or ""
  return ("%s %s%s"):format(words.piece(action.piece), place_text(state:game(), action.piece, kind, place),
    #rest > 0 and " (" .. table.concat(rest, "; ") .. ")" or "")
end

-- Describes the tile of a placement, if it is not the tile in hand, which is visible.
local function place_tile_text(state, action, to)
  local span, tile = words.span(action, to), action.id == state:hand() and "the tile"
    or words.tile(state:game(), action.id)
  return ("%s %s, %s%s"):format(tile, words.at(action.x, action.y), words.turned[action.rotation],
    span ~= "" and ", " .. span or "")
end

-- Returns whether a piece is a span that a phase of the same name lays.
local function is_span(game, name)
  local piece = game:piece(name)
  return piece and piece.span
end

-- Describes the cell of an option. If the screen shows the cell, only an option without other parts
-- needs the text.
local function cell_text(state, action, to, is_named)
  if not to.seen then return words.at(action.x, action.y) end
  if is_named then return nil end
  local x, y = state:last_placed()
  local away = words.away(action.x - (x or 0), action.y - (y or 0))
  return away and away .. " of the last tile" or "on the last tile"
end

local function naming_to(to)
  return words.naming(to and to.names and function(player) return words.player(player, to) end)
end

-- Returns the parts that an option names besides its place: "follower of player 1", "gold 3", "a
-- tile with a city (north)". `done` has the words that the script's label already contains.
local function named_parts(game, option, done, naming)
  local parts, what = {}, nil
  if option.piece and not done.piece then what = words.piece(option.piece) end
  if option.token and not done.token then what = words.name(option.token) end
  if what and option.token and option.number and not done.number then
    what = ("%s %d"):format(what, option.number)
  end
  local player = option.player and not done.player and naming.player(option.player)
  parts[1] = what and player and ("%s of %s"):format(what, player) or what or player or nil
  if option.tile and not done.tile then parts[#parts + 1] = naming.tile(option.tile, game) end
  return parts
end

--- Returns the parts that an option of a script names besides its place. If the script has a label
--- for the option, the label comes first. Each part is named once.
---@param game? Game
---@param option NamedOption
---@param naming Naming
---@return string[] parts
function words.named(game, option, naming)
  local label, done
  if game then label, done = phrases.label(game, option, naming) end
  done = done or {}
  local parts = named_parts(game, option, done, naming)
  parts[#parts + 1] = label
  if option.number and not done.number and (not option.token or done.token) then
    parts[#parts + 1] = game and is_span(game, option.name) and words.axis[AXES[option.number]]
      or tostring(option.number)
  end
  return parts
end

-- Describes an option of a script: "capture: follower of player 1, in the city, at 2,0".
local function choice_text(state, action, to)
  local parts = words.named(state:game(), { name = action.name, player = action.player, piece = action.piece,
    token = action.token,
    tile = phrases.tile(action), number = action.number }, naming_to(to))
  if action.text then
    local sides = words.sides(action.text)
    local where = words.place(state, action.text:match "^%a+", action.x, action.y, action.segment) or "there"
    parts[#parts + 1] = where .. (sides and " to the " .. sides or "")
  end
  if action.x then parts[#parts + 1] = cell_text(state, action, to, action.text or action.piece) end
  return words.name(action.name) .. (#parts > 0 and ": " .. table.concat(parts, ", ") or "")
end

local PASS = { deploy = "no piece", place = "set the tile aside", choice = "none of these" }

local function pass_text(state)
  if state:decision() == "deploy" then
    for _, action in ipairs(state:legal_actions()) do
      if action.kind == "choice" then return "none of these" end
    end
  end
  return PASS[state:decision()] or "pass"
end

local TEXT = {
  place = place_tile_text,
  deploy = deploy_text,
  choice = choice_text,
  pass = pass_text,
  extra = function(_, action) return action.take and "take another tile" or "end the turn" end,
  draw = function(state, action) return "draw " .. words.tile(state:game(), action.id) end,
  resign = function() return "give up" end,
}

--- Describes an action.
---@param state State|View
---@param action Action|ViewAction
---@param to? SaidTo ignored for a ViewAction, which already has its text
---@return string
---@usage local state = carcassonne.game():new_initial_state(1)
--- local words = require("carcassonne.ui").words
--- print(words.action(state, state:action(1))) --> TB-G at -1,0, as printed
function words.action(state, action, to)
  if type(action) == "table" then return action.says end
  return TEXT[action.kind](state, action, to or {})
end

-- ---- Decisions ----------------------------------------------------------------------------------

local function names_of(players, to)
  local list = {}
  for i, player in ipairs(players) do list[i] = words.player(player, to) end
  return words.list(list)
end

--- Returns the question of a phase in the words of its script, capitalized.
---@param state State|View
---@param to? SaidTo
---@param hides? boolean whether the reader must not know the options
---@return string? text nil if no phase asks or its script has no question
function words.asks(state, to, hides)
  if type(state) ~= "userdata" then return state.asks end
  local text = phrases.question(state, naming_to(to), hides)
  return text and words.sentence(text)
end

--- Describes the dealing of a tile to a reserve, from the results of State:dealing.
---@param reserve string
---@param player? integer
---@param to? SaidTo
---@return string
---@usage local dealing = require("carcassonne.ui").words.dealing
--- assert(dealing("hand", 2) == "a tile is dealt to player 2's hand")
--- assert(dealing "market" == "a tile is dealt to the market")
function words.dealing(reserve, player, to)
  local whose = player and words.player(player, to) .. "'s" or "the"
  return ("a tile is dealt to %s %s"):format(whose, words.name(reserve))
end

local WHAT = {
  place = "places %s", deploy = "may deploy a piece on %s", extra = "may take another tile",
  draw = "draws a tile", choice = "chooses: %s",
}

--- Returns whether a text contains a name as a whole word: Ann is not Anna.
---@param text string
---@param name string
---@return boolean
---@usage local words = require("carcassonne.ui").words
--- assert(words.is_named("Which tile, Ann?", "ann") and not words.is_named("Anna goes on", "Ann"))
function words.is_named(text, name)
  local first, last = c_locale.lower(text):find(c_locale.lower(name), 1, true)
  while first do
    local before, after = text:sub(first - 1, first - 1), text:sub(last + 1, last + 1)
    if not before:find "[%w\128-\255]" and not after:find "[%w\128-\255]" then return true end
    first, last = c_locale.lower(text):find(c_locale.lower(name), last + 1, true)
  end
  return false
end

-- Describes a decision: "Player 1 places TB-G". A question that names the player is used without a
-- prefix.
local function question(seen, game, to)
  if seen.reserve then return words.sentence(words.dealing(seen.reserve, seen.owner, to)) end
  local who = seen.decision == "draw" and seen.turn or seen.current
  local tile = to and to.seen and "this tile" or words.tile(game, seen.hand)
  local what = seen.decision == "choice" and words.name(seen.phase) or tile
  local part = seen.part > 1 and (" (part %d of the turn)"):format(seen.part) or ""
  local name = who == "chance" and who or words.player(who, to)
  if seen.asks and part == "" and words.is_named(seen.asks, name) then return seen.asks end
  if seen.asks then return ("%s%s: %s"):format(words.sentence(name), part, seen.asks) end
  return ("%s%s %s"):format(words.sentence(name), part, WHAT[seen.decision]:format(what))
end

--- Returns the team number of each player; an empty table without teams.
---@param state State|View
---@return table<integer, integer>
function words.teams(state)
  local teams = {}
  if type(state) ~= "userdata" then
    for player, one in ipairs(state.players) do teams[player] = one.team end
    return teams
  end
  for i, team in ipairs(state:game():teams()) do
    for _, player in ipairs(team) do teams[player] = i end
  end
  return teams
end

-- Describes a game that nobody has won. In a cooperative game all players are in one team, or there
-- is only one player.
local function lost_text(seen, to)
  local players, together = {}, true
  for player = 1, seen.players do
    players[player] = player
    together = together and seen.teams[player] == seen.teams[1]
  end
  together = together and (seen.teams[1] ~= nil or seen.players == 1)
  if not together then return "The game is over: nobody wins." end
  return ("The game is over: %s %s with %d points."):format(names_of(players, to),
    seen.players == 1 and "loses" or "lose together", seen.best)
end

local function end_text(seen, to)
  if #seen.winners == 0 then return lost_text(seen, to) end
  local verb, first = "win together", seen.winners[1]
  for _, player in ipairs(seen.winners) do
    if not seen.teams[player] or seen.teams[player] ~= seen.teams[first] then verb = "share the victory" end
  end
  if #seen.winners == 1 then verb = "wins" end
  return ("The game is over: %s %s with %d points."):format(names_of(seen.winners, to), verb, seen.best)
end

-- Returns the facts of a state or a view that questions need.
local function facts(state, to)
  if type(state) == "userdata" then
    local winners = state:winners()
    local reserve, owner = state:dealing()
    return { over = state:is_terminal(), decision = state:decision(), turn = state:turn_player(),
      current = state:current_player(),
      phase = state:phase(), asks = words.asks(state, to), reserve = reserve, owner = owner,
      hand = state:hand(), part = state:part(), left = state:num_tiles_left(), winners = winners,
      best = state:score(winners[1] or 1), teams = words.teams(state), players = state:game():players() }
  end
  local left = 0
  for _, entry in ipairs(state.left) do left = left + entry.count end
  for _, reserve in ipairs(state.reserves) do left = left - (reserve.tiles and 0 or reserve.count) end
  local dealing = state.dealing or {}
  return { over = state.over, decision = state.decision, turn = state.turn, current = state.current,
    phase = state.phase,
    asks = state.asks, reserve = dealing.reserve, owner = dealing.player, hand = state.hand,
      part = state.part, left = left,
    winners = state.winners,
    best = state.winners and state.players[state.winners[1] or 1].score, teams = words.teams(state),
    players = #state.players }
end

-- Returns the game of a state, or the GameView that a host has put into a view. A view without one
-- has only a fingerprint.
local function game_of(state)
  if type(state) == "userdata" then return state:game() end
  return type(state.game) == "table" and state.game or nil
end

--- Describes the decision of a state briefly, or the result at the end.
---@param state State|View
---@param to? SaidTo
---@return string
---@usage local words = require("carcassonne.ui").words
--- assert(words.question(state, { names = { "Anna" }, seen = true }) == "Anna places this tile")
function words.question(state, to)
  local seen = facts(state, to)
  return seen.over and end_text(seen, to) or question(seen, game_of(state), to)
end

--- Describes the decision of a state and the tiles left, or the result at the end.
---@param state State|View
---@param to? SaidTo
---@return string
function words.decision(state, to)
  local seen = facts(state, to)
  if seen.over then return end_text(seen, to) end
  local text = question(seen, game_of(state), to)
  return ("%s%s Tiles still to be drawn: %d."):format(text, text:find "[.?!]$" and "" or ".", seen.left)
end

return words
