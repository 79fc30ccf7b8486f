--- The keys and hooks of games and variants, from the engine's lists (core.grammar).
-- Checks, definitions, hook tables and the nearest names in messages all use this module.
-- @module carcassonne.definition.vocabulary

local core = require "carcassonne.core"

local vocabulary = {}

local statements, hooks, lists = core.grammar()

-- The keys of a variant that do not become statements of a definition.
local ABOUT = { name = "string", format = "integer", description = "string", options = "table",
  modules = "table", conflicts = "table" }

-- The type of the value of a key, by its form. For other forms, the statement or its row gives the
-- type.
local TYPES = { names = "list", table = "table", tables = "list", acting = "list", lines = "string|list",
  pairs = "table", named = "table" }

-- The types of keys of a game that differ from the types of the same keys of a variant.
local OF_GAME = { players = "integer" }

-- ---- Lists --------------------------------------------------------------------------------------

local words = {}
for _, list in ipairs(lists) do words[list.name] = list.words end

--- The hooks, in the order of a turn.
---@type GrammarHook[]
vocabulary.hooks = hooks

--- The functions of a phase.
---@type PhaseCall[]
vocabulary.moments = words.PhaseCall

--- The timings of phases, in the order of a game, and `anytime`.
---@type Timing[]
vocabulary.timings = words.Timing

--- The words in braces that labels and questions of phases may contain.
---@type PhraseWord[]
vocabulary.phrase_words = words.PhraseWord

--- The kinds of features.
---@type Kind[]
vocabulary.kinds = words.Kind

-- ---- Keys ---------------------------------------------------------------------------------------

--- The statements by name.
---@type table<string, GrammarStatement>
vocabulary.statement = {}

--- The statements inside tables of another statement, by the name of that statement.
---@type table<string, GrammarStatement[]>
vocabulary.inner = {}

--- The hooks by name.
---@type table<string, GrammarHook>
vocabulary.hook = {}

--- The keys of a game that make statements, with their types.
---@type table<string, string>
vocabulary.game = {}

--- The other keys of carcassonne.game, with their types.
---@type table<string, string>
vocabulary.beside_game = { variants = "list", budget = "integer|table", memory = "integer",
  without = "string|list" }

--- The keys of a variant's table, with their types.
---@type table<string, string>
vocabulary.variant = {}

--- The keys that make statements, in the order of the statements. Declarations come before their
--- uses.
---@type string[]
vocabulary.order = {}

--- The keys of a variant in which `{ option = NAME }` can replace any value: data, and hooks with a
--- condition.
---@type table<string, boolean>
vocabulary.resolved = {}

--- The keys of a variant whose value is a list of words or lines.
---@type table<string, boolean>
vocabulary.of_words = {}

local function add_hook(hook)
  vocabulary.hook[hook.name] = hook
  vocabulary.variant[hook.name] = "function|table"
  vocabulary.resolved[hook.name] = true
  table.insert(vocabulary.order, hook.name)
end

-- Adds the hooks of a statement: the hooks whose rows are this statement. For `condition` these are
-- all hooks without rows: first the hooks that act, then the hooks that return a result.
local function add_hooks(statement)
  for _, hook in ipairs(hooks) do
    if hook.statement == statement.name then add_hook(hook) end
  end
  for _, answers in ipairs(statement.name == "condition" and { false, true } or {}) do
    for _, hook in ipairs(hooks) do
      if not hook.statement and (hook.answers ~= nil) == answers then add_hook(hook) end
    end
  end
end

local function add_key(statement)
  local key, kind = statement.key, TYPES[statement.form] or statement.lua or statement.rows[1].lua
  table.insert(vocabulary.order, key)
  if statement.of_game then vocabulary.game[key] = OF_GAME[key] or kind end
  if statement.of_variant then vocabulary.variant[key] = kind end
  vocabulary.resolved[key] = statement.of_variant or nil
  vocabulary.of_words[key] = statement.form == "names" or statement.form == "lines"
end

local function add_inner(statement)
  local inner = vocabulary.inner
  inner[statement.within] = inner[statement.within] or {}
  table.insert(inner[statement.within], statement)
end

for _, statement in ipairs(statements) do
  vocabulary.statement[statement.name] = statement
  if statement.within then
    add_inner(statement)
  elseif statement.key then
    add_key(statement)
  else
    add_hooks(statement)
  end
end
for name, kind in pairs(ABOUT) do vocabulary.variant[name] = kind end

return vocabulary
