--- Converts selectors and filters to words of a definition.
-- @module carcassonne.definition.selectors

local core = require "carcassonne.core"
local options = require "carcassonne.base.options"

local selectors = {}

-- Returns the word for a selector or a filter, whose table may also have the keys of the statement
-- `beside`.
local function word_of(where, value, is_filter, beside)
  options.check_type(where, value, "table")
  local fine, word = pcall(core.selector_text, value, is_filter, beside)
  if not fine then options.refuse(where, word) end
  return word
end

--- Returns the word for a selector: { "pieces", follower = true }.
---@param where string
---@param value table
---@param beside? string a statement whose keys its table may also have
---@return string
function selectors.selector(where, value, beside) return word_of(where, value, false, beside) end

--- Returns the word for a filter: { kind = "city" }.
---@param where string
---@param value table
---@param beside? string
---@return string
function selectors.filter(where, value, beside) return word_of(where, value, true, beside) end

--- Returns the word for a selector or for a filter. A selector begins with a kind of items.
---@param where string
---@param value table
---@param beside? string the statement whose keys the table may also have
---@return string
function selectors.selector_or_filter(where, value, beside)
  return word_of(where, value, type(value[1]) ~= "string", beside)
end

return selectors
