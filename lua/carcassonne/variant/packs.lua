--- Packs: folders of scripts with a `pack.lua` that lists their content and requirements.
-- Installed packs are in carcassonne/packs on the path of `require`. Other packs are named by their
-- folder.
-- @module carcassonne.variant.packs

local c_locale = require "carcassonne.base.c_locale"
local core = require "carcassonne.core"
local options = require "carcassonne.base.options"
local paths = require "carcassonne.variant.paths"
local sandbox = require "carcassonne.sandbox"
local script_files = require "carcassonne.variant.script_files"
local versions = require "carcassonne.variant.versions"

local packs = {}

--- A pack.
---@class Pack
---@field name string
---@field version string
---@field description string
---@field needs table<string, string> required versions of this program and of other packs
---@field names string[] names of its scripts
---@field scripts string[] names of its scripts for carcassonne.variant
---@field folder string with a final slash
---@field path string of its pack.lua

local PLACE, FILE = "carcassonne/packs/", "pack.lua"
local NAME = "^%l[%w_-]*$"
local PROGRAM = "carcassonne" -- the key for this program in `needs`

local function where_of(path) return ("pack '%s'"):format(path) end

-- ---- pack.lua -----------------------------------------------------------------------------------

local SHAPE = { name = "string", version = "string", description = "string", needs = "table",
  scripts = "list" }

local function check_name(where, name)
  if type(name) ~= "string" or not name:match(NAME) or #name > 60 then
    options.refuse(where, ("expected a small letter, then letters, digits, _ and -, at most 60 characters, "
      .. "got %s"):format(options.show(name)))
  end
end

local function check_scripts(where, list)
  if not list or #list == 0 then
    options.refuse(where, "expected the names of the pack's scripts, as "
      .. '{ "my-rule" } for my-rule.lua in its folder')
  end
  local seen = {}
  for i, name in ipairs(list) do
    check_name(("%s[%d]"):format(where, i), name)
    if seen[name] then options.refuse(where, ("'%s' is listed twice"):format(name)) end
    seen[name] = true
  end
end

local function check_needs(where, needs)
  for _, name in ipairs(options.keys(needs)) do
    local at = ("%s.%s"):format(where, name)
    check_name(at, name)
    options.check_type(at, needs[name], "string")
    if versions.fits("0", needs[name]) == nil then
      options.refuse(at,
        ('expected versions, such as ">= 1.2" or ">= 1, < 2", got %s'):format(options.show(needs[name])))
    end
  end
end

local function check(where, source)
  options.check(where, source, SHAPE)
  check_name(where .. ": name", source.name)
  if not versions.is_one(source.version or "") then
    options.refuse(where .. ": version", 'expected numbers separated by dots, such as "1.2.0", got '
      .. options.show(source.version))
  end
  check_scripts(where .. ": scripts", source.scripts)
  check_needs(where .. ": needs", source.needs or {})
end

-- Runs a pack.lua in a sandbox, like a script; raises an error for its faults.
local function read(path, given, tried)
  local own = script_files.new(path, given.read, tried, given.source)
  local text, problem = own:script()
  if not text then options.refuse(where_of(path), problem) end
  local fine, source = pcall(sandbox.run, text, path, given, own)
  if not fine then error((tostring(source):gsub("^variant '", "pack '")), 0) end
  check(where_of(path), source)
  return { name = source.name, version = source.version, description = source.description or "",
    needs = source.needs or {},
    names = source.scripts, folder = path:match "^(.*[/\\])" or "", path = path, scripts = {} }
end

-- ---- Where packs are ----------------------------------------------------------------------------

-- Returns the source file of a module that is found by another loader than that of package.path. C
-- libraries are ignored.
local function searched(module)
  local loader = package.preload[module]
  for _, search in ipairs(rawget(package, "searchers") or rawget(package, "loaders")) do
    if not loader and debug.getinfo(search, "S").what ~= "C" then
      local fine, found = pcall(search, module)
      loader = fine and type(found) == "function" and found or nil
    end
  end
  return loader and debug.getinfo(loader, "S").source:match "^@(.*)"
end

-- Returns a unique name of a file that exists, or nil.
local function identity(path, given)
  if given.read then
    local fine, text = pcall(given.read, path)
    return fine and type(text) == "string" and path or nil
  end
  local real, kind = paths.real_path(path)
  return kind == "file" and real or nil
end

-- Returns the paths of files that exist. If several paths lead to one file, only the first is
-- returned.
local function leading(candidates, given)
  local list, seen = {}, {}
  for _, path in ipairs(candidates) do
    local file = identity(path, given)
    if file and not seen[file] then list[#list + 1], seen[file] = path, true end
  end
  return list
end

-- Returns the possible paths of an installed pack's pack.lua.
local function places(name, given)
  local place, list = PLACE .. name .. "/", {}
  if given.read then return { place .. FILE } end
  for template in package.path:gmatch "[^;]+" do list[#list + 1] = template:gsub("%?", place .. "pack") end
  if #leading(list, given) == 0 then
    list[#list + 1] = searched(("carcassonne.packs.%s.pack"):format(name))
  end
  return list
end

-- Returns the path of a pack's pack.lua, by the pack's name or its folder; nil if it does not
-- exist.
local function find(folder, given)
  local may_be = folder:match(NAME) and places(folder, given) or {}
  may_be[#may_be + 1] = folder .. "/" .. FILE
  local there = leading(may_be, given)
  if #there > 1 then
    options.refuse(("pack '%s'"):format(folder),
      ("two packs have this name: %s; remove one of them, or name one by its folder, as in ./%s"):format(
        table.concat(there, " and "), folder))
  end
  return there[1]
end

-- ---- Requirements -------------------------------------------------------------------------------

-- Finds another pack: in the same parent folder, or installed.
local function find_needed(pack, name, given)
  local parent, own = pack.folder:match "^(.-)([^/\\]+)[/\\]$"
  local beside = own and own:match(NAME) and ("%s%s/%s"):format(parent, name, FILE)
  return beside and identity(beside, given) and beside or find(name, given)
end

local check_met

local function check_need(pack, name, given, seen)
  local wanted, at = pack.needs[name], where_of(pack.path) .. ": needs." .. name
  if name == PROGRAM then
    if versions.fits(core.version, wanted) then return end
    options.refuse(at, ("requires carcassonne %s, but this is version %s"):format(wanted, core.version))
  end
  local path = find_needed(pack, name, given)
  if not path then
    options.refuse(at, ("requires the pack '%s' in version %s, but no such pack is "
      .. "installed"):format(name, wanted))
  end
  local other = read(path, given)
  if not versions.fits(other.version, wanted) then
    options.refuse(at, ("requires the pack '%s' in version %s, but found version %s in "
      .. "%s"):format(name, wanted,
      other.version, path))
  end
  check_met(other, given, seen)
end

-- Raises an error for the first requirement that is not met. Packs may require each other.
function check_met(pack, given, seen)
  if seen[pack.path] then return end
  seen[pack.path] = true
  for _, name in ipairs(options.keys(pack.needs)) do check_need(pack, name, given, seen) end
end

-- ---- A pack -------------------------------------------------------------------------------------

-- Reads a pack by its name or its folder, and checks its requirements; returns nil if the pack does
-- not exist.
local function open(folder, given, tried)
  local path = find(folder, given)
  if not path then return nil end
  local pack = read(path, given, tried)
  local is_named = pack.name == pack.folder:match "([^/\\]*)[/\\]$"
  if folder:match(NAME) and not is_named then
    options.refuse(where_of(path) .. ": name",
      ("expected the name of the pack's folder, got '%s'"):format(pack.name))
  end
  check_met(pack, given, {})
  for i, name in ipairs(pack.names) do pack.scripts[i] = folder .. "/" .. name end
  return pack
end

--- Returns the path of a pack's script.
---@param from string "pack/script"; the pack may be given by its folder
---@param given ScriptLimits
---@param tried string[] this function adds the paths of all files that were tried
---@return string? path nil if the pack does not exist; raises an error for faults of the pack
function packs.script(from, given, tried)
  local folder, name = from:match "^(.+)[/\\]([^/\\]+)$"
  local pack = folder and name:match(NAME) and open(folder, given, tried)
  if not pack then
    pack = open(from, given, tried)
    if pack then
      options.refuse(where_of(pack.path), "name one of the pack's scripts: "
        .. table.concat(pack.scripts, ", "))
    end
    return nil
  end
  options.check_name(where_of(pack.path), name, pack.names, "script")
  return pack.folder .. name .. ".lua"
end

--- The places in which packs are searched.
---@class PackPlaces
---@field folder? string folder with packs, which is searched instead of the installed packs
---@field read? fun(path:string):string?, string? returns the text of a file, if files are not on the disk
---@field list? fun(folder:string):string[] returns the names in a folder, if files are not on the disk

local PLACES = { folder = "string", read = "function", list = "function" }

-- Returns the folders that are searched for packs.
local function folders(given)
  if given.folder then return { (given.folder:gsub("[/\\]*$", "/")) } end
  if given.read then return { PLACE } end
  local list = {}
  for template in package.path:gmatch "[^;]+" do
    local before = template:match "^(.-)%?"
    if before then list[#list + 1] = before .. PLACE end
  end
  return list
end

-- Returns the names or folders of the packs that exist, in order.
local function called(given)
  local list, seen = {}, {}
  for _, folder in ipairs(folders(given)) do
    for _, name in ipairs((given.list or paths.in_folder)(folder)) do
      local one = given.folder and folder .. name or name
      if not seen[one] and identity(folder .. name .. "/" .. FILE, given) then
        list[#list + 1], seen[one] = one, true
      end
    end
  end
  c_locale.sort(list)
  return list
end

--- A pack that was found, or the problem with it.
---@class FoundPack : Pack
---@field problem? string problem of the pack; if it is present, only `name` is valid, too

--- Returns the packs that exist, sorted by name. A pack that cannot be used has a problem.
---@param given? PackPlaces
---@return FoundPack[]
function packs.list(given)
  given = given or {}
  options.check("packs", given, PLACES)
  local list = {}
  for _, one in ipairs(called(given)) do
    local fine, pack = pcall(open, one, { read = given.read })
    local problem = fine and "the name of a pack's folder must be a small letter, then letters, digits, _ "
      .. "and -" or tostring(pack)
    list[#list + 1] = fine and pack or { name = one:match "[^/\\]*$", scripts = {}, problem = problem }
  end
  return list
end

return packs
