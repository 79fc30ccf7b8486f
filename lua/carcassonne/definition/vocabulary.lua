--- What may stand in the tables of games and variants - keys and hooks -, as the engine's own lists
--- have it (core.grammar).
-- Checks, definitions, what the engine is given to call, and the nearest right names in messages
-- all come from here.
-- @module carcassonne.definition.vocabulary

local core = require "carcassonne.core"

local vocabulary = {}

local statements, hooks, lists = core.grammar()

-- The keys of a variant that make no statement.
local ABOUT = { name = "string", format = "integer", description = "string", options = "table",
  modules = "table", conflicts = "table" }

-- The type of what stands under a key, by its form; of one value it is the value's, and what is
-- written by hand tells its own.
local TYPES = { names = "list", tables = "list", acting = "list", lines = "string|list", pairs = "table",
  named = "table" }

-- ---- Lists --------------------------------------------------------------------------------------

local words = {}
for _, list in ipairs(lists) do words[list.name] = list.words end

--- The hooks, in the order in which a turn comes to them.
---@type GrammarHook[]
vocabulary.hooks = hooks

--- The functions of a phase.
---@type PhaseCall[]
vocabulary.moments = words.PhaseCall

--- The points of a game at which phases are, in the order in which a game comes to them; `anytime`
--- is all of it.
---@type Timing[]
vocabulary.timings = words.Timing

--- What words in braces stand for in what scripts say of their phases.
---@type PhraseWord[]
vocabulary.phrase_words = words.PhraseWord

--- The kinds of features.
---@type Kind[]
vocabulary.kinds = words.Kind

-- ---- Keys ---------------------------------------------------------------------------------------

--- The statements by name.
---@type table<string, GrammarStatement>
vocabulary.statement = {}

--- The statements that stand in the tables of another, by that one's name.
---@type table<string, GrammarStatement[]>
vocabulary.inner = {}

--- The hooks by name.
---@type table<string, GrammarHook>
vocabulary.hook = {}

--- What a game may hold besides its variants.
---@type table<string, string>
vocabulary.game = {}

--- What carcassonne.game takes besides, which makes no statement.
---@type table<string, string>
vocabulary.beside_game = { variants = "list", budget = "integer|table", memory = "integer",
  without = "string|list" }

--- What a variant's table may hold.
---@type table<string, string>
vocabulary.variant = {}

--- The keys that make statements, in the order of these, in which what names others comes after
--- them.
---@type string[]
vocabulary.order = {}

--- The keys of a variant in which `{ option = NAME }` may stand for a value anywhere: those that
--- are data, and hooks with a condition.
---@type table<string, boolean>
vocabulary.resolved = {}

--- The keys of a variant under which words or lines stand in a list.
---@type table<string, boolean>
vocabulary.of_words = {}

local function add_hook(hook)
  vocabulary.hook[hook.name] = hook
  vocabulary.variant[hook.name] = "function|table"
  vocabulary.resolved[hook.name] = true
  table.insert(vocabulary.order, hook.name)
end

-- Adds the hooks for which such a statement is: one of rows, or `condition`, for those that act,
-- then for those that answer.
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
  if statement.of_game then vocabulary.game[key] = kind end
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
