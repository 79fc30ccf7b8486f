--- Writes the statements about the start: start tiles, or a position set up by hand.
-- @module carcassonne.definition.position

local options = require "carcassonne.base.options"
local statements = require "carcassonne.definition.statements"
local vocabulary = require "carcassonne.definition.vocabulary"

local position = {}

--- A writer for each key.
---@type table<string, LineWriter>
position.write = {}

local write, add, add_written = position.write, statements.add, statements.add_written

local placed_shape = { id = "string", x = "integer", y = "integer", rotation = "integer" }
local start_shape = { id = "string", x = "integer", y = "integer", rotation = "integer",
  joint = "string|list" }
-- Keys of a position, and their words in the statement `turn`.
local TURN_NUMBERS = { { "turn_number", "number" }, { "round", "round" }, { "further_turns", "more" },
  { "next", "next" } }
local sides
for _, row in ipairs(vocabulary.statement.start.rows) do
  if row.name == "joint" then sides = row.words end
end

local function check_placed(where, tile, shape)
  options.check(where, tile, shape)
  if not tile.id then options.refuse(where, "a tile needs an id") end
end

-- Only tiles of a variant can be moved, so only they can have a joint.
local function joint_word(where, lines, joint)
  if joint == nil or type(joint) == "table" and #joint == 0 then return nil end
  if lines.owner == "game" then
    options.refuse(where, "only start tiles of a variant can have a joint, because start tiles of the game "
      .. "have fixed cells")
  end
  for i, side in ipairs(statements.list_of(joint)) do
    options.check_name(type(joint) == "table" and ("%s[%d]"):format(where, i) or where, side, sides, "side")
  end
  return "joint=" .. table.concat(statements.list_of(joint), ",")
end

local function write_tiles(where, lines, value, shape)
  if value == "none" then
    add(lines, where .. " start", { "start", "none" })
    return
  end
  if type(value) ~= "table" then options.refuse(where .. " start", 'expected a list of tiles, or "none"') end
  for i, tile in ipairs(value) do
    local at = ("%s start[%d]"):format(where, i)
    check_placed(at, tile, shape)
    local cell = ("%d,%d"):format(tile.x or 0, tile.y or 0)
    local joint = joint_word(at .. ".joint", lines, tile.joint)
    add(lines, at .. ".id", { "start", tile.id, cell, ("r%d"):format(tile.rotation or 0), joint })
  end
end

function write.start(where, lines, value) write_tiles(where, lines, value, start_shape) end

local goods_shape = { wine = "integer", grain = "integer", cloth = "integer" }
local position_shape = { tiles = "list", pieces = "list", goods = "list", points = "list", turn = "integer",
  hand = "string",
  decision = "string", part = "integer", turn_number = "integer", round = "integer", next = "integer",
    further_turns = "integer",
  reversed = "boolean", skips = "list", out = "list", reserves = "table", joins = "list", lines = "string" }
-- The decisions of a position that is written by hand. Questions of scripts occur only in positions
-- of State:observation_string.
local decisions = { "draw", "place", "deploy", "extra" }
-- Items of State:pieces are valid. The segment is given by `text` or by `segment`.
local standing_shape = { player = "integer", piece = "string", x = "integer", y = "integer",
  segment = "string|integer",
  text = "string", tile = "integer" }

local function write_standing(where, lines, pieces)
  for i, piece in ipairs(pieces) do
    local at = ("%s.pieces[%d]"):format(where, i)
    options.check(at, piece, standing_shape)
    local segment = piece.text or piece.segment
    if not (piece.player and piece.x and piece.y and segment) then
      options.refuse(at, "a piece needs player, x, y and its segment, as in \"city:N.W\"")
    end
    add(lines, at,
      { "stand", piece.player, piece.piece or "follower", ("%d,%d"):format(piece.x, piece.y), segment })
  end
end

local joined_shape = { x = "integer", y = "integer", segment = "string|integer", text = "string",
  tile = "integer" }

-- Writes pairs of segments from State:joins.
local function write_joins(where, lines, joins)
  for i, join in ipairs(joins) do
    local words = { "joined" }
    for half = 1, 2 do
      local at, place = ("%s.joins[%d][%d]"):format(where, i, half),
        type(join) == "table" and join[half] or nil
      options.check(at, place, joined_shape)
      local segment = place.text or place.segment
      if not (place.x and place.y and type(segment) == "string") then
        options.refuse(at, "a segment needs x, y and its text, as in \"road:W\"")
      end
      words[#words + 1] = ("%d,%d"):format(place.x, place.y)
      words[#words + 1] = segment
    end
    add(lines, ("%s.joins[%d]"):format(where, i), words)
  end
end

local position_statements = { start = true }
for _, statement in ipairs(vocabulary.inner.position) do position_statements[statement.name] = true end

-- Writes the lines of State:observation_string.
local function write_observation(where, lines, text)
  for line in text:gmatch "[^\n]+" do
    local word = line:match "^%s*([^#%s]+)"
    if word and not position_statements[word] then
      options.refuse(where,
        ("expected one of %s, got '%s'"):format(table.concat(options.keys(position_statements), ", "), word))
    end
    add_written(lines, where, line)
  end
end

-- Writes the decision and the part of the turn.
local function write_decision(where, lines, value)
  if not value.decision and not value.part then return end
  local decision = value.decision or (value.hand and "place" or "draw")
  options.check_name(where .. ".decision", decision, decisions, "first decision")
  add(lines, where .. ".decision", { "decision", decision, "part=" .. (value.part or 1) })
end

-- Writes the goods and points of each player.
local function write_possessions(where, lines, value)
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
end

-- Writes the player whose turn it is, the numbers of turns, and the next player.
local function write_turn(where, lines, value)
  local words = { "turn", value.turn or 1 }
  for _, pair in ipairs(TURN_NUMBERS) do
    if value[pair[1]] then words[#words + 1] = ("%s=%d"):format(pair[2], value[pair[1]]) end
  end
  if value.reversed then words[#words + 1] = "reversed" end
  if value.turn or #words > 2 then add(lines, where .. ".turn", words) end
  for player, turns in ipairs(value.skips or {}) do
    options.check_type(("%s.skips[%d]"):format(where, player), turns, "integer")
    if turns ~= 0 then add(lines, where .. ".skips", { "skips", player, turns }) end
  end
  for i, standing in ipairs(value.out or {}) do
    local at = ("%s.out[%d]"):format(where, i)
    options.check(at, standing, { player = "integer", standing = "string" })
    add(lines, at, { "out", standing.player or options.refuse(at, "the player is missing"),
      standing.standing or "loses" })
  end
end

-- Writes the tiles of one reserve: their ids, or the number of unseen tiles.
local function write_reserve(at, lines, name, held, player)
  options.check_type(at, held, "list|integer")
  if type(held) == "number" then return add(lines, at, { "unseen", held, name, player }) end
  for i, id in ipairs(held) do
    local place = ("%s[%d]"):format(at, i)
    options.check_type(place, id, "string")
    add(lines, place, { "kept", id, name, player })
  end
end

-- Writes reserves by name; a reserve of players is a list by player.
local function write_reserves(where, lines, value)
  for _, name in ipairs(options.keys(value.reserves or {})) do
    local at, held = ("%s.reserves.%s"):format(where, name), value.reserves[name]
    options.check_type(at, held, "list|integer")
    if type(held) == "number" or type(held[1]) == "string" then
      write_reserve(at, lines, name, held)
    else
      for player, of_player in ipairs(held) do
        write_reserve(("%s[%d]"):format(at, player), lines, name, of_player, player)
      end
    end
  end
end

function write.position(where, lines, value)
  where = where .. " position"
  if type(value) == "string" then
    write_observation(where, lines, value)
    return
  end
  options.check(where, value, position_shape)
  if value.tiles then write_tiles(where, lines, value.tiles, placed_shape) end
  write_joins(where, lines, value.joins or {})
  write_standing(where, lines, value.pieces or {})
  write_possessions(where, lines, value)
  write_turn(where, lines, value)
  write_reserves(where, lines, value)
  if value.hand then add(lines, where .. ".hand", { "hand", value.hand }) end
  write_decision(where, lines, value)
  if value.lines then write_observation(where .. ".lines", lines, value.lines) end
end

--- Returns whether a position lists the tiles on the table. If it does, the list is complete.
---@param value table|string|nil
---@return boolean
function position.names_tiles(value)
  return type(value) == "string" and value:match "%f[%w]start%s" ~= nil or type(value) == "table"
    and value.tiles ~= nil
end

--- The keys, with their types, of the tables that these keys contain.
---@type table<string, table<string, string>>
position.shapes = { start = start_shape, position = position_shape, pieces_of_position = standing_shape,
  joins_of_position = joined_shape, goods_of_position = goods_shape }

return position
