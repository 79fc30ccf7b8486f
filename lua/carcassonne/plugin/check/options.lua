--- A plug-in's options: whether they are declared as the contract wants it, taken at their ends, and refused beyond them.
-- @module carcassonne.plugin.check.options

local compat = require "carcassonne.compat"
local options = require "carcassonne.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local checking = {}

-- ---- What values an option takes -----------------------------------------------------------------------------------

local function is_number(value) return type(value) == "number" and value == value end
local function is_whole(value) return compat.math.type(value) == "integer" end

-- The ends of a range, and the words beside it.
local function ends_of(option)
  local list = {}
  for _, word in ipairs(option.words or {}) do list[#list + 1] = word end
  list[#list + 1] = option.low
  list[#list + 1] = option.high
  return list
end

local function beyond(option, list)
  if option.low then list[#list + 1] = option.low - 1 end
  if option.high then list[#list + 1] = option.high + 1 end
  return list
end

-- By kind: whether a value is of it, values to be taken, and values to be refused.
local KINDS = {
  boolean = {
    is = function(_, value) return type(value) == "boolean" end,
    good = function() return { true, false } end,
    bad = function() return { "true", 1, {} } end,
  },
  integer = {
    is = function(_, value) return is_whole(value) end,
    good = ends_of,
    bad = function(option) return beyond(option, { 0.5, "no such word", true, {} }) end,
  },
  number = {
    is = function(_, value) return is_number(value) end,
    good = ends_of,
    bad = function(option) return beyond(option, { 0 / 0, 1 / 0, "no such word", true, {} }) end,
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

-- ---- How it is declared --------------------------------------------------------------------------------------------

local function form_problem(option, by_name)
  if type(option.name) ~= "string" or not option.name:match "^[%w_.:-]+$" then return "its name is none" end
  if option.name == "players" then return "players is told by the field of that name" end
  if by_name[option.name] then return "its name is there twice" end
  if not KINDS[option.kind] then return ("its kind is %s"):format(options.show(option.kind)) end
  if option.kind == "choice" and (type(option.values) ~= "table" or #option.values == 0) then return "it has no values" end
  if not takes(option, option.default) then return ("its default is %s"):format(options.show(option.default)) end
  if not trial.is_line(option.text) then return ("its text is %s"):format(options.show(option.text)) end
  if option.needs and not (by_name[option.needs] and by_name[option.needs].kind == "boolean") then
    return ("it needs '%s', which is no boolean before it"):format(tostring(option.needs))
  end
  return plain.problem(option)
end

local function check_form(t)
  local by_name, fine = {}, true
  for i, option in ipairs(t.plugin.options) do
    local problem = type(option) ~= "table" and "it is no table" or form_problem(option, by_name)
    if problem then
      t:fail("options-form", "option %d (%s): %s", i, tostring(type(option) == "table" and option.name), problem)
      fine = false
    else
      by_name[option.name] = option
    end
  end
  local chance = by_name.chance
  if chance and not (chance.kind == "choice" and chance.default == "seed" and takes(chance, "host") and #chance.values == 2) then
    t:fail("options-form", "chance is \"seed\" or \"host\", \"seed\" unless said")
  end
  return fine
end

-- ---- What is taken and what is not ---------------------------------------------------------------------------------

local function shown(settings)
  local words = {}
  for _, name in ipairs(options.keys(settings)) do words[#words + 1] = ("%s = %s"):format(name, options.show(settings[name])) end
  return #words > 0 and table.concat(words, ", ") or "no options"
end

--- Begins a game, with a look at whether the host's table is left alone.
---@param t Trial
---@param settings table
---@param seed any
---@return any state nil where it is refused
---@return string? message
function checking.begin(t, settings, seed)
  local given = plain.copy(settings)
  local state, message = t:ask("new", given, seed)
  local place = plain.difference(settings, given)
  if place then t:fail("arguments-kept", "new changes %s of the options", place) end
  return state, message
end

local function check_taken(t, settings)
  t.settings = settings
  local state, message = checking.begin(t, settings, 1)
  if state == nil then
    t:fail("options-values", "new refuses %s: %s", shown(settings), options.show(message))
  elseif type(t:ask("legal", state)) ~= "table" then
    t:fail("options-values", "new takes %s, and there is no state", shown(settings))
  end
end

local function check_not_taken(t, settings, name, seed)
  t.settings = type(settings) == "table" and settings or nil
  local what = type(settings) == "table" and shown(settings) or options.show(settings)
  if seed ~= nil then what = "the seed " .. options.show(seed) end
  local message = t:refused("options-refused", what, "new", plain.copy(settings), seed or 1)
  if message and name and not message:find(name, 1, true) then
    t:fail("options-refused", "of %s it says what does not name '%s': %s", what, name, message)
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
    if not takes(option, value) then check_not_taken(t, with(option, value), option.name) end
  end
end

local function check_players(t)
  local players = t.plugin.players
  for _, n in ipairs { players.least, players.most, players.default } do check_taken(t, { players = n }) end
  for _, n in ipairs { players.least - 1, players.most + 1, players.least + 0.5, "two", {} } do
    check_not_taken(t, { players = n }, "players")
  end
end

--- Checks the options of a plug-in.
---@param t Trial
---@return boolean fine whether they are declared so that games can be played with them
function checking.check(t)
  if not check_form(t) then return false end
  t:attempt(function()
    check_taken(t, {})
    check_players(t)
    for _, option in ipairs(t.plugin.options) do check_option(t, option) end
    check_not_taken(t, { ["no such option"] = 1 }, "no such option")
    for _, given in ipairs { 5, "two", true } do check_not_taken(t, given) end
    for _, seed in ipairs { -1, 1.5, "seed", {}, 2 ^ 60 } do check_not_taken(t, {}, "seed", seed) end
  end)
  t.settings = nil
  return true
end

-- ---- Games with any of them ----------------------------------------------------------------------------------------

-- A value that the option takes.
local function any_value(t, option)
  local good = KINDS[option.kind].good(option)
  local span = option.kind == "integer" and option.low and option.high and option.high - option.low
  if span and t:choose(2) == 1 then return option.low + t:choose(span + 1) - 1 end
  if #good == 0 then return option.default end
  return good[t:choose(#good)]
end

--- Options for a game, some of them chosen at random; every second game has chance decided by the host, if it can.
---@param t Trial
---@param number integer of the game
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
