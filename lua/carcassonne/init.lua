--- The public interface of the rules engine: games from tables, variants from files, saved games
--- from text.
--
--     local carcassonne = require "carcassonne"
--     local game  = carcassonne.game { players = 2, variants = { "chained-builders" } }
--     local state = game:new_initial_state(42)
--     while not state:is_terminal() do
--       local actions = state:legal_actions()
--       state:apply_action(actions[math.random(#actions)])
--     end
--     print(table.concat(state:returns(), " : "))
-- @module carcassonne

require "carcassonne.base.core_version" -- before all other modules
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local definition = require "carcassonne.definition"
local limits = require "carcassonne.sandbox.limits"
local memory = require "carcassonne.base.memory"
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local packs = require "carcassonne.variant.packs"
local reload = require "carcassonne.variant.reload"
local shipped = require "carcassonne.variant.shipped"
local traders = require "carcassonne.definition.traders"
local variant_game = require "carcassonne.variant.game"
local variants = require "carcassonne.variant"
local vocabulary = require "carcassonne.definition.vocabulary"

---@class carcassonne
---@field version string of the engine
---@field abi_version integer of the C interface
---@field save_version integer of the format of saved games
---@field editions string[] the names of the editions
---@field default_edition string
---@field sheets table<Edition, string> the printed rule sheet of each edition, in words
---@field tilesets string[] the names of the built-in tile sets
---@field rules Rule[] the rule values
local carcassonne = {
  version = core.version,
  abi_version = core.abi_version,
  save_version = core.save_version,
  editions = core.editions,
  default_edition = core.default_edition,
  sheets = core.sheets,
  tilesets = core.tilesets,
  rules = core.rules,
}

--- A rule value.
---@class Rule
---@field name string
---@field words string its values, separated by "|"; "" for a number, "unlimited" for this word or a number
---@field low integer
---@field high integer
---@field editions table<string, string> its value in each edition

-- The keys of carcassonne.game.
local shape = {}
for _, part in ipairs { vocabulary.game, vocabulary.beside_game } do
  for key, kind in pairs(part) do shape[key] = kind end
end

local budget_shape = { call = "integer", action = "integer", game = "integer" }
local BUDGETS = { "call", "action", "game" }

-- Returns the budgets of a call, an action and a game. A call budget of 0 means unlimited.
local function instruction_budgets(given)
  local one = type(given) == "table" and given or { call = given }
  options.check("game: budget", one, budget_shape)
  local call = one.call or limits.usual().call
  local budgets = { call = call, action = one.action or limits.ACTION * call,
    game = one.game or limits.GAME * call }
  for _, key in ipairs(BUDGETS) do
    if budgets[key] < 0 or (budgets[key] == 0 and call > 0) then
      options.refuse("game: budget", "expected a number of instructions, or 0 for unlimited" ..
        (key ~= "call" and ("; `%s` can be 0 only if `call` is 0"):format(key) or ""))
    end
  end
  return budgets
end

--- The keys of carcassonne.game; all are optional.
---
--- `position` is the text of State:observation_string, or a table with the keys tiles, pieces,
--- goods, points, turn, hand, decision, part, turn_number, round, next, further_turns, reversed,
--- skips, out, reserves, joins and lines. `lines` has further lines of such a text. `reserves` maps
--- the name of a reserve to the ids of its tiles, or to a number of unseen tiles. For a reserve of
--- players, the value is a list of these. `joins` has the result of State:joins. `decision` is
--- "draw", "place", "deploy" (on the last of the tiles) or "extra". By default the turn begins, or
--- continues with the tile in `hand`.
---
--- `budget` is the number of instructions that a call of a hook may use, or 0 for no limit. It can
--- also be a table {call=, action=, game=} with the limits for a call, for all hooks of an action
--- and for all hooks of a game; the defaults of the last two are 2 and 10 times as large. Shipped
--- variants have no budget.
---@class GameOptions
---@field players? integer 1 to 6; 2 by default
---@field teams? table the players of each team, as in { { 1, 3 }, { 2, 4 } }, or such a list for each number of players
---@field victory? VariantVictory who wins; the most points by default
---@field team_majority? "together"|"apart" whether the followers of a team count together; "together" by default
---@field edition? Edition the rule values to begin with; "c2" by default
---@field rules? table<string, string|integer|boolean> rule values that differ from the edition's
---@field sets? string[] built-in tile sets; { "base", "traders" } by default; "base x2" is two copies
---@field tiles? string|string[] new tiles, in the notation of the built-in tiles
---@field counts? table<string, integer> the number of copies of each tile
---@field without? string|string[] parts of Traders & Builders to leave out: builder, goods, pig, tiles; none by default
---@field pieces? table<string, integer|VariantPiece> the number for each player, or all properties of the kind
---@field goods? boolean
---@field attributes? (string|VariantAttribute)[] properties that segments or tiles can have
---@field held_back? string[] tile attributes: tiles that have one stay out of the bag until a script shuffles them in
---@field draw_order? string[] tile attributes: tiles with the first one are drawn before tiles with the second one, and all others last
---@field reserves? (string|VariantReserve)[] places for tiles outside the bag and the table
---@field edges? VariantEdge[] which edges may be next to each other, and which must join
---@field forbidden_placements? (Selector|When)[] illegal placements: filters of the tile as if it were placed; selectors of tiles
---@field tokens? (string|VariantToken)[] markers that are not players' pieces
---@field areas? VariantArea[] named sets of segments
---@field variables? (string|VariantVariable)[] data that scripts store
---@field forbidden_deployments? Filter[] illegal deployments, by the piece and its segment
---@field unscored? Filter[] features that never score, complete or not
---@field variants? (string|table|Variant)[] names of shipped variants, paths of files, "pack/script", tables; none by default
---@field draws? "seeded"|"manual" manual: the host draws; "seeded" by default
---@field start? table[]|"none" the tiles on the table at the start: {id=, x=, y=, rotation=}
---@field position? table|string a position to begin from; an empty board with the start tiles by default
---@field budget? integer|table instructions of hooks; 10,000,000 for each call by default
---@field memory? integer millions of bytes for each script that `variants` names by its path; 64 by default

local function set_of_names(list)
  local names = {}
  for _, variant in ipairs(list) do
    if names[variant.name] then
      options.refuse("game: variants", ("variant '%s' is listed twice"):format(variant.name))
    end
    names[variant.name] = true
  end
  return names
end

-- Refuses variants that conflict, and shows the reason that a variant declares.
local function check_together(list)
  local names = set_of_names(list)
  for _, variant in ipairs(list) do
    for key, text in core.bounded.basic.pairs(variant.source.conflicts or {}) do
      local listed = compat.math.type(key) == "integer"
      local other, reason = listed and text or key, listed and "" or ": " .. text
      if names[other] then
        options.refuse(("variant '%s': conflicts"):format(variant.name),
          ("incompatible with variant '%s'%s"):format(other, reason))
      end
    end
  end
end

-- Refuses a target above the highest points of a game, if these have a proven bound.
local function check_target(game, given, list)
  local target, most, where = game:victory().points, game:max_utility(), "game"
  if not target or not most or target <= most then return end
  for _, variant in ipairs(given.victory and {} or list) do
    if variant.source.victory then where = ("variant '%s'"):format(variant.name) end
  end
  options.refuse(where .. ": victory.points",
    ("the target of %d points can never be reached; the points of this game are at most %d"):format(target,
      most))
end

local function make_game(given)
  given = options.alike(given)
  options.check_type("game", given, "table")
  options.check("game", given, shape)
  local list = {}
  for i, one in ipairs(given.variants or {}) do
    list[i] = variants.use(one, nil, false, { memory = given.memory })
  end
  check_together(list)
  local sets = given.sets or (not given.tiles and { "base", "traders" } or nil)
  local changed = given.without and traders.without("game: without", sets or {}, given,
    modules.names(given.without)) or { sets = sets }
  local whole = setmetatable(changed, { __index = given })
  local text, owners = definition.write(whole, list)
  local game, message, _, line = variant_game.make_game(text, list, instruction_budgets(given.budget))
  if game then
    check_target(game, given, list)
    return game
  end
  local explained, owner = definition.explain(text, owners, message, line)
  options.refuse(owner, explained)
end

--- Makes a game, or returns an existing game with equal options and scripts. Raises an error that
--- names the fault.
---@param given? GameOptions
---@return Game
---@usage local game = carcassonne.game { players = 3, edition = "2003", sets = { "base" } }
function carcassonne.game(given)
  local game, message = memory.try(make_game, given or {})
  return game or error(message, 0)
end

--- Reads and checks a variant. Raises an error that names the variant, the key and the nearest
--- valid name.
---@param from string|table the name of a shipped variant, the path of a file, "pack/script", or a table
---@param chosen? table<string, any> values for its options
---@param bounds? ScriptLimits limits of a script from a file
---@return Variant
---@usage local rule = carcassonne.variant("percentage-goods", { consolation = true })
function carcassonne.variant(from, chosen, bounds)
  return variants.read(from, chosen, false, options.alike(bounds))
end

--- Returns the packs of scripts that are installed in carcassonne/packs on the path of `require`,
--- each in a folder of its name. `scripts` has the names of its scripts for carcassonne.variant.
---@param places? PackPlaces other places to search
---@return FoundPack[] packs sorted by name; a pack with an error has a `problem`
---@usage for _, pack in ipairs(carcassonne.packs()) do print(pack.name, pack.version, table.concat(pack.scripts, ", ")) end
function carcassonne.packs(places)
  return packs.list(places)
end

--- Returns the names of the shipped house rules.
---@return string[]
function carcassonne.shipped_variants()
  return shipped.house_rules()
end

--- Returns the names of the shipped expansions, which are also variants.
---@return string[]
---@usage local game = carcassonne.game { variants = carcassonne.expansions() }
function carcassonne.expansions()
  return shipped.expansions()
end

--- Returns the tiles of a built-in set, in the tile notation.
---@param name string one of carcassonne.tilesets
---@return string? lines
function carcassonne.tileset(name)
  options.check_type("tileset", name, "string")
  return core.tileset(name)
end

-- Returns the variant with this name in `given`, or the shipped one. `read` caches the variants
-- that were read.
local function find_variant(name, given, read)
  for i, one in ipairs(given) do
    read[i] = read[i] or variants.use(one)
    if read[i].name == name then return read[i] end
  end
  return variants.use(name, nil, true)
end

-- Returns the variant in a line of a saved game: `variant NAME DIGEST KEY=VALUE...`.
local function saved_variant(name, saved_digest, words, given, read)
  local found, chosen = find_variant(name, given, read), {}
  for key, value in words:gmatch "(%S+)=(%S*)" do
    local default = option_values.default_of((found.source.options or {})[key])
    if default ~= nil then chosen[key] = options.decode(value, default) end
  end
  local variant = variants.use(found, next(chosen) ~= nil and chosen or nil)
  if variant.digest ~= saved_digest then
    error(("variant '%s' has changed since the game was saved"):format(name), 0)
  end
  return variant
end

-- Reads the variants that a saved game names, from `given` first.
local function saved_variants(text, given)
  local list, read = {}, {}
  for line in text:gmatch "[^\n]+" do
    local name, digest, words = line:match "^variant ([^ ]+) ([^ ]+)(.*)$"
    if name then list[#list + 1] = saved_variant(name, digest, words, given, read) end
  end
  return list
end

local function load_game(text, settings)
  settings = options.alike(settings or {})
  options.check_type("load", text, "string")
  options.check("load: settings", settings, { variants = "list", budget = "integer|table" })
  local part, message, code = core.save_definition(text)
  if not part then return nil, message, code end
  local fine, list = pcall(saved_variants, part, settings.variants or {})
  if not fine then return nil, "line 2: " .. tostring(list), memory.code(list, "invalid") end
  local game, line
  game, message, code, line = variant_game.make_game(part, list, instruction_budgets(settings.budget))
  if game then return game:deserialize_state(text) end
  if code == "memory" then return nil, message, code end
  -- The definition begins in the third line of a saved game.
  return nil, ("line %d: %s"):format(line + 2, (definition.explain(part, {}, message, line))), code
end

--- Loads a saved game: makes its game from the text, and replays it.
---@param text string
---@param settings? {variants:(string|table|Variant)[], budget:integer|table} scripts that are not shipped; budget as in carcassonne.game
---@return State? state
---@return string? message
---@return string? code "invalid", "illegal", "script" or "memory"
function carcassonne.load(text, settings)
  return memory.try(load_game, text, settings)
end

-- Reloads a game. It may raise an error.
local function reloaded(state, given)
  local list = reload.variants(variant_game.variants_of(state:game()), given)
  check_together(list)
  local game, message, code = reload.game(state:game(), list)
  if not game then return nil, message, code end
  return game:replay_state(state:serialize())
end

--- Reads the script files of a running game again, and replays its draws and decisions with the new
--- scripts. Later draws use the same generator. The old state does not change. Fails if a script
--- has an error, or if a decision is no longer legal.
---@param state State
---@param settings? {variants:(string|table|Variant)[]} scripts that are not files; they replace the variants with the same names
---@return State? state a state of a new game
---@return string? message the error in a script, or the first decision that is no longer legal
---@return string? code "invalid", "script" or "memory"
---@usage local again, message = carcassonne.reload(state)
--- if again then state = again else print(message) end
function carcassonne.reload(state, settings)
  options.check_type("reload: state", state, "userdata")
  options.check("reload", settings or {}, { variants = "list" })
  local fine, new, message, code = pcall(reloaded, state, settings and settings.variants or {})
  if fine then return new, message, code end
  return nil, tostring(new), memory.code(new, "invalid")
end

--- Makes numbers for the actions of a game, for programs that learn to play: from 0, and with the
--- same meaning in every state. Returns nil and a message if a function of a script offers options,
--- because their number has no bound, or if there would be more than 2147483647 actions.
---@param game Game
---@param radius? integer the cells from -radius to radius in x and y; by default all that a game can reach
---@return ActionSpace?
---@return string? message
---@usage local space = carcassonne.action_space(carcassonne.game(), 10) print(space:size())
function carcassonne.action_space(game, radius)
  return core.new_action_space(game, radius)
end

--- Makes the observation planes of a game, for programs that learn to play. The planes are equal in
--- all states of a game. Returns nil and a message if an observation would have more than
--- 2147483647 numbers.
---@param game Game
---@param radius? integer as for `action_space`
---@return ObservationSpace?
---@return string? message
---@usage local space = carcassonne.observation_space(carcassonne.game(), 10) print(#space:names())
function carcassonne.observation_space(game, radius)
  return core.new_observation_space(game, radius)
end

--- Plays a copy of a state to its end with random actions, each equally likely.
---@param state State
---@param seed? integer
---@return State copy the final state
function carcassonne.random_playout(state, seed)
  local copy = state:clone()
  copy:random_playout(seed)
  return copy
end

return carcassonne
