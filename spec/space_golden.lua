-- space_golden.lua: prints the numbers of actions and the planes of some games. Put the output into
-- spec/fixtures/spaces.golden only if they changed on purpose. Then also raise CARC_SPACE_VERSION,
-- and write the change into lua/doc/CHANGELOG.md.

local space_golden = require "spec.support.space_golden"

print("version " .. space_golden.version())
for _, line in ipairs(space_golden.lines()) do print(line) end
