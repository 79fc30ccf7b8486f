--- What the other engine calls the things of our expansions, and how it plays them: a file for each, named like its script.
--
-- A file returns a table. Of everything that is nil there is nothing:
--
-- - `code`: the ids of its tiles begin so, "TO"
-- - `options`: what that engine plays where the rules have it, too, or leave it open
-- - `departures`: options in which it plays otherwise than the rules, each `{ option, value, reason }`
-- - `tilesets`: by the name of a tile set what it means for the options: `["tower:2"] = { edition = 2 }`
-- - `rules`: by the name of a rule of that engine what its values, as texts, mean: options; `usual` is the value where none is given
-- - `log`: how logs of games tell of it (carcassonne.interop.log)
--   - `sets`: the sets of a log in which it plays
--   - `choose`: `function(logged, chosen)`: changes the options by a game, where `tilesets` and `rules` do not say it all
--   - `pieces`: what logs call pieces, `{ follower = "meeple" }`
--   - `place`: `function(state, place)`: what comes before `@x,y` of a place that is called otherwise than its segment, or nil
--   - `standing`: by the name of a piece `function(state, piece, words)`: the place where it stands
--   - `kinds`: by the name of a phase what its decision is called, where it is called otherwise; of phases at `deployment` that come alone
--     before the action, too
--   - `choices`: by the name of an option `function(state, action, words)`: its text; "piece", "cell", "place" for the usual ones:
--     `capture 1 meeple city:N @2,0`, `dragon 2,0`, `wagon road:E @0,2`. `words` is carcassonne.interop.action_names
--   - `listed`: by the name of an option `{ beside, reason }`: the kinds of decision beside which logs list it, by name; beside others it
--     is left out of what is compared, and counted as a departure
--   - `begins`: decisions that begin a part of a turn, by name, `{ abbey = true }`
--   - `chance`: by the first word of a chance result `function(state, word)`: what to apply, one action or a list of them; `word` is
--     what follows
--   - `follows`: by a field of a decision what stands for a decision of its own here: `function(state, value)`: what to apply
--     behind it, or nil
--   - `unnamed`: by the name of a reserve true: the log does not say which tiles are dealt to it; they are such as it never draws
--   - `held`: by an attribute of tiles how long they are not in the bag: for good, false, or until a tile with another one lies
--   - `uncounted`: pieces that are not among those in hand, by name
--   - `tokens`: rows of what snapshots have in `tokens`: name, schema (carcassonne.interop.notation.schema), what is expected,
--     whether it may be absent; `left` gives a player's number, where it is one for each
--   - `snapshot`: such rows of what else they have
--   - `compare`: `function(compare, state, snapshot, words)`: compares what is no such number
--   - `scored`: by the label of points what the scorings of a part call it: a text, or `function(event)` that gives one or nil
--   - `final`: by the label of points what the final scoring calls it
--   - `features`: by an attribute of features what scorings call those that have it, `{ shrine = "shrine" }`
-- - `saved`: how saved games tell of it (carcassonne.interop.jcz_setup, jcz_replay)
--   - `elements`: by name: `piece`: it is this piece, `most` of which each player may have; `span`: this bridge; `option`: what
--     leaves it out; `tiles`: it means nothing without the expansion's tiles; `tile`: it is this tile; `implied`: the tiles bring
--     it, named or not
--   - `pieces`: what their pieces are
--   - `deployed`: by a feature of theirs to which pieces are deployed the name of our option
--   - `figures`: what their neutral figures are: the name of our option, or that and its number
--   - `taken_back`: by the source of a piece taken back the name of our option
--   - `tokens`: by the name of a token the name of our option and `function(place)` for its number; `token`: the token it names
--   - `messages`: by type `function(replay, payload)`: in words, and a test for our action
--   - `after_commit`: questions that come when the action has been confirmed, by name, `{ wagon = true }`
-- @module carcassonne.interop.expansions

local module_code = require "carcassonne.base.module_code"
local shipped = require "carcassonne.variant.shipped"

local expansions = {}

-- What is built in has no script; its options are rule values.
local BUILT_IN = { "base", "traders" }

--- The expansions in their order, each with its `name`, after what is built in, which has no name.
---@type table[]
expansions.list = {}

--- Those with a script by its name.
---@type table<string, table>
expansions.by_name = {}

-- What the file of that name returns. They come with this program, one for each expansion.
local function read(name)
  local module = "carcassonne.interop.expansions." .. name
  if package.loaded[module] == nil and not module_code.loader(module) then
    error(("interop: '%s' comes with this program, but the module '%s', which says what the other engine calls its things, is not "
      .. "there: install it again"):format(name, module), 0)
  end
  return require(module)
end

for i, name in ipairs(BUILT_IN) do expansions.list[i] = read(name) end

for _, name in ipairs(shipped.expansions()) do
  local expansion = read(name)
  expansion.name, expansion.log, expansion.saved = name, expansion.log or {}, expansion.saved or {}
  expansions.list[#expansions.list + 1], expansions.by_name[name] = expansion, expansion
end

local function has(list, one)
  for _, item in ipairs(list or {}) do
    if item == one then return true end
  end
  return false
end

--- The expansions that play in a logged game, what is built in first.
---@param sets string[] of the log
---@return table[]
function expansions.of_sets(sets)
  local list = {}
  for _, expansion in ipairs(expansions.list) do
    local plays = false
    for _, set in ipairs(expansion.log.sets or {}) do plays = plays or has(sets, set) end
    list[#list + 1] = plays and expansion or nil
  end
  return list
end

--- All entries of one table of `log` or `saved`, of all expansions.
---@param part "log"|"saved"
---@param key string
---@return table<string, any>
function expansions.gathered(part, key)
  local all = {}
  for _, expansion in ipairs(expansions.list) do
    for name, value in pairs(expansion[part][key] or {}) do all[name] = value end
  end
  return all
end

local called -- by attribute

--- What logs call the feature of a scoring: its kind, unless an expansion has its own word for such.
---@param state State in which it has such attributes
---@param event Event
---@return string
function expansions.feature_name(state, event)
  called = called or expansions.gathered("log", "features")
  local feature = next(called) and event.x and state:feature(event.x, event.y, event.segment)
  for _, attribute in ipairs(feature and feature.attributes or {}) do
    local name = called[attribute:match "[^.]+$"]
    if name then return name end
  end
  return event.feature
end

return expansions
