--- Errors, interruption and end of a command, and quoting for a shell.
-- @module carcassonne.program.process

local compat = require "carcassonne.base.compat"

local process = {}

--- Raises an error that the program prints without a traceback.
---@param format string
---@param ... any
function process.refuse(format, ...) error(string.format(format, ...), 0) end

--- Quotes a word for a shell.
---@param word string
---@return string
function process.quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

--- Quotes a word for a shell if it is necessary.
---@param word string
---@return string
---@usage local shell_word = require("carcassonne.program.process").shell_word
--- assert(shell_word "game.carc" == "game.carc" and shell_word "my game.carc" == "'my game.carc'")
function process.shell_word(word) return word:find "^[%w_./:=,+-]+$" and word or process.quoted(word) end

--- Returns the command line that runs this program, for a shell: the interpreter with its options,
--- and the script.
---@param words? table a command line, with the program at 0 and its interpreter at negative indices; by default the one of this program
---@param last? integer number of arguments to include; 0 by default
---@return string
function process.command_line(words, last)
  words = words or rawget(_G, "arg") or {}
  local list, first = {}, 0
  while words[first - 1] do first = first - 1 end
  if first == 0 or not words[0] then
    process.refuse "the command line that started this program is unknown"
  end
  for i = first, last or 0 do list[#list + 1] = process.quoted(words[i]) end
  return table.concat(list, " ")
end

--- A point at which Ctrl-C can end the command. If it does, the function does not return, and no
--- code of the command runs again, so a script cannot catch the interruption as an error.
---@param progress? Progress its values appear in the message after an interruption
function process.pause(progress)
  if compat.coroutine.isyieldable() then coroutine.yield(progress) end
end

local endings = {}

--- Registers an action that runs at the end of the command, in every case.
---@param action fun()
function process.at_end(action) endings[#endings + 1] = action end

--- Runs the registered actions, the last one first.
function process.finish()
  while #endings > 0 do table.remove(endings)() end
end

return process
