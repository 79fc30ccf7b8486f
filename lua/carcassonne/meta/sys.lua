---@meta
--- The C module `carcassonne.sys`: files, folders and processes, as programs need them.
-- Nothing here is loaded: it is what editors and the reference read. The command line uses this
-- module. The library requires it only to read a script's neighbours and packs from the disk, and
-- works without it: a host then gives the texts itself.
-- @module carcassonne.sys

--- The C module, apart from carcassonne.core, so that a host need not have it.
---@class carcassonne.sys
---@field methods table<string, table<string, function>> the methods of each class, by name
local sys = {}

--- The whole path of what is there, without links in it.
---@param path string
---@return string? real nil where there is nothing
---@return "file"|"folder"|"other"|nil kind
function sys.real_path(path) end

--- The names in a folder, without those that begin with a dot, in no order.
---@param path string
---@return string[] names none where there is no such folder
function sys.in_folder(path) end

--- Limits this process from now on, for good: time of the processor, memory, files that are open,
--- processes; where the system can, calls to it, so that nothing is written to but what is open,
--- and nothing is run or sent.
---@param seconds integer of the processor, from 1
---@param megabytes integer of memory, from 64
---@param compiles? boolean it may go on making code that it runs, as LuaJIT does
---@return true? limited
---@return boolean|string filtered whether calls to the system are filtered; or what is in the way
function sys.isolate(seconds, megabytes, compiles) end

--- Whether no other process has claimed an open file. The claim ends with the process, however that
--- ends; what it starts does not inherit it. True, too, where a system knows no claims.
---@param file file*
---@return boolean
function sys.claim(file) end

--- Brings what was written to an open file to the disk, so that it outlasts a power cut.
---@param file file*
---@return true? done
---@return string? message
function sys.sync(file) end

--- Prepares this process for writing files, as a program does when it begins: a standard stream
--- that is closed stays unusable, and no file takes its place; a file that reaches the limit of its
--- size is an error of the write instead of the end of the process.
function sys.prepare_output() end

--- A file that appears at its path only once it is whole. The file that was there stays as it was
--- until then, and if anything fails. A device, a pipe, and the standard output of this process are
--- written in place.
---@class OutputFile
local OutputFile = {}

--- Begins a file. A link is followed and stays a link.
---@param path string
---@param stays? boolean what is unfinished is called PATH.part, and is not removed
---@return OutputFile? file
---@return string? message names the path
function sys.output_file(path, stays) end

--- Adds text. If that fails, the file is discarded.
---@param text string
---@return true? done
---@return string? message names the path
function OutputFile:write(text) end

--- Brings the file to the disk and to its path, with the permissions of the file that it replaces.
---@param exclusive? boolean fail if there is a file with something in it
---@return true? done
---@return string? message names the path
function OutputFile:commit(exclusive) end

--- Closes an unfinished file and removes it, unless it stays.
function OutputFile:discard() end

--- The path of what is unfinished; nil if the file is written in place or finished.
---@return string?
function OutputFile:part() end

return sys
