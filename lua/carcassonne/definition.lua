--- From the tables that people write to the lines that the engine reads.
-- @module carcassonne.definition

local core = require "carcassonne.core"
local options = require "carcassonne.options"

local definition = {}

local function list_of(value)
  return type(value) == "table" and value or { value }
end

-- A line, which belongs to whoever is being written.
local function add(lines, format, ...)
  lines[#lines + 1] = format:format(...)
  if lines.owners then lines.owners[#lines] = lines.owner end
end

local function rule_names()
  local names = {}
  for i, rule in ipairs(core.rules) do names[i] = rule.name end
  return names
end

-- ---- One writer for each key: checks its value, and adds lines --------------------------------------------------

local write = {}

function write.edition(where, lines, value)
  options.check_name(where .. " edition", value, core.editions, "edition")
  add(lines, "edition %s", value)
end

function write.rules(where, lines, rules)
  local names = rule_names()
  for _, name in ipairs(options.keys(rules)) do
    local known = false
    for _, one in ipairs(names) do known = known or one == name end
    if not known then
      options.refuse(where .. " rules." .. name, "unknown rule" .. options.did_you_mean(name, names))
    end
    local value = rules[name]
    if type(value) == "boolean" then value = value and "yes" or "no" end
    options.check_type(where .. " rules." .. name, value, "string|integer")
    add(lines, "rule %s %s", name, value)
  end
end

function write.players(where, lines, value)
  if value < 1 or value > 6 then options.refuse(where .. " players", ("expected 1 to 6, got %d"):format(value)) end
  add(lines, "players %d", value)
end

function write.draws(where, lines, value)
  options.check_name(where .. " draws", value, { "seeded", "manual" }, "way to draw")
  add(lines, "draws %s", value)
end

function write.attributes(where, lines, value)
  for i, name in ipairs(value) do
    options.check_type(("%s attributes[%d]"):format(where, i), name, "string")
    add(lines, "attribute %s", name)
  end
end

-- A variant names the sets that it needs: one that is there already is not added again.
function write.sets(where, lines, value)
  lines.sets = lines.sets or {}
  for _, set in ipairs(value) do
    local name, times = tostring(set):match "^(%S+) ?(x?%d*)$"
    options.check_name(where .. " sets", name or set, core.tilesets, "tile set")
    local needed = lines.owner ~= "game" and lines.sets[name]
    if not needed then add(lines, "set %s %s", name, times) end
    lines.sets[name] = true
  end
end

function write.tiles(where, lines, value)
  for i, text in ipairs(list_of(value)) do
    options.check_type(("%s tiles[%d]"):format(where, i), text, "string")
    for line in text:gmatch "[^\n]+" do
      if line:match "^%s*[^#%s]" then add(lines, "tile %s", line) end
    end
  end
end

function write.counts(where, lines, value)
  for _, id in ipairs(options.keys(value)) do
    options.check_type(("%s counts.%s"):format(where, id), value[id], "integer")
    add(lines, "count %s %d", id, value[id])
  end
end

local piece_shape = { count = "integer", like = "string", power = "integer", on = "list", ordinary = "boolean" }

local function write_piece(where, lines, name, piece)
  if not name:match "^[%w_.-]+$" then options.refuse(where, "no name for a piece") end
  if math.type(piece) == "integer" then
    add(lines, "piece %s %d", name, piece)
    return
  end
  options.check_type(where, piece, "integer|table")
  options.check(where, piece, piece_shape)
  local words = { ("piece %s %d"):format(name, piece.count or 0) }
  if piece.like then words[#words + 1] = "like=" .. piece.like end
  if piece.power then words[#words + 1] = "power=" .. piece.power end
  if piece.like then options.check_name(where .. ".like", piece.like, { "follower", "builder", "pig" }, "kind of piece") end
  for i, kind in ipairs(piece.on or {}) do
    options.check_name(("%s.on[%d]"):format(where, i), kind, { "field", "road", "city", "monastery" }, "kind of feature")
  end
  if piece.on then words[#words + 1] = "on=" .. table.concat(piece.on, ",") end
  if piece.ordinary ~= nil then words[#words + 1] = "ordinary=" .. (piece.ordinary and "yes" or "no") end
  add(lines, "%s", table.concat(words, " "))
end

function write.pieces(where, lines, value)
  for _, name in ipairs(options.keys(value)) do
    write_piece(("%s pieces.%s"):format(where, name), lines, name, value[name])
  end
end

function write.goods(_, lines, value)
  add(lines, "goods %s", value and "on" or "off")
end

local slot_shape = { name = "string", scope = "string", lifetime = "string", merge = "string" }

function write.slots(where, lines, value)
  for i, slot in ipairs(value) do
    local at = ("%s slots[%d]"):format(where, i)
    if type(slot) == "string" then slot = { name = slot } end
    options.check(at, slot, slot_shape)
    if not slot.name then options.refuse(at, "a slot needs a name") end
    options.check_name(at .. ".scope", slot.scope or "game", { "game", "player", "cell", "feature" }, "scope")
    options.check_name(at .. ".lifetime", slot.lifetime or "game", { "game", "turn", "part" }, "lifetime")
    options.check_name(at .. ".merge", slot.merge or "sum", { "sum", "max", "or" }, "merge rule")
    add(lines, "slot %s %s %s %s", slot.name, slot.scope or "game", slot.lifetime or "game", slot.merge or "sum")
  end
end

local function check_placed(where, tile)
  options.check(where, tile, { id = "string", x = "integer", y = "integer", rotation = "integer" })
  if not tile.id then options.refuse(where, "a tile needs an id") end
end

function write.start(where, lines, value)
  if value == "none" then
    add(lines, "start none")
    return
  end
  if type(value) ~= "table" then options.refuse(where .. " start", 'expected a list of tiles, or "none"') end
  for i, tile in ipairs(value) do
    check_placed(("%s start[%d]"):format(where, i), tile)
    add(lines, "start %s %d,%d r%d", tile.id, tile.x or 0, tile.y or 0, tile.rotation or 0)
  end
end

function write.final(_, lines, value)
  for _, step in ipairs(value) do
    if step.after then add(lines, "final %s after %s", step.name, step.after)
    elseif step.before then add(lines, "final %s before %s", step.name, step.before)
    else add(lines, "final %s", step.name) end
  end
end

local goods_shape = { wine = "integer", grain = "integer", cloth = "integer" }
local position_shape = { tiles = "list", pieces = "list", goods = "list", points = "list", turn = "integer", hand = "string" }
-- A piece as State:pieces lists it will do; `text` names the segment, or else `segment` does.
local standing_shape = { player = "integer", piece = "string", x = "integer", y = "integer", segment = "string|integer",
  text = "string", tile = "integer" }

local function write_standing(where, lines, pieces)
  for i, piece in ipairs(pieces) do
    local at = ("%s.pieces[%d]"):format(where, i)
    options.check(at, piece, standing_shape)
    local segment = piece.text or piece.segment
    if not (piece.player and piece.x and piece.y and segment) then
      options.refuse(at, "a piece needs player, x, y and its segment, as in \"city:N.W\"")
    end
    add(lines, "stand %d %s %d,%d %s", piece.player, piece.piece or "follower", piece.x, piece.y, segment)
  end
end

local position_statements = { start = true, stand = true, points = true, have = true, turn = true, hand = true }

-- What State:observation_string gives.
local function write_observation(where, lines, text)
  for line in text:gmatch "[^\n]+" do
    local word = line:match "^%s*([^#%s]+)"
    if word and not position_statements[word] then
      options.refuse(where, ("'%s' is none of %s"):format(word, table.concat(options.keys(position_statements), ", ")))
    end
    add(lines, "%s", line)
  end
end

function write.position(where, lines, value)
  where = where .. " position"
  if type(value) == "string" then
    write_observation(where, lines, value)
    return
  end
  options.check(where, value, position_shape)
  if value.tiles then write.start(where, lines, value.tiles) end
  write_standing(where, lines, value.pieces or {})
  for player, goods in ipairs(value.goods or {}) do
    options.check(("%s.goods[%d]"):format(where, player), goods, goods_shape)
    add(lines, "have %d %d %d %d", player, goods.wine or 0, goods.grain or 0, goods.cloth or 0)
  end
  for player, points in ipairs(value.points or {}) do
    options.check_type(("%s.points[%d]"):format(where, player), points, "integer")
    add(lines, "points %d %d", player, points)
  end
  if value.turn then add(lines, "turn %d", value.turn) end
  if value.hand then add(lines, "hand %s", value.hand) end
end

-- What names others comes after them.
local order = { "edition", "rules", "players", "draws", "attributes", "sets", "tiles", "counts", "pieces", "goods", "slots",
  "final", "start", "position" }

--- The keys that make lines, with their types.
---@type table<string, string>
definition.shape = {
  edition = "string", rules = "table", players = "integer", draws = "string", attributes = "list", sets = "list",
  tiles = "string|list", counts = "table", pieces = "table", goods = "boolean", slots = "list", final = "list",
  start = "list|string", position = "table|string",
}

local function write_key(where, lines, t, key)
  if t[key] ~= nil then write[key](where, lines, t[key]) end
end

--- Checks what a variant declares as data.
---@param where string
---@param t table
function definition.check(where, t)
  for _, key in ipairs(order) do write_key(where .. ":", {}, t, key) end
end

-- The line that names a variant, its digest and its options.
local function write_variant(lines, variant)
  local words = { "variant", variant.name, variant.digest }
  for _, key in ipairs(options.keys(variant.options)) do
    words[#words + 1] = key .. "=" .. options.encode(variant.options[key])
  end
  add(lines, "%s", table.concat(words, " "))
end

--- The lines of a game's options together with those of its variants.
---@param t table the options of carcassonne.game, already checked
---@param list Variant[]
---@return string text
---@return string[] owners who wrote each line: "game" or "variant 'x'"
function definition.write(t, list)
  local lines = { owners = {}, owner = "game" }
  local sources = { { "game", t } }
  for i, variant in ipairs(list) do
    write_variant(lines, variant)
    sources[i + 1] = { ("variant '%s'"):format(variant.name), variant.source }
  end
  for _, key in ipairs(order) do
    -- the game's own rule values have the last word; everywhere else it comes first
    for i = 1, #sources do
      local source = key == "rules" and sources[i % #sources + 1] or sources[i]
      lines.owner = source[1]
      write_key(source[1] .. ":", lines, source[2], key)
    end
  end
  return table.concat(lines, "\n") .. "\n", lines.owners
end

--- A message of the engine about a line, with the line and its owner.
---@param text string the lines
---@param owners string[] as `write` gave them
---@param message string
---@param line integer 0 for none
---@return string message
---@return string owner
function definition.explain(text, owners, message, line)
  local n = 0
  for one in text:gmatch "([^\n]*)\n" do
    n = n + 1
    if n == line then return ("%s (in `%s`)"):format(message, one), owners[n] or "game" end
  end
  return message, "game"
end

return definition
