--- Styles of text: colours and box-drawing characters, if the output supports them.
--
-- A style paints by names (`city`, `piece1`, `heading`), so that other modules need no escape
-- sequences. A style without colours returns the text unchanged.
-- @module carcassonne.text.style

local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"

local style = {}

---@class Style
---@field colour boolean whether it writes escape sequences
---@field unicode boolean whether it may use characters beyond ASCII
local Style = {}
Style.__index = Style

local RESET = "\27[0m"

local own = { [RESET] = true } -- escape sequences of styles

-- The SGR parameters of each name. The ground has two shades, so that neighbouring tiles can be
-- distinguished.
local PALETTE = {
  field1 = "38;5;22;48;5;107",
  field2 = "38;5;22;48;5;71",
  city1 = "38;5;94;48;5;179",
  city2 = "38;5;94;48;5;173",
  road1 = "1;38;5;231;48;5;107",
  road2 = "1;38;5;231;48;5;71",
  river1 = "1;38;5;195;48;5;67",
  river2 = "1;38;5;195;48;5;68",
  monastery1 = "1;38;5;231;48;5;95",
  monastery2 = "1;38;5;231;48;5;95",
  spot1 = "1;38;5;231;48;5;95",
  spot2 = "1;38;5;231;48;5;95",
  over = "1;38;5;231",
  sign = "1;38;5;231;48;5;52",
  token = "1;38;5;16;48;5;252",
  pennant = "1;38;5;231;48;5;25",
  wine = "1;38;5;231;48;5;90",
  grain = "1;38;5;16;48;5;220",
  cloth = "1;38;5;231;48;5;30",
  piece1 = "1;38;5;231;48;5;160",
  piece2 = "1;38;5;231;48;5;20",
  piece3 = "1;38;5;16;48;5;226",
  piece4 = "1;38;5;231;48;5;129",
  piece5 = "1;38;5;231;48;5;16",
  piece6 = "1;38;5;16;48;5;255",
  choice = "1;38;5;16;48;5;252",
  choice_dim = "38;5;242;48;5;252",
  last = "1;38;5;16",
  axis = "38;5;244",
  heading = "1",
  good = "32",
  bad = "1;31",
  faint = "38;5;244",
}

--- Paints a text. `name` may contain several names, separated by spaces.
---@param text string
---@param name? string name in the palette; plain text by default
---@return string
function Style:paint(text, name)
  if not self.colour or not name then return text end
  local codes = {}
  for word in name:gmatch("%S+") do codes[#codes + 1] = PALETTE[word] end
  if #codes == 0 then return text end
  local sequence = "\27[" .. table.concat(codes, ";") .. "m"
  own[sequence] = true
  return sequence .. text .. RESET
end

-- Escapes everything that is neither text nor an escape sequence of a style.
local function kept(words, sequence)
  return core.printable(words, true) .. (own[sequence] and sequence or core.printable(sequence))
end

--- Returns a text that is safe for a terminal. Escape sequences of styles, line ends and tabs are
--- kept; other control characters are escaped by core.printable.
---@param text string
---@return string
---@usage local style = require "carcassonne.text.style"
--- local painted = style.new({ colour = true }):paint("city", "heading")
--- assert(style.printable(painted .. "\27[2J") == painted .. "\\27[2J")
function style.printable(text)
  if not text:find("\27", 1, true) then return core.printable(text, true) end
  return (text:gsub("([^\27]*)(\27?%[?[%d;]*m?)", kept))
end

--- Returns one of two texts, depending on whether Unicode is supported.
---@param rich string
---@param plain string text in ASCII
---@return string
function Style:pick(rich, plain)
  return self.unicode and rich or plain
end

--- Removes the escape sequences of a text.
---@param text string
---@return string
function style.strip(text)
  return (text:gsub("\27%[[%d;]*m", ""))
end

--- Returns the number of columns of a text: one for each character, and none for escape sequences.
---@param text string
---@return integer
function style.width(text)
  text = style.strip(text)
  return compat.utf8.len(text) or #text
end

--- Makes a style.
---@param options? {colour?:boolean, unicode?:boolean} both false by default
---@return Style
---@usage local plain = require("carcassonne.text.style").new { unicode = true }
--- assert(plain:paint("city", "city1") == "city")
function style.new(options)
  options = options or {}
  return setmetatable({ colour = options.colour or false, unicode = options.unicode or false }, Style)
end

return style
