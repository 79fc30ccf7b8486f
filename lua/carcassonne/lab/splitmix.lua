--- Derives independent seeds (splitmix64), with arithmetic that every version of Lua supports. A
--- 64-bit number is a list of four 16-bit digits, the lowest first.
-- @module carcassonne.lab.splitmix

local splitmix = {}

local DIGIT = 65536

-- Returns n modulo 2^64.
local function digits_of(n)
  local digits = {}
  for i = 1, 4 do
    digits[i] = n % DIGIT
    n = (n - digits[i]) / DIGIT
  end
  return digits
end

-- Propagates carries. A carry out of the last digit is dropped.
local function carried(digits)
  local carry = 0
  for i = 1, 4 do
    local sum = digits[i] + carry
    digits[i] = sum % DIGIT
    carry = (sum - digits[i]) / DIGIT
  end
  return digits
end

local function plus(a, b) return carried { a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4] } end

local function times(a, b)
  local product = { 0, 0, 0, 0 }
  for i = 1, 4 do
    for k = 1, 5 - i do product[i + k - 1] = product[i + k - 1] + a[i] * b[k] end
  end
  return carried(product)
end

-- Shifts `a` to the right.
local function shifted(a, bits)
  local whole, power = math.floor(bits / 16), 2 ^ (bits % 16)
  local result = {}
  for i = 1, 4 do
    local low, high = a[i + whole] or 0, a[i + whole + 1] or 0
    result[i] = math.floor(low / power) + high % power * (DIGIT / power)
  end
  return result
end

-- Returns the exclusive or of two numbers, bit by bit.
local function compared(a, b, bits)
  if bits == 0 then return 0 end
  local x, y = a % 2, b % 2
  return (x == y and 0 or 1) + 2 * compared((a - x) / 2, (b - y) / 2, bits - 1)
end

local DIFFERING = {} -- the exclusive or of each pair of 4-bit numbers
for a = 0, 15 do
  for b = 0, 15 do DIFFERING[a * 16 + b] = compared(a, b, 4) end
end

local function differing(a, b)
  local sum, power = 0, 1
  for _ = 1, 4 do
    local x, y = a % 16, b % 16
    sum, power = sum + DIFFERING[x * 16 + y] * power, power * 16
    a, b = (a - x) / 16, (b - y) / 16
  end
  return sum
end

local function mixed(a, bits)
  local b, result = shifted(a, bits), {}
  for i = 1, 4 do result[i] = differing(a[i], b[i]) end
  return result
end

local STEP = { 0x7c15, 0x7f4a, 0x79b9, 0x9e37 } -- 0x9e3779b97f4a7c15
local FIRST = { 0xe5b9, 0x1ce4, 0x476d, 0xbf58 } -- 0xbf58476d1ce4e5b9
local SECOND = { 0x11eb, 0x1331, 0x49bb, 0x94d0 } -- 0x94d049bb133111eb

--- Returns a pseudo-random 31-bit number that depends only on n.
---@param n integer
---@return integer
function splitmix.seed(n)
  local digits = plus(digits_of(n), STEP)
  digits = times(mixed(digits, 30), FIRST)
  digits = times(mixed(digits, 27), SECOND)
  digits = mixed(digits, 31)
  return math.floor(digits[1] + digits[2] % 0x8000 * DIGIT)
end

return splitmix
