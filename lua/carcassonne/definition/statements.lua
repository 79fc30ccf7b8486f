--- The lines of a definition while it is written: statements of words, none of which becomes a
--- statement of its own; and checks
-- that many keys share.
-- @module carcassonne.definition.statements

local c_locale = require "carcassonne.base.c_locale"
local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"

local statements = {}

--- The lines that are being written, and what their writers need to know of each other.
---@class Lines
---@field owners? string[] who wrote each
---@field owner? string who is writing: "game", "variant 'x'"
---@field place? string where in it, for messages
---@field label? string the variant's name; nil for the game
---@field script? string whose statements the last lines are
---@field players? integer
---@field phase_order? integer which phases are being written; nil for all

--- Writes one key: checks its value, and adds lines.
---@alias LineWriter fun(where:string, lines:Lines, value:any)

--- A list, or a list of this one.
---@param value any
---@return any[]
function statements.list_of(value)
  return type(value) == "table" and value or { value }
end

-- A line, which belongs to whoever is being written, perhaps at a certain place. A line before it
-- says where the script changes.
local function add_line(lines, text)
  if lines.owners and lines.label ~= lines.script then
    lines.script = lines.label
    lines[#lines + 1] = lines.label and "script " .. lines.label or "script"
    lines.owners[#lines] = lines.owner
  end
  lines[#lines + 1] = text
  if lines.owners then lines.owners[#lines] = lines.place or lines.owner end
end

-- A word of a statement: nothing in it ends the word or the line, or begins a remark. So what
-- somebody writes never becomes a statement of its own.
local function check_written(where, word)
  local wrong = type(word) == "string" and (word == "" or c_locale.find(word, "[%s%c#]"))
  if not wrong then return c_locale.tostring(word) end
  options.refuse(where, ("expected one word without white space and #, got %s"):format(options.show(word)))
end

--- Adds a statement of these words: texts and numbers.
---@param lines Lines
---@param where string
---@param words (string|number)[]
function statements.add(lines, where, words)
  local list = {}
  for i, word in ipairs(words) do list[i] = check_written(where, word) end
  add_line(lines, table.concat(list, " "))
end

--- Adds a statement that somebody wrote with its words in one line; what comes before it are words,
--- too.
---@param lines Lines
---@param where string
---@param text string
---@param ... string
function statements.add_written(lines, where, text, ...)
  if c_locale.find(text, "[^\t\r%C]") then
    options.refuse(where, ("expected words in one line, got %s"):format(options.show(text)))
  end
  local first = compat.table.pack(...)
  first[first.n + 1] = text
  add_line(lines, table.concat(first, " "))
end

--- What is a list by number of players, as the number for this game.
---@param where string
---@param lines Lines
---@param value integer|integer[]
---@return integer
function statements.for_players(where, lines, value)
  if type(value) ~= "table" then return value end
  local players = lines.players or 2
  local number = value[players]
  if compat.math.type(number) ~= "integer" then
    options.refuse(where, ("a list by number of players has to have an integer for %d"):format(players))
  end
  return number
end

--- Refuses what is no name.
---@param where string
---@param value any
---@param what string what it would be a name for
function statements.check_word(where, value, what)
  if type(value) ~= "string" then options.refuse(where, what .. " needs a name") end
  if value:match "^[%w_.-]+$" then return end
  options.refuse(where,
    ("'%s' is not a name for %s; one has up to 23 letters, digits, _, - and ."):format(value, what))
end

--- Checks that a table has names as its keys.
---@param where string
---@param value table
---@param example string
function statements.check_named(where, value, example)
  for key in pairs(value) do
    if type(key) ~= "string" then
      options.refuse(where, ("expected names as keys, as in %s; found the key %s"):format(example, key))
    end
  end
end

return statements
