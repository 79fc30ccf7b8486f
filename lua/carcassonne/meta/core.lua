---@meta
--- The objects of the C module `carcassonne.core`, as scripts see them.
-- Nothing here is loaded: it is what editors and the reference read. carcassonne.state has the
-- states.
--
-- Players count from 1; x counts cells to the east, y cells to the south; rotations count quarter
-- turns clockwise, 0 to 3. A call with a wrong argument raises an error that names the argument; to
-- ask a Game, a State, an Action or a Feature for what it has not raises one that names what is
-- near.
-- @module carcassonne.core

--- The C module. `require "carcassonne"` is what scripts want; this is what it is made of.
---@class carcassonne.core
---@field version string of the engine
---@field abi_version integer of the C interface
---@field save_version integer of the format of saved games
---@field threads boolean whether the library was built with threads
---@field editions string[]
---@field default_edition string
---@field sheets table<Edition, string> which sheet each edition is, in words
---@field tilesets string[]
---@field rules Rule[]
---@field bounded {string:table<string, function>, table:table<string, function>} functions of libraries as scripts have them
---@field methods table<string, table<string, function>> the methods of each class, by name
local core = {}

--- Makes a game from the lines of a definition.
---@param text string
---@param hooks table lists of rows {variant=, options=, run=, unlimited=} by hook; those of `phase` have ask and chosen, too;
--- `final`: such lists by step; unlimited: the budget does not apply
---@param variants table plain data about each, for Game:variants, which gives copies
---@param call integer instructions that a call of a hook may use; 0 for no limit
---@param action? integer that all hooks of an action may use
---@param game? integer that all hooks of a game may use
---@return Game? game
---@return string? message
---@return string? code
---@return integer? line of the text
---@return boolean? absent it names a piece, a tile or a step that is not there, which more lines might bring
function core.new_game(text, hooks, variants, call, action, game) end

--- A statement of a definition, with the rows of the engine's table of words.
---@class GrammarStatement
---@field name string in the text
---@field key? string in the table of a game or a variant; without it these have it not
---@field form "one"|"names"|"lines"|"pairs"|"named"|"tables"|"acting"|"of_hook"|"hand" how it is written there
---@field lua? string the type of what stands under the key, where the form does not say it
---@field within? string the statement in whose tables it stands; without a key as their items
---@field of_game boolean a game may have the key
---@field of_variant boolean a variant may
---@field says string
---@field rows GrammarRow[]

--- A word of a statement.
---@class GrammarRow
---@field name string
---@field type string as grammar.def names it
---@field lua string the type of its value in a table
---@field low? integer
---@field high? integer
---@field words? string[] that it may be, or that may stand for a number
---@field where? string[] what has it, of what the statement may be about; without it all
---@field default? string what is there unless it is said
---@field none? string the word for an empty list
---@field with? string[] it goes with one of these
---@field without? string[] it excludes these
---@field says? string
---@field needed? boolean
---@field placed? boolean in the text a value without its key
---@field item? boolean in a table an item without a key
---@field list? boolean several, with commas between
---@field may_be_empty? boolean of a list
---@field repeats? boolean it may stand there again
---@field tells? boolean it says what the statement is about
---@field by_players? boolean in a table a list by number of players, too
---@field adds_up? boolean what several statements say counts together; else the later one counts
---@field strictest? boolean of several the strictest counts
---@field two_words? boolean in the text KEY VALUE
---@field itself? boolean it is the table itself, but for the other keys of its statement
---@field given? boolean it follows from where the table stands
---@field names_it? boolean by it messages tell which statement they are about

--- A hook that is a function of a variant's, and what may stand in its place.
---@class GrammarHook
---@field name string
---@field told string what it is given between the state and the options, with the types
---@field answers? string the type of what it returns; without it the hook acts
---@field statement? string it may have rows, data: what a row is in the definition
---@field flag? string a word that may stand beside `run`, true or false
---@field says string when it is called, and what comes of it

--- Words of which any may stand in some place.
---@class GrammarWords
---@field name string
---@field words string[]
---@field says string

--- The statements of a definition and their words: what reads its text, and what writes it, goes by
--- this table. The hooks, in the order in which a turn comes to them; and lists of words.
---@return GrammarStatement[]
---@return GrammarHook[]
---@return GrammarWords[]
function core.grammar() end

--- What is wrong with a text that people are to read: its length in letters of UTF-8, control
--- characters.
---@param text string
---@return string? fault nil for nothing
function core.phrase_fault(text) end

--- Why a text may not go to a terminal: it is not UTF-8, or has control characters, signs that turn
--- the direction of text, or separators of lines. Line ends and tabs are allowed.
---@param text string
---@return string? fault nil for nothing
function core.text_fault(text) end

--- A text for a terminal: what core.text_fault would refuse stands as in a string of Lua, `\27` or
--- `\u{202E}`.
---@param text string
---@param lines? boolean line ends and tabs stay as they are
---@return string
function core.printable(text, lines) end

--- The nearest of the names to a misspelt word; nil if none is near.
---@param word string
---@param names string[]
---@return string?
function core.nearest(word, names) end

--- The definition's part of a saved game.
---@param text string
---@return string? lines
---@return string? message
---@return string? code
function core.save_definition(text) end

--- The tiles of a built-in set, in the notation.
---@param name string
---@return string?
function core.tileset(name) end

--- What tells a text from others, in 16 digits.
---@param text string
---@return string
function core.digest(text) end

--- A selector, or a filter, as the word by which a definition says it. Raises what is wrong with
--- its form.
---@param selector Selector|Filter
---@param filter? boolean it has no kind
---@param beside? string the statement whose keys may stand in the table, too; they are left out
---@return string
function core.selector_text(selector, filter, beside) end

--- Calls a function that may use so many instructions and is stopped then. An error says where it
--- happened, and what may have been meant.
---@param budget integer
---@param run function
---@param ... any its arguments
---@return boolean fine
---@return any result what it returned, one value; or the message
function core.limited(budget, run, ...) end

--- What a search takes into account that the rules do not say.
---@class SearchWeight
---@field name string
---@field usual number
---@field min number
---@field max number
---@field says string

--- The weights of searches, in their order.
---@return SearchWeight[]
function core.weights() end

--- What a rating is made of.
---@class WorthRow
---@field name string
---@field says string

--- The parts of a rating, in their order.
---@return WorthRow[]
function core.worths() end

--- Makes what a bot thinks with, for the states of a game: some hundred kilobytes. `require
--- "carcassonne.bots"` has bots.
---@param game Game
---@param weights table<string, number> by name; the usual ones of those that it does not say
---@param tree? { nodes:integer, candidates:integer, turns:integer, explore:number, prior:number } of a search that plays on, as
--- carc_tree_options has it
---@return Search
function core.new_search(game, weights, tree) end

--- Says what metatable strings have while a limit of instructions is on; it should have all that
--- theirs has.
---@param meta table
function core.script_strings(meta) end

---@alias Decision "draw"|"place"|"deploy"|"extra"|"choice"
---@alias Axis "N.S"|"E.W"

---@class Goods
---@field wine integer
---@field grain integer
---@field cloth integer

--- A segment of a tile, as the tile lies.
---@class Segment
---@field index integer number on the tile, from 1
---@field kind Kind
---@field text string as the notation has it: `city:N.W`, `monastery`, `field:` for one inside the tile
---@field ports string[] NL N NR EL E ER SL S SR WL W WR, those that it has
---@field borders integer[] a field: the city segments that it touches
---@field ends_at integer[] a road or river that ends inside the tile: the segments that it runs into; else empty
---@field pennants integer
---@field good? string
---@field attributes string[] those that the game declares and the segment carries

--- A tile of a game.
---@class TileType
---@field id string
---@field count integer how many are in the game, start tiles included
---@field attributes string[] those of the tile itself
---@field segments Segment[]

--- A tile on the table.
---@class Tile
---@field index integer in the order placed, from 1
---@field id string
---@field x integer
---@field y integer
---@field rotation integer
---@field span? Axis how the span on it lies, if there is one; the road that it makes is the last segment

--- A piece on the table.
---@class Piece
---@field player integer
---@field piece string follower, builder, pig, or what the game declares
---@field tile integer index of the tile
---@field x integer
---@field y integer
---@field segment integer number of the segment on the tile
---@field text string the segment as the notation has it

--- What points are made of: count times each. The rows of scripts are kinds row, zeroed and halved,
--- and have a name: what a row is about. A function of a script is of kind script.
---@class Item
---@field kind ItemKind
---@field count integer
---@field each integer
---@field name? string

--- What happened, for a screen or a log. Fields that do not apply are absent.
---@class Event
---@field number integer from 1
---@field decision integer how many decisions had been taken, this one included
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
---@field complete? boolean; attribute_set: it has the attribute now
---@field divided? boolean split: they are two features from now on
---@field final? boolean part of the final scoring
---@field goods? Goods taken from a city; with a label `given`: what a script has given; below 0 where it goes back
---@field giver? integer goods: who gave them; none for the supply
---@field items? Item[] what the points are made of
---@field label? string the step of the final scoring, what a script calls its points, the phase of an option or of who passes, an
--- attribute, a kind of token, or a variable
---@field chosen? integer chose: the number that the option names
---@field chosen_player? integer chose: the player whom the option names
---@field token? string chose: the kind of token that the option names; `chosen` is its number then
---@field bears? integer token: the number that it bears
---@field from? {player?:integer, x?:integer, y?:integer, segment?:integer} token: where it was; nothing for the supply. Where it is now
--- player says, or x, y, tile and segment
---@field value? integer variable: the number that it holds now. One of places has none: tile, x, y and segment tell the place, if
--- there is one
---@field index? integer variable: which of its numbers

-------------------------------------------------------------------------------
--- A game: what is played, by which rules, with which scripts. Frozen; any number of states share
--- it.
---@class Game
local Game = {}

--- Begins a game. With seeded draws the first tile has been drawn.
---@param seed? integer the same seed, the same draws, everywhere; 0 by default
---@return State
---@usage local state = carcassonne.game():new_initial_state(42)
function Game:new_initial_state(seed) end

--- Loads a saved game of this definition: plays it again and checks every line.
---@param text string what `State:serialize` gave
---@return State? state
---@return string? message what is wrong, with its line
---@return string? code "invalid" or "script"
function Game:deserialize_state(text) end

--- Plays the draws and decisions of a saved game, perhaps of another game, under the rules of this
--- one: so a game goes on under rules that have changed. The draws to come follow the saved
--- generator. carcassonne.reload does this for changed scripts.
---@param text string what `State:serialize` gave
---@return State? state
---@return string? message names the first decision that is not legal under these rules
---@return string? code "invalid" or "script"
function Game:replay_state(text) end

--- What is played, as one table of plain values, which can be written as JSON: what does not change
--- while it is played, and all tiles as printed. With it and views of its states carcassonne.ui
--- needs no game. carcassonne.describe.observation has its fields.
---@return GameView
---@usage local view = carcassonne.game():view()
--- assert(view.players == 2 and view.tiles[1].segments[1].kind)
function Game:view() end

--- The number of players.
---@return integer
function Game:players() end

--- The text that the definition was made from.
---@return string
function Game:text() end

--- Text, of 16 digits, that differs between games whose rules, tiles or scripts differ. Of a script
--- that was given as a table it knows the code of its functions, not what they hold in upvalues.
---@return string
function Game:fingerprint() end

--- Bytes of a state.
---@return integer
function Game:state_size() end

--- The rule values, by name: numbers or words.
---@return table<string, integer|string>
function Game:rules() end

--- How many tiles the game has, start tiles included.
---@return integer
function Game:num_tiles() end

--- All tiles, as printed.
---@return TileType[]
function Game:tiles() end

--- One tile, turned.
---@param id string
---@param rotation? integer
---@return TileType? tile nil if the game has none of that name
function Game:tile(id, rotation) end

--- The names of the areas: places of one segment or many, on one tile or several, which State:areas
--- and selectors know.
---@return string[]
function Game:areas() end

--- A kind of token: what lies on the table or before players and is nobody's piece.
---@class TokenKind
---@field name string
---@field symbol string what boards draw for it
---@field count integer how many there are, of each number and each player's
---@field numbers integer they bear the numbers 1 to so many; 1: they bear none
---@field owner "game"|"player"|"dealt" from a supply; each player's own; dealt to all players, but nobody's own
---@field on string[] where they may be: tile, cell, segment, feature, player
---@field visible_to "all"|"owner"|"nobody" who sees the numbers

--- The kinds of tokens.
---@return TokenKind[]
function Game:tokens() end

--- A kind of piece.
---@class PieceKind
---@field index integer its place in Game:pieces
---@field name string
---@field count integer how many each player has
---@field follower boolean
---@field on string[] the kinds of segments of which some may take it
---@field span? boolean

--- The kinds of pieces.
---@return PieceKind[]
function Game:pieces() end

--- The reserves: places for tiles outside the bag and the table.
---@return {name:string, owner:string, visible_to:string, size:integer, deal:integer, play_from:"no"|"next"|"any"}[]
function Game:reserves() end

--- One kind of piece, by its name or its place in that list; nil if there is none.
---@param which string|integer
---@return PieceKind?
function Game:piece(which) end

--- The phases of scripts, in their order, each with its place in a turn.
---@return {name:string, timing:Timing}[]
function Game:phases() end

--- The steps of the final scoring, in order.
---@return string[]
function Game:final_steps() end

--- Whether the host draws.
---@return boolean
function Game:manual_draws() end

--- Whether goods are counted.
---@return boolean
function Game:goods_count() end

--- Who play together, each a list of players; empty where each plays alone.
---@return integer[][]
function Game:teams() end

--- What a game tells of a variant that it is played with.
---@class PlayedVariant
---@field name string
---@field description? string
---@field options table<string, string|boolean|number> as they are in this game
---@field digest string
---@field shipped boolean

--- The variants of the game, in their order; in tables of the caller's own.
---@return PlayedVariant[]
function Game:variants() end

-------------------------------------------------------------------------------
--- An action. Fields that do not apply are nil. tostring gives its text; equal actions are ==.
---@class Action
---@field kind "draw"|"place"|"deploy"|"pass"|"extra"|"resign"|"choice"
---@field name? string choice: the phase's
---@field id? string the tile
---@field x? integer
---@field y? integer
---@field rotation? integer
---@field piece? string
---@field segment? integer
---@field text? string deploy, choice: the segment as the notation has it
---@field take? boolean extra: whether to take the further part
---@field player? integer resign: who; choice: as the script gave it
---@field number? integer choice: as the script gave it; of a token, what it bears
---@field token? string choice: its kind
---@field span? {piece:string, x:integer, y:integer, axis:Axis} place: the tile fits only with this span
---@field packed string the action as one number of 64 bits, in 16 hexadecimal digits; the same in C
local Action = {}

--- A search of the engine, for the states of one game.
---@class Search
local Search = {}

--- What each legal action is worth to who decides: the points that this player expects to have in
--- the end, minus those of the best opponent. It raises where no player decides.
---@param state State of the game of the search
---@param seed? integer what is hidden is dealt anew by it
---@return table<integer, number> ratings by index; nil where it did not look
function Search:rate(state, seed) end

--- Why an action is rated so: `before` it who decides expected to have so much more than the best
--- opponent, and both gain by it, part by part, as core.worths has them.
---@class Reason
---@field before number behind passing, where pieces may be deployed; else as it stands
---@field own number[]
---@field theirs number[] the rating is before + the sum of own - the sum of theirs

--- What the rating of an action is made of.
---@param state State of the game of the search
---@param index integer of the action
---@param seed? integer that of the rating
---@return Reason
function Search:explain(state, index, seed) end

--- The best of the legal actions.
---@param state State of the game of the search
---@param seed? integer decides among those that are alike
---@return integer index
function Search:choose(state, seed) end

--- Plays so many games that may follow, in a search with a tree. What was learnt in earlier moves
--- counts, too.
---@param state State of the game of the search
---@param iterations integer
---@param seed? integer of the draws in them
function Search:think(state, iterations, seed) end

--- What it thinks of the actions that it tried: ratings, and how often it tried each.
---@param state State in which it thought
---@return table<integer, number> ratings by index; nil where it did not look
---@return table<integer, integer> visits by index
function Search:evaluations(state) end

--- The action that it tried most often.
---@param state State in which it thought
---@return integer? index nil where it did not think
---@return integer? ahead how many times more often than the next
function Search:best_action(state) end

-------------------------------------------------------------------------------
--- A feature, named by one of its segments; it follows what is built onto it.
---@class Feature
---@field kind Kind
---@field complete boolean
---@field tiles integer number of tiles; a monastery, or a spot like one: itself and its neighbours
---@field open integer edges (of these: neighbours) still missing
---@field pennants integer
---@field goods Goods
---@field attributes string[]
---@field points integer what it would score now, by rules and rows of points; pigs and functions of scripts left aside
---@field majority integer[] the players who would score it
---@field x integer
---@field y integer
---@field segment integer
local Feature = {}

--- What a player's followers count there; with the rule `count_as_followers` in majorities, builder
--- and pig too.
---@param player integer
---@return integer
function Feature:power(player) end

--- How many of an attribute of segments it has: with `merge = "sum"` all that its segments bear;
--- else 1, or 0 without it.
---@param attribute string
---@return integer
function Feature:count(attribute) end

--- Its segments.
---@return {tile:integer, x:integer, y:integer, segment:integer, text:string}[]
function Feature:segments() end

--- The ends of a road or a river; a loop has none.
---@return End[]
function Feature:ends() end

--- A function that does the same, charged to the limit that runs by the texts that it is given.
---@param run function
---@return function
function core.charged(run) end

--- A function that does the same in the C locale, whatever locale the host has set. It must not
--- yield.
---@param run function
---@return function
function core.in_c_locale(run) end

--- A Lua state for a script, with the module carcassonne.sandbox.prelude in it and nothing of the
--- host's.
---@param bytes integer that it may have
---@param characters integer that its script may print; what comes then is lost
---@param code fun(name:string, of_script:boolean):string?, string? the code of a module, or of a file that the script requires with its
--- path, or nil and why there is none; it has to keep these texts
---@return userdata sandbox
function core.new_sandbox(bytes, characters, code) end

--- Reads a script in a sandbox.
---@param sandbox userdata
---@param path string
---@param text string
---@param instructions integer that this may take
---@return boolean fine
---@return table|string source as plain data, with functions that only games call; or what is wrong
function core.read_in_sandbox(sandbox, path, text, instructions) end

--- In a sandbox: what stands for a function, by its number, where plain data is copied out.
---@param number integer
---@return function
function core.mark(number) end

--- In a sandbox: what the host has for a file that the script requires.
---@param name string
---@return string? code
---@return string? path of the file, nil where it is included; or why there is no code
function core.required(name) end

--- In a sandbox: what comes now is not the script's, and is not charged.
function core.script_is_done() end

--- The same function of a script in a sandbox, whose calls are counted.
---@param run function
---@return function? counted nil for a function that is in no sandbox
function core.counted(run) end

--- How often a function was called since it is counted.
---@param counted function
---@return integer calls
---@return number seconds of processor time
function core.calls(counted) end

return core

--- A place that a variable holds.
---@class Place
---@field tile integer index of the tile
---@field x integer
---@field y integer
---@field segment? integer
---@field text? string the segment as the notation has it
