--- The expansions that carcassonne.interop.expansions lists, each with a field `log`: how logs of
--- the other engine report the expansion.
-- Each expansion that logs report has a file with the name of its script. All fields are optional:
--
-- - `sets`: the sets of a log that include the expansion
-- - `choose`: `function(logged, chosen)`: changes the options for a game if `tilesets` and
--   `rules` are not enough
-- - `pieces`: the names of pieces in logs, `{ follower = "meeple" }`
-- - `place`: `function(state, place)`: the text before `@x,y` for a place that is not named after
--   its segment, or nil
-- - `standing`: by the name of a piece, `function(state, piece, words)`: returns the place of the
--   piece as text
-- - `kinds`: by the name of a phase, the log's name of its decision if the names differ; also for
--   phases at `deployment` that are the only decision before the action
-- - `choices`: by the name of an option, `function(state, action, words)`: returns its text; or one
--   of the words "piece", "cell" and "place" for the usual texts: `capture 1 meeple city:N @2,0`,
--   `dragon 2,0`, `wagon road:E @0,2`. `words` is spec.support.interop.action_names
-- - `listed`: by the name of an option, `{ beside, reason }`: the kinds of decision at which logs
--   list the option. At other decisions the option is not compared, but counted as a departure
-- - `begins`: decisions that begin a part of a turn, by name, `{ abbey = true }`
-- - `chance`: by the first word of a chance result, `function(state, word)`: returns the action to
--   apply, or a list of them; `word` is the rest of the text
-- - `follows`: by a field of a logged decision that is a decision of its own in the engine,
--   `function(state, value)`: returns the action to apply afterwards, or nil
-- - `unnamed`: by the name of a reserve, true if the log does not say which tiles are dealt to it;
--   the replay takes tiles that the log never draws
-- - `held`: by an attribute of tiles, how long these tiles stay out of the bag: forever if the
--   value is false; if it is an attribute, until a tile with that attribute lies on the board
-- - `uncounted`: pieces that logs do not count as in hand, by name
-- - `tokens`: rows for the fields of a snapshot's `tokens`: name, schema
--   (spec.support.interop.schema), expected value, whether the field may be absent. If the field
--   has a number for each player, the function `left` of the row returns the number of a player
-- - `snapshot`: such rows for other fields of a snapshot
-- - `compare`: `function(compare, state, snapshot, words)`: compares values that are not numbers
-- - `scored`: by the label of points, their name in the scorings of a part: a text, or
--   `function(event)` that returns a text or nil
-- - `final`: by the label of points, their name in the final scoring
-- - `features`: by an attribute of features, the name of such a feature in scorings: `{ shrine =
--   "shrine" }`
-- - `phases`: by the name of a phase in scenarios, the engine's name, `{ WagonPhase = "wagon" }`
-- - `counted_tokens`: by the name of a token in scenarios, `function(state, player)`: how many a
--   player has left

local shipped = require "carcassonne.interop.expansions"

local expansions = { list = {} }

-- Expansions that add only tiles; logs have no data about them.
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

--- Returns the expansions of a logged game, built-in ones first.
---@param sets string[] the log's sets
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

--- Returns the merged entries of one table of `log`, over all expansions.
---@param key string
---@return table<string, any>
function expansions.gathered(key)
  local all = {}
  for _, expansion in ipairs(expansions.list) do
    for name, value in pairs(expansion.log[key] or {}) do all[name] = value end
  end
  return all
end

--- Returns the merged entries of one table of `saved` of carcassonne.interop.expansions.
---@param key string
---@return table<string, any>
expansions.gathered_saved = shipped.gathered

local called = expansions.gathered "features" -- by attribute

--- Returns the log's name for the feature of a scoring: its kind, or an expansion's own word.
---@param state State a state in which the feature has its attributes
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
