--- The expansions and house rules that can be chosen: the shipped ones, and scripts of one's own in the save folder. All that is
-- said of them comes from the scripts themselves.
-- @module app.game.catalogue

local carcassonne = require "carcassonne"
local chosen = require "carcassonne.scripts.chosen"
local message = require "carcassonne.view.message"
local options = require "carcassonne.options"

local catalogue = {}

catalogue.FOLDER = "scripts"

---@class Entry
---@field name string
---@field from string what carcassonne.variant takes: a name, or a path
---@field group "Expansions"|"House rules"|"Your scripts"
---@field description string
---@field options { name:string, values?:any[], default:any, says?:string }[] values: all that it may be; says: what it is for
---@field problem? string why it cannot be played with

local function declared_options(declared)
  local list = {}
  for _, name in ipairs(options.keys(declared or {})) do
    local one = declared[name]
    list[#list + 1] = { name = name, default = chosen.default_of(one), values = chosen.values_of(one), says = chosen.says(one) }
  end
  return list
end

-- Reads one; what is wrong with it is told with it.
local function entry(group, from, fallback)
  local fine, variant = pcall(carcassonne.variant, from)
  if not fine then
    return { name = fallback, from = from, group = group, description = "", options = {}, problem = message.plain(variant) }
  end
  return { name = variant.name, from = from, group = group, description = variant.description or "",
    options = declared_options(variant.written.options) }
end

--- Reads all of them.
---@param own? { name:string, path:string }[] scripts of one's own; those in the save folder unless said
---@return Entry[]
function catalogue.read(own)
  local list = {}
  for _, name in ipairs(carcassonne.expansions()) do list[#list + 1] = entry("Expansions", name, name) end
  for _, name in ipairs(carcassonne.shipped_variants()) do list[#list + 1] = entry("House rules", name, name) end
  for _, one in ipairs(own or catalogue.own()) do list[#list + 1] = entry("Your scripts", one.path, one.name) end
  return list
end

--- Where scripts of one's own lie.
---@return string path
function catalogue.folder() return love.filesystem.getSaveDirectory() .. "/" .. catalogue.FOLDER end

--- The scripts in the save folder, which is made where it is not there.
---@return { name:string, path:string }[]
function catalogue.own()
  love.filesystem.createDirectory(catalogue.FOLDER)
  local list, folder = {}, catalogue.folder()
  for _, file in ipairs(love.filesystem.getDirectoryItems(catalogue.FOLDER)) do
    local name = file:match "^(.+)%.lua$"
    if name then list[#list + 1] = { name = name, path = folder .. "/" .. file } end
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  return list
end

--- The text of a file that was dropped onto the window.
---@param file table of LÖVE
---@return string? text
function catalogue.text_of(file)
  if not file:open "r" then return nil end
  local text = file:read()
  file:close()
  return text
end

--- Puts a script that was dropped onto the window into the save folder.
---@param file table of LÖVE
---@return string? name of the script
---@return string? problem
function catalogue.take(file)
  local name = file:getFilename():match "([^/\\]+)%.lua$"
  if not name then return nil, "This is no script: its name should end in .lua, as in generous-monks.lua." end
  local text = catalogue.text_of(file)
  if not text then return nil, ("%s.lua cannot be read."):format(name) end
  love.filesystem.createDirectory(catalogue.FOLDER)
  local done, problem = love.filesystem.write(("%s/%s.lua"):format(catalogue.FOLDER, name), text)
  if not done then return nil, ("%s.lua cannot be kept: %s"):format(name, problem) end
  return name
end

return catalogue
