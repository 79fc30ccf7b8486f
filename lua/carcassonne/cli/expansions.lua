--- `carcassonne expansions`: lists the shipped scripts, with options, modules, tiles and players.
-- @module carcassonne.cli.expansions

local c_locale = require "carcassonne.base.c_locale"
local carcassonne = require "carcassonne"
local error_message = require "carcassonne.base.error_message"
local json = require "dkjson"
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local output = require "carcassonne.program.output"
local process = require "carcassonne.program.process"
local tables = require "carcassonne.text.table"
local terminal = require "carcassonne.text.terminal"

local MOST_PLAYERS = 6

local command = {
  summary =
    "List the shipped expansions and house rules, with options, modules, tiles and players.",
  description = [[
Lists the shipped expansions and house rules, each with a description, the number of tiles, and the possible
numbers of players. If NAME is given, shows that script in detail: options with their values (the first value
is the default), modules (--variant NAME:without=MODULE omits one), and variants that cannot be combined
with it.]],
  epilog = [[
Examples:
  carcassonne expansions
  carcassonne expansions siege
  carcassonne expansions --json]],
}

function command.options(parser)
  parser:argument("name", "The house rule or expansion to show in detail."):args "?":argname "NAME"
  parser:flag("--json", "Print JSON instead of a table.")
end

-- ---- Reading ------------------------------------------------------------------------------------

local function all_names()
  local list = {}
  for _, name in ipairs(carcassonne.expansions()) do list[#list + 1] = { name = name, kind = "expansion" } end
  for _, name in ipairs(carcassonne.shipped_variants()) do
    list[#list + 1] = { name = name, kind = "house rule" }
  end
  return list
end

local function as_list(list) return setmetatable(list, { __jsontype = "array" }) end

local function options_of(variant)
  local list, declared = {}, modules.own_options(variant.source)
  for i, key in ipairs(options.keys(declared)) do
    local values = option_values.values_of(declared[key])
    list[i] = { name = key, default = option_values.default_of(declared[key]),
      values = values and as_list(values),
      description = option_values.description(declared[key]) }
  end
  return as_list(list)
end

local function modules_of(variant)
  local list = {}
  for i, module in ipairs(variant.modules) do list[i] = { name = module.name,
    description = module.description,
    needs = as_list(module.needs) } end
  return as_list(list)
end

-- Returns the conflicts of a variant: the names of other variants, with the reasons.
local function conflicts_of(variant)
  local list, conflicts = {}, variant.source.conflicts or {}
  for key, text in pairs(conflicts) do
    list[#list + 1] = type(key) == "string" and { name = key, description = text } or { name = text }
  end
  c_locale.sort(list, function(a, b) return a.name < b.name end)
  return as_list(list)
end

local function num_tiles(players, variants)
  return carcassonne.game({ sets = { "base" }, players = players, variants = variants }):num_tiles()
end

-- Builds games to find out how many tiles a variant adds to the base game and for each player,
-- which numbers of players it supports, and why it refuses others.
local function game_facts(variant)
  local facts, added = { players = as_list {} }, {}
  for players = 1, MOST_PLAYERS do
    local fine, tiles = pcall(num_tiles, players, { variant })
    if fine then
      facts.players[#facts.players + 1] = players
      added[#added + 1] = tiles - num_tiles(players)
    else
      facts.limit = facts.limit or error_message.plain(tiles)
    end
  end
  facts.tiles_each = (added[2] or added[1] or 0) - (added[1] or 0)
  facts.tiles = added[1] and added[1] - facts.tiles_each * facts.players[1]
  return facts
end

local function read(one)
  local variant = carcassonne.variant(one.name)
  local facts = game_facts(variant)
  process.pause()
  return { name = one.name, kind = one.kind, description = variant.description, tiles = facts.tiles,
    tiles_each = facts.tiles_each, players = facts.players, limit = facts.limit,
    options = options_of(variant), modules = modules_of(variant), conflicts = conflicts_of(variant) }
end

-- ---- Printing -----------------------------------------------------------------------------------

-- Returns a list of numbers of players as text: "1 to 6", "2, 4".
local function players_text(one)
  local list = one.players
  if #list > 2 and list[#list] - list[1] == #list - 1 then
    return ("%d to %d"):format(list[1], list[#list])
  end
  return #list > 0 and table.concat(list, ", ") or "-"
end

-- Returns the number of tiles as text: "12 + 1 each".
local function tiles_text(one)
  if not one.tiles then return "-" end
  return one.tiles_each > 0 and ("%d + %d each"):format(one.tiles, one.tiles_each) or tostring(one.tiles)
end

local function print_table(list, look)
  local rows = { { "name", "tiles", "players", "" } }
  for _, one in ipairs(list) do
    rows[#rows + 1] = { one.name, tiles_text(one), players_text(one), one.description or "" }
  end
  output.print_lines(tables.lines(rows, { heading = true, style = look }))
end

local function option_text(option)
  local values = {}
  for i, value in ipairs(option.values or { option.default }) do values[i] = c_locale.tostring(value) end
  local text = ("%s = %s"):format(option.name, table.concat(values, " or "))
  if not option.values then text = text .. " (or any other)" end
  return option.description and ("%s: %s"):format(text, option.description) or text
end

local function module_text(module)
  local text = module.description ~= "" and ("%s: %s"):format(module.name, module.description) or module.name
  return #module.needs > 0 and ("%s (needs %s)"):format(text, table.concat(module.needs, ", ")) or text
end

local function conflict_text(conflict) return conflict.description and ("%s: %s"):format(conflict.name,
  conflict.description) or
  conflict.name end

-- Adds a row for each item; only the first row has the heading.
local function add_rows(rows, heading, list, text_of)
  for i, one in ipairs(list) do rows[#rows + 1] = { i == 1 and heading or "", text_of(one) } end
end

local function print_one(one, look)
  local rows = { { "tiles", tiles_text(one) },
    { "players", players_text(one) .. (one.limit and ": " .. one.limit or "") } }
  add_rows(rows, "options", one.options, option_text)
  add_rows(rows, "modules", one.modules, module_text)
  add_rows(rows, "conflicts", one.conflicts, conflict_text)
  output.print(("%s (%s): %s"):format(look:paint(one.name, "heading"), one.kind, one.description or ""))
  output.print_lines(tables.lines(rows, { indent = 2 }))
end

local KEYS = { "name", "kind", "description", "tiles", "tiles_each", "players", "limit", "options", "modules",
  "conflicts", "default",
  "values", "description", "needs" }

-- Returns the entry with a name, or raises an error if there is none.
local function find(list, name)
  for _, one in ipairs(list) do
    if one.name == name then return one end
  end
  local names = {}
  for i, one in ipairs(list) do names[i] = one.name end
  local meant, all = options.did_you_mean(name, names), table.concat(names, ", ")
  options.refuse("expansions", ("unknown name '%s'%s; available: %s"):format(name, meant, all))
end

function command.run(args)
  local all, list, look = all_names(), {}, terminal.style(args.color)
  if args.name then all = { find(all, args.name) } end
  for i, one in ipairs(all) do list[i] = read(one) end
  if args.json then
    output.print_data(json.encode(args.name and list[1] or as_list(list), { indent = true, keyorder = KEYS }))
  elseif args.name then
    print_one(list[1], look)
  else
    print_table(list, look)
  end
  return 0
end

return command
