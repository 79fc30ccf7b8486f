--- What a scenario asserts of the position that its moves lead to.

local compat = require "carcassonne.base.compat"
local expansions = require "spec.support.interop.expansions"
local words = require "carcassonne.describe.words"

local assertions = {}

local function player_of(names, name)
  for player, one in ipairs(names) do
    if one == name then return player end
  end
end

-- What the points of an event are for: the kind of feature, or the word of the expansion that gave them.
local function subject(state, event)
  if event.kind == "scored" then return expansions.feature_name(state, event) end
  if event.kind ~= "awarded" or not event.label then return nil end
  return event.label:match "^barn" and "field" or event.label:match "^%a+"
end

-- The points that a player got for something, each scoring by itself.
local function scorings(state, player, kind)
  local list = {}
  for _, event in ipairs(state:events()) do
    if event.player == player and subject(state, event) == kind then list[#list + 1] = event.points end
  end
  return list
end

-- Each row: a pattern, and a check that returns what came instead, or nil where it is so.
local KNOWN = {
  { "^(.+) scored ([%w.-]+) for (%d+) points?$", function(state, player, kind, points)
    local list, wanted = scorings(state, player, kind), tonumber(points)
    local total = 0
    for _, one in ipairs(list) do
      if one == wanted then return nil end
      total = total + one
    end
    if wanted == 0 and total == 0 then return nil end -- an event without points is not always told
    return #list > 0 and "for " .. table.concat(list, ", ") or "no such scoring"
  end },
  { "^(.+) has (%-?%d+) points?$", function(state, player, points)
    if state:score(player) == tonumber(points) then return nil end
    return words.count(state:score(player), "point")
  end },
}

local PHASES = {
  TilePhase = { draw = true, place = true }, ActionPhase = { deploy = true }, GameOverPhase = { over = true },
}

local function can_pass(state)
  for _, action in ipairs(state:legal_actions()) do
    if action.kind == "pass" then return true end
  end
  return false
end

-- Assertions about the decision at hand: nil where they are unknown, or else whether it is so and what came.
local function check_decision(state, text)
  local decision = state:decision() or "over"
  local phase = PHASES[text:match "^phase is (%w+)$"]
  if phase then return phase[decision] == true, "decision " .. decision end
  if text == "Player can't pass" then return not can_pass(state), "the player can pass" end
  if text == "Player can pass" then return can_pass(state), "the player cannot pass" end
  return nil, nil
end

local function check_player(state, names, text)
  for _, row in ipairs(KNOWN) do
    local found = compat.table.pack(text:match(row[1]))
    if found[1] then
      local player = player_of(names, found[1])
      if not player then return false, "nobody is called " .. found[1] end
      local came = row[2](state, player, compat.table.unpack(found, 2, found.n))
      return came == nil, came
    end
  end
  return nil, nil
end

--- Checks assertions.
---@param state State
---@param names string[] of the players
---@param list string[] such as "Alice has 8 points", "Bob scored city for 15 points"
---@return string[] failed what was expected and what came
---@return string[] unknown assertions that mean nothing here
---@usage local check = require("spec.support.interop.assertions").check
--- local failed = check(state, { "Alice" }, { "Alice has 3 points" })
--- assert(failed[1] == "expected 'Alice has 3 points', got 0 points")
function assertions.check(state, names, list)
  local failed, unknown = {}, {}
  for _, text in ipairs(list) do
    local holds, came = check_decision(state, text)
    if holds == nil then holds, came = check_player(state, names, text) end
    if holds == nil then
      unknown[#unknown + 1] = ("assertion '%s'"):format(text)
    elseif not holds then
      failed[#failed + 1] = ("expected '%s', got %s"):format(text, came)
    end
  end
  return failed, unknown
end

return assertions
