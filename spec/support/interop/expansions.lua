--- The expansions as carcassonne.interop.expansions lists them, each with `log`: how logs of the
-- other engine's games report it. There is a file for each expansion that logs report, named like
-- its script. Of everything that is nil there is nothing:
--
-- - `sets`: the sets of a log in which it plays
-- - `choose`: `function(logged, chosen)`: changes the options by a game, where `tilesets` and
--   `rules` do not say it all
-- - `pieces`: what logs call pieces, `{ follower = "meeple" }`
-- - `place`: `function(state, place)`: what comes before `@x,y` of a place that is called otherwise
--   than its segment, or nil
-- - `standing`: by the name of a piece `function(state, piece, words)`: the place where it stands
-- - `kinds`: by the name of a phase what its decision is called, where it is called otherwise; of
--   phases at `deployment` that come alone before the action, too
-- - `choices`: by the name of an option `function(state, action, words)`: its text; "piece",
--   "cell", "place" for the usual ones: `capture 1 meeple city:N @2,0`, `dragon 2,0`, `wagon road:E
--   @0,2`. `words` is spec.support.interop.action_names
-- - `listed`: by the name of an option `{ beside, reason }`: the kinds of decision beside which
--   logs list it, by name; beside others it is left out of what is compared, and counted as a
--   departure
-- - `begins`: decisions that begin a part of a turn, by name, `{ abbey = true }`
-- - `chance`: by the first word of a chance result `function(state, word)`: what to apply, one
--   action or a list of them; `word` is what follows
-- - `follows`: by a field of a decision what stands for a decision of its own here:
--   `function(state, value)`: what to apply after it, or nil
-- - `unnamed`: by the name of a reserve true: the log does not say which tiles are dealt to it;
--   they are such as it never draws
-- - `held`: by an attribute of tiles how long they are not in the bag: for good, false, or until a
--   tile with another one lies
-- - `uncounted`: pieces that are not among those in hand, by name
-- - `tokens`: rows of what snapshots have in `tokens`: name, schema (spec.support.interop.schema),
--   what is expected, whether it may be absent; `left` gives a player's number, where it is one for
--   each
-- - `snapshot`: such rows of what else they have
-- - `compare`: `function(compare, state, snapshot, words)`: compares what is not such a number
-- - `scored`: by the label of points what the scorings of a part call it: a text, or
--   `function(event)` that gives one or nil
-- - `final`: by the label of points what the final scoring calls it
-- - `features`: by an attribute of features what scorings call those that have it, `{ shrine =
--   "shrine" }`
-- - `phases`: by the name of a phase in scenarios the name of ours, `{ WagonPhase = "wagon" }`
-- - `counted_tokens`: by the name of a token in scenarios `function(state, player)`: how many a
--   player has left

local shipped = require "carcassonne.interop.expansions"

local expansions = { list = {} }

-- Nothing is logged of those that have tiles alone.
local UNLOGGED = { ["spiel-doch"] = true, winter = true }
local BUILT_IN = { "base", "traders" }

for i, expansion in ipairs(shipped.list) do
  local name = expansion.name or BUILT_IN[i]
  local log = UNLOGGED[name] and {} or require("spec.support.interop.expansions." .. name)
  expansions.list[i] = setmetatable({ log = log }, { __index = expansion })
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

--- All entries of one table of `log`, of all expansions.
---@param key string
---@return table<string, any>
function expansions.gathered(key)
  local all = {}
  for _, expansion in ipairs(expansions.list) do
    for name, value in pairs(expansion.log[key] or {}) do all[name] = value end
  end
  return all
end

--- All entries of one table of `saved` of carcassonne.interop.expansions.
---@param key string
---@return table<string, any>
expansions.gathered_saved = shipped.gathered

local called = expansions.gathered "features" -- by attribute

--- What logs call the feature of a scoring: its kind, unless an expansion has its own word for
--- such.
---@param state State in which it has such attributes
---@param event Event
---@return string
function expansions.feature_name(state, event)
  local feature = event.x and state:feature(event.x, event.y, event.segment)
  for _, attribute in ipairs(feature and feature.attributes or {}) do
    local name = called[attribute:match "[^.]+$"]
    if name then return name end
  end
  return event.feature
end

return expansions
