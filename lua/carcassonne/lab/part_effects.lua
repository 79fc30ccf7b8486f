--- Finds the parts of scripts that change nothing: rows of data, functions and rule values without
--- which test games have the same decisions and the same points.
--
-- The counts of lab.uses do not separate the rows of a key, nor its rows from its function.
-- @module carcassonne.lab.part_effects

local bots = require "carcassonne.bots"
local carcassonne = require "carcassonne"
local error_message = require "carcassonne.base.error_message"
local games = require "carcassonne.lab.games"
local options = require "carcassonne.base.options"
local vocabulary = require "carcassonne.definition.vocabulary"

local part_effects = {}

-- The bots of the test games, and the number of games. Random players meet rare positions; those
-- of greedy are likely ones.
local TESTS = { { bot = "random", games = 30 }, { bot = "greedy", games = 10 } }
local MOST = 30 -- parts of a script that are tested

--- Number of games in which a part is tested.
part_effects.GAMES = 0
for _, test in ipairs(TESTS) do part_effects.GAMES = part_effects.GAMES + test.games end

-- ---- Parts --------------------------------------------------------------------------------------

-- The keys of data that have parts, beside hooks, steps, phases and rule values. lab.uses counts
-- the effect of those that are `counted`, and of phases that ask, but not of their single rows.
local DATA = { "edges", "forbidden_deployments", "forbidden_placements", "power", "tiebreakers", "unscored" }
local COUNTED = { edges = true, forbidden_placements = true, allow_placement = true,
  forbidden_deployments = true, allow_deployment = true }

--- A part of a script.
---@class ScriptPart
---@field name string for messages: "row 2 of `bonus`"
---@field key string
---@field index? integer|string its place in the value of the key; nil for the whole value
---@field counted? boolean whether lab.uses counts its effect

local function add(list, name, key, index, counted)
  list[#list + 1] = { name = name, key = key, index = index, counted = counted }
end

-- Whether a value is a list of rows, instead of a single filter or selector.
local function has_rows(value) return type(value) == "table" and type(value[1]) == "table" end

-- Adds the parts of a key with rows and perhaps a function.
local function add_rows(list, key, value)
  if not has_rows(value) then return add(list, ("`%s`"):format(key), key, nil, COUNTED[key]) end
  local is_single = #value == 1 and not value.run
  for i in ipairs(value) do
    add(list, is_single and ("`%s`"):format(key) or ("row %d of `%s`"):format(i, key), key, i,
      is_single and COUNTED[key])
  end
  if value.run then add(list, ("the function of `%s`"):format(key), key, "run") end
end

local function add_named(list, source, key, word)
  for i, row in ipairs(source[key] or {}) do
    add(list, ("%s `%s`"):format(word, row.name), key, i, row.ask ~= nil or row.offer ~= nil)
  end
end

-- Returns the parts of a script.
local function parts_of(source)
  local list = {}
  for _, key in ipairs(DATA) do
    if source[key] then add_rows(list, key, source[key]) end
  end
  for _, hook in ipairs(vocabulary.hooks) do
    if source[hook.name] then add_rows(list, hook.name, source[hook.name]) end
  end
  add_named(list, source, "final_scoring", "step")
  add_named(list, source, "phases", "phase")
  for _, name in ipairs(options.keys(source.rules or {})) do
    add(list, ("rule value `%s`"):format(name), "rules", name)
  end
  return list
end

-- Returns a variant without one of its parts.
local function without(variant, part)
  local source, same, value = {}, {}, variant.source[part.key]
  for key, one in pairs(variant.source) do source[key] = one end
  for key, one in pairs(variant) do same[key] = one end
  source[part.key] = nil
  if part.index then
    local rest = {}
    for key, one in pairs(value) do
      local after = type(key) == "number" and type(part.index) == "number" and key > part.index
      if key ~= part.index then rest[after and key - 1 or key] = one end
    end
    if rest[1] or rest.run or part.key == "rules" then source[part.key] = rest end
  end
  same.source = source
  return setmetatable(same, getmetatable(variant))
end

-- ---- Games --------------------------------------------------------------------------------------

local function have_equal_points(one, other)
  for player = 1, one:game():players() do
    if one:score(player) ~= other:score(player) then return false end
  end
  return true
end

local function have_equal_winners(one, other)
  return table.concat(one:winners(), " ") == table.concat(other:winners(), " ")
end

-- Plays the choices of a bot under two sets of rules; returns whether the games differ.
local function differ(one, other, bot, seed)
  local first, second = one:new_initial_state(seed), other:new_initial_state(seed)
  while not first:is_terminal() do
    local count = first:num_actions()
    if second:is_terminal() or second:num_actions() ~= count then return true end
    local index = bot:choose(first, count)
    if tostring(first:action(index)) ~= tostring(second:action(index)) then return true end
    first:apply_index(index)
    second:apply_index(index)
    if not have_equal_points(first, second) then return true end
  end
  return not second:is_terminal() or not have_equal_winners(first, second)
end

local function differ_in_any(one, other)
  for _, test in ipairs(TESTS) do
    for number = 1, test.games do
      local seed = games.seed(1, number)
      if differ(one, other, bots.new(test.bot, seed), seed) then return true end
    end
  end
  return false
end

-- Adds the names of the parts of a variant without effect.
local function add_idle(names, variant, whole, new_game, suffix)
  local parts = parts_of(variant.source)
  for i = 1, #parts > 1 and math.min(#parts, MOST) or 0 do
    local part = parts[i]
    -- a script that cannot be played without the part depends on it
    local fine, differs = pcall(function()
      return part.counted or differ_in_any(whole, new_game(without(variant, part)))
    end)
    if error_message.is_interruption(differs) then error(differs, 0) end
    if fine and not differs then names[#names + 1] = part.name .. suffix end
  end
end

--- Returns the names of the parts of scripts without which the test games are the same. Only
--- scripts that are files and have several parts are tested.
---@param settings table options of carcassonne.game, with the variants as tables
---@return string[]
function part_effects.idle(settings)
  local names, list = {}, settings.variants
  local function new_game(replaced, by)
    local given = {}
    for key, value in pairs(settings) do given[key] = value end
    given.variants = {}
    for i, variant in ipairs(list) do given.variants[i] = i == replaced and by or variant end
    return carcassonne.game(given)
  end
  local whole = new_game()
  for i, variant in ipairs(list) do
    if variant.file then
      add_idle(names, variant, whole, function(by) return new_game(i, by) end,
        #list > 1 and " of " .. variant.name or "")
    end
  end
  return names
end

return part_effects
