--- The boards of the test kit, set up as most specs want them: with builder, pig and goods whatever
--- tiles are played with.

local boards = require "carcassonne.testkit.board"

local board = {}

-- What lies on the board has keys of its own here, since those of the game have `pieces` and
-- `goods`, too.
local LAID = { standing = "pieces", joins = "joins", have = "goods", bag = "bag", points = "points",
  turn = "turn" }

-- What only specs want of a board.
local More = {}

local function with_more(t)
  for name, method in pairs(More) do t[name] = method end
  return t
end

--- Sets up a game. `options` are those of carcassonne.game, and:
--   standing  pieces on the table: "1 follower west city:E", the player, the piece, the tile's
--             name, the segment
--   joins     what scripts have joined: "west road:E, east road:W"
--   bag       the tiles to be drawn, as words; without it a full set besides the picture
--   have      goods of each player: { { wine = 2 }, { grain = 1 } }
--   points    points of each player
--   turn      whose turn it is
function board.set(picture, options)
  local laid = {}
  local given = { players = 2, sets = { "base", "traders" }, pieces = { builder = 1, pig = 1 }, goods = true }
  for key, value in pairs(options or {}) do
    if LAID[key] then laid[LAID[key]] = value else given[key] = value end
  end
  return with_more(boards.set(picture, given, laid))
end

--- The same board, set up again as the players see it.
function More:read_back()
  local given = {}
  for key, value in pairs(self.given) do given[key] = value end
  given.position = self.state:observation_string()
  return with_more(boards.begin(given, self.cells))
end

--- What happened, as words, only the kinds that are named: { "placed", "scored" ... }.
function More:story(...)
  local wanted, list = {}, {}
  for _, kind in ipairs { ... } do wanted[kind] = true end
  for _, event in ipairs(self.state:events()) do
    if wanted[event.kind] then list[#list + 1] = event.kind end
  end
  return list
end

--- The scores of the final scoring: how many points each player has for a kind ("city", "field",
--- "goods" ...).
function More:final(kind) return self:scored(kind, true) end

--- The points that scripts have given under a label, by player.
function More:awarded(label) return self:scored(label) end

function More:points() return self.state:returns() end

return board
