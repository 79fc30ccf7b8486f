--- Boards of the test kit, set up as most specs need them: always with builder, pig and goods,
--- whatever tiles the game has.

local assert = require "luassert"
local boards = require "carcassonne.testkit.board"
local carcassonne = require "carcassonne"

local board = {}

-- By the key of `options` for what lies on the board: the key of `boards.set` for it. Two of the
-- keys have other names in `options`, since a game has options `pieces` and `goods`, too.
local LAID = { standing = "pieces", joins = "joins", have = "goods", bag = "bag", points = "points",
  turn = "turn" }

-- Methods that only specs need of a board.
local More = {}

local function with_more(t)
  for name, method in pairs(More) do t[name] = method end
  return t
end

--- Sets up a game. `options` are the options of carcassonne.game, and:
--   standing  pieces on the board: "1 follower west city:E" names the player, the piece, the tile
--             and the segment
--   joins     joins that scripts have made: "west road:E, east road:W"
--   bag       the tiles to be drawn, as words; by default a full set in addition to the picture
--   have      goods of each player: { { wine = 2 }, { grain = 1 } }
--   points    points of each player
--   turn      the number of the player whose turn it is
function board.set(picture, options)
  local laid = {}
  local given = { players = 2, sets = { "base", "traders" }, pieces = { builder = 1, pig = 1 }, goods = true }
  for key, value in pairs(options or {}) do
    if LAID[key] then laid[LAID[key]] = value else given[key] = value end
  end
  return with_more(boards.set(picture, given, laid))
end

--- As board.set, with a variant that has these keys.
function board.with(source, picture, options)
  local given = { variants = { source } }
  source.name = source.name or "mine"
  for key, value in pairs(options or {}) do given[key] = value end
  return board.set(picture, given)
end

--- Checks that a variant with these keys is refused, with a message that matches a pattern.
function board.refused(source, pattern)
  source.name = "mine"
  local fine, message = pcall(carcassonne.game, { variants = { source } })
  assert.is_false(fine)
  assert.matches(pattern, message)
end

--- Sets the board up again from the players' view of the position.
function More:read_back()
  local given = {}
  for key, value in pairs(self.given) do given[key] = value end
  given.position = self.state:observation_string()
  return with_more(boards.begin(given, self.cells))
end

--- Returns the events as words, only those of the given kinds: { "placed", "scored" ... }.
function More:story(...)
  local wanted, list = {}, {}
  for _, kind in ipairs { ... } do wanted[kind] = true end
  for _, event in ipairs(self.state:events()) do
    if wanted[event.kind] then list[#list + 1] = event.kind end
  end
  return list
end

--- Returns the points of each player in the final scoring for a kind ("city", "field", "goods"
--- ...).
function More:final(kind) return self:scored(kind, true) end

--- Returns the points that scripts have given under a label, by player.
function More:awarded(label) return self:scored(label) end

function More:points() return self.state:returns() end

return board
