--- Saved games in the save folder: NAME.carc is the game, NAME.seats the list of players.
-- @module app.game.saves

local saves = {}

local FOLDER = "saved"

--- Name of the save of an unfinished game.
saves.LAST = "last game"

local function path(name, ending) return ("%s/%s.%s"):format(FOLDER, name, ending) end

--- Removes characters that a file name cannot have.
---@param name string
---@return string
function saves.clean(name)
  return (name:gsub("[^%w %-_'+()\128-\255]", ""):gsub("^%s+", ""):gsub("%s+$", ""))
end

--- Saves a game.
---@param name string
---@param session table
---@return boolean done
---@return string? problem
function saves.write(name, session)
  love.filesystem.createDirectory(FOLDER)
  local fine, game, seats = pcall(session.texts, session)
  if not fine then return false, tostring(game) end
  local done, problem = love.filesystem.write(path(name, "carc"), game)
  if done then done, problem = love.filesystem.write(path(name, "seats"), seats) end
  return done == true, problem
end

--- Saves an unfinished game, when the player starts another one or closes the window.
---@param session table
function saves.leave(session) saves.write(saves.LAST, session) end

--- Reads a saved game.
---@param name string
---@return string? game
---@return string? seats after a failure, the problem
function saves.read(name)
  local game, problem = love.filesystem.read(path(name, "carc"))
  if not game then return nil, problem end
  return game, (love.filesystem.read(path(name, "seats")))
end

--- Returns whether a saved game with this name exists.
---@param name string
---@return boolean
function saves.has(name) return love.filesystem.getInfo(path(name, "carc"), "file") ~= nil end

--- Removes a saved game.
---@param name string
function saves.remove(name)
  love.filesystem.remove(path(name, "carc"))
  love.filesystem.remove(path(name, "seats"))
end

--- Returns all saved games, newest first.
---@return { name:string, time:number }[]
function saves.list()
  local list = {}
  for _, file in ipairs(love.filesystem.getDirectoryItems(FOLDER)) do
    local name = file:match "^(.+)%.carc$"
    local info = name and love.filesystem.getInfo(path(name, "carc"))
    if info then list[#list + 1] = { name = name, time = info.modtime or 0 } end
  end
  table.sort(list, function(a, b) return a.time > b.time or a.time == b.time and a.name < b.name end)
  return list
end

return saves
