--- Plug-ins with one fault each in what a client needs to follow a game, and the clause that the
--- fault breaks. For the specs.

local faults = require "spec.support.faults"

local after, heap, instead = faults.after, faults.heap, faults.instead
local fault, list = faults.new()

-- Changes each delta that is not whole.
local function change_deltas(game, change)
  instead(game, "delta", function(before, s, player, revision)
    local delta, problem = before(s, player, revision)
    if delta and not delta.whole then change(delta, s, player, revision) end
    return delta, problem
  end)
end

fault("revision", "counts back where an action is undone", function(game)
  game.revision = function(s) return #s.actions end
end)
fault("revision", "counts a refused action", function(game)
  instead(game, "apply", function(before, s, ...)
    local done, problem = before(s, ...)
    if not done then s.revision = s.revision + 1 end
    return done, problem
  end)
end)
fault("revision", "does not count a resignation", function(game)
  instead(game, "resign", function(before, s, player)
    local done, problem = before(s, player)
    if done then s.revision = s.revision - 1 end
    return done, problem
  end)
end, heap)
fault("revision", "has text for a revision", function(game)
  game.revision = function(s) return "revision " .. #s.actions end
end)
fault("events-unique", "gives new events the numbers of undone ones", function(game)
  after(game, "undo", function(done, s)
    s.last_number = s.log[1] and s.log[#s.log].number or 0
    return done, "nothing to undo"
  end)
end)
fault("events-unique", "numbers all events again after undo", function(game)
  after(game, "undo", function(done, s)
    for i, event in ipairs(s.log) do event.number = i + s.revision end
    return done, "nothing to undo"
  end)
end)
fault("history", "forgets the last decision", function(game)
  after(game, "history", function(entries)
    table.remove(entries)
    return entries
  end)
end)
fault("history", "lists undone decisions", function(game)
  local undone = setmetatable({}, { __mode = "k" })
  instead(game, "undo", function(before, s)
    local action = s.actions[#s.actions]
    local done, problem = before(s)
    if done then undone[s] = action end
    return done, problem
  end)
  after(game, "history", function(entries, s)
    if undone[s] then table.insert(entries, { player = 1, action = undone[s], text = "undone" }) end
    return entries
  end)
end)
fault("history", "says that the next player has decided", function(game)
  after(game, "history", function(entries, s)
    for _, entry in ipairs(entries) do
      if entry.player ~= "chance" then entry.player = entry.player % s.options.players + 1 end
    end
    return entries
  end)
end)
fault("history", "lists the actions in other words", function(game)
  after(game, "history", function(entries)
    for _, entry in ipairs(entries) do entry.action = entry.action and entry.action:upper() end
    return entries
  end)
end)
fault("history", "has no lines for decisions", function(game)
  after(game, "history", function(entries)
    for _, entry in ipairs(entries) do entry.text = nil end
    return entries
  end)
end)
fault("delta", "forgets that the pile has changed", function(game)
  change_deltas(game, function(delta)
    for i = #delta.changes, 1, -1 do
      if delta.changes[i].path[1] == "pile" then table.remove(delta.changes, i) end
    end
  end)
end)
fault("delta", "has changes for the view of another player", function(game)
  change_deltas(game, function(delta, s, player, revision)
    local other = player and player % s.options.players + 1 or 1
    for _, change in ipairs(delta.changes) do
      if change.path[1] == "hand" then change.value = game.view(s, other, revision).hand end
    end
  end)
end)
fault("delta", "does not say its revision", function(game)
  change_deltas(game, function(delta) delta.revision = nil end)
end)
fault("delta", "assumes that nothing was undone", function(game)
  instead(game, "delta", function(before, s, player, revision)
    local delta, problem = before(s, player, revision)
    if delta and delta.undone_after then delta.changes = {} end
    return delta, problem
  end)
end)
fault("delta-events", "does not say which events were undone", function(game)
  change_deltas(game, function(delta) delta.undone_after = nil end)
end)
fault("delta-whole", "has only changes for a new client", function(game)
  instead(game, "delta", function(before, s, player, revision) return before(s, player, revision or 0) end)
end)
fault("delta-refused", "answers for a revision of the future", function(game)
  instead(game, "delta", function(before, s, player, revision)
    local is_later = type(revision) == "number" and revision % 1 == 0 and revision > s.revision
    return before(s, player, is_later and s.revision or revision)
  end)
end)
fault("delta-refused", "takes text for a revision", function(game)
  instead(game, "delta", function(before, s, player, revision)
    return before(s, player, tonumber(revision) or revision)
  end)
end)
fault("raises", "raises where a revision is not a number", function(game)
  instead(game, "delta", function(before, s, player, revision)
    return before(s, player, revision and revision + 0)
  end)
end)
return list
