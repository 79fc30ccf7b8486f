--- Reads variants from files and tables, checks them and sets their options. Shipped variants are
--- cached.
-- @module carcassonne.variant

local c_locale = require "carcassonne.base.c_locale"
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
local players = require "carcassonne.definition.players"
local paths = require "carcassonne.variant.paths"
local plain_data = require "carcassonne.sandbox.plain_data"
local sandbox = require "carcassonne.sandbox"
local sandbox_limits = require "carcassonne.sandbox.limits"
local script_files = require "carcassonne.variant.script_files"
local shipped = require "carcassonne.variant.shipped"
local variant_game = require "carcassonne.variant.game"

local variants = {}

local NO_BUDGETS = { call = 0, action = 0, game = 0 }

-- Compiles a definition of the variant with the printed tiles, so that the engine can refuse
-- contradictions. A missing name is not an error here, because the game or another variant may
-- supply it.
local function try(variant)
  local sets = not variant.source.sets and { "base", "traders" } or nil
  local text, owners = definition.write({ players = players.first(variant.source), sets = sets },
    { variant })
  local game, message, _, line, absent = variant_game.make_game(text, { variant }, NO_BUDGETS)
  if game or absent then return end
  local explained, owner = definition.explain(text, owners, message, line)
  options.refuse(owner == "game" and plain_data.place_of(variant.source) or owner, explained)
end

-- The metatable identifies a Variant; it gives no access to the functions here.
local class = { __name = "Variant", __tostring = function(variant) return "variant " .. variant.name end }

--- The source of a variant.
---@class VariantOrigin
---@field base string the text from which the digest is computed, together with the options
---@field shipped boolean? whether this program includes it
---@field file string? path of its script as the caller gave it; nil for a shipped variant
---@field limits ScriptLimits? limits of that script
---@field files ScriptFile[]? that script, and the files that it required

-- Returns a checked variant with its options chosen.
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

-- Returns a hint for an unknown name that looks like options without values, or like a script of a
-- pack.
local function hint(path)
  local name = path:match "^([^:]*):"
  if name and shipped.module(name) then return ("; write options as %s:NAME=VALUE"):format(name) end
  return path:match "^[%l%d_-]+/[%w_-]+$" and "; `carcassonne packs` lists the installed packs" or ""
end

-- Returns a script with a similar name in the folder of a path, which may lack `.lua`; or nil.
local function near_file(path)
  local folder, name = path:match "^(.*/)([^/]*)$"
  folder, name = folder or "", name or path
  local stems = {}
  for _, file in ipairs(paths.in_folder(folder == "" and "." or folder)) do
    stems[#stems + 1] = file:match "^(.+)%.lua$"
  end
  c_locale.sort(stems)
  local near = core.nearest((name:gsub("%.lua$", "")), stems)
  return near and ("%s%s.lua"):format(folder, near)
end

-- Raises the error about a script file that cannot be read; `read`: the host supplies the files.
local function refuse_file(path, problem, read)
  local names, expansions = shipped.house_rules(), shipped.expansions()
  compat.table.move(expansions, 1, #expansions, #names + 1, names)
  local near, file = options.did_you_mean(path, names), not read and near_file(path)
  if file == path then options.refuse(("variant '%s'"):format(path), problem) end -- the file exists
  local beside = file and (" (did you mean %s?)"):format(file) or ""
  local known = near == "" and beside == "" and "; `carcassonne expansions` lists the shipped variants" or ""
  local text = "variant '%s': this is not a shipped variant%s, and no script can be read at this path "
    .. "(%s)%s%s%s"
  error(text:format(path, near, problem, beside, hint(path), known), 0)
end

-- Checks a source that the caller owns, and adds its modules to its options.
local function checked(source, path)
  check.source(source, path)
  source.options = modules.declared(plain_data.place_of(source, path), source)
  return source
end

local function checked_copy(source, path)
  return checked(sandbox.copy(plain_data.place_of(source, path), source), path)
end

-- Finds a module that a shipped script requires. Shipped scripts require only shipped helpers.
local function find_helper(name)
  local code = shipped.is_helper(name) and module_code.code(name)
  if code then return code end
  return nil, "a shipped script can require only " .. table.concat(shipped.helpers(), ", ")
end

-- Reads a shipped script by its name. Its digest does not depend on where the module was found.
local function read_shipped(name, picked)
  local module = shipped.module(name)
  local loader, problem = module_code.loader(module)
  if not loader then
    error(("variant '%s': the variant is shipped, but its module '%s' is missing:\n\t%s"):format(name,
      module, problem), 0)
  end
  local source = checked_copy(sandbox.run_module(loader, module, find_helper), module)
  return finish(source, module, { base = "shipped " .. digest.describe_data(source), shipped = true }, picked)
end

-- Returns the path of the file of a script in a pack. Errors of the pack are raised with the name
-- of the script.
local function script_path(from, limits, tried)
  local fine, path = pcall(packs.script, from, limits, tried)
  if not fine then options.refuse(("variant '%s'"):format(from), tostring(path)) end
  return path
end

-- Reads a script from a file, which may belong to a pack, and the files that the script requires.
local function read_file(from, picked, limits, tried)
  local path = from
  local own = script_files.new(path, limits.read, tried, limits.source)
  local text, problem = own:script()
  if not text then
    path = script_path(from, limits, tried) or refuse_file(from, problem, limits.read)
    table.remove(tried, 1) -- this entry is the name of a pack's script, not a path
    own = script_files.new(path, limits.read, tried, limits.source)
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

--- Reads and checks a variant. The caller owns its tables and the sandbox of its script.
---@param from string|table the name of a shipped variant, a path of a file, a table, or a Variant
---@param picked? table<string, any> values for its options
---@param shipped_only? boolean refuse paths of files; for names from untrusted sources
---@param limits? ScriptLimits for a file
---@return Variant variant
function variants.read(from, picked, shipped_only, limits)
  if getmetatable(from) == class then
    return picked and finish(from.written, from.name, from.origin, picked) or from
  elseif type(from) == "table" then
    local source = checked_copy(from, "table")
    return finish(source, "table", { base = digest.describe(source) }, picked)
  elseif type(from) ~= "string" then
    error(("expected a variant as a name, a path or a table, got %s"):format(options.show(from)), 0)
  elseif shipped.module(from) then
    return read_shipped(from, picked)
  elseif shipped_only then
    error(("variant '%s': the variant is not shipped; name its script with `--variant` or in "
      .. "`variants`"):format(from), 0)
  end
  limits = limits or {}
  sandbox.check_limits(limits)
  return read_file(from, picked, limits, {})
end

--- Returns the paths of a script's files, its own first, including missing files; empty for a
--- shipped script.
---@param from string the name of a shipped variant, or a path of a file
---@return string[]
function variants.paths(from)
  if shipped.module(from) then return {} end
  local tried = {}
  pcall(read_file, from, nil, {}, tried)
  return tried
end

--- Reads the file of a variant again, with the options that were chosen. Shipped variants and
--- tables are returned unchanged. Raises an error for a fault of the script.
---@param variant Variant
---@return Variant
function variants.read_again(variant)
  return variant.file and variants.read(variant.file, variant.picked, false, variant.origin.limits) or variant
end

local kept = {} -- shipped variants with default options, by name
local files = setmetatable({}, { __mode = "v" }) -- scripts from files that are in use by games

local function keep(name)
  if not kept[name] and shipped.module(name) then kept[name] = variants.read(name) end
  return kept[name]
end

-- Returns an earlier variant from an equal script file with equal limits, or this variant.
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
  return not variant.file -- a file is read again with these values
end

--- Returns a variant like variants.read, but only for games: several games may share its tables.
--- This is safe because scripts store data only in variables, and cannot reach tables of other
--- scripts.
---@param from string|table the name of a shipped variant, a path of a file, a table, or a Variant
---@param picked? table<string, any> values for its options
---@param shipped_only? boolean refuse paths of files; for names from untrusted sources
---@param limits? ScriptLimits for a file
---@return Variant variant
function variants.use(from, picked, shipped_only, limits)
  if getmetatable(from) == class and has_values(from, picked or {}) then return from end
  local one = not picked and type(from) == "string" and keep(from)
  if one then return one end
  one = variants.read(from, picked, shipped_only, limits)
  return type(from) == "string" and not picked and one.file and keep_file(one) or one
end

return variants
