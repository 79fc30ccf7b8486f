--- The life of a command: refusing, Ctrl-C, what is done at its end; and words for a shell.
-- @module carcassonne.program.process

local compat = require "carcassonne.base.compat"

local process = {}

--- Raises an error that the program prints without a traceback.
---@param format string
---@param ... any
function process.refuse(format, ...) error(string.format(format, ...), 0) end

--- A word as the shell takes it.
---@param word string
---@return string
function process.quoted(word) return "'" .. word:gsub("'", "'\\''") .. "'" end

--- A word as the shell takes it, in quotes only where it needs them.
---@param word string
---@return string
---@usage local shell_word = require("carcassonne.program.process").shell_word
--- assert(shell_word "game.carc" == "game.carc" and shell_word "my game.carc" == "'my game.carc'")
function process.shell_word(word) return word:find "^[%w_./:=,+-]+$" and word or process.quoted(word) end

--- The command line that runs this program, for a shell: the interpreter with its options, and the
--- script.
---@param words? table a command line with the program at 0 and its interpreter before; this program's by default
---@param last? integer number of arguments to include; 0 by default
---@return string
function process.command_line(words, last)
  words = words or rawget(_G, "arg") or {}
  local list, first = {}, 0
  while words[first - 1] do first = first - 1 end
  if first == 0 or not words[0] then process.refuse "there is no command line to begin again" end
  for i = first, last or 0 do list[#list + 1] = process.quoted(words[i]) end
  return table.concat(list, " ")
end

--- A place where Ctrl-C may end the command. Where it does, this does not return, and nothing of
--- the command runs again, so that no script can take the interruption for an error of its own.
---@param progress? Progress whose word of what is finished is told then
function process.pause(progress)
  if compat.coroutine.isyieldable() then coroutine.yield(progress) end
end

local endings = {}

--- What is to be done once the command has ended, however it does.
---@param action fun()
function process.at_end(action) endings[#endings + 1] = action end

--- Does what is to be done at the end, the last first.
function process.finish()
  while #endings > 0 do table.remove(endings)() end
end

return process
