--- Variants from files and tables: read, checked, with their options chosen, and kept where they
--- come with this program.
-- @module carcassonne.variant

local check = require "carcassonne.variant.check"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local definition = require "carcassonne.definition"
local digest = require "carcassonne.variant.digest"
local environment = require "carcassonne.sandbox.environment"
local format = require "carcassonne.variant.format"
local final_steps = require "carcassonne.variant.final_steps"
local module_code = require "carcassonne.base.module_code"
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local packs = require "carcassonne.variant.packs"
local plain_data = require "carcassonne.sandbox.plain_data"
local sandbox = require "carcassonne.sandbox"
local sandbox_limits = require "carcassonne.sandbox.limits"
local script_files = require "carcassonne.variant.script_files"
local shipped = require "carcassonne.variant.shipped"
local variant_game = require "carcassonne.variant.game"

local variants = {}

local NO_BUDGETS = { call = 0, action = 0, game = 0 }

-- Makes a definition of the variant with the printed tiles: so the engine refuses what contradicts
-- itself. What is missing may be what the game or another variant brings.
local function try(variant)
  local sets = not variant.source.sets and { "base", "traders" } or nil
  local text, owners = definition.write({ sets = sets }, { variant })
  local game, message, _, line, absent = variant_game.make_game(text, { variant }, NO_BUDGETS)
  if game or absent then return end
  local explained, owner = definition.explain(text, owners, message, line)
  options.refuse(owner == "game" and plain_data.place_of(variant.source) or owner, explained)
end

-- By this a Variant is known; there is no way from it to the functions here.
local class = { __name = "Variant", __tostring = function(variant) return "variant " .. variant.name end }

--- Where a variant is from.
---@class VariantOrigin
---@field base string what its digest is made from, besides the options
---@field shipped boolean? it came with this program
---@field file string? its script, as it was named, if that is no shipped one
---@field limits ScriptLimits? what that may use
---@field files ScriptFile[]? that script, and what it has required

-- A checked variant with its options chosen.
local function finish(source, path, origin, picked)
  local where = plain_data.place_of(source, path)
  local parts = modules.of(where, source)
  local values = option_values.values(where, source.options or {},
    modules.picked(where, modules.names_of(parts), picked))
  modules.settle(where, parts, values)
  local variant = setmetatable({
    name = source.name,
    description = source.description,
    options = values,
    read_only = environment.read_only(values),
    source = option_values.resolve(where, source, values),
    written = source,
    modules = parts,
    shipped = origin.shipped == true,
    file = origin.file,
    origin = origin,
    picked = picked,
    digest = core.digest(origin.base .. digest.describe(values)),
  }, class)
  check.chosen(where, variant.source)
  final_steps.check(where, variant.source)
  definition.check(where, variant.source)
  try(variant)
  return variant
end

-- What else a name may have meant that no script has: options without values, a pack's script.
local function hint(path)
  local name = path:match "^([^:]*):"
  if name and shipped.module(name) then return ("; options are written %s:NAME=VALUE"):format(name) end
  return path:match "^[%l%d_-]+/[%w_-]+$" and "; `carcassonne packs` lists the packs that are installed" or ""
end

-- Raises why a script's file cannot be read.
local function refuse_file(path, problem)
  local names, expansions = shipped.house_rules(), shipped.expansions()
  compat.table.move(expansions, 1, #expansions, #names + 1, names)
  error(
    ("variant '%s': neither a shipped variant%s nor a script that can be read (%s)%s; shipped are %s"):format(
    path,
    options.did_you_mean(path, names), problem, hint(path), table.concat(names, ", ")), 0)
end

-- Plain data that nobody else has, checked, and with its modules among its options.
local function checked(source, path)
  check.source(source, path)
  source.options = modules.declared(plain_data.place_of(source, path), source)
  return source
end

local function checked_copy(source, path)
  return checked(sandbox.copy(plain_data.place_of(source, path), source), path)
end

-- A shipped script requires what is shipped, too.
local function find_helper(name)
  local code = shipped.is_helper(name) and module_code.code(name)
  if code then return code end
  return nil, "a script that is included requires " .. table.concat(shipped.helpers(), ", ")
end

-- A shipped script, by its name. Its digest is the same wherever the module was found.
local function read_shipped(name, picked)
  local module = shipped.module(name)
  local loader, problem = module_code.loader(module)
  if not loader then
    error(("variant '%s': it comes with this program, but its module '%s' is not there:\n\t%s"):format(name,
      module, problem), 0)
  end
  local source = checked_copy(sandbox.run_module(loader, module, find_helper), module)
  return finish(source, module, { base = "shipped " .. digest.describe_data(source), shipped = true }, picked)
end

-- The file that a script is, by its path or by its pack's name; what is wrong with a pack is raised
-- with the name of the script.
local function script_path(from, limits, tried)
  local fine, path = pcall(packs.script, from, limits, tried)
  if not fine then options.refuse(("variant '%s'"):format(from), tostring(path)) end
  return path
end

-- A script that is a file, with what it requires. It may be one of a pack.
local function read_file(from, picked, limits, tried)
  local path = from
  local own = script_files.new(path, limits.read, tried)
  local text, problem = own:script()
  if not text then
    path = script_path(from, limits, tried) or refuse_file(from, problem)
    table.remove(tried, 1) -- that was no path
    own = script_files.new(path, limits.read, tried)
    text, problem = own:script_inside()
    if not text then options.refuse(("variant '%s'"):format(from), problem) end
  end
  local source = sandbox.run(text, path, limits, own)
  local fine, result = pcall(function()
    local origin = { base = own:text(), file = from, limits = limits, files = own:read_files() }
    return finish(checked(source, path), path, origin, picked)
  end)
  if not fine then error(format.explain(source.format, result), 0) end
  return result
end

--- Reads and checks a variant. Its tables and the world of its script are the caller's own.
---@param from string|table the name of a shipped one, a path of a file, a table, or a Variant
---@param picked? table<string, any> values for its options
---@param shipped_only? boolean no path of a file: for names that somebody else wrote
---@param limits? ScriptLimits of a file's
---@return Variant variant
function variants.read(from, picked, shipped_only, limits)
  if getmetatable(from) == class then
    return picked and finish(from.written, from.name, from.origin, picked) or from
  elseif type(from) == "table" then
    local source = checked_copy(from, "table")
    return finish(source, "table", { base = digest.describe(source) }, picked)
  elseif type(from) ~= "string" then
    error(("a variant is a name, a path or a table, not %s"):format(options.show(from)), 0)
  elseif shipped.module(from) then
    return read_shipped(from, picked)
  elseif shipped_only then
    error(("variant '%s': it is not shipped, and its script is not given: `--variant` or `variants` has to "
      .. "name it"):format(from), 0)
  end
  limits = limits or {}
  sandbox.check_limits(limits)
  return read_file(from, picked, limits, {})
end

--- The paths of the files that a script is made of, its own first, and of those that it lacks; none
--- of one that is included.
---@param from string the name of a shipped one, or a path of a file
---@return string[]
function variants.paths(from)
  if shipped.module(from) then return {} end
  local tried = {}
  pcall(read_file, from, nil, {}, tried)
  return tried
end

--- The variant that its script's file gives now, with the options that were chosen. One that is no
--- file's own stays what it is: shipped ones, tables. Raises what is wrong with the script.
---@param variant Variant
---@return Variant
function variants.read_again(variant)
  return variant.file and variants.read(variant.file, variant.picked, false, variant.origin.limits) or variant
end

local kept = {} -- shipped variants with their own options, by name
local files = setmetatable({}, { __mode = "v" }) -- scripts from files that games use

local function keep(name)
  if not kept[name] and shipped.module(name) then kept[name] = variants.read(name) end
  return kept[name]
end

-- The script of a file that was read before and says the same, with the same limits; or this one.
local function keep_file(variant)
  local origin = variant.origin
  if origin.limits.read then return variant end
  local key = digest.describe { origin.limits, sandbox_limits.usual(), variant.file, origin.files[1].path,
    origin.base }
  files[key] = files[key] or variant
  return files[key]
end

local function has_values(variant, picked)
  for key, value in pairs(picked) do
    if variant.options[key] ~= value then return false end
  end
  return not variant.file -- one of a file is read again with what was picked
end

--- A variant as variants.read gives it, to be played with and told of to nobody: its tables may be
--- those of other games, too. Scripts remember nothing outside of variables, and no script reaches
--- another's tables; so games are not told apart by it.
---@param from string|table the name of a shipped one, a path of a file, a table, or a Variant
---@param picked? table<string, any> values for its options
---@param shipped_only? boolean no path of a file: for names that somebody else wrote
---@param limits? ScriptLimits of a file's
---@return Variant variant
function variants.use(from, picked, shipped_only, limits)
  if getmetatable(from) == class and has_values(from, picked or {}) then return from end
  local one = not picked and type(from) == "string" and keep(from)
  if one then return one end
  one = variants.read(from, picked, shipped_only, limits)
  return type(from) == "string" and not picked and one.file and keep_file(one) or one
end

return variants
