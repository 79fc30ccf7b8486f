--- Checks the ways to name a legal action: by index, by its fields, and with the player who sends
--- it.
-- @module carcassonne.plugin.check.actions

local options = require "carcassonne.base.options"
local plain = require "carcassonne.plugin.check.plain"

local actions = {}

local NO_INDEXES = { 0, -1, 1.5, "1", true, {}, 0 / 0 }
local NO_FIELDS = { "kind", true, 1, { ["no such field"] = 1 }, { kind = "no such kind" } }

local MOST_FIELDS = 8 -- maximum number of actions whose fields are read for each state

local function check_index(t, state, legal)
  local count = t:ask("count", state)
  if count ~= #legal then
    t:fail("count", "`count` returned %s, but `legal` lists %d actions", options.show(count), #legal)
  end
  t:refused("apply-index", "nil", "apply_index", state, nil)
  t:refused("apply-index", #legal + 1, "apply_index", state, #legal + 1)
  for _, index in ipairs(NO_INDEXES) do
    t:refused("apply-index", options.show(index), "apply_index", state, index)
  end
end

-- Applies one action to two copies: by its text, and by its index with the player who decides.
local function check_applied(t, state, legal)
  if #legal == 0 then return end
  local index, current = t:choose(#legal), t:ask("current", state)
  local by_text, by_index = t:ask("clone", state), t:ask("clone", state)
  t:apply(by_text, legal[index])
  local done, message = t:ask("apply_index", by_index, index, current)
  if done ~= true then
    return t:fail("apply-index", "`apply_index` refused %d of %d actions: %s", index, #legal,
      options.show(message))
  end
  t:same("apply-index", t:picture(by_text), t:picture(by_index), "the state after `apply_index`")
end

-- Sends an action in the name of each player who does not decide, which must be refused.
local function check_senders(t, state, legal)
  local current = t:ask("current", state)
  for player = 0, t.players do
    local sender = player == 0 and "chance" or player
    if #legal > 0 and sender ~= current then
      local what = ("an action of %s"):format(player == 0 and sender or "player " .. player)
      t:refused("sender", what, "apply", state, legal[1], sender)
      t:refused("sender", what, "apply_index", state, 1, sender)
    end
  end
end

-- Returns a problem of an action's fields.
local function problem_of(t, state, action)
  local fields = t:ask("fields", state, action)
  if type(fields) ~= "table" or type(fields.kind) ~= "string" then
    return ("expected a table with the field `kind`, got %s"):format(options.show(fields))
  end
  local problem = plain.problem(fields)
  if problem then return problem end
  local found, message = t:ask("find", state, fields)
  if found == action then return nil end
  local why = message ~= nil and ": " .. options.show(message) or ""
  return ("`find` returned %s%s"):format(options.show(found), why)
end

local function check_fields(t, state, legal)
  local first = t:choose(#legal + 1) - 1
  for i = 1, math.min(#legal, MOST_FIELDS) do
    local action = legal[(first + i) % #legal + 1]
    local problem = problem_of(t, state, action)
    if problem then return t:fail("fields", "'%s': %s", action, problem) end
  end
  t:refused("fields", "'no such action'", "fields", state, "no such action")
  for _, wanted in ipairs(NO_FIELDS) do t:refused("fields", options.show(wanted), "find", state, wanted) end
  if #legal ~= 1 then t:refused("fields", "fields that fit several actions or none", "find", state, {}) end
end

--- Checks the actions of a state, on a copy.
---@param t Trial
---@param state any
---@param legal string[]
function actions.check(t, state, legal)
  local copy = t:ask("clone", state)
  if copy == nil then return end -- a clause about copies reports this problem
  check_index(t, copy, legal)
  check_fields(t, copy, legal)
  check_applied(t, copy, legal)
  check_senders(t, copy, legal)
end

return actions
