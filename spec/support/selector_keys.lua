--- The kinds of thing and the keys of selectors, as the engine's table of words has them. For the
--- specs.

local core = require "carcassonne.core"

local selector_keys = {}

--- The kinds of thing, in order.
---@type string[]
selector_keys.things = {}

--- The keys that people write.
---@type table<string, boolean>
selector_keys.keys = {}

for _, statement in ipairs(core.grammar()) do
  for _, row in ipairs(statement.name == "selector" and statement.rows or {}) do
    if row.is_subject then selector_keys.things = row.words else selector_keys.keys[row.name] = true end
  end
end
assert(table.remove(selector_keys.things) == "filters")
selector_keys.keys["if"] = nil -- for what follows the keys of `when`
assert(#selector_keys.things == 10 and selector_keys.keys.can_deploy and selector_keys.keys.kind)

return selector_keys
