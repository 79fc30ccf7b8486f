--- What may stand in the tables of games and variants: keys, hooks, gates and offers, each list once. Checks, definitions, what
-- the engine is given to call, and the nearest right names in messages all come from here.
-- @module carcassonne.definition.vocabulary

local core = require "carcassonne.core"

local vocabulary = {}

-- ---- Data --------------------------------------------------------------------------------------------------------

-- The keys that are data, in the order of their statements, in which what names others comes after them: name, type, and who has
-- it where not both do. Where `hooks` stands come those that may have rows, or a gate, and act, or answer. Phases are `apart`:
-- in them an option may stand for the value of some keys alone.
local DATA = {
  { "edition", "string", of = "game" }, { "rules", "table" }, { "players", "integer", of = "game" },
  { "draws", "string", of = "game" }, { "attributes", "list" }, { "held", "list" }, { "groups", "list" }, { "queue", "integer" },
  { "sets", "list" }, { "tiles", "string|list" }, { "counts", "table" }, { "edges", "list" },
  { "pieces", "table" }, { "goods", "boolean" }, { "slots", "list" }, { "never", "list" }, { hooks = "rows" }, { "blocked", "list" },
  { "phases", "list", of = "variant" }, { hooks = "act" }, { hooks = "answer" }, { "final", "list", of = "variant" },
  { "start", "list|string" }, { "position", "table|string", of = "game" },
}

-- The keys of a variant that make no statement.
local ABOUT = { name = "string", description = "string", options = "table", conflicts = "table" }

-- ---- Hooks -------------------------------------------------------------------------------------------------------

local _, hooks, lists = core.grammar()
local words = {}
for _, list in ipairs(lists) do words[list.name] = list.words end

--- The hooks, in the order in which a turn comes to them.
---@type GrammarHook[]
vocabulary.hooks = hooks

--- The keys of rows that say what a row does.
---@type string[]
vocabulary.row_effects = { "add", "zero", "halve" }

--- The points of a game at which phases are, in the order in which a game comes to them; `anytime` is all of it.
---@type string[]
vocabulary.points = { "turn_start", "draw", "window", "before_scoring", "after_scoring", "turn_end", "game_end", "anytime" }

--- The functions of a phase.
---@type string[]
vocabulary.moments = words.PhaseCall

--- The kinds of features.
---@type Kind[]
vocabulary.kinds = words.Kind

-- ---- What comes of it ----------------------------------------------------------------------------------------------

--- The hooks by name.
---@type table<string, GrammarHook>
vocabulary.hook = {}

--- What a game may hold besides its variants.
---@type table<string, string>
vocabulary.game = {}

--- What a variant's table may hold.
---@type table<string, string>
vocabulary.variant = {}

--- The keys that make statements, in the order of these.
---@type string[]
vocabulary.order = {}

--- The keys of a variant in which `{ option = NAME }` may stand for a value anywhere: those that are data, and hooks with a gate.
---@type table<string, boolean>
vocabulary.resolved = {}

-- Adds the statements of the hooks that may have rows, or else act or answer.
local function add_hooks(which)
  for _, hook in ipairs(vocabulary.hooks) do
    local is = hook.statement and "rows" or hook.answers and "answer" or "act"
    if is == which then table.insert(vocabulary.order, hook.name) end
  end
end

local function add_data(row)
  local name, kind = row[1], row[2]
  table.insert(vocabulary.order, name)
  if row.of ~= "variant" then vocabulary.game[name] = kind end
  if row.of ~= "game" then vocabulary.variant[name] = kind end
  vocabulary.resolved[name] = row.of ~= "game" or nil
end

for name, kind in pairs(ABOUT) do vocabulary.variant[name] = kind end
for _, row in ipairs(DATA) do
  if row.hooks then add_hooks(row.hooks) else add_data(row) end
end
for _, hook in ipairs(vocabulary.hooks) do
  vocabulary.hook[hook.name] = hook
  vocabulary.variant[hook.name] = "function|table"
  vocabulary.resolved[hook.name] = true
end
return vocabulary
