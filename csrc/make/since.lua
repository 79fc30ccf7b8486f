--- Finds the format of the script language that introduced a word, in the tables "Words of format
--- N" of lua/doc/CHANGELOG.md. Format 1 introduced all words that are not in these tables.

local text_of = require("annotations").text_of

local since = {}

local PAGE = "lua/doc/CHANGELOG.md"

-- Returns the rows of the tables, { format, of, words }: sets of names in the first and the last
-- column.
local function read_rows()
  local list, format = {}, nil
  local function set_of(text, pattern)
    local set = {}
    for word in text:gmatch(pattern) do set[word] = true end
    return set
  end
  for line in text_of(PAGE):gmatch "[^\n]+" do
    if line:find "^## " then format = tonumber(line:match "^## Words of format (%d+)$") end
    local of, words = line:match "^| ([^|]+) | [^|]* | ([^|]+) |$"
    if format and of then
      list[#list + 1] = { format = format, of = set_of(of, "[%a_]+"), words = set_of(words, "`([%w_]+)`") }
    end
  end
  return list
end

local rows = read_rows()
assert(#rows > 20, PAGE .. ": no tables of words by format")

--- Returns the format that introduced a word.
---@param group string as in the first column of the tables: the name of a table, or `any`
---@param name string|integer an integer is the index of an item
---@return integer
function since.format(group, name)
  local found = 1
  for _, row in ipairs(rows) do
    local is_in_row = (row.of[group] or row.of.any) and row.words[tostring(name)]
    if is_in_row then found = math.max(found, row.format) end
  end
  return found
end

return since
