--- Several variants in one game: their hooks together, and the game that has them.
-- @module carcassonne.variant.game

local core = require "carcassonne.core"
local digest = require "carcassonne.variant.digest"
local options = require "carcassonne.base.options"
local phases = require "carcassonne.definition.phases"
local vocabulary = require "carcassonne.definition.vocabulary"

local variant_game = {}

-- Adds a row of a hook. A box has a copy of the options, and sees to it that they are only read.
local function add_row(list, variant, run)
  local chosen = variant.file and variant.options or variant.read_only
  local row = { variant = variant.name, options = chosen, run = run, unlimited = variant.shipped }
  list[#list + 1] = row
  return row
end

local function add_hook(hooks, variant, hook)
  local run = variant.source[hook.name]
  if type(run) == "table" then
    if hook.flag and run[hook.flag] then hooks[("%s_%s"):format(hook.name, hook.flag)] = true end
    run = run.run
  end
  if not run then return end
  hooks[hook.name] = hooks[hook.name] or {}
  add_row(hooks[hook.name], variant, run)
end

local function add_final(hooks, variant)
  for _, step in ipairs(variant.source.final_scoring or {}) do
    if step.run then
      hooks.final = hooks.final or {}
      add_row(hooks.final, variant, step.run).step = step.name
    end
  end
end

-- The rows of phases stand in the order of their statements.
local function add_phases(hooks, list)
  local sources = {}
  for i, variant in ipairs(list) do sources[i] = variant.source end
  phases.each_phase(sources, function(i, phase)
    hooks.phase = hooks.phase or {}
    local row = add_row(hooks.phase, list[i], phase.run)
    row.name, row.ask, row.on_chosen = phase.name, phase.ask, phase.on_chosen
  end)
end

--- The hooks of several variants, in their order, as carcassonne.core takes them.
---@param list Variant[]
---@return table
function variant_game.hooks(list)
  local hooks = {}
  for _, variant in ipairs(list) do
    for _, hook in ipairs(vocabulary.hooks) do add_hook(hooks, variant, hook) end
    add_final(hooks, variant)
  end
  add_phases(hooks, list)
  return hooks
end

-- the variants and the budget of each game, out of its reach
local played = setmetatable({}, { __mode = "k" })

-- What a game tells of a variant.
local function told(variant)
  local values = {}
  for key, value in pairs(variant.options) do values[key] = value end
  return { name = variant.name, description = variant.description, options = values, digest = variant.digest,
    shipped = variant.shipped }
end

--- Instructions that scripts may use; 0 for a call stands for no limit.
---@class HookBudgets
---@field call integer in a call of a hook
---@field action integer in all calls of an action
---@field game integer in all calls of a game

-- ---- Sharing ------------------------------------------------------------------------------------

local shared = setmetatable({}, { __mode = "v" }) -- the games in use, by their keys
local numbers, count = setmetatable({}, { __mode = "k" }), 0

-- A number that no other function has; 0 for none.
local function number_of(run)
  if run and not numbers[run] then
    count = count + 1
    numbers[run] = count
  end
  return numbers[run or ""] or 0
end

local function add_functions(parts, rows)
  for _, row in ipairs(rows) do
    for _, field in ipairs { "run", "ask", "on_chosen" } do parts[#parts + 1] = number_of(row[field]) end
  end
end

-- Returns a function that writes a key from a definition's lines, which name the scripts with their
-- digests and options: all that a game is made of, and all that reload reads.
local function key_writer(hooks, list, budgets)
  local scripts, parts = { budgets }, {}
  for i, variant in ipairs(list) do
    scripts[i + 1] = { variant.description, shipped = variant.shipped,
      file = variant.file and { variant.file, picked = variant.picked, limits = variant.origin.limits } }
  end
  for _, hook in ipairs(options.keys(hooks)) do
    parts[#parts + 1] = hook
    if hooks[hook] ~= true then add_functions(parts, hooks[hook]) end
  end
  local rest = digest.describe_with(scripts, number_of) .. table.concat(parts, " ")
  return function(text) return rest .. text end
end

-- The game of this key; nil if there is none, or if a host has closed it.
local function find_shared(key)
  local game = shared[key]
  return game and pcall(game.players, game) and game or nil
end

--- Makes a game of a definition's lines and its variants, or returns one that is made of the same.
--- A game is frozen, so that all who play it can share it.
---@param text string
---@param list Variant[]
---@param budgets HookBudgets
---@return Game? game
---@return string? message
---@return string? code
---@return integer? line of the text
---@return boolean? absent what the line names is not there, and other lines may bring it
function variant_game.make_game(text, list, budgets)
  local tellable = {}
  for i, variant in ipairs(list) do tellable[i] = told(variant) end
  local hooks = variant_game.hooks(list)
  local key_of = key_writer(hooks, list, budgets)
  local known = find_shared(key_of(text))
  if known then return known end
  local game, message, code, line, absent = core.new_game(text, hooks, tellable, budgets.call, budgets.action,
    budgets.game)
  if game then
    -- lines that are written otherwise may say the same, as those of saved games do
    local key = key_of(game:text())
    known = find_shared(key)
    if not known then played[game] = { variants = list, budgets = budgets } end
    game = known or game
    shared[key], shared[key_of(text)] = game, game
  end
  return game, message, code, line, absent
end

--- The variants of a game, as they were read; Game:variants has what scripts may know of them.
---@param game Game
---@return Variant[]
function variant_game.variants_of(game) return played[game] and played[game].variants or {} end

--- The instructions that scripts may use in a game.
---@param game Game
---@return HookBudgets? nil for a game that was not made here
function variant_game.budgets_of(game) return played[game] and played[game].budgets end

return variant_game
