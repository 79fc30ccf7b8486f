--- The statements about what a game declares: attributes, kinds of pieces, and slots for what scripts remember.
-- @module carcassonne.definition.pieces

local options = require "carcassonne.options"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local pieces = {}

--- A writer for each key.
---@type table<string, LineWriter>
pieces.write = {}

local write, add = pieces.write, statements.add
local list_of, for_players, check_word, check_named = statements.list_of, statements.for_players, statements.check_word,
  statements.check_named

-- ---- Attributes --------------------------------------------------------------------------------------------------

local attribute_shape = { name = "string", each = "integer", unfinished = "integer|string", field = "integer",
  pig = "integer", open = "integer|string", merge = "string", of = "string" }
-- Where a word may stand for a number.
local attribute_word = { unfinished = "nothing", open = "never" }

-- The statement behind the word `attribute`.
local function attribute_words(where, attribute)
  options.check_type(where, attribute, "string|table")
  if type(attribute) == "string" then attribute = { name = attribute } end
  options.check(where, attribute, attribute_shape)
  check_word(where, attribute.name, "an attribute")
  options.check_name(where .. ".of", attribute.of or "segment", { "segment", "tile" }, "thing with attributes")
  options.check_name(where .. ".merge", attribute.merge or "any", { "any", "all", "sum", "local" }, "way to merge")
  for key, word in pairs(attribute_word) do
    if type(attribute[key]) == "string" and attribute[key] ~= word then
      options.refuse(where .. "." .. key, ('expected an integer or "%s"'):format(word))
    end
  end
  local words = { "attribute", attribute.name }
  if attribute.of == "tile" then words[3] = "of=tile" end
  for _, key in ipairs { "merge", "each", "unfinished", "field", "pig", "open" } do
    if attribute[key] ~= nil then
      if attribute.of == "tile" then options.refuse(("%s.%s"):format(where, key), "only attributes of segments have it") end
      words[#words + 1] = ("%s=%s"):format(key, attribute[key])
    end
  end
  return attribute.name, words
end

-- Several variants may declare an attribute, if they mean the same.
function write.attributes(where, lines, value)
  lines.attributes = lines.attributes or {}
  for i, attribute in ipairs(value) do
    local at = ("%s attributes[%d]"):format(where, i)
    local name, words = attribute_words(at, attribute)
    local text, other = table.concat(words, " "), lines.attributes[name]
    if other and other.text ~= text then
      options.refuse(at, ("%s declares '%s' otherwise: `%s`, here `%s`"):format(other.owner or "this", name, other.text, text))
    end
    if not other or other.owner == lines.owner then add(lines, at, words) end
    lines.attributes[name] = other or { text = text, owner = lines.owner }
  end
end

-- ---- Kinds of pieces ---------------------------------------------------------------------------------------------

local piece_shape = { count = "integer|list", like = "string", power = "integer|string", on = "list", ordinary = "boolean",
  needs = "list", bars = "list", only = "list", orphan = "string" }
local roles = { "follower", "builder", "pig", "special", "span" }
local needs = { "empty", "own", "open", "vacant", "script" }

local function check_piece(where, piece)
  options.check(where, piece, piece_shape)
  if piece.like then options.check_name(where .. ".like", piece.like, roles, "kind of piece") end
  if type(piece.power) == "string" then check_word(where .. ".power", piece.power, "an attribute") end
  for i, kind in ipairs(piece.on or {}) do
    options.check_name(("%s.on[%d]"):format(where, i), kind, vocabulary.kinds, "kind of feature")
  end
  for i, need in ipairs(piece.needs or {}) do
    options.check_name(("%s.needs[%d]"):format(where, i), need, needs, "thing that a piece needs")
  end
  for _, key in ipairs { "bars", "only" } do
    for i, name in ipairs(piece[key] or {}) do check_word(("%s.%s[%d]"):format(where, key, i), name, "an attribute") end
  end
  if piece.orphan then options.check_name(where .. ".orphan", piece.orphan, { "stay", "home" }, "way of an orphan") end
end

-- ` KEY=a,b`; for a list that is empty nothing, or the word that stands for that.
local function list_word(words, key, list, none)
  local value = list and (#list > 0 and table.concat(list, ",") or none)
  if value then words[#words + 1] = key .. "=" .. value end
end

local function write_piece(where, lines, name, piece)
  if not name:match "^[%w_.-]+$" then options.refuse(where, "no name for a piece") end
  if math.type(piece) == "integer" then
    add(lines, where, { "piece", name, piece })
    return
  end
  options.check_type(where, piece, "integer|table")
  check_piece(where, piece)
  local words = { "piece", name, piece.count and for_players(where .. ".count", lines, piece.count) or "same" }
  if piece.like then words[#words + 1] = "like=" .. piece.like end
  if piece.power then words[#words + 1] = "power=" .. piece.power end
  if piece.on then words[#words + 1] = "on=" .. table.concat(piece.on, ",") end
  if piece.ordinary ~= nil then words[#words + 1] = "ordinary=" .. (piece.ordinary and "yes" or "no") end
  list_word(words, "needs", piece.needs, "none")
  list_word(words, "bars", piece.bars)
  list_word(words, "only", piece.only)
  if piece.orphan then words[#words + 1] = "orphan=" .. piece.orphan end
  add(lines, where, words)
end

function write.pieces(where, lines, value)
  check_named(where .. " pieces", value, "{ abbot = { count = 1 } }")
  for _, name in ipairs(options.keys(value)) do
    write_piece(("%s pieces.%s"):format(where, name), lines, name, value[name])
  end
end

-- ---- Slots -------------------------------------------------------------------------------------------------------

local slot_shape = { name = "string", scope = "string", lifetime = "string", merge = "string", size = "integer|list",
  initial = "integer|list", holds = "string" }

function write.slots(where, lines, value)
  for i, slot in ipairs(value) do
    local at = ("%s slots[%d]"):format(where, i)
    if type(slot) == "string" then slot = { name = slot } end
    options.check(at, slot, slot_shape)
    check_word(at, slot.name, "a slot")
    options.check_name(at .. ".scope", slot.scope or "game", { "game", "player", "cell", "feature", "segment" }, "scope")
    options.check_name(at .. ".lifetime", slot.lifetime or "game", { "game", "turn", "part" }, "lifetime")
    options.check_name(at .. ".holds", slot.holds or "number", { "number", "tile", "segment" }, "thing that a slot holds")
    options.check_name(at .. ".merge", slot.merge or "sum", { "sum", "max", "or" }, "merge rule")
    local words = { "slot", slot.name, slot.scope or "game", slot.lifetime or "game", slot.merge or "sum" }
    if slot.size then words[#words + 1] = "size=" .. for_players(at .. ".size", lines, slot.size) end
    if slot.holds then words[#words + 1] = "holds=" .. slot.holds end
    if slot.initial then words[#words + 1] = "initial=" .. for_players(at .. ".initial", lines, slot.initial) end
    add(lines, at, words)
  end
end

--- The keys of the tables in these keys, with their types.
---@type table<string, table<string, string>>
pieces.shapes = { attributes = attribute_shape, pieces = piece_shape, slots = slot_shape }

return pieces
