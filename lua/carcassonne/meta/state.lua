---@meta
--- A state, as scripts and hosts see it: reading it, and playing on it.
-- Read by editors and the reference; never loaded. carcassonne.hook_state has the methods that only
-- hooks may call; carcassonne.core has the rest of the C module, and explains how players, cells
-- and rotations are counted.
-- @module carcassonne.state

--- A state: one position of a game, with its history and its random generator. It waits for one
--- decision, except while an action runs. Hooks may run then, and the state is *busy*:
--- apply_action, undo_action and resign return nil, a message and the code "busy"; apply_index,
--- random_playout, reset, copy_from and reseed raise. A state is also busy while random_playout,
--- undo_action, reset, playout, events or serialize play it.
---
--- During apply_action, apply_index or resign a state has no legal actions and no chance_outcomes,
--- and playout, events and serialize raise; the other methods return the changes so far. This holds
--- for the state that a hook receives, and for a clone of it. Such a clone also answers
--- apply_action and resign with "busy", until undo_action takes it back to the decision before the
--- action.
---@class State
local State = {}

--- Returns the game of the state.
---@return Game
function State:game() end

--- Returns the player who decides; "chance" if the host has to draw a tile or to decide an option
--- that a script leaves to chance; nil at the end of the game.
---@return integer|"chance"|nil
function State:current_player() end

--- Returns the player whose turn it is, or was last; also while a tile is drawn.
---@return integer
function State:turn_player() end

--- Returns the part of the turn, from 1.
---@return integer
function State:part() end

--- Returns the number of the turn, from 1. Turns that scripts skip are not counted.
---@return integer
function State:turn_number() end

--- Returns the round, from 1. A round begins when the turn reaches or passes player 1.
---@return integer
function State:round() end

--- Returns 1 if turns go from player 1 to player 2 and so on, -1 if a script has reversed them.
---@return integer
function State:direction() end

--- Returns the player who has the next turn if the order does not change; nil if nobody plays any
--- more.
---@return integer?
function State:next_player() end

--- Whether this is a whole turn that a script granted after another turn of the same player.
---@return boolean
function State:is_further_turn() end

--- Returns how many further turns the player whose turn it is has after this one.
---@return integer
function State:further_turns() end

--- Returns how many turns a player still has to skip.
---@param player integer
---@return integer
function State:turns_to_skip(player) end

--- Returns the kind of the decision; "choice" for the question of a phase; nil at the end.
---@return Decision?
function State:decision() end

--- Returns the phase that asks; nil for other decisions.
---@return string?
function State:phase() end

--- Returns the question that `ask` of the phase returned, with its {braces}; nil if there is none.
--- The function `words.question` of a screen replaces the words in braces.
---@return string?
function State:question() end

--- Whether the game is over.
---@return boolean
function State:is_terminal() end

--- Whether the host has to draw a tile, or to decide an option that a script leaves to chance.
---@return boolean
function State:is_chance_node() end

--- Returns the id of the tile in hand or just placed.
---@return string?
function State:hand() end

--- Returns the number of decisions so far; undo_action takes back one.
---@return integer
function State:decisions() end

--- Returns the legal actions: a list that makes each action when it is read. The list is valid
--- until the state changes; the next call returns the same object. States with equal histories have
--- the actions in the same order.
---@param sorted? boolean return a table, sorted by packed value
---@return Action[] list has a length, `list[i]`, and works with ipairs
---@usage local actions = state:legal_actions()
--- state:apply_action(actions[math.random(#actions)])
function State:legal_actions(sorted) end

--- Returns the number of legal actions; 0 only at the end.
---@return integer
function State:num_actions() end

--- Returns the i-th legal action.
---@param index integer from 1
---@return Action? action nil if out of range
function State:action(index) end

--- Returns the index of an action in the current decision; nil if it is not legal.
---@param action Action
---@return integer?
function State:action_index(action) end

--- Returns the random outcomes with their probabilities. Empty if this is not a chance node.
---@return {action:Action, probability:number}[]
function State:chance_outcomes() end

--- Carries out an action. An illegal action changes nothing. An error in a script is raised, and
--- changes nothing either.
---@param action Action|string an action, or its text
---@return true? done
---@return string? message
---@return string? code "illegal"; "invalid" for a text that is not an action; "busy" while an action runs on the state
function State:apply_action(action) end

--- Carries out the i-th legal action. This is the fastest way. Raises for an index out of range.
---@param index integer from 1
---@return integer count number of legal actions of the next decision
function State:apply_index(index) end

--- Returns a handle of the i-th legal action: an integer below 2^53, valid in this state (not in
--- its clones) until the state changes. Searches are faster with handles, which need no objects.
---@param index integer from 1
---@return integer? handle nil if out of range
---@usage local state = carcassonne.game():new_initial_state(1)
--- local handle = state:handle(1)
--- local kind, x, y = state:handle_fields(handle, "kind", "x", "y")
--- assert(kind == "place" and state:apply_handle(handle) > 0)
function State:handle(index) end

--- Returns the index of the action of a handle. Raises for a handle of another decision or state.
---@param handle integer
---@return integer
function State:handle_index(handle) end

--- Returns fields of the action of a handle, one value for each name. Raises for a handle of
--- another decision or state, and for an unknown name.
---@param handle integer
---@param field string such as "kind"
---@param ... string further names
---@return any ... values nil for fields that do not apply
function State:handle_fields(handle, field, ...) end

--- Carries out the action of a handle; as fast as apply_index. Raises for a handle of another
--- decision or state.
---@param handle integer
---@return integer count number of legal actions of the next decision
function State:apply_handle(handle) end

--- Takes back the last decision: a player's decision with the draw after it, or a draw by the host.
---@return true? done
---@return string? message
---@return string? code "illegal" at the beginning; "busy" while an action runs on the state
function State:undo_action() end

--- From now on, keeps the last positions, so that undo_action copies a position and runs no script.
--- The result of undo_action is the same as that of a replay. An undo beyond these positions
--- replays the game. Positions that were kept before are discarded; clones keep none until they
--- call this method.
---@param positions integer 1 to 4096; 0 to keep none
---@return integer bytes of memory for the kept positions: about the size of a state for each
---@usage local state = carcassonne.game():new_initial_state(1)
--- state:keep_undo(8)
--- state:apply_index(1)
--- assert(state:undo_action())
function State:keep_undo(positions) end

--- Gives up for a player, who has no more turns. The player's pieces stay and score. If only one
--- player is left, the game ends.
---@param player integer
---@return true? done
---@return string? message
---@return string? code "illegal" for a player who has given up, and at the end; "busy" while an action runs on the state
function State:resign(player) end

--- Whether a player has given up.
---@param player integer
---@return boolean
function State:has_resigned(player) end

--- Whether a player has given up, or was eliminated by a script.
---@param player integer
---@return boolean
function State:is_out(player) end

--- Returns an independent copy. A copy of the state that a hook receives is in the middle of an
--- action, too: call undo_action to take it back to the last decision before playing on it.
---@return State
function State:clone() end

--- Becomes a copy of another state of the same game, without new memory.
---@param other State
function State:copy_from(other) end

--- Sets a new seed for all later draws.
---@param seed integer
function State:reseed(seed) end

--- Begins a new game in the same memory, as Game:new_initial_state does. An error in a script is
--- raised, and changes nothing.
---@param seed? integer
function State:reset(seed) end

--- Plays random actions, each equally likely, to the end. An error in a script is raised, and
--- changes nothing.
---@param seed? integer of the choices; draws use the state's own generator
function State:random_playout(seed) end

--- Returns a random state that is consistent with everything that an observer knows: hidden tiles
--- are dealt again such that all players could have decided as they did, and later draws use the
--- seed. The new state has a history, with the events that the observer saw. If no such deal is
--- found in several tries, the hidden tiles stay. Use it in searches that must not see hidden tiles
--- of other players.
---@param player? integer|"spectator" the observer; "spectator" by default
---@param seed? integer 0 by default
---@return State
---@usage local state = carcassonne.game { variants = { "examples/hand-of-three.lua" } }:new_initial_state(1)
--- assert(state:resample(1, 7):hash(1) == state:hash(1))
function State:resample(player, seed) end

--- Plays random games from here and returns their statistics; the state does not change. The draws
--- of each game depend on the seed and on the number of the game. The tile in hand, and tiles that
--- are in reserves or were dealt, stay the same in all games; resample deals them again. Results do
--- not depend on the number of threads. Threads need a build with THREADS=1 and a game without Lua
--- functions. Raises if the host draws the tiles.
---
--- `mean` and `spread` are mean and standard deviation of the points of each player. `wins` is the
--- share of games that each player won; if players or teams tie, the win is divided between them.
--- `note` is the reason for using one thread if more were requested.
---@param games integer from 1
---@param seed? integer 0 by default
---@param options? {threads:integer} maximum number of threads, 1 to 256; 1 by default
---@return {games:integer, threads:integer, note:string?, mean:number[], spread:number[], wins:number[]} summary
---@usage local chances = carcassonne.game():new_initial_state(1):playout(100, 7, { threads = 2 }).wins
function State:playout(games, seed, options) end

--- Returns a hash of the visible state in 16 hexadecimal digits; the random generator is left out.
---@param observer? integer|"spectator" hash only what this observer sees; everything by default
---@return string
function State:hash(observer) end

--- Returns the points by player; at the end, the result. Players of a team have the team's points.
---@return integer[]
function State:returns() end

--- Returns the points that the last action added, by player.
---@return integer[]
function State:rewards() end

--- Returns the points of one player, or of the player's team together.
---@param player integer
---@return integer
function State:score(player) end

--- Returns the player's own points, without those of the team.
---@param player integer
---@return integer
function State:own_score(player) end

--- Returns the players who would win if the game ended now: one player, several who tie, or a team;
--- nobody in a cooperative game below its target.
---@return integer[]
function State:winners() end

--- Returns the goods of a player.
---@param player integer
---@return Goods
function State:goods(player) end

--- Returns how many of one good a player has.
---@param player integer
---@param good "wine"|"grain"|"cloth"
---@return integer
function State:good(player, good) end

--- Returns the pieces in a player's supply, by name.
---@param player integer
---@return table<string, integer>
function State:pieces_in_hand(player) end

--- Returns how many pieces of one kind are in a player's supply; 0 for an unknown kind.
---@param player integer
---@param piece string
---@return integer
function State:in_hand(player, piece) end

--- Returns the player's captured pieces, which scripts have taken off the table and not returned to
--- the supply.
---@param player integer
---@return table<string, integer>
function State:captured(player) end

--- Returns the player whom the running phase asks or has asked; otherwise the player whose turn it
--- is.
---@return integer
function State:asked() end

--- In a phase at `feature_scored`: returns the scoring that started it; nil elsewhere.
---@return Scoring?
function State:scoring() end

--- In a phase at `points_given`: returns the points that started it; nil elsewhere.
---@return Given?
function State:points_given() end

--- Returns the tiles on the table in the order of placement, or those that pass a filter.
---@param filter? Filter
---@return Tile[]
function State:tiles(filter) end

--- Returns the tile with this index, in the order of placement.
---@param index integer
---@return Tile? tile
function State:tile(index) end

--- Returns the index of the tile in a cell.
---@param x integer
---@param y integer
---@return integer? index
function State:tile_index(x, y) end

--- Returns the number of segments of the tile in a cell; 0 without a tile.
---@param x integer
---@param y integer
---@return integer
function State:num_segments(x, y) end

--- Returns the tile in a cell.
---@param x integer
---@param y integer
---@return Tile? tile
function State:tile_at(x, y) end

--- Returns the number of tiles on the table.
---@return integer
function State:num_tiles() end

--- Returns the pieces on the table, or those that pass a filter.
---@param filter? Filter
---@return Piece[]
function State:pieces(filter) end

--- Returns the tokens on the table and in players' hands, by kind, or those that pass a filter.
---@param filter? Filter
---@return Token[]
function State:tokens(filter) end

--- Returns the only token of a kind (of a player, if players have their own); nil if it is in the
--- supply.
---@param token string
---@param player? integer its owner; the player whose turn it is by default
---@return Token?
function State:token(token, player) end

--- Returns the number of tokens of a kind in the supply, in a player's hand, or on a tile or
--- segment.
---@param token string
---@param where? integer|Token|Piece|Tile|Place|Action|Feature a player, or a table with x, y and perhaps segment; default: the supply
---@param number? integer count only tokens with this number
---@param observer? integer|"spectator" raises for a number that the observer does not see; omniscient by default
---@return integer
function State:num_tokens(token, where, number, observer) end

--- Returns, for each number, how many tokens with this number an observer does not see, in the
--- supply, in hands and on the table. Empty for tokens without numbers.
---@param token string
---@param observer? integer|"spectator" omniscient by default
---@return integer[] by number
function State:tokens_unseen(token, observer) end

--- Whether an observer sees the number of a token.
---@param observer? integer|"spectator" nil: omniscient
---@param token Token|Action
---@return boolean
function State:sees(observer, token) end

--- Returns the empty cells beside tiles, sorted by y, then x; or those that pass a filter. With
--- `can_deploy`: the cells where a tile fits.
---@param filter? Filter
---@return {x:integer, y:integer}[]
function State:cells(filter) end

--- Returns the segments on the table, by tile; or those that pass a filter. With `can_deploy`: one
--- entry for each piece that can be deployed there.
---@param filter? Filter
---@return FoundSegment[]
function State:segments(filter) end

--- Returns the players who still play, clockwise from the player whose turn it is; or those that
--- pass a filter.
---@param filter? Filter
---@return integer[]
function State:players(filter) end

--- Returns the corners where four tiles meet and all four show field; or those that pass a filter.
--- The corners of a tile count clockwise from the north-east, which is 0.
---@param filter? Filter
---@return FoundSegment[]
function State:corners(filter) end

--- Returns the axes of tiles (1 is N.S, 2 is E.W), or those that pass a filter. With `can_deploy`:
--- the axes along which a span can be laid.
---@param filter? Filter
---@return FoundSegment[]
function State:axes(filter) end

--- Returns the ends of roads and rivers, by tile; or those that pass a filter.
---@param filter? Filter
---@return End[]
function State:ends(filter) end

--- Returns the sides of tiles, by tile, from the north clockwise; or those that pass a filter. In
--- `allow_placement`, `{ at = "this" }` finds the sides of the tile as if it were placed.
---@param filter? Filter
---@return Side[]
function State:sides(filter) end

--- Returns the number of items that a selector finds.
---@param selector Selector
---@return integer
function State:count(selector) end

--- Whether a selector finds an item, or a number of items within its `min` and `max`.
---@param selector Selector
---@return boolean
function State:any(selector) end

--- Iterates over the items that a selector finds now. Skips items that no longer match when their
--- turn comes: `for piece in state:each { "pieces", kind = "road" } do`.
---@param selector Selector
---@return fun():any
function State:each(selector) end

--- Whether an item passes a filter.
---@param thing integer|Feature|table a player, a Feature, or an item from a list of this state
---@param filter Filter
---@return boolean
function State:matches(thing, filter) end

--- Returns the names of the areas that contain an item. A tile or feature is in an area if one of
--- its segments is.
---@param thing Feature|table as for State:matches
---@return string[]
function State:areas(thing) end

--- Returns the cell of the tile that was placed last, if any.
---@return integer? x
---@return integer? y
function State:last_placed() end

--- Returns the cells and rotations in which a tile of this type would fit now, without hooks and
--- spans.
---@param id string
---@return {x:integer, y:integer, rotation:integer}[]
function State:placements(id) end

--- Returns the number of the segment at a port of a tile, as the tile lies on the board.
---@param x integer
---@param y integer
---@param port string NL N NR EL E ER SL S SR WL W WR
---@return integer? segment nil if there is no tile, or no segment at this port
function State:port(x, y, port) end

--- Returns how many spans were laid in this part of the turn.
---@return integer
function State:spans_laid() end

--- Returns the tiles still to be drawn, by id; ids with none left are absent. For an observer,
--- tiles that are hidden from it are included: each of them may be the next.
---@param observer? integer|"spectator" omniscient by default
---@return table<string, integer>
function State:tiles_left(observer) end

--- Returns the tiles that are out of the game, by id.
---@return table<string, integer>
function State:tiles_gone() end

--- Returns the ids of the tiles still to be drawn that fit nowhere on the board now, each id once,
--- in the order of Game:tiles.
---@return string[]
function State:unplaceable() end

--- Returns the number of tiles in State:tiles_left.
---@param observer? integer|"spectator" omniscient by default
---@return integer
function State:num_tiles_left(observer) end

--- Returns the tiles in a reserve, in the order of arrival. Raises if the observer does not see
--- them.
---@param name string
---@param player? integer owner, for a reserve of players; the player whose turn it is by default
---@param observer? integer|"spectator" omniscient by default
---@return string[]
function State:reserve(name, player, observer) end

--- Returns the number of tiles in a reserve; visible to everybody.
---@param name string
---@param player? integer owner, for a reserve of players; the player whose turn it is by default
---@return integer
function State:num_in_reserve(name, player) end

--- Returns the reserve that receives the next tile drawn; nothing if that tile will be placed, or
--- if no tile is drawn.
---@return string? name
---@return integer? player owner, for a reserve of players
function State:dealing() end

--- Returns the feature of a segment.
---@param x integer
---@param y integer
---@param segment integer|string its number on the tile, or its text: "city:N.W"
---@return Feature? feature nil if no such segment exists
function State:feature(x, y, segment) end

--- Returns the joins that scripts have made and not undone, in order, each as its two segments. The
--- result is valid as the key `joins` of a position.
---@return Place[][] joins
---@usage assert(#state:joins() == 0)
function State:joins() end

--- Returns the features on the table, or those that pass a filter.
---@param filter? Filter
---@return Feature[]
function State:features(filter) end

--- Returns the events so far, by replaying the game.
---@param since? integer only events with a higher number
---@param observer? integer|"spectator" omit the ids of tiles that were dealt hidden from this observer
---@return Event[]
function State:events(since, observer) end

--- Returns a number that a host compares to find out whether its events are still valid. Actions
--- that only add events do not change the number. It grows when events are taken back or replaced:
--- by undo_action, reset, copy_from. No two states of one Lua state have the same number. It is not
--- part of saves, hashes and digests.
---@return integer revision
---@usage local before = state:revision()
--- state:apply_index(1)
--- assert(state:revision() == before)
--- state:undo_action()
--- assert(state:revision() > before)
function State:revision() end

--- Returns the game so far as text for Game:deserialize_state and carcassonne.load.
---@return string
function State:serialize() end

--- Returns the visible state as lines for `position` of carcassonne.game: tiles, pieces, points,
--- goods, who has resigned, turn, part, tile in hand, and the decision with a script's question. A
--- game from these lines begins with the same decision and the same options, but with its own draws
--- and events, and without history. The lines do not contain the order of the bag, or whether a
--- later group of tiles has begun while a tile of an earlier group is left. For an observer the
--- lines have only the number of hidden tiles; a game from them deals other tiles.
---@param observer? integer|"spectator" omniscient by default
---@return string
---@usage local again = carcassonne.game { position = state:observation_string() }
function State:observation_string(observer) end

--- Returns everything that a player may see as one table of plain values for JSON: the game, the
--- table, the players, variables of scripts, events of the last decision and, for the player who
--- decides, the legal actions. It has no seed; of later draws it has only the number of tiles of
--- each type. For its fields see carcassonne.describe.observation.
---@param player? integer absent: a spectator
---@return View
---@usage local view = carcassonne.game():new_initial_state(1):view(1)
--- assert(view.current == 1 and #view.actions > 0 and view.tiles[1].id == "BA-D")
function State:view(player) end

--- Returns an action as text.
---@param action Action
---@return string
function State:action_to_string(action) end

--- Reads the text of an action, without checking that it is legal: `place TB-A 3,-1 r2`, `deploy
--- follower city:N.W`, `pass`, `extra take`, `extra decline`, `draw TB-A`, `resign 2`. The text of
--- an option of a script is its name and those of [PLAYER] [PIECE] [#NUMBER] [SEGMENT] [@X,Y] that
--- apply: `capture 1 follower city:N @2,0`.
---@param text string
---@return Action? action
---@return string? message
---@return string? code
function State:string_to_action(text) end

--- Returns the value of a variable. A variable of the game has no key: `state:variable "price"`. A
--- variable of segments has three keys: x, y and the segment. In a variable with a size the index
--- of the value, from 1, follows the key: `state:variable("tokens", 2, 3)` is the third value of
--- player 2; `state:variable("prisoners", 3)` is the third value of a variable of the game.
---@param name string
---@param key? integer|Feature the player, the index of the tile, the feature, or x; absent for a variable of the game
---@param index? integer of the value, in a variable with a size; or y
---@param segment? integer|string
---@return integer|Place|nil value a place, or nil for no place, if the variable holds places
function State:variable(name, key, index, segment) end
