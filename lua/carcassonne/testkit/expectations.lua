--- The expectations of a test: the keys, and how the value of each is read from a board.
-- @module carcassonne.testkit.expectations

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local error_message = require "carcassonne.base.error_message"
local options = require "carcassonne.base.options"
local variable_values = require "carcassonne.describe.variable_values"

local expectations = {}

local pairs = compat.basic.pairs

--- The expected values of a test. Omitted keys are not checked.
---@class Expectations
---@field points? integer[] points of each player
---@field scored? table<string, integer[]> the points of each player for a reason: road, city, monastery, field, goods, or the
--- label of a script's award
---@field pieces? string[] all pieces on the table: "1 follower west city:E", in any order
---@field in_hand? table<string, integer>[] pieces in hand of each player; only named kinds are compared
---@field goods? table<string, integer>[] goods of each player; only named kinds are compared
---@field turn? integer player whose turn it is
---@field part? integer number of the part of the turn
---@field turn_number? integer number of the turn
---@field round? integer number of the round
---@field next_player? integer player of the next turn, if the order does not change
---@field player? integer|string the deciding player, or "chance"
---@field decision? string kind of the decision: draw, place, deploy, extra, choice, or "none" when the game is over
---@field phase? string the phase that asks, or "none"
---@field hand? string the tile in hand or just placed, or "none"
---@field places? string[] all legal placements of the tile in hand: "here r0", in any order
---@field deployments? string[] all legal deployments, by rules or scripts: "follower road:S"
---@field options? string[] all options of scripts, as text
---@field legal? string[] actions that must be legal, in the form of a line to play: "follower road:S", "BA-U here r1", "pass"
---@field not_legal? string[] actions that must not be legal
---@field reserves? table<string, table|integer> tiles in each reserve in any order, or their number; for reserves of players, one
--- value for each player: { hand = { { "BA-B", "BA-U" }, 3 } }
---@field variables? table<string, any> variables of scripts: a number for the game, a list for players, a table by "CELL" for
--- tiles, a table by "CELL SEGMENT" for features and segments. A value that is a place is "CELL",
--- "CELL SEGMENT" or "none"
---@field features? table<string, table> properties of features by "CELL SEGMENT", such as `complete = true`, `tiles = 3`
---@field check? fun(state:State) function for other checks; if it raises an error, the test fails

-- ---- Comparing ----------------------------------------------------------------------------------

-- Returns the part of a table that a test names. The rest is not compared.
local function only(wanted, got)
  local part = {}
  for key in pairs(wanted) do part[key] = got[key] end
  return part
end

local function each_player(t, wanted, read)
  local list = {}
  for player, part in ipairs(wanted) do list[player] = only(part, read(t.state, player)) end
  return list
end

local function sorted(list)
  local copy = {}
  for i, one in ipairs(list) do copy[i] = one end
  c_locale.sort(copy)
  return copy
end

local function same(a, b)
  if type(a) ~= "table" or type(b) ~= "table" then return a == b end
  for key, value in pairs(a) do
    if not same(value, b[key]) then return false end
  end
  for key in pairs(b) do
    if a[key] == nil then return false end
  end
  return true
end

local function is_list(value)
  for key in pairs(value) do
    if type(key) ~= "number" then return false end
  end
  return true
end

-- Formats a value as in the text of a test.
local function text_of(value)
  if type(value) ~= "table" then
    return type(value) == "string" and ('"%s"'):format(value) or c_locale.tostring(value)
  end
  local parts, listed = {}, is_list(value)
  for i = 1, listed and #value or 0 do parts[i] = text_of(value[i]) end
  for _, key in ipairs(listed and {} or options.keys(value)) do
    local name = key:match "^[%a_][%w_]*$" or ('["%s"]'):format(key)
    parts[#parts + 1] = ("%s = %s"):format(name, text_of(value[key]))
  end
  return #parts > 0 and ("{ %s }"):format(table.concat(parts, ", ")) or "{}"
end

-- ---- Reading ------------------------------------------------------------------------------------

-- Formats the value of a variable: a number, or a place such as "west", "west city:N", "none".
local function shown(t, variable, value)
  if not variable.type then return value end
  if not value then return "none" end
  return t:called(value.x, value.y) .. (value.text and " " .. value.text or "")
end

-- Returns the value of a variable at a place that a test names.
local function at_place(t, variable, name)
  if variable.scope == "player" then return t.state:variable(variable.key, name) end
  local where, segment = tostring(name):match "^(%S+) ?(%S*)$"
  local cell = t:cell(where or name)
  if variable.scope == "segment" then return t.state:variable(variable.key, cell.x, cell.y, segment) end
  local key = variable.scope == "cell" and t.state:tile_index(cell.x, cell.y) or variable.scope == "feature"
    and t:feature(where, segment)
  if not key then error(("unknown place %s"):format(name), 0) end
  return t.state:variable(variable.key, key)
end

local function variable_value(t, name, wanted)
  local names = {}
  for i, variable in ipairs(variable_values.of(t.game)) do
    names[i] = variable.name
    if variable.name == name or variable.key == name then
      if variable.scope == "game" then return shown(t, variable, t.state:variable(variable.key)) end
      if type(wanted) ~= "table" then
        error(("%s: expected a table with one value per %s"):format(name, variable.scope), 0)
      end
      local values = {}
      for place in core.bounded.basic.pairs(wanted) do
        values[place] = shown(t, variable, at_place(t, variable, place))
      end
      return values
    end
  end
  options.check_name("variables", name, names, "variable")
end

local function feature_value(t, name, wanted)
  local where, segment = name:match "^(%S+) (%S+)$"
  local feature = where and t:feature(where, segment)
  if not feature then error(("no feature is at '%s'; expected a place like west "
    .. "road:E.W"):format(name), 0) end
  return only(wanted, feature)
end

local function points_for(t, reason) return t:scored(reason) end

local function each_name(t, wanted, read)
  local values = {}
  for name, value in core.bounded.basic.pairs(wanted) do values[name] = read(t, name, value) end
  return values
end

-- Returns whether a part is legal; raises an error with the part if it is not an action.
local function may_be(t, part)
  if type(part) ~= "string" then error(("expected string, got %s"):format(options.show(part)), 0) end
  local fine, answer = pcall(t.may, t, part)
  if fine then return answer end
  error({ at = part, text = ("'%s': %s; legal actions: %s"):format(part, error_message.plain(answer),
    t:legal_text()) }, 0)
end

-- Returns the legal parts of a list, or the illegal ones if `may` is false.
local function those(t, list, may)
  local found = {}
  for _, part in ipairs(list) do
    if may_be(t, part) == may then found[#found + 1] = part end
  end
  return found
end

-- Returns the number of tiles in a reserve or the tiles themselves, depending on the expected
-- value.
local function reserve_part(t, where, name, player, wanted)
  options.check_type(where, wanted, "list|integer")
  if type(wanted) == "number" then return t.state:num_in_reserve(name, player) end
  for _, id in ipairs(wanted) do options.check_name(where, id, options.keys(t.given.counts), "tile") end
  local lying = t.state:reserve(name, player)
  return same(sorted(lying), sorted(wanted)) and wanted or lying
end

local function reserve_value(t, name, wanted)
  local names, of_player = {}, false
  for i, reserve in ipairs(t.game:reserves()) do
    names[i] = reserve.name
    of_player = of_player or reserve.name == name and reserve.owner == "player"
  end
  options.check_name("reserves", name, names, "reserve")
  local where, parts = "reserves." .. name, {}
  if not of_player then return reserve_part(t, where, name, nil, wanted) end
  options.check_type(where, wanted, "list")
  if #wanted > t.game:players() then
    options.refuse(where, ("expected values for %d players, got %d"):format(t.game:players(), #wanted))
  end
  for player, part in ipairs(wanted) do
    parts[player] = reserve_part(t, ("%s[%d]"):format(where, player), name, player, part)
  end
  return parts
end

-- For each key: the type of its value, and a function that reads the value from the board. `sorted`
-- means that the order does not matter. `message` returns the message of a failure, which is shown
-- instead of the expected and the actual value.
local WORDS = {
  points = { "list", function(t) return t.state:returns() end },
  scored = { "table", function(t, wanted) return each_name(t, wanted, points_for) end },
  pieces = { "list", function(t) return t:standing() end, sorted = true },
  in_hand = { "list", function(t, wanted) return each_player(t, wanted, t.state.pieces_in_hand) end },
  goods = { "list", function(t, wanted) return each_player(t, wanted, t.state.goods) end },
  turn = { "integer", function(t) return t.state:turn_player() end },
  part = { "integer", function(t) return t.state:part() end },
  turn_number = { "integer", function(t) return t.state:turn_number() end },
  round = { "integer", function(t) return t.state:round() end },
  next_player = { "integer", function(t) return t.state:next_player() end },
  player = { "integer|string", function(t) return t.state:current_player() end },
  decision = { "string", function(t) return t.state:decision() or "none" end },
  phase = { "string", function(t) return t.state:phase() or "none" end },
  hand = { "string", function(t) return t.state:hand() or "none" end },
  places = { "list", function(t) return t:places() end, sorted = true },
  deployments = { "list", function(t) return t:deployments() end, sorted = true },
  options = { "list", function(t) return t:options() end, sorted = true },
  legal = { "list", function(t, wanted) return those(t, wanted, true) end, message = function(t, wanted)
    return ("%s should be legal; legal actions: %s"):format(table.concat(those(t, wanted, false), "; "),
      t:legal_text())
  end },
  not_legal = { "list", function(t, wanted) return those(t, wanted, false) end, message = function(t, wanted)
    return ("%s should not be legal"):format(table.concat(those(t, wanted, true), "; "))
  end },
  reserves = { "table", function(t, wanted) return each_name(t, wanted, reserve_value) end },
  variables = { "table", function(t, wanted) return each_name(t, wanted, variable_value) end },
  features = { "table", function(t, wanted) return each_name(t, wanted, feature_value) end },
}

--- The keys with the types of their values.
---@type table<string, string>
expectations.shape = { check = "function" }
for word, row in pairs(WORDS) do expectations.shape[word] = row[1] end

-- Adds the key to a message, if the message does not start with it: "reserves.hand[1]: ...".
local function in_word(word, message)
  return message:sub(1, #word) == word and message or ("%s: %s"):format(word, message)
end

-- Returns what is wrong with the value of a key. If a text in it is not an action, returns this
-- text, too.
local function problem_of(t, word, wanted)
  local row = WORDS[word]
  local fine, got = pcall(row[2], t, wanted)
  if not fine and type(got) == "table" then return ("%s: %s"):format(word, got.text), got.at end
  if not fine then return in_word(word, error_message.plain(got)) end
  if row.sorted then wanted, got = sorted(wanted), sorted(got) end
  if same(wanted, got) then return nil end
  if row.message then return ("%s: %s"):format(word, row.message(t, wanted)) end
  return ("%s: expected %s, got %s"):format(word, text_of(wanted), text_of(got))
end

--- Returns the failed expectations as messages.
---@param t TestBoard
---@param wanted Holds
---@return string[]
---@return string? bad_action the first text of the test that is not an action on this board
function expectations.problems(t, wanted)
  local list, first = {}, nil
  for _, word in ipairs(options.keys(wanted)) do
    if word ~= "check" then
      local problem, at = problem_of(t, word, wanted[word])
      list[#list + 1], first = problem, first or at
    end
  end
  if wanted.check then
    local fine, problem = pcall(wanted.check, t.state)
    if not fine then list[#list + 1] = "check: " .. error_message.plain(problem) end
  end
  return list, first
end

return expectations
