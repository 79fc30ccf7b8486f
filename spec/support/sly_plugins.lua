--- Plug-ins that look valid, with one fault each: a report without an end, a secret in a line or a
--- message, an argument that is accepted although it is wrong.
-- For the specs.

local compat = require "carcassonne.base.compat"
local faults = require "spec.support.faults"

local after, copy, heap, instead, option = faults.after, faults.copy, faults.heap, faults.instead,
  faults.option
local fault, list = faults.new()

-- only in versions with two kinds of numbers a plug-in can distinguish 2.0 from 2
local TWO_KINDS = compat.math.type(2.0) == "float"

-- Returns a set of states with weak keys.
local function states() return setmetatable({}, { __mode = "k" }) end

-- ---- What has no end, and what raises where it is looked at -------------------------------------

for _, row in ipairs { { "view", "view-plain" }, { "events", "events-plain" }, { "legal", "legal-text" },
  { "returns", "returns" }, { "chance", "chance-outcomes" } } do
  fault(row[2], ("has a table of %s that holds itself"):format(row[1]), function(game)
    after(game, row[1], function(reported)
      reported[1] = reported
      return reported
    end)
  end)
end
fault("view-plain", "has a view that is deeper than any stack", function(game)
  after(game, "view", function(view)
    for _ = 1, 300000 do view = { view } end
    return view
  end)
end)
fault("view-plain", "raises where its view is looked through", function(game)
  after(game, "view",
    function(view) return setmetatable(view, { __pairs = function() error "not for you" end }) end)
end)
fault("legal-text", "has a metatable on the legal actions", function(game)
  after(game, "legal", function(legal) return setmetatable(legal, {}) end)
end)
fault("events-plain", "has a metatable on the events", function(game)
  after(game, "events", function(events) return setmetatable(events, {}) end)
end)
fault("view-plain", "has a key that is not UTF-8", function(game)
  after(game, "view", function(view) view["\255"] = 1 return view end)
end)
fault("events-plain", "counts events without end", function(game)
  after(game, "events", function(events)
    if events[1] then events[#events].number = 1 / 0 end
    return events
  end)
end)
fault("raises", "raises an error that raises where it is read", function(game)
  game.apply = function() error(setmetatable({}, { __tostring = function() error "not for you" end })) end
end)
fault("raises", "yields", function(game)
  instead(game, "view", function(before, ...)
    coroutine.yield "wait"
    return before(...)
  end)
end)

-- ---- The table, and its options -----------------------------------------------------------------

for _, field in ipairs { "options", "players" } do
  fault("shape", ("forgets its %s while it is played"):format(field), function(game)
    instead(game, "view", function(before, ...)
      game[field] = nil
      return before(...)
    end)
  end)
end
if TWO_KINDS then
  fault("shape", "has a float for the number of the contract", function(game) game.contract = 1.0 end)
  fault("options-values", "counts players in floats where the host does", function(game)
    local players = states()
    instead(game, "new", function(before, chosen, seed)
      local s, problem = before(chosen, seed)
      if s then players[s] = type(chosen) == "table" and chosen.players or nil end
      return s, problem
    end)
    after(game, "view", function(view, s) view.players = players[s] return view end)
  end)
  fault("view-plain", "returns a float to a player given as a float", function(game)
    after(game, "view", function(view, _, player) view.player = player return view end)
  end)
end
fault("options-form", "has text for the end of a range", function(game) option(game, "hand").low = "x" end)
fault("options-form", "has its range upside down", function(game) option(game, "hand").low = 60 end)
fault("options-form", "has text for its words", function(game) option(game, "size").words = "none" end, heap)
fault("options-form", "has a number for a word", function(game) option(game, "size").words = { 7 } end, heap)
fault("options-form", "has a value twice",
  function(game) option(game, "chance").values = { "seed", "host", "seed" } end)
fault("options-form", "has a table for a value", function(game)
  table.insert(game.options, { name = "pond", kind = "choice", default = "a", values = { "a", {} },
    text = "Which pond" })
end)

-- Makes `new` see other options and another seed than the host gave.
local function misread(game, reread)
  instead(game, "new", function(before, chosen, seed) return before(reread(chosen, seed)) end)
end

-- Makes `new` take one seed for another.
local function takes_seed(name, is_taken)
  fault("options-refused", ("takes %s for a seed"):format(name), function(game)
    misread(game, function(chosen, seed)
      if type(seed) == "number" and is_taken(seed) then seed = 0 end
      return chosen, seed
    end)
  end)
end

takes_seed("what is not a number", function(seed) return seed ~= seed end)
takes_seed("the infinite", function(seed) return seed == 1 / 0 end)
takes_seed("numbers beyond 2^53", function(seed) return seed == 2 ^ 53 + 2 end)
fault("options-refused", "takes text for a seed", function(game)
  misread(game, function(chosen, seed) return chosen, tonumber(seed) or seed end)
end)
fault("options-refused", "takes false for options", function(game)
  misread(game, function(chosen, seed) return chosen or nil, seed end)
end)
fault("options-refused", "takes a function for options", function(game)
  misread(game, function(chosen, seed) return type(chosen) ~= "function" and chosen or nil, seed end)
end)

-- Returns the options, some of them with another value.
local function reread(change)
  return function(chosen, seed)
    if type(chosen) ~= "table" then return chosen, seed end
    local other = {}
    for key, value in pairs(chosen) do other[key] = change(value, key) end
    return other, seed
  end
end

fault("options-refused", "takes numbers as text", function(game)
  misread(game, reread(function(value) return type(value) == "string" and tonumber(value) or value end))
end)
fault("options-refused", "takes half a stone", function(game)
  misread(game, reread(function(value, key)
    return key == "stones" and type(value) == "number" and math.floor(value) or value
  end))
end)
fault("options-refused", "takes options that have no name", function(game)
  misread(game, reread(function(value, key) return type(key) == "string" and value or nil end))
end)
fault("options-values", "begins no game without options", function(game)
  instead(game, "new", function(before, chosen, seed)
    if chosen == nil then return nil, "options: there are none" end
    return before(chosen, seed)
  end)
end)
fault("raises", "raises where there is no seed", function(game)
  instead(game, "new", function(before, chosen, seed) return before(chosen, assert(seed, "no seed")) end)
end)
fault("options-values", "refuses the seed 0", function(game)
  instead(game, "new", function(before, chosen, seed)
    if seed == 0 then return nil, "seed: too small" end
    return before(chosen, seed)
  end)
end)
fault("options-values", "refuses the seed 2^53", function(game)
  instead(game, "new", function(before, chosen, seed)
    if seed == 2 ^ 53 then return nil, "seed: too large" end
    return before(chosen, seed)
  end)
end)
fault("arguments-kept", "keeps the host's table of options", function(game)
  local kept = states()
  instead(game, "new", function(before, chosen, seed)
    local s, problem = before(chosen, seed)
    if s then kept[s] = chosen end
    return s, problem
  end)
  after(game, "legal", function(legal, s)
    if kept[s] and kept[s].stones ~= nil and kept[s].stones ~= s.options.stones then table.remove(legal) end
    return legal
  end)
end)

-- ---- What is taken for an action ----------------------------------------------------------------

fault("illegal-refused", "takes LAY 07 for lay 7", function(game)
  instead(game, "apply", function(before, s, action)
    return before(s, type(action) == "string" and action:lower():gsub(" 0+", " ") or action)
  end)
end)
fault("illegal-refused", "lets one cheat", function(game)
  instead(game, "apply",
    function(before, s, action) return before(s, action == "cheat" and game.legal(s)[1] or action) end)
end)
fault("illegal-refused", "repeats what a client sent as it is", function(game)
  instead(game, "apply", function(before, s, action)
    local done, problem = before(s, action)
    return done, problem and tostring(action) .. " is not legal"
  end)
end)
fault("legal-text", "has an action twice, once with a blank after it that nobody sees", function(game)
  after(game, "legal", function(legal)
    legal[#legal + 1] = legal[1] and legal[1] .. "\194\160"
    return legal
  end)
end)
fault("legal-accepted", "gives the next stone beside true", function(game)
  instead(game, "apply", function(before, s, action)
    local done, problem = before(s, action)
    return done, problem or s.bag[#s.drawn + 1]
  end)
end)
fault("describe", "has a line for whatever it gets", function(game)
  after(game, "describe", function(text) return text or "something" end)
end)

-- Raises an error if the present decision is of this kind.
local function raises_for(name, is_such)
  fault("raises", ("raises for %s"):format(name), function(game)
    instead(game, "apply", function(before, s, action)
      if is_such(action) then error "no action" end
      return before(s, action)
    end)
  end)
end

raises_for("no action at all", function(action) return action == nil end)
raises_for("a long text", function(action) return type(action) == "string" and #action > 1000 end)
raises_for("text that is not UTF-8", function(action) return action == "\255" end)
fault("raises", "raises for a saved game in which something was changed", function(game)
  instead(game, "decode", function(before, text)
    if type(text) == "string" and text:match "^millpond 1: [%w_= ]+; [%d ]*; [%w, ]*%.$" then
      return assert(before(text))
    end
    return before(text)
  end)
end)
fault("decode-refused", "reads a saved game with other blanks", function(game)
  instead(game, "decode",
    function(before, text) return before(type(text) == "string" and text:gsub("  +", " ") or text) end)
end)

-- ---- Secrets in lines ---------------------------------------------------------------------------

fault("lines-hide", "reports the next stone in the line of an action", function(game)
  after(game, "describe",
    function(text, s) return text and ("%s, then %s"):format(text, tostring(s.bag[#s.drawn + 1])) end)
end)
fault("lines-hide", "reports a hidden stone in the line of an event", function(game)
  instead(game, "describe_event", function(before, s, event, names)
    local whole = copy(event)
    whole.stone = faults.logged(s, event.number).stone
    return before(s, whole, names)
  end)
end)
fault("lines-hide", "reports the deciding player's hand in a refusal, which others may read", function(game)
  instead(game, "apply", function(before, s, action)
    local done, problem = before(s, action)
    local held = not done and s.turn and table.concat(s.hands[s.turn], " ")
    return done, held and ("%s, of %s"):format(problem, held) or problem
  end)
end)
fault("lines-hide", "reports in the refusal of a line what another holds", function(game)
  instead(game, "describe", function(before, s, action)
    local text, problem = before(s, action)
    local next_one = s.turn and s.hands[s.turn % #s.hands + 1]
    return text, not text and next_one and ("%s, unlike %s"):format(problem, table.concat(next_one, " "))
      or problem
  end)
end)
fault("resample", "shows all hands in its events, and resamples nothing but the draws to come", function(game)
  local report = game.events
  game.events = function(s, _, since) -- as if each player saw only the own draws
    local reported = report(s, nil, since)
    for _, event in ipairs(reported) do event.stone = faults.logged(s, event.number).stone end
    return reported
  end
  game.resample = function(s, _, seed)
    if #s.bag == 0 then return game.clone(s) end
    local drawn, bag = #s.drawn, {}
    local left = #s.bag - drawn
    for i, stone in ipairs(s.bag) do
      local to = i > drawn and drawn + 1 + (i + seed) % left or i
      bag[to] = ("%d"):format(stone)
    end
    return game.decode((game.encode(s):gsub("; [%d ]+;", ("; %s;"):format(table.concat(bag, " ")), 1)))
  end
end)
fault("lines-hide", "says who has the stone that is refused", function(game)
  instead(game, "apply", function(before, s, action)
    local done, problem = before(s, action)
    for player, hand in ipairs(not done and s.hands or {}) do
      for _, stone in ipairs(hand) do
        if action == ("lay %d"):format(stone) then problem = ("player %d has it"):format(player) end
      end
    end
    return done, problem
  end)
end)
fault("encode-exact", "describes otherwise what was loaded", function(game)
  local loaded = states()
  instead(game, "decode", function(before, text)
    local s, problem = before(text)
    if s then loaded[s] = true end
    return s, problem
  end)
  after(game, "describe", function(text, s) return text and loaded[s] and text .. " again" or text end)
end)

-- ---- Copies -------------------------------------------------------------------------------------

-- Makes the copies from a function start their events at the time of copying.
local function forget_in(game, name)
  local begun = states()
  instead(game, name, function(before, ...)
    local s, problem = before(...)
    if s then begun[s] = #s.actions end
    return s, problem
  end)
  instead(game, "undo", function(before, s)
    if begun[s] and #s.actions <= begun[s] then return nil, "it begins here" end
    return before(s)
  end)
end

fault("clone-exact", "forgets in a clone what went before", function(game) forget_in(game, "clone") end)
fault("encode-exact", "forgets what went before where a game is loaded",
  function(game) forget_in(game, "decode") end)
fault("clone-own", "shares the hands of a clone with the clones of that", function(game)
  local clones = states()
  instead(game, "clone", function(before, s)
    local other = clones[s] and copy(s) or before(s)
    clones[other] = true
    return other
  end)
end)
fault("clone-own", "keeps what was loaded for the next one who loads it", function(game)
  local known = {}
  instead(game, "decode", function(before, text)
    if known[text or ""] then return known[text] end
    local s, problem = before(text)
    if s then known[text] = s end
    return s, problem
  end)
end)

local function change_the_past(s)
  if s and #s.log > 8 then s.log[1].player = s.log[1].player % s.options.players + 1 end
end

fault("undo-exact", "changes what happened long ago where something is taken back", function(game)
  instead(game, "undo", function(before, s)
    local done, problem = before(s)
    change_the_past(done and s)
    return done, problem
  end)
end)
fault("encode-exact", "changes what happened long ago where a game is loaded", function(game)
  instead(game, "decode", function(before, text)
    local s, problem = before(text)
    change_the_past(s)
    return s, problem
  end)
end)
fault("resample", "resamples in another way each time", function(game)
  local times = 0
  instead(game, "resample", function(before, s, player, seed)
    times = times + 1
    return before(s, player, seed + times)
  end)
end)
fault("resample", "resamples in one way alone", function(game)
  instead(game, "resample", function(before, s, player) return before(s, player, 5) end)
end)

-- ---- Names, and giving up -----------------------------------------------------------------------

fault("raises", "needs a name for each player", function(game)
  instead(game, "describe_event", function(before, s, event, names)
    if names and event.player then assert(names[event.player], "nobody") end
    return before(s, event, names)
  end)
end)
fault("arguments-kept", "writes into the names of players", function(game)
  instead(game, "describe_event", function(before, s, event, names)
    if names then names[event.player] = names[event.player] or "somebody" end
    return before(s, event, names)
  end)
end)
fault("resign", "lets nobody give up", function(game)
  instead(game, "resign", function(before, s, player)
    if player == 0 then return true end
    return before(s, player)
  end)
end, heap)
fault("raises", "raises where nobody gives up", function(game)
  instead(game, "resign", function(before, s, player) return before(s, player % 1 == 0 and player or 0) end)
end, heap)

return list
