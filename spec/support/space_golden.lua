--- Writes the numbers of actions and the planes of some games as lines, to check that they do not
--- change.

local carcassonne = require "carcassonne"

local space_golden = {}

local RADIUS = 10

local GAMES = {
  { name = "the base game", sets = { "base" }, players = 2 },
  { name = "Traders & Builders", sets = { "base", "traders" }, players = 3 },
  { name = "five expansions", players = 4,
    variants = { "inns-and-cathedrals", "abbot", "bridges", "siege", "festival" } },
  { name = "five expansions that have functions with options", players = 2,
    variants = { "tower", "princess-and-dragon", "castles", "hills-and-sheep", "bazaars" } },
}

local function dimension_text(dimension)
  return ("%s %d..%d%s"):format(dimension.field, dimension.low,
    dimension.low + dimension.size - (dimension.optional and 2 or 1), dimension.optional and " or none" or "")
end

local function add_blocks(lines, space)
  for _, block in ipairs(space:blocks()) do
    local parts = {}
    for i, dimension in ipairs(block.dimensions) do parts[i] = dimension_text(dimension) end
    local name = block.kind .. (block.phase and " " .. block.phase or "")
      .. (block.elsewhere and " elsewhere" or "")
    lines[#lines + 1] = ("  %d %s: %s"):format(block.first, name, table.concat(parts, ", "))
  end
end

-- Adds a line for each group of planes, with the rest of the names.
local function add_planes(lines, space)
  local last
  for _, plane in ipairs(space:names()) do
    local group, rest = plane:match "^(hand%.[%a_]+)(.*)$"
    if not group then group, rest = plane:match "^([%a_]+)(.*)$" end
    if group ~= last then lines[#lines + 1] = "  " .. group end
    last = group
    if rest ~= "" then lines[#lines] = lines[#lines] .. " " .. rest:sub(2) end
  end
end

--- Returns the lines of all games.
---@return string[]
function space_golden.lines()
  local lines = {}
  for _, given in ipairs(GAMES) do
    local game = carcassonne.game { sets = given.sets, players = given.players, variants = given.variants }
    local space, reason = carcassonne.action_space(game, RADIUS)
    lines[#lines + 1] = given.name .. ": numbers"
    if space then add_blocks(lines, space) else lines[#lines + 1] = "  none: " .. reason end
    lines[#lines + 1] = given.name .. ": planes"
    add_planes(lines, assert(carcassonne.observation_space(game, RADIUS)))
  end
  return lines
end

--- Returns the version of the numbers and planes, CARC_SPACE_VERSION.
---@return integer
function space_golden.version()
  for line in io.lines "csrc/include/carcassonne_space.h" do
    local version = line:match "^#define CARC_SPACE_VERSION (%d+)"
    if version then return tonumber(version) end
  end
  error "carcassonne_space.h has no CARC_SPACE_VERSION"
end

return space_golden
