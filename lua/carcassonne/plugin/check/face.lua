--- Checks the table of a plug-in against the contract, and copies the table, so that later changes
--- by the plug-in are noticed.
-- @module carcassonne.plugin.check.face

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"
local trial = require "carcassonne.plugin.check.trial"

local face = {}

local FUNCTIONS = { "new", "current", "terminal", "legal", "count", "apply", "apply_index", "fields", "find",
  "undo", "clone", "chance", "returns", "result", "view", "encode", "decode", "describe", "describe_event",
  "events", "show", "statics", "revision", "history", "delta" }
local SPACES = { "spaces", "number", "action", "mask", "planes" } -- all or none
local OPTIONAL = { "resample", "resign", "bots", "choose", compat.table.unpack(SPACES) }
local LINES = { "name", "version", "text" }
local DATA = { "contract", "players", "options", "hides" }
local HIDES = { nothing = true, future = true, hands = true }

local function is_count(value) return compat.math.type(value) == "integer" and value >= 1 end

-- ---- Problems of fields -------------------------------------------------------------------------

local function functions_problem(fields)
  for _, name in ipairs(FUNCTIONS) do
    if type(fields[name]) ~= "function" then
      return ("%s: expected a function, got %s"):format(name, options.show(fields[name]))
    end
  end
  for _, name in ipairs(OPTIONAL) do
    if fields[name] ~= nil and type(fields[name]) ~= "function" then
      return name .. ": expected a function"
    end
  end
end

local function lines_problem(fields)
  for _, name in ipairs(LINES) do
    if not trial.is_line(fields[name]) then
      return ("%s: expected a line of text, got %s"):format(name, options.show(fields[name]))
    end
  end
end

local function name_problem(fields)
  if fields.name:find "%s" then return "name: expected one word, got " .. options.show(fields.name) end
end

local function players_problem(fields)
  local players = fields.players
  local counted = type(players) == "table" and is_count(players.least) and is_count(players.most)
    and is_count(players.default)
  if not counted or players.least > players.default or players.default > players.most then
    return "players: expected the whole numbers `least`, `default` and `most`, in ascending order"
  end
end

local function hides_problem(fields)
  if not HIDES[fields.hides] then
    return ('hides: expected "nothing", "future" or "hands", got %s'):format(options.show(fields.hides))
  end
  if fields.hides ~= "nothing" and not fields.resample then
    return "resample: expected a function, because the game hides information"
  end
end

local function contract_problem(fields)
  if compat.math.type(fields.contract) == "integer" and fields.contract == 2 then return nil end
  return ("contract: expected 2, got %s"):format(options.show(fields.contract))
end

local function options_problem(fields)
  if not plain.is_list(fields.options) then
    return ("options: expected a list, got %s"):format(options.show(fields.options))
  end
end

local function bots_problem(fields)
  if (fields.bots == nil) == (fields.choose == nil) then return nil end
  return "bots, choose: expected both functions or neither"
end

local function spaces_problem(fields)
  for _, name in ipairs(SPACES) do
    if (fields[name] == nil) ~= (fields.spaces == nil) then
      return table.concat(SPACES, ", ") .. ": expected all of these functions or none"
    end
  end
end

local PROBLEMS = { functions_problem, bots_problem, spaces_problem, contract_problem, lines_problem,
  name_problem, players_problem, options_problem, hides_problem }

--- Returns the first problem of a plug-in's fields.
---@param fields table the result of face.read
---@return string? problem nil if there is no problem
function face.problem(fields)
  for _, problem_of in ipairs(PROBLEMS) do
    local problem = problem_of(fields)
    if problem then return problem end
  end
end

-- ---- Reading ------------------------------------------------------------------------------------

--- Reads the fields of the contract. Data is copied.
---@param plugin Plugin
---@return table? fields
---@return string? problem if the data cannot be read
function face.read(plugin)
  local fields, problem = {}, nil
  local fine, raised = pcall(function()
    for _, names in ipairs { FUNCTIONS, OPTIONAL, LINES, DATA } do
      for _, name in ipairs(names) do fields[name] = plugin[name] end
    end
  end)
  if not fine then return nil, "reading a field raised an error: " .. trial.error_text(raised) end
  for _, name in ipairs(DATA) do
    problem = problem or type(fields[name]) == "table" and plain.problem(fields[name], name) or nil
    if not problem then fields[name] = plain.copy(fields[name]) end
  end
  return not problem and fields or nil, problem
end

--- Returns a field that the plug-in has changed since it was read.
---@param plugin Plugin
---@param fields table the result of face.read
---@return string? place nil if no field has changed
function face.changed(plugin, fields)
  local now, problem = face.read(plugin)
  if not now then return problem end
  return plain.difference(fields, now)
end

return face
