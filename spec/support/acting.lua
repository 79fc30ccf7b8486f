--- The methods of a state by which hooks act or offer options, with the annotations of State as
--- their source. For the specs.

package.path = "csrc/make/?.lua;" .. package.path
local annotations = require "annotations"

local acting = {
  verbs = {}, -- by the name of a method that acts: its annotation
  offering = {}, -- by the name of a method that offers options: its annotation
  names = {}, -- the names of both sorts, sorted
}

for _, item in ipairs(annotations.read("lua/carcassonne/meta/hook_state.lua").items) do
  if item.kind == "function" then
    local of = item.class.name == "AskState" and acting.offering or acting.verbs
    of[item.name] = item
    acting.names[#acting.names + 1] = item.name
  end
end
table.sort(acting.names)

--- Returns whether a method acts or offers.
---@param name string
---@return boolean
function acting.acts(name) return (acting.verbs[name] or acting.offering[name]) ~= nil end

return acting
