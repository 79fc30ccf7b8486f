--- Notes of a host in a saved game, such as the names of players and bots. The engine ignores them.
--
-- A note is a line `note KEY VALUE` after the game's last line. State:serialize does not write
-- notes; the program that saves the game adds them. Keys have letters, digits and the characters
-- `.`, `_` and `-`; a value is any text.
-- @module carcassonne.notes

local c_locale = require "carcassonne.base.c_locale"
local options = require "carcassonne.base.options"

local notes = {}

local KEY = "^[%w._-]+$"

-- Encodes a value as one line: control characters as \x and two digits, a backslash as \\.
local function escape(value)
  return (c_locale.gsub(value, "[%c\\]", function(c)
    return c == "\\" and "\\\\" or ("\\x%02x"):format(c:byte())
  end))
end

local function unescape(text)
  return (text:gsub("\\([\\x])(%x?%x?)", function(kind, digits)
    if kind == "\\" then return "\\" .. digits end
    return #digits == 2 and string.char(tonumber(digits, 16)) or nil
  end))
end

-- Returns the text up to the line `end`, and the rest; nil if no such line exists.
local function divide(text)
  local from, to = text:find "\nend %d+ hash %x+ ~%x+\r?\n"
  if not from then return nil end
  return text:sub(1, to), text:sub(to + 1)
end

--- Replaces the notes of a saved game.
---@param text string a saved game
---@param all table<string, string> by key
---@return string
---@usage local notes = require "carcassonne.notes"
--- local state = require("carcassonne").game():new_initial_state(1)
--- local text = notes.add(state:serialize(), { ["player.2.bot"] = "greedy" })
--- assert(notes.of(text)["player.2.bot"] == "greedy")
--- assert(require("carcassonne").load(text):hash() == state:hash())
function notes.add(text, all)
  local game = divide(text)
  if not game then options.refuse("notes", "expected a saved game, got " .. options.show(text)) end
  local lines = {}
  for i, key in ipairs(options.keys(all)) do
    if not key:match(KEY) then
      options.refuse("notes", ("'%s' is not a valid key: use letters, digits and . _ -"):format(key))
    end
    options.check_type("notes: " .. key, all[key], "string")
    lines[i] = ("note %s %s\n"):format(key, escape(all[key]))
  end
  return game .. table.concat(lines)
end

--- Returns the notes in a saved game by key. The notes are untrusted: check them before use.
---@param text string
---@return table<string, string>
function notes.of(text)
  local found, _, rest = {}, divide(text)
  for line in (rest or ""):gmatch "[^\n]+" do
    local key, value = line:gsub("\r$", ""):match "^note ([%w._-]+) ?(.*)$"
    if key then found[key] = unescape(value) end
  end
  return found
end

return notes
