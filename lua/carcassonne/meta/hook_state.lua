---@meta
--- The states that hooks are given: what only hooks may call.
-- Nothing here is loaded: it is what editors and the reference read. carcassonne.state has what
-- every state has.
-- @module carcassonne.hook_state

--- The state that a hook which acts is given. These methods change the game; anywhere else they
--- raise.
---@class HookState: State
local HookState = {}

--- Sets a variable, which is named as in State:variable; the value comes last.
---@param name string
---@param key integer|Feature|nil nil for a variable of the game, or the value at once
---@param value integer|Place|Action|nil in a variable with a size of players or cells: the index, followed by the value; where the
--- variable holds places whatever has x, y and, if need be, segment, nil for none
---@param ... any
function HookState:set_variable(name, key, value, ...) end

--- Puts a token somewhere: from the supply, or of players' from the hand of whose turn it is; one
--- of which there is but one, from wherever it is. Never more than there are: with none left it is
--- an error.
---@param token string
---@param where integer|string|Token|Piece|Tile|Place|Action|Feature|nil a player's hand, a place, an area, of which the first place;
--- nil: back to the supply, or its owner
---@param number? integer that it bears
function HookState:put_token(token, where, number) end

--- Moves a token that is on the table or in a hand.
---@param token Token|Action as State:tokens lists it, or an option that names one
---@param where integer|string|Token|Piece|Tile|Place|Action|Feature|nil a player's hand, a place, an area, of which the first place;
--- nil: back to the supply, or its owner
function HookState:move_token(token, where) end

--- Gives tokens of a good from one player to another. There never are more than there are: with too
--- few it is an error.
---@param from integer? the player who gives; nil: they come from the supply
---@param to integer? the player who gets; nil: they go back
---@param good "wine"|"grain"|"cloth"
---@param n? integer 1 by default
function HookState:give_good(from, to, good, n) end

--- Gives points, or takes them.
---@param player integer
---@param points integer
---@param label? string what for, up to 23 characters; stands in the event
function HookState:award(player, points, label) end

--- Grants the player whose turn it is one more turn, after this one and after others that were
--- granted.
function HookState:grant_further_turn() end

--- Lets a player take the next turn, after turns that were granted. The game goes on from that
--- seat.
---@param player integer who still plays
function HookState:set_next_player(player) end

--- Lets a player sit out turns; one that set_next_player gives is taken all the same.
---@param player integer who still plays
---@param turns? integer 1 by default; 100 at most together
function HookState:skip_turns(player, turns) end

--- Lets the turn go round the other way.
function HookState:reverse_order() end

--- Eliminates a player, who takes no more turns once this one is over, and is asked nothing; pieces
--- and points stay. Where nobody is left to play, or to play against, the game ends with the turn.
---@param player integer who still plays
---@param standing? "loses"|"counts" whether the player may win all the same; loses by default
function HookState:eliminate(player, standing) end

--- Returns a piece to its player's hand; what stood by it follows, by the rules orphan_builder and
--- orphan_pig and its own `orphan`.
---@param piece Piece|Action as State:pieces lists it, or an option that names one
---@param why? "returned"|"scored" what on_piece_removed is told: scored, for a feature that the script has scored; returned unless
--- said
function HookState:return_piece(piece, why) end

--- Puts a piece from the player's supply down; only that its kind may stand there is checked.
---@param player integer
---@param piece string
---@param x integer|string or an area, for the first place in it where such a piece may stand
---@param y? integer
---@param segment? integer|string
function HookState:deploy(player, piece, x, y, segment) end

--- Takes a piece off the table, but not into its player's supply; what stood by it goes home.
---@param piece Piece|Action as State:pieces lists it, or an option that names one
function HookState:capture(piece) end

--- Gives a captured piece back into its player's supply.
---@param player integer whose piece it is
---@param piece string
function HookState:release(player, piece) end

--- Moves a piece to another segment; what stood by it goes home.
---@param piece Piece|Action as State:pieces lists it, or an option that names one
---@param x integer|string or an area, for the first place in it where the piece may stand
---@param y? integer
---@param segment? integer|string
function HookState:move_piece(piece, x, y, segment) end

--- Places a tile instead of the draw; the deployment window follows. Only in `on_chosen` of a phase
--- at before_draw or game_end.
---@param id string a tile that is left, in the bag or held back
---@param x integer
---@param y integer
---@param rotation? integer 0 by default
function HookState:place_tile(id, x, y, rotation) end

--- Joins two features of a kind, as a tunnel does: each has one open end less. At most 256 joins
--- are there at a time.
---@param x integer
---@param y integer
---@param segment integer|string
---@param other_x integer
---@param other_y integer
---@param other_segment integer|string
function HookState:join(x, y, segment, other_x, other_y, other_segment) end

--- Undoes the join of two segments: both ends are open again. Where nothing else holds the feature
--- together there are two from then on, counted again. What its variables remember stays with the
--- part that has its first segment, by the order of the tiles; the other begins with 0. Builders,
--- pigs and others with `orphan = "return"` whose player's followers are all in the other part go
--- home, by the rules orphan_builder and orphan_pig.
---@param x integer
---@param y integer
---@param segment integer|string
---@param other_x integer
---@param other_y integer
---@param other_segment integer|string
function HookState:unjoin(x, y, segment, other_x, other_y, other_segment) end

--- One segment bears an attribute no more, printed or not; its feature has it by what its other
--- segments bear. Joins at open ends that it gave are undone first, the last first. A feature that
--- becomes complete by this is scored with the next ones.
---@param x integer
---@param y integer
---@param segment integer|string
---@param attribute string
function HookState:remove_attribute(x, y, segment, attribute) end

--- From now on a feature has an attribute of segments, whatever is printed, or has it no more; what
--- the attribute says of points, open ends and fields goes with it. It has it as if this segment
--- bore it in print: what joins the feature joins that, too. With `merge = "all"` each of its
--- segments bears it, and to lose it this one does not; with `"local"` it is about the segment
--- alone. A feature that becomes complete by this is scored with the next ones.
--- `forbidden_placements`, `on` and `not_on` look at what is printed.
---@param x integer
---@param y integer
---@param segment integer|string
---@param attribute string
---@param yes? boolean true by default
function HookState:set_attribute(x, y, segment, attribute, yes) end

--- Lays a span of the player whose turn it is across a tile.
---@param piece string
---@param x integer
---@param y integer
---@param axis Axis
function HookState:lay_span(piece, x, y, axis) end

--- Shuffles into the bag what `held_back` kept out of it.
---@param attribute string of tiles
function HookState:shuffle_in(attribute) end

--- Takes all tiles with an attribute that `held_back` names out of the bag, until they are shuffled
--- in again. A bag that is empty then ends the game.
---@param attribute string of tiles
function HookState:hold_back(attribute) end

--- Has tiles dealt from the bag to a reserve, by chance, as soon as the function is over; fewer
--- where the bag has no more. Only in `run` and `on_chosen` of phases, but for those at deployment
--- and anytime.
---@param name string
---@param player? integer whose, of a reserve of players; whose turn it is by default
---@param count? integer 1 by default
function HookState:deal_tiles(name, player, count) end

--- Puts a tile elsewhere.
---@param id string
---@param from TilePlace where there is one
---@param to TilePlace
function HookState:move_tile(id, from, to) end

--- Nothing may be deployed by the standard rules on the tile just placed. Only in on_tile_placed.
function HookState:forbid_deployment() end

--- The state that `ask` of a phase is given. It offers options, and changes nothing.
---@class AskState: State
local AskState = {}

--- Offers an option of the phase that asks; or, given a selector, one for each thing that it finds,
--- as VariantOffer says.
---@param option OfferedOption|VariantOffer
---@return integer? found how many options a selector made
function AskState:offer(option) end

--- A place for tiles: "bag"; "out", out of the game; a reserve, of players the one of whose turn it
--- is; or a reserve and a player.
---@alias TilePlace string|{[1]:string, [2]:integer}

--- An option; any of the keys may be absent.
---@class OfferedOption
---@field x? integer
---@field y? integer
---@field segment? integer|string of the tile at x, y
---@field player? integer
---@field piece? string
---@field token? string
---@field number? integer 0 to 65535; of a token, what it bears
---@field weight? integer 1 to 255, 1 by default; counts where chance decides
