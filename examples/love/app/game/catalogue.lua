--- The expansions and house rules that can be chosen: shipped scripts, packs, and the user's
--- scripts in the save folder. Descriptions and options come from the scripts.
-- @module app.game.catalogue

local carcassonne = require "carcassonne"
local chosen = require "carcassonne.variant.option_values"
local message = require "carcassonne.base.error_message"
local options = require "carcassonne.base.options"

local catalogue = {}

catalogue.FOLDER = "scripts"

---@class Entry
---@field name string
---@field from string name or path for carcassonne.variant
---@field limits? ScriptLimits limits for carcassonne.variant, if the script is not shipped
---@field group "Expansions"|"House rules"|"Packs"|"Your scripts"
---@field description string
---@field options { name:string, values?:any[], default:any, description?:string }[] values: the allowed values; description: the purpose
---@field problem? string why the script cannot be used

local function declared_options(declared)
  local list = {}
  for _, name in ipairs(options.keys(declared or {})) do
    local one = declared[name]
    list[#list + 1] = { name = name, default = chosen.default_of(one), values = chosen.values_of(one),
      description = chosen.description(one) }
  end
  return list
end

-- Reads one script. An invalid script becomes an entry with its problem.
local function entry(group, from, fallback, limits)
  local fine, variant = pcall(carcassonne.variant, from, nil, limits)
  if not fine then
    return { name = fallback, from = from, limits = limits, group = group, description = "", options = {},
      problem = message.plain(variant) }
  end
  return { name = variant.name, from = from, limits = limits, group = group,
    description = variant.description or "",
    options = declared_options(variant.written.options), files = variant.origin.files }
end

-- Removes modules that other scripts require from a list of scripts.
local function without_required(list)
  local required, left = {}, {}
  for _, one in ipairs(list) do
    for i, file in ipairs(one.files or {}) do required[file.path] = required[file.path] or i > 1 end
  end
  for _, one in ipairs(list) do
    if not (one.problem and required[one.from]) then left[#left + 1] = one end
  end
  return left
end

--- A script that is not shipped.
---@class OwnScript
---@field name string
---@field path string path for carcassonne.variant
---@field group? string group of its entry; "Your scripts" by default
---@field limits? ScriptLimits

--- Reads all entries.
---@param own? OwnScript[] scripts that are not shipped; those of packs and the save folder by default
---@return Entry[]
function catalogue.read(own)
  local list = {}
  for _, name in ipairs(carcassonne.expansions()) do list[#list + 1] = entry("Expansions", name, name) end
  for _, name in ipairs(carcassonne.shipped_variants()) do
    list[#list + 1] = entry("House rules", name, name)
  end
  for _, one in ipairs(own or catalogue.own()) do
    list[#list + 1] = entry(one.group or "Your scripts", one.path, one.name, one.limits)
  end
  return without_required(list)
end

--- Returns the scripts of packs. A pack with an error is one entry with its problem.
---@param group string
---@param places? PackPlaces
---@return OwnScript[]
function catalogue.of_packs(group, places)
  local list, limits = {}, places and { read = places.read }
  for _, pack in ipairs(carcassonne.packs(places)) do
    local function add(name, path)
      list[#list + 1] = { name = name, path = path, group = group, limits = limits }
    end
    for i, path in ipairs(pack.scripts) do add(pack.names[i], path) end
    if pack.problem then
      add(pack.name, (places and places.folder and places.folder .. "/" or "") .. pack.name)
    end
  end
  return list
end

--- Returns the folder of the user's scripts.
---@return string path
function catalogue.folder() return love.filesystem.getSaveDirectory() .. "/" .. catalogue.FOLDER end

--- Returns the scripts that are not shipped: those of installed packs, and those in the save
--- folder. The save folder is created if it is missing. The folder can also be part of the .love
--- archive.
---@return OwnScript[]
function catalogue.own()
  local files = love.filesystem
  files.createDirectory(catalogue.FOLDER)
  local list = {}
  for _, file in ipairs(files.getDirectoryItems(catalogue.FOLDER)) do
    local name = file:match "^(.+)%.lua$"
    if name then
      list[#list + 1] = { name = name, path = catalogue.FOLDER .. "/" .. file,
        limits = { read = files.read } }
    end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  local places = { folder = catalogue.FOLDER, read = files.read, list = files.getDirectoryItems }
  local packs = catalogue.of_packs "Packs"
  for _, more in ipairs { catalogue.of_packs("Your scripts", places), list } do
    for _, one in ipairs(more) do packs[#packs + 1] = one end
  end
  return packs
end

--- Returns the text of a file that was dropped onto the window.
---@param file table LÖVE file
---@return string? text
function catalogue.text_of(file)
  if not file:open "r" then return nil end
  local text = file:read()
  file:close()
  return text
end

--- Copies a script that was dropped onto the window to the save folder.
---@param file table LÖVE file
---@return string? name of the script
---@return string? problem
function catalogue.take(file)
  local name = file:getFilename():match "([^/\\]+)%.lua$"
  if not name then return nil, "The name of a script must end in .lua, as in generous-monks.lua." end
  local text = catalogue.text_of(file)
  if not text then return nil, ("%s.lua cannot be read."):format(name) end
  love.filesystem.createDirectory(catalogue.FOLDER)
  local done, problem = love.filesystem.write(("%s/%s.lua"):format(catalogue.FOLDER, name), text)
  if not done then return nil, ("%s.lua cannot be saved: %s"):format(name, problem) end
  return name
end

return catalogue
