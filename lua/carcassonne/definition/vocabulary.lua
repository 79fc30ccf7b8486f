--- What may stand in the tables of games and variants: keys, hooks, gates and offers, each list once. Checks, definitions, what
-- the engine is given to call, and the nearest right names in messages all come from here.
-- @module carcassonne.definition.vocabulary

local vocabulary = {}

-- ---- Data --------------------------------------------------------------------------------------------------------

-- The keys that are data, in the order of their statements, in which what names others comes after them: name, type, and who has
-- it where not both do. Where `hooks` stands come those that may have rows, or a gate, and act, or answer. Phases are `apart`:
-- in them an option may stand for the value of some keys alone.
local DATA = {
  { "edition", "string", of = "game" }, { "rules", "table" }, { "players", "integer", of = "game" },
  { "draws", "string", of = "game" }, { "attributes", "list" }, { "held", "list" }, { "groups", "list" }, { "queue", "integer" },
  { "sets", "list" }, { "tiles", "string|list" }, { "counts", "table" }, { "edges", "list" }, { "limits", "list" },
  { "pieces", "table" }, { "goods", "boolean" }, { "slots", "list" }, { hooks = "rows" }, { "blocked", "string|list" },
  { "phases", "list", of = "variant", apart = true }, { hooks = "act" }, { hooks = "answer" }, { "final", "list", of = "variant" },
  { "start", "list|string" }, { "position", "table|string", of = "game" },
}

-- The keys of a variant that make no statement.
local ABOUT = { name = "string", description = "string", options = "table", conflicts = "table" }

-- ---- Hooks -------------------------------------------------------------------------------------------------------

--- A hook that is a function of a variant's, and what may stand in its place.
---@class HookRow
---@field name string
---@field told string what it is given between the state and the options, with the types; "" for nothing
---@field answers? string the type of what it returns; without it the hook acts
---@field gate? "plain"|"feature" it may be a table {when=, run=}, with a VariantGate or a VariantFeatureGate
---@field rows? table<string, string> it may have rows, data, with these keys and types
---@field statement? string what a row is in the definition
---@field when? string[] it may be a table {when=, run=} with one of these words, the first unless said

-- The keys of rows, in their order, with their types; the last two are words of their own.
local ROW_KEYS = { { "kind", "string|list" }, { "complete", "boolean" }, { "final", "boolean" }, { "attribute", "string" },
  { "slot", "string" }, { "piece", "string" }, { "per", "string" }, { "city", "string" }, { "around", "string" },
  { "add", "integer" }, { "halve", "string" }, { "zero", "boolean" }, { "once", "boolean" } }

-- The keys of rows without these.
local function row_keys_but(...)
  local keys = {}
  for _, key in ipairs(ROW_KEYS) do keys[key[1]] = key[2] end
  for _, name in ipairs { ... } do keys[name] = nil end
  return keys
end

--- The hooks, in the order in which a turn comes to them.
---@type HookRow[]
vocabulary.hooks = {
  { name = "place_ok", told = "action:Action", answers = "boolean" },
  { name = "extends", told = "cause:Extension, extended:boolean", answers = "boolean" },
  { name = "on_placed", told = "tile:Tile", gate = "plain" },
  { name = "deploy_ok", told = "action:Action", answers = "boolean", gate = "feature" },
  { name = "points", told = "scoring:Scoring, points:integer", answers = "integer", gate = "feature", statement = "worth",
    rows = row_keys_but "once" },
  { name = "bonus", told = "piece:Piece, scoring:Scoring", answers = "integer", gate = "feature", statement = "bonus",
    rows = row_keys_but("city", "halve", "zero") },
  { name = "on_scored", told = "scoring:Scoring", gate = "feature" },
  { name = "on_leave", told = "piece:Piece, why:Leaving", gate = "plain" },
  { name = "extra_part", told = "part:Part, granted:boolean", answers = "boolean", when = { "extended", "always" } },
}

--- The keys of rows as their statements have them: first KEY=VALUE, then the words that stand alone.
---@type string[]
vocabulary.row_keys = {}

--- The keys of rows that stand alone in a statement.
---@type string[]
vocabulary.row_flags = { "zero", "once" }

--- The keys of rows that say what a row does.
---@type string[]
vocabulary.row_effects = { "add", "zero", "halve" }

--- The points of a game at which phases are, in the order in which a game comes to them; `anytime` is all of it.
---@type string[]
vocabulary.points = { "turn_start", "draw", "window", "before_scoring", "after_scoring", "turn_end", "game_end", "anytime" }

--- The functions of a phase.
---@type string[]
vocabulary.moments = { "run", "ask", "chosen" }

--- The kinds of features.
---@type string[]
vocabulary.kinds = { "field", "road", "city", "monastery", "spot", "river" }

-- ---- Gates and offers --------------------------------------------------------------------------------------------

--- What a gate looks at.
---@type table<string, string>
vocabulary.gate = { attribute = "string", marked = "string", piece = "string", slot = "string" }

--- What only the gates of phases look at, in the order of their words; each is a name or a list of them.
---@type string[]
vocabulary.phase_gate = { "hand", "own", "unset", "holder", "follower_in", "joined" }

-- The type of each key of offers.
local OFFER_KEYS = { of = "string", piece = "string", follower = "boolean", kind = "string", attribute = "string",
  placed = "string", marked = "string", near = "string", at = "string", far = "string", except_tile = "string",
  except_segment = "string", vacant = "boolean", slot = "string", number = "integer", numbers = "string",
  most = "integer|list", anywhere = "boolean", around = "boolean", once = "boolean", tile = "string", own = "string",
  optional = "boolean" }

-- The keys of each kind of offer; all have those of `any`.
local OFFERS = {
  pieces = "of piece follower kind attribute placed marked near at far except_tile except_segment",
  tiles = "attribute vacant",
  segments = "attribute slot number numbers most",
  deployments = "anywhere except_tile attribute slot piece",
  corners = "piece",
  spans = "around once",
  places = "tile",
}
local any = "own optional"

--- The keys of each kind of offer, with their types.
---@type table<string, table<string, string>>
vocabulary.offers = {}

for kind, keys in pairs(OFFERS) do
  local shape = {}
  for key in (keys .. " " .. any):gmatch "[%l_]+" do shape[key] = assert(OFFER_KEYS[key], key) end
  vocabulary.offers[kind] = shape
end

-- ---- What comes of it ----------------------------------------------------------------------------------------------

--- The hooks by name.
---@type table<string, HookRow>
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
    local is = hook.rows and "rows" or hook.answers and "answer" or "act"
    if hook.gate and is == which then table.insert(vocabulary.order, hook.name) end
  end
end

local function add_data(row)
  local name, kind = row[1], row[2]
  table.insert(vocabulary.order, name)
  if row.of ~= "variant" then vocabulary.game[name] = kind end
  if row.of ~= "game" then vocabulary.variant[name] = kind end
  vocabulary.resolved[name] = row.of ~= "game" and not row.apart or nil
end

for name, kind in pairs(ABOUT) do vocabulary.variant[name] = kind end
for _, row in ipairs(DATA) do
  if row.hooks then add_hooks(row.hooks) else add_data(row) end
end
for _, hook in ipairs(vocabulary.hooks) do
  vocabulary.hook[hook.name] = hook
  vocabulary.variant[hook.name] = (hook.gate or hook.when) and "function|table" or "function"
  vocabulary.resolved[hook.name] = hook.gate ~= nil or nil
end
for _, key in ipairs(ROW_KEYS) do
  local flag = false
  for _, name in ipairs(vocabulary.row_flags) do flag = flag or name == key[1] end
  if not flag then table.insert(vocabulary.row_keys, key[1]) end
end

return vocabulary
