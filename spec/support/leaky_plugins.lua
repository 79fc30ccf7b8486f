--- Plug-ins that reveal one thing each that is hidden from a player, and the clause that reports
--- it. For the specs.

local faults = require "spec.support.faults"

local after, copy, instead, millpond = faults.after, faults.copy, faults.instead, faults.millpond
local fault, list = faults.new()

-- Returns the heaviest stone in the hand of the next player.
local function heaviest(s, player)
  local most = 0
  for _, stone in ipairs(s.hands[(player or 0) % #s.hands + 1]) do most = math.max(most, stone) end
  return most
end

local function next_stone(s) return s.bag[#s.drawn + 1] or 0 end

-- Returns the number of even stones in the hands of all players.
local function evens(s)
  local count = 0
  for _, hand in ipairs(s.hands) do
    for _, stone in ipairs(hand) do count = count + (stone % 2 == 0 and 1 or 0) end
  end
  return count
end

fault("view-hides", "counts the even stones of all hands in a view", function(game)
  after(game, "view", function(view, s) view.even = evens(s) return view end)
end)
fault("view-hides", "sorts the players by their hidden stones in a view", function(game)
  after(game, "view", function(view, s)
    view.order = {}
    for player = 1, #s.hands do view.order[player] = player end
    table.sort(view.order, function(a, b) return heaviest(s, a) < heaviest(s, b) end)
    return view
  end)
end)
fault("events-hide", "says in an event whether a drawn stone is heavy", function(game)
  game.resample = millpond().resample
  after(game, "events", function(events, s)
    for _, event in ipairs(events) do
      if event.kind == "drew" then event.heavy = faults.logged(s, event.number).stone > 12 end
    end
    return events
  end)
end)
fault("events-hide", "has the next stone in its last event", function(game)
  game.resample = millpond().resample
  after(game, "events", function(events, s)
    local event = events[#events]
    if event and event.number == s.last_number then event.next_stone = next_stone(s) end
    return events
  end)
end)
fault("history-hides", "shows all draws in the history", function(game)
  instead(game, "history", function(before, s, player)
    local entries = before(s, player)
    for i, entry in ipairs(entries) do entry.action = s.actions[i] end
    return entries
  end)
end)
fault("history-hides", "says in the line of a decision what was drawn after it", function(game)
  after(game, "history", function(entries, s)
    for i, entry in ipairs(entries) do
      local stone = s.drawn[#s.drawn - #entries + i]
      entry.text = ("%s, then %s"):format(entry.text, tostring(stone))
    end
    return entries
  end)
end)
fault("history-hides", "has the next stone beside the last decision", function(game)
  after(game, "history", function(entries, s)
    if entries[1] then entries[#entries].next_stone = next_stone(s) end
    return entries
  end)
end)
fault("delta-hides", "sends the drawn stones beside the changes", function(game)
  after(game, "delta", function(delta, s)
    if delta then delta.drawn = copy(s.drawn) end
    return delta, "no such revision"
  end)
end)
fault("delta-hides", "sends a change that names a hidden stone and changes nothing", function(game)
  instead(game, "delta", function(before, s, player, revision)
    local delta, problem = before(s, player, revision)
    for _, change in ipairs(delta and delta.changes or {}) do change.seen = heaviest(s, player) end
    return delta, problem
  end)
end)
fault("delta-hides", "sends the state itself beside the whole view", function(game)
  after(game, "delta", function(delta, s)
    if delta and delta.whole then delta.state = game.encode(s) end
    return delta, "no such revision"
  end)
end)
fault("show-hides", "says under the text how many hidden stones are even", function(game)
  instead(game, "show", function(before, s, player, format)
    local picture, problem = before(s, player, format)
    return picture and format == "text" and picture .. evens(s) or picture, problem
  end)
end)
fault("show-hides", "scales the picture by a hidden stone", function(game)
  instead(game, "show", function(before, s, player, format)
    local picture, problem = before(s, player, format)
    local size = ('<svg width="%d" '):format(heaviest(s, player))
    return picture and format == "svg" and picture:gsub("^<svg ", size, 1) or picture, problem
  end)
end)
fault("statics", "lists the items in the order of the bag", function(game)
  after(game, "statics", function(statics, s)
    if #s.bag == 0 then return statics end
    local items = {}
    for i, stone in ipairs(s.bag) do items[i] = statics.items[stone] end
    statics.items = items
    return statics
  end)
end)
fault("lines-hide", "names a hidden stone where an index is refused", function(game)
  instead(game, "apply_index", function(before, s, ...)
    local done, problem = before(s, ...)
    return done, problem and ("%s (%d)"):format(problem, heaviest(s, s.turn))
  end)
end)
fault("lines-hide", "names a hidden stone where no action has the fields", function(game)
  instead(game, "find", function(before, s, wanted)
    local action, problem = before(s, wanted)
    return action, problem and ("%s (%d)"):format(problem, heaviest(s, s.turn))
  end)
end)
fault("lines-hide", "names a hidden stone where the fields of an action are refused", function(game)
  instead(game, "fields", function(before, s, action)
    local fields, problem = before(s, action)
    return fields, problem and ("%s (%d)"):format(problem, heaviest(s, s.turn))
  end)
end)
fault("lines-hide", "names the next stone where a revision is refused", function(game)
  instead(game, "delta", function(before, s, player, revision)
    local delta, problem = before(s, player, revision)
    return delta, problem and ("%s (%d)"):format(problem, next_stone(s))
  end)
end)
fault("lines-hide", "counts even stones where a format is refused", function(game)
  instead(game, "show", function(before, s, player, format)
    local picture, problem = before(s, player, format)
    return picture, problem and ("%s (%d)"):format(problem, evens(s))
  end)
end)
fault("count", "counts an action more if the next player has an even number", function(game)
  after(game, "count", function(count, s) return count + (heaviest(s, s.turn) + 1) % 2 end)
end)

return list
