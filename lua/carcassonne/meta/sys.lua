---@meta
--- The C module `carcassonne.sys`: files, folders and processes, as programs need them.
-- Read by editors and the reference; never loaded. The command line uses this module. The library
-- requires it only to read further files of a script, and packs, from the disk. Without it the host
-- supplies their texts.
-- @module carcassonne.sys

--- The C module. It is separate from carcassonne.core, because hosts can do without it.
---@class carcassonne.sys
---@field methods table<string, table<string, function>> the methods of each class, by name
local sys = {}

--- Returns the absolute path of a file, folder or device, with links resolved.
---@param path string
---@return string? real nil if the path does not exist
---@return "file"|"folder"|"other"|nil kind
function sys.real_path(path) end

--- Returns the names in a folder, unsorted, without those that begin with a dot.
---@param path string
---@return string[] names empty if the folder does not exist
function sys.in_folder(path) end

--- Limits the processor time, memory, open files and child processes of this process, permanently.
--- If the system supports it, also filters system calls: the process can write only to open files,
--- and can neither run programs nor send data.
---@param seconds integer of processor time, from 1
---@param megabytes integer of memory, from 64
---@param compiles? boolean whether it may generate and run machine code, as LuaJIT does
---@return true? limited
---@return boolean|string filtered whether system calls are filtered; or the message
function sys.isolate(seconds, megabytes, compiles) end

--- Claims an open file for this process. Returns false if another process has claimed it. The claim
--- ends with the process, and child processes do not inherit it. Returns true on systems without
--- file locks.
---@param file file*
---@return boolean
function sys.claim(file) end

--- Flushes an open file to the disk, so that its content survives a power cut.
---@param file file*
---@return true? done
---@return string? message
function sys.sync(file) end

--- Prepares this process for writing files, at the start of a program: no file can take the place
--- of a closed standard stream, and exceeding the size limit of a file is a write error instead of
--- the end of the process.
function sys.prepare_output() end

--- A file that appears at its path only when it is complete. Until then, and after any failure, an
--- older file at the path stays unchanged. Devices, pipes and the standard output of this process
--- are written in place.
---@class OutputFile
local OutputFile = {}

--- Begins a file. A link is followed and remains a link.
---@param path string
---@param stays? boolean name the unfinished file PATH.part, and do not remove it
---@return OutputFile? file
---@return string? message names the path
function sys.output_file(path, stays) end

--- Appends text. If that fails, the file is discarded.
---@param text string
---@return true? done
---@return string? message names the path
function OutputFile:write(text) end

--- Flushes the file to the disk and moves it to its path, with the permissions of the file that it
--- replaces.
---@param exclusive? boolean fail if a file exists that is not empty
---@return true? done
---@return string? message names the path
function OutputFile:commit(exclusive) end

--- Closes an unfinished file and removes it, except if it was opened with `stays`.
function OutputFile:discard() end

--- Returns the path of the unfinished file; nil if it is written in place or finished.
---@return string?
function OutputFile:part() end

return sys
