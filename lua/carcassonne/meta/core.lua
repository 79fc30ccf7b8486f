---@meta
--- The objects of the C module `carcassonne.core`, as scripts see them.
-- Read by editors and the reference; never loaded. carcassonne.state documents the states.
--
-- Players count from 1; x counts cells to the east, y cells to the south; rotations count quarter
-- turns clockwise, 0 to 3. A call with a wrong argument raises an error that names the argument.
-- Reading an unknown field of a Game, a State, an Action or a Feature raises an error with the
-- nearest valid name.
-- @module carcassonne.core

--- The C module. Programs use `require "carcassonne"`, which is built on it.
---@class carcassonne.core
---@field version string of the engine
---@field abi_version integer of the C interface
---@field save_version integer of the format of saved games
---@field threads boolean whether the library was built with threads
---@field editions string[]
---@field default_edition string
---@field sheets table<Edition, string> the printed rule sheet of each edition, in words
---@field tilesets string[]
---@field rules Rule[]
---@field bounded {string:table<string, function>, table:table<string, function>} functions of Lua's libraries, in the form that scripts get
---@field methods table<string, table<string, function>> the methods of each class, by name
local core = {}

--- Makes a game from the lines of a definition. `hooks` maps the name of each hook to a list of
--- rows {variant=, options=, run=, unlimited=}. The rows of `phase` also have the keys ask and
--- chosen; `final` maps each step of the final scoring to such a list. A row with `unlimited` has
--- no instruction budget.
---@param text string
---@param hooks table
---@param variants table plain data about each variant; Game:variants returns copies of it
---@param call integer instructions that one call of a hook may use; 0 for no limit
---@param action? integer instructions that all hooks of an action may use
---@param game? integer instructions that all hooks of a game may use
---@return Game? game
---@return string? message
---@return string? code
---@return integer? line of the text
---@return boolean? absent true if the text names a piece, tile or step that does not exist, but that further lines may still declare
function core.new_game(text, hooks, variants, call, action, game) end

--- A statement of a definition, with its words, which are rows of the engine's grammar.
---@class GrammarStatement
---@field name string in the text
---@field key? string in the table of a game or a variant; absent if tables do not have this statement
---@field form "one"|"names"|"lines"|"pairs"|"named"|"tables"|"acting"|"of_hook"|"hand" how tables write it
---@field lua? string the type of the value under the key, if the form does not imply it
---@field within? string the statement whose tables contain this one; if this statement has no key, it is an item of these tables
---@field of_game boolean whether a game may have the key
---@field of_variant boolean whether a variant may have the key
---@field says string
---@field rows GrammarRow[]

--- A word of a statement.
---@class GrammarRow
---@field name string
---@field type string as grammar.def names it
---@field lua string the type of its value in a table
---@field low? integer
---@field high? integer
---@field words? string[] the values, or words that stand for a number
---@field where? string[] the subjects of the statement that have this word; absent: all subjects
---@field default? string the value if the word is omitted
---@field otherwise? string what is true if the word is omitted, in words; or "required"
---@field none? string the word for an empty list
---@field with? string[] the word requires one of these words
---@field without? string[] the word excludes these words
---@field says? string
---@field needed? boolean
---@field placed? boolean in the text: a value without its key
---@field item? boolean in a table: an item without a key
---@field list? boolean several values, separated by commas
---@field may_be_empty? boolean of a list
---@field repeats? boolean it may occur several times
---@field is_subject? boolean it names the subject of the statement
---@field by_players? boolean in a table the value may also be a list with one value for each number of players
---@field adds_up? boolean values of several statements are combined; otherwise a later value replaces an earlier one
---@field strictest? boolean of the values of several statements, the strictest applies
---@field two_words? boolean in the text: KEY VALUE
---@field itself? boolean it is the table itself, without the other keys of its statement
---@field given? boolean the value follows from the place of the table, which does not state it
---@field names_it? boolean messages identify the statement by it

--- A hook: a function of a variant, or data in place of the function.
---@class GrammarHook
---@field name string
---@field arguments string the arguments between the state and the options, with their types
---@field answers? string the type of its result; absent if the hook acts
---@field statement? string the statement for its rows of data, if it may have any
---@field flag? string a boolean key that it may have beside `run`
---@field says string when it is called, and what it changes

--- A list of words that are valid in one place.
---@class GrammarWords
---@field name string
---@field words string[]
---@field says string

--- Returns the statements of a definition, the hooks in the order of a turn, and lists of words.
--- The parser and the writer of definitions both use this table.
---@return GrammarStatement[]
---@return GrammarHook[]
---@return GrammarWords[]
function core.grammar() end

--- Checks a text that people read: its length in UTF-8 characters, and that it has no control
--- characters.
---@param text string
---@return string? fault nil if the text is valid
function core.phrase_fault(text) end

--- Checks a text that a terminal shows. It must be UTF-8, and must not have control characters,
--- characters that change the direction of text, or line separators. Line ends and tabs are
--- allowed.
---@param text string
---@return string? fault nil if the text is valid
function core.text_fault(text) end

--- Escapes the characters that core.text_fault would refuse, in the notation of Lua strings: `\27`
--- or `\u{202E}`.
---@param text string
---@param lines? boolean keep line ends and tabs
---@return string
function core.printable(text, lines) end

--- Returns the name that is nearest to a misspelt word; nil if none is near.
---@param word string
---@param names string[]
---@return string?
function core.nearest(word, names) end

--- Returns the lines of the definition in a saved game.
---@param text string
---@return string? lines
---@return string? message
---@return string? code
function core.save_definition(text) end

--- Returns the tiles of a built-in set, in the tile notation.
---@param name string
---@return string?
function core.tileset(name) end

--- Returns the digest of a text: 16 hexadecimal digits.
---@param text string
---@return string
function core.digest(text) end

--- Returns a selector or a filter as text for definitions. Raises if its form is wrong.
---@param selector Selector|Filter
---@param filter? boolean whether it is a filter, which has no kind
---@param beside? string a statement whose keys may also be in the table; they are skipped
---@return string
function core.selector_text(selector, filter, beside) end

--- Calls a function and stops it after `budget` instructions. A message names the line of the
--- script in which the error was raised, and the valid name that is nearest to a misspelt one.
---@param budget integer
---@param run function
---@param ... any its arguments
---@return boolean ok
---@return any result one value that it returned, or the message
function core.limited(budget, run, ...) end

--- A weight of the evaluation: a quantity that the rules do not state.
---@class SearchWeight
---@field name string
---@field usual number the default
---@field min number
---@field max number
---@field says string

--- Returns the weights of the evaluation, in order.
---@return SearchWeight[]
function core.weights() end

--- One part of a rating.
---@class RatingTermRow
---@field name string
---@field says string

--- Returns the parts of a rating, in order.
---@return RatingTermRow[]
function core.rating_terms() end

--- The effect of a restriction in a game.
---@class RestrictionCount
---@field decisions integer decisions in which it took a legal action away or added one
---@field removed integer number of actions that it took away
---@field added integer number of actions that it added

--- Counts the effects of `edges`, `forbidden_placements`, `allow_placement`,
--- `forbidden_deployments`, `allow_deployment` and `forbid_deployment` in the game so far. Replays
--- the game and calls its hooks again.
---@param state State
---@return table<string, RestrictionCount> counts by the names of the restrictions
function core.restrictions(state) end

--- Something that a script gives players, and that may bring points later. `kind` is "variable",
--- "turn", "named", "token", "reserve", "step" or "term"; carcassonne_search.h explains them.
---@class AssetRow
---@field kind string
---@field name string full name of the variable, token, reserve or step; name of the term
---@field usual number[] default worths of one unit in points, for each number of turns left

--- Returns the assets of a game, in order.
---@param game Game
---@return AssetRow[]
---@return integer[] turns numbers of turns left for which worths are given
function core.assets(game) end

--- Makes a search for the states of a game; it takes several hundred kilobytes of memory. For
--- ready-made bots see `require "carcassonne.bots"`. `tree` has the fields of the C struct
--- carc_tree_options.
---@param game Game
---@param weights table<string, number> by name; omitted weights have their defaults
---@param tree? { nodes:integer, candidates:integer, turns:integer, explore:number, prior:number } for a tree search
---@return Search
function core.new_search(game, weights, tree) end

--- Makes an action space; `carcassonne.action_space` describes it.
---@param game Game
---@param radius? integer
---@return ActionSpace?
---@return string? message
function core.new_action_space(game, radius) end

--- Makes observation planes; `carcassonne.observation_space` describes them.
---@param game Game
---@param radius? integer
---@return ObservationSpace?
---@return string? message
function core.new_observation_space(game, radius) end

--- Sets the metatable that strings have while an instruction limit is active. The new metatable
--- should have every function of the original one.
---@param meta table
function core.script_strings(meta) end

---@alias Decision "draw"|"place"|"deploy"|"extra"|"choice"
---@alias Axis "N.S"|"E.W"

---@class Goods
---@field wine integer
---@field grain integer
---@field cloth integer

--- A term of a sum of points: `count` times `each`. A term from a row of a script has the kind row,
--- zeroed or halved, and as its name the subject of the row. A term from a function of a script has
--- the kind script.
---@class Item
---@field kind ItemKind
---@field count integer
---@field each integer
---@field name? string

--- An event, for a screen or a log. Fields that do not apply are absent.
---
--- Depending on the kind of the event, `label` is the step of the final scoring, the script's name
--- for its points, the phase of an option or of a pass, an attribute, a kind of token, or a
--- variable.
---
--- For a token, `from` is its last place (absent: the supply); its new place is `player`, or x, y,
--- tile and segment. If a variable holds a place, its event has these four fields instead of
--- `value`.
---@class Event
---@field number integer from 1
---@field decision integer number of decisions so far, this one included
---@field kind EventKind
---@field player? integer
---@field id? string the tile
---@field x? integer
---@field y? integer
---@field rotation? integer
---@field tile? integer index of the tile
---@field segment? integer
---@field text? string the segment
---@field feature? Kind|"goods" what was scored
---@field good? string
---@field piece? string
---@field points? integer
---@field complete? boolean attribute_set: whether the attribute is set now
---@field divided? boolean split: whether the feature became two features
---@field final? boolean part of the final scoring
---@field goods? Goods taken from a city; with the label `given`: given by a script, negative if returned
---@field giver? integer goods: the player who gave them; absent for the supply
---@field items? Item[] the terms of the points
---@field label? string
---@field chosen? integer chose: the number of the option
---@field chosen_player? integer chose: the player that the option names
---@field token? string chose: the kind of token that the option names; `chosen` is then the number of the token
---@field bears? integer token: the number of the token
---@field from? {player?:integer, x?:integer, y?:integer, segment?:integer}
---@field value? integer variable: its new value
---@field index? integer variable: the index of the value

-------------------------------------------------------------------------------
--- A game: its rules, tiles and scripts. Immutable; any number of states share it.
---@class Game
local Game = {}

--- Begins a game. With seeded draws the first tile has been drawn.
---@param seed? integer equal seeds give equal draws on every system; 0 by default
---@return State
---@usage local state = carcassonne.game():new_initial_state(42)
function Game:new_initial_state(seed) end

--- Loads a saved game of this definition: replays it and checks every line.
---@param text string returned by `State:serialize`
---@return State? state
---@return string? message the fault, with its line
---@return string? code "invalid" or "script"
function Game:deserialize_state(text) end

--- Replays the draws and decisions of a saved game under the rules of this game, even if the saved
--- game had other rules. Later draws come from the random generator of the saved game.
--- carcassonne.reload does this when scripts have changed.
---@param text string returned by `State:serialize`
---@return State? state
---@return string? message names the first decision that is not legal under these rules
---@return string? code "invalid" or "script"
function Game:replay_state(text) end

--- Returns everything that stays constant during a game, as one table of plain values for JSON. A
--- program that has this table and the views of states can use carcassonne.ui without a game. See
--- carcassonne.describe.observation.
---@return GameView
---@usage local view = carcassonne.game():view()
--- assert(view.players == 2 and view.tiles[1].segments[1].kind)
function Game:view() end

--- Returns the number of players.
---@return integer
function Game:players() end

--- Returns the text of the definition.
---@return string
function Game:text() end

--- Returns 16 digits that differ between games whose rules, tiles or scripts differ. For a script
--- that was passed as a table they cover the code of its functions, but not the values of their
--- upvalues.
---@return string
function Game:fingerprint() end

--- Returns the size of a state in bytes.
---@return integer
function Game:state_size() end

--- Returns the rule values by name: numbers or words.
---@return table<string, integer|string>
function Game:rules() end

--- Returns the number of tiles of the game, start tiles included.
---@return integer
function Game:num_tiles() end

--- Returns all tiles, as printed.
---@return TileType[]
function Game:tiles() end

--- Returns one tile in a rotation.
---@param id string
---@param rotation? integer
---@return TileType? tile nil if the game has no such tile
function Game:tile(id, rotation) end

--- Returns the names of the areas: named sets of segments on one or more tiles, for State:areas and
--- selectors.
---@return string[]
function Game:areas() end

--- A kind of token: a marker on the table or with a player that is not a player's piece.
---@class TokenKind
---@field name string
---@field symbol string its letters on drawn boards
---@field count integer how many exist, of each number and for each owner
---@field numbers integer tokens have the numbers 1 to `numbers`; 1: they have no number
---@field owner "game"|"player"|"dealt" "game": one supply; "player": one for each player; "dealt": dealt to all, then without an owner
---@field on string[] the places where they may be: tile, cell, segment, feature, player
---@field visible_to "all"|"owner"|"nobody" who sees the numbers

--- Returns the kinds of tokens.
---@return TokenKind[]
function Game:tokens() end

--- A kind of piece.
---@class PieceKind
---@field index integer its position in Game:pieces
---@field name string
---@field count integer how many each player has
---@field follower boolean
---@field on string[] the kinds of segments; of each kind, at least some segments can take the piece
---@field span? boolean

--- Returns the kinds of pieces.
---@return PieceKind[]
function Game:pieces() end

--- Returns the reserves: places for tiles outside the bag and the table.
---@return {name:string, owner:string, visible_to:string, size:integer, deal:integer, play_from:"no"|"next"|"any"}[]
function Game:reserves() end

--- Returns one kind of piece, by its name or its index; nil if it does not exist.
---@param which string|integer
---@return PieceKind?
function Game:piece(which) end

--- Returns the phases of scripts in their order, each with its timing.
---@return {name:string, timing:Timing}[]
function Game:phases() end

--- Returns the steps of the final scoring, in order.
---@return string[]
function Game:final_steps() end

--- Whether the host draws the tiles.
---@return boolean
function Game:manual_draws() end

--- Whether the game counts goods.
---@return boolean
function Game:goods_count() end

--- Returns the teams, each a list of players; empty if there are no teams.
---@return integer[][]
function Game:teams() end

--- Returns the rule of victory, as in the options of a game; for example, `{ "race", points = 50,
--- ends = "turn" }`.
---@return VariantVictory
function Game:victory() end

--- Returns the maximum number of outcomes of a decision of the host: 0 unless the host decides
--- chance.
---@return integer
function Game:max_chance_outcomes() end

--- Returns a number of decisions of players and the host that no game exceeds.
---@return integer
function Game:max_game_length() end

--- Returns a number of points below which no player or team can be. Returns nil and the reason if
--- no bound can be proven.
---@return integer?
---@return string? reason
function Game:min_utility() end

--- Returns a number of points that no player or team can exceed. Returns nil and the reason if no
--- bound can be proven: functions and rows of scripts can give any number of points.
---@return integer?
---@return string? reason
function Game:max_utility() end

--- A variant of a game.
---@class PlayedVariant
---@field name string
---@field description? string
---@field options table<string, string|boolean|number> their values in this game
---@field digest string
---@field shipped boolean

--- Returns the variants of the game in their order, as new tables.
---@return PlayedVariant[]
function Game:variants() end

-------------------------------------------------------------------------------
--- An action. Fields that do not apply are nil. tostring returns its text; equal actions are ==.
---@class Action
---@field kind "draw"|"place"|"deploy"|"pass"|"extra"|"resign"|"choice"
---@field name? string choice: the name of the phase
---@field id? string the tile
---@field x? integer
---@field y? integer
---@field rotation? integer
---@field piece? string
---@field segment? integer
---@field text? string deploy, choice: the segment in the notation
---@field take? boolean extra: whether to take the further part of the turn
---@field player? integer resign: the player who resigns; choice: set by the script
---@field number? integer choice: set by the script; with a token: the token's number
---@field token? string choice: its kind
---@field span? {piece:string, x:integer, y:integer, axis:Axis} place: the tile fits only with this span
---@field packed string the action as a 64-bit number, in 16 hexadecimal digits; equal to the number in C
local Action = {}

--- A dimension of a block: a field of an action. Its values are `low`, `low` + 1, and so on. If it
--- is optional, its first place stands for actions without this field, and `low` is at the second
--- place.
---@class ActionDimension
---@field field "tile"|"cell"|"rotation"|"span"|"piece"|"segment"|"player"|"token"|"number"|"take"
---@field low integer
---@field size integer number of places
---@field optional boolean

--- A block of numbers: a grid of the dimensions, the last of which counts fastest.
---@class ActionBlock
---@field kind "pass"|"extra"|"place"|"deploy"|"choice"
---@field phase? string choice: the name of the phase
---@field elsewhere boolean deploy: the actions name the cell of their tile
---@field first integer the first number
---@field size integer
---@field dimensions ActionDimension[]

--- The numbers of the actions of one game, from 0. A number means the same in every state; it is
--- equal to the number in C (carcassonne_space.h).
---@class ActionSpace
local ActionSpace = {}

--- Returns how many actions the space has.
---@return integer
function ActionSpace:size() end

--- Returns the radius of the window, in cells.
---@return integer
function ActionSpace:radius() end

--- Returns the blocks of the space, in order.
---@return ActionBlock[]
function ActionSpace:blocks() end

--- Returns the number of an action. Returns nothing for draws, for resignations, and for actions
--- whose cell is outside of the window.
---@param action Action
---@return integer?
function ActionSpace:number(action) end

--- Returns the index of the legal action that has this number; nothing if no legal action has it.
---@param state State
---@param number integer
---@return integer? index for State:apply_index
function ActionSpace:index(state, number) end

--- Returns the numbers of all legal actions, by index; false for an action without a number.
---@param state State
---@return (integer|false)[]
function ActionSpace:legal(state) end

--- Returns a string with a byte for each number: 1 if an action with this number is legal,
--- otherwise 0. Also returns how many legal actions have no number.
---@param state State
---@return string mask
---@return integer without
function ActionSpace:mask(state) end

--- The observation planes of one game: a number for each plane and each cell of a window. The cells
--- are those of an ActionSpace with the same radius. The planes are equal to those in C
--- (carcassonne_space.h).
---@class ObservationSpace
local ObservationSpace = {}

--- Returns the names of the planes, in order.
---@return string[]
function ObservationSpace:names() end

--- Returns the shape of an observation: the numbers of planes, rows and columns.
---@return integer[]
function ObservationSpace:shape() end

--- Returns the radius of the window, in cells.
---@return integer
function ObservationSpace:radius() end

--- Returns how many planes describe the board. Each later plane has one number in all cells.
---@return integer
function ObservationSpace:board_planes() end

--- Returns what a player sees of a state, as a string of 32-bit floats in the byte order of the
--- machine: plane by plane, row by row from the north-west corner, west to east.
---@param state State
---@param observer? integer|"spectator" spectator by default
---@return string numbers
function ObservationSpace:tensor(state, observer) end

--- Returns what a player sees of a state, as a list with an entry for each plane. The entry is a
--- number if all cells have this number; otherwise it is a list of cells and their numbers, as in
--- `{ 220, 1, 221, 0.5 }`. Cells count from 0; omitted cells have 0. Numbers are rounded to six
--- places after the point.
---@param state State
---@param observer? integer|"spectator" spectator by default
---@return (number|number[])[]
function ObservationSpace:sparse(state, observer) end

--- A search of the engine, for the states of one game.
---@class Search
local Search = {}

--- Rates each legal action for the player who decides: the expected final points of this player,
--- minus those of the best opponent. Raises if no player decides.
---@param state State of the game of the search
---@param seed? integer for the new deal of hidden tiles
---@return table<integer, number> ratings by index; nil for actions that were not evaluated
function Search:rate(state, seed) end

--- The terms of a rating: `before`, plus the sum of `own`, minus the sum of `theirs`. `own` and
--- `theirs` are the gains of the player who decides and of the best opponent. Each list has one
--- gain for each part of the rating, in the order of core.rating_terms.
---@class Reason
---@field before number the expected lead after passing, or in the current state where no piece may be deployed
---@field own number[]
---@field theirs number[]

--- Returns the terms of the rating of an action.
---@param state State of the game of the search
---@param index integer of the action
---@param seed? integer as for the rating
---@return Reason
function Search:explain(state, index, seed) end

--- Returns the best of the legal actions.
---@param state State of the game of the search
---@param seed? integer for the choice among equal actions
---@return integer index
function Search:choose(state, seed) end

--- Returns the assets of each player in a state, and the points that each player is expected to
--- have at the end without them. Raises if no player decides.
---@param state State of the game of the search
---@return number[][] assets by player, in the order of core.assets
---@return number[] expected by player
function Search:assets(state) end

--- Sets what assets are worth. Call it before the first search.
---@param worths? number[][] for each asset, the worths of one unit; the defaults if nil
---@param win? number what a won game is worth, if only winning counts; 0 by default
---@param blind? boolean whether ratings ignore what functions of scripts do later
function Search:set_worths(worths, win, blind) end

--- Sets whether ratings include the points that bonuses and functions of `on_feature_scored` will
--- give when features score. The default is false, because it takes time.
---@param foresees boolean
function Search:foresee_scoring(foresees) end

--- Runs `iterations` simulations of a tree search. The tree keeps the results of earlier decisions.
--- A unit of work takes about a tenth of a microsecond; the count is the same on every machine.
---@param state State
---@param iterations integer
---@param seed? integer for the draws in the simulations
---@param work? number if it has done this many units of work, it ends early, but not before the first simulation
---@return number work units that were done
function Search:think(state, iterations, seed, work) end

--- Searches the rest of a game of two players exactly. Returns nil if more than `tiles` tiles are
--- left to draw, including the tile in hand; if tiles or tokens are hidden; if the players do not
--- play against each other; or if the search would take more work. In a race and in other games
--- that are not won by most points, the lead includes 50 points for a won game.
---@param state State of the game of the search
---@param tiles integer
---@param work? number maximum number of units of work
---@param all? boolean whether to compute the value of every action
---@return table<integer, number>? values by index: the expected lead if both play best; without `all`, nil for actions that are not better
---@return number work units that were done
function Search:solve(state, tiles, work, all) end

--- Returns the evaluations and visit counts of the actions that the tree search tried.
---@param state State in which it searched
---@return table<integer, number> ratings by index; nil for actions that were not tried
---@return table<integer, integer> visits by index
function Search:evaluations(state) end

--- Returns the action with the most visits.
---@param state State in which it searched
---@return integer? index nil if the search did not search this state
---@return integer? ahead how many more visits this action has than the second
function Search:best_action(state) end

-------------------------------------------------------------------------------
--- A feature, identified by one of its segments; its fields change as the feature grows.
---@class Feature
---@field kind Kind
---@field complete boolean
---@field tiles integer number of tiles; for a monastery or a similar spot: its own tile and the neighbours
---@field open integer number of open ends, or of missing neighbours
---@field pennants integer
---@field goods Goods
---@field attributes string[]
---@field points integer its current score by rules and rows of points, without pigs and functions of scripts
---@field majority integer[] the players who would score it
---@field x integer
---@field y integer
---@field segment integer
local Feature = {}

--- Returns the power of a player's followers in the feature. Builder and pig add to it if the rule
--- `count_as_followers` includes majorities.
---@param player integer
---@return integer
function Feature:power(player) end

--- Returns how often the feature has an attribute of segments: with `merge = "sum"` the sum over
--- its segments, otherwise 1 or 0.
---@param attribute string
---@return integer
function Feature:count(attribute) end

--- Returns the segments of the feature.
---@return {tile:integer, x:integer, y:integer, segment:integer, text:string}[]
function Feature:segments() end

--- Returns the ends of a road or a river; a loop has no ends.
---@return End[]
function Feature:ends() end

--- Wraps a function so that a call charges the length of its text arguments to the active limit.
---@param run function
---@return function
function core.charged(run) end

--- Wraps a function so that it runs in the C locale, whatever locale the host has set. It must not
--- yield.
---@param run function
---@return function
function core.in_c_locale(run) end

--- Makes a Lua state for a script. It contains the module carcassonne.sandbox.prelude, and nothing
--- of the host. `code` is a function of the host: it returns the code of a module, or the code and
--- the path of a required file, or nil and a message. The host must keep these texts alive.
---@param bytes integer memory limit
---@param characters integer limit of printed output; further output is dropped
---@param code fun(name:string, of_script:boolean):string?, string?
---@return userdata sandbox
function core.new_sandbox(bytes, characters, code) end

--- Runs a script in a sandbox.
---@param sandbox userdata
---@param name "read"|"read_bot" the function of carcassonne.sandbox.prelude that runs it
---@param path string
---@param text string
---@param instructions integer limit
---@return boolean ok
---@return table|string source plain data, with functions that only games can call; or the message
function core.read_in_sandbox(sandbox, name, path, text, instructions) end

--- Calls a function of carcassonne.sandbox.prelude in a sandbox. The arguments are plain data.
---@param sandbox userdata
---@param name string
---@param instructions integer limit
---@param spent string the message if the call exceeds this limit
---@param state? State the state that core.asked_state copies
---@param ... any
---@return boolean ok
---@return any result plain data; or the message
function core.call_in_sandbox(sandbox, name, instructions, spent, state, ...) end

--- In a sandbox: returns a copy of the state that the host has given to core.call_in_sandbox. The
--- copy is valid until that call ends.
---@return State
function core.asked_state() end

--- Returns the data that the script of a function keeps outside of its variables: for each path, a
--- text.
---@param run function
---@return table<string, string>? data nil for a function that is not in a sandbox
function core.kept_data(run) end

--- In a sandbox: returns the placeholder of the function with this number in copied plain data.
---@param number integer
---@return function
function core.mark(number) end

--- In a sandbox: asks the host for a file that the script requires.
---@param name string
---@return string? code
---@return string? path of the file, nil for a shipped module; after a failure, the message
function core.required(name) end

--- In a sandbox: stops charging instructions to the script. Code that runs later belongs to the
--- library, and is not charged.
function core.script_is_done() end

--- Returns a wrapper of a sandbox function that counts its calls.
---@param run function
---@return function? counted nil for a function outside sandboxes
function core.counted(run) end

--- Returns the number and the duration of the calls of a counted function.
---@param counted function
---@return integer calls
---@return number seconds of processor time
function core.calls(counted) end

return core
