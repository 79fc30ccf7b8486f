--- Summarizes the declarations of a variant: options, modules, data, hooks.
-- @module carcassonne.text.variant_summary

local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local count_of = require("carcassonne.describe.words").count
local modules = require "carcassonne.variant.modules"
local option_values = require "carcassonne.variant.option_values"
local options = require "carcassonne.base.options"
local vocabulary = require "carcassonne.definition.vocabulary"

local variant_summary = {}

local function settings_text(t)
  local words = {}
  for _, key in ipairs(options.keys(t)) do
    local value = t[key]
    words[#words + 1] = type(value) == "table" and key or ("%s = %s"):format(key, c_locale.tostring(value))
  end
  return table.concat(words, ", ")
end

-- Returns the possible values of an option as text, except its present value and its default.
local function others_text(declared, value, default)
  local others = {}
  for _, one in ipairs(option_values.values_of(declared) or {}) do
    if c_locale.tostring(one) ~= value and c_locale.tostring(one) ~= default then
      others[#others + 1] = c_locale.tostring(one)
    end
  end
  return #others > 0 and (" (or %s)"):format(table.concat(others, ", ")) or ""
end

-- Returns a row for each option: its value, other values, and its description.
local function option_rows(variant)
  local rows, defaults = {}, modules.own_options(variant.source)
  for i, key in ipairs(options.keys(defaults)) do
    local declared = defaults[key]
    local value, default = c_locale.tostring(variant.options[key]),
      c_locale.tostring(option_values.default_of(declared))
    local description = option_values.description(declared)
    rows[i] = { i == 1 and "options" or "", ("%s = %s"):format(key, value)
      .. (value ~= default and (" (%s by default)"):format(default) or "")
        .. others_text(declared, value, default)
      .. (description and ": " .. description or "") }
  end
  return rows
end

-- Returns the modules as text; omitted ones are marked.
local function modules_text(variant)
  local words = {}
  for i, module in ipairs(variant.modules) do
    words[i] = module.name .. (module.description ~= "" and (" (%s)"):format(module.description) or "")
      .. (variant.options[module.name] and "" or ", omitted")
  end
  return table.concat(words, "; ")
end

local function names_text(list)
  local names = {}
  for i, one in ipairs(list) do names[i] = type(one) == "table" and one.name or c_locale.tostring(one) end
  return table.concat(names, ", ")
end

local function list_text(value) return names_text(type(value) == "table" and value or { value }) end

local VICTORY = { "points", "ends", "each" }

local function victory_text(rule)
  local words = {}
  for _, key in ipairs(VICTORY) do
    if rule[key] ~= nil then words[#words + 1] = ("%s = %s"):format(key, list_text(rule[key])) end
  end
  return rule[1] .. (#words > 0 and (" (%s)"):format(table.concat(words, ", ")) or "")
end

local function conflicts_text(conflicts)
  local names = {}
  for key, text in pairs(conflicts) do names[#names + 1] = type(key) == "string" and key or text end
  c_locale.sort(names)
  return names_text(names)
end

local function tiles_text(tiles)
  local kinds, count = 0, 0
  for line in (type(tiles) == "table" and table.concat(tiles, "\n") or tiles):gmatch "[^\n]+" do
    if line:match "^%s*[^#%s]" then
      kinds, count = kinds + 1, count + (tonumber(line:match "%sx(%d+)") or 1)
    end
  end
  return ("%d of %s"):format(count, count_of(kinds, "kind"))
end

local function rows_text(list) return count_of(#list, "row") end

local function final_text(steps)
  local words = {}
  for i, step in ipairs(steps) do
    words[i] = step.name .. (step.after and " after " .. step.after or step.before and " before "
      .. step.before or "")
      .. (#step > 0 and (" (%s)"):format(rows_text(step)) or "")
  end
  return table.concat(words, ", ")
end

-- Returns a filter in the form of a definition, without its brackets:
-- "kind=city,road;pieces(player=turn_player)".
local function filter_text(filter)
  return (core.selector_text(filter, true):sub(2, -2):gsub("%f[%w_]if=", ""))
end

-- Returns a selector or a filter of forbidden placements.
local function placement_text(value)
  return type(value[1]) == "string" and core.selector_text(value) or filter_text(value)
end

-- Returns a function that formats each item of a list.
local function each_text(text_of)
  return function(list)
    local words = {}
    for i, one in ipairs(list) do words[i] = text_of(one) end
    return table.concat(words, ", ")
  end
end

local function start_text(start)
  return type(start) == "table" and count_of(#start, "tile") or start
end

--- Returns the condition of a hook or a phase as text: "when attribute=inn".
---@param condition table
---@return string
function variant_summary.condition(condition) return "when " .. filter_text(condition) end

local function phases_text(phases)
  local words = {}
  for i, phase in ipairs(phases) do
    words[i] = ("%s at %s"):format(phase.name, phase.timing)
      .. (phase.when and (" (%s)"):format(variant_summary.condition(phase.when)) or "")
  end
  return table.concat(words, ", ")
end

-- Returns pairs of names with their properties as text: "city road (fits)", "river (joins, turns
-- no-u-turn)".
local function pairs_text(list)
  local words = {}
  for i, pair in ipairs(list) do
    local said = {}
    for _, key in ipairs(options.keys(pair)) do
      local value = pair[key]
      if value == true then said[#said + 1] = key
      elseif type(value) == "table" then said[#said + 1] = ("%s %s"):format(key, filter_text(value))
      elseif value ~= nil then said[#said + 1] = ("%s %s"):format(key, c_locale.tostring(value)) end
    end
    words[i] = ("%s (%s)"):format(table.concat(pair, " "), table.concat(said, ", "))
  end
  return table.concat(words, ", ")
end

local DATA = {
  { "rules", settings_text }, { "sets", names_text }, { "tiles", tiles_text }, { "counts", settings_text },
  { "pieces", settings_text }, { "goods", tostring }, { "attributes", names_text },
    { "held_back", names_text },
  { "draw_order", names_text }, { "reserves", names_text }, { "edges", pairs_text },
    { "forbidden_placements", each_text(placement_text) },
  { "areas", names_text }, { "variables", names_text }, { "forbidden_deployments", each_text(filter_text) },
  { "unscored", each_text(filter_text) }, { "phases", phases_text },
  { "conflicts", conflicts_text }, { "players", list_text }, { "victory", victory_text },
  { "start", start_text },
  { "final_scoring", final_text },
}

-- Returns text about the rows of a hook and its condition; "" if there are none.
local function hook_text(hook)
  if type(hook) ~= "table" then return "" end
  local words = {}
  if #hook > 0 then words[1] = rows_text(hook) end
  if hook.always then words[#words + 1] = "always" end
  if hook.when then words[#words + 1] = variant_summary.condition(hook.when) end
  return words[1] and (" (%s)"):format(table.concat(words, "; ")) or ""
end

local function hooks_text(source)
  local names = {}
  for _, row in ipairs(vocabulary.hooks) do
    local hook = source[row.name]
    if hook then names[#names + 1] = row.name .. hook_text(hook) end
  end
  return table.concat(names, ", ")
end

--- Returns the declarations of a variant as rows of a table: a word, and its values.
---@param variant Variant
---@return string[][]
function variant_summary.rows(variant)
  local rows, source = option_rows(variant), variant.source
  if #variant.modules > 0 then rows[#rows + 1] = { "modules", modules_text(variant) } end
  for _, one in ipairs(DATA) do
    local value = source[one[1]]
    if value ~= nil then rows[#rows + 1] = { one[1], one[2](value) } end
  end
  local hooks = hooks_text(source)
  rows[#rows + 1] = { "hooks", hooks ~= "" and hooks or "none" }
  return rows
end

return variant_summary
