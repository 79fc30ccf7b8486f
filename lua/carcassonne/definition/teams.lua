--- Writes the teams of a game.
-- @module carcassonne.definition.teams

local compat = require "carcassonne.base.compat"
local options = require "carcassonne.base.options"
local statements = require "carcassonne.definition.statements"

local teams = {}

--- A writer for each key.
---@type table<string, LineWriter>
teams.write = {}

local function is_list(value) return #value > 0 or next(value) == nil end

-- The value is a list of teams, or maps numbers of players to such lists. If there is no list for
-- its number of players, a game has no teams.
function teams.write.teams(where, lines, value)
  where = where .. " teams"
  local players = lines.players or 2
  if not is_list(value) then
    where, value = ("%s[%d]"):format(where, players), value[players] or {}
    options.check_type(where, value, "table")
  end
  for i, team in ipairs(value) do
    local at = ("%s[%d]"):format(where, i)
    options.check_type(at, team, "table")
    if #team == 0 then options.refuse(at, "expected players, as in { 1, 3 }, got an empty team") end
    for k, player in ipairs(team) do
      if compat.math.type(player) ~= "integer" then
        options.refuse(("%s[%d]"):format(at, k), "expected the number of a player, got "
          .. options.show(player))
      end
    end
    lines.place = at
    statements.add(lines, at, { "team", table.concat(team, ",") })
  end
end

return teams
