-- Millpond, a small game with hidden hands that only uses the contract of lua/doc/PLUGIN.md.
--
-- There are stones of the weights 1 to N, a few in each hand, the rest in a bag. In turn each
-- player lays a stone on the pile and draws another. A stone heavier than the top one stays on the
-- pile. A lighter stone breaks the pile: its player gets a point for each stone below it, and the
-- stone starts a new pile. Players without stones are skipped; when nobody has a stone the game is
-- over.

local game = {
  contract = 2, name = "millpond", version = "1",
    text = "Millpond: players lay stones on a pile until the pile breaks",
  players = { least = 2, most = 5, default = 3 },
  hides = "hands",
  options = {
    { name = "stones", kind = "integer", low = 15, high = 60, default = 24,
      text = "Number of stones in the bag at the start" },
    { name = "hand", kind = "integer", low = 1, high = 3, default = 3,
      text = "Number of stones in each hand" },
    { name = "last_pile", kind = "boolean", default = false,
      text = "Whether the player who lays the last stone takes the pile, even if the pile has not broken" },
    { name = "chance", kind = "choice", values = { "seed", "host" }, default = "seed",
      text = "Source of the draws: the seed, or the host" },
  },
}

-- Returns a value in range as a whole number (2 for 2.0), or nil for any other value.
local function whole(value, least, most)
  local is_one = type(value) == "number" and value % 1 == 0 and value >= least and value <= most
  return is_one and math.floor(value) or nil
end

-- Returns a text from outside in a printable form, with "?" for control and non-ASCII characters.
local function shown(text) return (tostring(text):sub(1, 60):gsub("[^\32-\126]", "?")) end

local function copy(list)
  local other = {}
  for key, value in pairs(list) do other[key] = value end
  return other
end

-- Uses whole numbers below 2^53, so that every Lua returns the same order.
local function shuffle(list, seed)
  local number = seed % 2147483646 + 1
  for i = #list, 2, -1 do
    number = number * 48271 % 2147483647
    local other = 1 + number % i
    list[i], list[other] = list[other], list[i]
  end
  return list
end

-- Event numbers are never used again, even if the events are undone.
local function log_event(s, event)
  s.last_number = s.last_number + 1
  event.number = s.last_number
  table.insert(s.log, event)
end

-- ---- The rules ----------------------------------------------------------------------------------

-- Returns the player who must draw a stone, or nil.
local function drawer(s)
  local dealt, drawn = s.options.players * s.options.hand, #s.drawn
  if drawn == s.options.stones then return nil end
  if drawn < dealt then return drawn % s.options.players + 1 end
  return drawn < dealt + s.laid and s.last or nil
end

local function take_pile(s, player, points)
  if points == 0 then return end
  s.points[player] = s.points[player] + points
  log_event(s, { kind = "took", player = player, points = points })
end

-- Passes the turn to the next player with a stone, or to nobody.
local function pass_on(s)
  for step = 1, s.options.players do
    s.turn = (s.last + step - 1) % s.options.players + 1
    if #s.hands[s.turn] > 0 then return end
  end
  s.turn = nil
  if s.options.last_pile then take_pile(s, s.last, #s.pile) end
end

local verbs = {}

function verbs.draw(s, stone)
  local player = drawer(s)
  table.insert(s.drawn, stone)
  table.insert(s.hands[player], stone)
  log_event(s, { kind = "drew", player = player, stone = stone })
end

function verbs.lay(s, stone)
  local player, hand, below = s.turn, s.hands[s.turn], s.pile[#s.pile]
  for i = #hand, 1, -1 do
    if hand[i] == stone then table.remove(hand, i) end
  end
  s.laid, s.last = s.laid + 1, player
  log_event(s, { kind = "laid", player = player, stone = stone })
  if below and below > stone then
    take_pile(s, player, #s.pile)
    s.pile = {}
  end
  table.insert(s.pile, stone)
end

-- Applies an action.
local function act(s, action)
  local verb, stone = action:match "^(%a+) (%d+)$"
  table.insert(s.deciders, verb == "draw" and "chance" or s.turn)
  verbs[verb](s, tonumber(stone))
  table.insert(s.actions, action)
end

local function go_on(s)
  while drawer(s) and s.bag[#s.drawn + 1] do verbs.draw(s, s.bag[#s.drawn + 1]) end
  if s.laid > 0 and not drawer(s) then pass_on(s) end
end

-- A state is its options, the order of the bag if known, and its actions. All else is derived.
local function begin(options, bag)
  local s = { options = options, bag = bag, actions = {}, drawn = {}, hands = {}, points = {},
    pile = {}, log = {}, deciders = {},
    laid = 0, turn = 1, last_number = 0, revision = 0, past = {} }
  for player = 1, options.players do s.hands[player], s.points[player] = {}, 0 end
  go_on(s)
  return s
end

local function replay(options, bag, actions, count)
  local s = begin(options, bag)
  for i = 1, count do
    act(s, actions[i])
    go_on(s)
  end
  return s
end

local REMEMBERED = 30 -- number of revisions for which `delta` knows the actions

-- Begins a new revision, before the state changes.
local function begin_revision(s)
  s.past[s.revision] = { actions = copy(s.actions) }
  s.past[s.revision - REMEMBERED] = nil
  s.revision = s.revision + 1
end

-- Gives a replayed state the revision of the original, and the numbers of the events of both.
local function carry(from, to)
  for i, event in ipairs(to.log) do event.number = from.log[i].number end
  to.last_number, to.revision, to.past = from.last_number, from.revision, copy(from.past)
  return to
end

-- Notes for each earlier revision which events are left after an undo.
local function note_undone(s)
  local last = #s.log > 0 and s.log[#s.log].number or 0
  for revision, one in pairs(s.past) do
    s.past[revision] = { actions = one.actions, undone_after = math.min(one.undone_after or last, last) }
  end
end

-- ---- Legal actions ------------------------------------------------------------------------------

function game.terminal(s) return s.turn == nil end

function game.current(s) return s.turn and (drawer(s) and "chance" or s.turn) end

-- Returns the weights that are not in a list.
local function others(s, list)
  local there, left = {}, {}
  for _, stone in ipairs(list) do there[stone] = true end
  for weight = 1, s.options.stones do
    if not there[weight] then left[#left + 1] = weight end
  end
  return left
end

function game.legal(s)
  local current, list = game.current(s), {}
  local stones = current == "chance" and others(s, s.drawn) or current and s.hands[current] or {}
  for i, stone in ipairs(stones) do
    list[i] = ("%s %d"):format(current == "chance" and "draw" or "lay", stone)
  end
  return list
end

function game.chance(s)
  local list = game.current(s) == "chance" and game.legal(s) or {}
  for i, action in ipairs(list) do list[i] = { action = action, probability = 1 / #list } end
  return list
end

local function check_action(s, action)
  for _, legal in ipairs(game.legal(s)) do
    if legal == action then return action end
  end
  return nil, ("'%s' is not legal here"):format(shown(action))
end

function game.apply(s, action, sender)
  if sender ~= nil and sender ~= game.current(s) then return nil, shown(sender) .. " does not decide now" end
  local legal, problem = check_action(s, action)
  if not legal then return nil, problem end
  begin_revision(s)
  act(s, legal)
  go_on(s)
  return true
end

function game.count(s) return #game.legal(s) end

function game.apply_index(s, index, sender)
  local action = type(index) == "number" and game.legal(s)[index]
  if not action then return nil, "no legal action has this index" end
  return game.apply(s, action, sender)
end

function game.fields(s, action)
  local legal, problem = check_action(s, action)
  if not legal then return nil, problem end
  local verb, stone = legal:match "^(%a+) (%d+)$"
  return { kind = verb, stone = math.floor(tonumber(stone)) }
end

function game.find(s, wanted)
  local found = {}
  for _, action in ipairs(type(wanted) == "table" and game.legal(s) or {}) do
    local fields, fits = game.fields(s, action), true
    for name, value in pairs(wanted) do fits = fits and fields[name] == value end
    if fits then found[#found + 1] = action end
  end
  if #found == 1 then return found[1] end
  return nil, #found == 0 and "no legal action has these fields" or "several legal actions have these fields"
end

function game.clone(s) return carry(s, replay(s.options, s.bag, s.actions, #s.actions)) end

function game.undo(s)
  if #s.actions == 0 then return nil, "there is no action to undo" end
  begin_revision(s)
  local before = carry(s, replay(s.options, s.bag, s.actions, #s.actions - 1))
  for key in pairs(s) do s[key] = before[key] end
  s.turn = before.turn
  note_undone(s)
  return true
end

-- ---- New states and text ------------------------------------------------------------------------

-- By kind of option: a function that returns a valid value, or nil for an invalid one.
local READ = {
  integer = function(value, option) return whole(value, option.low, option.high) end,
  boolean = function(value)
    if type(value) == "boolean" then return value end
  end,
  choice = function(value) return (value == "seed" or value == "host") and value or nil end,
}

local function or_else(value, default)
  if value == nil then return default end
  return value
end

local function read(chosen)
  if type(chosen) ~= "table" then return nil, "options: expected a table" end
  local values = { players = whole(or_else(chosen.players, game.players.default), game.players.least,
    game.players.most) }
  if not values.players then return nil, "players: expected 2 to 5" end
  for _, option in ipairs(game.options) do
    values[option.name] = READ[option.kind](or_else(chosen[option.name], option.default), option)
    if values[option.name] == nil then return nil, option.name .. ": invalid value" end
  end
  for name in pairs(chosen) do
    if values[name] == nil then return nil, shown(name) .. ": unknown option" end
  end
  return values
end

function game.new(chosen, seed)
  local options, problem = read(or_else(chosen, {}))
  if not options then return nil, problem end
  seed = whole(or_else(seed, 0), 0, 2 ^ 53)
  if not seed then return nil, "seed: expected a whole number from 0 to 2^53" end
  return begin(options, options.chance == "seed" and shuffle(others({ options = options }, {}), seed) or {})
end

-- Formats whole numbers without a fraction in every Lua.
local function word(value) return type(value) == "number" and ("%d"):format(value) or tostring(value) end

function game.encode(s)
  local words, bag = { "players=" .. word(s.options.players) }, {}
  for i, option in ipairs(game.options) do
    words[i + 1] = option.name .. "=" .. word(s.options[option.name])
  end
  for i, stone in ipairs(s.bag) do bag[i] = word(stone) end
  return ("millpond 1: %s; %s; %s."):format(table.concat(words, " "), table.concat(bag, " "),
    table.concat(s.actions, ", "))
end

local function read_options(text)
  local values = {}
  local truths = { ["true"] = true, ["false"] = false }
  for name, given in text:gmatch "([%w_]+)=(%w+)" do
    local value = truths[given]
    if value == nil then value = tonumber(given) or given end
    values[name] = value
  end
  return read(values)
end

-- Reads the order of the bag: all stones, or none if the host draws.
local function read_bag(text, options)
  local bag, seen = {}, {}
  for number in text:gmatch "%d+" do
    local stone = tonumber(number)
    if seen[stone] or stone < 1 or stone > options.stones then return nil end
    seen[stone] = true
    bag[#bag + 1] = stone
  end
  return #bag == (options.chance == "seed" and options.stones or 0) and bag or nil
end

function game.decode(text)
  local head, order, actions = tostring(text):match "^millpond 1: ([%w_= ]+); ([%d ]*); ([%w, ]*)%.$"
  local options = head and read_options(head)
  local bag = options and read_bag(order, options)
  if not bag then return nil, "the text is not a state of Millpond" end
  local s = begin(options, bag)
  for action in actions:gmatch "[^,]+" do
    local done, problem = game.apply(s, action:match "^ ?(.*)$")
    if not done then return nil, problem end
  end
  if game.encode(s) ~= text then return nil, "expected a text that encode returned" end
  return s
end

-- ---- Reports ------------------------------------------------------------------------------------

function game.returns(s) return copy(s.points) end

function game.result(s)
  local list, best = {}, 0
  for player, points in ipairs(game.terminal(s) and s.points or {}) do
    local rank = 1
    for _, other in ipairs(s.points) do
      if other > points then rank = rank + 1 end
    end
    if rank == 1 then best = best + 1 end
    list[player] = { player = player, points = points, rank = rank, outcome = rank == 1 and "won" or "lost" }
  end
  for _, row in ipairs(list) do
    if row.rank == 1 and best > 1 then row.outcome = "drawn" end
  end
  return list
end

function game.view(s, player)
  local held = {}
  for other, hand in ipairs(s.hands) do held[other] = #hand end
  return { turn = s.turn, points = copy(s.points), pile = copy(s.pile), in_hands = held,
    in_bag = s.options.stones - #s.drawn,
    hand = player and copy(s.hands[player]) or nil }
end

-- Only the player who drew a stone sees its weight.
function game.events(s, player, since)
  local list = {}
  for _, logged in ipairs(s.log) do
    local event = copy(logged)
    if event.kind == "drew" and event.player ~= player then event.stone = nil end
    if event.number > (since or 0) then list[#list + 1] = event end
  end
  return list
end

-- ---- Following a game ---------------------------------------------------------------------------

function game.revision(s) return s.revision end

-- Returns the numbers of the draws that the host decided, by player.
local function drawers(s)
  local list = {}
  for _, event in ipairs(s.log) do
    if event.kind == "drew" then list[#list + 1] = event.player end
  end
  return list
end

-- Only the player who drew a stone sees the draw.
function game.history(s, player)
  local list, drawn, by = {}, 0, drawers(s)
  for i, action in ipairs(s.actions) do
    list[i] = { player = s.deciders[i], action = action, text = action }
    if s.deciders[i] == "chance" then
      drawn = drawn + 1
      if by[drawn] ~= player then list[i] = { player = "chance", text = "draw a stone" } end
    end
  end
  return list
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

-- A view is flat: a change has the name of a field as its path.
local function changes_between(before, after)
  local changes = {}
  for _, name in ipairs { "hand", "in_bag", "in_hands", "pile", "points", "turn" } do
    if not same(before[name], after[name]) then
      changes[#changes + 1] = { path = { name }, value = after[name] }
    end
  end
  return changes
end

function game.delta(s, player, revision)
  local view = game.view(s, player)
  if revision == nil then return { revision = s.revision, whole = true, view = view } end
  local since = whole(revision, 0, s.revision)
  if not since then return nil, ("revision: expected 0 to %d"):format(s.revision) end
  local past = since == s.revision and { actions = s.actions } or s.past[since]
  if not past then return { revision = s.revision, whole = true, view = view } end
  local before = replay(s.options, s.bag, past.actions, #past.actions)
  return { revision = s.revision, whole = false, changes = changes_between(game.view(before, player), view),
    undone_after = past.undone_after }
end

-- ---- Drawing ------------------------------------------------------------------------------------

local COLOURS = { "#ad1a33", "#003d9c", "#806a00", "#1b7a43", "#6b3fa0" }
local CIRCLE = '<circle cx="%d" cy="30" r="20" fill="#ddd" stroke="#222"/><text x="%d" y="36" '
  .. 'text-anchor="middle">%d</text>'

local function picture(parts, width, height)
  return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d">%s</svg>'):format(width, height,
    table.concat(parts))
end

function game.statics(s)
  local items, colours = {}, {}
  for stone = 1, s.options.stones do
    items[stone] = { id = stone, kind = "stone", name = ("stone %d"):format(stone),
      text = ("(%d)"):format(stone), svg = picture({ CIRCLE:format(30, 30, stone) }, 60, 60) }
  end
  for player = 1, s.options.players do colours[player] = COLOURS[player] end
  return { items = items, colours = colours, words = { pile = "the pile in the middle" } }
end

-- Returns a line for each player, and the player's own hand.
local function lines_for(s, player)
  local lines = {}
  for other, points in ipairs(s.points) do
    lines[other] = ("player %d: %d points, %d in hand"):format(other, points, #s.hands[other])
  end
  if player then lines[#lines + 1] = "your hand: " .. table.concat(s.hands[math.floor(player)], " ") end
  return lines
end

local SHOW = {}

function SHOW.text(s, player)
  return ("pile: %s\n%s\n"):format(table.concat(s.pile, " "), table.concat(lines_for(s, player), "\n"))
end

function SHOW.svg(s, player)
  local parts = {}
  for i, stone in ipairs(s.pile) do parts[i] = CIRCLE:format(i * 45 - 15, i * 45 - 15, stone) end
  for i, line in ipairs(lines_for(s, player)) do
    parts[#parts + 1] = ('<text x="10" y="%d">%s</text>'):format(60 + 20 * i, line)
  end
  return picture(parts, math.max(300, 45 * #s.pile + 20), 80 + 20 * (s.options.players + 1))
end

function game.show(s, player, format)
  local draw = SHOW[format or 0]
  if draw then return draw(s, player) end
  return nil, "the formats are text and svg"
end

-- ---- Lines --------------------------------------------------------------------------------------

function game.describe(s, action)
  local legal, problem = check_action(s, action)
  if not legal then return nil, problem end
  return (legal:gsub("^lay", "lay the stone"):gsub("^draw", "the stone drawn is"))
end

function game.describe_event(_, event, names)
  local name = names and names[event.player]
  local who = name and name:gsub("%c", " ") or "player " .. event.player
  if event.kind == "took" then return ("%s breaks the pile and takes %d"):format(who, event.points) end
  return ("%s %s %s"):format(who, event.kind == "laid" and "lays" or "draws", event.stone or "a stone")
end

-- Returns actions with the draws in another order, or nil if there are more draws than stones.
local function redrawn(actions, order)
  local list, drawn = copy(actions), 0
  for i, action in ipairs(actions) do
    if action:match "^draw" then
      drawn = drawn + 1
      if not order[drawn] then return nil end
      list[i] = ("draw %d"):format(order[drawn])
    end
  end
  return list
end

-- Shuffles the stones that the player has not seen. If the host draws, the draw actions change,
-- too.
function game.resample(s, player, seed)
  local known, order = {}, copy(#s.bag > 0 and s.bag or s.drawn)
  for _, event in ipairs(game.events(s, player)) do known[#known + 1] = event.stone end
  local unseen, seen = shuffle(others(s, known), seed), {}
  for _, stone in ipairs(known) do seen[stone] = true end
  for i, stone in ipairs(order) do
    if not seen[stone] then order[i] = table.remove(unseen) end
  end
  local other = carry(s, replay(s.options, #s.bag > 0 and order or {}, redrawn(s.actions, order), #s.actions))
  for revision, one in pairs(other.past) do
    local actions = redrawn(one.actions, order)
    other.past[revision] = actions and { actions = actions, undone_after = one.undone_after }
  end
  return other
end

return game
