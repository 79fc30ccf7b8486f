---@meta
--- What stands in the tables under the keys of variants: written by `make grammar` from csrc/engine/parse/grammar.def
-- and the list of hooks in csrc/engine/carcassonne_script.h.
-- Nothing here is loaded: it is what editors and the reference read.
-- @module carcassonne.grammar

--- attributes: what segments or tiles may carry.
---@class VariantAttribute
---@field name string what it is called
---@field of? "segment"|"tile" what bears it; of tiles none of the other keys is allowed; segment unless said
---@field shared? boolean several scripts mean one thing by this name, and declare it in the same words; else it is the script's
--- own
---@field merge? "any"|"all"|"sum"|"local" when a feature has it; any: any of its segments does; all: all of them do; sum: as
--- any, and it counts how many there are, a segment bearing up to 9; local: never, only the segment has it; of segment; any
--- unless said
---@field each? integer so many points more for each tile and pennant of a complete road or city; of segment; 0 unless said
---@field unfinished? integer|"nothing" the same for an incomplete one at the end; nothing: it scores nothing; of segment; 0
--- unless said
---@field field? integer so many times the points of a field for this city; of segment; 1 unless said
---@field pig? integer so many times what a pig adds for this city; of segment; 1 unless said
---@field open? integer|"never" so many open ends more, which only joining closes; never: the feature is never complete; of
--- segment; 0 unless said

--- edges: what holds for edges of a kind, or for two that meet.
---@class VariantEdge
---@field [1] "field"|"road"|"city"|"river" the kind of edge
---@field [2]? "field"|"road"|"city"|"river" the kind that it meets
---@field fits? boolean whether the two kinds may lie together; then the features of both end there
---@field joins? boolean a tile with such an edge must join another one
---@field turns? "any"|"no-u-turn"|"alternate" how a line may bend; no-u-turn: two bends that touch may not turn the same way;
--- alternate: nor with straight tiles between them; any: as it likes

--- pieces: a kind of piece.
---@class VariantPiece
---@field count? integer|"same"|integer[] how many each player has; same: as many as before, 0 of a new kind
---@field like? "follower"|"builder"|"pig"|"special"|"span" what it does; special: no follower, and only scripts put it down,
--- unless it has needs; span: lies across a tile and makes a road there
---@field power? integer|string what it counts in a majority; pennants or an attribute: as many as the feature has of it
---@field on? Kind|Kind[]|Filter segments that take it: kinds, or a filter of what is printed there; scripts put it on these,
--- and on any spot
---@field ordinary? boolean whether any builder may join it; see the rule value builder_host
---@field needs? ("empty"|"own"|"open"|"vacant"|"script")[] what deploying it needs of the feature; empty: nobody occupies it;
--- own: a follower of its player's is there; open: it is not complete; vacant: no piece of this kind is there; script: only
--- scripts put it down; with none of them nothing; a follower needs empty, a builder own and open, a pig own, unless they say
--- otherwise
---@field bars? Kind|Kind[]|Filter segments that do not take it, said in the same way; what several scripts bar adds up
---@field orphan? "stay"|"home" home: it leaves when its player's last follower there has left otherwise than by scoring; unless
--- said a rule value for what is like a builder or a pig, and stay for the rest

--- slots: what scripts remember.
---@class VariantSlot
---@field name string what it is called
---@field scope? "game"|"player"|"cell"|"feature"|"segment" what has such a number; cell: by the index of its tile; game unless
--- said
---@field lifetime? "game"|"turn"|"part" when it goes back to its first value; game: never; game unless said
---@field merge? "sum"|"max"|"or" of features: what becomes of it where features join; sum unless said
---@field size? integer|integer[] so many numbers instead of one; of game, player; 1 unless said
---@field initial? integer|integer[] the first value; of game, player, cell, segment; 0 unless said
---@field holds? "number"|"tile"|"segment" what its numbers are; places are given and taken as such; number unless said
---@field shared? boolean several scripts mean one thing by this name, and declare it in the same words; else it is the script's
--- own

--- A row of points.
---@class VariantPointsRow: Filter
---@field per? string|Selector so often `add` counts
---@field add? integer points, perhaps negative
---@field halve? "up"|"down" leaves half of the points so far; half a point is rounded so
---@field zero? boolean leaves nothing of the points so far

--- A row of points for the owners of pieces.
---@class VariantBonusRow: Filter
---@field per? string|Selector so often `add` counts
---@field add? integer points, perhaps negative
---@field once? boolean once a player, for the piece that brings most

--- power: what pieces count more in a majority.
---@class VariantPower: Filter
---@field per? string|Selector so often `add` counts
---@field add? integer so much more, perhaps less

--- ties: who has the majority where several tie for it.
---@class VariantTie: Filter
---@field to? When of the players who tie those for whom it holds, if any, have it alone

--- offer: what the phase before it offers: an option for each thing that is found.
---@class VariantOffer: Selector
---@field deploy? boolean the options are deployments, which the engine carries out; goes with `takes`
---@field number? integer|string|integer[] the number of the options; a slot of players: one option for each of its numbers that
--- is not 0
---@field when? When what must hold for it to stand; without it it always does

--- A row of points of a step of the final scoring.
---@class VariantFinalRow: Selector
---@field per? string|Selector so often `add` counts
---@field add? integer points, perhaps negative
---@field once? boolean once a player, for what brings most

--- The kinds of segments, and of features.
---@alias Kind "field"|"road"|"city"|"monastery"|"spot"|"river"

--- The editions.
---@alias Edition "2003"|"bigbox"|"c2"|"modern"|"jcz"

--- What events tell.
---@alias EventKind
---| "drew"
---| "set_aside"
---| "placed"
---| "deployed"
---| "completed"
---| "scored"
---| "returned"
---| "goods"
---| "extra_part"
---| "extra_declined"
---| "turn"
---| "skipped"
---| "further_turn"
---| "next"
---| "reversed"
---| "put_out"
---| "resigned"
---| "final"
---| "awarded"
---| "chose"
---| "captured"
---| "released"
---| "moved"
---| "spanned"
---| "joined"
---| "attribute_set"
---| "ended"
---| "laid"
---| "passed"
---| "slot"

--- What points are made of.
---@alias ItemKind "tiles"|"pennants"|"cities"|"pig"|"good"|"row"|"zeroed"|"halved"|"script"

--- What selectors find.
---@alias Things "players"|"tiles"|"cells"|"segments"|"features"|"pieces"|"corners"|"axes"

--- Why a piece leaves the table.
---@alias Leaving "scored"|"sent"|"captured"|"moved"

--- Why points are given.
---@alias Giving "scored"|"goods"|"bonus"|"award"|"step"

--- What touches a feature that has a builder.
---@alias Cause "tile"|"completed"|"span"|"join"

--- Where phases stand in a game.
---@alias Point "turn_start"|"draw"|"window"|"before_scoring"|"scored"|"points"|"after_scoring"|"turn_end"|"game_end"|"anytime"

--- The functions of a phase.
---@alias PhaseCall "run"|"ask"|"chosen"

--- The functions of a variant that the game calls, each with the state first and the variant's options last.
---@class VariantHooks
---@field place_ok? (fun(state:State, action:Action, options:table):boolean?)|VariantHook for each cell and way in which a tile
--- that is drawn fits; asks. false refuses the placement; once refused, refused
---@field extends? (fun(state:State, cause:Extension, extended:boolean, options:table):boolean?)|VariantHook for each feature
--- with a builder of the player whose turn it is that something touches: does it extend it? Asks, before on_placed; each gets
--- what those before it decided, the first what the rules say
---@field on_placed? (fun(state:State, tile:Tile, options:table))|VariantHook after the tile's segments have joined their
--- features, before anything may be deployed; acts, each in turn
---@field deploy_ok? (fun(state:State, action:Action, options:table):boolean?)|VariantHook for each deployment that the rules or
--- a script allow; asks. false refuses the deployment; once refused, refused
---@field majority? (fun(state:State, contest:Contest, players:integer[], options:table):integer[]?)|VariantHook wherever it
--- counts who has the majority of a feature; asks. Each gets the players whom those before it decided on, the first those who
--- have it by the rules, by `power` and by `ties`; it returns others, or nil. Who has nobody there is refused. In it, and in
--- its `when`, the majority is what it was without functions
---@field points? (fun(state:State, scoring:Scoring, points:integer, options:table):integer?)|VariantPoints what each of the
--- majority gets when a feature scores, completed or at the end; asks. Each gets the points that those before it decided, the
--- first what the rows of all variants have made of them (VariantPointsRow)
---@field bonus? (fun(state:State, piece:Piece, scoring:Scoring, options:table):integer?)|VariantBonus for each piece in a
--- feature that has just scored, whoever has the majority; asks, for points to its owner. What several say adds up, and is told
--- in the name of each; the rows of all (VariantBonusRow) before the functions. Fields are asked about once each, when all of
--- them have been counted, with 0 points. What a script awards for a feature by itself brings none
---@field on_points? (fun(state:State, given:Given, options:table))|VariantHook after a player was given points, or lost some,
--- for whatever reason; acts, each in turn. Points that it gives are seen by it again
---@field on_scored? (fun(state:State, scoring:Scoring, options:table))|VariantHook after a feature has scored, its pieces still
--- there, also for one that nobody scores; acts, each in turn
---@field on_leave? (fun(state:State, piece:Piece, why:Leaving, options:table))|VariantHook when a piece has left the table, for
--- whatever reason; acts, each in turn
---@field extra_part? (fun(state:State, part:Part, granted:boolean, options:table):boolean?)|VariantPartHook when a part of the
--- turn is over and its tile added to the feature of the player's builder, or, with `always = true`, after every part; asks.
--- Each gets what those before it decided; nil leaves it

---@alias SlotTest integer|string|{ least?: integer|string, most?: integer|string }

--- What is said of a thing that is there: all keys hold. `this` is what the hook, phase or row is about. A name
--- with `?` behind it need not be in the game, and names nothing then. The manual of scripts has an entry for each key.
---@class Filter
---@field piece? string|string[] the kind of piece; of pieces, filters
---@field follower? boolean whether it is a follower, or counts as one by count_as_followers; of pieces, filters
---@field kind? string|string[] its segment or feature is of this kind; a tile: has such a segment; of tiles, segments,
--- features, pieces, corners, axes, filters
---@field player? string|integer|Filter whose it is; of what is nobody's, who acts; of players, tiles, cells, segments,
--- features, pieces, corners, axes, filters
---@field attribute? string|string[] a tile, it or a segment of it bears it; a segment or piece, the segment or its tile; a
--- feature by its merge; of tiles, segments, features, pieces, corners, axes, filters
---@field complete? boolean whether its feature is complete; of segments, features, pieces, corners, filters
---@field final? boolean whether the final scoring goes on; of segments, features, pieces, corners, filters
---@field hand? string|string[] has one of these in hand; of players, filters
---@field id? string|string[] the tile; of tiles, filters
---@field slot? string|string[]|table<string, SlotTest> what scripts remember of it is not 0, or as said; a wider thing has all
--- of its together; of players, tiles, cells, segments, features, pieces, corners, axes, filters
---@field at? string|Filter|Selector|table|Feature in the same cell; where both name a segment, on the same one; of tiles,
--- cells, segments, features, pieces, corners, axes, filters
---@field feature? string|Filter|Selector|table|Feature shares a feature with it; of tiles, segments, features, pieces, corners,
--- axes, filters
---@field around? string|Filter|Selector|table|Feature in one of the nine cells around, its own too; of tiles, cells, segments,
--- features, pieces, corners, axes, filters
---@field beside? string|Filter|Selector|table|Feature in one of the four cells that share a side; of tiles, cells, segments,
--- features, pieces, corners, axes, filters
---@field line? string|Filter|Selector|table|Feature in its row or column, its own cell too; of tiles, cells, segments,
--- features, pieces, corners, axes, filters
---@field far? integer|string so many cells away at most; gap: up to the first empty cell; of tiles, cells, segments, features,
--- pieces, corners, axes, filters
---@field borders? string|Filter|Selector|table|Feature a field that touches the city, or the reverse; of segments, features,
--- pieces, corners, filters
---@field has? Selector|Selector[] such things are in it or on it, or are the player's; of players, tiles, segments, features,
--- pieces, corners, axes, filters
---@field lacks? Selector|Selector[] no such things are; of players, tiles, segments, features, pieces, corners, axes, filters
---@field takes? string|string[] could go there now, in hand or left, by all that the rules ask; of cells, segments, corners,
--- axes, filters
---@field except? Filter|Filter[] leaves out what passes one of them; of players, tiles, cells, segments, features, pieces,
--- corners, axes, filters
---@field all? Filter|Filter[] passes each of them; of players, tiles, cells, segments, features, pieces, corners, axes, filters
---@field any? Filter|Filter[] passes one of them; of players, tiles, cells, segments, features, pieces, corners, axes, filters

--- Which things are meant: a kind of thing, and what is said of each.
---@class Selector: Filter
---@field [1] Things the kind of thing that is looked for; a filter has none
---@field top? string of all that are found those with the highest number there, if it is above 0; of players, tiles, cells,
--- segments, features, pieces, corners, axes
---@field least? integer|string so many there must be; beside most 0 unless said; of players, tiles, cells, segments, features,
--- pieces, corners, axes; 1 unless said
---@field most? integer|string no more there may be; of players, tiles, cells, segments, features, pieces, corners, axes
