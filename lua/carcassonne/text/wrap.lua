--- Wraps text to a width.
-- @module carcassonne.text.wrap

local style = require "carcassonne.text.style"

local wrap = {}

local NARROWEST = 20 -- minimum columns beside a label; if there are fewer, the text is below the label

-- Returns the words of a line, each with the spaces before it. A text in back quotes counts as one
-- word if it fits in a line.
local function words_of(line, width)
  local words, at = {}, 1
  while true do
    local first, last = line:find(" *[^ ]+", at)
    if not first then return words end
    if select(2, line:sub(first, last):gsub("`", "")) % 2 == 1 then
      local _, quoted = line:find("^[^`]*`[^ ]*", last + 1)
      if quoted and style.width(line:sub(first, quoted)) <= width then last = quoted end
    end
    words[#words + 1], at = line:sub(first, last), last + 1
  end
end

--- Wraps a line. Further lines are indented like the line's first word. If an indented line has a
--- label and at least two spaces after it, the further lines are indented like the text after the
--- label. Long words are not broken.
---@param line string a text without line breaks; escape sequences of a style have no width
---@param width integer columns
---@return string[] lines
---@usage local lines = require("carcassonne.text.wrap").line("  bot   who plays: see `help run`", 30)
--- assert(lines[1] == "  bot   who plays: see" and lines[2] == "        `help run`")
function wrap.line(line, width)
  if style.width(line) <= width then return { line } end
  local lines, current, columns = {}, "", 0
  local styled, plain = line:match "^(\27%[[%d;]*m)(.*)$"
  plain = plain or line
  local blanks = plain:match "^ *"
  local label = blanks ~= "" and plain:match "^ *[^ ].-  +" or blanks
  local indent = (" "):rep(style.width(label))
  if label ~= blanks and width - #indent < NARROWEST then
    lines, indent = wrap.line((styled or "") .. label:gsub(" +$", ""), width), blanks .. "    "
    line = indent .. plain:sub(#label + 1)
  end
  for _, word in ipairs(words_of(line, width - #indent)) do
    local next_word = word
    if current:find "%S" and columns + style.width(word) > width then
      lines[#lines + 1], current, next_word = current, "", indent .. word:gsub("^ +", "")
      columns = 0
    end
    current, columns = current .. next_word, columns + style.width(next_word)
  end
  lines[#lines + 1] = current
  return lines
end

--- Wraps each line of a text.
---@param text string
---@param width integer columns
---@return string
---@usage assert(require("carcassonne.text.wrap").lines("one two\nthree", 5) == "one\ntwo\nthree")
function wrap.lines(text, width)
  local lines = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    for _, part in ipairs(wrap.line(line, width)) do lines[#lines + 1] = part end
  end
  return table.concat(lines, "\n")
end

-- Joins the lines of each paragraph. Indented lines are not joined.
local function joined(text)
  local list = {}
  for line in (text .. "\n"):gmatch "([^\n]*)\n" do
    local last = list[#list]
    if last and last:find "^%S" and line:find "^%S" then
      list[#list] = last .. " " .. line
    else
      list[#list + 1] = line
    end
  end
  return table.concat(list, "\n")
end

--- Joins the lines of each paragraph and wraps it. Indented lines are not joined.
---@param text string
---@param width integer columns
---@return string
---@usage assert(require("carcassonne.text.wrap").text("one two\nthree", 9) == "one two\nthree")
function wrap.text(text, width) return wrap.lines(joined(text), width) end

return wrap
