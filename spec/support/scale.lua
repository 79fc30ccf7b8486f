-- The extent of the tests: everything (`make test-full`); less, with CARC_TEST_SCALE=small (`make
-- test`); or the minimum, with CARC_TEST_SCALE=least, for builds in which each try takes many times
-- as long (the sanitizers). tests/support.h has the same for C.

local SCALES = { full = 1, small = 2, least = 3 }

local word = os.getenv "CARC_TEST_SCALE" or "full"
local scale = SCALES[word]
if not scale then error(("CARC_TEST_SCALE: expected full, small or least, got '%s'"):format(word), 0) end

--- Returns the value for the present scale; the value for the minimum is by default the one for the
--- small scale.
---@generic T
---@param full T
---@param small T
---@param least? T
---@return T
return function(full, small, least)
  if scale == 3 and least ~= nil then return least end
  return scale == 1 and full or small
end
