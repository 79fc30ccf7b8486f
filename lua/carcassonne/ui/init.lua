--- What every screen needs, whatever draws it: the shapes of tiles, which segment lies under a
--- point, what may be done now, the
-- words for it, and colours. It draws nothing itself.
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
-- A screen in another process takes what Game:view and State:view gave where a game and a state are
-- wanted here:
--
--     view.game = game_view -- in place of its fingerprint
--     local choices = ui.choices(view)
--
-- Lengths are sides of tiles: on a tile x goes from 0 in the west to 1 in the east, y from 0 in the
-- north to 1 in the south. On the board a point belongs to the cell math.floor(x), math.floor(y).
-- Whatever is returned is kept and given again: read it only.
-- @module carcassonne.ui

local choices = require "carcassonne.ui.choices"
local hit = require "carcassonne.ui.hit"
local outline = require "carcassonne.shapes.outline"
local palette = require "carcassonne.ui.palette"
local scene = require "carcassonne.ui.scene"
local sentences = require("carcassonne.describe.events").sentences
local words = require "carcassonne.describe.words"

---@class carcassonne.ui
---@field words table what things are called: carcassonne.describe.words
---@field palette Palette colours and shapes: carcassonne.ui.palette
local ui = { words = words, palette = palette }

---@class Point
---@field x number
---@field y number

--- A segment of a tile as it lies: where it is, and where what stands on it goes.
---@class Shape
---@field segment integer number of the segment, which is the shape's place in the list, too
---@field kind Kind
---@field outlines number[][] closed lines around its areas, each {x1, y1, x2, y2, ...}, clockwise as one sees them
---@field holes number[][] closed lines around what lies inside these and is another segment's, anticlockwise
---@field triangles number[][] what fills the areas, {x1, y1, x2, y2, x3, y3} each
---@field anchor Point where a piece stands
---@field slots Point[] where several stand, the anchor first
---@field signs Sign[] where pennants, goods and attributes go, one for each that is printed

--- Something to be drawn at a point.
---@class Sign
---@field name string of a shape: pennant, wine, grain, cloth, or an attribute; of a tile: village, end (of a road), bridge, monastery
--- (its church), or an attribute of the tile
---@field x number
---@field y number
---@field turn? integer bridge: quarter turns clockwise of a road that goes from north to south

--- The shapes of a tile, one for each segment, in their order. They fill the tile, do not overlap,
--- and meet those of its neighbours in the same points.
---@param game Game|GameView
---@param tile string|TileType|Tile its id; or a table with `id` and maybe `span`, as State:tiles lists them
---@param rotation? integer quarter turns clockwise; by default the tile's own, or 0
---@return Shape[] shapes
---@return Sign[] marks what belongs to no segment
function ui.outline(game, tile, rotation) return outline.of(game, tile, rotation) end

--- Which segment lies under a point of a tile. A road or a river wins where the point is near.
---@param game Game|GameView
---@param tile string|TileType|Tile
---@param rotation? integer
---@param x number
---@param y number
---@param reach? number how near; 0.03 by default
---@return integer? segment nil outside of the tile
function ui.hit(game, tile, rotation, x, y, reach) return hit.segment(game, tile, rotation, x, y, reach) end

--- What lies under a point of the board.
---@param state State|View whose `game` is the GameView
---@param x number
---@param y number
---@param reach? number
---@return {x:integer, y:integer, tile?:Tile, segment?:integer} cell
function ui.pick(state, x, y, reach) return hit.pick(state, x, y, reach) end

--- All that lies on the table as one list of shapes to be drawn: tiles with theirs, places with
--- names, joined segments, pieces, tokens and what scripts have written, each with a point of its
--- own.
---@param state State
---@param observer? integer|"spectator" to whom it is shown; nobody, who knows all, by default
---@return Scene
---@usage local seen = require("carcassonne.ui").scene(state, 1)
--- assert(#seen.tiles == state:num_tiles() and #seen.figures == 0)
function ui.scene(state, observer) return scene.of(state, observer) end

--- A thing that may be done now.
---@class ScreenChoice
---@field index integer of the legal action: state:apply_index(index)
---@field action Action|ViewAction
---@field text string as a player would say it
---@field id? string the tile of a placement
---@field rotation? integer of a placement
---@field tile? string the id of a tile that an option names, to be drawn beside its text
---@field piece? string of a deployment, or what an option names
---@field x? integer the cell that it is about
---@field y? integer
---@field segment? integer

--- What may be done now, sorted by what a player points at.
---@class ScreenChoices
---@field cells table<string, {x:integer, y:integer, rotations:ScreenChoice[]}> placements, by "x,y"; by rotation, and of one
--- rotation first the one without a span
---@field tiles string[] that can be placed, each once: the one in hand, or those of a reserve from which the player may choose
---@field segments table<string, {x:integer, y:integer, segment:integer, pieces:ScreenChoice[]}> deployments, by "x,y,segment"
---@field others ScreenChoice[] all the rest: further parts, options of scripts, draws; passing last. Options that name a cell, a
--- segment, a piece have these, too, so that a screen can show where they are

--- The choices of the present decision.
---@param state State|View
---@param to? SaidTo to whom they are told: names of players, and whether the screen shows where they are
---@return ScreenChoices
function ui.choices(state, to) return choices.of(state, to) end

--- What happened, in sentences: of what State:events gives, or of a part of it.
---@param events Event[]
---@param options? {state?:State, name?:fun(player:integer):string, all?:boolean, seen?:boolean} a later state of the same game,
--- to tell sizes; how players are called, "player 1" by default; whether to say what goes without
--- saying, too; whether the screen shows where it is, so that cells are not told
---@return Sentence[]
---@usage local ui = require "carcassonne.ui"
--- local said = ui.sentences(state:events())
--- assert(said[1].text == "It is the turn of player 1.")
function ui.sentences(events, options) return sentences(events, options) end

return ui
