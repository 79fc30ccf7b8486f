--- Variants: Lua files that return a table. Checked here, and turned into a definition's lines and hooks.
-- @module carcassonne.variants

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

-- Scripts see these; what depends on the clock, the process or the disk is not among them.
local allowed = { "assert", "error", "ipairs", "next", "pairs", "pcall", "print", "rawequal", "rawget", "rawlen", "rawset",
  "select", "setmetatable", "getmetatable", "tonumber", "tostring", "type", "xpcall", "_VERSION", "string", "table", "utf8" }

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

local function load_script(text, path)
  local chunk, problem = load(text, "@" .. path, "t", environment())
  if not chunk then error(("variant '%s': %s"):format(path, problem), 0) end
  local fine, result = pcall(chunk)
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

-- The variant's own options with what was chosen in their place.
local function choose_options(where, defaults, chosen)
  local result = {}
  for key, value in pairs(defaults) do result[key] = value end
  for _, key in ipairs(options.keys(chosen or {})) do
    if defaults[key] == nil then
      options.refuse(where .. ": options." .. key, "unknown option" .. options.did_you_mean(key, options.keys(defaults)))
    end
    if type(chosen[key]) ~= type(defaults[key]) then
      options.refuse(where .. ": options." .. key, ("expected %s, got %s"):format(type(defaults[key]), type(chosen[key])))
    end
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

--- Reads and checks a variant.
---@param from string|table the name of a shipped one, a path of a file, a table, or a Variant
---@param chosen? table<string, any> values for its options
---@return Variant variant
function variants.read(from, chosen)
  if type(from) == "table" and getmetatable(from) == variants then
    return chosen and variants.read(from.source, chosen) or from
  end
  local source, text, path = from, nil, "table"
  if type(from) == "string" then
    path = find_shipped(from) or from
    local problem
    text, problem = read_file(path)
    if not text then
      local names = variants.shipped()
      error(("variant '%s': neither a shipped variant%s nor a file that can be read (%s); shipped are %s"):format(from,
        options.did_you_mean(from, names), problem, table.concat(names, ", ")), 0)
    end
    source = load_script(text, path)
  elseif type(from) ~= "table" then
    error(("a variant is a name, a path or a table, not a %s"):format(type(from)), 0)
  end
  check_source(source, path)
  local variant = {
    name = source.name,
    description = source.description,
    options = choose_options(place_of(source, path), source.options or {}, chosen),
    source = source,
  }
  variant.digest = digest((text or describe(source, {})) .. describe(variant.options, {}))
  return setmetatable(variant, variants)
end

variants.__index = variants
variants.__name = "Variant"
variants.__tostring = function(variant) return "variant " .. variant.name end

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

return variants
