--- The code in documents: which names it may use, how it runs, and whether a variant's functions
--- are called. For the specs.

local carcassonne = require "carcassonne"
local compat = require "carcassonne.base.compat"
local functions = require "spec.support.functions"
local scripts = require "carcassonne.variant"

local snippets = {}

--- Returns the names that an example may use besides the standard library.
---@return table
function snippets.surroundings()
  local game = carcassonne.game { variables = { "memory" } }
  local state = game:new_initial_state(42)
  return setmetatable({ carcassonne = carcassonne, game = game, state = state, action = state:action(1),
    feature = state:feature(0, 0, 1), print = function() end,
      io = setmetatable({ write = function() end }, { __index = io }) },
    { __index = _G })
end

--- Runs a chunk; returns its results, and the variants that it has passed on as tables.
---@param chunk function
---@return any result
---@return table[] sources
function snippets.run_and_collect(chunk)
  local read, sources = scripts.read, {}
  scripts.read = function(from, ...) -- luacheck: ignore 122
    if type(from) == "table" and type(from.source) ~= "table" then sources[#sources + 1] = from end
    return read(from, ...)
  end
  local fine, result = pcall(chunk)
  scripts.read = read -- luacheck: ignore 122
  if not fine then error(result, 0) end
  return result, sources
end

--- Returns the variants in a block of code: those that it returns and those that it plays with.
--- This runs the block.
---@param code string
---@param name string name of the block in messages
---@return table[]
function snippets.variants_in(code, name)
  local chunk = assert(compat.basic.load(code, "=" .. name, "t", snippets.surroundings()))
  local result, sources = snippets.run_and_collect(chunk)
  if type(result) == "table" and result.name then sources[#sources + 1] = result end
  return sources
end

--- Returns the keys of the functions of a variant that no game calls.
---@param source table
---@return string[]
function snippets.never_called(source)
  return (functions.never_called(source))
end

return snippets
