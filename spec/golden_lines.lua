-- golden_lines.lua NAME ...: prints the golden lines of these scripts, of all shipped ones without
-- a name. Run it for a new script, and for one whose rules were changed on purpose; the line goes
-- into spec/fixtures/scripts.golden, in the order of the alphabet.

local script_golden = require "spec.support.script_golden"

local names = #arg > 0 and arg or script_golden.shipped()
for _, name in ipairs(names) do print(script_golden.line(name)) end
