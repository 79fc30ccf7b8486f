--- Extracts blocks of code from Markdown documents.
-- @module carcassonne.cli.markdown

local markdown = {}

--- Block of code, between fences or indented by four spaces.
---@class DocumentBlock
---@field code string
---@field language string the word after the fence, or ""
---@field line integer number of its first line
---@field heading string the heading above it
---@field text string the text between the heading and the block, without comments
---@field above string the last line of text above it, after the previous block; or ""
---@field comment? string the HTML comment on the line above, without its marks
---@field indented? boolean whether it is indented instead of fenced
---@field closed? boolean whether it has a closing fence

-- Returns the context of a line: the heading and the text above it.
local function new_place() return { heading = "", said = {}, above = "", blank = true } end

local function begin(place, line, language)
  local block = { code = "", line = line, language = language, heading = place.heading,
    text = table.concat(place.said, "\n"),
    above = place.above, comment = place.comment }
  place.above, place.comment = "", nil
  return block
end

-- Returns whether the line belongs to a comment of several lines, which is neither text nor code.
local function read_comment(place, line)
  local opens, closes = line:match "^<!%-%-", line:match "%-%->%s*$"
  local inside = place.in_comment or opens and not closes
  if inside then place.in_comment, place.blank, place.comment = not closes, true, nil end
  return inside
end

-- Reads a line outside of blocks.
local function read_line(place, line)
  if read_comment(place, line) then return end
  local comment = line:match "^<!%-%-%s*(.-)%s*%-%->%s*$"
  place.blank = line:match "^%s*$" ~= nil or comment ~= nil
  place.comment = comment
  if line:match "^##+ " then
    place.heading, place.said, place.above = line:match "^##+ (.*)", {}, ""
  elseif not comment then
    place.said[#place.said + 1] = line
    if not place.blank then place.above = line end
  end
end

--- Returns the blocks of a document in order.
---@param text string
---@param language? string returns only blocks in this language
---@return DocumentBlock[]
function markdown.blocks(text, language)
  local list, place, number, open = {}, new_place(), 0, nil
  for line in (text .. "\n"):gmatch "(.-)\r?\n" do
    number = number + 1
    local fence, indented = line:match "^%s*```(%w*)", line:match "^    (.*%S.*)$"
    if open and open.indented and not indented then open = nil end
    if open and not open.indented and fence == "" then
      open.closed, open, place.blank = true, nil, true
    elseif open then
      open.code = open.code .. (open.indented and indented or line) .. "\n"
    elseif fence or indented and place.blank and not place.in_comment then
      open = begin(place, number, fence or "")
      open.indented = not fence or nil
      if indented then open.code = indented .. "\n" end
      if not language or open.language == language then list[#list + 1] = open end
    else
      read_line(place, line)
    end
  end
  return list
end

return markdown
