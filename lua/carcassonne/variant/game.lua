--- Combines the hooks of several variants, and makes the game.
-- @module carcassonne.variant.game

local core = require "carcassonne.core"
local digest = require "carcassonne.variant.digest"
local options = require "carcassonne.base.options"
local phases = require "carcassonne.definition.phases"
local vocabulary = require "carcassonne.definition.vocabulary"

local variant_game = {}

-- Adds a row of a hook. A sandbox has its own read-only copy of the options.
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

-- Adds the rows of phases in the order of their statements.
local function add_phases(hooks, list)
  local sources = {}
  for i, variant in ipairs(list) do sources[i] = variant.source end
  phases.each_phase(sources, function(i, phase)
    hooks.phase = hooks.phase or {}
    local row = add_row(hooks.phase, list[i], phase.run)
    row.name, row.ask, row.on_chosen = phase.name, phase.ask, phase.on_chosen
  end)
end

--- Returns the hooks of several variants in their order, for core.new_game.
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

-- The variants and budgets of each game. Scripts cannot reach this table.
local played = setmetatable({}, { __mode = "k" })

-- Returns the entry of a variant for Game:variants.
local function public_view(variant)
  local values = {}
  for key, value in pairs(variant.options) do values[key] = value end
  return { name = variant.name, description = variant.description, options = values, digest = variant.digest,
    shipped = variant.shipped }
end

--- Numbers of instructions that scripts may use; a `call` of 0 means unlimited.
---@class HookBudgets
---@field call integer in a call of a hook
---@field action integer in all calls of an action
---@field game integer in all calls of a game

-- ---- Sharing ------------------------------------------------------------------------------------

local shared = setmetatable({}, { __mode = "v" }) -- existing games by their keys
local numbers, count = setmetatable({}, { __mode = "k" }), 0

-- The LuaJIT of Debian 12 (March 2022) miscompiles a nested loop over a literal list: the inner
-- loop ends early or runs too long.
local ROW_FUNCTIONS = { "run", "ask", "on_chosen" }

-- Returns a unique number for a function; 0 for nil.
local function number_of(run)
  if run and not numbers[run] then
    count = count + 1
    numbers[run] = count
  end
  return numbers[run or ""] or 0
end

local function add_functions(parts, rows)
  for _, row in ipairs(rows) do
    for _, field in ipairs(ROW_FUNCTIONS) do parts[#parts + 1] = number_of(row[field]) end
  end
end

-- Returns a function that makes a key from a definition's text. The key covers everything that a
-- game is made of, and everything that a reload reads. (The text contains the digests and options
-- of scripts.)
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

-- Returns the game with this key; nil if there is none, or if a host has closed it.
local function find_shared(key)
  local game = shared[key]
  return game and pcall(game.players, game) and game or nil
end

--- Makes a game from a definition and its variants, or returns an existing equal game. Games are
--- immutable and can be shared.
---@param text string
---@param list Variant[]
---@param budgets HookBudgets
---@return Game? game
---@return string? message
---@return string? code
---@return integer? line line of the text
---@return boolean? absent whether the line names something that another line may declare
function variant_game.make_game(text, list, budgets)
  local views = {}
  for i, variant in ipairs(list) do views[i] = public_view(variant) end
  local hooks = variant_game.hooks(list)
  local key_of = key_writer(hooks, list, budgets)
  local known = find_shared(key_of(text))
  if known then return known end
  local game, message, code, line, absent = core.new_game(text, hooks, views, budgets.call, budgets.action,
    budgets.game)
  if game then
    -- An equal game may have another text, for example in saved games.
    local key = key_of(game:text())
    known = find_shared(key)
    if not known then played[game] = { variants = list, budgets = budgets } end
    game = known or game
    shared[key], shared[key_of(text)] = game, game
  end
  return game, message, code, line, absent
end

--- Returns the variants of a game as they were read; Game:variants gives the public view.
---@param game Game
---@return Variant[]
function variant_game.variants_of(game) return played[game] and played[game].variants or {} end

--- Returns the instruction budgets of a game.
---@param game Game
---@return HookBudgets? nil nil for a game that this module did not make
function variant_game.budgets_of(game) return played[game] and played[game].budgets end

return variant_game
