--- From the tables that people write to the lines that the engine reads.
-- @module carcassonne.definition

local core = require "carcassonne.core"
local options = require "carcassonne.options"

local definition = {}

local function list_of(value)
  return type(value) == "table" and value or { value }
end

-- A line, which belongs to whoever is being written, perhaps at a certain place.
local function add_line(lines, text)
  lines[#lines + 1] = text
  if lines.owners then lines.owners[#lines] = lines.place or lines.owner end
end

-- A word of a statement: nothing in it ends the word or the line, or begins a remark. So what somebody writes never becomes
-- a statement of its own.
local function check_written(where, word)
  local wrong = type(word) == "string" and (word == "" or word:find "[%s%c#]")
  if not wrong then return tostring(word) end
  options.refuse(where, ("expected one word without white space and #, got %s"):format(options.show(word)))
end

-- A statement of these words: texts and numbers.
local function add(lines, where, words)
  local list = {}
  for i, word in ipairs(words) do list[i] = check_written(where, word) end
  add_line(lines, table.concat(list, " "))
end

-- A statement that somebody wrote with its words in one line; what comes before it are words, too.
local function add_written(lines, where, text, ...)
  if text:find "[^\t\r%C]" then
    options.refuse(where, ("expected words in one line, got %s"):format(options.show(text)))
  end
  local first = table.pack(...)
  first[first.n + 1] = text
  add_line(lines, table.concat(first, " "))
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
  add(lines, where .. " edition", { "edition", value })
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
    add(lines, where .. " rules." .. name, { "rule", name, value })
  end
end

function write.players(where, lines, value)
  lines.players = value
  if value < 1 or value > 6 then options.refuse(where .. " players", ("expected 1 to 6, got %d"):format(value)) end
  add(lines, where .. " players", { "players", value })
end

function write.draws(where, lines, value)
  options.check_name(where .. " draws", value, { "seeded", "manual" }, "way to draw")
  add(lines, where .. " draws", { "draws", value })
end

-- What is a list by number of players, as the number for this game.
local function for_players(where, lines, value)
  if type(value) ~= "table" then return value end
  local players = lines.players or 2
  local number = value[players]
  if math.type(number) ~= "integer" then
    options.refuse(where, ("a list by number of players has to have an integer for %d"):format(players))
  end
  return number
end

local function check_word(where, value, what)
  if type(value) ~= "string" then options.refuse(where, what .. " needs a name") end
  if not value:match "^[%w_.-]+$" then options.refuse(where, ("'%s' is no name for %s"):format(value, what)) end
end

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

-- Attributes of tiles that several variants may name, each of which counts once.
local function write_names(key, statement)
  return function(where, lines, value)
    lines[key] = lines[key] or {}
    for i, name in ipairs(value) do
      local at = ("%s %s[%d]"):format(where, key, i)
      check_word(at, name, "an attribute")
      if not lines[key][name] then add(lines, at, { statement, name }) end
      lines[key][name] = true
    end
  end
end

write.held = write_names("held", "held")
write.groups = write_names("groups", "group")

-- The longest that any variant needs.
function write.queue(where, lines, value)
  if value < 0 or value > core.max_queue then
    options.refuse(where .. " queue", ("expected 0 to %d, got %d"):format(core.max_queue, value))
  end
  if value > (lines.queue or 0) then add(lines, where .. " queue", { "queue", value }) end
  lines.queue = math.max(lines.queue or 0, value)
end

-- A variant names the sets that it needs: one that is there already is not added again.
function write.sets(where, lines, value)
  lines.sets = lines.sets or {}
  for _, set in ipairs(value) do
    local name, times = tostring(set):match "^(%S+) ?(x?%d*)$"
    options.check_name(where .. " sets", name or set, core.tilesets, "tile set")
    local needed = lines.owner ~= "game" and lines.sets[name]
    if not needed then add(lines, where .. " sets", { "set", name, times ~= "" and times or nil }) end
    lines.sets[name] = true
  end
end

function write.tiles(where, lines, value)
  for i, text in ipairs(list_of(value)) do
    local at = ("%s tiles[%d]"):format(where, i)
    options.check_type(at, text, "string")
    for line in text:gmatch "[^\n]+" do
      if line:match "^%s*[^#%s]" then add_written(lines, at, line, "tile") end
    end
  end
end

-- Checks that a table has names as its keys.
local function check_named(where, value, example)
  for key in pairs(value) do
    if type(key) ~= "string" then options.refuse(where, ("expected names as keys, as in %s; found the key %s"):format(example, key)) end
  end
end

function write.counts(where, lines, value)
  check_named(where .. " counts", value, '{ ["BA-U"] = 2 }')
  for _, id in ipairs(options.keys(value)) do
    local at = ("%s counts.%s"):format(where, id)
    options.check_type(at, value[id], "integer|list")
    add(lines, at, { "count", id, for_players(at, lines, value[id]) })
  end
end

-- Checks a table that names one or two things and then says something about them: {"city", "road", fits = true}.
local function check_pair(where, pair, shape)
  options.check_type(where, pair, "table")
  options.check(where, options.beside(pair, 2), shape)
end

local edge_shape = { fits = "boolean", joins = "boolean", turns = "string" }
local edge_kinds = { "field", "road", "city", "river" }

-- What two kinds of edges do, or what one kind must.
local function edge_words(where, edge)
  check_pair(where, edge, edge_shape)
  for i, kind in ipairs(edge) do
    options.check_name(("%s[%d]"):format(where, i), kind, edge_kinds, "kind of edge")
  end
  if not edge[1] then options.refuse(where, "an edge needs its kind, one of " .. table.concat(edge_kinds, ", ")) end
  local of_pair, of_one = edge.fits ~= nil, edge.joins or edge.turns
  if of_pair and not edge[2] then options.refuse(where, "`fits` is about two kinds, as in { \"city\", \"road\", fits = true }") end
  if edge[2] and (not of_pair or of_one) then options.refuse(where, "two kinds say `fits`, true or false, and nothing else") end
  if not edge[2] and not of_one then options.refuse(where, "one kind says `joins`, `turns` or both") end
  if edge[2] then return { "edge", edge[1], edge[2], edge.fits and "fits" or "clashes" } end
  if edge.turns then options.check_name(where .. ".turns", edge.turns, { "any", "no-u-turn", "alternate" }, "way to turn") end
  local words = { "edge", edge[1], edge.joins and "joins" or nil }
  if edge.turns then words[#words + 1] = "turns=" .. edge.turns end
  return words
end

function write.edges(where, lines, value)
  for i, edge in ipairs(value) do
    local at = ("%s edges[%d]"):format(where, i)
    add(lines, at, edge_words(at, edge))
  end
end

local limit_shape = { most = "integer", beside = "boolean" }

function write.limits(where, lines, value)
  for i, limit in ipairs(value) do
    local at = ("%s limits[%d]"):format(where, i)
    check_pair(at, limit, limit_shape)
    for k = 1, 2 do check_word(("%s[%d]"):format(at, k), limit[k], "an attribute or a kind of segment") end
    if not limit.most then options.refuse(at, "a limit needs `most`, a number") end
    lines.place = at
    add(lines, at, { "limit", limit[1], limit[2], limit.most, limit.beside and "beside" or nil })
  end
end

local piece_shape = { count = "integer|list", like = "string", power = "integer|string", on = "list", ordinary = "boolean",
  needs = "list", bars = "list", only = "list", orphan = "string" }
local roles = { "follower", "builder", "pig", "special", "span" }
local kinds = { "field", "road", "city", "monastery", "spot", "river" }
local needs = { "empty", "own", "open", "vacant" }

local function check_piece(where, piece)
  options.check(where, piece, piece_shape)
  if piece.like then options.check_name(where .. ".like", piece.like, roles, "kind of piece") end
  if type(piece.power) == "string" then check_word(where .. ".power", piece.power, "an attribute") end
  for i, kind in ipairs(piece.on or {}) do
    options.check_name(("%s.on[%d]"):format(where, i), kind, kinds, "kind of feature")
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

function write.goods(where, lines, value)
  add(lines, where .. " goods", { "goods", value and "on" or "off" })
end

local slot_shape = { name = "string", scope = "string", lifetime = "string", merge = "string", size = "integer",
  initial = "integer|list" }

function write.slots(where, lines, value)
  for i, slot in ipairs(value) do
    local at = ("%s slots[%d]"):format(where, i)
    if type(slot) == "string" then slot = { name = slot } end
    options.check(at, slot, slot_shape)
    check_word(at, slot.name, "a slot")
    options.check_name(at .. ".scope", slot.scope or "game", { "game", "player", "cell", "feature", "segment" }, "scope")
    options.check_name(at .. ".lifetime", slot.lifetime or "game", { "game", "turn", "part" }, "lifetime")
    options.check_name(at .. ".merge", slot.merge or "sum", { "sum", "max", "or" }, "merge rule")
    local words = { "slot", slot.name, slot.scope or "game", slot.lifetime or "game", slot.merge or "sum" }
    if slot.size then words[#words + 1] = "size=" .. slot.size end
    if slot.initial then words[#words + 1] = "initial=" .. for_players(at .. ".initial", lines, slot.initial) end
    add(lines, at, words)
  end
end

-- A slot of cells, or several.
function write.blocked(where, lines, value)
  lines.blocked = lines.blocked or {}
  for i, name in ipairs(list_of(value)) do
    local at = ("%s blocked[%d]"):format(where, i)
    check_word(at, name, "a slot")
    if not lines.blocked[name] then add(lines, at, { "blocked", name }) end
    lines.blocked[name] = true
  end
end

-- At one point of the game phases of a lower order come first, whatever the order of their variants.
local FIRST, USUAL, LAST = 1, 2, 3

--- The order of a phase, 1 to 3.
---@param phase VariantPhase
---@return integer
function definition.order_of(phase) return phase.order or USUAL end

--- The phases of several variants in the order in which they are declared.
---@param sources VariantSource[]
---@param visit fun(index:integer, phase:VariantPhase) told the place of the variant, and one phase
function definition.each_phase(sources, visit)
  for order = FIRST, LAST do
    for i, source in ipairs(sources) do
      for _, phase in ipairs(source.phases or {}) do
        if definition.order_of(phase) == order then visit(i, phase) end
      end
    end
  end
end

-- ---- Gates and phases: what scripts are called for -----------------------------------------------------------------

local gate_shape = { attribute = "string", marked = "string", piece = "string", slot = "string" }
-- Only phases have these; each is a name or a list of them.
local phase_needs = { "hand", "own", "unset", "holder", "follower_in", "joined" }

-- Refuses what is a key of other gates only.
local function check_gate_keys(where, gate)
  if gate.kind ~= nil then options.refuse(where .. ".kind", "only deploy_ok, points, bonus and on_scored look at it") end
  for _, key in ipairs(phase_needs) do
    if gate[key] ~= nil then options.refuse(("%s.%s"):format(where, key), "only phases look at it") end
  end
end

-- `attribute=inn`, from { attribute = "inn" }.
local function gate_word(where, gate)
  check_gate_keys(where, gate)
  options.check(where, gate, gate_shape)
  local key, name = next(gate)
  if not key or next(gate, key) then
    options.refuse(where, ("a gate has one key of %s"):format(table.concat(options.keys(gate_shape), ", ")))
  end
  check_word(("%s.%s"):format(where, key), name, "what a gate looks at")
  return key .. "=" .. name
end

-- Adds the words for the gate of a phase: that of other hooks, and what the phase needs besides.
local function add_phase_gate(where, words, when)
  local gate = {}
  for key, name in pairs(when) do gate[key] = name end
  for _, key in ipairs(phase_needs) do
    for _, name in ipairs(list_of(gate[key])) do
      check_word(("%s.%s"):format(where, key), name, "what a gate looks at")
      words[#words + 1] = key .. "=" .. name
    end
    gate[key] = nil
  end
  if next(gate) or not next(when) then words[#words + 1] = gate_word(where, gate) end
end

-- `kind=city,road`, from a kind or a list of them.
local function kind_word(where, value)
  options.check_type(where, value, "string|table")
  local list = list_of(value)
  for _, kind in ipairs(list) do options.check_name(where, kind, kinds, "kind of feature") end
  if #list == 0 then options.refuse(where, "expected a kind of feature, or a list of them") end
  return "kind=" .. table.concat(list, ",")
end

-- Adds the words for the gate of a hook; of those about features, the kind may stand alone or beside another key.
local function add_hook_gate(where, words, when, about_features)
  local gate = {}
  for key, name in pairs(when) do gate[key] = name end
  if about_features and when.kind ~= nil then
    words[#words + 1] = kind_word(where .. ".kind", when.kind)
    gate.kind = nil
  end
  if next(gate) or not next(when) then words[#words + 1] = gate_word(where, gate) end
end

-- The rows of a hook count over all variants, those without a gate too.
local function write_gate(hook, about_features)
  return function(where, lines, value)
    lines.rows = lines.rows or {}
    local row = lines.rows[hook] or 0
    lines.rows[hook] = row + 1
    if type(value) == "table" and value.when then
      local at, words = ("%s %s.when"):format(where, hook), { "gate", hook, row }
      add_hook_gate(at, words, value.when, about_features)
      add(lines, at, words)
    end
  end
end

write.on_placed = write_gate "on_placed"
write.on_scored = write_gate("on_scored", true)
write.on_leave = write_gate "on_leave"
write.deploy_ok = write_gate("deploy_ok", true)

-- ---- Rows of points --------------------------------------------------------------------------------------------

local worth_shape = { kind = "string|list", complete = "boolean", final = "boolean", attribute = "string", slot = "string",
  piece = "string", per = "string", city = "string", around = "string", add = "integer", zero = "boolean", halve = "string" }
local worth_order = { "kind", "complete", "final", "attribute", "slot", "piece", "per", "city", "around", "add", "halve" }

-- The value of a key as a word: yes or no, a list with commas.
local function row_word(where, value)
  if type(value) == "boolean" then return value and "yes" or "no" end
  for i, one in ipairs(list_of(value)) do
    if math.type(one) ~= "integer" then check_word(type(value) == "table" and ("%s[%d]"):format(where, i) or where, one, "anything") end
  end
  return table.concat(list_of(value), ",")
end

-- The rows of a list; `where` is the variant, which gives its name to them.
local function write_rows(key, statement, shape, order)
  return function(where, lines, value)
    for i, row in ipairs(type(value) == "table" and value or {}) do
      local at = ("%s %s[%d]"):format(where, key, i)
      options.check(at, row, shape)
      local words = { statement, lines.label or "variant" }
      for _, name in ipairs(order) do
        if row[name] ~= nil then
          words[#words + 1] = ("%s=%s"):format(name, row_word(("%s.%s"):format(at, name), row[name]))
        end
      end
      for _, flag in ipairs { "zero", "once" } do
        if row[flag] then words[#words + 1] = flag end
      end
      lines.place = at
      add(lines, at, words)
    end
  end
end

local bonus_shape = { kind = "string|list", complete = "boolean", final = "boolean", attribute = "string", slot = "string",
  piece = "string", per = "string", around = "string", add = "integer", once = "boolean" }

-- Rows, and a function behind them that may have a gate.
local function write_rows_and_gate(hook, rows)
  local write_function = write_gate(hook, true)
  return function(where, lines, value)
    rows(where, lines, value)
    if type(value) == "function" or value.run then write_function(where, lines, value) end
  end
end

write.points = write_rows_and_gate("points", write_rows("points", "worth", worth_shape, worth_order))
write.bonus = write_rows_and_gate("bonus", write_rows("bonus", "bonus", bonus_shape, worth_order))

--- The hooks that may have rows, which are data, beside a function.
---@type table<string, boolean>
definition.rows = { points = true, bonus = true }

-- The keys of each kind of offer, and of all.
local offer_shapes = {
  pieces = { of = "string", piece = "string", follower = "boolean", kind = "string", attribute = "string", placed = "string",
    marked = "string", near = "string",
    at = "string", far = "string", except_tile = "string", except_segment = "string" },
  tiles = { attribute = "string", vacant = "boolean" },
  segments = { attribute = "string", slot = "string", number = "integer", numbers = "string", most = "integer|list" },
  deployments = { anywhere = "boolean", except_tile = "string", attribute = "string", slot = "string", piece = "string" },
  corners = { piece = "string" },
  spans = { around = "boolean", once = "boolean" },
  places = { tile = "string" },
}
for _, shape in pairs(offer_shapes) do
  shape.own, shape.optional = "string", "boolean"
end

-- The word for one key of an offer; none for a flag that is not set.
local function offer_word(where, lines, key, value)
  if type(value) == "boolean" then return value and key or nil end
  if type(value) == "table" then value = for_players(where, lines, value) end
  check_word(where, tostring(value), "what an offer looks at")
  return ("%s=%s"):format(key, value)
end

-- One offer: what it offers, then its keys.
local function write_offer(where, lines, offer)
  options.check_name(where .. "[1]", offer[1], options.keys(offer_shapes), "offer")
  local keys, words = options.beside(offer, 1), { "offer", offer[1] }
  options.check(where, keys, offer_shapes[offer[1]])
  for _, key in ipairs(options.keys(keys)) do
    words[#words + 1] = offer_word(("%s.%s"):format(where, key), lines, key, keys[key])
  end
  add(lines, where, words)
end

-- What a phase offers: one offer, or a list of them.
local function write_offers(where, lines, offer)
  if type(offer[1]) == "string" then return write_offer(where, lines, offer) end
  if #offer == 0 then options.refuse(where, 'expected an offer, as in { "tiles", attribute = "inn" }, or a list of them') end
  for i, one in ipairs(offer) do
    local at = ("%s[%d]"):format(where, i)
    options.check_type(at, one, "table")
    write_offer(at, lines, one)
  end
end

-- Those of the order that is being written.
function write.phases(where, lines, value)
  lines.phases = lines.phases or {}
  for i, phase in ipairs(value) do
    if definition.order_of(phase) == (lines.phase_order or definition.order_of(phase)) then
      local at = ("%s phases[%d]"):format(where, i)
      local other = lines.phases[phase.name]
      if other and other ~= where then
        options.refuse(at, ("%s has a phase '%s', too"):format(other:gsub(":$", ""), phase.name))
      end
      lines.phases[phase.name] = where
      local words = { "phase", phase.name, phase.at }
      if phase.when then add_phase_gate(at .. ".when", words, phase.when) end
      if phase.compulsory then words[#words + 1] = "compulsory" end
      if phase.may_pass then words[#words + 1] = "may_pass" end
      add(lines, at, words)
      if phase.offer then write_offers(at .. ".offer", lines, phase.offer) end
    end
  end
end

local placed_shape = { id = "string", x = "integer", y = "integer", rotation = "integer" }

local function check_placed(where, tile)
  options.check(where, tile, placed_shape)
  if not tile.id then options.refuse(where, "a tile needs an id") end
end

function write.start(where, lines, value)
  if value == "none" then
    add(lines, where .. " start", { "start", "none" })
    return
  end
  if type(value) ~= "table" then options.refuse(where .. " start", 'expected a list of tiles, or "none"') end
  for i, tile in ipairs(value) do
    local at = ("%s start[%d]"):format(where, i)
    check_placed(at, tile)
    add(lines, at .. ".id", { "start", tile.id, ("%d,%d"):format(tile.x or 0, tile.y or 0), ("r%d"):format(tile.rotation or 0) })
  end
end

function write.final(where, lines, value)
  for i, step in ipairs(value) do
    local at = ("%s final[%d]"):format(where, i)
    local way = step.after and "after" or step.before and "before" or nil
    check_word(at, step.name, "a step")
    add(lines, way and at .. "." .. way or at, { "final", step.name, way, way and step[way] })
  end
end

local goods_shape = { wine = "integer", grain = "integer", cloth = "integer" }
local position_shape = { tiles = "list", pieces = "list", goods = "list", points = "list", turn = "integer", hand = "string",
  decision = "string", part = "integer" }
-- What may be to decide in a position written by hand; a script's question is in what State:observation_string gives.
local decisions = { "draw", "place", "deploy", "extra" }
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
    add(lines, at, { "stand", piece.player, piece.piece or "follower", ("%d,%d"):format(piece.x, piece.y), segment })
  end
end

local position_statements = { start = true, stand = true, points = true, have = true, turn = true, hand = true,
  captured = true, remember = true, turned = true, shuffled = true, queued = true, gone = true, resigned = true, closed = true,
  decision = true }

-- What State:observation_string gives.
local function write_observation(where, lines, text)
  for line in text:gmatch "[^\n]+" do
    local word = line:match "^%s*([^#%s]+)"
    if word and not position_statements[word] then
      options.refuse(where, ("'%s' is none of %s"):format(word, table.concat(options.keys(position_statements), ", ")))
    end
    add_written(lines, where, line)
  end
end

-- What is to be decided, and in which part of the turn.
local function write_decision(where, lines, value)
  if not value.decision and not value.part then return end
  local decision = value.decision or (value.hand and "place" or "draw")
  options.check_name(where .. ".decision", decision, decisions, "decision to begin with")
  add(lines, where .. ".decision", { "decision", decision, "part=" .. (value.part or 1) })
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
    local at = ("%s.goods[%d]"):format(where, player)
    options.check(at, goods, goods_shape)
    add(lines, at, { "have", player, goods.wine or 0, goods.grain or 0, goods.cloth or 0 })
  end
  for player, points in ipairs(value.points or {}) do
    local at = ("%s.points[%d]"):format(where, player)
    options.check_type(at, points, "integer")
    add(lines, at, { "points", player, points })
  end
  if value.turn then add(lines, where .. ".turn", { "turn", value.turn }) end
  if value.hand then add(lines, where .. ".hand", { "hand", value.hand }) end
  write_decision(where, lines, value)
end

-- What names others comes after them.
local order = { "edition", "rules", "players", "draws", "attributes", "held", "groups", "queue", "sets", "tiles", "counts",
  "edges", "limits", "pieces", "goods", "slots", "points", "bonus", "blocked", "phases", "on_placed", "on_scored", "on_leave",
  "deploy_ok", "final", "start", "position" }

-- Here the game comes after its variants, everywhere else before them.
local last_word = { rules = true, pieces = true, counts = true }

--- The keys that make lines, with their types.
---@type table<string, string>
definition.shape = {
  edition = "string", rules = "table", players = "integer", draws = "string", attributes = "list",
  held = "list", groups = "list", queue = "integer", sets = "list", edges = "list", limits = "list",
  tiles = "string|list", counts = "table", pieces = "table", goods = "boolean", slots = "list", final = "list",
  blocked = "string|list", start = "list|string", position = "table|string",
}

--- The tables in those keys, with the types of their own keys.
---@type table<string, table<string, string>>
definition.inner_shapes = {
  attributes = attribute_shape, edges = edge_shape, limits = limit_shape, pieces = piece_shape, slots = slot_shape,
  points = worth_shape, bonus = bonus_shape, on_placed = gate_shape, start = placed_shape, position = position_shape,
  pieces_of_position = standing_shape, goods_of_position = goods_shape,
}
for kind, keys in pairs(offer_shapes) do definition.inner_shapes["offer " .. kind] = keys end

local function write_key(where, lines, t, key)
  if t[key] ~= nil then write[key](where, lines, t[key]) end
  lines.place = nil
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
  add(lines, ("variant '%s': options"):format(variant.name), words)
end

-- A position names all tiles that lie on the table; so nobody else's are put there.
local function names_tiles(position)
  return type(position) == "string" and position:match "%f[%w]start%s" ~= nil
    or type(position) == "table" and position.tiles ~= nil
end

--- The lines of a game's options together with those of its variants.
---@param t table the options of carcassonne.game, already checked
---@param list Variant[]
---@return string text
---@return string[] owners who wrote each line: "game", "variant 'x'", or "variant 'x': points[1]"
function definition.write(t, list)
  local lines = { owners = {}, owner = "game" }
  local sources = { { "game", t } }
  for i, variant in ipairs(list) do
    write_variant(lines, variant)
    sources[i + 1] = { ("variant '%s'"):format(variant.name), variant.source, variant.name }
  end
  for _, key in ipairs(order) do
    for round = FIRST, key == "phases" and LAST or FIRST do
      lines.phase_order = round
      for i = 1, #sources do
        local source = last_word[key] and sources[i % #sources + 1] or sources[i]
        lines.owner, lines.label = source[1], source[3]
        local laid = key == "start" and lines.owner ~= "game" and names_tiles(t.position)
        if not laid then write_key(source[1] .. ":", lines, source[2], key) end
      end
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
