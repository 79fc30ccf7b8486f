--- Checks what a plug-in offers to programs that learn: numbers of actions, observation planes and
--- bounds.
-- @module carcassonne.plugin.check.spaces

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local spaces = {}

local next = compat.basic.next

local NUMBERS = { "num_distinct_actions", "max_chance_outcomes", "max_game_length", "min_utility",
  "max_utility" }
local NO_NUMBERS = { -1, 1.5, 2 ^ 40, "1", true, {}, 0 / 0 }

local MOST_WINDOW = 2 -- windows are small, so that some actions have no numbers
local STEPS = 4 -- number of later states in which numbers are compared

-- ---- What never changes -------------------------------------------------------------------------

local function names_problem(names)
  local seen = {}
  if not plain.is_list(names) or #names == 0 then return "planes: expected a list of names" end
  for i, name in ipairs(names) do
    if not trial.is_line(name) then
      return ("planes[%d]: expected a line of text, got %s"):format(i, options.show(name))
    end
    if seen[name] then return ("two planes have the name '%s'"):format(name) end
    seen[name] = true
  end
end

local function shape_problem(shape, planes)
  if not plain.is_list(shape) or #shape ~= 3 then
    return "shape: expected the numbers of planes, rows and columns"
  end
  for i, size in ipairs(shape) do
    if compat.math.type(size) ~= "integer" or size < 1 then
      return ("shape[%d]: expected a whole number from 1, got %s"):format(i, options.show(size))
    end
  end
  if shape[1] ~= planes then return ("shape[1]: expected %d, the number of planes"):format(planes) end
end

local function numbers_problem(space)
  if type(space.unknown) ~= "table" then return "unknown: expected a table of reasons" end
  for _, name in ipairs(NUMBERS) do
    local number, reason = space[name], space.unknown[name]
    if number == nil and not trial.is_line(reason) then return name .. ": expected a number or a reason" end
    if number ~= nil and (type(number) ~= "number" or reason ~= nil) then
      return ("%s: expected a number without a reason, got %s"):format(name, options.show(number))
    end
  end
end

-- Checks the result of `spaces`, which must be valid and equal in all states of the game.
local function check_space(t, state)
  local space, message = t:ask("spaces", state, t.window)
  if type(space) ~= "table" then
    t:fail("spaces", "expected a table, got %s: %s", options.show(space), options.show(message))
    t:give_up()
  end
  local problem = names_problem(space.planes) or shape_problem(space.shape, #space.planes)
    or numbers_problem(space)
  if problem then
    t:fail("spaces", "%s", problem)
    t:give_up()
  end
  local place = t.space and plain.difference(t.space, space, "spaces")
  if place then t:fail("spaces", "%s differs between two states of a game", place) end
  t.space = plain.copy(space)
  plain.scribble(space)
end

local function check_bounds(t, state, legal, space)
  local function check(what, number, least, most)
    if number < (least or number) or number > (most or number) then
      t:fail("bounds", "%s %s is outside of the bounds", what, c_locale.tostring(number))
    end
  end
  check("the number of actions so far", t.decision, 0, space.max_game_length)
  if t:ask("current", state) == "chance" then
    check("the number of outcomes of chance", #legal, 0, space.max_chance_outcomes)
  end
  for _, points in ipairs(t:ask("returns", state)) do
    check("the result", points, space.min_utility, space.max_utility)
  end
end

-- ---- Numbers of actions -------------------------------------------------------------------------

-- Returns plain data as a text that is equal for equal data.
local function text_of(value)
  if type(value) ~= "table" then return type(value) .. " " .. c_locale.tostring(value) end
  local parts = {}
  for key, one in next, value do parts[#parts + 1] = c_locale.tostring(key) .. "=" .. text_of(one) end
  c_locale.sort(parts)
  return "{" .. table.concat(parts, ",") .. "}"
end

-- Checks that a number means the same as in earlier states.
local function check_meaning(t, state, action, number)
  local fields = t:ask("fields", state, action)
  if type(fields) ~= "table" then return end
  local key = text_of(fields)
  local before = t.numbers[key]
  if before and before ~= number then
    t:fail("number-same", "'%s' had the number %d, and has the number %d later", action, before, number)
  end
  t.numbers[key] = number
  if t.kinds[number] and t.kinds[number] ~= fields.kind then
    t:fail("number-same", "the number %d was that of an action of the kind %s, and is that of '%s' later",
      number, options.show(t.kinds[number]), action)
  end
  t.kinds[number] = fields.kind
end

-- Returns the number of an action, nil if it has none.
local function number_of(t, state, action)
  local number, message = t:ask("number", state, action, t.window)
  if number == nil then
    if not trial.is_line(message) then t:fail("number", "'%s' has no number, without a message", action) end
    return nil
  end
  if compat.math.type(number) ~= "integer" or number < 0 or number >= t.space.num_distinct_actions then
    t:fail("number", "'%s' has the number %s; expected 0 to %d", action, options.show(number),
      t.space.num_distinct_actions - 1)
    t:give_up()
  end
  local found = t:ask("action", state, number, t.window)
  if found ~= action then
    t:fail("number", "'%s' has the number %d, but `action` returned %s", action, number, options.show(found))
  end
  check_meaning(t, state, action, number)
  return number
end

-- Returns the mask that the numbers of all legal actions make.
local function expected_mask(t, state, legal)
  local mask, seen = { numbers = {}, without = 0 }, {}
  for _, action in ipairs(legal) do
    local number = number_of(t, state, action)
    if number == nil then
      mask.without = mask.without + 1
    elseif seen[number] then
      t:fail("number", "'%s' and '%s' have the number %d", seen[number], action, number)
    else
      seen[number] = action
      table.insert(mask.numbers, number)
    end
  end
  c_locale.sort(mask.numbers)
  return mask, seen
end

-- Compares numbers in a few later states with those in this state.
local function check_later(t, state)
  local copy = t:ask("clone", state)
  for _ = 1, STEPS do
    if not t:apply_any(copy) then break end
    for _, action in ipairs(t:ask("legal", copy)) do number_of(t, copy, action) end
  end
end

local function check_numbers(t, state, legal)
  local expected, seen = expected_mask(t, state, legal)
  local place = plain.difference(expected, t:ask("mask", state, t.window), "mask")
  if place then t:fail("mask", "%s is not that of the legal actions", place) end
  t:refused("number", "'no such action'", "number", state, "no such action", t.window)
  local function refused(number, what)
    t:refused("number", what or options.show(number), "action", state, number, t.window)
  end
  for _, number in ipairs(NO_NUMBERS) do refused(number) end
  refused(nil, "nil")
  refused(t.space.num_distinct_actions)
  local other = t:choose(t.space.num_distinct_actions) - 1
  if not seen[other] then refused(other, "the number of an action that is not legal") end
  check_later(t, state)
end

-- Checks a game whose actions have no numbers.
local function check_no_numbers(t, state, legal)
  if #legal == 0 then return end
  t:refused("number", "an action of a game without numbers", "number", state, legal[1], t.window)
  t:refused("number", "a number in a game without numbers", "action", state, 0, t.window)
  t:refused("mask", "a game without numbers", "mask", state, t.window)
end

-- ---- Planes -------------------------------------------------------------------------------------

-- Returns the problem of a plane: a number, or a list of cells and numbers.
local function plane_problem(plane, cells)
  if type(plane) == "number" then return nil end
  if not plain.is_list(plane) or #plane % 2 ~= 0 then
    return "expected a number, or cells and their numbers"
  end
  local last = -1
  for i = 1, #plane, 2 do
    local cell, number = plane[i], plane[i + 1]
    if compat.math.type(cell) ~= "integer" or cell <= last or cell >= cells or type(number) ~= "number" then
      return ("cell %s with the number %s: expected ascending cells from 0 to %d"):format(options.show(cell),
        options.show(number), cells - 1)
    end
    last = cell
  end
end

local function planes_problem(planes, space)
  local cells = space.shape[2] * space.shape[3]
  if not plain.is_list(planes) or #planes ~= space.shape[1] then
    return ("expected a list of %d planes"):format(space.shape[1])
  end
  for i, plane in ipairs(planes) do
    local problem = plane_problem(plane, cells)
    if problem then return ("plane %s: %s"):format(space.planes[i], problem) end
  end
end

local function check_planes(t, state)
  local player = trial.player(t:choose(t.players + 1) - 1)
  local planes = t:ask("planes", state, player, t.window)
  local problem = planes_problem(planes, t.space)
  if problem then
    t:fail("planes", "%s", problem)
    t:give_up()
  end
  local before = plain.copy(planes)
  plain.scribble(planes)
  t:same("fresh", before, t:ask("planes", state, player, t.window),
    "`planes` after a returned table was changed")
  for _, copy in ipairs(t:copies(state)) do
    t:same(copy.clause, before, t:ask("planes", copy.state, player, t.window), "`planes` of the copy")
  end
  t:refused("planes", "player " .. t.players + 1, "planes", state, t.players + 1, t.window)
end

--- Begins a game: chooses a window for it, or none.
---@param t Trial
function spaces.begin(t)
  t.space, t.window, t.numbers, t.kinds = nil, nil, {}, {}
  local window = t.plugin.spaces and t:choose(MOST_WINDOW + 1) - 1 or 0
  if window > 0 then t.window = window end
end

--- Checks a state as programs that learn see it.
---@param t Trial
---@param state any
---@param legal string[] its legal actions
function spaces.check(t, state, legal)
  if not t.plugin.spaces then return end
  check_space(t, state)
  check_bounds(t, state, legal, t.space)
  if t.space.num_distinct_actions then
    check_numbers(t, state, legal)
  else
    check_no_numbers(t, state, legal)
  end
  check_planes(t, state)
end

return spaces
