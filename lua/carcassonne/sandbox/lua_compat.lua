--- Finds lines of a script that need a later Lua version.
-- @module carcassonne.sandbox.lua_compat

local c_locale = require "carcassonne.base.c_locale"

local lua_compat = {}

---@class NewerWord
---@field line integer
---@field word string the word or sign in the script
---@field needs string "Lua 5.3 or later"

local NEEDS = { [5.2] = "Lua 5.2 or later, or LuaJIT", [5.3] = "Lua 5.3 or later",
  [5.4] = "Lua 5.4 or later" }

-- The language version of this Lua; LuaJIT supports the language of 5.2.
local HERE = rawget(_G, "jit") and 5.2 or c_locale.tonumber(_VERSION:match "%d+%.%d+")

-- Patterns of signs, and the Lua versions that added the signs. Longer signs come first. The
-- patterns are applied to code in which strings and comments are blank.
local SIGNS = {
  { "//", 5.3 }, { "<<", 5.3 }, { ">>", 5.3 }, { "&", 5.3 }, { "|", 5.3 }, { "~%f[^=~]", 5.3 },
    { "<%s*const%s*>", 5.4 },
  { "<%s*close%s*>", 5.4 }, { "::%s*[%a_][%w_]*%s*::", 5.2 }, { "%f[%w_]goto%s+[%a_][%w_]*", 5.2 },
}

-- Replaces everything except line ends by spaces.
local function blank(text) return (text:gsub("[^\n]", " ")) end

--- Splits a script into two texts of equal length: its code without strings and comments, and its
--- strings without code. The rest of each text is blank.
---@param text string
---@return string code
---@return string strings
function lua_compat.split(text)
  local parts, strings, at = {}, {}, 1 -- each item begins at `at`
  while at <= #text do
    local from = text:find("[-\"'%[]", at)
    if not from then break end
    local stop
    local level = text:match("^%-%-%[(=*)%[", from) or text:match("^%[(=*)%[", from)
    local sign = text:sub(from, from)
    if level then
      stop = select(2, text:find("]" .. level .. "]", from, true))
    elseif text:find("^%-%-", from) then
      stop = (text:find("\n", from, true) or #text + 1) - 1
    elseif sign == "'" or sign == '"' then
      stop = from + 1
      while stop <= #text and not text:find("^[" .. sign .. "\n]", stop) do
        stop = stop + (text:sub(stop, stop) == "\\" and 2 or 1)
      end
    end
    if not level and sign ~= "'" and sign ~= '"' and not text:find("^%-%-", from) then
      parts[#parts + 1], strings[#strings + 1], at = text:sub(at, from), blank(text:sub(at, from)), from + 1
    else
      stop = math.min(stop or #text, #text)
      local own, is_comment = text:sub(from, stop), text:find("^%-%-", from)
      parts[#parts + 1] = text:sub(at, from - 1) .. blank(own)
      strings[#strings + 1] = blank(text:sub(at, from - 1)) .. (is_comment and blank(own) or own)
      at = stop + 1
    end
  end
  parts[#parts + 1], strings[#strings + 1] = text:sub(at), blank(text:sub(at))
  return table.concat(parts), table.concat(strings)
end

-- The latest Lua version that has added a sign.
local LATEST = 0
for _, sign in ipairs(SIGNS) do LATEST = math.max(LATEST, sign[2]) end

--- Returns the words and signs of a script that older Lua versions do not support; only the first
--- one of each line.
---@param text string
---@param here? number return only those added after this Lua version, 5.1 by default
---@return NewerWord[]
function lua_compat.newer_words(text, here)
  local list, number = {}, 0
  if (here or 0) >= LATEST then return list end
  for line in (lua_compat.split(text) .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    for _, sign in ipairs(SIGNS) do
      local word = sign[2] > (here or 5.1) and line:match(sign[1])
      if word then
        list[#list + 1] = { line = number, word = word, needs = NEEDS[sign[2]] }
        break
      end
    end
  end
  return list
end

-- Returns the question whether a comma is missing, if the error is at the start of an item or of a
-- key of a table.
local function ask_for_comma(text, line, problem)
  local near = problem:match "'}' expected.* near '(.+)'$"
  local is_word = near and (near:match "^[%a_][%w_]*$" or near:match "^[{\"']")
  if not is_word or near == "end" then return "" end
  local number = 0
  for code in (text .. "\n"):gmatch "(.-)\r?\n" do
    number = number + 1
    if number == line then
      local first = code:match "^%s*(.*)":sub(1, #near) == near
      return (" (is a comma missing %s?)"):format(first and "at the end of the line before" or "before it")
    end
  end
  return ""
end

--- Returns an explanation of a syntax error. For a line that needs a later Lua version, this is "
--- (`//` needs Lua 5.3 or later, but this program runs in Lua 5.1)". If a comma may be missing, it
--- is a question about the comma. For other errors, it is "".
---@param text string
---@param problem string the message of `load`, with the line
---@return string
function lua_compat.explain(text, problem)
  local line = tonumber(problem:match ":(%d+): ")
  for _, one in ipairs(lua_compat.newer_words(text, HERE)) do
    if one.line == line then
      return (" (line %d: `%s` needs %s, but this program runs in %s)"):format(line, one.word, one.needs,
        rawget(_G, "jit") and "LuaJIT" or _VERSION)
    end
  end
  return ask_for_comma(text, line, problem)
end

return lua_compat
