--- The table of a plug-in: whether it has what the contract wants, and a copy that stays as it is,
--- whatever the plug-in does to
-- its own.
-- @module carcassonne.plugin.check.face

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local face = {}

local FUNCTIONS = { "new", "current", "terminal", "legal", "apply", "undo", "clone", "chance", "returns",
  "winners", "view",
  "encode", "decode", "describe", "describe_event", "events" }
local OPTIONAL = { "resample", "resign" }
local LINES = { "name", "version", "text" }
local DATA = { "contract", "players", "options", "hides" }
local HIDES = { nothing = true, future = true, hands = true }

local function is_count(value) return compat.math.type(value) == "integer" and value >= 1 end

-- ---- What is wrong with a field -----------------------------------------------------------------

local function functions_problem(fields)
  for _, name in ipairs(FUNCTIONS) do
    if type(fields[name]) ~= "function" then
      return ("%s is %s, no function"):format(name, options.show(fields[name]))
    end
  end
  for _, name in ipairs(OPTIONAL) do
    if fields[name] ~= nil and type(fields[name]) ~= "function" then return name .. " is no function" end
  end
end

local function lines_problem(fields)
  for _, name in ipairs(LINES) do
    if not trial.is_line(fields[name]) then
      return ("%s is %s, no line of text"):format(name, options.show(fields[name]))
    end
  end
end

local function players_problem(fields)
  local players = fields.players
  local counted = type(players) == "table" and is_count(players.least) and is_count(players.most)
    and is_count(players.default)
  if not counted or players.least > players.default or players.default > players.most then
    return "players has no whole numbers least, default and most, in this order"
  end
end

local function hides_problem(fields)
  if not HIDES[fields.hides] then
    return ("hides is %s, not nothing, future or hands"):format(options.show(fields.hides))
  end
  if fields.hides ~= "nothing" and not fields.resample then
    return "something is hidden, and there is no function resample"
  end
end

local function contract_problem(fields)
  if compat.math.type(fields.contract) == "integer" and fields.contract == 1 then return nil end
  return ("contract is %s; this is number 1"):format(options.show(fields.contract))
end

local function options_problem(fields)
  if not plain.is_list(fields.options) then
    return ("options is %s, no list"):format(options.show(fields.options))
  end
end

local PROBLEMS = { functions_problem, contract_problem, lines_problem, players_problem, options_problem,
  hides_problem }

--- What is wrong with the fields of a plug-in.
---@param fields table as face.read gives them
---@return string? problem nil if nothing is
function face.problem(fields)
  for _, problem_of in ipairs(PROBLEMS) do
    local problem = problem_of(fields)
    if problem then return problem end
  end
end

-- ---- Reading ------------------------------------------------------------------------------------

--- The fields of the contract, of which those that are data are copies.
---@param plugin Plugin
---@return table? fields
---@return string? problem with data that no host could read
function face.read(plugin)
  local fields, problem = {}, nil
  local fine, raised = pcall(function()
    for _, names in ipairs { FUNCTIONS, OPTIONAL, LINES, DATA } do
      for _, name in ipairs(names) do fields[name] = plugin[name] end
    end
  end)
  if not fine then return nil, "reading a field raised: " .. trial.error_text(raised) end
  for _, name in ipairs(DATA) do
    problem = problem or type(fields[name]) == "table" and plain.problem(fields[name], name) or nil
    if not problem then fields[name] = plain.copy(fields[name]) end
  end
  return not problem and fields or nil, problem
end

--- Which field a plug-in has changed since it was read.
---@param plugin Plugin
---@param fields table as face.read gave them
---@return string? place nil for none
function face.changed(plugin, fields)
  local now, problem = face.read(plugin)
  if not now then return problem end
  return plain.difference(fields, now)
end

return face
