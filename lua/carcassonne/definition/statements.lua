--- The lines of a definition while it is written, and checks that many keys share.
-- A word of a statement can never become a statement of its own.
-- @module carcassonne.definition.statements

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"

local statements = {}

--- The lines written so far, and the shared data of their writers.
---@class Lines
---@field owners? string[] the source of each line
---@field owner? string the current source: "game", "variant 'x'"
---@field place? string the place in the source, for messages
---@field label? string the variant's name; nil for the game
---@field script? string the variant that wrote the last lines
---@field players? integer
---@field phase_order? integer the order of the phases that are being written; nil for all

--- Writes one key: checks its value, and adds lines.
---@alias LineWriter fun(where:string, lines:Lines, value:any)

--- Returns a table unchanged, and any other value in a list.
---@param value any
---@return any[]
function statements.list_of(value)
  return type(value) == "table" and value or { value }
end

-- Adds a line of the current source. A `script` line is inserted before it if the script changes.
local function add_line(lines, text)
  if lines.owners and lines.label ~= lines.script then
    lines.script = lines.label
    lines[#lines + 1] = lines.label and "script " .. lines.label or "script"
    lines.owners[#lines] = lines.owner
  end
  lines[#lines + 1] = text
  if lines.owners then lines.owners[#lines] = lines.place or lines.owner end
end

-- Checks that a word does not end the word or the line, or begin a comment, so that it can never
-- become a statement of its own.
local function check_written(where, word)
  local wrong = type(word) == "string" and (word == "" or c_locale.find(word, "[%s%c#]"))
  if not wrong then return c_locale.tostring(word) end
  options.refuse(where, ("expected one word that contains no white space and no #, got "
    .. "%s"):format(options.show(word)))
end

--- Adds a statement of these words.
---@param lines Lines
---@param where string
---@param words (string|number)[]
function statements.add(lines, where, words)
  local list = {}
  for i, word in ipairs(words) do list[i] = check_written(where, word) end
  add_line(lines, table.concat(list, " "))
end

--- Adds a statement whose words are written in one line of text, after the words in `...`.
---@param lines Lines
---@param where string
---@param text string
---@param ... string
function statements.add_written(lines, where, text, ...)
  if c_locale.find(text, "[^\t\r%C]") then
    options.refuse(where, ("expected one line without control characters, got %s"):format(options.show(text)))
  end
  local first = compat.table.pack(...)
  first[first.n + 1] = text
  add_line(lines, table.concat(first, " "))
end

--- Returns the value for this game from a list by number of players.
---@param where string
---@param lines Lines
---@param value integer|integer[]
---@return integer
function statements.for_players(where, lines, value)
  if type(value) ~= "table" then return value end
  local players = lines.players or 2
  local number = value[players]
  if compat.math.type(number) ~= "integer" then
    options.refuse(where, ("a list by number of players needs an integer for %d players"):format(players))
  end
  return number
end

--- Raises an error if a name is invalid.
---@param where string
---@param value any
---@param what string what the word names
function statements.check_word(where, value, what)
  if type(value) ~= "string" then options.refuse(where, what .. " needs a name") end
  if value:match "^[%w_.-]+$" then return end
  options.refuse(where,
    ("'%s' is not a name for %s; expected up to 23 letters, digits, _, - and ."):format(value, what))
end

--- Checks that a table has names as its keys.
---@param where string
---@param value table
---@param example string
function statements.check_named(where, value, example)
  for key in core.bounded.basic.pairs(value) do
    if type(key) ~= "string" then
      options.refuse(where, ("expected names as keys, as in %s; found the key %s"):format(example, key))
    end
  end
end

return statements
