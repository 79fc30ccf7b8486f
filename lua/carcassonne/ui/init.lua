--- A toolkit for screens: shapes of tiles, the segment under a point, legal actions with texts for
--- people, and colours. The toolkit itself draws nothing.
--
--     local ui = require "carcassonne.ui"
--     local shapes, marks = ui.outline(game, "BA-D", 1)
--     for _, shape in ipairs(shapes) do
--       for _, triangle in ipairs(shape.triangles) do fill(shape.kind, triangle) end
--       for _, outline in ipairs(shape.outlines) do line(outline) end
--     end
--     local segment = ui.hit(game, "BA-D", 1, 0.5, 0.1)
--     local choices = ui.choices(state)
--
-- A screen in another process can pass the results of Game:view and State:view instead of a game
-- and a state:
--
--     view.game = game_view -- replaces the fingerprint
--     local choices = ui.choices(view)
--
-- The unit of length is the side of a tile. On a tile x runs from 0 in the west to 1 in the east,
-- and y from 0 in the north to 1 in the south. A point of the board is in the cell math.floor(x),
-- math.floor(y). Results are cached, so callers must not change them.
-- @module carcassonne.ui

local choices = require "carcassonne.ui.choices"
local hit = require "carcassonne.ui.hit"
local outline = require "carcassonne.shapes.outline"
local palette = require "carcassonne.ui.palette"
local scene = require "carcassonne.ui.scene"
local sentences = require("carcassonne.describe.events").sentences
local words = require "carcassonne.describe.words"

---@class carcassonne.ui
---@field words table texts for people: carcassonne.describe.words
---@field palette Palette colours and shapes: carcassonne.ui.palette
local ui = { words = words, palette = palette }

---@class Point
---@field x number
---@field y number

--- The shape of a segment on a rotated tile, with places for pieces and signs.
---@class Shape
---@field segment integer number of the segment, which is also the index of the shape
---@field kind Kind
---@field outlines number[][] closed lines around its areas, each {x1, y1, x2, y2, ...}, clockwise on the screen
---@field holes number[][] closed lines around enclosed areas of other segments, anticlockwise
---@field triangles number[][] triangles that fill the areas, {x1, y1, x2, y2, x3, y3} each
---@field anchor Point place for a single piece
---@field slots Point[] places for several pieces, the anchor first
---@field signs Sign[] printed pennants, goods and attributes

--- A sign to draw at a point.
---@class Sign
---@field name string for a shape: pennant, wine, grain, cloth, or an attribute; for a tile: village, end (of a road), bridge, monastery
--- (its church), or an attribute of the tile
---@field x number
---@field y number
---@field turn? integer for a bridge: quarter turns clockwise from a road from north to south

--- Returns the shapes of a tile, one for each segment in order. The shapes fill the tile without
--- overlaps and share their border points with neighbouring tiles.
---@param game Game|GameView
---@param tile string|TileType|Tile the id of a tile, or a table with `id` and an optional `span`, as from State:tiles
---@param rotation? integer quarter turns clockwise; by default the tile's own, or 0
---@return Shape[] shapes
---@return Sign[] marks signs without a segment
function ui.outline(game, tile, rotation) return outline.of(game, tile, rotation) end

--- Returns the segment under a point of a tile. A road or river within the distance `reach` takes
--- precedence.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@param rotation? integer
---@param x number
---@param y number
---@param reach? number distance from the point, 0.03 by default
---@return integer? segment nil outside of the tile
function ui.hit(game, tile, rotation, x, y, reach) return hit.segment(game, tile, rotation, x, y, reach) end

--- Returns the cell, tile and segment under a point of the board.
---@param state State|View for a View, `game` must be the GameView
---@param x number
---@param y number
---@param reach? number
---@return {x:integer, y:integer, tile?:Tile, segment?:integer} cell
function ui.pick(state, x, y, reach) return hit.pick(state, x, y, reach) end

--- Returns everything on the table for drawing: tiles with their shapes, areas, joins, pieces,
--- tokens and variables. Each item has its own point.
---@param state State
---@param observer? integer|"spectator" omniscient by default
---@return Scene
---@usage local seen = require("carcassonne.ui").scene(state, 1)
--- assert(#seen.tiles == state:num_tiles() and #seen.figures == 0)
function ui.scene(state, observer) return scene.of(state, observer) end

--- A legal action with its words and place.
---@class ScreenChoice
---@field index integer index of the action, for state:apply_index(index)
---@field action Action|ViewAction
---@field text string description for people
---@field id? string tile of a placement
---@field rotation? integer rotation of a placement
---@field tile? string a tile that an option names, which a screen draws beside the text
---@field piece? string piece that a deployment places or that an option names
---@field x? integer cell of the action
---@field y? integer
---@field segment? integer

--- The legal actions, grouped by the place that a player clicks.
---@class ScreenChoices
---@field cells table<string, {x:integer, y:integer, rotations:ScreenChoice[]}> placements by "x,y", sorted by rotation, those
--- without a span first
---@field tiles string[] placeable tiles, each once: the tile in hand, or the tiles of a reserve to choose from
---@field segments table<string, {x:integer, y:integer, segment:integer, pieces:ScreenChoice[]}> deployments, by "x,y,segment"
---@field others ScreenChoice[] all other actions: further parts, options of scripts, draws; passing last. Options that name a
--- cell, segment or piece have these fields, so that a screen can show their place

--- Returns the choices of the current decision.
---@param state State|View
---@param to? SaidTo names of players, and whether the screen shows places
---@return ScreenChoices
function ui.choices(state, to) return choices.of(state, to) end

--- Describes events in sentences.
---@param events Event[] result of State:events, or a part of it
---@param options? {state?:State, name?:fun(player:integer):string, all?:boolean, seen?:boolean} state: a later state of the game,
--- for sizes of features; name: names of players, "player 1" by default; all: whether to include
--- obvious events; seen: whether the screen shows places, so that sentences omit cells
---@return Sentence[]
---@usage local ui = require "carcassonne.ui"
--- local said = ui.sentences(state:events())
--- assert(said[1].text == "It is the turn of player 1.")
function ui.sentences(events, options) return sentences(events, options) end

return ui
