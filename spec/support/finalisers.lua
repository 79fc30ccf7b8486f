-- A program for isolation_spec: `lua5.4 finalisers.lua CHANGE TIMES`. Calls every method that reads
-- a state. In the middle of the call the garbage collector runs a finaliser, which changes this
-- state. The method must report the state before the change or the state after it, never a mixture.
-- Prints what is wrong, and how often the finaliser ran.

local acting = require "spec.support.acting"
local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local chooser = require("spec.support.properties").chooser
local core = require "carcassonne.core"
local lua = require "spec.support.lua"
local scaled = require "spec.support.scale"

local IN_SMALL_STEPS = _VERSION == "Lua 5.4"
local CHANGE, TIMES = arg[1], tonumber(arg[2])

local NO_READERS = {}
for name in (
    "apply_action apply_index undo_action resign random_playout reset copy_from reseed"):gmatch "%S+" do
  NO_READERS[name] = true
end
for _, name in ipairs(acting.names) do NO_READERS[name] = true end
-- different after each change of any state, so results of two calls cannot be compared
NO_READERS.handle = true

-- ---- The states ---------------------------------------------------------------------------------

local given, game, big, little, state -- `state` is read; it is made big again for each call

local function begin(options)
  given = options
  collectgarbage "stop"
  game = carcassonne.game(options)
  big, little = game:new_initial_state(5), game:new_initial_state(1)
  local choose = chooser(7)
  for _ = 1, 110 do
    if big:num_actions() > 0 then big:apply_index(choose(big:num_actions())) end
  end
  state = big:clone()
  collectgarbage "restart"
end

local changes = {
  reset = function() state:reset(3) end, copy_from = function() state:copy_from(little) end,
  undo_action = function() assert(state:undo_action()) end, apply_index = function() state:apply_index(1) end,
  close = function() debug.getmetatable(game).__gc(game) end,
}
local change = changes[CHANGE]

-- ---- The finaliser ------------------------------------------------------------------------------

local armed, fired = false, false
local function finalise()
  if armed then
    armed, fired = false, true
    pcall(change) -- fails while the state is replayed
  end
  lua.finalised(finalise)
end

-- ---- What it reported ---------------------------------------------------------------------------

-- Returns a value as text that can be compared; features are given by coordinates of the big board.
local function dump(value)
  if type(value) == "table" then
    local keys, parts = {}, {}
    for key in pairs(value) do keys[#keys + 1] = key end
    table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
    for i, key in ipairs(keys) do parts[i] = tostring(key) .. "=" .. dump(value[key]) end
    return "{" .. table.concat(parts, ",") .. "}"
  end
  if type(value) ~= "userdata" then return type(value) == "function" and "function" or tostring(value) end
  local name = tostring(debug.getmetatable(value).__name)
  if name == "ActionList" or name == "Game" or CHANGE == "close" then return name end
  if name == "State" then return rawequal(value, state) and "itself" or "state " .. value:hash() end
  local fine, text = pcall(function()
    if name ~= "Feature" then return tostring(value) end
    return ("%d,%d,%d"):format(value.x, value.y, value.segment)
  end)
  return fine and text or "gone"
end

-- ---- What is read -------------------------------------------------------------------------------

local function largest(kind)
  local best, most
  for _, feature in ipairs(big:features { kind = kind }) do
    local n = #feature:segments()
    if not best or n > most then best, most = feature, n end
  end
  return best.x, best.y, best.segment
end

-- Returns the readers. The function `prepare` of a reader makes the arguments while no finaliser
-- runs, and returns the function that reads.
local function list_readers()
  local readers = {}
  local function add(name, prepare) readers[#readers + 1] = { name = name, prepare = prepare } end
  local x, y, segment = largest "city"
  local tile = big:tile_at(x, y)
  local ARGUMENTS = { {}, { 1 }, { x, y }, { x, y, segment }, { "city" }, { tile.id }, { x, y, "N" },
    { 1, "follower" }, { big:action(1) },
    { x, y, "city" }, { "volcano" }, { x, y, "N.S" }, { "pass" }, { {} },
    { { kind = "city" } }, { { complete = true } }, { { "features", kind = "city" } },
    { { "pieces", follower = true, feature = { kind = "city" } } },
      { { x = x, y = y, segment = segment }, { kind = "city" } } }
  local function add_methods(class, subject, label)
    for name, method in pairs(core.methods[class]) do
      local seen = {}
      for i, arguments in ipairs(NO_READERS[name] and {} or ARGUMENTS) do
        local results = compat.table.pack(pcall(method, subject(), compat.table.unpack(arguments)))
        local text = dump(results)
        if results[1] and not seen[text] then
          seen[text] = true
          add(("%s:%s %d"):format(label, name, i), function()
            local one = subject()
            return function() return method(one, compat.table.unpack(arguments)) end
          end)
        end
      end
    end
    add("tostring of " .. label, function()
      local one = subject()
      return function() return tostring(one) end
    end)
  end
  add_methods("State", function() return state end, "State")
  for _, kind in ipairs { "city", "field", "road" } do
    local at = { largest(kind) }
    local function feature() return state:feature(compat.table.unpack(at)) end
    add_methods("Feature", feature, kind)
    for _, field in ipairs { "kind", "complete", "tiles", "open", "pennants", "points", "goods", "attributes",
      "majority", "x", "y",
      "segment" } do
      add(kind .. "." .. field, function()
        local one = feature()
        return function() return one[field] end
      end)
    end
  end
  if type(state:legal_actions()) == "userdata" then -- before 5.3 a table, whose text is its address
    add("ActionList:tostring", function()
      local list = state:legal_actions()
      return function() return tostring(list) end
    end)
  end
  add("ActionList[i]", function()
    local list = state:legal_actions()
    return function() return list[#list] end
  end)
  table.sort(readers, function(a, b) return a.name < b.name end)
  return readers
end

local function outcome(read)
  return compat.table.pack(pcall(read))
end

-- Returns the reported results as text. It makes the state big first, so that these results can be
-- checked.
local function reported(results)
  if CHANGE == "close" then begin(given) else state:copy_from(big) end
  for i = 1, results.n do results[i] = dump(results[i]) end
  return table.concat(results, "|", 1, results.n)
end

-- Returns what a reader returns before and after a change of the state.
local function expected(reader)
  state:copy_from(big)
  local before = reported(outcome(reader.prepare()))
  state:copy_from(big)
  local read = reader.prepare()
  change()
  return before, reported(outcome(read))
end

-- ---- Trying -------------------------------------------------------------------------------------

local came, wrong, tables = 0, 0, 0
-- tries until the finaliser runs, which is rarer if a step of the collector is long
local PATIENCE = _VERSION == "Lua 5.4" and 400 or 10000

local function try(reader)
  local before, after = expected(reader)
  -- a finaliser must interrupt a call that makes many tables; try such a call more often
  local times, long = 0, before:find "^true|{.*{"
  for i = 1, long and PATIENCE or 6 * TIMES do
    state:copy_from(big)
    local read = reader.prepare()
    for k = 1, i * 7919 % 97 do local _ = { k } end -- moves the collector to a different point
    armed, fired = true, false
    local results = outcome(read)
    armed = false
    if fired then
      local text = reported(results)
      times = times + 1
      if text ~= before and text ~= after and not (CHANGE == "close" and text:find "^false|") then
        wrong = wrong + 1
        print(("%s, %s: %s"):format(CHANGE, reader.name, text:sub(1, 200)))
        print("  before: " .. before:sub(1, 200))
        print("  after:  " .. after:sub(1, 200))
        break
      end
      if times == TIMES then break end
    end
  end
  came = came + times
  if long then
    tables = tables + 1
    if times == 0 and IN_SMALL_STEPS then
      print(("%s: no finaliser came into %s"):format(CHANGE, reader.name))
    end
  end
end

local GAMES = { { players = 3 }, { players = 3, variants = { "princess-and-dragon" } },
  { sets = { "base" }, draws = "manual" } }
-- the other changes take long
if scaled(CHANGE ~= "reset" and CHANGE ~= "copy_from", true) then GAMES[2], GAMES[3] = nil, nil end

-- Only Lua 5.4 has a size of a step; other versions would spend most of their time collecting if
-- they had no pause.
local function pace_collector(pause, multiplier, size)
  if IN_SMALL_STEPS then return collectgarbage("incremental", pause, multiplier, size) end
  collectgarbage("setpause", math.max(pause, 100))
  collectgarbage("setstepmul", multiplier)
end

-- The collectors of other versions take longer steps, so the finaliser runs less often, and not
-- inside each method.
local OFTEN = IN_SMALL_STEPS and scaled(60, 20) or scaled(4, 1)

for _, options in ipairs(GAMES) do
  begin(options)
  local readers = list_readers()
  pace_collector(10, 1000, 8)
  lua.finalised(finalise)
  for i = 1, #readers, scaled(1, 3) do try(readers[i]) end
  pace_collector(200, 100, 13)
end
print(("wrong %d came %s tables %s"):format(wrong, came > OFTEN and "often" or came,
  tables > scaled(8, 2) and "many" or tables))
