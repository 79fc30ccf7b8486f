--- The plug-in: one table of plain functions that lets a host for any board games play this game.
--- For the contract see lua/doc/PLUGIN.md, for a host see examples/table/host.lua.
--
--     local plugin = require "carcassonne.plugin"
--     local state = assert(plugin.new({ players = 3, ["variant.tower"] = true }, 42))
--     while not plugin.terminal(state) do
--       local legal = plugin.legal(state)
--       assert(plugin.apply(state, legal[math.random(#legal)]))
--     end
--     print(table.concat(plugin.returns(state), " : "))
--
-- Each state is a State, so a host for this game only can also call its methods.
-- @module carcassonne.plugin

local carcassonne = require "carcassonne"
local drawing = require "carcassonne.plugin.drawing"
local error_message = require "carcassonne.base.error_message"
local events = require "carcassonne.plugin.events"
local fields = require "carcassonne.plugin.fields"
local follow = require "carcassonne.plugin.follow"
local game_bots = require "carcassonne.plugin.game_bots"
local memory = require "carcassonne.base.memory"
local options = require "carcassonne.base.options"
local past = require "carcassonne.plugin.past"
local plugin_check = require "carcassonne.plugin.check"
local plugin_options = require "carcassonne.plugin.options"
local results = require "carcassonne.plugin.result"
local spaces = require "carcassonne.plugin.spaces"
local words = require "carcassonne.describe.words"

--- An option of a game.
---@class PluginOption
---@field name string
---@field kind "boolean"|"integer"|"number"|"text"|"choice"
---@field default boolean|number|string
---@field text string a line for people
---@field low? number limits, for integers and numbers
---@field high? number
---@field words? string[] words allowed instead of a number
---@field values? (string|number)[] values of a choice
---@field needs? string name of an earlier boolean option; if that option is false, this one has no effect

--- A table that follows the contract of lua/doc/PLUGIN.md.
---@class Plugin
---@field contract integer version number of the contract: 2
---@field name string
---@field version string
---@field text string a line for people
---@field players {least:integer, most:integer, default:integer}
---@field options PluginOption[]
---@field hides "nothing"|"future"|"hands" hidden information: none, future draws only, or also the hands of other players

---@class carcassonne.plugin : Plugin
local plugin = {
  contract = 2,
  name = "carcassonne",
  version = carcassonne.version,
  text = "Carcassonne with Traders & Builders, expansions and house rules",
  players = { least = 1, most = 6, default = 2 },
}

-- Returns nil and a message. `options.line` makes it printable, since it may contain bytes of a
-- client.
local function refused(text, code) return nil, options.line(text), code end

-- Returns the results of a function, or nil and the message of its error. The code is "memory"
-- instead of `code` if memory ran out.
local function guarded(code, f, ...)
  local fine, result, message, reason = pcall(f, ...)
  if fine then return result, message, reason end
  return refused(error_message.plain(result), memory.code(result, code))
end

-- Converts a player number of the host; nil stands for a spectator. Raises an error for any other
-- value.
local function player_of(state, player)
  if player == nil then return nil end
  local most = state:game():players()
  return options.whole(player, 1, most) or
    options.refuse("player", ("expected 1 to %d, or nil for a spectator, got %s"):format(most,
      options.show(player)))
end

-- ---- New states ---------------------------------------------------------------------------------

local MOST_NUMBER = 2 ^ 53

local function seed_of(seed)
  return options.whole(seed, 0, MOST_NUMBER) or
    options.refuse("seed", ("expected an integer from 0 to 2^53, got %s"):format(options.show(seed)))
end

local function begin(list, scripts, chosen, seed)
  if chosen == nil then chosen = {} end
  options.check_type("options", chosen, "table")
  local game = carcassonne.game(plugin_options.game(list, chosen, scripts, plugin.players))
  return game:new_initial_state(seed == nil and 0 or seed_of(seed))
end

-- Reads a saved game. Other spellings, such as changed line ends, are refused: each state has one
-- text.
local function read(scripts, text)
  if type(text) ~= "string" then
    return refused("expected the text of a saved game, got " .. options.show(text), "invalid")
  end
  local state, problem, code = carcassonne.load(text, { variants = scripts })
  if not state then return refused(problem, code) end
  if state:serialize() == text then return state end
  return refused("the text can be read, but `encode` did not write it in this form; line ends may have been "
    .. "changed, or notes added", "invalid")
end

local function shipped_scripts()
  local list = {}
  for _, names in ipairs { carcassonne.expansions(), carcassonne.shipped_variants() } do
    for _, name in ipairs(names) do list[#list + 1] = carcassonne.variant(name) end
  end
  return list
end

local function hides_any(rows)
  for _, row in ipairs(rows or {}) do
    if type(row) == "table" and (row.visible_to or "all") ~= "all" then return true end
  end
  return false
end

-- Returns the value of `hides` for games with these scripts.
local function hides_of(list)
  for _, variant in ipairs(list) do
    if hides_any(variant.source.reserves) or hides_any(variant.source.tokens) then return "hands" end
  end
  return "future"
end

local shipped = shipped_scripts()
plugin.hides = hides_of(shipped)
plugin.options = plugin_options.list(shipped)

--- Begins a game.
---@param chosen? table<string, any> values by name of option, and `players`; missing options have their defaults
---@param seed? integer seed of chance, 0 to 2^53; 0 by default
---@return State? state
---@return string? message message with the name of the option
---@return string? code
function plugin.new(chosen, seed) return guarded("invalid", begin, plugin.options, shipped, chosen, seed) end

--- Reads a state from text.
---@param text string a result of `encode`
---@return State? state
---@return string? message
---@return string? code
function plugin.decode(text) return read(shipped, text) end

-- Appends scripts of the host to a list. Raises an error if `scripts` is not a list.
local function and_scripts(before, scripts)
  options.check_type("plugin.with: scripts", scripts, "list")
  local list, count = {}, 0
  for i, one in ipairs(before) do list[i] = one end
  for _, one in ipairs(scripts) do list[#list + 1] = carcassonne.variant(one) end
  for _ in pairs(scripts) do count = count + 1 end
  if count > #list - #before then
    options.refuse("plugin.with: scripts", ("missing value at index %d"):format(#list - #before + 1))
  end
  return list
end

-- Returns a plug-in with additional scripts.
local function extended(before, scripts)
  local face, list = {}, and_scripts(before, scripts)
  for name, value in pairs(plugin) do face[name] = value end
  face.options, face.hides = plugin_options.list(list), hides_of(list)
  function face.new(chosen, seed) return guarded("invalid", begin, face.options, list, chosen, seed) end
  function face.decode(text) return read(list, text) end
  function face.with(more) return extended(list, more) end
  return face
end

--- Returns this plug-in with scripts of the host as additional options. The new plug-in has a
--- `with` of its own, which adds more scripts. Raises an error for an invalid script or a repeated
--- name.
---@param scripts (string|table|Variant)[] paths of files, or tables
---@return carcassonne.plugin
---@usage local plugin = require("carcassonne.plugin").with { "examples/well.lua" }
--- local state = assert(plugin.new({ ["variant.well"] = true }))
function plugin.with(scripts) return extended(shipped, scripts) end

--- Returns this plug-in with the scripts of all installed packs as additional options, and the
--- problems of invalid packs.
---@param places? PackPlaces other places to search
---@return carcassonne.plugin
---@return string[] problems
---@usage local plugin, problems = require("carcassonne.plugin").with_packs()
function plugin.with_packs(places)
  local face, problems = plugin, {}
  for _, pack in ipairs(carcassonne.packs(places)) do
    problems[#problems + 1] = pack.problem
    for _, name in ipairs(pack.scripts) do
      local fine, more = pcall(function()
        return face.with { carcassonne.variant(name, nil, { read = places and places.read }) }
      end)
      if fine then face = more else problems[#problems + 1] = error_message.plain(more) end
    end
  end
  return face, problems
end

-- ---- Actions ------------------------------------------------------------------------------------

--- Returns the deciding player, from 1; "chance" if the host must decide chance; nil at the end.
---@param state State
---@return integer|"chance"|nil
function plugin.current(state) return state:current_player() end

--- Returns whether the game is over.
---@param state State
---@return boolean
function plugin.terminal(state) return state:is_terminal() end

--- Returns the legal actions as text.
---@param state State
---@return string[]
function plugin.legal(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = tostring(action) end
  return list
end

-- Removes the list of legal actions from a message. The list would reveal the hand of the current
-- player to all readers of the message.
local function without_legal_actions(why)
  return (why:gsub("; [%w%-, ]*legal are .*$", ""))
end

-- Returns the legal action with this text, and its index.
local function find_action(state, text)
  if type(text) ~= "string" then
    return refused("expected the text of an action, got " .. options.show(text), "invalid")
  end
  local action, problem, code = state:string_to_action(text)
  if not action then return refused(problem, code) end
  local index = state:action_index(action)
  if index and tostring(action) == text then return action, index end
  local _, why = state:clone():apply_action(action) -- apply_action accepts other spellings, too
  return refused(why and without_legal_actions(why) or ("'%s' is not legal here"):format(text), "illegal")
end

local function unknown_player(player) return "unknown player " .. options.show(player) end

-- Returns true if this player may decide now, or nil and a message. If `player` is nil, no check is
-- made.
local function may_decide(state, player)
  local current = state:current_player()
  if player == nil or player == current then return true end
  local whole = options.whole(player, 1, state:game():players())
  if whole and whole == current then return true end -- a float
  if not whole and player ~= "chance" then return refused(unknown_player(player), "illegal") end
  return refused(("%s does not decide now"):format(whole and "player " .. whole or player), "illegal")
end

local function apply_at(state, index)
  local count, message, code = guarded("script", state.apply_index, state, index)
  if count then return true end
  return nil, message, code
end

--- Applies an action.
---@param state State
---@param action string an action of `legal`
---@param player? integer|"chance" the sender of the action, who must be the one who decides; not checked by default
---@return true? done
---@return string? message
---@return string? code "illegal", "invalid" for a malformed action, "script" if a script failed, or "memory"
function plugin.apply(state, action, player)
  local may, message, reason = may_decide(state, player)
  if not may then return nil, message, reason end
  local found, index, code = find_action(state, action)
  if not found then return nil, index, code end
  return apply_at(state, index)
end

--- Returns the number of legal actions.
---@param state State
---@return integer
function plugin.count(state) return state:num_actions() end

--- Applies the legal action with an index: faster than `apply`, because no text is read.
---@param state State
---@param index integer in the list of `legal`, from 1
---@param player? integer|"chance" as for `apply`
---@return true? done
---@return string? message
---@return string? code the same codes as `apply`
function plugin.apply_index(state, index, player)
  local may, message, reason = may_decide(state, player)
  if not may then return nil, message, reason end
  local whole = options.whole(index, 1, state:num_actions())
  if not whole then -- the message must not reveal the number of actions
    return refused("expected the index of a legal action, got " .. options.show(index), "invalid")
  end
  return apply_at(state, whole)
end

--- Returns the parts of a legal action as data: `kind` and the fields of Action that it has.
---@param state State
---@param action string
---@return table? fields nil if the action is not legal
---@return string? message
---@return string? code the same codes as `apply`
function plugin.fields(state, action)
  local found, problem, code = find_action(state, action)
  if not found then return nil, problem, code end
  return fields.of(state, found)
end

--- Returns the legal action that has all given fields.
---@param state State
---@param wanted table<string, any> as `fields` returns them; some of them are enough if they fit one action
---@return string? action nil if no action, or several, have these fields
---@return string? message
---@return string? code "invalid" or "illegal"
function plugin.find(state, wanted)
  local fine, action, problem = pcall(fields.find, state, wanted)
  if not fine then return refused(error_message.plain(action), "invalid") end
  if not action then return refused(problem, "illegal") end
  return action
end

--- Undoes the last action.
---@param state State
---@return true? done
---@return string? message
function plugin.undo(state) return follow.undo(state) end

--- Returns the outcomes of chance with their probabilities, or an empty list if a player decides.
---@param state State
---@return {action:string, probability:number}[]
function plugin.chance(state)
  local list = {}
  for i, outcome in ipairs(state:chance_outcomes()) do
    list[i] = { action = tostring(outcome.action), probability = outcome.probability }
  end
  return list
end

--- Resigns for a player.
---@param state State
---@param player integer
---@return true? done
---@return string? message
---@return string? code
function plugin.resign(state, player)
  local whole = options.whole(player, 1, state:game():players())
  if not whole then return refused(unknown_player(player), "invalid") end
  return state:resign(whole)
end

-- ---- Copies -------------------------------------------------------------------------------------

--- Returns an independent copy.
---@param state State
---@return State
function plugin.clone(state) return follow.carry(state, state:clone()) end

--- Returns the whole state as text, with all hidden information.
---@param state State
---@return string
function plugin.encode(state) return state:serialize() end

--- Returns a random state that is consistent with what a player knows: hidden tiles and future
--- draws differ.
---@param state State
---@param player integer? nil for a spectator
---@param seed integer 0 to 2^53
---@return State
function plugin.resample(state, player, seed)
  player_of(state, player)
  local function resampled(one) return one:resample(player, seed_of(seed)) end
  return follow.carry(state, resampled(state), resampled)
end

-- ---- Views and events ---------------------------------------------------------------------------

--- Returns the points of each player; at the end these are the result. More is better.
---@param state State
---@return number[]
function plugin.returns(state) return state:returns() end

--- The result of a player.
---@class PluginResult
---@field player integer
---@field outcome "won"|"drawn"|"lost"|"out" drawn: a shared victory; out: resigned or eliminated
---@field points number as in `returns`
---@field rank? integer from 1; equal points give equal ranks, players who are out rank last; nil before the end

--- Returns the results that are certain: at the end of the game those of all players, in order;
--- before it those of players who are out.
---@param state State
---@return PluginResult[]
function plugin.result(state) return results.of(state) end

--- Returns everything that a player may see as plain data: the result of State:view.
---@param state State
---@param player? integer nil for a spectator
---@return View
function plugin.view(state, player) return follow.view(state, player_of(state, player)) end

--- Draws the game as a player sees it.
---@param state State
---@param player integer? nil for a spectator
---@param format "text"|"svg" text for a terminal, or a picture
---@return string? picture nil for an unknown format
---@return string? message
---@return string? code "invalid"
function plugin.show(state, player, format)
  local picture = drawing.of(state, player_of(state, player) or "spectator", format)
  if picture then return picture end
  return refused("format: expected text or svg, got " .. options.show(format), "invalid")
end

--- Returns what never changes in a game: items to draw, colours of the players, and words.
---@param state State
---@return {items:table[], colours:string[], words:table<string, string>, game:GameView}
function plugin.statics(state) return drawing.statics(state:game()) end

-- Returns whether another action may have the same line, for example if there are two fields to the
-- north, or two tiles that differ only in their fields.
local function may_be_alike(state, action) return action.kind ~= "place" or action.id ~= state:hand() end

-- Numbers actions that have equal lines: " (1 of 2)". Returns "" for a line that only one action
-- has.
local function place_among_alike(state, action, text)
  local place, count = 1, 0
  for _, other in ipairs(may_be_alike(state, action) and state:legal_actions() or {}) do
    if other.kind == action.kind and words.action(state, other) == text then
      count = count + 1
      if other == action then place = count end
    end
  end
  return count > 1 and (" (%d of %d)"):format(place, count) or ""
end

--- Describes a legal action in one line.
---@param state State the state before the action
---@param action string
---@return string? text nil if the action is not legal
---@return string? message
---@return string? code the same codes as `apply`
function plugin.describe(state, action)
  local found, problem, code = find_action(state, action)
  if not found then return nil, problem, code end
  local text = words.action(state, found)
  return text .. place_among_alike(state, found, text)
end

--- Returns the events so far, each as a table {number=, kind=, parts=}. `parts` are engine events
--- with a common sentence.
---@param state State
---@param player integer? the observer; nil for a spectator
---@param since? integer return only events with higher numbers
---@return table[]
function plugin.events(state, player, since)
  local observer, after = player_of(state, player) or "spectator", options.whole(since, 0, MOST_NUMBER)
  if since ~= nil and not after then
    return refused("since: expected a whole number from 0, got " .. options.show(since), "invalid")
  end
  return events.of(state, observer, after)
end

-- ---- Bots ---------------------------------------------------------------------------------------

--- Returns the bots that can play this game, the weakest first.
---@return {name:string, level:integer, text:string, timed:boolean}[]
function plugin.bots() return game_bots.list() end

--- Returns the action that a bot chooses for the player who decides.
---@param state State
---@param bot string the name of one of the bots
---@param milliseconds? number time for this decision; only a `timed` bot uses it
---@return string? action nil if the bot is unknown, or no player decides
---@return string? message
---@return string? code "invalid"
function plugin.choose(state, bot, milliseconds)
  return guarded("invalid", game_bots.choose, state, bot, milliseconds)
end

-- ---- Programs that learn ------------------------------------------------------------------------

--- Returns what never changes in a game for a program that learns: the number of action numbers,
--- the names and the shape of the observation planes, and bounds of the game. `unknown` has the
--- reason for each number that is missing.
---@param state State
---@param window? integer radius of the cells that numbers and planes can name; 15 by default
---@return table? spaces
---@return string? message
---@return string? code "invalid"
function plugin.spaces(state, window) return guarded("invalid", spaces.of, state, window) end

--- Returns the number of a legal action, which means the same in every state of the game.
---@param state State
---@param action string
---@param window? integer
---@return integer? number nil if the action is not legal, or has no number
---@return string? message
---@return string? code the same codes as `apply`
function plugin.number(state, action, window)
  local found, index, code = find_action(state, action)
  if not found then return nil, index, code end
  return guarded("invalid", spaces.number, state, index, window)
end

--- Returns the legal action that has a number.
---@param state State
---@param number integer
---@param window? integer
---@return string? action nil if no legal action has the number
---@return string? message
---@return string? code "invalid"
function plugin.action(state, number, window)
  return guarded("invalid", spaces.action, state, number, window)
end

--- Returns the numbers of the legal actions, ascending, and how many legal actions have no number.
---@param state State
---@param window? integer
---@return {numbers:integer[], without:integer}? mask
---@return string? message
---@return string? code "invalid"
function plugin.mask(state, window) return guarded("invalid", spaces.mask, state, window) end

--- Returns what a player sees as planes: for each plane of `spaces` a number, or a list of cells
--- and their numbers (see ObservationSpace:sparse).
---@param state State
---@param player? integer nil for a spectator
---@param window? integer
---@return (number|number[])[]? planes
---@return string? message
---@return string? code "invalid"
function plugin.planes(state, player, window)
  return guarded("invalid", function()
    return spaces.planes(state, player_of(state, player) or "spectator", window)
  end)
end

-- ---- Following a game ---------------------------------------------------------------------------

--- Returns a number that `apply`, `undo` and `resign` increase.
---@param state State changed by these functions only, not by methods
---@return integer
function plugin.revision(state) return follow.revision(state) end

--- Returns the decisions so far, as a player may know them.
---@param state State
---@param player integer? nil for a spectator
---@return {player:integer|"chance", action?:string, text:string}[]
function plugin.history(state, player) return past.of(state, player_of(state, player) or "spectator") end

--- Returns what changed in a player's view since a revision.
---@param state State
---@param player integer? nil for a spectator
---@param revision? integer a revision of this state; nil for the whole view
---@return table? delta nil for a revision that this state has not had
---@return string? message
---@return string? code "invalid"
function plugin.delta(state, player, revision)
  local observer, now = player_of(state, player), follow.revision(state)
  local since = revision ~= nil and options.whole(revision, 0, now) or nil
  if since or revision == nil then return follow.delta(state, observer, since) end
  return refused(("revision: expected 0 to %d, got %s"):format(now, options.show(revision)), "invalid")
end

--- Describes an event in one line. Raises an error if `event` is not a valid event.
---@param state State a state after the event
---@param event table an element of `events`
---@param names? string[] names of the players; a player without a name is named by the number
---@return string
function plugin.describe_event(state, event, names)
  return events.describe(state, event, names)
end

--- Checks any plug-in against the contract. Reports the broken clauses.
---@param other Plugin
---@param given? PluginCheckOptions
---@return PluginReport
---@usage local plugin = require "carcassonne.plugin"
--- assert(#plugin.check(plugin, { games = 1, every = 20 }).problems == 0)
function plugin.check(other, given) return plugin_check.run(other, given) end

return plugin
