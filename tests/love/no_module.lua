-- Tests the game without its compiled module: one screen reports this, and the game continues when
-- the module exists.

local hand = require "hand"

hand.wait(5)
local screen = hand.scene()
assert(screen.problem, "there is a module after all")
assert(screen.problem.title == "The compiled module is missing: carcassonne/core.so", screen.problem.title)
assert(screen.problem.text:find "love%.sh dist")
assert(screen.problem.place:find "core%.so must be in this folder:\n/%S+/carcassonne$",
  screen.problem.place)
hand.shoot "20-no-module"
hand.click_on "again"
assert(hand.scene().problem, "trying again finds nothing, and says so")

-- A module for other Lua files is reported, too.
package.preload["carcassonne.core"] = function() return { abi_version = 1 } end
hand.click_on "again"
hand.wait_for("another screen", function() return hand.scene() ~= screen and hand.target "again" end)
assert(hand.scene().problem.title == "The compiled module has another version than the Lua files",
  hand.scene().problem.title)
package.preload["carcassonne.core"] = nil

package.cpath = os.getenv "LOVE_MODULE" .. "/lua/?.so;" .. package.cpath
hand.click_on "again"
assert(hand.scene().entries, "once the module is there, the first screen is")
print "1 passed, 0 failed"
