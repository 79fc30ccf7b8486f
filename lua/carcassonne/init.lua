--- The public face of the rules engine: games from tables, variants from files, saved games from text.
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

local core = require "carcassonne.core"
local options = require "carcassonne.options"
local variants = require "carcassonne.variants"
local definition = require "carcassonne.definition"

---@class carcassonne
---@field version string of the engine
---@field abi_version integer of the C interface
---@field save_version integer of the format of saved games
---@field editions string[] the names of the editions; c2 is the default
---@field tilesets string[] the names of the built-in tile sets
---@field rules Rule[] the rule values
local carcassonne = {
  version = core.version,
  abi_version = core.abi_version,
  save_version = core.save_version,
  editions = core.editions,
  tilesets = core.tilesets,
  rules = core.rules,
}

--- A rule value.
---@class Rule
---@field name string
---@field words string the words that it takes, "|" between them; "" for a number, "unlimited" for that or a number
---@field low integer
---@field high integer
---@field editions table<string, string> its value in each edition

-- What carcassonne.game takes.
local shape = { variants = "list", budget = "integer" }
for key, kind in pairs(definition.shape) do shape[key] = kind end
shape.final = nil

-- Instructions that a hook may use before it is stopped; enough for anything but a loop without end.
local BUDGET = 10000000

local function instruction_budget(given)
  return given or math.tointeger(os.getenv "CARC_HOOK_BUDGET") or BUDGET
end

-- Makes the game, or raises what is wrong with the place where it is.
local function make(text, list, budget)
  local game, message, _, line = core.new_game(text, variants.combine(list), list, instruction_budget(budget))
  if game then return game end
  local at, n = "", 0
  for one in text:gmatch "([^\n]*)\n" do
    n = n + 1
    if n == line then at = (" (in `%s`)"):format(one) end
  end
  return nil, message .. at
end

--- What carcassonne.game takes; each may be left out.
---@class GameOptions
---@field players? integer 1 to 6; 2 unless said
---@field edition? string one of carcassonne.editions; "c2" unless said
---@field rules? table<string, string|integer|boolean> rule values that differ from the edition's
---@field sets? string[] built-in tile sets; { "base", "traders" } unless said. "base x2" takes it twice
---@field tiles? string|string[] tiles of one's own, in the notation of the built-in ones
---@field counts? table<string, integer> how many of a tile there are
---@field pieces? table<string, integer|table> how many each player has, or {count=, like=, power=, on=, ordinary=}
---@field goods? boolean
---@field attributes? string[] names that segments of tiles may carry
---@field slots? table[] what scripts remember: {name=, scope=, lifetime=, merge=}
---@field variants? (string|table|Variant)[] names of shipped ones, paths of files, tables
---@field draws? "seeded"|"manual" manual: the host draws
---@field start? table[]|"none" the tiles on the table at the start: {id=, x=, y=, rotation=}
---@field position? table a position to begin from: tiles, pieces, goods, points, turn, hand
---@field budget? integer instructions that a call of a hook may use; 0 for no limit

--- Makes a game. Raises an error that names what is wrong.
---@param given? GameOptions
---@return Game
---@usage local game = carcassonne.game { players = 3, edition = "2003", sets = { "base" } }
function carcassonne.game(given)
  given = given or {}
  options.check("game", given, shape)
  local list = {}
  for i, one in ipairs(given.variants or {}) do
    list[i] = variants.read(one)
  end
  local names = {}
  for _, variant in ipairs(list) do
    if names[variant.name] then options.refuse("game.variants", ("variant '%s' is there twice"):format(variant.name)) end
    names[variant.name] = true
  end
  local whole = setmetatable({ sets = given.sets or (not given.tiles and { "base", "traders" } or nil) }, { __index = given })
  local game, message = make(definition.write(whole, list), list, given.budget)
  if not game then options.refuse("game", message) end
  return game
end

--- Reads and checks a variant. Raises an error that names the variant, the key and the nearest right name.
---@param from string|table the name of a shipped one, the path of a file, or a table
---@param chosen? table<string, any> values for its options
---@return Variant
---@usage local rule = carcassonne.variant("percentage-goods", { consolation = true })
function carcassonne.variant(from, chosen)
  return variants.read(from, chosen)
end

--- The names of the shipped variants.
---@return string[]
function carcassonne.shipped_variants()
  return variants.shipped()
end

--- The tiles of a built-in set, in the notation.
---@param name string one of carcassonne.tilesets
---@return string? lines
function carcassonne.tileset(name)
  return core.tileset(name)
end

-- A word of a saved game as the value of an option.
local function option_value(text)
  if text == "true" then return true end
  if text == "false" then return false end
  return math.tointeger(text) or tonumber(text) or text
end

-- The variants that a saved game names, read again; `given` are looked through first.
local function saved_variants(text, given)
  local list = {}
  for line in text:gmatch "[^\n]+" do
    local name, digest, rest = line:match "^variant (%S+) (%S+)(.*)$"
    if name then
      local chosen, from = {}, name
      for key, value in rest:gmatch "(%S+)=(%S+)" do chosen[key] = option_value(value) end
      for _, one in ipairs(given or {}) do
        local variant = variants.read(one)
        if variant.name == name then from = variant end
      end
      local variant = variants.read(from, next(chosen) and chosen or nil)
      if variant.digest ~= digest then
        error(("variant '%s' has changed since the game was saved"):format(name), 0)
      end
      list[#list + 1] = variant
    end
  end
  return list
end

--- Loads a saved game: makes its game from what the text says, and plays it again.
---@param text string
---@param settings? {variants:(string|table|Variant)[]} scripts that are not shipped, to be found by name
---@return State? state
---@return string? message
---@return string? code
function carcassonne.load(text, settings)
  options.check_type("load", text, "string")
  local part, message, code = core.save_definition(text)
  if not part then return nil, message, code end
  local fine, list = pcall(saved_variants, part, settings and settings.variants)
  if not fine then return nil, list, "invalid" end
  local game
  game, message = make(part, list)
  if not game then return nil, message, "invalid" end
  return game:deserialize_state(text)
end

--- Plays a copy of a state to its end, every choice uniform.
---@param state State
---@param seed? integer
---@return State the end
function carcassonne.random_playout(state, seed)
  local copy = state:clone()
  copy:random_playout(seed)
  return copy
end

return carcassonne
