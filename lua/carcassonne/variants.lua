--- Variants: Lua files that return a table. Checked here, and turned into a definition's lines and hooks.
-- @module carcassonne.variants

local core = require "carcassonne.core"
local options = require "carcassonne.options"
local lines = require "carcassonne.definition"
local sandbox = require "carcassonne.sandbox"

local variants = {}

--- A variant, checked.
---@class Variant
---@field name string
---@field description? string
---@field options table<string, any> as they are in this game: the variant's defaults and what was chosen
---@field digest string differs when the script or its options do
---@field source table the table that the file returned, with the chosen options in its data
---@field shipped? boolean it came with this program; its hooks are not limited by a game's budget
---@field private read_only table the options, as hooks get them
---@field private written table as the file returned it
---@field private base string what the digest is made from, besides the options

--- The table that a variant's file returns: data, and functions that the game calls.
---
--- Data. Where several variants give a rule value the later one wins; the game's own `rules`, `pieces` and `counts` have the
--- last word. `{ option = NAME }` anywhere in it, in rows, offers and gates too, stands for the value of that option,
--- `{ option = NAME, is = VALUE }` for whether it has this value. Metatables are refused.
---
--- Functions get the state first and the variant's options, which are only to be read, last. Those that act may use the methods
--- of State that say "only in hooks that act"; those that ask may not. Where several variants have the same function, all are
--- called, in the order of the variants:
---
--- - `place_ok`: for each cell and way in which a tile that is drawn fits; asks. Once refused, refused.
--- - `extends`: for each feature with a builder of the player whose turn it is that something touches: does it extend it? Asks,
---   before on_placed; each gets what those before it decided, the first what the rules say.
--- - `on_placed`: after the tile's segments have joined their features, before anything may be deployed; acts, each in turn.
--- - `deploy_ok`: for each deployment that the rules or a script allow; asks. Once refused, refused.
--- - `phases`: decisions of the script's own, see VariantPhase; each phase is its own question.
--- - `points`: when a feature scores, completed or at the end; asks. Each gets the points that those before it decided, the
---   first what the rows of all variants have made of them (VariantPointsRow).
--- - `bonus`: for each piece in a feature that has just scored, whoever has the majority; asks, for points to its owner. What
---   several say adds up, and is told in the name of each; the rows of all (VariantBonusRow) before the functions. Fields are
---   asked about once each, when all of them have been counted, with 0 points. What a script awards for a feature by itself brings none.
--- - `on_scored`: after a feature has scored, its pieces still there, also for one that nobody scores; acts, each in turn.
--- - `on_leave`: when a piece has left the table, for whatever reason; acts, each in turn.
--- - `extra_part`: when a part of the turn is over and its tile added to the feature of the player's builder, or, with
---   `when = "always"`, after every part; asks. Each gets what those before it decided; nil leaves it.
--- - `final`: steps of the final scoring; act. Those of one name run one after the other.
---
--- `on_placed`, `deploy_ok`, `points`, `bonus`, `on_scored` and `on_leave` may be a table {when=, run=}: the function is called only
--- when its gate is open. It may have `only`, too, as phases have: without these values of options it is left out.
---@class VariantSource
---@field name string letters, digits, _ - and .
---@field description? string a sentence for people
---@field options? table<string, any> names and defaults of what can be chosen; a list names all that can be, the default first
---@field conflicts? string[] names of variants that do not go with this one
---@field rules? table<string, string|integer|boolean>
---@field sets? string[]
---@field tiles? string|string[] in the notation of the built-in ones; @NAME is an attribute of the tile
---@field counts? table<string, integer>
---@field pieces? table<string, integer|VariantPiece>
---@field goods? boolean
---@field attributes? (string|VariantAttribute)[] two variants may declare the same one, if they mean the same
---@field held? string[] tile attributes: tiles with one stay out of the bag until State:shuffle_in, and again after State:hold_back
---@field groups? string[] tile attributes: tiles with the first are drawn before those with the second, and all before the rest
---@field queue? integer how many tiles State:queue_tile may let wait for each player; the most that any variant says
---@field edges? VariantEdge[]
---@field limits? VariantLimit[]
---@field slots? (string|VariantSlot)[]
---@field blocked? string|string[] slots of cells: nothing is deployed on a tile for which one of them is not 0
---@field start? table[]|"none"
---@field phases? VariantPhase[]
---@field place_ok? fun(state:State, action:Action, options:table):boolean? false refuses the placement
---@field extends? fun(state:State, cause:Extension, extended:boolean, options:table):boolean?
---@field on_placed? (fun(state:State, tile:Tile, options:table))|VariantHook
---@field deploy_ok? (fun(state:State, action:Action, options:table):boolean?)|VariantHook false refuses the deployment
---@field points? (fun(state:State, scoring:Scoring, points:integer, options:table):integer?)|VariantPoints
--- what each of the majority gets
---@field bonus? (fun(state:State, piece:Piece, scoring:Scoring, options:table):integer?)|VariantBonus points for the piece's owner
---@field on_scored? (fun(state:State, scoring:Scoring, options:table))|VariantHook
---@field on_leave? (fun(state:State, piece:Piece, why:Leaving, options:table))|VariantHook
---@field extra_part? (fun(state:State, part:Part, granted:boolean, options:table):boolean?)|table function, or {when="always", run=}
---@field final? VariantStep[]

---@alias Leaving "scored"|"sent"|"captured"|"moved"

--- When a hook or a phase is called; one of these. Without a gate it always is.
---@class VariantGate
---@field attribute? string the tile just placed has this attribute, or a segment of it has
---@field marked? string some tile on the table has this attribute of tiles
---@field piece? string a piece of this kind stands on the table; on_leave, bonus: it is the one that left, or that gets a bonus
---@field slot? string some number in this slot is not 0

--- When a phase is called. Beside one of the keys of VariantGate any of these may stand, each with a name or a list of them; all
--- must hold. These are looked at for `run`, `ask` and `offer`, and the player is the one whose turn it is.
---@class VariantPhaseGate: VariantGate
---@field hand? string|string[] the player has a piece of this kind in hand
---@field own? string|string[] some number of the player's in this slot is not 0
---@field unset? string|string[] the number in this slot of the game is 0
---@field holder? string|string[] the number in this slot of the game is the player's
---@field follower_in? string|string[] a follower of the player's stands in a feature with this attribute of segments;
--- by `count_as_followers` perhaps a builder
---@field joined? string|string[] anybody's piece of this kind stands in a feature that the tile just placed is part of

--- When deploy_ok, points, bonus or on_scored is called: beside one of the keys of VariantGate this may stand, alone or with it.
---@class VariantFeatureGate: VariantGate
---@field kind? Kind|Kind[] what scores, or where the piece would stand, is of this kind, or one of these

--- A hook with a gate.
---@class VariantHook
---@field when? VariantGate|VariantFeatureGate the latter for deploy_ok and on_scored
---@field only? table<string, any> the values of options without which the hook is left out of the game
---@field run function as the hook itself

--- What a feature is worth, as data: a list of rows and, if they do not say it all, a function. The rows of all variants act
--- first, in the order of the variants and then of their lists; then all functions.
---@class VariantPoints
---@field [integer] VariantPointsRow
---@field run? fun(state:State, scoring:Scoring, points:integer, options:table):integer?
---@field when? VariantFeatureGate of the function; rows have conditions of their own
---@field only? table<string, any> the values of options without which rows and function are left out of the game

--- A row of points. All conditions that stand in it must hold of the feature that scores. Then `add` is added to the points of
--- each of the majority, or `zero` leaves nothing of what is there so far, or `halve` half of it; one of the three is there.
---
--- `add` counts once; with an attribute that sums as often as the feature has it. `per` and `around` say something else:
---
--- - `per`: so often as there are tiles, pennants, pieces (of the kind that `piece` names) in the feature, cities that a field
---   borders and that count (as often as a pig counts them), or as the numbers in `slot` together say; `city` names an
---   attribute: so often as there are cities that have it, complete or not
--- - `around`: as often as it is in the cell of a monastery and the eight around it: "tile", "pennant", "piece", a kind of
---   feature (its segments), an attribute of tiles or segments, a kind of piece
---
--- Where farmers are counted city by city, a row holds for a city if it does in a field around it in which the player has the
--- majority, as with the pig; of several such fields the one in which it counts most.
---@class VariantPointsRow
---@field kind? Kind|Kind[]
---@field complete? boolean a field never is
---@field final? boolean part of the final scoring
---@field attribute? string of segments: the feature has it
---@field slot? string of features, of segments or cells: some number in it is not 0 for the feature
---@field piece? string one of this kind, of whatever player, stands in the feature
---@field add? integer points, perhaps negative
---@field zero? boolean
---@field halve? "up"|"down" half a point is rounded so
---@field per? "once"|"tile"|"pennant"|"city"|"piece"|"slot"
---@field city? string with `per = "city"`
---@field around? string

--- What pieces bring their owners when the feature in which they stand scores, as data: a list of rows and perhaps a function.
---@class VariantBonus
---@field [integer] VariantBonusRow
---@field run? fun(state:State, piece:Piece, scoring:Scoring, options:table):integer?
---@field when? VariantFeatureGate of the function; rows have conditions of their own
---@field only? table<string, any> the values of options without which rows and function are left out of the game

--- A row of bonuses: for each piece for which all conditions hold its owner gets `add` points, told in the name of the variant.
--- They count once, or as `per` and `around` say (VariantPointsRow; pieces of any kind), or as often as the segment bears an
--- attribute that sums. The cells around are those around the piece's own.
---@class VariantBonusRow
---@field kind? Kind|Kind[] of the feature
---@field complete? boolean
---@field final? boolean
---@field attribute? string of the tile on which the piece stands, or of its segment
---@field slot? string of features, segments or cells: the number in it where the piece stands is not 0
---@field piece? string its kind
---@field add integer
---@field per? "once"|"tile"|"pennant"|"piece"|"slot"
---@field around? string
---@field once? boolean once a player, for the piece that brings most

--- An attribute of segments, which merges by `any` over the feature, or of tiles.
---@class VariantAttribute
---@field name string
---@field of? "segment"|"tile" segment unless said
---@field each? integer more points for each tile and pennant of a complete road or city
---@field merge? "any"|"all"|"sum"|"local" whether a feature has it if any of its segments does (unless said), or all of them;
--- sum: as any, and Feature:count tells how many, one segment bearing up to 9 (what this table says of it counts once);
--- local: segments have it, features never
---@field unfinished? integer|"nothing" the same for an incomplete one at the end; nothing: it scores 0
---@field field? integer so many times the points of a field for this city
---@field pig? integer so many times what a pig adds for this city
---@field open? integer|"never" open ends more, which only State:join closes; "never": it is never complete

--- What holds for edges of one kind - {"river", joins = true, turns = "no-u-turn"} - or for two that meet:
--- {"city", "road", fits = true}.
--- Of several variants the strictest counts.
---@class VariantEdge
---@field [1] "field"|"road"|"city"|"river"
---@field [2]? "field"|"road"|"city"|"river"
---@field joins? boolean a tile with such an edge must join one
---@field turns? "any"|"no-u-turn"|"alternate" how a line of it may bend: not twice the same way on tiles that touch; or never
--- twice the same way
---@field fits? boolean whether two kinds may lie together; the features of unlike ones end there. False wins

--- Around a tile with the first lie at most so many with the second: attributes, or kinds of segments. All limits hold.
---@class VariantLimit
---@field [1] string
---@field [2] string
---@field most integer
---@field beside? boolean only the four tiles that share a side count, not all eight

--- A kind of piece.
---@class VariantPiece
---@field count? integer|integer[] how many each player has; a list: by number of players; unless said as before, 0 of a new kind
---@field like? "follower"|"builder"|"pig"|"special"|"span" special: no follower; only scripts put it down, unless it has `needs`;
--- span: lies across a tile and makes a road there
---@field power? integer|string what it counts in a majority; "pennants" or an attribute: as many as the feature has of it
---@field on? Kind[] where it may stand
---@field ordinary? boolean a follower that any builder may join
---@field needs? ("empty"|"own"|"open"|"vacant")[] what it needs of the feature to be deployed: nobody occupies it, a follower of
--- its player's is there, it is not complete, no piece of this kind is there; {}: nothing. Unless said that of `like`: a follower
--- empty, a builder own and open, a pig own; special: only scripts put it down
---@field bars? string[] segments with one of these attributes do not take it
---@field only? string[] nor do those with none of these
---@field orphan? "stay"|"home" what stands by a follower, once its player has none left there; unless said a rule value for what
--- is like a builder or a pig, and stay for the rest

--- A step of the final scoring; one of `run`, `most` and `each`. The slots are the variant's own, of players; with a size all
--- numbers of a player's count together.
---@class VariantStep
---@field name string
---@field after? string the step behind which it comes
---@field before? string the step before which it comes; without either it takes the place of the step of its name
---@field run? fun(state:State, options:table)
---@field most? string a slot: who has the most there gets the points, all of them who tie; nobody for 0
---@field each? string a slot: each gets the points once for each of what it says there
---@field points? integer

--- What a script remembers. It is part of the state, so that copies, undo and saved games have it.
---@class VariantSlot
---@field name string
---@field scope? "game"|"player"|"cell"|"feature"|"segment" what has a place in it; game unless said
---@field lifetime? "game"|"turn"|"part" when it goes back to its first value; game unless said
---@field merge? "sum"|"max"|"or" feature: what becomes of it where features join; sum unless said
---@field size? integer game, player: so many numbers instead of one
---@field initial? integer|integer[] the first value, 0 unless said; a list: by number of players

--- A decision of a script's, or an act at some point of the game. At one point the phases of all variants come one after the
--- other, by their `order`, then in the order of the variants, then of the list. `at` says when:
---
--- - `turn_start`: once a turn, before its first part
--- - `draw`: in each part, before the draw; State:place_tile there takes its place
--- - `window`: options beside deployments and pass; those of all phases stand in one list
--- - `before_scoring`: in each part, after the window, before completed features are scored
--- - `after_scoring`: in each part, after that
--- - `turn_end`: once a turn, after its last part; not if the bag ran out before part two
--- - `game_end`: after the last turn, before the final scoring
--- - `anytime`: options beside those of every decision of the player whose turn it is
---
--- `run` is called as the phase begins, and acts. `offer` says what the options are; or `ask` makes them by State:offer,
--- State:offer_pieces and their like, and returns whom it asks - a player, "chance", or nil for whoever's turn it is - and whether
--- passing is allowed. If nothing is offered nothing is asked. `chosen` acts; it gets the option, nil for a pass, and returns true
--- to be asked again. It is called only for the phase whose option it was.
---@class VariantPhase
---@field name string what its options are called; several phases of a variant may have one name, but not those of two
---@field at string
---@field when? VariantPhaseGate
---@field only? table<string, any> the values of options without which the phase is left out of the game
---@field run? fun(state:State, options:table) not at window and anytime
---@field ask? fun(state:State, options:table):(integer|"chance"|nil), boolean? at window and anytime the returns do not matter;
--- elsewhere nothing is asked where nothing is offered, but to name chance, or a player who may not pass, is an error then
---@field offer? VariantOffer|VariantOffer[] in place of `ask`: the options as data
---@field may_pass? boolean with `offer`: whether passing is allowed
---@field chosen? fun(state:State, action:Action?, options:table):boolean? needed with `ask` and `offer`, except where all options
--- deploy
---@field order? integer 1 to 3, 2 unless said: at one point all phases with a lower one come first
---@field compulsory? boolean window: if it has options, only they are legal

--- Options as data, of a phase that asks whose turn it is: no function is called to make them. [1] says what is offered:
---
--- - "pieces": one option for each piece on the table that matches all of `of`, `piece`, `follower`, `kind`, `attribute`, one of
---   `placed`, `marked` and `at`, and `except_tile`
--- - "tiles": for each tile with an attribute
--- - "segments": for each segment with an attribute
--- - "deployments": at window, which the engine carries out: of followers onto incomplete features without one `anywhere`; or
---   of a piece, or each follower in hand, onto the spots of tiles with an attribute, where nobody stands
--- - "corners": of the tile just placed, where four tiles meet and all are field, without a piece of a kind
--- - "spans": the axes along which a span fits across the tile just placed
--- - "places": cells that a tile would fit in some rotation, while one is left
---
--- Several offers of a phase come one after the other; what two of them offer is one option.
---@class VariantOffer
---@field [1] "pieces"|"tiles"|"segments"|"deployments"|"corners"|"spans"|"places"
---@field own? string any: nothing, unless some number of the player's in this slot is not 0
---@field optional? boolean any: nothing, where the game has not the piece; unless said that is an error
---@field of? "turn"|"others" pieces: of the player whose turn it is, or of the others
---@field piece? string pieces, deployments, corners: a kind of piece
---@field follower? boolean pieces: only followers; with the rule `count_as_followers` for expansions, builder and pig are such
---@field kind? Kind pieces: on this kind of segment
---@field attribute? string pieces: of their feature; segments: of the segment; tiles, deployments: of the tile
---@field placed? string pieces: in the feature of a segment with this attribute on the tile just placed
---@field marked? string pieces: with `attribute`, in the features that have it on tiles with this attribute of tiles, tile by tile
---@field near? Kind pieces: with `marked`, only those tiles that have a segment of this kind on them or around them
---@field at? string pieces: on the tile whose x and y are the two numbers of this slot of the game
---@field far? string pieces: with `at`, and in its row and column as many cells away as this slot of the game says, nearest first
---@field except_tile? string pieces: with except_segment, not on the segment whose tile's index and number are in these slots of
--- the game; deployments: anywhere but on this tile
---@field except_segment? string
---@field vacant? boolean tiles: on whose spot nobody stands
---@field slot? string segments: whose number in this slot is 0; deployments: onto tiles whose number in it is not 0
---@field number? integer segments: the number of the options
---@field numbers? string segments: one option each for all i for which the player's i-th number in this slot is not 0
---@field most? integer|integer[] segments: with `numbers`, only the first so many; a list: by number of players
---@field anywhere? boolean
---@field around? boolean spans: and across those beside it
---@field once? boolean spans: unless one was laid in this part of the turn
---@field tile? string places: the tile's id

--- What hooks are told of a feature that scores.
---@class Scoring
---@field kind Kind|"goods"
---@field complete boolean
---@field final boolean part of the final scoring
---@field points integer for each of `players`
---@field players integer[] who has, or ties for, the majority; none for an empty feature
---@field feature? Feature

--- What touches a feature that has a builder, as `extends` is told: a segment of the tile placed belongs to it; a tile that fits
--- beside anything completed it (extend_trigger); only the road of a span across the tile placed belongs to it, or
--- State:join made it (links_extend).
---@class Extension
---@field cause "tile"|"completed"|"span"|"join"
---@field feature Feature

--- What extra_part is told of the part that ends.
---@class Part
---@field player integer
---@field part integer parts of this turn that are over, from 1
---@field extended_builder boolean the tile added to a feature with the player's builder

--- What a variant's table may hold.
---@type table<string, string>
variants.shape = {
  name = "string", description = "string", options = "table",
  rules = "table", sets = "list", tiles = "string|list", counts = "table", pieces = "table", goods = "boolean",
  attributes = "list", held = "list", groups = "list", queue = "integer", edges = "list", limits = "list",
  slots = "list", start = "list|string", conflicts = "list",
  final = "list", extra_part = "function|table", points = "function|table",
  bonus = "function|table",
  on_scored = "function|table", on_placed = "function|table", on_leave = "function|table", deploy_ok = "function|table",
  place_ok = "function", extends = "function", blocked = "string|list",
  phases = "list",
}

--- The hooks that are functions, in the order in which a turn comes to them.
---@type string[]
variants.hooks = { "place_ok", "extends", "on_placed", "deploy_ok", "points", "bonus", "on_scored", "on_leave", "extra_part" }

--- The points of a game at which phases are, in the order in which a game comes to them; `anytime` is all of it.
---@type string[]
variants.points = { "turn_start", "draw", "window", "before_scoring", "after_scoring", "turn_end", "game_end", "anytime" }

--- The functions of a phase.
---@type string[]
variants.moments = { "run", "ask", "chosen" }

local function read_file(path)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local text = file:read "a"
  file:close()
  return text
end

local HOUSE_RULES = { "chained-builders", "percentage-goods" }
local EXPANSIONS = { "inns-and-cathedrals", "king-and-robber", "abbey-and-mayor", "bridges", "princess-and-dragon", "tower",
  "festival", "tunnel", "siege", "river" }

-- The file of a shipped variant, house rule or expansion.
local function find_shipped(name)
  if not name:match "^[%w_-]+$" then return nil end
  return package.searchpath("carcassonne.variants." .. name, package.path)
    or package.searchpath("carcassonne.expansions." .. name, package.path)
end

-- Those whose file is there.
local function found(names)
  local list = {}
  for _, name in ipairs(names) do
    if find_shipped(name) then list[#list + 1] = name end
  end
  return list
end

--- The names of the shipped house rules, where the file system can be read.
---@return string[]
function variants.shipped()
  return found(HOUSE_RULES)
end

--- The names of the shipped expansions, where the file system can be read.
---@return string[]
function variants.expansions()
  return found(EXPANSIONS)
end

-- Anything that a digest depends on, as text in a definite order.
local function describe(value, seen)
  local kind = type(value)
  if kind == "function" then
    local fine, code = pcall(string.dump, value, true)
    return fine and code or "function"
  elseif kind ~= "table" then
    return kind .. ":" .. tostring(value)
  elseif seen[value] then
    return "again"
  end
  seen[value] = true
  local parts, keys = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = tostring(key) .. "=" .. describe(value[key], seen)
  end
  return "{" .. table.concat(parts, ",") .. "}"
end

local function digest(text)
  local hash = 0xcbf29ce484222325
  for i = 1, #text do
    hash = (hash ~ text:byte(i)) * 0x100000001b3
  end
  return ("%016x"):format(hash)
end

-- Options go into saved games as words, so they are plain values.
local function check_option(where, value)
  options.check_type(where, value, "string|boolean|number")
  if value ~= value or value == math.huge or value == -math.huge then options.refuse(where, "not a finite number") end
end

--- What an option is unless it is chosen: a list names the values that it may have, the default first.
---@param declared any as in VariantSource.options
---@return string|boolean|number
function variants.default_of(declared)
  if type(declared) == "table" then return declared[1] end
  return declared
end

local function check_declared(where, key, declared)
  if not key:match "^[%a_][%w_]*$" then options.refuse(where, "no name for an option") end
  if type(declared) ~= "table" then return check_option(where, declared) end
  if #declared == 0 then options.refuse(where, "a list of the values that it may have is empty") end
  for _, value in ipairs(declared) do
    check_option(where, value)
    if type(value) ~= type(declared[1]) then options.refuse(where, "its values are not all of one type") end
  end
end

local function check_chosen(where, value, declared)
  local default = variants.default_of(declared)
  if type(value) ~= type(default) then
    options.refuse(where, ("expected %s, got %s"):format(type(default), options.show(value)))
  end
  check_option(where, value)
  if type(declared) == "table" then options.check_name(where, value, declared, "value") end
end

-- The variant's own options with what was chosen in their place.
local function choose_options(where, declared, chosen)
  local result = {}
  where = where .. ": options"
  options.check_type(where, chosen or {}, "table")
  for _, key in ipairs(options.keys(declared)) do
    check_declared(where .. "." .. key, key, declared[key])
    result[key] = variants.default_of(declared[key])
  end
  for _, key in ipairs(options.keys(chosen or {})) do
    if declared[key] == nil then
      options.refuse(where .. "." .. key, "unknown option" .. options.did_you_mean(key, options.keys(declared)))
    end
    check_chosen(where .. "." .. key, chosen[key], declared[key])
    result[key] = chosen[key]
  end
  return result
end

-- Whether a table is { option = NAME }, or { option = NAME, is = VALUE }.
local function names_option(value)
  local keys = options.keys(value)
  return type(value.option) == "string" and (#keys == 1 or (#keys == 2 and value.is ~= nil))
end

-- The value that such a table stands for: what is chosen, or whether that is this value.
local function selected(where, value, source, chosen)
  local name = value.option
  if chosen[name] == nil then
    options.refuse(where, ("unknown option '%s'%s"):format(name, options.did_you_mean(name, options.keys(chosen))))
  end
  if value.is == nil then return chosen[name] end
  check_chosen(where .. "." .. name, value.is, source.options[name])
  return chosen[name] == value.is
end

-- Data in which options stand for what is chosen. Hooks stay the functions that they are.
local function resolve(where, value, source, chosen)
  if type(value) ~= "table" then return value end
  if names_option(value) then return selected(where, value, source, chosen) end
  local copy = {}
  for key, one in pairs(value) do copy[key] = resolve(where, one, source, chosen) end
  return copy
end

-- Whether the options are what a phase with `only` needs.
local function is_wanted(where, only, declared, chosen)
  local wanted = true
  for _, key in ipairs(options.keys(only or {})) do
    if chosen[key] == nil then
      options.refuse(where .. ".only." .. key, "unknown option" .. options.did_you_mean(key, options.keys(chosen)))
    end
    check_chosen(where .. ".only." .. key, only[key], declared[key])
    wanted = wanted and chosen[key] == only[key]
  end
  return wanted
end

-- Hooks that may be a table with a gate.
local gated_hooks = { "on_placed", "deploy_ok", "points", "bonus", "on_scored", "on_leave" }
local is_gated = {}
for _, key in ipairs(gated_hooks) do is_gated[key] = true end

-- Takes away the hooks that these options leave out of the game.
local function leave_out_hooks(where, source, chosen)
  for _, key in ipairs(gated_hooks) do
    local only = type(source[key]) == "table" and source[key].only
    if only and not is_wanted(("%s: %s"):format(where, key), only, source.options, chosen) then source[key] = nil end
  end
end

-- The phases that these options leave in the game.
local function choose_phases(where, source, chosen)
  local list = {}
  for i, phase in ipairs(source.phases) do
    local at = ("%s: phases[%d]"):format(where, i)
    if is_wanted(at, phase.only, source.options, chosen) then
      local copy = {}
      for key, value in pairs(phase) do copy[key] = value end
      copy.when = resolve(at .. ".when", phase.when, source, chosen)
      copy.offer = resolve(at .. ".offer", phase.offer, source, chosen)
      copy.may_pass = resolve(at .. ".may_pass", phase.may_pass, source, chosen)
      if copy.may_pass ~= nil then options.check_type(at .. ".may_pass", copy.may_pass, "boolean") end
      list[#list + 1] = copy
    end
  end
  return list
end

local function resolve_data(where, source, chosen)
  local resolved = {}
  for key, value in pairs(source) do
    if lines.shape[key] or is_gated[key] then
      local at = ("%s: %s"):format(where, key)
      value = resolve(at, value, source, chosen)
      options.check_type(at, value, variants.shape[key])
    end
    resolved[key] = value
  end
  if source.phases then resolved.phases = choose_phases(where, source, chosen) end
  leave_out_hooks(where, resolved, chosen)
  return resolved
end

local final_shape = { name = "string", after = "string", before = "string", run = "function", most = "string", each = "string",
  points = "integer" }
local final_ways = { "run", "most", "each" } -- what a step does: one of these

-- The slots of players that a variant declares, by name.
local function player_slots(source)
  local slots = {}
  for _, slot in ipairs(source.slots or {}) do
    if type(slot) == "table" and slot.scope == "player" and type(slot.name) == "string" then slots[slot.name] = slot end
  end
  return slots
end

local function check_way(at, step, slots)
  local ways = {}
  for _, key in ipairs(final_ways) do
    if step[key] then ways[#ways + 1] = key end
  end
  if #ways ~= 1 then
    options.refuse(at, ("a step has a function `run`, or `most` or `each` with the name of a slot; here is %s"):format(
      #ways == 0 and "nothing of it" or table.concat(ways, " and ")))
  end
  local slot = step.most or step.each
  if (slot ~= nil) ~= (step.points ~= nil) then
    options.refuse(at .. ".points", slot and "missing: how many" or "only with `most` and `each`")
  end
  if slot and not slots[slot] then
    options.refuse(("%s.%s"):format(at, ways[1]), ("the variant declares no slot '%s' for players%s"):format(slot,
      options.did_you_mean(slot, options.keys(slots))))
  end
end

local function check_final(where, source)
  local slots = player_slots(source)
  for i, step in ipairs(source.final or {}) do
    local at = ("%s: final[%d]"):format(where, i)
    options.check(at, step, final_shape)
    if not step.name then options.refuse(at, "a step needs a name") end
    check_way(at, step, slots)
    if step.after and step.before then options.refuse(at, "a step is after another or before one, not both") end
  end
end

-- What each player has in a slot, all its numbers together.
local function amounts(state, slot)
  local list = {}
  for player = 1, state:game():players() do
    list[player] = 0
    for i = 1, slot.size or 1 do
      list[player] = list[player] + (slot.size and state:slot(slot.name, player, i) or state:slot(slot.name, player))
    end
  end
  return list
end

-- The function of a step that is data.
local function final_run(step, source)
  local slot = player_slots(source)[step.most or step.each]
  return function(state)
    local list, most = amounts(state, slot), 1
    for _, amount in ipairs(list) do most = math.max(most, amount) end
    for player, amount in ipairs(list) do
      if step.each and amount ~= 0 then state:award(player, amount * step.points, step.name) end
      if step.most and amount == most then state:award(player, step.points, step.name) end
    end
  end
end

local function check_extra_part(where, extra_part)
  if type(extra_part) ~= "table" then return end
  options.check(where .. ": extra_part", extra_part, { when = "string", run = "function" })
  options.check_name(where .. ": extra_part.when", extra_part.when or "extended", { "extended", "always" }, "gate")
  if not extra_part.run then options.refuse(where .. ": extra_part", "a function `run` is missing") end
end

-- What a hook may be besides a function: a function with a gate and, for some, a list of rows before it.
local function check_gated(where, key, hook)
  if type(hook) ~= "table" then return end
  where = where .. ": " .. key
  local rows = lines.rows[key] and #hook or 0
  local effect = hook.add ~= nil and "add" or hook.zero ~= nil and "zero" or hook.halve ~= nil and "halve"
  if lines.rows[key] and effect then
    options.refuse(("%s.%s"):format(where, effect), "stands in a row, and rows in a list: { { add = 1 } }")
  end
  options.check(where, options.beside(hook, rows), { when = "table", only = "table", run = "function" })
  if hook.when and not hook.run and rows > 0 then options.refuse(where, "a gate is for a function `run`") end
  if not hook.run and rows == 0 then
    options.refuse(where, lines.rows[key] and "neither rows nor a function `run`" or "a function `run` is missing")
  end
end

local phase_shape = { name = "string", at = "string", when = "table", run = "function", ask = "function", offer = "table",
  may_pass = "boolean|table", chosen = "function", compulsory = "boolean", order = "integer", only = "table" }
-- An option is written as the name of its phase, so that it may not be the name of another action.
local actions = { draw = true, place = true, deploy = true, pass = true, extra = true, resign = true }
local beside = { window = true, anytime = true } -- points where options stand beside those of the rules

local function check_phase_name(at, name)
  if not name then options.refuse(at, "a phase needs a name") end
  if not name:match "^[%a_][%w_.-]*$" or #name > 23 then
    options.refuse(at .. ".name", "a letter, then letters, digits, _ - and . are, up to 23 of them")
  end
  if actions[name] then options.refuse(at .. ".name", ("'%s' is the name of another action"):format(name)) end
  if name == "end" then options.refuse(at .. ".name", "'end' begins the last line of a saved game") end
end

-- A phase asks by a function or by data.
local function check_question(at, phase)
  if phase.ask and phase.offer then options.refuse(at, "a phase has `ask` or `offer`, not both") end
  if phase.may_pass ~= nil and not phase.offer then
    options.refuse(at .. ".may_pass", "goes with `offer`; `ask` returns whether passing is allowed")
  end
end

-- Whether the options of a phase may all be deployments, which the engine carries out: in the window, and of a function nobody
-- knows beforehand.
local function may_all_deploy(phase)
  if phase.at ~= "window" or not phase.offer then return phase.at == "window" end
  local offers = type(phase.offer[1]) == "table" and phase.offer or { phase.offer }
  for _, offer in ipairs(offers) do
    if type(offer) == "table" and offer[1] ~= "deployments" then return false end
  end
  return true
end

local function check_moments(at, phase)
  local asks = phase.ask or phase.offer
  check_question(at, phase)
  if not (phase.run or asks) then options.refuse(at, "a phase needs a function `run` or `ask`, or an `offer`") end
  if beside[phase.at] then
    if phase.run then options.refuse(at .. ".run", ("never called at %s, where a phase only asks"):format(phase.at)) end
    if not asks then options.refuse(at, "a function `ask` or an `offer` is missing") end
  end
  if phase.chosen and not asks then options.refuse(at .. ".chosen", "never called without `ask` or `offer`") end
  if asks and not phase.chosen and not may_all_deploy(phase) then
    options.refuse(at, "a function `chosen` is missing: what is offered has to do something")
  end
  if phase.compulsory and phase.at ~= "window" then options.refuse(at .. ".compulsory", "only a phase at window may be it") end
end

local function check_phases(where, phases)
  for i, phase in ipairs(phases) do
    local at = ("%s: phases[%d]"):format(where, i)
    options.check(at, phase, phase_shape)
    check_phase_name(at, phase.name)
    if not phase.at then options.refuse(at, ("a phase needs `at`, one of %s"):format(table.concat(variants.points, ", "))) end
    options.check_name(at .. ".at", phase.at, variants.points, "point")
    check_moments(at, phase)
    if phase.order and (phase.order < 1 or phase.order > 3) then options.refuse(at .. ".order", "1, 2 or 3") end
  end
end

-- Where a message says that something is wrong.
local function place_of(source, path)
  local name = rawget(source, "name")
  return ("variant '%s'"):format(type(name) == "string" and name:match "^[%w_.-]+$" and #name <= 40 and name or path)
end

-- What was written, as plain data that nobody else has.
local function copy_source(source, path) return sandbox.copy(place_of(source, path), source) end

local function check_source(source, path)
  local where = place_of(source, path)
  for _, key in ipairs(options.keys(source)) do
    if not variants.shape[key] then
      options.refuse(where .. ": " .. key, "unknown key" .. options.did_you_mean(key, options.keys(variants.shape)))
    end
    local later = lines.shape[key] and type(source[key]) == "table" and names_option(source[key])
    if not later then options.check_type(where .. ": " .. key, source[key], variants.shape[key]) end
  end
  if not source.name then options.refuse(where, "a variant needs a name") end
  if not source.name:match "^[%w_.-]+$" or #source.name > 23 then
    options.refuse(where .. ": name", "letters, digits, _ - and . are, up to 23 of them")
  end
  check_extra_part(where, source.extra_part)
  for _, hook in ipairs(gated_hooks) do check_gated(where, hook, source[hook]) end
  check_phases(where, source.phases or {})
  for i, name in ipairs(source.conflicts or {}) do
    options.check_type(("%s: conflicts[%d]"):format(where, i), name, "string")
  end
end

-- Adds a row of a hook.
local function add_row(list, variant, run)
  local row = { variant = variant.name, options = variant.read_only, run = run, unlimited = variant.shipped }
  list[#list + 1] = row
  return row
end

-- The rows of phases stand in the order of their statements.
local function add_phases(hooks, list)
  local sources = {}
  for i, variant in ipairs(list) do sources[i] = variant.source end
  lines.each_phase(sources, function(i, phase)
    hooks.phase = hooks.phase or {}
    local row = add_row(hooks.phase, list[i], phase.run)
    row.name, row.ask, row.chosen = phase.name, phase.ask, phase.chosen
  end)
end

--- The hooks of several variants, in their order, as carcassonne.core takes them.
---@param list Variant[]
---@return table
function variants.combine(list)
  local hooks = {}
  for _, variant in ipairs(list) do
    for _, name in ipairs(variants.hooks) do
      local run = variant.source[name]
      if type(run) == "table" then
        if name == "extra_part" and run.when == "always" then hooks.extra_part_always = true end
        run = run.run
      end
      if run then
        hooks[name] = hooks[name] or {}
        add_row(hooks[name], variant, run)
      end
    end
    for _, step in ipairs(variant.source.final or {}) do
      hooks.final = hooks.final or {}
      hooks.final[step.name] = hooks.final[step.name] or {}
      add_row(hooks.final[step.name], variant, step.run or final_run(step, variant.source))
    end
  end
  add_phases(hooks, list)
  return hooks
end

local played = setmetatable({}, { __mode = "k" }) -- the variants of each game, out of its reach

-- What a game tells of a variant.
local function told(variant)
  local values = {}
  for key, value in pairs(variant.options) do values[key] = value end
  return { name = variant.name, description = variant.description, options = values, digest = variant.digest,
    shipped = variant.shipped }
end

--- Makes a game of a definition's lines and its variants.
---@param text string
---@param list Variant[]
---@param budget integer
---@return Game? game
---@return string? message
---@return string? code
---@return integer? line of the text
function variants.make_game(text, list, budget)
  local tellable = {}
  for i, variant in ipairs(list) do tellable[i] = told(variant) end
  local game, message, code, line = core.new_game(text, variants.combine(list), tellable, budget)
  if game then played[game] = list end
  return game, message, code, line
end

--- The variants of a game, as they were read; Game:variants has what scripts may know of them.
---@param game Game
---@return Variant[]
function variants.of(game) return played[game] or {} end

-- Whether what is missing may be what the game or another variant brings: a step, a tile.
local function may_come_from_others(message)
  if message:match "no piece" then return true end -- though it is like one that every game has
  if message:match "did you mean" then return false end
  return message:match "no step" or message:match "no tile" or message:match "start tile"
end

-- Makes a definition of the variant with the printed tiles: so the engine refuses what contradicts itself.
local function try(variant)
  local sets = not variant.source.sets and { "base", "traders" } or nil
  local text, owners = lines.write({ sets = sets }, { variant })
  local game, message, _, line = variants.make_game(text, { variant }, 0)
  if game or may_come_from_others(message) then return end
  local explained, owner = lines.explain(text, owners, message, line)
  options.refuse(owner == "game" and place_of(variant.source) or owner, explained)
end

-- By this a Variant is known; there is no way from it to the functions here.
local class = { __name = "Variant", __tostring = function(variant) return "variant " .. variant.name end }

-- A checked variant with its options chosen. `base` is what its digest is made from, besides the options.
local function finish(source, path, base, chosen, shipped)
  local where = place_of(source, path)
  local values = choose_options(where, source.options or {}, chosen)
  local variant = setmetatable({
    name = source.name,
    description = source.description,
    options = values,
    read_only = sandbox.read_only(values),
    source = resolve_data(where, source, values),
    written = source,
    shipped = shipped == true, -- not the function of this name
    base = base,
  }, class)
  check_final(where, variant.source)
  lines.check(where, variant.source)
  variant.digest = digest(base .. describe(variant.options, {}))
  try(variant)
  return variant
end

-- The text of a script and its path; raises what there is instead.
local function find_script(name, shipped_only)
  local path = find_shipped(name) or (not shipped_only and name or nil)
  if not path then
    error(("variant '%s': it is not shipped, and its script is not given: `--variant` or `variants` has to name it"):format(name), 0)
  end
  local text, problem = read_file(path)
  if text then return text, path end
  local names = variants.shipped()
  table.move(variants.expansions(), 1, #EXPANSIONS, #names + 1, names)
  error(("variant '%s': neither a shipped variant%s nor a script that can be read (%s); shipped are %s"):format(name,
    options.did_you_mean(name, names), problem, table.concat(names, ", ")), 0)
end

--- Reads and checks a variant.
---@param from string|table the name of a shipped one, a path of a file, a table, or a Variant
---@param chosen? table<string, any> values for its options
---@param shipped_only? boolean no path of a file: for names that somebody else wrote
---@return Variant variant
function variants.read(from, chosen, shipped_only)
  if getmetatable(from) == class then
    return chosen and finish(from.written, from.name, from.base, chosen, from.shipped) or from
  elseif type(from) == "table" then
    local source = copy_source(from, "table")
    check_source(source, "table")
    return finish(source, "table", describe(source, {}), chosen)
  elseif type(from) ~= "string" then
    error(("a variant is a name, a path or a table, not %s"):format(options.show(from)), 0)
  end
  local text, path = find_script(from, shipped_only)
  local source = copy_source(sandbox.run(text, path), path)
  check_source(source, path)
  return finish(source, path, text, chosen, path == find_shipped(from))
end

return variants
