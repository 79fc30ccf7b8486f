--- Boards drawn in words, and games played on them in lines of text. For the specs.
--
--     local t = board.set([[
--       west=BA-E/1  here  BA-E/3
--       .            *BA-E .
--     ]], { standing = { "1 follower west city:E" } })
--     t:play { "2: TB-N here" }
--
-- A word is a cell: `BA-E/1` a tile, turned one quarter clockwise (`/0` may be left out); `.` an empty cell;
-- a word in small letters an empty cell with a name, for tiles to come; `west=BA-E/1` a tile with a name;
-- `*` marks the tile at 0,0 (the first one, unless said).

local carcassonne = require "carcassonne"

local board = {}
board.__index = board

-- ---- The picture ------------------------------------------------------------------------------------------------

local function parse_tile(word)
  local id, rotation = word:match "^(%u[%w-]*)/([0-3])$"
  if not id then id, rotation = word:match "^%u[%w-]*$", "0" end
  if not id then error(("'%s' is no tile; one reads like BA-D or BA-D/3"):format(word), 3) end
  return id, tonumber(rotation)
end

-- Tiles and named cells, with columns and rows for x and y.
local function read_picture(picture)
  local tiles, cells, origin, row = {}, {}, nil, 0
  for line in picture:gmatch "[^\n]+" do
    local column = 0
    for word in line:gmatch "%S+" do
      local star, rest = word:match "^(%*?)(.+)$"
      local name, tile_word = rest:match "^([%l%d]+)=(.+)$"
      local at = { x = column, y = row }
      if rest:match "^%l[%l%d]*$" then
        cells[rest] = at
      elseif rest ~= "." then
        at.id, at.rotation = parse_tile(tile_word or rest)
        tiles[#tiles + 1] = at
        if name then cells[name] = at end
        if star == "*" or not origin then origin = { x = column, y = row } end
      end
      column = column + 1
    end
    if column > 0 then row = row + 1 end
  end
  for _, cell in pairs(cells) do
    if not cell.id then cell.x, cell.y = cell.x - origin.x, cell.y - origin.y end
  end
  for _, tile in ipairs(tiles) do tile.x, tile.y = tile.x - origin.x, tile.y - origin.y end
  return tiles, cells
end

-- The same tiles in an order in which each touches one before it, the one at 0,0 first.
local function connected(tiles)
  local order, done = {}, {}
  local function touches(tile)
    if #order == 0 then return tile.x == 0 and tile.y == 0 end
    for _, other in ipairs(order) do
      if math.abs(tile.x - other.x) + math.abs(tile.y - other.y) == 1 then return true end
    end
  end
  repeat
    local before = #order
    for _, tile in ipairs(tiles) do
      if not done[tile] and touches(tile) then
        done[tile] = true
        order[#order + 1] = { id = tile.id, x = tile.x, y = tile.y, rotation = tile.rotation }
      end
    end
  until #order == before
  if #order < #tiles then error("a tile of the picture touches no other", 3) end
  return order
end

-- ---- The game ---------------------------------------------------------------------------------------------------

-- How many there are of each tile: those of the picture and, besides, `bag`, or all of the sets and variants.
local function count_tiles(tiles, given, bag)
  local counts = {}
  local function add_lines(lines)
    for id, n in lines:gmatch "(%u[%w-]*) x(%d+)" do counts[id] = bag and 0 or tonumber(n) end
  end
  local function add_all(list)
    for _, lines in ipairs(type(list) == "string" and { list } or list or {}) do add_lines(lines) end
  end
  for _, set in ipairs(given.sets) do add_lines(carcassonne.tileset(set)) end
  add_all(given.tiles)
  for _, variant in ipairs(given.variants or {}) do add_all(carcassonne.variant(variant).source.tiles) end
  for id in (bag or ""):gmatch "%S+" do counts[id] = counts[id] + 1 end
  for _, tile in ipairs(tiles) do counts[tile.id] = counts[tile.id] + 1 end
  return counts
end

local function read_standing(lines, cells)
  local pieces = {}
  for i, line in ipairs(lines or {}) do
    local player, piece, name, text = line:match "^(%d) (%S+) (%S+) (%S+)$"
    local cell = cells[name] or error(("'%s': no tile of the picture is called %s"):format(line, tostring(name)), 3)
    pieces[i] = { player = tonumber(player), piece = piece, x = cell.x, y = cell.y, text = text }
  end
  return pieces
end

local function begin(given, cells)
  local t = setmetatable({ cells = cells, given = given }, board)
  t.game = carcassonne.game(given)
  t.state = t.game:new_initial_state(1)
  return t
end

--- Sets up a game. `options` are those of carcassonne.game, and:
--   standing  pieces on the table: "1 follower west city:E", the player, the piece, the tile's name, the segment
--   bag       the tiles to be drawn, as words; without it a full set besides the picture
--   have      goods of each player: { { wine = 2 }, { grain = 1 } }
--   points    points of each player
--   turn      whose turn it is
-- The test draws. With an empty bag the game is over at once, and scored.
function board.set(picture, options)
  local tiles, cells = read_picture(picture)
  local given = { players = 2, draws = "manual", sets = { "base", "traders" }, pieces = { builder = 1, pig = 1 }, goods = true }
  local position = { tiles = connected(tiles), goods = options and options.have }
  for key, value in pairs(options or {}) do
    if key == "standing" then position.pieces = read_standing(value, cells)
    elseif key == "points" or key == "turn" then position[key] = value
    elseif key ~= "have" and key ~= "bag" then given[key] = value end
  end
  given.counts = count_tiles(tiles, given, options and options.bag)
  given.position = position
  return begin(given, cells)
end

--- The same board, set up again as the players see it.
function board:read_back()
  local given = {}
  for key, value in pairs(self.given) do given[key] = value end
  given.position = self.state:observation_string()
  return begin(given, self.cells)
end

-- ---- Playing ----------------------------------------------------------------------------------------------------

local function choices_text(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = tostring(action) end
  return table.concat(list, "; ")
end

-- A text in which cells are called by their names, as the state has it: "@west" stands for "@-1,0".
local function with_cells(self, text)
  return (text:gsub("@(%l[%l%d]*)", function(name)
    local cell = self:cell(name)
    return ("@%d,%d"):format(cell.x, cell.y)
  end))
end

--- Carries out an action, given as text; "@name" stands for a cell.
function board:apply(text)
  local done, message = self.state:apply_action(with_cells(self, text))
  if not done then
    error(("'%s': %s. Legal are: %s"):format(text, message, choices_text(self.state)), 2)
  end
end

-- A cell by its name.
function board:cell(name)
  return self.cells[name] or error(("the picture has no cell called %s"):format(tostring(name)), 3)
end

function board:draw(id)
  if self.state:decision() == "draw" then self:apply("draw " .. id) end
end

-- One line, taken apart; see board.play.
local function play_line(self, line)
  local player, what = line:match "^(%d): (.+)$"
  if not player then error(("'%s' is no line; one reads like '1: BA-V/2 here, thief road:S'"):format(line), 3) end
  local choosing = self.state:decision() == "choice"
  local mover = choosing and self.state:current_player() or self.state:turn()
  if mover ~= tonumber(player) then
    error(("'%s': it is player %s's turn"):format(line, mover), 3)
  end
  if choosing and not what:match "^%u" then return self:apply(what) end
  if what == "take" or what == "decline" then return self:apply("extra " .. what) end
  local aside = what:match "^(%S+) aside$"
  if aside then
    local tiles = self.state:num_tiles_left()
    self:apply("draw " .. aside)
    if self.state:hand() == aside then error(("'%s': it can be placed"):format(line), 3) end
    assert(self.state:num_tiles_left() < tiles)
    return
  end
  local tile, cell, rest = what:match "^(%S+) (%l[%l%d]*)(.*)$"
  if not tile then error(("'%s': what is placed where?"):format(line), 3) end
  local id, rotation = parse_tile(tile)
  local at = self:cell(cell)
  self:draw(id)
  self:apply(("place %s %d,%d r%d"):format(id, at.x, at.y, rotation))
  at.id = id
  local deployment = rest:match "^, (.+)$"
  if deployment then
    self:apply(self:may(deployment) and deployment or "deploy " .. deployment)
  elseif rest == "" and self.state:decision() == "deploy" then
    self:apply "pass"
  end
end

--- Plays lines:
--   "1: BA-V/2 here, follower road:S"  player 1 draws BA-V, places it on the cell `here`, turned twice, and deploys
--   "1: BA-V/2 here"                   the same without a piece
--   "1: BA-V/2 here ..."               stops before the deployment
--   "1: FE-A here, festival 1 follower city:E @west"  chooses an option of a script instead of deploying
--   "1: escape 1 follower city:E @west", "1: pass"    answers a script's question to player 1
--   "1: BA-X aside"                    draws a tile that fits nowhere
--   "1: take", "1: decline"            the further part of the turn
-- Raises an error where something is not legal, or where it is not that player's turn.
function board:play(lines)
  for _, line in ipairs(lines) do play_line(self, line) end
  return self
end

--- Where a tile could go if it were drawn now: "here/0", "there/2"; other cells as "x,y/r". Sorted.
function board:places(id)
  local state, names, list = self.state:clone(), {}, {}
  if state:decision() == "draw" then assert(state:apply_action("draw " .. id)) end
  for name, cell in pairs(self.cells) do names[cell.x .. "," .. cell.y] = name end
  for _, action in ipairs(state:hand() == id and state:legal_actions() or {}) do
    local at = action.x .. "," .. action.y
    list[#list + 1] = ("%s/%d"):format(names[at] or at, action.rotation)
  end
  table.sort(list)
  return list
end

--- What may be deployed now: "follower road:S", "builder city:N" ... sorted; "pass" left out.
function board:deployments(piece)
  local list = {}
  for _, action in ipairs(self.state:legal_actions()) do
    if action.kind == "deploy" and (not piece or action.piece == piece) then
      list[#list + 1] = piece and action.text or action.piece .. " " .. action.text
    end
  end
  table.sort(list)
  return list
end

--- Whether an action is legal, as text: "deploy builder road:S", "pass", "extra take", "escape 1 follower city:E @west".
function board:may(text)
  local action = self.state:string_to_action(with_cells(self, text))
  return action ~= nil and self.state:action_index(action) ~= nil
end

--- The options of scripts that are legal now, cells called by their names where they have one: "escape 1 follower city:E @west";
-- sorted. `name`: only those of that name.
function board:options(name)
  local names, list = {}, {}
  for cell_name, cell in pairs(self.cells) do names[cell.x .. "," .. cell.y] = cell_name end
  for _, action in ipairs(self.state:legal_actions()) do
    if action.kind == "choice" and (not name or action.name == name) then
      list[#list + 1] = (tostring(action):gsub("@(%-?%d+,%-?%d+)", function(at) return "@" .. (names[at] or at) end))
    end
  end
  table.sort(list)
  return list
end

-- ---- Looking ----------------------------------------------------------------------------------------------------

--- A feature by the name of its tile.
function board:feature(name, segment)
  local cell = self:cell(name)
  return self.state:feature(cell.x, cell.y, segment)
end

--- The pieces on the table: "1 builder here road:S"; sorted. A tile without a name is called by its cell.
function board:standing()
  local names, list = {}, {}
  for name, cell in pairs(self.cells) do names[cell.x .. "," .. cell.y] = name end
  for i, piece in ipairs(self.state:pieces()) do
    local at = piece.x .. "," .. piece.y
    list[i] = ("%d %s %s %s"):format(piece.player, piece.piece, names[at] or at, piece.text)
  end
  table.sort(list)
  return list
end

--- The events of one kind.
function board:events(kind)
  local list = {}
  for _, event in ipairs(self.state:events()) do
    if event.kind == kind then list[#list + 1] = event end
  end
  return list
end

--- What happened, as words, only the kinds that are named: { "placed", "scored" ... }.
function board:story(...)
  local wanted, list = {}, {}
  for _, kind in ipairs { ... } do wanted[kind] = true end
  for _, event in ipairs(self.state:events()) do
    if wanted[event.kind] then list[#list + 1] = event.kind end
  end
  return list
end

--- The scores of the final scoring: how many points each player has for a kind ("city", "field", "goods" ...).
function board:final(kind)
  local points = {}
  for player = 1, self.game:players() do points[player] = 0 end
  for _, event in ipairs(self:events "scored") do
    if event.final and event.feature == kind then points[event.player] = points[event.player] + event.points end
  end
  return points
end

--- The points that scripts have given under a label, by player.
function board:awarded(label)
  local points = {}
  for player = 1, self.game:players() do points[player] = 0 end
  for _, event in ipairs(self:events "awarded") do
    if event.label == label then points[event.player] = points[event.player] + event.points end
  end
  return points
end

function board:points()
  return self.state:returns()
end

return board
