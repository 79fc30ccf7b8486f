--- Draws the table: tiles, pieces, items of scripts, cells for the tile in hand, and other choices.
-- @module app.draw.board

local Motion = require "app.draw.motion"
local labels = require "carcassonne.describe.labels"
local palette = require "app.draw.palette"
local pieces = require "app.draw.pieces"
local scene = require "carcassonne.ui.scene"
local tiles = require "app.draw.tiles"
local words = require "carcassonne.describe.words"

local Board = {}
Board.__index = Board

local PIECE = 0.27 -- size of a follower, in tiles
local SMALLEST = 13 -- minimum size of a follower, in pixels

--- Makes the board.
---@param camera table
---@param motion table
---@return table
function Board.new(camera, motion)
  return setmetatable({ camera = camera, motion = motion, time = 0 }, Board)
end

local function set(c, alpha) love.graphics.setColor(c[1], c[2], c[3], alpha or 1) end

--- Reads the state. The board draws this position until the next call.
---@param state State
---@param observer integer|"spectator"
function Board:see(state, observer)
  self.state, self.game = state, state:game()
  self.tiles, self.pieces = state:tiles(), state:pieces()
  self.by_cell = {}
  for _, tile in ipairs(self.tiles) do self.by_cell[tile.x .. "," .. tile.y] = tile end
  self.last_x, self.last_y = state:last_placed()
  self.seen_at = self.time
  self:see_figures(scene.of(state, observer))
end

local PULSE = 3 -- number of seconds for which marks pulse
local GLIDE = 0.4 -- seconds that a token takes to move

-- Reads tokens and variables of scripts. A token that exists once moves from its previous place.
function Board:see_things(list)
  local before = self.homes or {}
  self.things, self.homes = list, {}
  for _, thing in ipairs(list) do
    if not thing.number then
      local old = before[thing.name]
      local moved = old and (old.x ~= thing.x or old.y ~= thing.y)
      if moved and self.motion.on then thing.from, thing.since = old, self.time end
      self.homes[thing.name] = thing
    end
  end
end

-- Reads joined segments and the figures on the table, by kind.
function Board:see_figures(seen)
  local by_kind = { piece = {}, token = {}, number = {}, place = {}, attribute = {} }
  for _, figure in ipairs(seen.figures) do table.insert(by_kind[figure.kind], figure) end
  self.standing, self.joins, self.names, self.marks = by_kind.piece, seen.joins, by_kind.place,
    by_kind.attribute
  local list = by_kind.token
  for _, figure in ipairs(by_kind.number) do list[#list + 1] = figure end
  self:see_things(list)
end

-- Returns the current place of a token or variable, which may be moving.
function Board:place_of(thing)
  local share = thing.from and Motion.eased((self.time - thing.since) / GLIDE) or 1
  if share >= 1 then return thing.x, thing.y end
  return thing.from.x + (thing.x - thing.from.x) * share, thing.from.y + (thing.y - thing.from.y) * share
end

--- Returns the tile in a cell.
---@param x integer
---@param y integer
---@return Tile?
function Board:tile_at(x, y) return self.by_cell[x .. "," .. y] end

--- Returns the part of the table that contains all tiles and the cells around them.
---@param cells? { x:integer, y:integer }[] more cells to include
---@return { left:number, top:number, right:number, bottom:number }
function Board:box(cells)
  local box = { left = 0, top = 0, right = 1, bottom = 1 }
  for _, list in ipairs { self.tiles, cells or {} } do
    for _, cell in ipairs(list) do
      box.left, box.right = math.min(box.left, cell.x), math.max(box.right, cell.x + 1)
      box.top, box.bottom = math.min(box.top, cell.y), math.max(box.bottom, cell.y + 1)
    end
  end
  return box
end

--- Returns the place of a piece on a segment, or the middle of a cell if no segment is given.
---@param x integer
---@param y integer
---@param segment? integer
---@param place? integer index of the piece on the segment, from 1
---@return number x in cells
---@return number y
function Board:stand(x, y, segment, place)
  local tile = self:tile_at(x, y)
  if not tile or not segment then return x + 0.5, y + 0.5 end
  local sx, sy = tiles.stand(self.game, tile, segment, place)
  return x + sx, y + sy
end

-- ---- Tiles --------------------------------------------------------------------------------------

function Board:draw_shadow(size)
  love.graphics.setColor(0.25, 0.22, 0.16, 0.16)
  for _, tile in ipairs(self.tiles) do
    local x, y = self.camera:to_window(tile.x, tile.y)
    love.graphics.rectangle("fill", x - size * 0.02, y + size * 0.02, size * 1.04, size * 1.04, size * 0.05)
  end
end

function Board:is_seen(x, y, size)
  local view = self.camera.view
  return x + size > view.x and y + size > view.y and x < view.x + view.w and y < view.y + view.h
end

function Board:draw_tiles(size)
  for _, tile in ipairs(self.tiles) do
    local x, y = self.camera:to_window(tile.x, tile.y)
    if self:is_seen(x, y, size) then
      local movement = self.motion:at("placed", tile.x, tile.y)
      if movement then
        local share = Motion.eased(movement.share)
        local grown, above = size * (1.25 - 0.25 * share), size * 0.12 * (1 - share)
        local inset = (size - grown) / 2
        if movement.share >= 0 then
          tiles.draw(self.game, tile, nil, x + inset, y + inset - above, grown, share)
        end
      else
        tiles.draw(self.game, tile, nil, x, y, size)
      end
    end
  end
end

-- Draws a frame around the tile that was placed last.
function Board:draw_last(size)
  if not self.last_x or self.motion:at("placed", self.last_x, self.last_y) then return end
  local x, y = self.camera:to_window(self.last_x, self.last_y)
  local width = math.max(2, size * 0.022)
  love.graphics.setLineWidth(width * 1.9)
  set(palette.ink, 0.55)
  love.graphics.rectangle("line", x, y, size, size, size * 0.03)
  love.graphics.setLineWidth(width)
  set(palette.white)
  love.graphics.rectangle("line", x, y, size, size, size * 0.03)
end

-- Draws a glow on features that have just been completed.
function Board:draw_completed(size)
  for _, one in ipairs(self.motion.movements) do
    local event = one.event
    if event.kind == "completed" and one.share >= 0 and event.segment then
      local feature = self.state:feature(event.x, event.y, event.segment)
      for _, segment in ipairs(feature and feature:segments() or {}) do
        local x, y = self.camera:to_window(segment.x, segment.y)
        tiles.light(self.game, self:tile_at(segment.x, segment.y), segment.segment, x, y, size, palette.white,
          0.65 * math.sin(math.min(1, one.share) * math.pi))
      end
    end
  end
end

-- ---- Pieces and tokens --------------------------------------------------------------------------

function Board:draw_pieces(size)
  for i, piece in ipairs(self.pieces) do
    local figure = self.standing[i]
    local x, y = self.camera:to_window(figure.x, figure.y)
    local movement = self.motion:at("deployed", piece.x, piece.y, piece)
      or self.motion:at("moved", piece.x, piece.y, piece)
    if movement then
      local share = Motion.eased(movement.share)
      if movement.share >= 0 then
        local above, side = size * 0.5 * (1 - share), size * PIECE * (1.5 - 0.5 * share)
        pieces.draw(piece.piece, piece.player, x, y - above, side, share, figure.role)
      end
    else
      pieces.draw(piece.piece, piece.player, x, y, math.max(SMALLEST, size * PIECE), 1, figure.role)
    end
  end
end

-- Draws each join as a dark line with a light line inside, so that it is visible on any ground.
function Board:draw_joins(size)
  for _, join in ipairs(self.joins) do
    local x1, y1 = self.camera:to_window(join.x1, join.y1)
    local x2, y2 = self.camera:to_window(join.x2, join.y2)
    for _, line in ipairs { { 0.055, palette.ink }, { 0.025, palette.white } } do
      love.graphics.setLineWidth(math.max(1.5, size * line[1]))
      set(line[2])
      love.graphics.line(x1, y1, x2, y2)
    end
  end
end

local READABLE = 150 -- minimum size in pixels of a tile that shows whole names

function Board:draw_marks(size)
  for _, name in ipairs(self.names) do
    local x, y = self.camera:to_window(name.x, name.y)
    pieces.plate(size >= READABLE and words.name(name.name) or labels.of(self.game, name.name), x, y,
      math.max(9, size * 0.1))
  end
  for _, mark in ipairs(self.marks) do
    local x, y = self.camera:to_window(mark.x, mark.y)
    pieces.plate(labels.of(self.game, mark.name), x, y, math.max(9, size * 0.1), mark.gone)
  end
end

-- Draws tokens, and variables of scripts that belong to a place.
function Board:draw_things(size)
  for _, thing in ipairs(self.things) do
    local x, y = self.camera:to_window(self:place_of(thing))
    if thing.sign then
      pieces.token(thing, x, y, size * 0.22)
    elseif thing.number then
      pieces.plate(labels.numbered(self.game, thing.name, thing.number), x, y, math.max(9, size * 0.1))
    else
      pieces.draw(thing.name, nil, x, y, size * 0.28)
    end
  end
end

-- Draws pieces that are moving from the table to their owner.
function Board:draw_leaving(size, home)
  for _, one in ipairs(self.motion.movements) do
    local event = one.event
    if (event.kind == "returned" or event.kind == "captured") and event.x and one.share < 1 then
      local x, y = self.camera:to_window(self:stand(event.x, event.y, event.segment))
      local share = Motion.eased(one.share)
      local hx, hy = home(event.player)
      pieces.draw(event.piece, event.player, x + (hx - x) * share, y + (hy - y) * share, size * PIECE,
        1 - 0.5 * share)
    end
  end
end

-- Draws points that rise from the feature that scored.
function Board:draw_points(size, home, write)
  local at = {}
  for _, one in ipairs(self.motion.movements) do
    local event = one.event
    if words.pays[event.kind] and one.share >= 0 and event.points then
      local x, y = home(event.player)
      if event.x then x, y = self.camera:to_window(self:stand(event.x, event.y, event.segment)) end
      local key = math.floor(x) .. "," .. math.floor(y)
      at[key] = (at[key] or -1) + 1
      local share = Motion.eased(one.share)
      local alpha = math.min(1, 2.4 * (1 - one.share))
      write(("%+d"):format(event.points), event.player, x + at[key] * size * 0.4,
        y - size * 0.55 * share, alpha)
    end
  end
end

-- ---- Choices ------------------------------------------------------------------------------------

local function dashed(x, y, size)
  local n = 6
  local step = size / n
  for i = 0, n - 1 do
    local a, b = i * step + step * 0.2, i * step + step * 0.8
    love.graphics.line(x + a, y, x + b, y)
    love.graphics.line(x + a, y + size, x + b, y + size)
    love.graphics.line(x, y + a, x, y + b)
    love.graphics.line(x + size, y + a, x + size, y + b)
  end
end

-- Draws the cells for the tile: a cell is filled if the tile fits in its current rotation,
-- otherwise outlined.
function Board:draw_cells(choosing, size, colour)
  for _, cell in ipairs(choosing.cells) do
    local x, y = self.camera:to_window(cell.x, cell.y)
    local inset = size * 0.05
    local fits = #choosing:placements(cell) > 0
    if fits then
      set(palette.white, 0.60)
      love.graphics.rectangle("fill", x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.06)
    end
    set(colour, fits and 0.95 or 0.55)
    love.graphics.setLineWidth(math.max(1.5, size * 0.022))
    if fits then
      love.graphics.rectangle("line", x + inset, y + inset, size - 2 * inset, size - 2 * inset, size * 0.06)
    else
      dashed(x + inset, y + inset, size - 2 * inset)
    end
  end
end

--- Draws a preview of the tile in a cell.
---@param cell ChoosableCell
---@param id string
---@param rotation integer
---@param colour number[]
function Board:draw_ghost(cell, id, rotation, colour)
  local size = self.camera.scale
  local x, y = self.camera:to_window(cell.x, cell.y)
  tiles.draw(self.game, id, rotation, x, y, size, 0.92)
  set(colour)
  love.graphics.setLineWidth(math.max(2.5, size * 0.035))
  love.graphics.rectangle("line", x, y, size, size, size * 0.03)
end

-- Returns which places have pieces.
function Board:occupied(spots)
  local stands, occupied = {}, {}
  for _, piece in ipairs(self.pieces) do
    stands[("%d,%d,%d"):format(piece.x, piece.y, piece.segment)] = true
  end
  for _, spot in ipairs(spots) do
    occupied[spot] = spot.segment and stands[("%d,%d,%d"):format(spot.x, spot.y, spot.segment)]
  end
  return occupied
end

-- Draws a ring at each place that may be chosen, or around the piece there. If the mouse is over a
-- place, its segment is highlighted.
function Board:draw_spots(choosing, size, colour, meant)
  local fading = math.max(0, 1 - (self.time - self.seen_at) / PULSE)
  local pulse, occupied = 0.5 + 0.5 * math.sin(self.time * 6) * fading, self:occupied(choosing.spots)
  for _, spot in ipairs(choosing.spots) do
    local x, y = self.camera:to_window(self:stand(spot.x, spot.y, spot.segment))
    local tile = self:tile_at(spot.x, spot.y)
    if tile and spot.segment then
      local tx, ty = self.camera:to_window(spot.x, spot.y)
      local light, alpha = palette.white, 0.16
      if meant == spot then light, alpha = colour, 0.45 end
      tiles.light(self.game, tile, spot.segment, tx, ty, size, light, alpha)
    elseif meant == spot then
      local tx, ty = self.camera:to_window(spot.x, spot.y)
      set(colour, 0.35)
      love.graphics.rectangle("fill", tx, ty, size, size)
    end
    local r = size * (0.072 + 0.012 * pulse) * (occupied[spot] and 2.4 or 1)
    if not occupied[spot] then
      set(palette.white, 0.75)
      love.graphics.circle("fill", x, y, r, 28)
    end
    set(colour)
    love.graphics.setLineWidth(math.max(2, size * 0.026))
    love.graphics.circle("line", x, y, r, 28)
    if meant == spot and not occupied[spot] then love.graphics.circle("fill", x, y, r * 0.55, 24) end
  end
end

-- Draws the tiles from a cached picture. The picture is updated only after a change.
function Board:draw_ground(size)
  local camera, view = self.camera, self.camera.view
  local key = ("%.5f %.5f %.3f %d %d %d"):format(camera.x, camera.y, size, view.y, view.w, view.h)
  if self.motion:has "placed" then
    self.ground_key = nil
    self:draw_shadow(size)
    return self:draw_tiles(size)
  end
  if self.ground_key ~= key or self.ground_tiles ~= self.tiles then
    self.ground_key, self.ground_tiles = key, self.tiles
    self:paint_ground(size)
  end
  love.graphics.setColor(1, 1, 1)
  love.graphics.setBlendMode("alpha", "premultiplied")
  love.graphics.draw(self.ground, view.x, view.y)
  love.graphics.setBlendMode "alpha"
end

function Board:paint_ground(size)
  local view = self.camera.view
  if not self.ground or self.ground:getWidth() ~= view.w or self.ground:getHeight() ~= view.h then
    self.ground = love.graphics.newCanvas(view.w, view.h, { msaa = select(3, love.window.getMode()).msaa })
  end
  local x, y, w, h = love.graphics.getScissor()
  love.graphics.setScissor()
  love.graphics.setCanvas(self.ground)
  love.graphics.clear(0, 0, 0, 0)
  love.graphics.push()
  love.graphics.translate(-view.x, -view.y)
  self:draw_shadow(size)
  self:draw_tiles(size)
  love.graphics.pop()
  love.graphics.setCanvas()
  if x then love.graphics.setScissor(x, y, w, h) end
end

--- Draws everything on the table, and the choices if a person must decide.
---@param how { choosing?:table, colour:number[], meant?:Spot, home:fun(player:integer):number, number, write:function }
function Board:draw(how)
  local size = self.camera.scale
  self:draw_ground(size)
  if how.choosing then self:draw_cells(how.choosing, size, how.colour) end
  self:draw_completed(size)
  self:draw_last(size)
  self:draw_joins(size)
  self:draw_marks(size)
  self:draw_pieces(size)
  self:draw_things(size)
  if how.choosing then self:draw_spots(how.choosing, size, how.colour, how.meant) end
  self:draw_leaving(size, how.home)
  self:draw_points(size, how.home, how.write)
end

--- Advances the time for pulsing marks.
---@param dt number
function Board:update(dt) self.time = self.time + dt end

--- Returns whether something on the board still moves: marks that pulse, or the dragon.
---@return boolean
function Board:is_moving() return self.time - self.seen_at < PULSE end

return Board
