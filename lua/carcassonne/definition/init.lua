--- Converts tables of games and variants to the lines of a definition.
-- @module carcassonne.definition

local compat = require "carcassonne.base.compat"
local conditions = require "carcassonne.definition.conditions"
local grammar = require "carcassonne.definition.grammar"
local options = require "carcassonne.base.options"
local phases = require "carcassonne.definition.phases"
local players = require "carcassonne.definition.players"
local position = require "carcassonne.definition.position"
local statements = require "carcassonne.definition.statements"
local teams = require "carcassonne.definition.teams"
local tiles = require "carcassonne.definition.tiles"
local vocabulary = require "carcassonne.definition.vocabulary"

local definition = {}

--- The keys, with their types, of the tables that keys of games and variants contain.
---@type table<string, table<string, string>>
definition.inner_shapes = {}

local write = {} -- a writer for each key

for name, statement in pairs(vocabulary.statement) do
  definition.inner_shapes[statement.key or name] = grammar.inner_shape(statement)
  if statement.key and not statement.within and grammar.writers[statement.form] then
    write[statement.key] = grammar.writer(statement)
  end
end
for _, part in ipairs { tiles, conditions, phases, players, position, teams } do
  for key, writer in pairs(part.write) do write[key] = writer end
  for key, shape in pairs(part.shapes or {}) do definition.inner_shapes[key] = shape end
end

-- The game's values of these keys come after those of its variants; for all other keys they come
-- first.
local last_word = { rules = true, pieces = true, counts = true }

-- Writes a game's own lines as an earlier definition has them, without reading its keys.
local function write_again(lines, written)
  for _, line in ipairs(written or {}) do statements.add_written(lines, "game", line) end
end

local function write_key(where, lines, t, key)
  if t[key] ~= nil then write[key](where, lines, t[key]) end
  lines.place = nil
end

--- Checks the data of a variant.
---@param where string
---@param t table
function definition.check(where, t)
  for _, key in ipairs(vocabulary.order) do
    write_key(where .. ":", { players = players.first(t) }, t, key)
  end
end

-- Writes the line that names a variant, its digest and its options.
local function write_variant(lines, variant)
  local words = { "variant", variant.name, variant.digest }
  for _, key in ipairs(options.keys(variant.options)) do
    words[#words + 1] = key .. "=" .. options.encode(variant.options[key])
  end
  statements.add(lines, ("variant '%s': options"):format(variant.name), words)
end

-- Returns the sources in the order in which a key is written.
local function in_order(sources, key)
  if not last_word[key] then return sources end
  local list = compat.table.move(sources, 2, #sources, 1, {})
  list[#sources] = sources[1]
  return list
end

local function write_all(lines, sources, key, table_is_laid)
  for _, source in ipairs(in_order(sources, key)) do
    lines.owner, lines.label = source.owner, source.label
    local laid = key == "start" and table_is_laid and source.label
    if source.written then write_again(lines, source.written[key])
    elseif not laid then write_key(source.owner .. ":", lines, source.data, key) end
  end
end

-- Writes the lines of a game (from `first`) and of its variants.
local function write_sources(lines, first, list, table_is_laid)
  local sources, data = { first }, {}
  for i, variant in ipairs(list) do
    write_variant(lines, variant)
    data[i] = variant.source
    sources[i + 1] = { owner = ("variant '%s'"):format(variant.name), data = variant.source,
      label = variant.name }
  end
  for _, key in ipairs(vocabulary.order) do
    for _, round in ipairs(key == "phases" and phases.orders(data) or { false }) do
      lines.phase_order = round or nil
      write_all(lines, sources, key, table_is_laid)
    end
  end
  return table.concat(lines, "\n") .. "\n", lines.owners
end

--- Returns the lines of a game's options and of its variants.
---@param t table the options of carcassonne.game, already checked
---@param list Variant[]
---@return string text
---@return string[] owners the source of each line: "game", "variant 'x'", or "variant 'x': points[1]"
function definition.write(t, list)
  local table_is_laid = position.names_tiles(t.position) -- start tiles of variants are then ignored
  return write_sources({ owners = {}, owner = "game" }, { owner = "game", data = t }, list, table_is_laid)
end

-- Returns the game's own lines of a definition, by the key that writes them.
local function own_lines(text)
  local written, is_own = {}, true
  for line in text:gmatch "[^\n]+" do
    local word = line:match "^%S+"
    if word == "script" then
      is_own = line == word
    elseif is_own and word ~= "variant" then
      local statement = vocabulary.statement[word]
      local key = statement and statement.key or "position"
      written[key] = written[key] or {}
      table.insert(written[key], line)
    end
  end
  return written
end

--- Returns the lines of a game with other variants; the game's own lines are unchanged.
---@param game Game
---@param list Variant[]
---@return string text
---@return string[] owners as returned by `write`
function definition.rewrite(game, list)
  local written = own_lines(game:text())
  local lines = { owners = {}, owner = "game", players = game:players() }
  return write_sources(lines, { owner = "game", written = written }, list, written.start and written.position)
end

-- Removes the statement from a message if the place in the variant implies it: `pieces.abbot`
-- implies "piece abbot: ", `blocked[1]` implies "blocked: ", `variables[1]` does not imply
-- "variable gold: ".
local function without_place(message, line, place)
  local name, second = line:match "^(%S+) ?(%S*)"
  local outer = vocabulary.statement[name] and vocabulary.statement[name].within
  local rest = outer and message:match(("^%s [^:]+: (.+)"):format(outer)) or message
  local beginning = place:sub(-#second) == second and ("%s %s"):format(name, second) or name
  if rest:sub(1, #beginning) ~= beginning then return rest end
  return rest:match("^[.:] ?(.+)", #beginning + 1) or rest
end

--- Adds the faulty line to a message of the engine, and returns the owner of this line.
---@param text string the lines
---@param owners string[] as returned by `write`
---@param message string
---@param line integer 0 if the message has no line
---@return string message
---@return string owner
function definition.explain(text, owners, message, line)
  local n = 0
  for one in text:gmatch "([^\n]*)\n" do
    n = n + 1
    if n == line then
      local owner = owners[n] or "game"
      if owner:find(": ", 1, true) then message = without_place(message, one, owner) end
      return ("%s (in `%s`)"):format(message, one), owner
    end
  end
  return message, "game"
end

return definition
