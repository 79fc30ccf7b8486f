--- The utf8 library of Lua 5.4, for older Lua versions.
-- @module carcassonne.base.utf8

local byte, char, concat, error, select = string.byte, string.char, table.concat, error, select

local utf8 = { charpattern = "[%z\1-\127\194-\253][\128-\191]*" }

-- For each number of continuation bytes: the lead byte's prefix, and the lowest code point.
local LEAD = { 0xC0, 0xE0, 0xF0, 0xF8, 0xFC }
local LEAST = { 0x80, 0x800, 0x10000, 0x200000, 0x4000000 }
local MOST, LAX_MOST = 0x10FFFF, 0x7FFFFFFF

local function is_continuation(text, at)
  local b = byte(text, at)
  return b ~= nil and b >= 0x80 and b < 0xC0
end

-- Returns the number of continuation bytes after a lead byte; nil if the byte cannot be first.
local function following(first)
  if first < 0x80 then return 0 end
  if first < 0xC0 or first >= 0xFE then return nil end
  local n = 1
  while n < 5 and first >= LEAD[n + 1] do n = n + 1 end
  return n
end

-- Returns whether a code point is valid with this number of continuation bytes.
local function is_fine(code, n, lax)
  if n > 0 and code < LEAST[n] then return false end
  return lax or code <= MOST and not (code >= 0xD800 and code <= 0xDFFF)
end

-- Returns the code point at a place and the next place; nil if the code point is invalid.
local function decode(text, at, lax)
  local first = byte(text, at)
  local n = following(first)
  if not n then return nil end
  local code = n == 0 and first or first - LEAD[n]
  for i = at + 1, at + n do
    if not is_continuation(text, i) then return nil end
    code = code * 64 + byte(text, i) - 0x80
  end
  if not is_fine(code, n, lax) then return nil end
  return code, at + n + 1
end

-- Converts a place to one from the start; a negative place counts from the end.
local function place(at, length)
  if at >= 0 then return at end
  return -at > length and 0 or length + at + 1
end

local function encode(code)
  if code < 0 or code > LAX_MOST then error("bad argument to 'char' (value out of range)", 3) end
  if code < 0x80 then return char(code) end
  local n, text = 1, ""
  while n < 5 and code >= LEAST[n + 1] do n = n + 1 end
  for _ = 1, n do
    local low = code % 64
    code, text = (code - low) / 64, char(0x80 + low) .. text
  end
  return char(LEAD[n] + code) .. text
end

--- Returns the characters of code points as text.
---@param ... integer
---@return string
function utf8.char(...)
  local parts = {}
  for i = 1, select("#", ...) do parts[i] = encode((select(i, ...))) end
  return concat(parts)
end

--- Returns the number of characters between two places; for an invalid text, nil and the first
--- invalid place.
---@param text string
---@param first? integer
---@param last? integer
---@param lax? boolean accept code points beyond Unicode
---@return integer? count
---@return integer? wrong
function utf8.len(text, first, last, lax)
  local at, stop, n = place(first or 1, #text), place(last or -1, #text), 0
  if at < 1 or at > #text + 1 then error("bad argument #2 to 'len' (initial position out of bounds)", 2) end
  if stop > #text then error("bad argument #3 to 'len' (final position out of bounds)", 2) end
  while at <= stop do
    local code, following_place = decode(text, at, lax)
    if not code then return nil, at end
    at, n = following_place, n + 1
  end
  return n
end

local function codes_from(text, at, stop, lax)
  if at > stop then return end
  local code, following_place = decode(text, at, lax)
  if not code then error("invalid UTF-8 code", 0) end
  return code, codes_from(text, following_place, stop, lax)
end

--- Returns the code points of the characters between two places.
---@param text string
---@param first? integer
---@param last? integer
---@param lax? boolean
---@return integer ...
function utf8.codepoint(text, first, last, lax)
  local at = place(first or 1, #text)
  local stop = place(last or at, #text)
  if at < 1 then error("bad argument #2 to 'codepoint' (out of bounds)", 2) end
  if stop > #text then error("bad argument #3 to 'codepoint' (out of bounds)", 2) end
  return codes_from(text, at, stop, lax)
end

--- Iterates over the places and code points of the characters.
---@param text string
---@param lax? boolean
---@return fun(text:string, at:integer):integer?, integer?
---@return string
---@return integer
function utf8.codes(text, lax)
  if is_continuation(text, 1) then error("bad argument #1 to 'codes' (invalid UTF-8 code)", 2) end
  return function(whole, at)
    at = at + 1
    while is_continuation(whole, at) do at = at + 1 end
    if at > #whole then return nil end
    local code, following_place = decode(whole, at, lax)
    if not code or is_continuation(whole, following_place) then error("invalid UTF-8 code", 2) end
    return at, code
  end, text, 0
end

--- Returns the place of the n-th character, counted from `from`; nil if it does not exist.
---@param text string
---@param n integer
---@param from? integer
---@return integer?
function utf8.offset(text, n, from)
  local at = place(from or (n >= 0 and 1 or #text + 1), #text)
  if at < 1 or at > #text + 1 then error("bad argument #3 to 'offset' (position out of bounds)", 2) end
  if n == 0 then
    while at > 1 and is_continuation(text, at) do at = at - 1 end
    return at
  end
  if is_continuation(text, at) then error("initial position is a continuation byte", 2) end
  local step = n > 0 and 1 or -1
  if n > 0 then n = n - 1 end
  while n ~= 0 and (n > 0 and at <= #text or n < 0 and at > 1) do
    repeat at = at + step until at <= 1 or not is_continuation(text, at)
    n = n - step
  end
  return n == 0 and at or nil
end

return utf8
