--- Reads JSON from untrusted sources. Refuses texts that dkjson would misread, or that exceed
-- bounds: deeply nested values, repeated keys, keys that are not strings, and null in lists.
-- @module carcassonne.base.json_document

local json = require "dkjson"

local json_document = {}

-- Games need fewer than ten levels.
local DEEPEST = 64
local TOO_DEEP = ("values are nested more than %d deep"):format(DEEPEST)

local function line_of(text, at) return select(2, text:sub(1, at):gsub("\n", "")) + 1 end

-- Returns the end of the string that begins here; nil if it has no end.
local function end_of_string(text, from)
  local at = from + 1
  while true do
    at = text:find('["\\]', at)
    if not at or text:byte(at) == 34 then return at end
    at = at + 2
  end
end

-- Returns the first structural fault and its place. `open` has the keys of each open object, and
-- false for each open list.
local function find_fault(text, null)
  local open, at = {}, 1
  local colon -- the place of a colon after the last string
  while true do
    at = text:find('["%[%]{}n:]', at)
    local char = at and text:sub(at, at)
    if not at then return nil end
    if char == '"' then
      local last = end_of_string(text, at)
      if not last then return nil end
      local keys = open[#open]
      colon = select(2, text:find("^%s*:", last + 1))
      if keys and colon then
        local key = text:sub(at + 1, last - 1)
        if keys[key] then return ("the key '%s' occurs twice"):format(key), at end
        keys[key] = true
      end
      at = last
    elseif char == "{" or char == "[" then
      if #open == DEEPEST then return TOO_DEEP, at end
      open[#open + 1] = char == "{" and {} or false
    elseif char == ":" then
      if at ~= colon then return "a table with a key that is not a string", at end
    elseif char == "}" or char == "]" then
      open[#open] = nil
    elseif null == nil and open[#open] == false and text:find("^null", at) then
      return "null in a list", at
    end
    at = at + 1
  end
end

--- Reads a text. Never raises an error.
---@param text string the text of one JSON value, and nothing after it
---@param null? any value that stands for null, which is then allowed in lists
---@return any? value nil if it cannot be read, or is null
---@return string? fault
---@return integer? line line of the text, if it is known and not named in the message
function json_document.decode(text, null)
  local fault, at = find_fault(text, null)
  if fault then return nil, fault, line_of(text, at) end
  local fine, value, after, message = pcall(json.decode, text, 1, null)
  if not fine then return nil, TOO_DEEP end -- a comment hides the nesting from find_fault
  if value == nil then return nil, message or "the text is empty" end
  if text:find("%S", after) then return nil, "unexpected text after the value", line_of(text, after) end
  return value
end

--- Reads a text, as json_document.decode does.
---@param text string
---@param null? any
---@return any? value
---@return string? message the fault, with its line
---@usage local json_document = require "carcassonne.base.json_document"
--- assert(json_document.read("[1, 2]")[2] == 2)
--- local _, message = json_document.read '{"a": 1, "a": 2}'
--- assert(message == "the key 'a' occurs twice, in line 1")
function json_document.read(text, null)
  local value, fault, line = json_document.decode(text, null)
  return value, line and ("%s, in line %d"):format(fault, line) or fault
end

return json_document
