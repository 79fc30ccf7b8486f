--- The statements about what a game declares: attributes, kinds of pieces, and slots for what scripts remember.
-- @module carcassonne.definition.pieces

local options = require "carcassonne.options"
local grammar = require "carcassonne.definition.grammar"
local statements = require "carcassonne.definition.statements"

local pieces = {}

--- A writer for each key.
---@type table<string, LineWriter>
pieces.write = {}

local write, add = pieces.write, statements.add

-- ---- Attributes --------------------------------------------------------------------------------------------------

-- The statement behind the word `attribute`.
local function attribute_words(where, lines, attribute)
  options.check_type(where, attribute, "string|table")
  local words = grammar.words(where, lines, "attribute", type(attribute) == "string" and { name = attribute } or attribute)
  return words[2], words
end

-- Several variants may declare an attribute, if they mean the same.
function write.attributes(where, lines, value)
  lines.attributes = lines.attributes or {}
  for i, attribute in ipairs(value) do
    local at = ("%s attributes[%d]"):format(where, i)
    local name, words = attribute_words(at, lines, attribute)
    local text, other = table.concat(words, " "), lines.attributes[name]
    if other and other.text ~= text then
      options.refuse(at, ("%s declares '%s' otherwise: `%s`, here `%s`"):format(other.owner or "this", name, other.text, text))
    end
    lines.place = at
    if not other or other.owner == lines.owner then add(lines, at, words) end
    lines.attributes[name] = other or { text = text, owner = lines.owner }
  end
end

-- ---- Kinds of pieces, and slots ------------------------------------------------------------------------------------

write.pieces = grammar.writer "piece"
write.slots = grammar.writer "slot"

--- The keys of the tables in these keys, with their types.
---@type table<string, table<string, string>>
pieces.shapes = { attributes = grammar.shape "attribute", pieces = grammar.shape "piece", slots = grammar.shape "slot" }
pieces.shapes.pieces.name = nil -- it is the key

return pieces
