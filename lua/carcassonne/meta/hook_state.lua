---@meta
--- The states that hooks receive: methods that only hooks may call.
-- Read by editors and the reference; never loaded. carcassonne.state has the methods of every
-- state.
-- @module carcassonne.hook_state

--- The state that a hook which acts receives. These methods change the game; anywhere else they
--- raise.
---@class HookState: State
local HookState = {}

--- Sets a variable. The arguments that name the variable are those of State:variable; the last
--- argument is the value. For a variable that holds places, the value is any table with x, y and,
--- if needed, segment, or nil for no place.
---@param name string
---@param key integer|Feature|nil absent for a variable of the game: the value follows at once
---@param value integer|Place|Action|nil in a variable with a size of players or cells: the index, then the value
---@param ... any
function HookState:set_variable(name, key, value, ...) end

--- Puts a token somewhere. The token comes from the supply or, if players have their own tokens,
--- from the hand of the player whose turn it is. If the kind has only one token, the token comes
--- from wherever it is. Raises if no token is left.
---@param token string
---@param where integer|string|Token|Piece|Tile|Place|Action|Feature|nil player, place or area (its first place); nil: the supply
---@param number? integer the number of the token
function HookState:put_token(token, where, number) end

--- Moves a token that is on the table or in a hand. `where` is as for put_token; nil moves it back
--- to the supply, or to its owner.
---@param token Token|Action an item of State:tokens, or an option that names one
---@param where integer|string|Token|Piece|Tile|Place|Action|Feature|nil
function HookState:move_token(token, where) end

--- Moves goods from one player to another. Raises if the giver has too few.
---@param from integer? the player who gives them; nil: from the supply
---@param to integer? the player who receives them; nil: back to the supply
---@param good "wine"|"grain"|"cloth"
---@param n? integer 1 by default
function HookState:give_good(from, to, good, n) end

--- Adds points to a player's score; negative points are subtracted.
---@param player integer
---@param points integer
---@param label? string the reason, up to 23 characters, for the event
function HookState:award(player, points, label) end

--- Grants the player whose turn it is another turn, which follows this turn and the turns granted
--- before.
function HookState:grant_further_turn() end

--- Sets the player whose turn is next, after any turns that were granted. Later turns follow from
--- the seat of this player.
---@param player integer who still plays
function HookState:set_next_player(player) end

--- Lets a player skip turns. A turn that set_next_player assigns is not skipped.
---@param player integer who still plays
---@param turns? integer 1 by default; at most 100 in total
function HookState:skip_turns(player, turns) end

--- Reverses the order of turns.
function HookState:reverse_order() end

--- Eliminates a player, who has no more turns and decisions once this turn is over; pieces and
--- points stay. If fewer than two players or teams remain, the game ends with the turn.
---@param player integer who still plays
---@param standing? "loses"|"counts" whether the player can still win; loses by default
function HookState:eliminate(player, standing) end

--- Returns a piece to its player's supply. Pieces that depend on it return or stay, according to
--- the rules orphan_builder and orphan_pig, or to the key `orphan` of their kind.
---@param piece Piece|Action an item of State:pieces, or an option that names one
---@param why? "returned"|"scored" passed to on_piece_removed; "scored" if the script has scored its feature; "returned" by default
function HookState:return_piece(piece, why) end

--- Puts a piece from the player's supply on a segment. Checks only that a piece of this kind may be
--- on this segment.
---@param player integer
---@param piece string
---@param x integer|string or an area, for its first place where such a piece may be
---@param y? integer
---@param segment? integer|string
function HookState:deploy(player, piece, x, y, segment) end

--- Takes a piece off the table, but not into its player's supply. Pieces that depend on it return
--- to the supply.
---@param piece Piece|Action an item of State:pieces, or an option that names one
function HookState:capture(piece) end

--- Returns a captured piece to its player's supply.
---@param player integer owner of the piece
---@param piece string
function HookState:release(player, piece) end

--- Moves a piece to another segment. Pieces that depend on it return to the supply.
---@param piece Piece|Action an item of State:pieces, or an option that names one
---@param x integer|string or an area, for its first place where the piece may be
---@param y? integer
---@param segment? integer|string
function HookState:move_piece(piece, x, y, segment) end

--- Places a tile instead of drawing one; the deployment window follows. May be called only in
--- `on_chosen` of a phase at before_draw or game_end.
---@param id string a tile that is left, in the bag or held back
---@param x integer
---@param y integer
---@param rotation? integer 0 by default
function HookState:place_tile(id, x, y, rotation) end

--- Joins two features of the same kind, as a tunnel does. Each feature then has one open end less.
--- At most 256 joins can exist at a time.
---@param x integer
---@param y integer
---@param segment integer|string
---@param other_x integer
---@param other_y integer
---@param other_segment integer|string
function HookState:join(x, y, segment, other_x, other_y, other_segment) end

--- Undoes the join of two segments; both ends are open again. If nothing else connects the feature,
--- it becomes two features. The feature with the first segment (in the order of the tiles) keeps
--- the values of the variables; in the other feature they begin with 0. If all followers of a
--- player are in one of the two features, builders and pigs of this player in the other one return
--- to the supply or stay, according to the rules orphan_builder and orphan_pig; pieces with
--- `orphan = "return"` return.
---@param x integer
---@param y integer
---@param segment integer|string
---@param other_x integer
---@param other_y integer
---@param other_segment integer|string
function HookState:unjoin(x, y, segment, other_x, other_y, other_segment) end

--- Removes an attribute from one segment, even if it is printed there. The other segments of the
--- feature decide whether the feature keeps the attribute. Joins at open ends that the attribute
--- added are undone first, the last join first. A feature that becomes complete by this is scored
--- with the next completed features.
---@param x integer
---@param y integer
---@param segment integer|string
---@param attribute string
function HookState:remove_attribute(x, y, segment, attribute) end

--- Gives a feature an attribute of segments, or takes it away, no matter what is printed on the
--- tiles. The effects of the attribute on points, open ends and fields change, too. The attribute
--- counts as printed on this segment, so it spreads to other segments that join the feature. If the
--- attribute has `merge = "all"`, every segment gets it, but only this segment loses it; with
--- `merge = "local"` only this segment gets it or loses it. A feature that becomes complete by this
--- is scored with the next completed features. `forbidden_placements`, `on` and `not_on` use the
--- printed attributes.
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

--- Shuffles tiles that `held_back` kept out of the bag into it.
---@param attribute string of tiles
function HookState:shuffle_in(attribute) end

--- Takes all tiles with an attribute out of the bag, until they are shuffled in again. `held_back`
--- must list the attribute. If the bag is empty then, the game ends.
---@param attribute string of tiles
function HookState:hold_back(attribute) end

--- Deals random tiles from the bag to a reserve once the function has returned; if the bag has too
--- few tiles, deals all of them. May be called only in `run` and `on_chosen` of phases, except at
--- deployment and anytime.
---@param name string
---@param player? integer owner, for a reserve of players; the player whose turn it is by default
---@param count? integer 1 by default
function HookState:deal_tiles(name, player, count) end

--- Moves a tile from one place to another.
---@param id string
---@param from TilePlace a place that has such a tile
---@param to TilePlace
function HookState:move_tile(id, from, to) end

--- Forbids deployment by the standard rules on the tile just placed. May be called only in
--- on_tile_placed.
function HookState:forbid_deployment() end

--- The state that `ask` of a phase receives. `ask` can offer options, and changes nothing.
---@class AskState: State
local AskState = {}

--- Offers an option of the phase that asks. If the argument is a selector, offers one option for
--- each item that it finds (see VariantOffer).
---@param option OfferedOption|VariantOffer
---@return integer? found number of options, for a selector
function AskState:offer(option) end

--- A place for tiles: "bag"; "out", out of the game; a reserve (of the player whose turn it is, if
--- players have their own); or a reserve and a player.
---@alias TilePlace string|{[1]:string, [2]:integer}

--- An option; each key may be absent.
---@class OfferedOption
---@field x? integer
---@field y? integer
---@field segment? integer|string of the tile at x, y
---@field player? integer
---@field piece? string
---@field token? string
---@field number? integer 0 to 65535; for a token: its number
---@field weight? integer 1 to 255, 1 by default; used if chance decides
