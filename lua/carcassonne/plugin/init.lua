--- The plug-in's face: one table of plain functions, by which a host for board games of any kind
--- plays this one without knowing
-- it. lua/doc/PLUGIN.md is the contract; whatever keeps it can be played by the same host
-- (examples/table/host.lua).
--
--     local plugin = require "carcassonne.plugin"
--     local state = assert(plugin.new({ players = 3, ["variant.tower"] = true }, 42))
--     while not plugin.terminal(state) do
--       local legal = plugin.legal(state)
--       assert(plugin.apply(state, legal[math.random(#legal)]))
--     end
--     print(table.concat(plugin.returns(state), " : "))
--
-- A state is a State, though hosts need not know: who does may call its methods, too.
-- @module carcassonne.plugin

local carcassonne = require "carcassonne"
local error_message = require "carcassonne.base.error_message"
local options = require "carcassonne.base.options"
local plugin_check = require "carcassonne.plugin.check"
local plugin_options = require "carcassonne.plugin.options"
local sentences = require("carcassonne.describe.events").sentences
local words = require "carcassonne.describe.words"

--- What a host may choose.
---@class PluginOption
---@field name string
---@field kind "boolean"|"integer"|"number"|"text"|"choice"
---@field default boolean|number|string
---@field text string a line for people
---@field low? number of an integer or a number
---@field high? number
---@field words? string[] that may stand in place of the number
---@field values? (string|number)[] of a choice
---@field needs? string name of a boolean option before it, without which this one says nothing

--- A table that keeps the contract of lua/doc/PLUGIN.md, this one or another.
---@class Plugin
---@field contract integer the number of the contract: 1
---@field name string
---@field version string
---@field text string a line for people
---@field players {least:integer, most:integer, default:integer}
---@field options PluginOption[]
---@field hides "nothing"|"future"|"hands" what players do not see: only what chance will bring, or also what others hold

---@class carcassonne.plugin : Plugin
local plugin = {
  contract = 1,
  name = "carcassonne",
  version = carcassonne.version,
  text = "Carcassonne with Traders & Builders, expansions and house rules",
  players = { least = 1, most = 6, default = 2 },
}

-- What is said where something is refused. A client's bytes may be in it.
local function refused(text, code) return nil, options.line(text), code end

-- What a function gives, or nil and what it raised.
local function guarded(code, f, ...)
  local fine, result = pcall(f, ...)
  if fine then return result end
  return refused(error_message.plain(result), code)
end

-- The player whom a host means, nil for a spectator. Raises what is none.
local function player_of(state, player)
  if player == nil then return nil end
  local most = state:game():players()
  return options.whole(player, 1, most) or
    options.refuse("player", ("expected 1 to %d, or nil for a spectator, got %s"):format(most,
      options.show(player)))
end

-- ---- Beginning ----------------------------------------------------------------------------------

local MOST_SEED = 2 ^ 53

local function seed_of(seed)
  return options.whole(seed, 0, MOST_SEED) or
    options.refuse("seed", ("expected an integer from 0 to 2^53, got %s"):format(options.show(seed)))
end

local function begin(list, scripts, chosen, seed)
  if chosen == nil then chosen = {} end
  options.check_type("options", chosen, "table")
  local game = carcassonne.game(plugin_options.game(list, chosen, scripts, plugin.players))
  return game:new_initial_state(seed == nil and 0 or seed_of(seed))
end

-- A state has one text: ends of lines that somebody changed, say, are none of `encode`.
local function read(scripts, text)
  if type(text) ~= "string" then
    return refused("a saved game is text, not " .. options.show(text), "invalid")
  end
  local state, problem, code = carcassonne.load(text, { variants = scripts })
  if not state then return refused(problem, code) end
  if state:serialize() == text then return state end
  return refused("this is not what encode gave, though it can be read: its line ends may have been changed, "
    .. "or notes added", "invalid")
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

-- Whether players hold what others do not see, or it lies face down, in a game with one of these
-- scripts.
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
---@param chosen? table<string, any> by the names of `options`, and `players`; what is not there is at its default
---@param seed? integer of what is left to chance, 0 to 2^53; 0 by default
---@return State? state
---@return string? message that names the option
---@return string? code
function plugin.new(chosen, seed) return guarded("invalid", begin, plugin.options, shipped, chosen, seed) end

--- Reads the text of a state.
---@param text string what `encode` gave
---@return State? state
---@return string? message
---@return string? code
function plugin.decode(text) return read(shipped, text) end

-- The scripts of a host behind those that there are. Raises what is no list.
local function and_scripts(before, scripts)
  options.check_type("plugin.with: scripts", scripts, "list")
  local list, count = {}, 0
  for i, one in ipairs(before) do list[i] = one end
  for _, one in ipairs(scripts) do list[#list + 1] = carcassonne.variant(one) end
  for _ in pairs(scripts) do count = count + 1 end
  if count > #list - #before then
    options.refuse("plugin.with: scripts", ("nothing stands at %d"):format(#list - #before + 1))
  end
  return list
end

-- The plug-in with further scripts than those that there are.
local function extended(before, scripts)
  local face, list = {}, and_scripts(before, scripts)
  for name, value in pairs(plugin) do face[name] = value end
  face.options, face.hides = plugin_options.list(list), hides_of(list)
  function face.new(chosen, seed) return guarded("invalid", begin, face.options, list, chosen, seed) end
  function face.decode(text) return read(list, text) end
  function face.with(more) return extended(list, more) end
  return face
end

--- The same plug-in with scripts of the host's own among its options; `with` of what it gives adds
--- to them. Raises what is wrong with one, as two of the same name.
---@param scripts (string|table|Variant)[] paths of files, tables
---@return carcassonne.plugin
---@usage local plugin = require("carcassonne.plugin").with { "examples/well.lua" }
--- local state = assert(plugin.new({ ["variant.well"] = true }))
function plugin.with(scripts) return extended(shipped, scripts) end

--- The same plug-in with the scripts of all packs that are installed among its options, and what is
--- wrong with those that are not.
---@param places? PackPlaces other places
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

-- ---- What may be done ---------------------------------------------------------------------------

--- Who decides: a player, from 1; "chance" where the host decides what is left to chance; nil at
--- the end.
---@param state State
---@return integer|"chance"|nil
function plugin.current(state) return state:current_player() end

--- Whether the game is over.
---@param state State
---@return boolean
function plugin.terminal(state) return state:is_terminal() end

--- The legal actions, as text.
---@param state State
---@return string[]
function plugin.legal(state)
  local list = {}
  for i, action in ipairs(state:legal_actions()) do list[i] = tostring(action) end
  return list
end

-- Why an action is refused, without the actions that are legal instead: they show what the player
-- who decides holds, and a refusal may be shown to anybody.
local function without_legal_actions(why)
  return (why:gsub("; [%w%-, ]*legal are .*$", ""))
end

-- The legal action whose text this is, and its index.
local function find_action(state, text)
  if type(text) ~= "string" then
    return refused("an action is text, not " .. options.show(text), "invalid")
  end
  local action, problem, code = state:string_to_action(text)
  if not action then return refused(problem, code) end
  local index = state:action_index(action)
  if index and tostring(action) == text then return action, index end
  local _, why = state:clone():apply_action(action) -- an action may be good that is none of `legal`
  return refused(why and without_legal_actions(why) or ("'%s' is not legal here"):format(text), "illegal")
end

--- Carries out an action.
---@param state State
---@param action string one of `legal`
---@return true? done
---@return string? message
---@return string? code "illegal"; "invalid" for what names no action; "script" where a script failed on it
function plugin.apply(state, action)
  local found, index, code = find_action(state, action)
  if not found then return nil, index, code end
  return guarded("script", function()
    state:apply_index(index)
    return true
  end)
end

--- Takes back the last action.
---@param state State
---@return true? done
---@return string? message
function plugin.undo(state) return state:undo_action() end

--- What chance may bring, with probabilities that sum up to 1; none where chance does not decide.
---@param state State
---@return {action:string, probability:number}[]
function plugin.chance(state)
  local list = {}
  for i, outcome in ipairs(state:chance_outcomes()) do
    list[i] = { action = tostring(outcome.action), probability = outcome.probability }
  end
  return list
end

--- Gives up for a player.
---@param state State
---@param player integer
---@return true? done
---@return string? message
---@return string? code
function plugin.resign(state, player)
  local whole = options.whole(player, 1, state:game():players())
  if not whole then return refused("there is no player " .. options.show(player), "invalid") end
  return state:resign(whole)
end

-- ---- Copies -------------------------------------------------------------------------------------

--- A copy that goes its own way.
---@param state State
---@return State
function plugin.clone(state) return state:clone() end

--- The whole state as text, with all that is hidden in it.
---@param state State
---@return string
function plugin.encode(state) return state:serialize() end

--- Another state that this one may be, for all that a player knows: with other hidden tiles, and
--- other draws to come.
---@param state State
---@param player integer? nil for a spectator
---@param seed integer 0 to 2^53
---@return State
function plugin.resample(state, player, seed)
  player_of(state, player)
  return state:resample(player, seed_of(seed))
end

-- ---- What is told -------------------------------------------------------------------------------

--- The points of each player so far; at the end, the result. More is better.
---@param state State
---@return number[]
function plugin.returns(state) return state:returns() end

--- The players who lead, at the end who have won. Nobody who gave up is among them, nor one whom a
--- script has lose.
---@param state State
---@return integer[] players from the lowest number on
function plugin.winners(state) return state:winners() end

--- All that a player may see, as plain data: what State:view gives.
---@param state State
---@param player? integer nil for a spectator
---@return View
function plugin.view(state, player) return state:view(player_of(state, player)) end

-- Names of players as the sentences take them; what is no text is no name.
local function namer(names)
  return function(player)
    local name = type(names) == "table" and names[player]
    return type(name) == "string" and options.line(name) or words.player(player)
  end
end

-- Whether people may call two the same: two fields to the north, two tiles that differ in their
-- fields alone.
local function may_be_alike(state, action) return action.kind ~= "place" or action.id ~= state:hand() end

-- Which of those it is that are called the same: " (1 of 2)"; nothing for one alone.
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

--- A legal action as a line for people.
---@param state State before the action
---@param action string
---@return string? text nil for what is not legal
---@return string? message
---@return string? code as `apply` has it
function plugin.describe(state, action)
  local found, problem, code = find_action(state, action)
  if not found then return nil, problem, code end
  local text = words.action(state, found)
  return text .. place_among_alike(state, found, text)
end

-- The engine's events of one decision, those together that make one sentence.
local function add_happenings(list, state, decided)
  local told = sentences(decided, { state = state, all = true })
  for i, sentence in ipairs(told) do
    local following = told[i + 1] and told[i + 1].event.number or math.huge
    local parts = {}
    for _, event in ipairs(decided) do
      if event.number >= sentence.event.number and event.number < following then parts[#parts + 1] = event end
    end
    list[#list + 1] = { number = parts[#parts].number, kind = sentence.kind, parts = parts }
  end
end

--- What happened so far, each as a table {number=, kind=, parts=}: the engine's events that belong
--- together.
---@param state State
---@param player integer? to whom it is told; nil for a spectator.
---@param since? integer only what has a higher number
---@return table[]
function plugin.events(state, player, since)
  player_of(state, player)
  local list, decided = {}, {}
  for _, event in ipairs(state:events(since, player or "spectator")) do
    if decided[1] and decided[1].decision ~= event.decision then
      add_happenings(list, state, decided)
      decided = {}
    end
    decided[#decided + 1] = event
  end
  add_happenings(list, state, decided)
  return list
end

--- A number that stays while events are only added. It grows with `undo`; another state has another
--- one. See State:revision.
---@param state State
---@return integer
function plugin.revision(state) return state:revision() end

--- Something that happened as a line for people. Raises for what is no event.
---@param state State after it
---@param event table one of `events`
---@param names? string[] of the players; who has none is called by the number
---@return string
function plugin.describe_event(state, event, names)
  local parts = type(event) == "table" and event.parts
  local fine, told = pcall(sentences, parts, { state = state, name = namer(names), all = true })
  if fine and told[1] then return told[1].text end
  options.refuse("event", "expected one that events gave, got " .. options.show(event))
end

--- Plays a plug-in, this one or another, through the contract, and says which clause is broken.
---@param other Plugin
---@param given? PluginCheckOptions
---@return PluginReport
---@usage local plugin = require "carcassonne.plugin"
--- assert(#plugin.check(plugin, { games = 1, every = 20 }).problems == 0)
function plugin.check(other, given) return plugin_check.run(other, given) end

return plugin
