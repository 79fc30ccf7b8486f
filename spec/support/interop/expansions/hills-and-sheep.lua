-- Maps Hills & Sheep to the names in logs of the other engine.

local c_locale = require "carcassonne.base.c_locale"
local schema = require "spec.support.interop.schema"

local TOKENS = 18 -- number of tokens in the bag; two of them are wolves

-- Returns "1 shepherd field:ER.SL @0,2: 2 4" for each shepherd.
local function flocks(state, words)
  local list = {}
  for i, shepherd in ipairs(state:pieces { piece = "shepherd" }) do
    local tokens = {}
    for token in state:each { "tokens", token = "sheep", at = shepherd } do
      tokens[#tokens + 1] = token.number
    end
    c_locale.sort(tokens)
    list[i] = ("%s: %s"):format(words.standing(state, shepherd), table.concat(tokens, " "))
  end
  c_locale.sort(list)
  return list
end

local function logged_flocks(theirs)
  local list = {}
  for shepherd, tokens in pairs(theirs) do
    list[#list + 1] = ("%s: %s"):format(shepherd, table.concat(tokens, " "))
  end
  c_locale.sort(list)
  return list
end

local function is_flocks(value)
  return schema.is_named(value, function(tokens) return schema.is_list(tokens, schema.integer) end)
end

local function bag(state) return TOKENS - state:count { "tokens", token = "sheep" } end

return {
  sets = { "hills" },
  choices = { flock = function(_, action) return action.number == 1 and "expand" or "score" end },
  chance = { flock = function(_, word) return "sheep #" .. (word == "wolf" and 0 or word) end },
  unnamed = { under = true },
  snapshot = {
    { "flocks", is_flocks, "sheep by shepherd" }, { "bag", schema.integer, "tokens left in the bag" },
    { "hidden", schema.integer, "tiles under hills" },
  },
  compare = function(compare, state, after, words)
    compare:running_lists("flocks", flocks(state, words), logged_flocks(after.flocks))
    compare:running_values("tokens left in the bag", bag(state), after.bag)
    compare:running_values("tiles under hills", state:num_in_reserve "under", after.hidden)
  end,
  scored = { flock = "flock" },
}
