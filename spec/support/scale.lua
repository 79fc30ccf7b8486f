-- How much the tests try. CARC_TEST_SCALE=small, which `make test` and the sanitizers use, tries less of the same; without it
-- (`make test-full`) they try all of it. tests/support.h has the same for C.

local SCALES = { full = false, small = true }

local word = os.getenv "CARC_TEST_SCALE" or "full"
local small = SCALES[word]
if small == nil then error(("CARC_TEST_SCALE: expected full or small, got '%s'"):format(word), 0) end

--- What is tried at full scale, or what stands for it at the small one.
---@generic T
---@param full T
---@param less T
---@return T
return function(full, less)
  if small then return less end
  return full
end
