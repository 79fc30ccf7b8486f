--- Checks what a scenario asserts about the legal actions of a player: kinds of actions, and their
--- options.
--
-- Each asserted option is read as the message that would choose it; these messages must stand for
-- exactly the engine's legal actions of this kind.

local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"
local jcz_replay = require "carcassonne.interop.jcz_replay"
local setup = require "carcassonne.interop.jcz_setup"

local offered = {}

local ELEMENTS = expansions.gathered_saved("elements")
local PIECES = expansions.gathered_saved("pieces")
local TAKEN_BACK = expansions.gathered_saved("taken_back")
local DEPLOYED = expansions.gathered_saved("deployed")

-- Returns the engine's name of a piece, and its name in the ids of JCloisterZone: "SmallFollower"
-- is the element small-follower.
local function piece_of(name)
  local element = ELEMENTS[name:gsub("(%l)(%u)", "%1-%2"):lower()]
  for id, piece in pairs(PIECES) do
    if element and element.piece == piece then return piece, id end
  end
end

-- Reads "Monastery,I,[-1,1]" as a pointer.
local function read_pointer(text)
  local feature, location, x, y = text:match "^(%w+),([%w_.]+),%[(%-?%d+),(%-?%d+)%]$"
  return feature and { position = { tonumber(x), tonumber(y) }, feature = feature, location = location }
end

-- Reads "0.small.1,Monastery,I,[-1,1]": a piece, and its place.
local function read_standing(text)
  local id, place = text:match "^([%d%w.-]+),(.+)$"
  local pointer = id and read_pointer(place)
  return pointer and { meepleId = id, featurePointer = pointer }
end

-- Reads the options in braces, each as the message that would choose it; returns nil if they cannot
-- be read.
local function read_braces(text, read, message_of)
  local messages = {}
  for one in text:gmatch "{([^}]*)}" do
    local place = read(one)
    if not place then return nil end
    messages[#messages + 1] = message_of(place)
  end
  return messages[1] and messages
end

-- Reads "[0,1] - [0,90]; ...": cells with rotations.
local function read_placements(text, tile)
  local messages = {}
  for x, y, rotations in text:gmatch "%[(%-?%d+),(%-?%d+)%] %- %[([%d,]+)%]" do
    for rotation in rotations:gmatch "%d+" do
      messages[#messages + 1] = { type = "PLACE_TILE",
        payload = { tileId = tile, rotation = "R" .. rotation, position = { tonumber(x), tonumber(y) } } }
    end
  end
  return messages[1] and messages
end

-- A row for each sort of actions: the pattern of an assertion that the sort is legal, the pattern
-- of an assertion that lists its options, and a function. The function returns a test whether an
-- action of the engine is of this sort, and a reader of the listed options.
local SORTS = {
  { "^TilePlacement for (%S+)$", "^TilePlacement (%S+)$", function(_, tile)
    return function(action) return action.kind == "place" end,
      function(text) return read_placements(text, tile) end
  end },
  { "^Meeple for (%a+)$", "^Meeple (%a+)$", function(state, name)
    local piece, id = piece_of(name)
    if not piece then return nil end
    local function is_sort(action)
      if action.kind == "deploy" then return action.piece == piece end
      if action.kind ~= "choice" then return false end
      for _, choice in pairs(DEPLOYED) do
        if action.name == choice then return action.piece == piece end
      end
      return action.name == piece
    end
    local owner = (tonumber(state:current_player()) or state:turn_player()) - 1
    return is_sort, function(text)
      return read_braces(text, read_pointer, function(pointer)
        return { type = "DEPLOY_MEEPLE",
          payload = { pointer = pointer, meepleId = ("%d.%s.1"):format(owner, id) } }
      end)
    end
  end },
  { "^ReturnMeeple for ([%u_]+)$", "^ReturnMeeple ([%u_]+)$", function(_, source)
    local choice = TAKEN_BACK[source]
    if not choice then return nil end
    return function(action) return action.kind == "choice" and action.name == choice end, function(text)
      return read_braces(text, read_standing, function(standing)
        return { type = "RETURN_MEEPLE", payload = { source = source, pointer = standing } }
      end)
    end
  end },
  { "^(CaptureFollower)$", "^(CaptureFollower)$", function()
    return function(action) return action.kind == "choice" and action.name == "capture" end, function(text)
      return read_braces(text, read_standing, function(standing)
        return { type = "CAPTURE_FOLLOWER", payload = { pointer = standing } }
      end)
    end
  end },
  { "^(BazaarSelectTile)$", "^(BazaarSelectTile)$", function()
    return function(action) return action.kind == "choice" and action.name == "bazaar" end
  end },
}

-- Returns the test and the reader for the name of a sort; nil if no row has this name.
local function sort_of(state, name, column)
  for _, row in ipairs(SORTS) do
    local what = name:match(row[column])
    if what then return row[3](state, what) end
  end
end

-- Returns a state in which the named tile is in hand, even if it has not been drawn yet; nil if it
-- cannot be drawn.
local function with_tile(outcome, name, saved)
  local tile = name:match "^TilePlacement f?o?r? ?(%S+)$"
  if not tile or outcome.state:decision() ~= "draw" then return outcome.state end
  local state = outcome.state:clone()
  return state:apply_action("draw " .. tostring(setup.tile(tile, setup.forms(saved)))) and state
end

local function actions_of(state, is_sort)
  local list = {}
  for _, action in ipairs(state:legal_actions()) do
    if is_sort(action) then list[#list + 1] = action end
  end
  return list
end

local function prepare(outcome, saved, name, column)
  local state = with_tile(outcome, name, saved)
  if not state then return nil end
  local is_sort, read = sort_of(state, name, column)
  return state, is_sort, read
end

--- Checks that actions of a sort are legal.
---@param outcome JczOutcome
---@param name string a sort, such as "Meeple for Phantom"
---@param saved SavedJcz
---@return string? came what is legal instead; nil if the sort is
---@return true? unknown
function offered.check(outcome, name, saved)
  local state, is_sort = prepare(outcome, saved, name, 1)
  if not state then return "a tile that cannot be drawn" end
  if not is_sort then return nil, true end
  return #actions_of(state, is_sort) == 0 and "none" or nil
end

-- Returns the engine's actions for which there is no message, as text, and the number of messages
-- for which there is no action.
local function compare(reader, actions, messages)
  local more, absent = {}, #messages
  local tests, found = {}, {}
  for i, message in ipairs(messages) do
    tests[i] = compat.table.pack(reader:read(message))[2]
  end
  for _, action in ipairs(actions) do
    local is_listed = false
    for i, test in ipairs(tests) do
      if test(action) then
        is_listed = true
        if not found[i] then absent, found[i] = absent - 1, true end
      end
    end
    if not is_listed then more[#more + 1] = tostring(action) end
  end
  return more, absent
end

--- Checks that the legal actions of a sort are those that a list names.
---@param outcome JczOutcome
---@param name string a sort, such as "Meeple Phantom"
---@param saved SavedJcz
---@param text string options, such as "{City,E,[1,0]}; {Road,N,[1,0]}"
---@return string? came the difference; nil if there is none
---@return true? unknown
function offered.check_options(outcome, name, saved, text)
  local state, is_sort, read = prepare(outcome, saved, name, 2)
  if not state then return "a tile that cannot be drawn" end
  local messages = read and read(text)
  if not messages then return nil, true end
  local more, absent = compare(jcz_replay.reader(state, saved, outcome.names),
    actions_of(state, is_sort), messages)
  if #more == 0 and absent == 0 then return nil end
  return ("%d of them not legal here, and beside them %s"):format(absent,
    #more > 0 and table.concat(more, ", ") or "none")
end

return offered
