--- Variants: Lua files that return a table. Checked here, and turned into a definition's lines and hooks.
-- @module carcassonne.variants

local core = require "carcassonne.core"
local options = require "carcassonne.options"
local lines = require "carcassonne.definition"

local variants = {}

--- A variant, checked.
---@class Variant
---@field name string
---@field description? string
---@field options table<string, any> as they are in this game: the variant's defaults and what was chosen
---@field digest string differs when the script or its options do
---@field source table the table that the file returned
---@field private base string what the digest is made from, besides the options

--- The table that a variant's file returns. Where several variants give a rule value the later one wins, and the game's own
--- `rules` have the last word. Hooks get the variant's options as their last argument.
---@class VariantSource
---@field name string letters, digits, _ - and .
---@field description? string a sentence for people
---@field options? table<string, string|number|boolean> names and defaults of what can be chosen
---@field rules? table<string, string|integer|boolean>
---@field sets? string[]
---@field tiles? string|string[] in the notation of the built-in ones
---@field counts? table<string, integer>
---@field pieces? table<string, integer|table>
---@field goods? boolean
---@field attributes? string[]
---@field slots? table[] {name=, scope="game"|"player"|"cell"|"feature", lifetime="game"|"turn"|"part", merge="sum"|"max"|"or"}
---@field start? table[]|"none"
---@field place_ok? fun(state:State, action:Action, options:table):boolean? false refuses the placement
---@field on_placed? fun(state:State, tile:Tile, options:table) may act
---@field deploy_ok? fun(state:State, action:Action, options:table):boolean? false refuses the deployment
---@field points? fun(state:State, scoring:Scoring, points:integer, options:table):integer? what each of the majority gets
---@field on_scored? fun(state:State, scoring:Scoring, options:table) may act
---@field extra_part? (fun(state:State, part:Part, granted:boolean, options:table):boolean?)|table function, or {when="always", run=}
---@field final? table[] {name=, after= or before=, run=fun(state, options)}; without after and before it replaces a step

--- What hooks are told of a feature that scores.
---@class Scoring
---@field kind Kind|"goods"
---@field complete boolean
---@field final boolean part of the final scoring
---@field points integer for each of `players`
---@field players integer[] who has, or ties for, the majority; none for an empty feature
---@field feature? Feature

--- What extra_part is told of the part that ends.
---@class Part
---@field player integer
---@field part integer parts of this turn that are over, from 1
---@field extended_builder boolean the tile added to a feature with the player's builder

--- What a variant's table may hold.
---@type table<string, string>
variants.shape = {
  name = "string", description = "string", options = "table",
  rules = "table", sets = "list", tiles = "string|list", counts = "table", pieces = "table", goods = "boolean",
  attributes = "list", slots = "list", start = "list|string",
  final = "list", extra_part = "function|table", points = "function", on_scored = "function", on_placed = "function",
  deploy_ok = "function", place_ok = "function",
}

--- The hooks that are functions, in the order in which a turn comes to them.
---@type string[]
variants.hooks = { "place_ok", "on_placed", "deploy_ok", "points", "on_scored", "extra_part" }

-- Instructions that the file itself may use, before any game.
local LOADING_BUDGET = 10000000

-- Scripts see these; what depends on the clock, the process or the disk is not among them.
local allowed = { "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
  "select", "tonumber", "tostring", "type", "_VERSION", "string", "table", "utf8" }

-- A world of its own for one script.
local function environment()
  local env = {}
  for _, name in ipairs(allowed) do
    local value = _G[name]
    if type(value) == "table" then
      local copy = {}
      for key, one in pairs(value) do copy[key] = one end
      value = copy
    end
    env[name] = value
  end
  env.math = {}
  for key, value in pairs(math) do
    if key ~= "random" and key ~= "randomseed" then env.math[key] = value end
  end
  -- the metatable of strings is the host's
  env.getmetatable = function(value) return type(value) == "table" and getmetatable(value) or nil end
  -- nothing of a script's may run where instructions are not counted: in a finaliser, in a handler of errors
  env.setmetatable = function(value, meta)
    if type(meta) == "table" and rawget(meta, "__gc") ~= nil then error("a variant has no finalisers", 2) end
    return setmetatable(value, meta)
  end
  env.xpcall = function(f, handler, ...)
    local results = table.pack(pcall(f, ...))
    if results[1] then return table.unpack(results, 1, results.n) end
    return false, handler(results[2])
  end
  env._G = env
  return env
end

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local text = file:read "a"
  file:close()
  return text
end

-- The file of a shipped variant.
local function find_shipped(name)
  if not name:match "^[%w_-]+$" then return nil end
  return package.searchpath("carcassonne.variants." .. name, package.path)
end

--- The names of the shipped variants, where the file system can be read.
---@return string[]
function variants.shipped()
  local names = {}
  for _, name in ipairs { "chained-builders", "percentage-goods" } do
    if find_shipped(name) then names[#names + 1] = name end
  end
  return names
end

-- Runs a script's file; one that does not come to an end is stopped. In a coroutine of its own, so that the host's
-- debug hook stays what it is.
local function run_limited(chunk)
  local thread = coroutine.create(chunk)
  local function stop()
    debug.sethook(thread, stop, "", 1) -- so that no pcall gets away
    error("it ran for too many instructions; does it loop for ever?", 2)
  end
  debug.sethook(thread, stop, "", LOADING_BUDGET)
  return coroutine.resume(thread)
end

local function load_script(text, path)
  local chunk, problem = load(text, "@" .. path, "t", environment())
  if not chunk then error(("variant '%s': %s"):format(path, problem), 0) end
  local fine, result = run_limited(chunk)
  if not fine then error(("variant '%s': %s"):format(path, tostring(result)), 0) end
  if type(result) ~= "table" then
    error(("variant '%s': the file returned %s, expected a table"):format(path, type(result)), 0)
  end
  return result
end

-- Anything that a digest depends on, as text in a definite order.
local function describe(value, seen)
  local kind = type(value)
  if kind == "function" then
    local fine, code = pcall(string.dump, value, true)
    return fine and code or "function"
  elseif kind ~= "table" then
    return kind .. ":" .. tostring(value)
  elseif seen[value] then
    return "again"
  end
  seen[value] = true
  local parts, keys = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = tostring(key) .. "=" .. describe(value[key], seen)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function digest(text)
  local hash = 0xcbf29ce484222325
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 0x100000001b3
  end
  return ("%016x"):format(hash)
end

-- Options go into saved games as words, so they are plain values.
local function check_option(where, value)
  options.check_type(where, value, "string|boolean|number")
  if value ~= value or value == math.huge or value == -math.huge then options.refuse(where, "not a finite number") end
end

-- The variant's own options with what was chosen in their place.
local function choose_options(where, defaults, chosen)
  local result = {}
  options.check_type(where .. ": options", chosen or {}, "table")
  for _, key in ipairs(options.keys(defaults)) do
    if not key:match "^[%a_][%w_]*$" then options.refuse(where .. ": options." .. key, "no name for an option") end
    check_option(where .. ": options." .. key, defaults[key])
    result[key] = defaults[key]
  end
  for _, key in ipairs(options.keys(chosen or {})) do
    if defaults[key] == nil then
      options.refuse(where .. ": options." .. key, "unknown option" .. options.did_you_mean(key, options.keys(defaults)))
    end
    if type(chosen[key]) ~= type(defaults[key]) then
      options.refuse(where .. ": options." .. key, ("expected %s, got %s"):format(type(defaults[key]), type(chosen[key])))
    end
    check_option(where .. ": options." .. key, chosen[key])
    result[key] = chosen[key]
  end
  return result
end

local final_shape = { name = "string", after = "string", before = "string", run = "function" }

local function check_final(where, steps)
  for i, step in ipairs(steps) do
    local at = ("%s: final[%d]"):format(where, i)
    options.check(at, step, final_shape)
    if not step.name then options.refuse(at, "a step needs a name") end
    if not step.run then options.refuse(at, "a step needs a function `run`") end
    if step.after and step.before then options.refuse(at, "a step is after another or before one, not both") end
  end
end

local function check_extra_part(where, extra_part)
  if type(extra_part) ~= "table" then return end
  options.check(where .. ": extra_part", extra_part, { when = "string", run = "function" })
  options.check_name(where .. ": extra_part.when", extra_part.when or "extended", { "extended", "always" }, "gate")
  if not extra_part.run then options.refuse(where .. ": extra_part", "a function `run` is missing") end
end

-- Where a message says that something is wrong.
local function place_of(source, path)
  return ("variant '%s'"):format(type(source) == "table" and type(source.name) == "string" and source.name or path)
end

local function check_source(source, path)
  local where = place_of(source, path)
  for _, key in ipairs(options.keys(source)) do
    if not variants.shape[key] then
      options.refuse(where .. ": " .. key, "unknown key" .. options.did_you_mean(key, options.keys(variants.shape)))
    end
    options.check_type(where .. ": " .. key, source[key], variants.shape[key])
  end
  if not source.name then options.refuse(where, "a variant needs a name") end
  if not source.name:match "^[%w_.-]+$" or #source.name > 23 then
    options.refuse(where .. ": name", "letters, digits, _ - and . are, up to 23 of them")
  end
  check_extra_part(where, source.extra_part)
  check_final(where, source.final or {})
  lines.check(where, source)
end

-- Adds a row of a hook.
local function add_row(list, variant, run)
  list[#list + 1] = { variant = variant.name, options = variant.options, run = run }
end

--- The hooks of several variants, in their order, as carcassonne.core takes them.
---@param list Variant[]
---@return table
function variants.combine(list)
  local hooks = {}
  for _, variant in ipairs(list) do
    for _, name in ipairs(variants.hooks) do
      local run = variant.source[name]
      if type(run) == "table" then
        hooks.extra_part_always = hooks.extra_part_always or run.when == "always"
        run = run.run
      end
      if run then
        hooks[name] = hooks[name] or {}
        add_row(hooks[name], variant, run)
      end
    end
    for _, step in ipairs(variant.source.final or {}) do
      hooks.final = hooks.final or {}
      hooks.final[step.name] = hooks.final[step.name] or {}
      add_row(hooks.final[step.name], variant, step.run)
    end
  end
  return hooks
end

-- Whether what is missing may be what the game or another variant brings: a step, a tile.
local function may_come_from_others(message)
  if message:match "did you mean" then return false end
  return message:match "no step" or message:match "no tile" or message:match "start tile" or message:match "no piece"
end

-- Makes a definition of the variant with the printed tiles: so the engine refuses what contradicts itself.
local function try(variant)
  local sets = not variant.source.sets and { "base", "traders" } or nil
  local text, owners = lines.write({ sets = sets }, { variant })
  local game, message, _, line = core.new_game(text, variants.combine({ variant }), {}, 0)
  if game or may_come_from_others(message) then return end
  options.refuse(place_of(variant.source), (lines.explain(text, owners, message, line)))
end

-- A checked variant with its options chosen. `base` is what its digest is made from, besides the options.
local function finish(source, path, base, chosen)
  local variant = setmetatable({
    name = source.name,
    description = source.description,
    options = choose_options(place_of(source, path), source.options or {}, chosen),
    source = source,
    base = base,
  }, variants)
  variant.digest = digest(base .. describe(variant.options, {}))
  try(variant)
  return variant
end

-- The text of a script and its path; raises what there is instead.
local function find_script(name, shipped_only)
  local path = find_shipped(name) or (not shipped_only and name or nil)
  local text, problem = nil, "it was not given"
  if path then text, problem = read_file(path) end
  if text then return text, path end
  local names = variants.shipped()
  error(("variant '%s': neither a shipped variant%s nor a script that can be read (%s); shipped are %s"):format(name,
    options.did_you_mean(name, names), problem, table.concat(names, ", ")), 0)
end

--- Reads and checks a variant.
---@param from string|table the name of a shipped one, a path of a file, a table, or a Variant
---@param chosen? table<string, any> values for its options
---@param shipped_only? boolean no path of a file: for names that somebody else wrote
---@return Variant variant
function variants.read(from, chosen, shipped_only)
  if getmetatable(from) == variants then
    return chosen and finish(from.source, from.name, from.base, chosen) or from
  elseif type(from) == "table" then
    check_source(from, "table")
    return finish(from, "table", describe(from, {}), chosen)
  elseif type(from) ~= "string" then
    error(("a variant is a name, a path or a table, not a %s"):format(type(from)), 0)
  end
  local text, path = find_script(from, shipped_only)
  local source = load_script(text, path)
  check_source(source, path)
  return finish(source, path, text, chosen)
end

variants.__index = variants
variants.__name = "Variant"
variants.__tostring = function(variant) return "variant " .. variant.name end

return variants
