-- golden_lines.lua NAME ...: prints the golden lines of these scripts; by default, of all shipped
-- scripts. Run it for a new script, and for a script whose rules were changed on purpose. Put the
-- printed line into spec/fixtures/scripts.golden, in alphabetical order.

local script_golden = require "spec.support.script_golden"

local names = #arg > 0 and arg or script_golden.shipped()
for _, name in ipairs(names) do print(script_golden.line(name)) end
