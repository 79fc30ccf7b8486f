--- Plug-ins with one fault each, and the clause that the fault breaks. For the specs.

local faults = require "spec.support.faults"

local after, copy, heap, instead, millpond, option = faults.after, faults.copy, faults.heap, faults.instead,
  faults.millpond,
  faults.option
local fault, list = faults.new()

-- A clone that shares the fields' tables with the original.
local function shallow(_, s) return copy(s) end

-- ---- The table, and its options -----------------------------------------------------------------

fault("shape", "has no function legal", function(game) game.legal = nil end)
fault("shape", "keeps another contract", function(game) game.contract = 1 end)
fault("shape", "has a number for its version", function(game) game.version = 1 end)
fault("shape", "has a name of two words", function(game) game.name = "mill pond" end)
fault("shape", "has players in no order",
  function(game) game.players = { least = 3, default = 2, most = 5 } end)
fault("shape", "hides something that nobody knows", function(game) game.hides = "all" end)
fault("shape", "hides hands, and cannot resample", function(game) game.resample = nil end)
fault("options-form", "has a default out of range", function(game) option(game, "hand").default = 4 end)
fault("options-form", "has an option without a text", function(game) option(game, "hand").text = nil end)
fault("options-form", "has an option twice", function(game) game.options[5] = copy(game.options[2]) end)
fault("options-form", "has an option of no kind", function(game) option(game, "hand").kind = "count" end)
fault("options-form", "has an option that needs what is not there",
  function(game) option(game, "hand").needs = "hands" end)
fault("options-form", "lets a third one decide chance",
  function(game) option(game, "chance").values[3] = "nobody" end)
fault("options-values", "refuses the end of a range", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" and chosen.stones == 60 then return nil, "stones: too many" end
    return before(chosen, seed)
  end)
end)
fault("options-values", "refuses its own default", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" and chosen.last_pile == false then return nil, "last_pile: is off anyway" end
    return before(chosen, seed)
  end)
end)
fault("options-values", "does not know a word of an option", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" and chosen.size == "small" then return nil, "size: a number" end
    return before(chosen, seed)
  end)
end, heap)
fault("options-refused", "cuts a number to its range", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" and type(chosen.stones) == "number" and chosen.stones > 60 then
      chosen = copy(chosen)
      chosen.stones = 60
    end
    return before(chosen, seed)
  end)
end)
fault("options-refused", "takes options that it does not have", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" then chosen = copy(chosen) chosen["no such option"] = nil end
    return before(chosen, seed)
  end)
end)
fault("options-refused", "does not say which option", function(game)
  instead(game, "new", function(before, ...)
    local s = before(...)
    if not s then return nil, "wrong" end
    return s
  end)
end)
fault("options-refused", "refuses without a word",
  function(game) after(game, "new", function(s) return s end) end)
fault("options-refused", "takes any seed", function(game)
  instead(game, "new", function(before, chosen, seed)
    return before(chosen, type(seed) == "number" and seed % 1 == 0 and seed or 0)
  end)
end)
fault("options-refused", "takes half a player", function(game)
  instead(game, "new", function(before, chosen, seed)
    if type(chosen) == "table" and type(chosen.players) == "number" then
      chosen = copy(chosen)
      chosen.players = chosen.players - chosen.players % 1
    end
    return before(chosen, seed)
  end)
end)
fault("arguments-kept", "writes its defaults into the host's table", function(game)
  instead(game, "new", function(before, chosen, seed)
    local s, problem = before(chosen, seed)
    if s then chosen.stones = chosen.stones or 24 end
    return s, problem
  end)
end)
fault("raises", "raises an error where a client sends a number", function(game)
  instead(game, "apply", function(before, s, action) return before(s, action:match "^.*$") end)
end)
fault("raises", "raises an error where a saved game is none", function(game)
  instead(game, "decode", function(before, text) return assert(before(text)) end)
end)

-- ---- Whose decision, and what may be done -------------------------------------------------------

fault("deterministic", "shuffles by the number of games so far", function(game)
  local games = 0
  instead(game, "new", function(before, chosen, seed)
    games = games + 1
    return before(chosen, seed == nil and seed or type(seed) == "number" and seed >= 0 and seed % 1 == 0
      and seed + games or seed)
  end)
end)
fault("current", "counts players from 0", function(game)
  after(game, "current", function(current) return type(current) == "number" and current - 1 or current end)
end)
fault("current", "leaves to the host what the seed decides", function(game)
  after(game, "current", function(current, s) return current and #s.done == 2 and "chance" or current end)
end, heap)
fault("current", "has somebody decide when the game is over", function(game)
  after(game, "current", function(current) return current or 1 end)
end)
fault("ends", "goes round and round", function(game)
  game.legal = function() return { "take 1" } end
  game.apply = function(s, action)
    if action ~= "take 1" then return nil, "no" end
    table.insert(s.done, "take 1")
    return true
  end
end, heap)
fault("legal-text", "has numbers for actions", function(game)
  after(game, "legal", function(legal)
    for i in ipairs(legal) do legal[i] = i end
    return legal
  end)
end)
fault("legal-text", "has an action of two lines", function(game)
  after(game, "legal", function(legal)
    legal[1] = legal[1] and legal[1] .. "\n"
    return legal
  end)
end)
fault("legal-unique", "has an action twice", function(game)
  after(game, "legal", function(legal)
    table.insert(legal, legal[1])
    return legal
  end)
end)
fault("legal-until-the-end", "is stuck before the end", function(game)
  after(game, "legal", function(legal, s) return #s.actions == 7 and {} or legal end)
end)
fault("legal-until-the-end", "lets one go on after the end", function(game)
  after(game, "legal", function(legal) return #legal == 0 and { "pass" } or legal end)
end, heap)
fault("legal-accepted", "lists what it refuses", function(game)
  instead(game, "apply", function(before, s, action)
    if action == "lay 7" then return nil, "7 is unlucky" end
    return before(s, action)
  end)
end)
fault("legal-accepted", "says that it is done, and does nothing", function(game)
  instead(game, "apply", function(before, s, action)
    if action == "lay 7" then return true end
    return before(s, action)
  end)
end)
fault("illegal-refused", "passes over what it does not know", function(game)
  instead(game, "apply", function(before, s, action)
    local done = before(s, action)
    return done or true
  end)
end)
fault("illegal-refused", "takes an action with blanks around it", function(game)
  instead(game, "apply", function(before, s, action)
    return before(s, type(action) == "string" and action:match "^ ?(.-) ?$" or action)
  end)
end)
fault("illegal-refused", "refuses without a message",
  function(game) after(game, "apply", function(done) return done end) end)
fault("illegal-unchanged", "takes a point from who tries", function(game)
  instead(game, "apply", function(before, s, action)
    local done, problem = before(s, action)
    if not done and s.turn then s.points[s.turn] = s.points[s.turn] - 1 end
    return done, problem
  end)
end)

-- ---- Asking, copies, text, taking back ----------------------------------------------------------

fault("pure", "turns on when somebody looks", function(game)
  instead(game, "view", function(before, s, player)
    s.points[1] = s.points[1] + 1
    return before(s, player)
  end)
end)
fault("pure", "lists actions in another order each time", function(game)
  local times = 0
  after(game, "legal", function(legal)
    times = times + 1
    if times % 2 == 0 and #legal > 1 then legal[1], legal[2] = legal[2], legal[1] end
    return legal
  end)
end)
fault("fresh", "hands out its own points", function(game) game.returns = function(s) return s.points end end)
fault("fresh", "hands out its own pile", function(game)
  after(game, "view", function(view, s)
    view.pile = s.pile
    return view
  end)
end)
fault("fresh", "hands out its own events", function(game)
  instead(game, "events", function(before, s, player, since)
    local events = before(s, player, since)
    for i, event in ipairs(events) do
      if event.kind ~= "drew" then events[i] = faults.logged(s, event.number) end
    end
    return events
  end)
end)
fault("clone-exact", "forgets points in a clone", function(game)
  after(game, "clone", function(other)
    other.points[1] = 0
    return other
  end)
end)
fault("clone-exact", "gives no clone", function(game) game.clone = function() end end)
fault("clone-exact", "shuffles the rest of the bag in a clone", function(game)
  after(game, "clone", function(other) return game.resample(other, 1, 5) end)
end)
fault("clone-own", "shares the hands with its clones", function(game) instead(game, "clone", shallow) end)
fault("encode-exact", "does not write whether the last pile counts", function(game)
  after(game, "encode", function(text) return (text:gsub(" last_pile=%a+", "")) end)
end)
fault("encode-exact", "does not write the last action", function(game)
  after(game, "encode", function(text) return (text:gsub(",[^,]*%.$", ".")) end)
end)
fault("encode-exact", "shuffles again where a game is loaded", function(game)
  after(game, "decode", function(s) return s and #s.actions > 3 and game.resample(s, 1, 5) or s,
    "no state" end)
end)
fault("decode-refused", "begins a new game where there is none to load", function(game)
  instead(game, "decode", function(before, text) return before(text) or game.new {} end)
end)
fault("decode-refused", "loads half a game", function(game)
  instead(game, "decode", function(before, text)
    local s, problem = before(text)
    if not s and type(text) == "string" and text:match "^millpond 1: [^;]+;" then return game.new {} end
    return s, problem
  end)
end)
fault("decode-refused", "ignores text after a game", function(game)
  instead(game, "decode",
    function(before, text) return before(type(text) == "string" and text:match "^.-%." or text) end)
end)
fault("undo-exact", "leaves the points that were taken", function(game)
  instead(game, "undo", function(before, s)
    local points = s.points
    local done, problem = before(s)
    if done then s.points = points end
    return done, problem
  end)
end)
fault("undo-exact", "takes back two at once", function(game)
  instead(game, "undo", function(before, s)
    local done, problem = before(s)
    if done and #s.actions > 4 then before(s) end
    return done, problem
  end)
end)
fault("undo-exact", "takes back ten and no more", function(game)
  instead(game, "undo", function(before, s)
    if #s.actions < 6 and #s.actions > 0 then return nil, "long ago" end
    return before(s)
  end)
end)
fault("undo-beginning", "takes back what was never done", function(game)
  instead(game, "undo", function(before, s) return before(s) or true end)
end)

-- ---- Chance, points -----------------------------------------------------------------------------

fault("chance-sum", "gives each outcome too little", function(game)
  after(game, "chance", function(outcomes)
    for _, outcome in ipairs(outcomes) do outcome.probability = 1 / (#outcomes + 1) end
    return outcomes
  end)
end)
fault("chance-outcomes", "forgets an outcome", function(game)
  after(game, "chance", function(outcomes)
    table.remove(outcomes)
    for _, outcome in ipairs(outcomes) do outcome.probability = 1 / #outcomes end
    return outcomes
  end)
end)
fault("chance-outcomes", "has an outcome that cannot be", function(game)
  after(game, "chance", function(outcomes)
    if outcomes[2] then
      outcomes[2].probability = outcomes[1].probability * 2
      outcomes[1].probability = 0
    end
    return outcomes
  end)
end)
fault("chance-outcomes", "has outcomes where a player decides", function(game)
  after(game, "chance", function(outcomes, s)
    for i, action in ipairs(#outcomes == 0 and game.legal(s) or {}) do
      outcomes[i] = { action = action, probability = 1 }
    end
    return outcomes
  end)
end)
fault("returns", "forgets the last player", function(game)
  after(game, "returns", function(points) table.remove(points) return points end)
end)
fault("returns", "has no number", function(game)
  after(game, "returns", function(points) points[1] = 0 / 0 return points end)
end)
fault("returns", "has words for points", function(game)
  after(game, "returns", function(points) points[1] = "none" return points end)
end)
fault("count", "counts one action too many", function(game)
  game.count = function(s) return #game.legal(s) + 1 end
end)
fault("apply-index", "counts actions from 0", function(game)
  instead(game, "apply_index", function(before, s, index, sender)
    return before(s, type(index) == "number" and index + 1 or index, sender)
  end)
end)
fault("apply-index", "applies the last action for an index that is too high", function(game)
  instead(game, "apply_index", function(before, s, index, sender)
    local count = game.count(s)
    return before(s, type(index) == "number" and count > 0 and index > count and count or index, sender)
  end)
end)
fault("sender", "lets any player decide", function(game)
  instead(game, "apply", function(before, s, action) return before(s, action) end)
end)
fault("fields", "has equal fields for different actions", function(game)
  after(game, "fields", function(fields) return fields and { kind = fields.kind } end)
end)
fault("fields", "finds the first of several actions", function(game)
  instead(game, "find", function(before, s, wanted)
    local any = type(wanted) == "table" and next(wanted) == nil and game.legal(s)[1] or nil
    return before(s, wanted) or any, "none"
  end)
end)
fault("result", "lists a player who does not play", function(game)
  after(game, "result", function(rows)
    if rows[1] then rows[#rows].player = #rows + 1 end
    return rows
  end)
end)
fault("result", "lists a player twice", function(game)
  after(game, "result", function(rows)
    if rows[2] then rows[2].player = 1 end
    return rows
  end)
end)
fault("result", "names the outcome in other words", function(game)
  after(game, "result", function(rows)
    for _, row in ipairs(rows) do row.outcome = row.outcome == "lost" and "the pond" or row.outcome end
    return rows
  end)
end)
fault("result", "is in words", function(game) game.result = function() return "the one with the pond" end end)
fault("result", "has no result at the end", function(game) game.result = function() return {} end end)
fault("result", "reports a leader as the winner before the end", function(game)
  instead(game, "result", function(before, s)
    if game.terminal(s) then return before(s) end
    return { { player = 1, points = s.points[1], outcome = "won", rank = 1 } }
  end)
end)
fault("result", "ranks the lowest points first", function(game)
  after(game, "result", function(rows)
    for _, row in ipairs(rows) do row.rank = #rows + 1 - row.rank end
    return rows
  end)
end)
fault("result", "counts other points than `returns`", function(game)
  after(game, "result", function(rows)
    for _, row in ipairs(rows) do row.points = row.points + 1 end
    return rows
  end)
end)
fault("result", "lets every player win", function(game)
  after(game, "result", function(rows)
    for _, row in ipairs(rows) do row.outcome = "won" end
    return rows
  end)
end)

-- ---- What is reported ---------------------------------------------------------------------------

fault("view-plain", "has a function in a view", function(game)
  after(game, "view", function(view) view.lay = print return view end)
end)
fault("view-plain", "has a list with a gap in a view", function(game)
  after(game, "view", function(view) view.gap = { [1] = 1, [3] = 3 } return view end)
end)
fault("view-plain", "has a metatable on a view", function(game)
  after(game, "view", function(view) return setmetatable(view, {}) end)
end)
fault("view-plain", "gives text for a view",
  function(game) game.view = function(s) return game.encode(s) end end)
fault("view-hides", "shows all hands", function(game)
  after(game, "view", function(view, s)
    view.hands = {}
    for player, hand in ipairs(s.hands) do view.hands[player] = copy(hand) end
    return view
  end)
end)
fault("view-hides", "shows the next player's heaviest stone", function(game)
  after(game, "view", function(view, s, player)
    local other = s.hands[(player or 0) % s.options.players + 1]
    view.hint = math.max(0, (table.unpack or _G.unpack)(other))
    return view
  end)
end)
fault("view-hides", "shows which stone comes next", function(game)
  after(game, "view", function(view, s) view.next_stone = s.bag[#s.drawn + 1] return view end)
end)
fault("view-hides", "shows the seed", function(game)
  local seeds = setmetatable({}, { __mode = "k" })
  instead(game, "new", function(before, chosen, seed)
    local s, problem = before(chosen, seed)
    if s then seeds[s] = seed end
    return s, problem
  end)
  after(game, "view", function(view, s) view.id = seeds[s] and ("game-%x"):format(seeds[s]) return view end)
end)
fault("view-hides", "shows nobody a hand, and says that hands are hidden", function(game)
  after(game, "view", function(view) view.hand = nil return view end)
end)
fault("events-hide", "says that nothing is hidden, and hides hands",
  function(game) game.hides = "nothing" end)
fault("view-legal", "forbids what a hidden stone forbids", function(game)
  after(game, "legal", function(legal, s)
    local other = s.turn and s.hands[s.turn % s.options.players + 1] or {}
    if #legal > 1 and game.current(s) == s.turn and (other[1] or 0) % 2 == 0 then table.remove(legal) end
    return legal
  end)
end)
fault("resample", "only clones where it should resample",
  function(game) game.resample = function(s) return game.clone(s) end end)
fault("resample", "resamples the state itself", function(game)
  instead(game, "resample", function(before, s, player, seed)
    for key, value in pairs(before(s, player, seed)) do s[key] = value end
    return game.clone(s)
  end)
end)
fault("resample", "resamples a state in which another one decides", function(game)
  after(game, "resample", function(other)
    if other.turn then other.turn = other.turn % other.options.players + 1 end
    return other
  end)
end)
fault("resample", "cannot resample for a spectator", function(game)
  instead(game, "resample", function(before, s, player, seed)
    if not player then return nil, "for whom?" end
    return before(s, player, seed)
  end)
end)
fault("events-plain", "has events without numbers", function(game)
  after(game, "events", function(events)
    for _, event in ipairs(events) do event.number = nil end
    return events
  end)
end)
fault("events-plain", "has a function in an event", function(game)
  after(game, "events", function(events)
    for _, event in ipairs(events) do event.show = print end
    return events
  end)
end)
fault("events-kept", "reports everything each time", function(game)
  instead(game, "events", function(before, s, player) return before(s, player) end)
end)
fault("events-kept", "reports the past as it is now", function(game)
  after(game, "events", function(events, s)
    for _, event in ipairs(events) do event.left = s.options.stones - #s.drawn end
    return events
  end)
end)
fault("events-hide", "reports to everybody what was drawn", function(game)
  game.resample = millpond().resample -- uses what the player must not know
  instead(game, "events", function(_, s, _, since)
    local events = {}
    for _, event in ipairs(s.log) do
      if event.number > (since or 0) then events[#events + 1] = copy(event) end
    end
    return events
  end)
end)
fault("describe", "has no words for drawing", function(game)
  after(game, "describe", function(text) return not text:match "drawn" and text or nil end)
end)
fault("describe", "has two lines for an action", function(game)
  after(game, "describe", function(text) return text .. "\n(?)" end)
end)
fault("describe-apart", "has the same line for all",
  function(game) game.describe = function() return "lay a stone" end end)
fault("describe-event", "has an empty line for a pile", function(game)
  after(game, "describe_event", function(text) return text:match "breaks" and "" or text end)
end)
fault("describe-event", "writes the names of players as they are", function(game)
  instead(game, "describe_event", function(before, s, event, names)
    local text, name = before(s, event), names and names[event.player]
    return name and (text:gsub("^player %d+", function() return name end)) or text
  end)
end)
fault("history", "does not list who gave up", function(game)
  after(game, "history", function(entries)
    local kept = {}
    for _, entry in ipairs(entries) do
      if not entry.resigned then kept[#kept + 1] = entry end
    end
    return kept
  end)
end, heap)
fault("resign", "lets one who gave up go on", function(game)
  instead(game, "resign", function(before, s, player)
    local turn = s.turn
    local done, problem = before(s, player)
    if done then s.turn, s.out[player] = turn, nil end
    return done, problem
  end)
end, heap)
fault("result", "lets a player win who has resigned", function(game)
  after(game, "result", function(rows)
    for _, row in ipairs(rows) do row.outcome = row.outcome == "out" and "won" or row.outcome end
    return rows
  end)
end, heap)
fault("resign", "lets one give up twice", function(game)
  instead(game, "resign",
    function(before, s, player) return before(s, player) or s.out[player] and s.left > 0 or nil, "no" end)
end, heap)
fault("resign", "cannot take it back", function(game)
  instead(game, "undo", function(before, s)
    if (s.done[#s.done] or ""):match "resign" then return nil, "gone is gone" end
    return before(s)
  end)
end, heap)

return list
