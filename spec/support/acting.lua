--- The methods of a state by which hooks act and offer, as their annotations list them. For the
--- specs.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"

local acting = {
  verbs = {}, -- by name: how each is reported
  offering = {}, -- the same of those that offer
  names = {}, -- of both, sorted
}

for _, item in ipairs(annotations.read("lua/carcassonne/meta/hook_state.lua").items) do
  if item.kind == "function" then
    local of = item.class.name == "AskState" and acting.offering or acting.verbs
    of[item.name] = item
    acting.names[#acting.names + 1] = item.name
  end
end
table.sort(acting.names)

--- Whether a method is one of them.
---@param name string
---@return boolean
function acting.acts(name) return (acting.verbs[name] or acting.offering[name]) ~= nil end

return acting
