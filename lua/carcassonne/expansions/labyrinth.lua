--- The Labyrinth: a tile that joins four roads.
-- The basic rules are those of any road: they play without `stretches` and `bonus`. By the advanced ones a labyrinth parts its
-- roads into stretches, up to the next labyrinth or to an end. A follower may be deployed on a stretch without a piece, though
-- somebody stands elsewhere on the road, and on the labyrinth itself if nobody stands there; a magic portal leads there, too. When
-- the road is complete, whoever has the majority gets 2 points more for each follower on it, whose ever it is.
-- One tile; the two that came with a magazine, in the looks of two editions, can both be in the game.
-- Source: the magazine's sheet, and the publisher's page for the advanced rules. To count all pieces, builders too, is how another
-- engine has it.

local roads = require "carcassonne.scripts.roads"

-- Whether no piece stands on the stretch of a road that a segment is part of; a labyrinth is a stretch of its own.
local function is_free(state, from)
  local seen, open = { [roads.key(from)] = true }, { from }
  while #open > 0 do
    local at = table.remove(open)
    if state:any { "pieces", at = at } then return false end
    for _, road in ipairs(state:is(at, { attribute = "labyrinth" }) and {} or roads.beyond(state, at)) do
      local key = roads.key(road)
      if not seen[key] and state:is(road, { kind = "road", except = { attribute = "labyrinth" } }) then open[#open + 1] = road end
      seen[key] = true
    end
  end
  return true
end

-- Roads with a labyrinth on which somebody stands; through a magic portal on all tiles.
local OCCUPIED = { kind = "road", complete = false, attribute = "labyrinth", has = { "pieces" } }
local LAST = { "segments", at = "last", kind = "road", feature = { attribute = "labyrinth", has = { "pieces" } } }
local ELSEWHERE = { "segments", except = { at = "last" }, kind = "road", feature = OCCUPIED }
local PORTAL = { "tiles", at = "last", attribute = "princess-and-dragon.portal?" }

local function offer_stretches(state)
  for _, roads_there in ipairs { LAST, state:any(PORTAL) and ELSEWHERE or nil } do
    for road in state:each(roads_there) do
      if is_free(state, road) then
        state:offer { "segments", at = road, kind = "road", takes = "followers", needs = {}, deploy = true }
      end
    end
  end
end

return {
  name = "labyrinth",
  description = "A labyrinth joins four roads, which can be occupied stretch by stretch.",
  options = {
    copies = { 1, 2, 3, says = "how many of its tiles" },
    counted = { "followers", "pieces", says = "what brings 2 points on a complete road: followers, or builders, too" },
  },
  modules = {
    tiles = "its tile, which joins four roads",
    stretches = { says = "roads are occupied stretch by stretch", needs = { "tiles" } },
    bonus = { says = "2 points for each follower on a complete road with a labyrinth", needs = { "tiles" } },
  },
  attributes = { "labyrinth" },
  tiles = { { module = "tiles", [[
    LA-A x1 road:N.E.S.W+labyrinth field:NL.WR field:NR.EL field:ER.SL field:SR.WL
  ]] } },
  counts = { module = "tiles", ["LA-A"] = { option = "copies" } },
  phases = {
    {
      name = "stretch",
      module = "stretches",
      at = "window",
      when = { any = { { has = { LAST } }, { attribute = "princess-and-dragon.portal?" } } },
      ask = offer_stretches,
    },
  },
  points = {
    { module = "bonus", kind = "road", complete = true, attribute = "labyrinth", add = 2,
      per = { "pieces", follower = { option = "counted", is = "followers" } } },
  },
}
