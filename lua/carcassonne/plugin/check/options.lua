--- Checks a plug-in's options: their declarations, their limits, and that invalid values are
--- refused.
-- @module carcassonne.plugin.check.options

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local checking = {}

local BOUNDS = { "low", "high" }

-- ---- Values of an option ------------------------------------------------------------------------

local function is_number(value) return type(value) == "number" and value == value end
local function is_whole(value) return compat.math.type(value) == "integer" end

-- Returns the limits of a range, and the words of the option.
local function ends_of(option)
  local list = {}
  for _, word in ipairs(option.words or {}) do list[#list + 1] = word end
  list[#list + 1] = option.low
  list[#list + 1] = option.high
  return list
end

-- Adds invalid values to a list: values outside the range, and a number as text.
local function beyond(option, list)
  if option.low then list[#list + 1] = option.low - 1 end
  if option.high then list[#list + 1] = option.high + 1 end
  list[#list + 1] = ("%d"):format(option.low or option.high or 1)
  return list
end

-- For each kind: a test of a value, valid values, and invalid values.
local KINDS = {
  boolean = {
    is = function(_, value) return type(value) == "boolean" end,
    good = function() return { true, false } end,
    bad = function() return { "true", 1, 0, {} } end,
  },
  integer = {
    is = function(_, value) return is_whole(value) end,
    good = ends_of,
    bad = function(option)
      return beyond(option, { (option.low or 0) + 0.5, 0 / 0, 1 / 0, "no such word", true, {} })
    end,
  },
  number = {
    is = function(_, value) return is_number(value) end,
    good = ends_of,
    bad = function(option) return beyond(option, { 0 / 0, 1 / 0, -1 / 0, "no such word", true, {} }) end,
  },
  text = {
    is = function(_, value) return type(value) == "string" end,
    good = function(option) return { option.default } end,
    bad = function() return { 1, true, {} } end,
  },
  choice = {
    is = function(option, value)
      for _, one in ipairs(option.values) do
        if one == value then return true end
      end
      return false
    end,
    good = function(option) return option.values end,
    bad = function() return { "no such value", 1e6, true, {} } end,
  },
}

local function takes(option, value)
  for _, word in ipairs(option.words or {}) do
    if word == value then return true end
  end
  local inside = not is_number(value) or (value >= (option.low or value) and value <= (option.high or value))
  return KINDS[option.kind].is(option, value) and inside
end

-- ---- Declarations -------------------------------------------------------------------------------

local function is_bound(kind, value)
  return value == nil or is_number(value) and (kind == "number" or is_whole(value))
end

-- Returns the problem of the range or of the words of a number.
local function range_problem(option)
  for _, bound in ipairs(BOUNDS) do
    if not is_bound(option.kind, option[bound]) then
      return ("%s: expected %s, got %s"):format(bound,
        option.kind == "number" and "a finite number" or "a whole number", options.show(option[bound]))
    end
  end
  if option.low and option.high and option.low > option.high then return "`low` is greater than `high`" end
  if option.words ~= nil and not plain.is_list(option.words) then
    return ("words: expected a list, got %s"):format(options.show(option.words))
  end
  for _, word in ipairs(option.words or {}) do
    if not trial.is_line(word) then return ("words: expected lines of text, got "
      .. "%s"):format(options.show(word)) end
  end
end

local function values_problem(option)
  if type(option.values) ~= "table" or #option.values == 0 then
    return "values: expected a list with at least one value"
  end
  local seen = {}
  for _, value in ipairs(option.values) do
    if not trial.is_line(value) and not is_number(value) then
      return ("values: expected lines of text or numbers, got %s"):format(options.show(value))
    end
    if seen[value] then return ("the value %s is listed twice"):format(options.show(value)) end
    seen[value] = true
  end
end

local FURTHER = { integer = range_problem, number = range_problem, choice = values_problem }
local KEYS_OF = { low = range_problem, high = range_problem, words = range_problem, values = values_problem }

-- Returns the problem of a key that only some kinds of options have.
local function further_problem(option)
  local own = FURTHER[option.kind]
  for _, key in ipairs(options.keys(KEYS_OF)) do
    if option[key] ~= nil and KEYS_OF[key] ~= own then
      return ("the key `%s` is not valid for an option of kind %s"):format(key, options.show(option.kind))
    end
  end
  return own and own(option)
end

local function name_problem(option, by_name)
  if type(option.name) ~= "string" or not option.name:match "^[%w_.:-]+$" then return "invalid name" end
  if option.name == "players" then return "the name `players` belongs to a field of the plug-in; choose "
    .. "another name" end
  if by_name[option.name] then return "the name is used twice" end
end

local function form_problem(option, by_name)
  local problem = name_problem(option, by_name)
  if problem then return problem end
  if not KINDS[option.kind] then return ("unknown kind %s"):format(options.show(option.kind)) end
  problem = further_problem(option)
  if problem then return problem end
  if not takes(option, option.default) then
    return ("invalid default %s"):format(options.show(option.default))
  end
  if not trial.is_line(option.text) then
    return ("text: expected a line of text, got %s"):format(options.show(option.text))
  end
  if option.needs ~= nil and not (by_name[option.needs] and by_name[option.needs].kind == "boolean") then
    return ("needs: expected an earlier boolean option, got %s"):format(options.show(option.needs))
  end
end

local function check_form(t)
  local by_name, fine = {}, true
  for i, option in ipairs(t.plugin.options) do
    local problem = type(option) ~= "table" and "expected a table" or form_problem(option, by_name)
    if problem then
      t:fail("options-form", "option %d (%s): %s", i, options.show(type(option) == "table" and option.name),
        problem)
      fine = false
    else
      by_name[option.name] = option
    end
  end
  local chance = by_name.chance
  if chance and not (chance.kind == "choice" and chance.default == "seed" and takes(chance, "host")
      and #chance.values == 2) then
    t:fail("options-form", "chance: expected the values \"seed\" (the default) and \"host\"")
  end
  return fine
end

-- ---- Valid and invalid values -------------------------------------------------------------------

local function shown(settings)
  local words = {}
  for _, name in ipairs(options.keys(settings)) do
    words[#words + 1] = ("%s = %s"):format(name, options.show(settings[name]))
  end
  return #words > 0 and table.concat(words, ", ") or "no options"
end

local function check_kept(t, settings, given)
  local place = plain.difference(settings, given)
  if place then t:fail("arguments-kept", "`new` changed %s in the table of options", place) end
end

--- Begins a game, and checks that the plug-in does not change the table of options.
---@param t Trial
---@param settings table
---@param seed any
---@return any state nil if the plug-in refuses the options
---@return string? message
function checking.begin(t, settings, seed)
  local given = plain.copy(settings)
  local state, message = t:ask("new", given, seed)
  check_kept(t, settings, given)
  return state, message
end

-- Checks that later changes of the table of options do not affect the state.
local function check_not_kept(t, state, given)
  local before = { text = t:ask("encode", state), legal = t:ask("legal", state) }
  plain.scribble(given)
  local place = plain.difference(before, { text = t:ask("encode", state), legal = t:ask("legal", state) })
  if place then
    t:fail("arguments-kept", "a later change of the table of options changed the %s of the state",
      place)
  end
end

-- Returns options with whole numbers as floats; nil if there are no numbers, or if Lua has no
-- integers.
local function as_floats(settings)
  local floats, any = {}, next(settings) == nil
  for name, value in pairs(settings) do
    any = any or type(value) == "number"
    floats[name] = type(value) == "number" and value + 0.0 or value
  end
  return any and floats or nil
end

local function check_same_as_floats(t, settings, state)
  local floats = as_floats(settings)
  if not floats then return end
  local other, message = t:ask("new", floats, 1.0)
  if other == nil then
    t:fail("options-values", "`new` refused %s: %s", shown(floats), options.show(message))
  else
    t.players = settings.players or t.plugin.players.default
    t:same("options-values", t:picture(state), t:picture(other), shown(floats))
  end
end

local function check_taken(t, settings)
  t.settings = settings
  local given = plain.copy(settings)
  local state, message = t:ask("new", given, 1)
  check_kept(t, settings, given)
  if state == nil then
    t:fail("options-values", "`new` refused %s: %s", shown(settings), options.show(message))
  elseif not plain.is_list(t:ask("legal", state)) then
    t:fail("options-values", "`new` accepted %s, but returned no state", shown(settings))
  else
    check_not_kept(t, state, given)
    check_same_as_floats(t, settings, state)
  end
end

-- Checks that `new` refuses an argument. If `name` is given, also checks that the message contains
-- it.
local function check_refused(t, what, name, settings, seed)
  t.settings = type(settings) == "table" and settings or nil
  local message = t:refused("options-refused", what, "new", plain.copy(settings), seed)
  if message and name and not message:find(name, 1, true) then
    t:fail("options-refused", "the message for %s does not name '%s': %s", what, name, message)
  end
end

local function with(option, value)
  local settings = { [option.name] = value }
  if option.needs then settings[option.needs] = true end
  return settings
end

local function check_option(t, option)
  check_taken(t, with(option, option.default))
  for _, value in ipairs(KINDS[option.kind].good(option)) do check_taken(t, with(option, value)) end
  for _, value in ipairs(KINDS[option.kind].bad(option)) do
    local settings = with(option, value)
    if not takes(option, value) then check_refused(t, shown(settings), option.name, settings, 1) end
  end
end

local function check_players(t)
  local players = t.plugin.players
  for _, n in ipairs { players.least, players.most, players.default } do check_taken(t, { players = n }) end
  local bad = { players.least - 1, players.most + 1, players.least + 0.5, "two", ("%d"):format(players.least),
    {}, false, 0 / 0 }
  for _, n in ipairs(bad) do check_refused(t, shown { players = n }, "players", { players = n }, 1) end
end

-- Checks omitted options and seeds, and the smallest and largest seed.
local function check_left_out(t)
  for _, given in ipairs { { what = "nothing", n = 0 }, { what = "a seed alone", nil, 1, n = 2 },
    { what = "options alone", {}, n = 1 }, { what = "the seed 0", {}, 0, n = 2 },
    { what = "the seed 2^53", {}, 2 ^ 53, n = 2 } } do
    local state, message = t:ask("new", compat.table.unpack(given, 1, given.n))
    if state == nil then
      t:fail("options-values", "`new` refused %s: %s", given.what, options.show(message))
    end
  end
end

local BAD_SEEDS = { -1, 1.5, "seed", "1", {}, false, 2 ^ 53 + 2, 2 ^ 60, 0 / 0, 1 / 0, -1 / 0 }
local NO_OPTIONS = { 5, "two", true, false, print }
local NO_NAMES = { 1, 1.5, true }

local function check_nonsense(t)
  check_refused(t, "no such option", "no such option", { ["no such option"] = 1 }, 1)
  for _, key in ipairs(NO_NAMES) do
    check_refused(t, "a key that is " .. options.show(key), nil, { [key] = 1 }, 1)
  end
  for _, given in ipairs(NO_OPTIONS) do
    check_refused(t, "for options " .. options.show(given), nil, given, 1)
  end
  for _, seed in ipairs(BAD_SEEDS) do
    check_refused(t, "the seed " .. options.show(seed), "seed", {}, seed)
  end
end

--- Checks the options of a plug-in.
---@param t Trial
---@return boolean fine whether games can be played with these options
function checking.check(t)
  if not check_form(t) then return false end
  t:attempt(function()
    check_taken(t, {})
    check_players(t)
    check_left_out(t)
    for _, option in ipairs(t.plugin.options) do check_option(t, option) end
    check_nonsense(t)
  end)
  t.settings = nil
  return true
end

-- ---- Random options -----------------------------------------------------------------------------

-- Returns a random valid value of an option.
local function any_value(t, option)
  local good = KINDS[option.kind].good(option)
  local span = option.kind == "integer" and option.low and option.high and option.high - option.low
  if span and t:choose(2) == 1 then return option.low + t:choose(span + 1) - 1 end
  if #good == 0 then return option.default end
  return good[t:choose(#good)]
end

--- Returns options for a game, some of them with random values. In every second game the host
--- decides chance, if possible.
---@param t Trial
---@param number integer number of the game
---@return table
function checking.any(t, number)
  local players, settings = t.plugin.players, {}
  settings.players = players.least + t:choose(players.most - players.least + 1) - 1
  for _, option in ipairs(t.plugin.options) do
    if option.name == "chance" then
      settings.chance = number % 2 == 0 and "host" or "seed"
    elseif t:choose(#t.plugin.options + 2) <= 3 then
      settings[option.name] = any_value(t, option)
      if option.needs then settings[option.needs] = true end
    end
  end
  return settings
end

return checking
