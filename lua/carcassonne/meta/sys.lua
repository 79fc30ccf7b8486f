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

--- Limits of a process.
---@class ProcessLimits
---@field seconds integer of processor time, from 1
---@field megabytes integer of memory, from 64
---@field compiles? boolean whether it may generate and run machine code, as LuaJIT does
---@field reads? string[] files that it may read; a folder stands for all files below it
---@field writes? string[] files and folders that it may write; without one, it writes only to open files

--- Limits this process permanently: processor time, memory, open files and child processes. If the
--- system supports it, also filters system calls, so that the process can neither run programs nor
--- use the network; and limits the files, if `reads` and `writes` are given.
---@param limits ProcessLimits
---@return true? limited
---@return boolean|string filtered whether system calls are filtered; or the message
---@return boolean? confined whether files are limited
function sys.isolate(limits) end

--- How a child process runs.
---@class ChildOptions
---@field environment string[] all of its environment, as "NAME=VALUE"
---@field seconds? number wall-clock limit; unlimited by default
---@field input? string its standard input; that of this process by default
---@field output? integer capture up to this many bytes of its output and errors
---@field keep? integer[] descriptors that stay open, except 0, 1 and 2, which always do

--- Runs a program in a child process and waits for its end. Ctrl-C in a terminal ends only the
--- child, unless the output is captured.
---@param words string[] the program, which is searched in PATH, and its arguments; the exit status is 127 if the program is missing
---@param options ChildOptions
---@return "exit"|"signal"|"cpu"|"time"|"output"|"lost"|nil how it ended: by itself, a signal, its processor time, `seconds` or `output`
---@return integer|string code its exit status or the signal; or the message
---@return string? captured
function sys.run(words, options) end

--- Returns whether a standard stream is a terminal.
---@param number integer 0, 1 or 2
---@return boolean
function sys.is_terminal(number) end

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
