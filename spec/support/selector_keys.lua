--- The kinds of items and the keys of selectors, from the engine's table of words. For the specs.

local core = require "carcassonne.core"

local selector_keys = {}

--- The kinds of items, in order.
---@type string[]
selector_keys.things = {}

--- The keys that scripts can write.
---@type table<string, boolean>
selector_keys.keys = {}

for _, statement in ipairs(core.grammar()) do
  for _, row in ipairs(statement.name == "selector" and statement.rows or {}) do
    if row.is_subject then selector_keys.things = row.words else selector_keys.keys[row.name] = true end
  end
end
assert(table.remove(selector_keys.things) == "filters")
selector_keys.keys["if"] = nil -- only for the part after the keys of `when`
assert(#selector_keys.things == 11 and selector_keys.keys.can_deploy and selector_keys.keys.kind)

return selector_keys
