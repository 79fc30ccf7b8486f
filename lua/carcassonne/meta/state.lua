---@meta
--- A state, as scripts and hosts see it: reading, and playing on.
-- Nothing here is loaded: it is what editors and the reference read. carcassonne.hook_state has
-- what only hooks may call; carcassonne.core has the rest of the C module, and how players, cells
-- and rotations are counted.
-- @module carcassonne.state

--- A state: one position of a game, with its history and its generator in it. It always waits for
--- one decision, but while an action on it runs. Then hooks may run, and it is *busy*: whoever
--- calls, apply_action, undo_action and resign return nil, a message and the code "busy", and
--- apply_index, random_playout, reset, copy_from and reseed raise. The same holds while
--- random_playout, undo_action, reset, playout, events or serialize play on it or play it again.
---
--- In the middle of apply_action, apply_index or resign a state has no legal actions and no
--- chance_outcomes, and playout, events and serialize raise; the other methods tell what has come
--- about so far. So it is with the state that a hook is given, and with a clone of such a state. A
--- clone can be taken back by undo_action to the decision before, and is as good as any then; until
--- then it answers apply_action and resign with "busy", too.
---@class State
local State = {}

--- The game that this is a state of.
---@return Game
function State:game() end

--- Who decides: a player, "chance" while the host is to draw a tile or to decide what a script
--- leaves to chance, or nil when the game is over.
---@return integer|"chance"|nil
function State:current_player() end

--- Whose turn it is, or was; also while a tile is drawn.
---@return integer
function State:turn_player() end

--- Which part of the turn this is, from 1.
---@return integer
function State:part() end

--- Which turn of the game this is, from 1; what scripts skip counts for none.
---@return integer
function State:turn_number() end

--- Which round this is, from 1: another begins as the turn comes to player 1, or goes by.
---@return integer
function State:round() end

--- 1 where the turn goes from player 1 to player 2 and so on, -1 where a script has turned that
--- about.
---@return integer
function State:direction() end

--- Whose turn is the next, as things stand and if there is one; nil where nobody plays any more.
---@return integer?
function State:next_player() end

--- Whether this is a whole turn that a script granted behind another of the same player.
---@return boolean
function State:is_further_turn() end

--- How many further turns of the player whose turn it is come behind this one.
---@return integer
function State:further_turns() end

--- How many turns a player is still to sit out.
---@param player integer
---@return integer
function State:turns_to_skip(player) end

--- What is to be decided; "choice" for the question of a script's phase; nil at the end.
---@return Decision?
function State:decision() end

--- The phase whose question it is; nil for any other decision.
---@return string?
function State:phase() end

--- What that phase asks in words that its script made while it ran, with what stands in braces as
--- it is; words.question of a screen fills these in. nil for nothing.
---@return string?
function State:question() end

--- Whether the game is over.
---@return boolean
function State:is_terminal() end

--- Whether the host is to draw a tile, or to decide what a script leaves to chance.
---@return boolean
function State:is_chance_node() end

--- The id of the tile in hand or just placed.
---@return string?
function State:hand() end

--- How many decisions have been taken; undo_action takes back one.
---@return integer
function State:decisions() end

--- The legal actions: a list that makes an action when it is read, valid until the state changes;
--- asked again, the same object stands for the new ones. Same history, same order.
---@param sorted? boolean by packed value instead, as a table
---@return Action[] list has a length, `list[i]`, and works with ipairs
---@usage local actions = state:legal_actions()
--- state:apply_action(actions[math.random(#actions)])
function State:legal_actions(sorted) end

--- How many actions are legal; 0 only at the end.
---@return integer
function State:num_actions() end

--- The i-th legal action.
---@param index integer from 1
---@return Action? action nil outside
function State:action(index) end

--- The index of an action within the decision at hand; nil if it is not legal.
---@param action Action
---@return integer?
function State:action_index(action) end

--- What chance may bring, with their probabilities. Empty unless it is a chance node.
---@return {action:Action, probability:number}[]
function State:chance_outcomes() end

--- Carries out an action. What is not legal changes nothing. An error in a script is raised, and
--- changes nothing either.
---@param action Action|string an action, or its text
---@return true? done
---@return string? message
---@return string? code "illegal"; "invalid" for a text that names no action; "busy" while an action runs on the state
function State:apply_action(action) end

--- The same by index, as fast as it gets; an index out of range raises.
---@param index integer from 1
---@return integer count how many actions are legal next
function State:apply_index(index) end

--- A handle of the i-th legal action: a whole number below 2^53 that stands for it until the state
--- changes. Searches that make no object for an action are faster by it. No other state knows it, a
--- clone neither.
---@param index integer from 1
---@return integer? handle nil outside
---@usage local state = carcassonne.game():new_initial_state(1)
--- local handle = state:handle(1)
--- local kind, x, y = state:handle_fields(handle, "kind", "x", "y")
--- assert(kind == "place" and state:apply_handle(handle) > 0)
function State:handle(index) end

--- The index of the action that a handle stands for. Raises for a handle of another decision or
--- state.
---@param handle integer
---@return integer
function State:handle_index(handle) end

--- Fields of the action that a handle stands for, as the action has them: so many names, so many
--- values. Raises for a handle of another decision or state, and for a name that no field has.
---@param handle integer
---@param field string such as "kind"
---@param ... string more
---@return any ... values nil for what does not apply
function State:handle_fields(handle, field, ...) end

--- Carries out the action that a handle stands for; as fast as apply_index. Raises for a handle of
--- another decision or state.
---@param handle integer
---@return integer count how many actions are legal next
function State:apply_handle(handle) end

--- Takes back the last decision: a player's with what was drawn after it, or a draw by the host.
---@return true? done
---@return string? message
---@return string? code "illegal" at the beginning; "busy" while an action runs on the state
function State:undo_action() end

--- Keeps the last positions from now on, so that undo_action is a copy, for searches that take much
--- back; it is the same undo, to the last bit, and no script runs. Where more is taken back than is
--- kept, the game is played again, as without, and the positions before are kept from then on. A
--- state keeps for itself: a clone keeps nothing until it is told to. What was kept before is let
--- go.
---@param positions integer 1 to 4096; 0 for none any more
---@return integer bytes that this takes beside the state: about as much as a state for each position
---@usage local state = carcassonne.game():new_initial_state(1)
--- state:keep_undo(8)
--- state:apply_index(1)
--- assert(state:undo_action())
function State:keep_undo(positions) end

--- Gives up for a player: no more turns; the pieces stay and score. With one player left the game
--- ends.
---@param player integer
---@return true? done
---@return string? message
---@return string? code "illegal" for who has done so, and at the end; "busy" while an action runs on the state
function State:resign(player) end

--- Whether a player has given up.
---@param player integer
---@return boolean
function State:has_resigned(player) end

--- Whether a player takes no more turns: has given up, or was eliminated by a script.
---@param player integer
---@return boolean
function State:is_out(player) end

--- A copy that goes its own way. A copy that a hook makes of the state it was lent is in the middle
--- of an action, as that is: before it can be played on, undo_action has to take it back to the
--- last decision.
---@return State
function State:clone() end

--- Becomes a copy of another state of the same game, without new memory.
---@param other State
function State:copy_from(other) end

--- Gives the state another fate: draws to come follow the new seed.
---@param seed integer
function State:reseed(seed) end

--- Begins anew in the same memory, as Game:new_initial_state does. An error in a script is raised,
--- and the state is what it was.
---@param seed? integer
function State:reset(seed) end

--- Plays to the end, every choice uniform. An error in a script is raised, and the state is what it
--- was.
---@param seed? integer of the choices; the draws follow the state's own generator
function State:random_playout(seed) end

--- Another state that this one may be, for all that a player knows: hidden tiles were dealt
--- otherwise, in a way in which everybody could decide as they did, and draws to come follow the
--- seed. It has a past as any state; the events that the player was told are the same. Where no
--- such deal is found in some tries, hidden tiles stay. For searches that may not look into others'
--- hands.
---@param player? integer|"spectator" who has no part in the game, by default
---@param seed? integer 0 by default
---@return State
---@usage local state = carcassonne.game { variants = { "examples/hand-of-three.lua" } }:new_initial_state(1)
--- assert(state:resample(1, 7):hash(1) == state:hash(1))
function State:resample(player, seed) end

--- Plays random games from here and sums them up, for a search; the state stays as it is. Each has
--- draws and choices of its own, by the seed and its number: what is in the bag is drawn anew,
--- while the tile in hand and what lies in reserves or was dealt, hidden or not, stays; resample
--- deals that anew. On threads (a build with THREADS=1) it comes to the same to the last digit; a
--- game with functions in Lua is played on one. Raises with manual draws, and for threads below 1
--- or above 256.
---@param games integer how many, from 1
---@param seed? integer 0 by default
---@param options? {threads:integer} on how many threads at most; 1 by default
---@return {games:integer, threads:integer, note:string?, mean:number[], spread:number[], wins:number[]} sum by player: mean and
--- standard deviation of the points, and the share of the games won, in which a tie counts in
--- parts; on how many threads it was, and why on one alone where more were asked for
---@usage local chances = carcassonne.game():new_initial_state(1):playout(100, 7, { threads = 2 }).wins
function State:playout(games, seed, options) end

--- A hash of what players can see, in 16 hexadecimal digits; the generator is left out.
---@param observer? integer|"spectator" only what this player sees, or who has no part in the game; all by default
---@return string
function State:hash(observer) end

--- The points so far, by player; at the end, the result. Each of a team has those of all of it.
---@return integer[]
function State:returns() end

--- What the last action added to these.
---@return integer[]
function State:rewards() end

--- The points of one player, or of the player's team together.
---@param player integer
---@return integer
function State:score(player) end

--- Those that are the player's own.
---@param player integer
---@return integer
function State:own_score(player) end

--- Who leads: one player, or several who tie, or a team.
---@return integer[]
function State:winners() end

--- The goods of a player.
---@param player integer
---@return Goods
function State:goods(player) end

--- How many of one good a player has.
---@param player integer
---@param good "wine"|"grain"|"cloth"
---@return integer
function State:good(player, good) end

--- The pieces that a player has in hand, by name.
---@param player integer
---@return table<string, integer>
function State:pieces_in_hand(player) end

--- How many pieces of one kind a player has in hand; 0 for a kind that the game has not.
---@param player integer
---@param piece string
---@return integer
function State:in_hand(player, piece) end

--- The player's pieces that scripts hold, off the table and not in the player's hand.
---@param player integer
---@return table<string, integer>
function State:captured(player) end

--- Whom the phase at work asks, or has asked; elsewhere whose turn it is.
---@return integer
function State:asked() end

--- In a phase at `feature_scored` the scoring that it is asked about; nil elsewhere.
---@return Scoring?
function State:scoring() end

--- In a phase at `points_given` the points that it is asked about; nil elsewhere.
---@return Given?
function State:points_given() end

--- The tiles on the table, in the order placed; or those that pass a filter.
---@param filter? Filter
---@return Tile[]
function State:tiles(filter) end

--- The tile of this index, its place in the order in which they were placed.
---@param index integer
---@return Tile? tile
function State:tile(index) end

--- The index of the tile in a cell.
---@param x integer
---@param y integer
---@return integer? index
function State:tile_index(x, y) end

--- How many segments the tile in a cell has; 0 without one.
---@param x integer
---@param y integer
---@return integer
function State:num_segments(x, y) end

--- The tile in a cell.
---@param x integer
---@param y integer
---@return Tile? tile
function State:tile_at(x, y) end

--- How many tiles lie on the table.
---@return integer
function State:num_tiles() end

--- The pieces on the table, or those that pass a filter.
---@param filter? Filter
---@return Piece[]
function State:pieces(filter) end

--- A token on the table or in a player's hand.
---@class Token
---@field token string its kind
---@field number? integer that it bears
---@field player? integer who has it in hand, or else whose it is
---@field owner? integer whose it is, where they are players'
---@field in_hand boolean
---@field tile? integer index of the tile; none on an empty cell
---@field x? integer
---@field y? integer
---@field segment? integer
---@field text? string the segment as the notation has it

--- The tokens on the table and in players' hands, kind by kind, or those that pass a filter.
---@param filter? Filter
---@return Token[]
function State:tokens(filter) end

--- The one token of a kind, or of players' that of a player; nil while it is in the supply.
---@param token string
---@param player? integer whose turn it is by default
---@return Token?
function State:token(token, player) end

--- How many tokens of a kind are there: in the supply, in a player's hand, or on a tile or segment.
---@param token string
---@param where? integer|Token|Piece|Tile|Place|Action|Feature a player, or what has x and y and perhaps a segment; the supply by default
---@param number? integer only those that bear it
---@param observer? integer|"spectator" who asks; nobody, who knows all, by default. Raises for a number that this one does not see
---@return integer
function State:num_tokens(token, where, number, observer) end

--- How many of each number may be those that somebody does not see: in the supply, in hands and on
--- the table. None bear numbers: none.
---@param token string
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return integer[] by number
function State:tokens_unseen(token, observer) end

--- Whether somebody sees which number a token bears.
---@param observer? integer|"spectator" nobody, who knows all, for nil
---@param token Token|Action
---@return boolean
function State:sees(observer, token) end

--- The empty cells beside tiles, by y, then x; or those that pass a filter. With `can_deploy` those
--- where a tile could go.
---@param filter? Filter
---@return {x:integer, y:integer}[]
function State:cells(filter) end

--- The segments on the table, by tile; or those that pass a filter. With `can_deploy` one for each
--- piece that could go there.
---@param filter? Filter
---@return FoundSegment[]
function State:segments(filter) end

--- The players who still play, clockwise from whose turn it is; or those that pass a filter.
---@param filter? Filter
---@return integer[]
function State:players(filter) end

--- The corners of tiles where four tiles meet and all are field, clockwise from the north-east,
--- which is 0; or those that pass a filter.
---@param filter? Filter
---@return FoundSegment[]
function State:corners(filter) end

--- The axes of tiles - 1 is N.S, 2 is E.W - or those that pass a filter. With `can_deploy` those
--- along which a span could lie.
---@param filter? Filter
---@return FoundSegment[]
function State:axes(filter) end

--- The ends of roads and rivers, by tile; or those that pass a filter.
---@param filter? Filter
---@return End[]
function State:ends(filter) end

--- How many things a selector finds.
---@param selector Selector
---@return integer
function State:count(selector) end

--- Whether it finds anything, or as many as its `min` and `max` say.
---@param selector Selector
---@return boolean
function State:any(selector) end

--- Goes through what a selector finds now, passing over what it would not find any more when its
--- turn comes: `for piece in state:each { "pieces", kind = "road" } do`.
---@param selector Selector
---@return fun():any
function State:each(selector) end

--- Whether a filter holds of a thing: a player's number, a Feature, or what the readers of this
--- list.
---@param thing integer|Feature|table
---@param filter Filter
---@return boolean
function State:matches(thing, filter) end

--- The names of the areas in which a thing is: a tile is where any of its segments is, a feature
--- too.
---@param thing Feature|table as for State:matches
---@return string[]
function State:areas(thing) end

--- Where the tile lies that was placed last; nothing if there is none.
---@return integer? x
---@return integer? y
function State:last_placed() end

--- Where a tile of this type would fit now, hooks and spans left aside.
---@param id string
---@return {x:integer, y:integer, rotation:integer}[]
function State:placements(id) end

--- The number of the segment at a port of a tile as it lies.
---@param x integer
---@param y integer
---@param port string NL N NR EL E ER SL S SR WL W WR
---@return integer? segment nil if no tile is there, or no segment of it
function State:port(x, y, port) end

--- How many spans were laid in this part of the turn.
---@return integer
function State:spans_laid() end

--- The tiles still to be drawn, by id; ids with none left are absent. For a player those, too, that
--- lie hidden from that player: any of them may be the next, for all that the player knows.
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return table<string, integer>
function State:tiles_left(observer) end

--- The tiles that are out of the game, by id.
---@return table<string, integer>
function State:tiles_gone() end

--- Of those, the ones that fit nowhere now, in order.
---@return string[]
function State:unplaceable() end

--- How many tiles are still to be drawn, for a player those that lie hidden among them.
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return integer
function State:num_tiles_left(observer) end

--- The tiles in a reserve, in the order in which they came there. Raises for who does not see them.
---@param name string
---@param player? integer whose, of a reserve of players; whose turn it is by default
---@param observer? integer|"spectator" who asks; nobody, who knows all, by default
---@return string[]
function State:reserve(name, player, observer) end

--- How many tiles are in a reserve, which everybody sees.
---@param name string
---@param player? integer whose, of a reserve of players; whose turn it is by default
---@return integer
function State:num_in_reserve(name, player) end

--- The reserve that the tile to be drawn is dealt to; nothing if it is drawn to be placed, or none
--- is.
---@return string? name
---@return integer? player whose, of a reserve of players
function State:dealing() end

--- The feature that has this segment.
---@param x integer
---@param y integer
---@param segment integer|string its number on the tile, or its text: "city:N.W"
---@return Feature? feature nil if nothing is there
function State:feature(x, y, segment) end

--- What scripts have joined and not undone, in the order in which they did: for each join its two
--- segments. A position takes it as `joins`.
---@return Place[][] joins
---@usage assert(#state:joins() == 0)
function State:joins() end

--- The features on the table, or those that pass a filter.
---@param filter? Filter
---@return Feature[]
function State:features(filter) end

--- What happened so far, by playing the game again.
---@param since? integer only events with a higher number
---@param observer? integer|"spectator" to whom it is told: which tiles are dealt where they are hidden is left out
---@return Event[]
function State:events(since, observer) end

--- A number that shows a host whether the events that it has are still those of this state. It
--- stays while actions only add events. It grows when events are taken back or replaced by those of
--- another state: undo_action, reset, copy_from. No two states in a Lua have the same. It is not
--- saved, and not in hashes and digests.
---@return integer revision
---@usage local before = state:revision()
--- state:apply_index(1)
--- assert(state:revision() == before)
--- state:undo_action()
--- assert(state:revision() > before)
function State:revision() end

--- The game so far as text; Game:deserialize_state and carcassonne.load read it.
---@return string
function State:serialize() end

--- What the players see, as lines that `position` of carcassonne.game takes: tiles, pieces, points,
--- goods, who has resigned, whose turn it is, which part of it, what is in hand, and what is to be
--- decided, a script's question too. A game of these lines begins with the same decision, and the
--- same choices. The order of the bag is not in it, nor what only the past can tell: where a tile
--- of an earlier group is left, that a later one has come. How the game came there is not in it
--- either: a new game begins, with its own events, nothing to undo and draws of its own. For a
--- player it says of tiles that are hidden from that player how many there are; a game of these
--- lines deals others.
---@param observer? integer|"spectator" nobody, who knows all, by default
---@return string
---@usage local again = carcassonne.game { position = state:observation_string() }
function State:observation_string(observer) end

--- All that a player may see, as one table of plain values, which can be written as JSON: what is
--- played, the table, the players, what scripts remember, what the last decision brought about,
--- and, for who decides, the legal actions. No seed, and nothing of the draws to come but how many
--- of which tile are left. carcassonne.describe.observation has its fields.
---@param player? integer none for who looks on
---@return View
---@usage local view = carcassonne.game():new_initial_state(1):view(1)
--- assert(view.current == 1 and #view.actions > 0 and view.tiles[1].id == "BA-D")
function State:view(player) end

--- An action as text.
---@param action Action
---@return string
function State:action_to_string(action) end

--- The action that a text names: `place TB-A 3,-1 r2`, `deploy follower city:N.W`, `pass`, `extra
--- take`, `extra decline`, `draw TB-A`, `resign 2`; an option of a script is its name, then what it
--- has of [PLAYER] [PIECE] [#NUMBER] [SEGMENT] [@X,Y]: `capture 1 follower city:N @2,0`. Not
--- whether it is legal.
---@param text string
---@return Action? action
---@return string? message
---@return string? code
function State:string_to_action(text) end

--- Returns what a script keeps in a variable. A variable of the game has no key: `state:variable
--- "price"`. A variable of segments has three: x, y and the segment. Where it has a size, the index
--- of the number, from 1, follows the key: `state:variable("tokens", 2, 3)` is the third of player
--- 2, `state:variable("prisoners", 3)` the third of the game.
---@param name string
---@param key? integer|Feature the player, the index of the tile, the feature, or x; none for a variable of the game
---@param index? integer of the number, in a variable with a size; or y
---@param segment? integer|string
---@return integer|Place|nil value a place, or nil for none, where the variable holds places
function State:variable(name, key, index, segment) end

--- A segment as selectors find it.
---@class FoundSegment
---@field tile integer index of its tile
---@field x integer
---@field y integer
---@field segment? integer none of an axis
---@field kind? Kind
---@field text? string as the notation has it
---@field piece? string with `can_deploy`: the piece that could go there
---@field number? integer of a corner or an axis

--- An end of a road or a river: inside its tile, or on a side beyond which it does not go on.
---@class End
---@field tile integer index of its tile
---@field x integer
---@field y integer
---@field segment integer the road or river, by its number on the tile
---@field kind Kind
---@field text string as the notation has it
---@field side? "N"|"E"|"S"|"W" of the tile as it lies; nil: inside the tile
---@field number? integer the same, from 0 for the north, clockwise
---@field open boolean nothing lies there yet that it could run into
---@field into FoundSegment[] what it runs into, on its own tile or on the one beside
