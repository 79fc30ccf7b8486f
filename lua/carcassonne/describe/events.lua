--- Describes events in sentences.
-- @module carcassonne.describe.events

local c_locale = require "carcassonne.base.c_locale"
local phrases = require "carcassonne.describe.phrases"
local variable_values = require "carcassonne.describe.variable_values"
local words = require "carcassonne.describe.words"

local events = {}

local NAMED_STEP = { incomplete = "incomplete features", fields = "fields", goods = "goods" }
local GOODS = { "wine", "grain", "cloth" }
local ITEM = {
  tiles = { "tile", "tiles" }, pennants = { "pennant", "pennants" }, cities = { "city", "cities" },
}

local plural, list, capital, default_name = words.count, words.list, words.sentence, words.player

local function where(event, context)
  return words.place(context.state, event.feature, event.x, event.y, event.segment) or "there"
end

local function at_cell(event, context)
  return event.x and not context.seen and " " .. words.at(event.x, event.y) or ""
end

local function points_of(points) return plural(points, "point") end

-- Returns "player 1", "players 1 and 3", or their names.
local function people(players, name)
  if #players > 1 and name == default_name then return "players " .. list(players) end
  local names = {}
  for i, player in ipairs(players) do names[i] = name(player) end
  return list(names)
end

-- Returns the scripts whose function may have changed points: "siege", "siege or cult", or nil.
local function rule_of(context, hook)
  local names = context.state and phrases.scripts(context.state:game(), hook) or {}
  for i, name in ipairs(names) do names[i] = words.name(name) end
  return names[1] and table.concat(names, " or ") or nil
end

-- Descriptions of points from a row of a script, or from its function `points`.
local BY_SCRIPT = {
  pig = function(item) return ("%d x %d for the pig"):format(item.count, item.each) end,
  row = function(item) return ("%d x %d for %s"):format(item.count, item.each, words.name(item.name)) end,
  zeroed = function(item)
    return ("%d (all points) for %s"):format(item.count * item.each, words.name(item.name))
  end,
  halved = function(item)
    return ("%d (half of the points) for %s"):format(item.count * item.each, words.name(item.name))
  end,
  script = function(item, context)
    return ("%d for %s"):format(item.count * item.each, rule_of(context, "points") or "a rule of this game")
  end,
}

local function item_text(item, context)
  local names = ITEM[item.kind]
  if names then return ("%s x %d"):format(plural(item.count, names[1], names[2]), item.each) end
  return BY_SCRIPT[item.kind](item, context)
end

-- Returns " (3 tiles x 2 + 1 pennant x 2)", or "" if it would add no information.
local function items_text(items, context)
  if not items or #items == 0 or #items == 1 and items[1].kind == "good" then return "" end
  local parts = {}
  for i, item in ipairs(items) do parts[i] = item_text(item, context) end
  return (" (%s)"):format(table.concat(parts, " + "):gsub("%+ %-", "- "))
end

local function count_of(items, kind)
  for _, item in ipairs(items or {}) do
    if item.kind == kind then return item.count end
  end
  return 0
end

-- Groups players with equal scores: { {points=, items=, players={}} }
local function groups(scores, context)
  local found, order = {}, {}
  for _, score in ipairs(scores) do
    local key = score.points .. items_text(score.items, context)
    if not found[key] then
      found[key] = { points = score.points, items = score.items, players = {} }
      order[#order + 1] = found[key]
    end
    table.insert(found[key].players, score.player)
  end
  return order
end

local function payout(scores, context)
  local parts = {}
  for i, group in ipairs(groups(scores, context)) do
    local each = #group.players > 1 and " each" or ""
    parts[i] = ("%s%s for %s%s"):format(points_of(group.points), each,
      people(group.players, context.name), items_text(group.items, context))
  end
  return table.concat(parts, "; ")
end

-- Returns the size of a complete feature, from a later state. The size does not change.
local function size_of(event, state)
  local feature = state and state:feature(event.x, event.y, event.segment)
  if feature then return feature.tiles, feature.pennants end
  return nil, 0
end

-- Returns the name of a spot by its printed attribute: "garden".
local function spot_of(event, state)
  local feature = state and state:feature(event.x, event.y, event.segment)
  return words.name(feature and feature.attributes[1] or "spot")
end

-- Returns "city of 3 tiles with 1 pennant".
local function described(event, items, state)
  local tiles, pennants = count_of(items, "tiles"), count_of(items, "pennants")
  if not items then tiles, pennants = size_of(event, state) end
  if event.feature == "monastery" then return "monastery" end
  if event.feature == "spot" then return spot_of(event, state) end
  local text = event.feature
  if tiles and tiles > 0 then text = ("%s of %s"):format(text, plural(tiles, "tile")) end
  if pennants > 0 then text = ("%s with %s"):format(text, plural(pennants, "pennant")) end
  return text
end

local function completed(event, scores, context)
  local what = described(event, scores[1] and scores[1].items, context.state)
  local who = capital(context.name(event.player))
  if #scores == 0 then return ("%s completes a %s; nobody scores it."):format(who, what) end
  return ("%s completes a %s: %s."):format(who, what, payout(scores, context))
end

local function final_feature(event, scores, context)
  local pay = payout(scores, context)
  local at = at_cell(event, context)
  if event.feature == "goods" then return ("The most %s: %s."):format(event.good, pay) end
  if event.feature == "field" and (event.text or ""):match("^city") then
    return ("The farmers around the city%s: %s."):format(at, pay)
  elseif event.feature == "field" then
    return ("The field%s: %s."):format(at, pay)
  elseif event.feature == "monastery" then
    return ("The unfinished monastery%s: %s."):format(at, pay)
  end
  return ("The unfinished %s%s: %s."):format(described(event, scores[1].items, context.state), at, pay)
end

local function scored(event, scores, context)
  if event.final then return final_feature(event, scores, context) end
  return ("A %s scores: %s."):format(described(event, scores[1].items, context.state),
    payout(scores, context))
end

local function goods_text(goods)
  local parts = {}
  for _, good in ipairs(GOODS) do
    if goods[good] and goods[good] > 0 then parts[#parts + 1] = goods[good] .. " " .. good end
  end
  return list(parts)
end

-- Describes goods that a script has moved between players, or between a player and the supply.
local function given_text(event, context)
  local who = capital(context.name(event.player))
  for _, good in ipairs(GOODS) do
    local n = event.goods[good] or 0
    if n < 0 then return ("%s puts %d %s back."):format(who, -n, good) end
  end
  local from = event.giver and " from " .. context.name(event.giver) or ""
  return ("%s gets %s%s."):format(who, goods_text(event.goods), from)
end

local function deployed(event, context)
  local who, place = capital(context.name(event.player)), where(event, context)
  local piece, role = words.piece(event.piece), nil
  if context.state then role = words.role_of(context.state:game(), event.piece, event.feature)
  elseif event.piece == "follower" then role = words.role[event.feature] end
  return ("%s puts %s %s %s%s."):format(who, piece:find "^[aeiou]" and "an" or "a", piece, place,
    role and ", as a " .. role or "")
end

local function awarded(event, context)
  local label = event.label or rule_of(context)
  local what = label and (" (%s)"):format(words.name(label)) or ""
  local verb = event.points < 0 and "loses" or "gets"
  return ("%s %s %s%s."):format(capital(context.name(event.player)), verb, points_of(math.abs(event.points)),
    what)
end

-- Returns " on the road (north and south)", or "" without a segment.
local function on_segment(event, context)
  if not event.feature then return "" end
  return " " .. words.on_segment(context.state, event.text or event.feature, event)
end

-- Describes the choice of an option by the script's label, or by its name and parts.
local function chose(event, context)
  local who = event.player and capital(context.name(event.player)) .. " chooses" or "Chance decides"
  local game, naming = context.state and context.state:game(), words.naming(context.name)
  local option = { name = event.label, player = event.chosen_player, piece = event.piece, token = event.token,
    tile = not event.x and event.id or nil, number = event.chosen }
  local parts, has_label = words.named(game, option, naming), game and phrases.label(game, option, naming)
  if not has_label and (option.piece or option.token) then parts[1] = "the " .. parts[1] end
  local name = has_label and "" or " " .. words.name(event.label)
  local what = table.concat(parts, ", ") .. on_segment(event, context) .. at_cell(event, context)
  return ("%s%s%s%s."):format(who, name, what ~= "" and ": " or "", (what:gsub("^ ", "")))
end

-- Returns "The follower of player 1".
local function whose(event, context)
  return ("The %s of %s"):format(words.piece(event.piece), context.name(event.player))
end

-- Describes a tile, which may be hidden.
local function tile_of(event, context) return words.tile(context.state and context.state:game(), event.id) end

local function dealt(event, context)
  local reserve = words.name(event.label)
  if not event.player then return ("%s is dealt (%s)."):format(capital(tile_of(event, context)), reserve) end
  return ("%s is dealt %s (%s)."):format(capital(context.name(event.player)),
    tile_of(event, context), reserve)
end

local PUT = { bag = "goes into the bag", out = "is out of the game" }

local function put(event, context)
  local reserve = not PUT[event.label] and words.name(event.label)
  local tile = tile_of(event, context)
  if reserve and event.player then
    return ("%s gets %s (%s)."):format(capital(context.name(event.player)), tile, reserve)
  end
  return ("%s %s."):format(capital(tile), PUT[event.label] or ("is put aside (%s)"):format(reserve))
end

-- Returns the label of a variable, or nil.
local function label_of(event, context)
  local game = context.state and context.state:game()
  for _, variable in ipairs(game and variable_values.labelled(game) or {}) do
    if variable.key == event.label or variable.name == event.label then return variable.label end
  end
end

local PLAIN = {
  turn = function(event, context) return ("It is the turn of %s."):format(context.name(event.player)) end,
  drew = function(event, context)
    return ("%s draws %s."):format(capital(context.name(event.player)), tile_of(event, context))
  end,
  dealt = dealt,
  put = put,
  set_aside = function(event, context)
    return ("%s does not fit anywhere and is set aside."):format(context.seen and "The tile that was drawn"
      or capital(tile_of(event, context)))
  end,
  placed = function(event, context)
    if context.seen then return ("%s places a tile."):format(capital(context.name(event.player))) end
    return ("%s places %s at %d,%d, %s."):format(capital(context.name(event.player)), tile_of(event, context),
      event.x, event.y,
      words.turned[event.rotation])
  end,
  deployed = deployed,
  goods = function(event, context)
    if event.label == "given" then return given_text(event, context) end
    return ("%s takes %s from the completed city."):format(capital(context.name(event.player)),
      goods_text(event.goods))
  end,
  extra_part = function(event, context)
    return ("%s extended the feature of a builder and takes another tile."):format(
      capital(context.name(event.player)))
  end,
  extra_declined = function(event, context)
    return ("%s declines another tile."):format(capital(context.name(event.player)))
  end,
  skipped = function(event, context)
    return ("%s sits out a turn."):format(capital(context.name(event.player)))
  end,
  further_turn = function(event, context)
    return ("%s gets another turn."):format(capital(context.name(event.player)))
  end,
  next = function(event, context)
    return ("%s has the next turn."):format(capital(context.name(event.player)))
  end,
  reversed = function() return "The turn order is reversed." end,
  eliminated = function(event, context)
    return ("%s takes no more turns%s."):format(capital(context.name(event.player)),
      event.complete and "" or ", and has lost")
  end,
  resigned = function(event, context) return ("%s gives up."):format(capital(context.name(event.player))) end,
  final = function(event)
    return ("Final scoring: %s."):format(NAMED_STEP[event.label] or words.name(event.label))
  end,
  awarded = awarded,
  chose = chose,
  captured = function(event, context)
    return ("%s%s is captured."):format(whose(event, context), at_cell(event, context))
  end,
  released = function(event, context) return whose(event, context) .. " is set free." end,
  moved = function(event, context)
    return ("%s moves and is now %s%s."):format(whose(event, context), where(event, context),
      at_cell(event, context))
  end,
  spanned = function(event, context)
    local tile = context.state and context.state:tile_at(event.x, event.y)
    return ("%s lays a %s%s%s."):format(capital(context.name(event.player)), words.piece(event.piece),
      tile and tile.span and " " .. words.axis[tile.span] or "", at_cell(event, context))
  end,
  attribute_set = function(event, context)
    return ("The %s%s %s marked: %s."):format(event.feature, at_cell(event, context),
      event.complete and "is now" or "is no longer",
      words.name(event.label))
  end,
  ended = function() return "The game is over." end,
  laid = function(event, context)
    return ("%s is placed%s at the start."):format(capital(tile_of(event, context)), at_cell(event, context))
  end,
  passed = function(event, context)
    local what = event.label and ("passes (%s)"):format(words.name(event.label)) or "deploys no piece"
    return ("%s %s."):format(capital(context.name(event.player)), what)
  end,
  token = function(event, context)
    local bears = event.bears and " " .. event.bears or ""
    local place = event.player and " with " .. context.name(event.player) or on_segment(event, context)
      .. at_cell(event, context)
    return ("%s%s:%s."):format(capital(words.name(event.label)), bears,
      place ~= "" and place or " back in the supply")
  end,
  variable = function(event, context)
    local whose_it_is = event.player and " of " .. context.name(event.player) or ""
    local value = event.value and " " .. event.value or not event.tile and " none" or ""
    return ("%s%s:%s%s%s."):format(capital(label_of(event, context)), whose_it_is, value,
      on_segment(event, context),
      at_cell(event, context))
  end,
}

-- Events that are only for animations, not for sentences.
local OMITTED = { laid = true, passed = true, variable = true, token = true }

local function said_of(all, context, says_all)
  local said = {}
  for _, event in ipairs(all) do
    local omitted = not says_all and OMITTED[event.kind] or event.kind == "variable"
      and not label_of(event, context)
    if not omitted then said[#said + 1] = event end
  end
  return said
end

-- Returns the scores of one feature, which are consecutive events, and the index after them.
local function scores_after(all, from, event)
  local scores, i = {}, from
  while all[i] and all[i].kind == "scored" and all[i].tile == event.tile and all[i].segment == event.segment
    and all[i].feature == event.feature and all[i].good == event.good do
    scores[#scores + 1] = all[i]
    i = i + 1
  end
  return scores, i
end

-- Returns "Back in hand: 2 followers and the builder of player 1."
local function return_text(returns, context)
  local players, counts = {}, {}
  for _, event in ipairs(returns) do
    local mine = counts[event.player]
    if not mine then
      mine = { names = {} }
      counts[event.player] = mine
      players[#players + 1] = event.player
    end
    if not mine[event.piece] then table.insert(mine.names, event.piece) end
    mine[event.piece] = (mine[event.piece] or 0) + 1
  end
  c_locale.sort(players)
  local parts = {}
  for i, player in ipairs(players) do
    local pieces, mine = {}, counts[player]
    for j, piece in ipairs(mine.names) do
      pieces[j] = mine[piece] == 1 and "the " .. words.piece(piece) or plural(mine[piece], words.piece(piece))
    end
    parts[i] = ("%s of %s"):format(list(pieces), context.name(player))
  end
  return ("Back in hand: %s."):format(table.concat(parts, "; "))
end

-- Each join has two events, one for each place.
local LINKED = { joined = "is joined with", split = "is no longer joined with" }
local function linked(event, other, context)
  local how = LINKED[event.kind]
  if context.seen then return ("The %s %s another %s."):format(event.feature, how, event.feature) end
  return ("The %s%s %s the %s%s."):format(event.feature, at_cell(event, context), how, event.feature,
    at_cell(other, context))
end

local function returns_from(all, from)
  local returns, i = {}, from
  while all[i] and all[i].kind == "returned" do
    returns[#returns + 1] = all[i]
    i = i + 1
  end
  return returns, i
end

---@class Sentence
---@field text string
---@field kind string kind of the event
---@field decision integer number of decisions before the event
---@field event Event first event of the sentence
---@field pays boolean whether the sentence reports points

--- Describes consecutive events in sentences. A sentence may cover several events.
---@param all Event[] result of State:events
---@param options? {state?:State, name?:fun(player:integer):string, all?:boolean, seen?:boolean} state: a later state of the game, for
--- the size of features that nobody scored; name: names of players, "player 1" by default; all:
--- whether to include first tiles, passes and labelled variables; seen: whether the screen shows
--- places, so that sentences omit cells and tiles
---@return Sentence[]
---@usage local say = require("carcassonne.describe.events").sentences
--- assert(say({ { kind = "turn", player = 2 } })[1].text == "It is the turn of player 2.")
function events.sentences(all, options)
  options = options or {}
  local context = { state = options.state, name = options.name or default_name, seen = options.seen }
  local sentences, i = {}, 1
  all = said_of(all, context, options.all)
  while i <= #all do
    local event, after = all[i], i + 1
    local pays, text = words.pays[event.kind] or false
    if event.kind == "completed" then
      local scores
      scores, after = scores_after(all, i + 1, event)
      pays = #scores > 0
      text = completed(event, scores, context)
    elseif event.kind == "scored" then
      local scores
      scores, after = scores_after(all, i, event)
      text = scored(event, scores, context)
    elseif event.kind == "returned" then
      local returns
      returns, after = returns_from(all, i)
      text = return_text(returns, context)
    elseif LINKED[event.kind] then
      text, after = linked(event, all[i + 1] or event, context), i + 2
    else
      text = PLAIN[event.kind] and PLAIN[event.kind](event, context) or capital(event.kind) .. "."
    end
    sentences[#sentences + 1] = { text = text, kind = event.kind, decision = event.decision, event = event,
      pays = pays }
    i = after
  end
  return sentences
end

return events
