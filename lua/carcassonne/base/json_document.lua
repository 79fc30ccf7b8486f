--- JSON texts from elsewhere. Refused is what would be read otherwise than its writer meant it, or
--- not within bounds:
-- values inside one another without end, a key that stands twice in an object or is no text,
-- nothing (null) as an item of a list.
-- @module carcassonne.base.json_document

local json = require "dkjson"

local json_document = {}

-- What games need is less than ten.
local DEEPEST = 64

local function line_of(text, at) return select(2, text:sub(1, at):gsub("\n", "")) + 1 end

-- Where a string ends that begins here; nil if it does not.
local function end_of_string(text, from)
  local at = from + 1
  while true do
    at = text:find('["\\]', at)
    if not at or text:byte(at) == 34 then return at end
    at = at + 2
  end
end

-- What is wrong with how values lie in one another, and where. `open`: for each list or object that
-- has begun its keys; false for a list.
local function find_fault(text)
  local open, at = {}, 1
  local colon -- behind the text read last
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
        if keys[key] then return ("the key '%s' stands there twice"):format(key), at end
        keys[key] = true
      end
      at = last
    elseif char == "{" or char == "[" then
      if #open == DEEPEST then return ("more than %d values lie in one another"):format(DEEPEST), at end
      open[#open + 1] = char == "{" and {} or false
    elseif char == ":" then
      if at ~= colon then return "a key that is no text", at end
    elseif char == "}" or char == "]" then
      open[#open] = nil
    elseif open[#open] == false and text:find("^null", at) then
      return "null stands in a list", at
    end
    at = at + 1
  end
end

--- Reads a text. Raises nothing, however deep its values lie in one another.
---@param text string one JSON value, and nothing after it
---@return any? value nil if it cannot be read, or is null
---@return string? fault what is wrong
---@return integer? line of the text, where it is known and not part of the fault
function json_document.decode(text)
  local fault, at = find_fault(text)
  if fault then return nil, fault, line_of(text, at) end
  local fine, value, after, message = pcall(json.decode, text)
  -- in spite of a comment
  if not fine then return nil, ("more than %d values lie in one another"):format(DEEPEST) end
  if value == nil then return nil, message or "nothing is in it" end
  if text:find("%S", after) then return nil, "something follows the value", line_of(text, after) end
  return value
end

--- Reads a text, as json_document.decode does.
---@param text string
---@return any? value
---@return string? message what is wrong, with its line
---@usage local json_document = require "carcassonne.base.json_document"
--- assert(json_document.read("[1, 2]")[2] == 2)
--- local _, message = json_document.read '{"a": 1, "a": 2}'
--- assert(message == "the key 'a' stands there twice, in line 1")
function json_document.read(text)
  local value, fault, line = json_document.decode(text)
  return value, line and ("%s, in line %d"):format(fault, line) or fault
end

return json_document
