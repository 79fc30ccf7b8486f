--- The kinds of thing and the keys of selectors, as the engine's tables have them. For the specs.

local selector_keys = {}

local function read(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

--- The kinds of thing, in order.
---@type string[]
selector_keys.things = {}

--- The keys that people write.
---@type table<string, boolean>
selector_keys.keys = {}

local list = read("csrc/engine/carcassonne_script.h"):match "#define CARC_THINGS%(X%)(.-)clang"
for name in list:gmatch 'X%([%u_]+, "(%l+)"%)' do table.insert(selector_keys.things, name) end
local rows = read("csrc/engine/define/parse_selector.c"):match "struct key_row {.-} keys%[%] = {(.-)\n};"
for name in rows:gmatch '{"(%l+)", read_' do selector_keys.keys[name] = true end
selector_keys.keys["if"] = nil -- for what stands behind the keys of `when`
assert(#selector_keys.things == 8 and selector_keys.keys.takes and selector_keys.keys.kind)

return selector_keys
