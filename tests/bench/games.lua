--- Games for measurements, by name: `base`, `traders` (with Traders & Builders), `ten` (with the
--- first ten expansions), `all` (with all compatible expansions), names of expansions joined by
--- `+`, and the numbers of random combinations (spec/support/combinations.lua). `NAME/4` is for
--- four players; the default is two.

local carcassonne = require "carcassonne"
local combinations = require "spec.support.combinations"

local games = {}

--- Named mixtures of expansions: light, with auctions, the slowest three, and ten.
games.mixtures = { "inns-and-cathedrals+king-and-robber+river", "abbey-and-mayor+bridges+castles+bazaars",
  "princess-and-dragon+tower+hills-and-sheep", "ten" }

-- Returns the first expansions, without those that conflict with others.
local function first_expansions(most)
  local list = {}
  for i, name in ipairs(carcassonne.expansions()) do
    if i <= most then combinations.add(list, carcassonne.variant(name)) end
  end
  return list
end

local function named_expansions(text)
  local list = {}
  for name in text:gmatch "[^+]+" do list[#list + 1] = name end
  return list
end

--- Returns the options of a game.
---@param name string
---@return GameOptions
function games.options(name)
  if tonumber(name) then return (combinations.make(math.floor(tonumber(name)), true)) end
  local text, players = name:match "^([^/]+)/?(%d*)$"
  local given = { players = tonumber(players) or 2, sets = { "base", "traders" }, variants = {} }
  if text == "base" then
    given.sets = { "base" }
  elseif text == "ten" or text == "all" then
    given.variants = first_expansions(text == "ten" and 10 or math.huge)
  elseif text ~= "traders" then
    given.variants = named_expansions(text)
  end
  return given
end

return games
