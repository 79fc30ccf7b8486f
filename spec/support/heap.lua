--- The game of taking from a heap, as a plug-in: nothing is hidden, nothing is random, and a player
--- may give up. For the specs.

local heap = {
  contract = 2, name = "heap", version = "1", text = "Who takes the last one wins",
  players = { least = 2, most = 4, default = 2 },
  hides = "nothing",
  options = { { name = "size", kind = "integer", low = 5, high = 30, default = 12, words = { "small" },
    text = "How many there are" } },
}

-- Keeps the view before a change, for `delta`.
local function begin_revision(s)
  s.views[s.revision] = { left = s.left, turn = s.turn }
  s.revision = s.revision + 1
end

local function take(s, words)
  if s.left == 0 then return nil, "the game is over" end
  begin_revision(s)
  s.number = s.number + 1
  table.insert(s.events, { number = s.number, what = table.concat(words, " "),
    player = words[1] == "resign" and words[2] or s.turn })
  if words[1] == "resign" then s.out[words[2]] = true else s.left = s.left - words[2] end
  if words[1] == "take" and s.left == 0 then s.points[s.turn] = 1 end
  table.insert(s.done, table.concat(words, " "))
  for step = 1, s.players do
    local next_one = (s.turn + step - 1) % s.players + 1
    if words[1] == "resign" and not s.out[s.turn] then break end
    if not s.out[next_one] then
      s.turn = next_one
      break
    end
  end
  local playing = 0
  for player = 1, s.players do playing = playing + (s.out[player] and 0 or 1) end
  if playing < 2 then s.left = 0 end
  return true
end

-- Returns a value as a whole number, or nil if it is not one.
local function whole(value, low, high, default)
  if value == nil then return default end
  local is_one = type(value) == "number" and value % 1 == 0 and value >= low and value <= high
  return is_one and math.floor(value) or nil
end

function heap.new(chosen, seed)
  if chosen == nil then chosen = {} end
  if type(chosen) ~= "table" then return nil, "options: a table" end
  local size = chosen.size
  if size == "small" then size = 5 end
  local players = whole(chosen.players, 2, 4, 2)
  size = whole(size, 5, 30, 12)
  if not players then return nil, "players: 2 to 4" end
  if not size then return nil, "size: 5 to 30, or small" end
  if not whole(seed, 0, 2 ^ 53, 0) then return nil, "seed: none such" end
  for name in pairs(chosen) do
    if name ~= "players" and name ~= "size" then return nil, tostring(name) .. ": no option" end
  end
  local s = { players = players, size = size, left = size, turn = 1, out = {}, points = {}, done = {},
    revision = 0, number = 0, views = {}, events = {}, undone = {} }
  for player = 1, players do s.points[player] = 0 end
  return s
end

local function again(s, count)
  local other = heap.new { players = s.players, size = s.size }
  for i = 1, count do
    local verb, number = s.done[i]:match "(%a+) (%d+)"
    take(other, { verb, tonumber(number) })
    if other.events[i] and s.events[i] then other.events[i].number = s.events[i].number end
  end
  other.revision, other.number = s.revision, s.number
  for _, name in ipairs { "views", "undone" } do
    other[name] = {}
    for revision, value in pairs(s[name]) do other[name][revision] = value end
  end
  return other
end

function heap.terminal(s) return s.left == 0 end
function heap.current(s) return s.left > 0 and s.turn or nil end

function heap.legal(s)
  local list = {}
  for number = 1, math.min(3, s.left) do list[number] = ("take %d"):format(number) end
  return list
end

function heap.apply(s, action, sender)
  if sender ~= nil and sender ~= heap.current(s) then return nil, "another player decides" end
  for number, legal in ipairs(heap.legal(s)) do
    if action == legal then return take(s, { "take", number }) end
  end
  return nil, "this cannot be taken"
end

function heap.count(s) return #heap.legal(s) end

function heap.apply_index(s, index, sender)
  local action = type(index) == "number" and heap.legal(s)[index]
  if not action then return nil, "no such index" end
  return heap.apply(s, action, sender)
end

function heap.fields(s, action)
  for number, legal in ipairs(heap.legal(s)) do
    if action == legal then return { kind = "take", number = number } end
  end
  return nil, "this cannot be taken"
end

function heap.find(s, wanted)
  local legal = heap.legal(s)
  if type(wanted) ~= "table" then return nil, "not a table" end
  for name in pairs(wanted) do
    if name ~= "kind" and name ~= "number" then return nil, "no such field" end
  end
  if wanted.kind ~= nil and wanted.kind ~= "take" then return nil, "no such action" end
  if wanted.number then return legal[wanted.number], "no such number" end
  return #legal == 1 and legal[1] or nil, "several actions"
end

function heap.resign(s, player)
  player = s.left > 0 and whole(player, 1, s.players)
  if not player or s.out[player] then return nil, "nobody to give up" end
  return take(s, { "resign", player })
end

function heap.undo(s)
  if #s.done == 0 then return nil, "nothing was taken" end
  begin_revision(s)
  for key, value in pairs(again(s, #s.done - 1)) do s[key] = value end
  for revision = 0, s.revision - 1 do
    local last = s.events[#s.done]
    s.undone[revision] = math.min(s.undone[revision] or math.huge, last and last.number or 0)
  end
  return true
end

function heap.clone(s) return again(s, #s.done) end
function heap.chance() return {} end

function heap.returns(s)
  local list = {}
  for player, points in ipairs(s.points) do list[player] = points end
  return list
end

function heap.result(s)
  local list, over, best = {}, s.left == 0, 0
  for player, points in ipairs(s.points) do
    local rank = 1
    for other, theirs in ipairs(s.points) do
      local before = not s.out[other] and (s.out[player] or theirs > points)
      if before then rank = rank + 1 end
    end
    if rank == 1 and not s.out[player] then best = best + 1 end
    if over or s.out[player] then
      list[#list + 1] = { player = player, points = points, rank = over and rank or nil,
        outcome = s.out[player] and "out" or rank == 1 and "won" or "lost" }
    end
  end
  for _, row in ipairs(list) do
    if row.outcome == "won" and best > 1 then row.outcome = "drawn" end
  end
  return list
end

function heap.statics(s)
  local colours = {}
  for player = 1, s.players do colours[player] = ("#%02x0000"):format(player * 60) end
  return { items = { { id = "match", kind = "match", name = "a match", text = "|" } }, colours = colours,
    words = {} }
end

function heap.show(s, _, format)
  if format == "text" then return ("|"):rep(s.left) .. "\n" .. (s.turn and "player " .. s.turn or "") end
  if format ~= "svg" then return nil, "text or svg" end
  return ('<svg xmlns="http://www.w3.org/2000/svg"><text>%d</text></svg>'):format(s.left)
end

function heap.view(s) return { left = s.left, turn = s.turn } end
function heap.encode(s) return ("heap %d %d: %s."):format(s.players, s.size, table.concat(s.done, ", ")) end

function heap.decode(text)
  local players, size, done = tostring(text):match "^heap (%d+) (%d+): ([%w, ]*)%.$"
  local s = players and heap.new { players = tonumber(players), size = tonumber(size) }
  if not s then return nil, "not a heap" end
  for one in done:gmatch "[^,]+" do
    local verb, number = one:match "(%a+) (%d+)"
    local does = verb == "resign" and heap.resign or verb == "take" and heap.apply
    local did = does and does(s, verb == "resign" and tonumber(number) or one:match "^ ?(.*)$")
    if not did then return nil, "this cannot be done" end
  end
  if heap.encode(s) ~= text then return nil, "not a heap as it is written" end
  return s
end

function heap.events(s, _, since)
  local list = {}
  for _, event in ipairs(s.events) do
    if event.number > (since or 0) then list[#list + 1] = { number = event.number, what = event.what } end
  end
  return list
end

function heap.revision(s) return s.revision end

function heap.history(s)
  local list = {}
  for i, event in ipairs(s.events) do
    local action = event.what:match "^take %d+$"
    local resigned = not action and true or nil
    list[i] = { player = event.player, action = action, resigned = resigned, text = event.what }
  end
  return list
end

function heap.delta(s, _, revision)
  local view = heap.view(s)
  if revision == nil then return { revision = s.revision, whole = true, view = view } end
  local since = whole(revision, 0, s.revision)
  if not since then return nil, "no such revision" end
  local before, changes = s.views[since] or view, {}
  for _, name in ipairs { "left", "turn" } do
    if before[name] ~= view[name] then changes[#changes + 1] = { path = { name }, value = view[name] } end
  end
  return { revision = s.revision, whole = false, changes = changes, undone_after = s.undone[since] }
end

function heap.describe(s, action)
  for _, legal in ipairs(heap.legal(s)) do
    if action == legal then return action .. " from the heap" end
  end
  return nil, "this cannot be taken"
end
function heap.describe_event(_, event) return event.what end

return heap
