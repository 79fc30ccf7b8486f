-- How much the tests try: all of it (`make test-full`); less, with CARC_TEST_SCALE=small (`make
-- test`); or the least, with CARC_TEST_SCALE=least, where each try takes many times as long (the
-- sanitizers). tests/support.h has the same for C.

local SCALES = { full = 1, small = 2, least = 3 }

local word = os.getenv "CARC_TEST_SCALE" or "full"
local scale = SCALES[word]
if not scale then error(("CARC_TEST_SCALE: expected full, small or least, got '%s'"):format(word), 0) end

--- What is tried at full scale, or what stands for it at a smaller one; at the least what does at
--- the small one, by default.
---@generic T
---@param full T
---@param small T
---@param least? T
---@return T
return function(full, small, least)
  if scale == 3 and least ~= nil then return least end
  return scale == 1 and full or small
end
