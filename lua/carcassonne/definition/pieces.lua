--- The statements about what a game declares: attributes, kinds of pieces, and slots for what scripts remember.
-- @module carcassonne.definition.pieces

local grammar = require "carcassonne.definition.grammar"

local pieces = {}

--- A writer for each key.
---@type table<string, LineWriter>
pieces.write = {}

local write = pieces.write

write.attributes = grammar.writer "attribute"
write.pieces = grammar.writer "piece"
write.slots = grammar.writer "slot"

--- The keys of the tables in these keys, with their types.
---@type table<string, table<string, string>>
pieces.shapes = { attributes = grammar.shape "attribute", pieces = grammar.shape "piece", slots = grammar.shape "slot" }
pieces.shapes.pieces.name = nil -- it is the key

return pieces
