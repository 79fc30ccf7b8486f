--- The files of a script: the script itself, and the files that it requires from its folder.
-- @module carcassonne.variant.script_files

local c_locale = require "carcassonne.base.c_locale"
local module_code = require "carcassonne.base.module_code"
local limits = require "carcassonne.sandbox.limits"
local options = require "carcassonne.base.options"
local paths = require "carcassonne.variant.paths"
local shipped = require "carcassonne.variant.shipped"

local script_files = {}

local MOST = 100 -- maximum number of files of a script
local SEPARATOR = package.config:sub(1, 1)

--- A file of a script.
---@class ScriptFile
---@field name string name for `require`; the script itself has a name, too
---@field path string
---@field text string

--- The files of one script.
---@class ScriptFiles
---@field private folder string folder of all files, with a final slash; "" for the working directory
---@field private list ScriptFile[] the files read so far, the script first
---@field private tried string[] the paths of all files that were tried
---@field private length integer total length of their texts
---@field private most integer characters that all texts may have
---@field private path string of the script
---@field private name string of the script
---@field private is_host boolean whether a function of the host reads the files
---@field private closed boolean whether no more files can be read
---@field private read fun(path:string, most:integer):string?, string?
local Files = {}
Files.__index = Files

-- ---- One file -----------------------------------------------------------------------------------

-- Reads up to this many characters, and one more if the file is longer.
local function read_disk(path, most)
  local file, problem = io.open(path, "rb")
  if not file then return nil, problem end
  local text, unread = file:read(most + 1)
  if not text then text, unread = file:read "*a" end -- nil also for an empty file
  file:close()
  return text, unread or "this is a folder"
end

-- Returns a reader that uses a function of a host.
local function read_by(read)
  return function(path)
    local fine, text, problem = pcall(read, path)
    if fine and type(text) == "string" then return text end
    return nil, fine and tostring(problem or "there is no such file") or tostring(text)
  end
end

-- Returns the reason why a file is not in the folder; nil if it is.
local function strays(folder, path)
  if not paths.has_sys() then
    return ("cannot read '%s': this host lacks the module carcassonne.sys, which checks that a file is in "
      .. "the folder of its script; pass `read`, a function that returns the text of a file"):format(path)
  end
  local root, real, kind = paths.real_path(folder == "" and "." or folder), paths.real_path(path)
  if not real then return ("there is no file '%s'"):format(path) end
  if kind ~= "file" then return ("'%s' is not a file"):format(path) end
  if root and root:sub(-1) ~= SEPARATOR then root = root .. SEPARATOR end
  if root and real:sub(1, #root) == root then return nil end
  return ("'%s' is a link that leads out of the folder of the script"):format(path)
end

-- ---- The script ---------------------------------------------------------------------------------

--- Returns the files of a script. None has been read yet.
---@param path string of the script
---@param read? fun(path:string):string?, string? returns the text of a file, or nil and a message; reads the disk by default
---@param tried? string[] receives the paths of all files that are tried
---@param thousands? integer thousands of characters that all files may have; 64 by default
---@return ScriptFiles
function script_files.new(path, read, tried, thousands)
  local folder, name = path:match "^(.*[/\\])([^/\\]*)$"
  name = (name or path):gsub("%.lua$", "")
  return setmetatable({ path = path, folder = folder or "", name = name, list = {},
    tried = tried or {}, length = 0, most = (thousands or limits.usual().source) * 1000,
    read = read and read_by(read) or read_disk, is_host = read ~= nil }, Files)
end

-- Reads one more file, within the limits.
local function take(self, name, path)
  self.tried[#self.tried + 1] = path
  local text, problem = self.read(path, self.most - self.length)
  if not text then return nil, problem end
  if self.length + #text > self.most then
    return nil, ("the script has more than %d characters%s; the limit `source` can be raised"):format(
      self.most, #self.list > 0 and " together with the files that it requires" or "")
  end
  if text:sub(1, 1) == "\27" then
    return nil, "expected a script as text, got compiled code"
  end
  local file = { name = name, path = path, text = text }
  self.length = self.length + #text
  self.list[#self.list + 1], self.list[name] = file, file
  return file
end

--- Returns the text of the script itself.
---@return string? text
---@return string? problem
function Files:script()
  local file, problem = take(self, self.name, self.path)
  return file and file.text, problem
end

--- Returns the text of a script in a pack. The script must not be a link out of its folder.
---@return string? text
---@return string? problem
function Files:script_inside()
  local problem = not self.is_host and strays(self.folder, self.path)
  if problem then
    self.tried[#self.tried + 1] = self.path
    return nil, problem
  end
  return self:script()
end

-- Returns the problem of a name; nil if the name is valid.
local function check_name(name)
  if name:match "^carcassonne%f[^%w_-]" then
    local helpers = shipped.helpers()
    return ("scripts can require only these shipped modules: %s%s"):format(table.concat(helpers, ", "),
      options.did_you_mean(name, helpers))
  end
  local script = name:match "^([%w_/-]+)%.lua$"
  if script then
    return ("omit the extension .lua: require \"%s\""):format(script:gsub("/", "."))
  end
  for part in (name .. "."):gmatch "([^.]*)%." do
    if not part:match "^[%w_][%w_-]*$" or #name > 100 then
      return "the name of a file must have letters, digits, _ and -, with a dot after each folder, "
        .. 'as in require "folder.file"'
    end
  end
end

-- Returns the file with this name in the folder of the script.
local function beside(self, name)
  if self.list[name] then return self.list[name] end
  if self.closed then
    return nil, "files can be required only while the script is read, not during a game; call require at "
      .. "the top of the script"
  end
  local problem = check_name(name)
  if problem then return nil, problem end
  if #self.list > MOST then return nil, ("a script can require at most %d files"):format(MOST) end
  local path = self.folder .. name:gsub("%.", "/") .. ".lua"
  problem = not self.is_host and strays(self.folder, path)
  if problem then
    self.tried[#self.tried + 1] = path
    return nil, problem
  end
  return take(self, name, path)
end

--- Returns the code of a file that the script requires. The texts are kept as long as the code is
--- in use.
---@param name string
---@return string? code
---@return string? place the path of the file, nil for a shipped module; after a failure, the message
function Files:find(name)
  local helper = shipped.is_helper(name) and module_code.code(name)
  if helper then return helper end
  local file, problem = beside(self, name)
  if file then return file.text, file.path end
  self.problem = options.line(problem)
  return nil, self.problem
end

--- Ends reading: further files are refused.
function Files:close() self.closed = true end

--- Returns all files as one text in a deterministic order. If there is a single file, this is its
--- text.
---@return string
function Files:text()
  local parts, names = { self.list[1].text }, {}
  for i = 2, #self.list do names[i - 1] = self.list[i].name end
  c_locale.sort(names)
  for _, name in ipairs(names) do
    local text = self.list[name].text
    parts[#parts + 1] = ("\nrequire %s %d\n%s"):format(name, #text, text)
  end
  return table.concat(parts)
end

--- Returns the files that were read, the script first.
---@return ScriptFile[]
function Files:read_files()
  local list = {}
  for i, file in ipairs(self.list) do list[i] = file end
  return list
end

return script_files
