--- Selectors and filters, as the words by which a definition says them.
-- @module carcassonne.definition.selectors

local core = require "carcassonne.core"
local options = require "carcassonne.base.options"

local selectors = {}

-- The word for a selector or a filter; `beside` is the statement whose keys its table may have,
-- too.
local function word_of(where, value, is_filter, beside)
  options.check_type(where, value, "table")
  local fine, word = pcall(core.selector_text, value, is_filter, beside)
  if not fine then options.refuse(where, word) end
  return word
end

--- The word for a selector: { "pieces", follower = true }.
---@param where string
---@param value table
---@param beside? string the statement whose keys its table may have, too
---@return string
function selectors.selector(where, value, beside) return word_of(where, value, false, beside) end

--- The word for a filter: { kind = "city" }.
---@param where string
---@param value table
---@param beside? string
---@return string
function selectors.filter(where, value, beside) return word_of(where, value, true, beside) end

return selectors
